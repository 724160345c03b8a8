import { useEffect, useMemo } from 'react'
import { useQuery } from 'urql'
import { StoredMinutesDocument } from '#web/api/generated/graphql.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { Total } from './signalShape.view.ts'

/** A long past is recalculated for longer than the answer to a save waits. */
const ASK_EVERY_MS = 10_000

/** Returns the stored time in each status of the window, asked anew while it is shown; undefined before the first answer and for no window. */
export function useStoredMinutes(workCenterId: number, window: TimeWindow | null): readonly Total[] | undefined {
  const [{ data }, ask] = useQuery({
    query: StoredMinutesDocument,
    requestPolicy: 'network-only',
    pause: window === null,
    variables: useMemo(() => minutesVariables(workCenterId, window ?? { from: 0, to: 0 }), [workCenterId, window]),
  })
  useEffect(() => {
    if (window === null) return undefined
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [ask, window])
  return data?.statusesStat
}

/** Returns what the question for stored minutes is asked with. */
export function minutesVariables(workCenterId: number, { from, to }: TimeWindow) {
  return { workCenterId, period: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } }
}
