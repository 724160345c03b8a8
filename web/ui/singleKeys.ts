const KEY = 'trueline.singleKeys'

/** A box that is ticked takes no letters. */
const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Returns whether keys without Ctrl act on the page; they can be switched off for software that presses keys by voice (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

/** Switches the keys without Ctrl on or off in this browser. */
export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
}

/** Returns whether a key without Ctrl may act: the switch is on, no field has the focus, and no dialog lies over the page; one beside a list does not. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented || !areSingleKeysOn()) return false
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.closest(TYPED_INTO) !== null
  return !isTyping && document.querySelector('dialog:modal') === null
}
