/** Returns how many units are missing of the next full container, and how many are full and not confirmed (domain.md F-7). Made and confirmed are accepted units. */
export function containerFill(
  madeAccepted: number,
  lastPostingAt: number,
  containerQuantity: number,
): { readonly full: number; readonly missing: number } {
  const since = Math.max(0, madeAccepted - lastPostingAt)
  const full = Math.floor(since / containerQuantity)
  return { full, missing: containerQuantity - (since - full * containerQuantity) }
}
