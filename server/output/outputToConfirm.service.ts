import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import { roundCount } from '#engine/output/outputCount.ts'
import { problemOfPostedOrder } from '#engine/output/postingRules.ts'
import { chooseSegments, waitingIn } from '#engine/output/postingSegments.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
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
  /** Up to when it was counted (ms UTC). */
  readonly countedTo: number
  /** Of quality, that may be chosen at the work center: those that were chosen most ahead. */
  readonly reasons: readonly LossReason[]
  /** Why nothing can be confirmed. */
  readonly problem: Problem | null
}

/** Returns what waits of the order, or of what was made without one, as an act without segments would take it with a cut at the instant (domain.md O-3, O-4). */
export async function outputToConfirm(
  tenant: Tenant,
  place: WorkCenter,
  jobOrderId: JobOrderId | null,
  now: number,
): Promise<OutputToConfirm> {
  await tenant.settle?.([place.id], Infinity)
  const order = jobOrderId === null ? null : await orderAt(tenant, jobOrderId, place.id)
  const since = waitingSince(jobOrderId, now)
  const found = await listPostingSegments(tenant, { workCenterId: place.id, jobOrderId, ids: null, since })
  const earliest = await findEarliestPeriod(tenant, place.id, now)
  const chosen = chooseSegments({ ids: null, cutsOpen: true, isClosing: false, earliest }, found, place)
  const [problem] = [problemOfPostedOrder(order?.status ?? null, place), ...chosen.problems]
  return {
    place,
    order,
    waiting: roundCount(waitingIn(chosen.segments)),
    isShared: chosen.segments.some(({ orderCount, strokes }) => orderCount > 1 && strokes === null),
    countedTo: now,
    reasons: await offeredReasons(tenant, place),
    problem: problem ?? null,
  }
}

async function offeredReasons(tenant: Tenant, place: WorkCenter): Promise<readonly LossReason[]> {
  const all = await listLossReasons(tenant)
  const used = await listReasonUse(tenant, place.id)
  return all
    .filter((reason) => isOfferedToPeople(reason, place, 'OUTPUT'))
    .toSorted((a, b) => (used.get(b.id) ?? 0) - (used.get(a.id) ?? 0))
}
