/** Opens the menu of the moves of a request on the board or in the list; nothing happens where it has none. */
export function openMoves(id: number): void {
  document.querySelector<HTMLElement>(`[data-row="${id}"] [aria-haspopup="menu"]`)?.click()
}
