import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'
import { useLiveStore } from '#web/api/live.ts'
import { onSecond } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListedCard } from './WorkCenterCard.tsx'
import { listIds, type ListSearch } from './workCenters.view.ts'

const NONE: readonly ListedCard[] = []

/**
 * Returns the cards in their order. What the person asks for applies at once; what live data changes applies at most once a second, and not while
 * the pointer or the focus is in the list: then `isChanged` says so and `refresh` applies it.
 */
export function useShownOrder(workCenters: readonly ListedCard[] | undefined, search: ListSearch) {
  const format = useFormat()
  const store = useLiveStore()
  const isHeld = useRef(false)
  const version = useSyncExternalStore(onSecond, store.version)
  const wanted = useMemo(
    () => listIds(workCenters ?? NONE, search, store.all(), format.compare),
    // oxlint-disable-next-line react/exhaustive-deps
    [workCenters, search, store, format, version],
  )
  const asked = useMemo(() => ({ workCenters, search }), [workCenters, search])
  const [applied, setApplied] = useState({ asked, ids: wanted })
  const isSame = sameOrder(applied.ids, wanted)
  const apply = useCallback(() => setApplied({ asked, ids: wanted }), [asked, wanted])

  useEffect(() => {
    if (applied.asked !== asked || (!isSame && !isHeld.current)) apply()
  }, [applied.asked, asked, isSame, apply])

  const byId = useMemo(() => new Map((workCenters ?? NONE).map((workCenter) => [workCenter.id, workCenter])), [workCenters])
  const shown = (applied.asked === asked ? applied.ids : wanted).flatMap((id) => byId.get(id) ?? [])
  return {
    shown,
    isChanged: applied.asked === asked && !isSame && isHeld.current,
    refresh: apply,
    holders: {
      onMouseEnter: () => (isHeld.current = true),
      onMouseLeave: () => (isHeld.current = false),
      onFocus: () => (isHeld.current = true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) isHeld.current = false
      },
    },
  }
}

function sameOrder(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index])
}
