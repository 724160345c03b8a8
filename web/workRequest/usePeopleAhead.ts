import { useEffect, useRef } from 'react'
import { useClient } from 'urql'
import { type ListedRequestFragment, WorkRequestPeopleDocument } from '#web/api/generated/graphql.ts'
import { placesToAsk } from './workRequests.view.ts'

/** Reads who may be responsible before a request must say who is, so that it can also be said without a connection; of each place once. */
export function usePeopleAhead(requests: readonly ListedRequestFragment[] | undefined): void {
  const client = useClient()
  const asked = useRef(new Set<number | null>())
  useEffect(() => {
    const read = async () => {
      for (const workCenterId of placesToAsk(requests ?? [], asked.current)) {
        asked.current.add(workCenterId)
        const { error } = await client.query(WorkRequestPeopleDocument, { workCenterId }).toPromise()
        if (error !== undefined) asked.current.delete(workCenterId)
      }
    }
    void read()
  }, [client, requests])
}
