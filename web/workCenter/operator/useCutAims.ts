import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type CutAims, NO_AIMS, signalSteps } from '#engine/loss/snapCut.ts'
import { SignalOfShiftDocument } from '#web/api/generated/graphql.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { OpStop } from './operator.view.ts'

const SENSORS = ['POWER', 'LOAD', 'ELECTRIC_CURRENT'] as const
const MAX_POINTS = 2000

/**
 * Returns where the stop may have become something else, by the machine's signals in its shift; nothing while that is asked. Orders and breaks of the
 * schedule are none yet: their instants go into `orders` and `breaks` here.
 */
export function useCutAims(stop: OpStop | null): CutAims {
  const variables = useMemo(
    () => ({
      workCenterId: stop?.workCenterId ?? 0,
      sensorTypes: [...SENSORS],
      period: { start: new Date(stop?.shiftStart ?? 0).toISOString(), end: new Date(stop?.end ?? serverNow()).toISOString() },
      maxPoints: MAX_POINTS,
    }),
    // The end of a stop that goes on is asked once.
    [stop?.workCenterId, stop?.shiftStart, stop?.end],
  )
  const [result] = useQuery({ query: SignalOfShiftDocument, variables, pause: stop === null })
  return useMemo(() => {
    const answer = result.data?.sensorValues
    if (answer == null) return NO_AIMS
    const times = answer.arguments.map((at) => Date.parse(at))
    const steps = answer.valueSeries.flatMap(({ values }) => signalSteps(times.map((at, index) => ({ at, value: values[index] ?? null }))))
    return { ...NO_AIMS, signal: steps }
  }, [result.data])
}
