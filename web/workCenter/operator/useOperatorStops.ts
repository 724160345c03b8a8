import { useMemo } from 'react'
import { FOLD_AFTER_MS } from '#engine/loss/stopPrompt.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperatorStopsDocument, type QueuedLossFragment } from '#web/api/generated/graphql.ts'
import { countOlder } from './operator.view.ts'
import { useCoarseNow } from '#web/ui/clock.ts'

const NONE: readonly QueuedLossFragment[] = []

export type OperatorStops = {
  readonly losses: readonly QueuedLossFragment[]
  /** What ended before is counted only. */
  readonly since: number
  /** How many wait for a reason and are too old to stand alone. */
  readonly olderCount: number
  readonly isLoaded: boolean
  readonly isFailed: boolean
  readonly refetch: () => void
}

/** Returns the stops of the work centers that wait for a reason, and those of their running shifts. */
export function useOperatorStops(workCenterIds: readonly number[]): OperatorStops {
  const key = workCenterIds.join(',')
  const hour = useCoarseNow(HOUR_MS)
  const since = hour - FOLD_AFTER_MS
  const variables = useMemo(
    () => ({ workCenterIds: key === '' ? [] : key.split(',').map(Number), since: new Date(since).toISOString() }),
    [key, since],
  )
  const interest = { workCenterIds: variables.workCenterIds, kinds: ['loss', 'shift', 'workCenter'] } as const
  const [{ data, error }, refetch] = useFreshQuery(OperatorStopsDocument, variables, interest, { pause: key === '' })
  const losses = useMemo(() => (data === undefined ? NONE : [...data.waiting.items, ...data.ofShift.items]), [data])
  return {
    losses,
    since,
    olderCount: data === undefined ? 0 : countOlder(data.older.totalItems, data.waiting.items, since),
    isLoaded: data !== undefined,
    isFailed: error !== undefined && data === undefined,
    refetch,
  }
}
