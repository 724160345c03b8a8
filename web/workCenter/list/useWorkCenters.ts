import { useLayoutEffect, useState } from 'react'
import { useAskedAhead } from '#web/api/ahead.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { WorkCentersDocument, type WorkCentersQuery } from '#web/api/generated/graphql.ts'
import { useLiveStore } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'

const NOTHING = {}

/** Returns the work centers that the viewer may see, asked again when one of them or its group changes; their live states go to the store. */
export function useWorkCenters() {
  const store = useLiveStore()
  const interest = { workCenterIds: null, kinds: ['workCenter'] } as const
  const [{ data, error, fetching: isFetching }, refetch] = useFreshQuery(WorkCentersDocument, NOTHING, interest, {
    requestPolicy: useAskedAhead(WorkCentersDocument),
  })
  const [workCenters, setWorkCenters] = useState<WorkCentersQuery['workCenters']>()
  // Drawn once their states are in the store: a list that is drawn first without and then with its figures takes twice as long.
  useLayoutEffect(() => {
    if (!data) return
    store.apply(data.workCenters.flatMap(({ live }) => (live ? [liveFromQuery(live)] : [])))
    setWorkCenters(data.workCenters)
  }, [data, store])
  return { workCenters, error, isFetching, refetch }
}
