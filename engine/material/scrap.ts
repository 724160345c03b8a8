import type { Problem } from '#engine/result.ts'

/** Returns the problem of a posting that says nothing of items whose scrap each confirmation names; 0 is said, too (domain.md S-73). */
export function problemOfMissingScrap(
  possible: readonly { readonly itemId: number; readonly isConfirmationRequired: boolean }[],
  said: readonly { readonly itemId: number }[],
  { isTracked }: { readonly isTracked: boolean },
): Problem | null {
  if (!isTracked) return null
  const missing = possible.filter((scrap) => scrap.isConfirmationRequired && said.every(({ itemId }) => itemId !== scrap.itemId))
  if (missing.length === 0) return null
  return { code: 'SCRAP_REQUIRED', field: 'scraps', params: { itemIds: missing.map(({ itemId }) => itemId).join(', ') } }
}
