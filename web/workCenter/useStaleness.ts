import { useSyncExternalStore } from 'react'
import { useLiveStore } from '#web/api/live.ts'
import { onSecond, serverNow } from '#web/ui/clock.ts'
import { staleSince } from './staleness.view.ts'

/** Returns the instant of the last data when it is old enough to be doubted, else null; the component renders only when that changes. */
export function useStaleness(id: number): number | null {
  const store = useLiveStore()
  return useSyncExternalStore(onSecond, () => staleSince(store.get(id), { now: serverNow(), connection: store.connection() }))
}
