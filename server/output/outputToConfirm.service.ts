import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import { roundCount } from '#engine/output/outputCount.ts'
import { problemOfPostedOrder } from '#engine/output/postingRules.ts'
import { chooseSegments, waitingIn } from '#engine/output/postingSegments.ts'
import type { PostingSegment } from '#engine/output/postingSegments.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listedSegments } from './outputSegmentList.store.ts'
import { orderAt } from './posting.service.ts'
import { waitingSince } from './posting.store.ts'
import { findEarliestPeriod, listPostingSegments, listReasonUse } from './postingSegment.store.ts'

/** What waits for its confirmation now, and what a confirmation of it asks for. */
export type OutputToConfirm = {
  readonly place: WorkCenter
  readonly order: JobOrder | null
  readonly waiting: OutputCount
  /** Whether the device counts for several orders together, so that what waits belongs to none of them. */
  readonly isShared: boolean
  /** Then these orders, in the order of their codes. */
  readonly together: readonly JobOrder[]
  /** Up to when it was counted (ms UTC). */
  readonly countedTo: number
  /** The segment that the device counts on, where it is open to confirmations; null = none. */
  readonly countingId: number | null
  /** Of quality, that may be chosen at the work center: those that were chosen most ahead. */
  readonly reasons: readonly LossReason[]
  /** Why nothing can be confirmed. */
  readonly problem: Problem | null
}

/** Of which order, or of what was made without one, it is asked; `segmentIds` null = of all that wait. */
export type ToConfirmQuery = { readonly jobOrderId: JobOrderId | null; readonly segmentIds: readonly number[] | null }

/** Returns what waits of the order, or of what was made without one, as an act on those segments would take it with a cut at the instant (domain.md O-3, O-4). */
export async function outputToConfirm(
  tenant: Tenant,
  place: WorkCenter,
  { jobOrderId, segmentIds: ids }: ToConfirmQuery,
  now: number,
): Promise<OutputToConfirm> {
  await tenant.settle?.([place.id], Infinity)
  const order = jobOrderId === null ? null : await orderAt(tenant, jobOrderId, place.id)
  const since = waitingSince(jobOrderId, now)
  const found = await listPostingSegments(tenant, { workCenterId: place.id, jobOrderId, ids, since })
  const earliest = await findEarliestPeriod(tenant, place.id, now)
  const chosen = chooseSegments({ ids, cutsOpen: true, isClosing: false, earliest }, found, place)
  const isShared = chosen.segments.some(({ orderCount, strokes }) => orderCount > 1 && strokes === null)
  return {
    place,
    order,
    waiting: roundCount(waitingIn(chosen.segments)),
    isShared,
    together: isShared ? await ordersOf(tenant, chosen.segments) : [],
    countedTo: now,
    countingId: found.findLast(({ end, isClosed, isShiftConfirmed }) => end === null && !isClosed && !isShiftConfirmed)?.id ?? null,
    reasons: await offeredReasons(tenant, place),
    problem: problemOfPostedOrder(order?.status ?? null, place) ?? chosen.problems[0] ?? null,
  }
}

async function ordersOf(tenant: Tenant, segments: readonly PostingSegment[]): Promise<readonly JobOrder[]> {
  const listed = await listedSegments(
    tenant,
    segments.map(({ id }) => id),
  )
  const orders = await listJobOrders(tenant, [...new Set(listed.flatMap(({ jobOrderIds }) => jobOrderIds))])
  return orders.toSorted((a, b) => (a.orderCode < b.orderCode ? -1 : 1))
}

async function offeredReasons(tenant: Tenant, place: WorkCenter): Promise<readonly LossReason[]> {
  const all = await listLossReasons(tenant)
  const used = await listReasonUse(tenant, place.id)
  return all
    .filter((reason) => isOfferedToPeople(reason, place, 'OUTPUT'))
    .toSorted((a, b) => (used.get(b.id) ?? 0) - (used.get(a.id) ?? 0))
}
