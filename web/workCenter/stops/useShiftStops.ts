import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useQuery } from 'urql'
import { StopsOfShiftDocument, type LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { useRefetchEvery } from '../useRefetchEvery.ts'

const REFETCH_MS = 15_000
const NONE: readonly LossFieldsFragment[] = []

export type ShiftStops = {
  readonly losses: readonly LossFieldsFragment[]
  readonly isFailed: boolean
  readonly isLoaded: boolean
  /** Asks anew, and at every call the same function. */
  readonly refetch: () => void
}

/** Returns the stops of the shown time, asked again when the status or the number of stops without a reason changes, and now and then. */
export function useShiftStops(workCenterId: number, bounds: TimeWindow): ShiftStops {
  const live = useLiveWorkCenter(workCenterId)
  const variables = useMemo(
    () => ({ workCenterId, from: new Date(bounds.from).toISOString(), to: new Date(bounds.to).toISOString() }),
    [workCenterId, bounds],
  )
  const [result, ask] = useQuery({ query: StopsOfShiftDocument, variables })
  useRefetchEvery(REFETCH_MS, ask)
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  const state = `${live?.status?.since} ${live?.unclassifiedLossCount}`
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    refetch()
  }, [state, refetch])
  return {
    losses: result.data?.lossesPages.items ?? NONE,
    isFailed: result.error !== undefined && result.data === undefined,
    isLoaded: result.data !== undefined,
    refetch,
  }
}
