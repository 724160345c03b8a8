import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperatorStopsDocument, type QueuedLossFragment } from '#web/api/generated/graphql.ts'

const NONE: readonly QueuedLossFragment[] = []

export type OperatorStops = {
  readonly losses: readonly QueuedLossFragment[]
  readonly isLoaded: boolean
  readonly isFailed: boolean
  readonly refetch: () => void
}

/** Returns the stops of the work centers that wait for a reason, and those of their running shifts. */
export function useOperatorStops(workCenterIds: readonly number[]): OperatorStops {
  const key = workCenterIds.join(',')
  const variables = useMemo(() => ({ workCenterIds: key === '' ? [] : key.split(',').map(Number) }), [key])
  const interest = { workCenterIds: variables.workCenterIds, kinds: ['loss', 'shift', 'workCenter'] } as const
  const [{ data, error }, refetch] = useFreshQuery(OperatorStopsDocument, variables, interest, { pause: key === '' })
  const losses = useMemo(() => (data === undefined ? NONE : [...data.waiting.items, ...data.ofShift.items]), [data])
  return { losses, isLoaded: data !== undefined, isFailed: error !== undefined && data === undefined, refetch }
}
