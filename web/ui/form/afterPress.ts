/**
 * Runs at once, or when the pressed pointer is released: content that appears during a press would move the button away, and the press would be
 * lost.
 */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) run()
  else addEventListener('pointerup', () => setTimeout(run), { once: true, capture: true })
}
