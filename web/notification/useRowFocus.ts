import { useEffect, useRef } from 'react'
import { rowAfter } from './notifications.view.ts'

type Acted = { readonly id: string; readonly nextId: string | null; readonly isFocused: boolean }

/** Returns what remembers the row that is acted on: when its button goes the row has the focus, when the row goes the next one, so that the keys walk on from there. */
export function useRowFocus(items: readonly { readonly id: string }[] | undefined): (id: string) => void {
  const acted = useRef<Acted | null>(null)
  useEffect(() => {
    const last = acted.current
    if (last === null || items === undefined) return
    const isThere = items.some(({ id }) => id === last.id)
    if (!isThere) acted.current = null
    // Who went elsewhere meanwhile stays there.
    if (document.activeElement !== document.body || (isThere && last.isFocused)) return
    if (isThere) acted.current = { ...last, isFocused: true }
    document.querySelector<HTMLElement>(`[data-row="${isThere ? last.id : last.nextId}"]`)?.focus()
  }, [items])
  return (id) => {
    acted.current = { id, nextId: rowAfter(items?.map((item) => item.id) ?? [], id), isFocused: false }
  }
}
