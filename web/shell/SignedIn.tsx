import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { type Client, Provider } from 'urql'
import { LiveContext } from '#web/api/live.ts'
import { createLiveStore } from '#web/api/liveStore.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { onServerState, serverState } from '#web/base/serverState.ts'
import { useProbes } from './useProbes.ts'
import { ViewerGate } from './ViewerGate.tsx'

const MaintenanceNotice = lazyPart(() => withTexts('maintenance', import('./maintenance/MaintenanceNotice.tsx')))

/** Returns everything that needs a session: live connection, viewer and pages. */
export function SignedIn({ client: clientOf, router }: { readonly client: () => Client; readonly router: AnyRouter }) {
  const { i18n } = useCommonTexts()
  const [client] = useState(clientOf)
  const [live] = useState(createLiveStore)
  const state = useSyncExternalStore(onServerState, serverState)
  const isClosed = state === 'maintenance'
  const isOut = isClosed || state === 'away'
  useProbes(client, state)
  useEffect(() => {
    // What the server says in words it says in the language of the request.
    const refetch = () => live.requestRefetch()
    i18n.on('languageChanged', refetch)
    return () => i18n.off('languageChanged', refetch)
  }, [i18n, live])
  const wasOut = useRef(false)
  useEffect(() => {
    if (wasOut.current && !isOut) live.requestRefetch()
    wasOut.current = isOut
  }, [isOut, live])
  return (
    <Provider value={client}>
      <LiveContext value={live}>
        {isClosed && (
          <Suspense fallback={null}>
            <MaintenanceNotice />
          </Suspense>
        )}
        {/* Hidden, not taken away: what somebody was typing is there when the work is done. */}
        <div hidden={isClosed}>
          <ViewerGate>
            <RouterProvider router={router} />
          </ViewerGate>
        </div>
      </LiveContext>
    </Provider>
  )
}
