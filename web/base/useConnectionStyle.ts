import { useSyncExternalStore } from 'react'
import { useConnection } from '#web/api/live.ts'
import { serverNow, useNow } from '#web/ui/clock.ts'
import { onServerState, serverState } from './serverState.ts'

/** A lost connection is called offline after this long, or at once when the browser itself is offline (U-40). */
const OFFLINE_AFTER_MS = 10_000

export type ConnectionStyle = { readonly status: 'connecting' | 'live' | 'reconnecting' | 'offline'; readonly since: number }

let lostAt = navigator.onLine ? 0 : serverNow()

/**
 * Returns how the live connection is shown, and since when. A browser that says it is offline is believed once something failed: it notices at once
 * what the connection tells much later, but there are servers that need no network.
 */
export function useConnectionStyle(): ConnectionStyle {
  const { status, since } = useConnection()
  const isOnline = useIsOnline()
  const server = useSyncExternalStore(onServerState, serverState)
  const now = useNow()
  const hasFailed = status === 'reconnecting' || server === 'doubted' || server === 'away'
  if (!isOnline && hasFailed) return { status: 'offline', since: status === 'reconnecting' ? since : lostAt }
  return { status: status === 'reconnecting' && now - since > OFFLINE_AFTER_MS ? 'offline' : status, since }
}

/** Returns whether the browser has a network, as far as it knows. */
function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

/** Why parts of the page may have nothing to show: no network, or a server that does not answer. */
export type Outage = 'offline' | 'away'

/** Returns the outage that the page lives with, null without one. */
export function useOutage(): Outage | null {
  const isOnline = useIsOnline()
  const server = useSyncExternalStore(onServerState, serverState)
  if (server !== 'away' && !(server === 'doubted' && !isOnline)) return null
  return isOnline ? 'away' : 'offline'
}

function subscribeOnline(listener: () => void): () => void {
  const lost = () => {
    lostAt = serverNow()
    listener()
  }
  addEventListener('online', listener)
  addEventListener('offline', lost)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', lost)
  }
}
