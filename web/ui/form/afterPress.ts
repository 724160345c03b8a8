/** Calls back at once, or when the pointer that is pressed now is let go: what appears while a button is pressed would move the button away from under the pointer, and the press would be lost. */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) run()
  else addEventListener('pointerup', () => setTimeout(run), { once: true, capture: true })
}
