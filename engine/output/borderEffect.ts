import type { JobOrderId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import { byMiddle, confirmationsWithin } from './effectiveOutput.ts'
import { orderParts, sumQuantities } from './orderParts.ts'
import type { SaidOfSegment, StandingSegment } from './orderParts.ts'
import { roundUnits } from './outputCount.ts'

/** An output segment of a fold; `end` null = it still counts. */
export type ComparedSegment = StandingSegment & { readonly start: number; readonly end: number | null }

/** What was made of an order, of several that were counted together, or without one (no ids), before a border moved and after. */
export type MovedOutput = { readonly jobOrderIds: readonly JobOrderId[]; readonly before: OrderQuantity; readonly after: OrderQuantity }

type Said = SaidOfSegment & { readonly start: number; readonly end: number | null }

/**
 * Returns what the segments of two folds of the same samples give differently to orders (domain.md F-5), those with the first orders ahead: the quantities are
 * those of the segments that differ. Confirmations keep their time and belong to the segment of their middle.
 */
export function borderEffect(
  before: readonly ComparedSegment[],
  after: readonly ComparedSegment[],
  said: readonly Said[],
): readonly MovedOutput[] {
  const ordered = byMiddle(said)
  const same = new Set(before.map(nameOf).filter((name) => after.some((segment) => nameOf(segment) === name)))
  const madeOf = (segments: readonly ComparedSegment[]) =>
    Map.groupBy(
      segments
        .filter((segment) => !same.has(nameOf(segment)))
        .flatMap((segment) => orderParts(segment, confirmationsWithin(ordered, segment.start, segment.end))),
      ({ jobOrderIds }) => jobOrderIds.join(),
    )
  const [made, changed] = [madeOf(before), madeOf(after)]
  return [...new Set([...made.keys(), ...changed.keys()])]
    .map((key) => {
      const [was, is] = [made.get(key) ?? [], changed.get(key) ?? []]
      const jobOrderIds = (was[0] ?? is[0])?.jobOrderIds ?? []
      return { jobOrderIds, before: sumQuantities(was.map((part) => part.made)), after: sumQuantities(is.map((part) => part.made)) }
    })
    .filter((part) => part.before.accepted !== part.after.accepted || part.before.rejected !== part.after.rejected)
    .toSorted((a, b) => (a.jobOrderIds[0] ?? Infinity) - (b.jobOrderIds[0] ?? Infinity))
}

/** Returns the change laid upon what was made of the order in all, beyond the segments that differ. */
export function uponMade({ before, after }: MovedOutput, made: OrderQuantity): Pick<MovedOutput, 'after' | 'before'> {
  return {
    before: made,
    after: {
      accepted: roundUnits(made.accepted + after.accepted - before.accepted),
      rejected: roundUnits(made.rejected + after.rejected - before.rejected),
    },
  }
}

function nameOf({ start, end, jobOrderIds, effective, strokes }: ComparedSegment): string {
  return [start, end, strokes, effective.accepted, effective.rejected, ...jobOrderIds].join(' ')
}
