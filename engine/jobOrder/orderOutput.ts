import type { OutputCount } from '#engine/facts.ts'

/** Units of an order, accepted and rejected. */
export type OrderQuantity = { readonly accepted: number; readonly rejected: number }

/**
 * Returns what stands of an order (domain.md J-8): the effective output of the segments in which it was the only one, and what was confirmed of it
 * elsewhere. The two are never added twice.
 */
export function madeOutput(alone: OrderQuantity, confirmedElsewhere: OrderQuantity): OutputCount {
  const accepted = alone.accepted + confirmedElsewhere.accepted
  const rejected = alone.rejected + confirmedElsewhere.rejected
  return { total: accepted + rejected, accepted, rejected }
}

/** Returns what a device counted of an order and nobody confirmed yet (domain.md J-8); made is the sum of it and of what is confirmed. */
export function countedOutput(made: OutputCount, confirmed: OrderQuantity): OutputCount {
  const total = Math.max(0, made.total - (confirmed.accepted + confirmed.rejected))
  const rejected = Math.min(total, Math.max(0, made.rejected - confirmed.rejected))
  return { total, accepted: total - rejected, rejected }
}
