import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type CutAims, NO_AIMS, signalSteps } from '#engine/loss/snapCut.ts'
import { OrdersOfStopDocument, type OrdersOfStopQuery, SignalOfShiftDocument } from '#web/api/generated/graphql.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { OpStop } from './operator.view.ts'

const SENSORS = ['POWER', 'LOAD', 'ELECTRIC_CURRENT'] as const
const MAX_POINTS = 2000

/**
 * Returns where the stop may have become something else: steps of the machine's signals in its shift, and starts and ends of job orders; nothing while
 * that is asked. A schedule knows no breaks within a shift, and at the border of two a stop is cut already.
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
  const [signals] = useQuery({ query: SignalOfShiftDocument, variables, pause: stop === null })
  const { workCenterId, period } = variables
  const ofStop = useMemo(() => ({ workCenterId, period }), [workCenterId, period])
  const [runs] = useQuery({ query: OrdersOfStopDocument, variables: ofStop, pause: stop === null })
  return useMemo(() => {
    const answer = signals.data?.sensorValues
    const times = (answer?.arguments ?? []).map((at) => Date.parse(at))
    const steps = (answer?.valueSeries ?? []).flatMap(({ values }) =>
      signalSteps(times.map((at, index) => ({ at, value: values[index] ?? null }))),
    )
    return { ...NO_AIMS, signal: steps, orders: ordersAim(runs.data?.jobOrderRuns ?? []) }
  }, [signals.data, runs.data])
}

function ordersAim(runs: OrdersOfStopQuery['jobOrderRuns']): readonly number[] {
  return runs.flatMap(({ timeStart, timeEnd }) => [timeStart, timeEnd].flatMap((at) => (at == null ? [] : [Date.parse(at)])))
}
