import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useLiveStore } from '#web/api/live.ts'
import { looksSame } from './card.view.ts'

/**
 * Returns the live state that a card shows. It stays the same object while nothing visible changed, and while the card is away from the screen:
 * five hundred machines at one message a second then render only what somebody can see.
 */
export function useCardLive(id: number, isNear: boolean): LiveWorkCenter | undefined {
  const store = useLiveStore()
  const shown = useRef<LiveWorkCenter | undefined>(undefined)
  const subscribe = useCallback((listener: () => void) => (isNear ? store.subscribe(id, listener) : () => {}), [store, id, isNear])
  const read = useCallback(() => {
    const latest = store.get(id)
    if (isNear || shown.current === undefined) shown.current = looksSame(shown.current, latest) ? shown.current : latest
    return shown.current
  }, [store, id, isNear])
  return useSyncExternalStore(subscribe, read)
}
