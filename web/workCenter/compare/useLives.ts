import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useLiveStore } from '#web/api/live.ts'

type Lives = readonly (LiveWorkCenter | undefined)[]

/** Returns the live states of a few work centers, in the order of the ids. */
export function useLives(ids: readonly number[]): Lives {
  const store = useLiveStore()
  const key = ids.join(',')
  const last = useRef<Lives>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = idsOf(key).map((id) => store.subscribe(id, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store, key],
  )
  return useSyncExternalStore(subscribe, () => {
    const next = ids.map((id) => store.get(id))
    const isSame = next.length === last.current.length && next.every((live, index) => live === last.current[index])
    if (!isSame) last.current = next
    return last.current
  })
}

function idsOf(key: string): readonly number[] {
  return key === '' ? [] : key.split(',').map(Number)
}
