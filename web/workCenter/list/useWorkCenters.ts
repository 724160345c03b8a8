import { useCallback, useEffect } from 'react'
import { useQuery } from 'urql'
import { WorkCentersDocument } from '#web/api/generated/graphql.ts'
import { useLiveStore, useRefetchOnGap } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'

/** Returns the work centers that the viewer may see, asked again when live messages may have been missed; their live states go to the store. */
export function useWorkCenters() {
  const store = useLiveStore()
  const [{ data, error, fetching: isFetching }, ask] = useQuery({ query: WorkCentersDocument })
  const workCenters = data?.workCenters
  useEffect(() => {
    if (workCenters) store.apply(workCenters.flatMap(({ live }) => (live ? [liveFromQuery(live)] : [])))
  }, [workCenters, store])
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  useRefetchOnGap(refetch)
  return { workCenters, error, isFetching, refetch }
}
