import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useFreshness } from '#web/api/fresh.ts'
import { HistoryLossesDocument, type HistoryLossesQuery } from '#web/api/generated/graphql.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** Pages of a thousand; the table of losses is the place for more. */
const MAX_PAGES = 10

export type HistoryLoss = HistoryLossesQuery['lossesPages']['items'][number]

export type HistoryLosses = {
  readonly losses: readonly HistoryLoss[]
  /** There are more than were asked for. */
  readonly isCut: boolean
  readonly isFailed: boolean
  readonly isLoaded: boolean
  readonly refetch: () => void
}

const NONE: Omit<HistoryLosses, 'refetch'> = { losses: [], isCut: false, isFailed: false, isLoaded: false }

/** Returns all losses of the period that are stops, page by page, asked again when one of them changes. */
export function useHistoryLosses(workCenterId: number, period: TimeWindow): HistoryLosses {
  const client = useClient()
  const [answer, setAnswer] = useState(NONE)
  const run = useRef(0)
  const load = useCallback(async () => {
    const own = ++run.current
    const losses: HistoryLoss[] = []
    const range = { workCenterId, from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data } = await client.query(HistoryLossesDocument, { ...range, page }, { requestPolicy: 'network-only' }).toPromise()
      if (own !== run.current) return
      if (data == null) {
        setAnswer((known) => ({ ...known, isFailed: true, isLoaded: true }))
        return
      }
      losses.push(...data.lossesPages.items)
      if (!data.lossesPages.hasNext || page === MAX_PAGES) {
        setAnswer({ losses, isCut: data.lossesPages.hasNext, isFailed: false, isLoaded: true })
        return
      }
    }
  }, [client, workCenterId, period])
  useEffect(() => {
    void load()
  }, [load])
  const refetch = useFreshness({ workCenterIds: [workCenterId], kinds: ['loss', 'workCenter'], period }, load)
  useEffect(
    () => () => {
      // Whoever left wants no answer.
      run.current++
    },
    [],
  )
  return { ...answer, refetch }
}
