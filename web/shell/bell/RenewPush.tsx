import { useEffect } from 'react'
import { useClient } from 'urql'
import { AddPushSubscriptionDocument, PushKeyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { renewPush } from './renewPush.ts'

/** Shows nothing: keeps the viewer's messages coming to this browser, where they were switched on. What fails is tried with the next page. */
export default function RenewPush() {
  const client = useClient()
  const { id } = useViewer()
  const { run } = useChange(AddPushSubscriptionDocument)
  useEffect(() => {
    const server = {
      key: async () => (await client.query(PushKeyDocument, {}).toPromise()).data?.pushKey ?? null,
      add: async (input: Parameters<typeof run>[0]['input']) => (await run({ input })).data?.addPushSubscription.id ?? null,
    }
    renewPush(id, server).catch(() => null)
  }, [client, id, run])
  return null
}
