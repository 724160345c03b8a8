import { useEffect, type RefObject } from 'react'
import { areSingleKeysOn, isSingleKey } from '#web/ui/singleKeys.ts'

/** Lets `j` and `k` walk the links of the rows inside the element, and `x` choose the row that has the focus (U-43). */
export function useRowKeys(host: RefObject<HTMLElement | null>, onChoose: (id: number) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (host.current === null || !['j', 'k', 'x'].includes(event.key) || !isRowKey(event)) return
      const rows = [...host.current.querySelectorAll<HTMLElement>('[data-row]')]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      if (event.key === 'x') {
        if (at >= 0) onChoose(Number(rows[at]?.dataset['row']))
      } else {
        const next = at < 0 ? 0 : at + (event.key === 'j' ? 1 : -1)
        rows[next]?.querySelector<HTMLElement>('a[href]')?.focus()
      }
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [host, onChoose])
}

/** A box to tick is no field to type into. */
function isRowKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  return isSingleKey(event) || (isBox && !event.ctrlKey && !event.metaKey && !event.altKey && areSingleKeysOn())
}
