import { useEffect, useRef, type RefObject } from 'react'
import { areSingleKeysOn, isSingleKey } from '#web/ui/singleKeys.ts'

/** What the keys do with rows. Each is an element with `data-row`, its key; a link or a button with `data-open` in it opens it. */
type RowActions = {
  readonly onSelect: (key: string) => void
  /** Selects the row and all from the one that was selected last; without it Shift does nothing. */
  readonly onSelectTo?: (key: string) => void
  /** Empties the selection; returns whether there was one. */
  readonly onClear?: () => boolean
  /** Brings a row into sight that is not drawn: the first or the last. */
  readonly onEdge?: (edge: 'first' | 'last') => void
  /** Alt with an arrow moves the row that has the focus by one place up or down. */
  readonly onMove?: (key: string, by: -1 | 1) => void
  /** Letters of the page, with the key of the row that has the focus; null = none has. */
  readonly letters?: ReadonlyMap<string, (key: string | null) => void>
}

const KEYS = ['j', 'k', 'J', 'K', 'x', 'Home', 'End', 'Escape']

/** Lets keys walk the rows in an element, and letters of the page act on them: `j` and `k` go on and back, Home and End to the edges, `x` selects, Shift selects on the way, Escape empties the selection, Alt with an arrow moves a row. */
export function useRowKeys(host: RefObject<HTMLElement | null>, actions: RowActions): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (host.current === null) return
      const moved = isMoveKey(event) ? focusedRow(host.current) : null
      if (moved !== null && current.current.onMove !== undefined) {
        current.current.onMove(moved, event.key === 'ArrowUp' ? -1 : 1)
        event.preventDefault()
        return
      }
      if (!isRowKey(event)) return
      const letter = current.current.letters?.get(event.key)
      if (letter !== undefined) {
        letter(focusedRow(host.current))
        event.preventDefault()
        return
      }
      if (!KEYS.includes(event.key)) return
      if (act(event.key, host.current, current.current)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [host])
}

/** Returns whether the key did something. */
function act(key: string, host: HTMLElement, { onSelect, onSelectTo, onClear, onEdge }: RowActions): boolean {
  const rows = [...host.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rowWithFocus(rows, document.activeElement)
  const keyAt = (index: number) => rows[index]?.dataset['row']
  if (key === 'Escape') return onClear?.() ?? false
  if (key === 'x') {
    const chosen = keyAt(at)
    if (chosen !== undefined) onSelect(chosen)
    return true
  }
  if (key === 'Home' || key === 'End') {
    // Elsewhere they move the page.
    if (at < 0) return false
    const edge = key === 'Home' ? 'first' : 'last'
    onEdge?.(edge)
    // What was not drawn is after the next picture.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => focusRow([...host.querySelectorAll<HTMLElement>('[data-row]')].at(edge === 'first' ? 0 : -1))),
    )
    return true
  }
  const isBack = key.toLowerCase() === 'k'
  const next = at < 0 ? 0 : at + (isBack ? -1 : 1)
  if (key === 'J' || key === 'K') {
    if (onSelectTo === undefined) return false
    const here = keyAt(at)
    if (here !== undefined) onSelectTo(here)
    const there = keyAt(next)
    if (there !== undefined) onSelectTo(there)
  }
  focusRow(rows[next])
  return true
}

function focusedRow(host: HTMLElement): string | null {
  const rows = [...host.querySelectorAll<HTMLElement>('[data-row]')]
  return rows[rowWithFocus(rows, document.activeElement)]?.dataset['row'] ?? null
}

/** Returns which of the rows, in the order of the page, has the focus, -1 = none: where rows stand in a row it is the innermost. */
export function rowWithFocus<Element>(rows: readonly { contains(element: Element): boolean }[], focused: Element): number {
  return rows.findLastIndex((row) => row.contains(focused))
}

function focusRow(row: HTMLElement | undefined): void {
  const target = row?.querySelector<HTMLElement>('[data-open], a[href]') ?? row
  target?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** A key held down moves once: each move is saved before the next one. */
function isMoveKey({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent): boolean {
  return altKey && !ctrlKey && !metaKey && !shiftKey && !repeat && (key === 'ArrowUp' || key === 'ArrowDown')
}

/** A box to tick is no field to type into. */
function isRowKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  return isSingleKey(event) || (isBox && !event.ctrlKey && !event.metaKey && !event.altKey && areSingleKeysOn())
}
