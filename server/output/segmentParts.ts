import type { WorkCenterId } from '#engine/ids.ts'
import { byMiddle, confirmationsWithin } from '#engine/output/effectiveOutput.ts'
import { orderParts } from '#engine/output/orderParts.ts'
import type { OrderPart } from '#engine/output/orderParts.ts'
import type { Tenant } from '#server/db/database.ts'
import { listFigureConfirmations } from './outputFigures.store.ts'
import type { FigureConfirmation, FigureSegment } from './outputFigures.store.ts'

/** An output segment with what was made of each order. */
export type SegmentWithParts = FigureSegment & { readonly parts: readonly OrderPart[] }

type DividedSegment = Pick<FigureSegment, 'accepted' | 'end' | 'jobOrderIds' | 'rejected' | 'start' | 'strokes' | 'workCenterId'>

/** Returns the segments with what stands and what is confirmed of each order in them (domain.md J-8), from one more statement. */
export async function withOrderParts<Segment extends DividedSegment>(
  tenant: Tenant,
  segments: readonly Segment[],
): Promise<readonly (Segment & { readonly parts: readonly OrderPart[] })[]> {
  if (segments.length === 0) return []
  const start = segments.reduce((least, one) => Math.min(least, one.start), Infinity)
  const end = segments.reduce((most, one) => Math.max(most, one.end ?? Number.MAX_SAFE_INTEGER), 0)
  const ids = [...new Set(segments.map(({ workCenterId }) => workCenterId))]
  const said: ReadonlyMap<WorkCenterId, readonly FigureConfirmation[]> = Map.groupBy(
    await listFigureConfirmations(tenant, ids, { start, end }),
    ({ workCenterId }) => workCenterId,
  )
  const ordered = new Map([...said].map(([id, own]) => [id, byMiddle(own)]))
  return segments.map((segment) => {
    const { jobOrderIds, strokes, accepted, rejected, workCenterId } = segment
    const own = confirmationsWithin(ordered.get(workCenterId) ?? [], segment.start, segment.end)
    return { ...segment, parts: orderParts({ jobOrderIds, strokes, effective: { accepted, rejected } }, own) }
  })
}
