import { useCallback, useLayoutEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useAskedAhead } from '#web/api/ahead.ts'
import { WorkCentersDocument, type WorkCentersQuery } from '#web/api/generated/graphql.ts'
import { useLiveStore, useRefetchOnGap } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'

/** Returns the work centers that the viewer may see, asked again when live messages may have been missed; their live states go to the store. */
export function useWorkCenters() {
  const store = useLiveStore()
  const [{ data, error, fetching: isFetching }, ask] = useQuery({
    query: WorkCentersDocument,
    requestPolicy: useAskedAhead(WorkCentersDocument),
  })
  const [workCenters, setWorkCenters] = useState<WorkCentersQuery['workCenters']>()
  // Drawn once their states are in the store: a list that is drawn first without and then with its figures takes twice as long.
  useLayoutEffect(() => {
    if (!data) return
    store.apply(data.workCenters.flatMap(({ live }) => (live ? [liveFromQuery(live)] : [])))
    setWorkCenters(data.workCenters)
  }, [data, store])
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  useRefetchOnGap(refetch)
  return { workCenters, error, isFetching, refetch }
}
