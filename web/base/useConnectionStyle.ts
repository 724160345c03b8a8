import { useSyncExternalStore } from 'react'
import { useConnection } from '#web/api/live.ts'
import { useNow } from '#web/ui/clock.ts'

/** A lost connection is called offline after this long, or at once when the browser itself is offline (U-40). */
const OFFLINE_AFTER_MS = 10_000

export type ConnectionStyle = { readonly status: 'connecting' | 'live' | 'reconnecting' | 'offline'; readonly since: number }

/** Returns how the live connection is shown, and since when. */
export function useConnectionStyle(): ConnectionStyle {
  const { status, since } = useConnection()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const now = useNow()
  if (status !== 'reconnecting') return { status, since }
  return { status: !isOnline || now - since > OFFLINE_AFTER_MS ? 'offline' : status, since }
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
