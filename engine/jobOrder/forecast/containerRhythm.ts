import { microOf, quantityOf } from '#engine/material/quantity.ts'

/**
 * Returns how many units are missing of the next full container, and how many are full and not confirmed (domain.md F-7). Made and confirmed are accepted
 * units; they and `containerQuantity` (above 0) are reckoned in whole millionths, so that metres are as exact as pieces.
 */
export function containerFill(
  madeAccepted: number,
  lastPostingAt: number,
  containerQuantity: number,
): { readonly full: number; readonly missing: number } {
  const since = Math.max(0, microOf(madeAccepted) - microOf(lastPostingAt))
  // Less than a millionth is asked of nobody, and divides nothing.
  const whole = Math.max(1, microOf(containerQuantity))
  return { full: Math.floor(since / whole), missing: quantityOf(whole - (since % whole)) }
}
