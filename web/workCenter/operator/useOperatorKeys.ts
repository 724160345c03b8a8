import { useEffect, useRef } from 'react'
import { isTypedFast } from '#web/parts/scan/scanBurst.ts'
import { areSingleKeysOn } from '#web/ui/singleKeys.ts'

/** Two of Escape within this time leave operator mode. */
const TWICE_MS = 2_000
const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select'

type Keys = {
  readonly onLeave: () => void
  /** Escape pressed once. */
  readonly onEscape: () => void
  readonly onUndo: () => void
  readonly onLater: () => void
  readonly onRow: (by: 1 | -1) => void
}

/**
 * Gives operator mode its keys: `1` to `9` press the tiles that are shown, `u` takes back, `l` puts a question off, the arrows and `j`, `k` go from row to
 * row, Escape twice leaves. Letters of the page behind do nothing; fields and strips keep their own keys.
 */
export function useOperatorKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let escapedAt = -Infinity
    const hear = (event: KeyboardEvent) => {
      // The keys of a scanner are no shortcuts.
      if (isTypedFast(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return
      const { target, key } = event
      const element = target instanceof HTMLElement ? target : null
      if (key === 'Escape') {
        if (element?.closest('[role="menu"]') != null) return
        if (event.timeStamp - escapedAt < TWICE_MS) latest.current.onLeave()
        else latest.current.onEscape()
        escapedAt = event.timeStamp
        return
      }
      if (element?.closest(TYPED_INTO) != null || element?.closest('[role="slider"], [role="menu"]') != null || !areSingleKeysOn()) return
      if (act(key, latest.current)) event.preventDefault()
      // What stands behind the screen hears no letters.
      if (key.length === 1) event.stopPropagation()
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
}

function act(key: string, keys: Keys): boolean {
  if (/^[1-9]$/.test(key)) {
    const tile = document.querySelector<HTMLButtonElement>(`[data-tiles] [data-place="${key}"]`)
    tile?.click()
    return tile !== null
  }
  if (key === 'u') keys.onUndo()
  else if (key === 'l') keys.onLater()
  else if (key === 'ArrowDown' || key === 'j') keys.onRow(1)
  else if (key === 'ArrowUp' || key === 'k') keys.onRow(-1)
  else return false
  return true
}
