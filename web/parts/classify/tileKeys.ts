import type { KeyboardEvent } from 'react'
import { isTypedFast } from '#web/parts/scan/scanBurst.ts'
import { areSingleKeysOn } from '#web/ui/singleKeys.ts'

/**
 * Presses the tile of a key 1 to 9 in the element. A search that holds no text yet hears them, too: it has the focus as soon as reasons are shown. A key
 * that is held presses nothing: the next stop would get the reason unseen.
 */
export function pressTile(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  // The digits of a code are no choice.
  if (isTypedFast(event)) return
  if (!/^[1-9]$/.test(key) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return
  const isEmptySearch = target instanceof HTMLInputElement && target.type === 'search' && target.value === ''
  if (!isEmptySearch && target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
  const tile = currentTarget.querySelector<HTMLButtonElement>(`[data-tile="${key}"]`)
  if (tile === null) return
  event.preventDefault()
  tile.click()
}
