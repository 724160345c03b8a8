import { useEffect } from 'react'
import { useClient } from 'urql'
import { UserAbilitiesDocument } from '#web/api/generated/graphql.ts'
import { connectLive, useLiveStore } from '#web/api/live.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useSession } from '#web/base/session.ts'
import { whenIdle } from '#web/base/whenIdle.ts'

/** After a failure of the live connection the API is asked whether the session still holds, at most this often. */
const PROBE_PAUSE_MS = 5_000

/** The page is drawn first; it may not be kept from its live data for longer. */
const IDLE_LIMIT_MS = 1_000

/** Keeps the live connection of the page (spec 000 §4); none for people without a company. */
export function useLiveConnection(): void {
  const store = useLiveStore()
  const session = useSession()
  const client = useClient()
  const viewer = useViewer()
  const isWanted = viewer.company !== null && !viewer.isProofDue
  useEffect(() => {
    if (!isWanted) return undefined
    let probedAt = 0
    let end = () => {}
    const connect = () => {
      end = connectLive(store, {
        url: '/api/supervisor',
        accessToken: session.accessToken,
        tenantId: session.tenantId,
        onFailure: () => {
          if (Date.now() - probedAt < PROBE_PAUSE_MS) return
          probedAt = Date.now()
          // A 401 leads to the identity provider, as everywhere.
          void client.query(UserAbilitiesDocument, {}, { requestPolicy: 'network-only' }).toPromise()
        },
      })
    }
    const forget = whenIdle(connect, IDLE_LIMIT_MS)
    return () => {
      forget()
      end()
    }
  }, [isWanted, store, session, client])
}
