import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Provider } from 'urql'
import { createGraphqlClient } from '#web/api/graphql.ts'
import { connectLive, LiveContext } from '#web/api/live.ts'
import { createLiveStore } from '#web/api/liveStore.ts'
import { localeOf } from './i18n/language.ts'
import { useSession } from './session.ts'
import { heldTenant } from './tenant.ts'
import { ViewerGate } from './ViewerGate.tsx'

/** Returns everything that needs a session: data client, live connection, viewer and pages. */
export function SignedIn({ createRouter }: { readonly createRouter: () => AnyRouter }) {
  const session = useSession()
  const { i18n } = useTranslation()
  const [live] = useState(createLiveStore)
  const [router] = useState(createRouter)
  const client = useMemo(
    () =>
      createGraphqlClient({
        url: '/api/graphql',
        accessToken: session.accessToken,
        signInAgain: session.signInAgain,
        language: () => localeOf(i18n),
        tenantId: heldTenant,
      }),
    [session, i18n],
  )
  useEffect(() => connectLive(live, { url: '/api/supervisor', accessToken: session.accessToken, tenantId: heldTenant() }), [live, session])
  return (
    <Provider value={client}>
      <LiveContext value={live}>
        <ViewerGate>
          <RouterProvider router={router} />
        </ViewerGate>
      </LiveContext>
    </Provider>
  )
}
