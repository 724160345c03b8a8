import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StopsOfShiftDocument, type LossFieldsFragment } from '#web/api/generated/graphql.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

const NONE: readonly LossFieldsFragment[] = []

export type ShiftStops = {
  readonly losses: readonly LossFieldsFragment[]
  readonly isFailed: boolean
  readonly isLoaded: boolean
  /** Asks anew, and at every call the same function. */
  readonly refetch: () => void
}

/** Returns the stops of the shown time; what is open of them grows by the page's own clock. */
export function useShiftStops(workCenterId: number, bounds: TimeWindow): ShiftStops {
  const variables = useMemo(
    () => ({ workCenterId, from: new Date(bounds.from).toISOString(), to: new Date(bounds.to).toISOString() }),
    [workCenterId, bounds],
  )
  const [result, refetch] = useFreshQuery(StopsOfShiftDocument, variables, {
    workCenterIds: [workCenterId],
    kinds: ['loss', 'workCenter'],
    period: bounds,
  })
  return {
    losses: result.data?.lossesPages.items ?? NONE,
    isFailed: result.error !== undefined && result.data === undefined,
    isLoaded: result.data !== undefined,
    refetch,
  }
}
