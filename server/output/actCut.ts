import { SAME_CUT_MS } from '#engine/output/outputCut.ts'
import { waitingIn } from '#engine/output/postingSegments.ts'
import type { PostingSegment } from '#engine/output/postingSegments.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { ActPlace, OutputAct } from './postAct.ts'
import { findLastPosting } from './posting.store.ts'
import { findCut, insertCut } from './postingSegment.store.ts'

/** A cut that must be written and folded before the act: what was counted until then is not what was counted until now. */
export type CutFirst = { readonly at: number; readonly by: ActPlace['by']['userId'] }

/** What of the records that it needs waits to be recalculated, or is cut first: the act is done once that is over. */
export class StillRecalculating extends Error {
  readonly cut: CutFirst | null

  constructor(cut: CutFirst | null = null) {
    super()
    this.cut = cut
  }
}

/** Writes the cut in a transaction of its own, with what follows from it. */
export async function cutFirst(tenant: Tenant, workCenterId: OutputAct['workCenterId'], { at, by }: CutFirst): Promise<void> {
  await insertCut(tenant, workCenterId, at, by)
  await markForRecalculation(tenant, [{ workCenterId, from: at, to: null, cause: 'OUTPUT_CONFIRMATION' }], by)
}

/** So long ago nothing more was counted than what the act was told of. */
const NOW_MS = SECOND_MS

/** The segments of an act as they are confirmed, and where one of them was ended by it. */
export type CutSegments = { readonly segments: readonly PostingSegment[]; readonly cutAt: number | null }

/**
 * Returns the segments with the one that holds the instant ended there, as a reset without touching the device; of two cuts within seconds the first
 * holds (domain.md O-4). An instant before now is cut first and folded, so that the act is of what was counted until then.
 */
export async function cutOpen(
  tenant: Tenant,
  segments: readonly PostingSegment[],
  { cutsOpen, jobOrderId }: OutputAct,
  { place, at, now, by }: ActPlace,
): Promise<CutSegments> {
  const holding = segments.find(({ start, end }) => end === null || (start < at && end > at))
  if (!cutsOpen || holding === undefined) return { segments, cutAt: null }
  const known = await findCut(tenant, place.id, at, SAME_CUT_MS)
  if (known !== null && known === holding.end) return { segments, cutAt: null }
  if (known !== null && known <= holding.start) {
    if (place.allowMultipleOutputConfirmation) return { segments, cutAt: null }
    // It began by that very cut: the act is of what the cut ended, and of nothing yet.
    const others = segments.filter((segment) => segment !== holding)
    if (others.length > 0) return { segments: others, cutAt: null }
    throw confirmedBy(await findLastPosting(tenant, { workCenterId: place.id, jobOrderId, createdAfter: at - 2 * SAME_CUT_MS }))
  }
  const cutAt = Math.max(holding.start + 1, known ?? at)
  if (holding.end !== null || cutAt < now - NOW_MS) throw new StillRecalculating({ at: cutAt, by: by.userId })
  await insertCut(tenant, place.id, cutAt, by.userId)
  return { segments: segments.map((segment) => (segment === holding ? { ...segment, end: cutAt } : segment)), cutAt }
}

/**
 * Refuses an act on what was shown before somebody else confirmed: its units are booked already. Of one's own acts, kept without a connection, the
 * later ones knew the earlier.
 */
export async function requireUntouched(tenant: Tenant, act: OutputAct, { at, by, corrects }: ActPlace): Promise<void> {
  if (act.segmentIds !== null || act.isAutomatic || corrects !== null) return
  const { workCenterId, jobOrderId } = act
  const last = await findLastPosting(tenant, { workCenterId, jobOrderId, createdAfter: at, knownTo: by })
  if (last !== null) throw confirmedBy(last)
}

/**
 * Refuses an act on what was shown before the same person confirmed on another sheet, where it is of more than what waits now: its units are booked
 * already. An act of no more than that knew of the other, and so did one that was tapped before the other was sent: both were kept, the other one first.
 */
export async function requireOwnShown(
  tenant: Tenant,
  act: OutputAct,
  { at, tappedAt, now, by, corrects }: ActPlace,
  { segments, total }: { readonly segments: readonly PostingSegment[]; readonly total: number },
): Promise<void> {
  if (act.segmentIds !== null || act.isAutomatic || corrects !== null || total <= waitingIn(segments).total) return
  const { workCenterId, jobOrderId } = act
  const knownTo = { userId: by.userId, viaStation: by.viaStation, sentAfter: tappedAt ?? now }
  const last = await findLastPosting(tenant, { workCenterId, jobOrderId, createdAfter: at, knownTo })
  if (last !== null) throw confirmedBy(last)
}

function confirmedBy(last: { readonly at: number; readonly by: string | null } | null): Refusal {
  const params = last === null ? {} : { at: last.at, by: last.by ?? '' }
  return new Refusal({ code: 'SEGMENT_CONFIRMED', field: 'outputIIoTs', params })
}
