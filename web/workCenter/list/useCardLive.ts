import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useLiveStore } from '#web/api/live.ts'
import { stylesMatch } from './card.view.ts'

/**
 * Returns the live state of a card. The same object while nothing visible changed, and while the card is off screen, so that with five hundred
 * machines at one message a second only visible cards render.
 */
export function useCardLive(id: number, isNear: boolean): LiveWorkCenter | undefined {
  const store = useLiveStore()
  const shown = useRef<LiveWorkCenter | undefined>(undefined)
  const subscribe = useCallback((listener: () => void) => (isNear ? store.subscribe(id, listener) : () => {}), [store, id, isNear])
  const read = useCallback(() => {
    const latest = store.get(id)
    if (isNear || shown.current === undefined) shown.current = stylesMatch(shown.current, latest) ? shown.current : latest
    return shown.current
  }, [store, id, isNear])
  return useSyncExternalStore(subscribe, read)
}
