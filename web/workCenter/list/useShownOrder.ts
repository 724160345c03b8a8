import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'
import type { LiveStore } from '#web/api/liveStore.ts'
import { useLiveStore } from '#web/api/live.ts'
import { onSecond } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListSearch } from './listSearch.view.ts'
import type { ListedCard } from './listedCard.ts'
import { listIds } from './workCenters.view.ts'

const NONE: readonly ListedCard[] = []

/**
 * Returns the cards in order. A person's change applies at once; changes by live data at most once a second, and not while pointer or focus is in
 * the list: then `isChanged` says so and `refresh` applies them. Without a change nothing renders.
 */
export function useShownOrder(workCenters: readonly ListedCard[] | undefined, search: ListSearch) {
  const format = useFormat()
  const store = useLiveStore()
  const [isHeld, setHeld] = useState(false)
  const readIds = useMemo(
    () => idsReader(store, () => listIds(workCenters ?? NONE, search, store.all(), format.compare)),
    [workCenters, search, store, format],
  )
  const wanted = useSyncExternalStore(onSecond, readIds)
  const asked = useMemo(() => ({ workCenters, search }), [workCenters, search])
  const [applied, setApplied] = useState({ asked, ids: wanted })
  const isSame = sameOrder(applied.ids, wanted)
  const apply = useCallback(() => setApplied({ asked, ids: wanted }), [asked, wanted])

  useEffect(() => {
    if (applied.asked !== asked || (!isSame && !isHeld)) apply()
  }, [applied.asked, asked, isSame, isHeld, apply])

  const byId = useMemo(() => new Map((workCenters ?? NONE).map((workCenter) => [workCenter.id, workCenter])), [workCenters])
  const ids = applied.asked === asked ? applied.ids : wanted
  const shown = useMemo(() => ids.flatMap((id) => byId.get(id) ?? []), [ids, byId])
  const holders = useMemo(
    () => ({
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      // A finger has no hover before it presses.
      onPointerDownCapture: () => setHeld(true),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') setHeld(false)
      },
      onFocus: () => setHeld(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
      },
    }),
    [],
  )
  return { shown, isChanged: applied.asked === asked && !isSame && isHeld, refresh: apply, holders }
}

/** Returns the reader of the order; it answers the same list while nothing moved, so that a second of live data need not render anything. */
function idsReader(store: LiveStore, list: () => readonly number[]): () => readonly number[] {
  let version = -1
  let ids: readonly number[] = []
  return () => {
    if (version === store.version()) return ids
    const next = list()
    if (version === -1 || !sameOrder(ids, next)) ids = next
    version = store.version()
    return ids
  }
}

function sameOrder(left: readonly number[], right: readonly number[]): boolean {
  return left === right || (left.length === right.length && left.every((id, index) => id === right[index]))
}
