import type { JobOrderId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import { roundUnits } from './outputCount.ts'

/** What was made of one order, or of several that were counted together; no orders = without an order. */
export type OrderPart = {
  readonly jobOrderIds: readonly JobOrderId[]
  readonly made: OrderQuantity
  readonly confirmed: OrderQuantity
}

/** An output segment by what stands of it (domain.md S-62). */
export type StandingSegment = {
  readonly jobOrderIds: readonly JobOrderId[]
  /** Where each stroke made a piece of every order; else null. */
  readonly strokes: number | null
  readonly effective: OrderQuantity
}

/** A live confirmation within the segment. */
export type SaidOfSegment = OrderQuantity & { readonly jobOrderId: JobOrderId | null; readonly isClosing: boolean }

/**
 * Returns the effective output of a segment by order (domain.md J-8, O-18): an order has what was made in segments of its own, its strokes, and what was
 * confirmed of it elsewhere; what several made together belongs to none of them until it is confirmed. The parts add up to the effective output.
 */
export function orderParts({ jobOrderIds, strokes, effective }: StandingSegment, said: readonly SaidOfSegment[]): OrderPart[] {
  const left = { accepted: effective.accepted, rejected: effective.rejected }
  const parts: OrderPart[] = []
  const take = (ids: readonly JobOrderId[], wanted: OrderQuantity, confirmed: OrderQuantity) => {
    const made = taken(left, wanted)
    left.accepted = roundUnits(left.accepted - made.accepted)
    left.rejected = roundUnits(left.rejected - made.rejected)
    parts.push({ jobOrderIds: ids, made, confirmed })
  }
  const sumOf = (of: (one: SaidOfSegment) => boolean) => sumQuantities(said.filter(of))
  const foreign = new Set(said.flatMap(({ jobOrderId }) => (jobOrderId === null || jobOrderIds.includes(jobOrderId) ? [] : [jobOrderId])))
  for (const id of foreign) {
    const own = sumOf(({ jobOrderId }) => jobOrderId === id)
    take([id], own, own)
  }
  if (jobOrderIds.length > 1)
    for (const id of jobOrderIds) {
      const own = sumOf(({ jobOrderId }) => jobOrderId === id)
      const isClosed = said.some(({ jobOrderId, isClosing }) => isClosing && jobOrderId === id)
      const units = own.accepted + own.rejected
      const made = strokes === null || isClosed ? units : Math.max(strokes, units)
      if (made > 0 || units > 0) take([id], { accepted: made - own.rejected, rejected: own.rejected }, own)
    }
  const isOfRest = ({ jobOrderId }: SaidOfSegment) => jobOrderId === null || (jobOrderIds.length === 1 && jobOrderId === jobOrderIds[0])
  const rest = { accepted: left.accepted, rejected: left.rejected }
  const confirmed = sumOf(isOfRest)
  const isNothing = rest.accepted === 0 && rest.rejected === 0 && confirmed.accepted === 0 && confirmed.rejected === 0
  if (!isNothing || parts.length === 0) parts.push({ jobOrderIds, made: rest, confirmed })
  return parts
}

/** Returns the sum of the quantities. */
export function sumQuantities(quantities: readonly OrderQuantity[]): OrderQuantity {
  return {
    accepted: roundUnits(quantities.reduce((sum, { accepted }) => sum + accepted, 0)),
    rejected: roundUnits(quantities.reduce((sum, { rejected }) => sum + rejected, 0)),
  }
}

/** What is wanted of what is left: the units in sum, of the type that is wanted as long as there are any. */
function taken(left: OrderQuantity, wanted: OrderQuantity): OrderQuantity {
  const units = Math.min(wanted.accepted + wanted.rejected, left.accepted + left.rejected)
  const rejected = Math.max(Math.min(wanted.rejected, left.rejected, units), units - left.accepted)
  return { accepted: roundUnits(units - rejected), rejected: roundUnits(rejected) }
}
