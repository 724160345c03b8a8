import { useMemo } from 'react'
import { FOLD_AFTER_MS } from '#engine/loss/stopPrompt.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperatorStopsDocument, type QueuedLossFragment } from '#web/api/generated/graphql.ts'
import { useCoarseNow } from '#web/ui/clock.ts'

const NONE: readonly QueuedLossFragment[] = []

export type OperatorStops = {
  readonly losses: readonly QueuedLossFragment[]
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
  const variables = useMemo(
    () => ({ workCenterIds: key === '' ? [] : key.split(',').map(Number), since: new Date(hour - FOLD_AFTER_MS).toISOString() }),
    [key, hour],
  )
  const interest = { workCenterIds: variables.workCenterIds, kinds: ['loss', 'shift', 'workCenter'] } as const
  const [{ data, error }, refetch] = useFreshQuery(OperatorStopsDocument, variables, interest, { pause: key === '' })
  const losses = useMemo(() => (data === undefined ? NONE : [...data.waiting.items, ...data.ofShift.items]), [data])
  return {
    losses,
    olderCount: data?.older.totalItems ?? 0,
    isLoaded: data !== undefined,
    isFailed: error !== undefined && data === undefined,
    refetch,
  }
}
