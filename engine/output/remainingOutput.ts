import type { OutputCount } from '#engine/facts.ts'
import { countedOutput } from '#engine/jobOrder/orderOutput.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'

/** What a device registered in an output segment, and what people confirmed of it. */
export type RegisteredOutput = {
  readonly registered: OutputCount
  /** By all orders. */
  readonly confirmed: OrderQuantity
  /** By the order in question. */
  readonly confirmedOfOrder: OrderQuantity
  /** Where each stroke made a piece of every one of several orders; else null. */
  readonly strokes: number | null
}

/**
 * Returns what waits for its confirmation in the segment (domain.md O-3): what the device registered less what is confirmed. Of orders that share
 * strokes each has its own rest (domain.md O-16).
 */
export function remainingOutput({ registered, confirmed, confirmedOfOrder, strokes }: RegisteredOutput): OutputCount {
  const rejects = Math.max(registered.rejected, confirmed.rejected)
  if (strokes === null) return countedOutput({ ...registered, rejected: rejects }, confirmed)
  const own = confirmedOfOrder.accepted + confirmedOfOrder.rejected
  const total = Math.max(0, strokes - own)
  const rejected = Math.min(total, rejects - confirmed.rejected)
  return { total, accepted: total - rejected, rejected }
}
