import { randomUUID } from 'node:crypto'
import { keptConsumptions, keptReasons } from '#engine/output/keptOfPosting.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listStates, writeState } from '#server/jobOrder/jobOrderEdit.store.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { findLastShift } from '#server/jobOrder/jobOrderFacts.store.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { isPlaceVisible, notifyOrders } from '#server/jobOrder/visibleOrder.ts'
import { removePostedReasons } from '#server/loss/postedReasons.ts'
import { HOW_UNKNOWN } from '#server/loss/saidBy.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireUnconfirmed } from '#server/recalculation/confirmedShift.ts'
import { sayerOf } from '#server/user/acting.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { mayModifyOutput } from './outputRights.ts'
import { lockPlace, onceOf, repetitionOf, settled } from './posting.service.ts'
import type { PostedAct } from './posting.service.ts'
import { postAct } from './postAct.ts'
import { findPostedBefore } from './postedBefore.store.ts'
import type { PostedBefore } from './postedBefore.store.ts'
import { giveBackCorrected, giveBackPostedMaterials } from './postedMaterials.ts'
import type { ActMaterials } from './postedMaterials.ts'
import type { ActPlace, OutputAct } from './postAct.ts'
import { addToOrder, cancelRows, findPostingOf } from './posting.store.ts'
import type { OutputType, StoredPosting } from './posting.store.ts'
import { listSegmentsAt } from './postingSegment.store.ts'

const COMMENT = { min: 3, max: 2000 }

/** Which confirmation is taken back, and why. */
export type Cancellation = { readonly id: number; readonly comment: string }

/**
 * Returns the posting of the confirmation after it was taken out of all sums (domain.md O-11): of its order, its segments, which are open for
 * confirmation again, and the reasons of its rejects. A completed order becomes technically completed. Refuses a comment of less than three
 * characters, what is cancelled already, a confirmed shift, and the postings of others or of another shift without the right to manage output.
 */
export async function cancelConfirmation(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, comment }: Cancellation,
  request: KeyedRequest | null,
): Promise<PostedAct> {
  const words = checkText('comment', comment, COMMENT)
  const seen = await seenPosting(deps, member, visible, id)
  return await settled(
    deps,
    member,
    seen.workCenterId,
    (tenant) =>
      onceOf(tenant, member, request, async () => {
        const { posting, given } = await openPosting(tenant, deps, member, id)
        await giveBackPostedMaterials(tenant, posting.id, given)
        await takeOut(tenant, posting, given, words)
        const from = posting.ranges.reduce((least, { start }) => Math.min(least, start), given.now)
        await markForRecalculation(
          tenant,
          [{ workCenterId: posting.workCenterId, from, to: null, cause: 'OUTPUT_CONFIRMATION' }],
          member.userId,
        )
        await writeCancelled(tenant, member, posting, given, words)
        await audit(tenant, posting, given, { action: 'CANCEL_OUTPUT_CONFIRMATION', comment: words, after: null })
        await notifyOrders(tenant, [posting.workCenterId])
        return [posting.id]
      }),
    repetitionOf(deps, member, request),
  )
}

/**
 * What stands for a posting that was wrong; its segments are those of the posting. What is null is that of the posting: reasons as far as there are
 * rejects, material in proportion to the units.
 */
export type Correction = Cancellation &
  Pick<OutputAct, 'source'> & {
    readonly batches: (kept: Pick<PostedBefore, 'batchCode' | 'containerCodes'>, type: ActPlace['place']['type']) => OutputAct['batches']
    readonly isClosing: boolean | null
    readonly reasons: OutputAct['reasons'] | null
    readonly consumptions: ActMaterials['consumptions'] | null
    readonly scraps: ActMaterials['scraps'] | null
    readonly allowUncovered: boolean
  }

/**
 * Returns the postings that stand for the one of the confirmation (domain.md O-12): it is cancelled and its segments are confirmed anew in one
 * transaction, with one event, so that no screen shows what lies between. Refuses what cancelConfirmation and confirmOutput refuse.
 */
export async function correctConfirmation(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, comment, ...asked }: Correction,
  request: KeyedRequest | null,
): Promise<PostedAct> {
  const words = checkText('comment', comment, COMMENT)
  const seen = await seenPosting(deps, member, visible, id)
  return await settled(
    deps,
    member,
    seen.workCenterId,
    (tenant) =>
      onceOf(tenant, member, request, async () => {
        const { posting, given } = await openPosting(tenant, deps, member, id)
        const kept = await findPostedBefore(tenant, posting.id)
        const withdraw = await giveBackCorrected(tenant, posting.id, given)
        await takeOut(tenant, posting, given, words)
        // The sums of the order without the posting decide whether the plan is exceeded now.
        const order = given.order && {
          ...given.order,
          status: statusAfter(given.order),
          acceptedOutput: given.order.acceptedOutput - posting.accepted,
          rejectedOutput: given.order.rejectedOutput - posting.rejected,
        }
        const starts = posting.ranges.filter(({ hasSegment }) => hasSegment).map(({ start, end }) => ({ start, end }))
        const segmentIds = await listSegmentsAt(tenant, posting.workCenterId, starts)
        const act: OutputAct = {
          ...actOf(asked, posting, { kept, type: given.place.type }),
          workCenterId: posting.workCenterId,
          jobOrderId: posting.jobOrderId,
          segmentIds,
          cutsOpen: false,
          comment: words,
          isAutomatic: false,
        }
        const before = { accepted: posting.accepted, rejected: posting.rejected }
        const again: ActPlace = {
          ...given,
          order,
          at: posting.at,
          corrects: posting.id,
          kind: 'CONFIRMATION_CORRECTED',
          statusBefore: given.order?.status,
          unexplainedBefore: Math.max(0, posting.rejected - kept.reasons.reduce((sum, { units }) => sum + units, 0)),
          keepsReasons: asked.reasons === null,
          details: { before },
        }
        const written = await postAct(tenant, act, again)
        const unitsOf = (type: OutputType) => act.batches.reduce((sum, one) => (one.type === type ? sum + one.units : sum), 0)
        const after = { accepted: unitsOf('ACCEPTED'), rejected: unitsOf('REJECTED') }
        await audit(tenant, posting, given, { action: 'CORRECT_OUTPUT_CONFIRMATION', comment: words, after })
        await withdraw()
        await notifyOrders(tenant, [posting.workCenterId])
        return written.map((one) => one.id)
      }),
    repetitionOf(deps, member, request),
  )
}

function actOf(
  { batches: batchesOf, ...asked }: Omit<Correction, 'comment' | 'id'>,
  posting: StoredPosting,
  { kept, type }: { readonly kept: PostedBefore; readonly type: ActPlace['place']['type'] },
): Pick<OutputAct, 'batches' | 'isClosing' | 'materials' | 'reasons' | 'source'> {
  const batches = batchesOf(kept, type)
  const unitsOf = (type: OutputType) => batches.reduce((sum, batch) => (batch.type === type ? sum + batch.units : sum), 0)
  const rejected = unitsOf('REJECTED')
  const consumptions =
    asked.consumptions ??
    keptConsumptions(kept.consumptions, posting.accepted + posting.rejected, unitsOf('ACCEPTED') + rejected).map((one) => ({
      ...one,
      batch: 0,
    }))
  return {
    batches,
    reasons: asked.reasons ?? keptReasons(kept.reasons, rejected),
    materials: {
      consumptions,
      scraps: asked.scraps ?? kept.scraps.map((scrap) => ({ ...scrap, batch: 0 })),
      // What no batch covered then was allowed then.
      allowUncovered: asked.allowUncovered || (asked.consumptions === null && kept.uncovered.length > 0),
      uncoveredBefore: kept.uncovered,
    },
    isClosing: asked.isClosing ?? posting.isClosing,
    source: asked.source,
  }
}

async function seenPosting(
  { database }: OrderDeps,
  { companyId }: OrderMember,
  visible: VisiblePlaces,
  id: number,
): Promise<StoredPosting> {
  const posting = await database.inTenant(companyId, (tenant) => findPostingOf(tenant, id))
  if (posting === null || !isPlaceVisible(visible, posting.workCenterId)) throw confirmationNotFound(id)
  return posting
}

/** Returns the posting under the locks of its work center and order, if the person may take it back now. */
async function openPosting(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  id: number,
): Promise<{ readonly posting: StoredPosting; readonly given: ActPlace }> {
  const seen = await findPostingOf(tenant, id)
  if (seen === null) throw confirmationNotFound(id)
  const { place, order } = await lockPlace(tenant, member, seen.workCenterId, seen.jobOrderId)
  // Read again under the locks: somebody may have cancelled it between the two looks.
  const posting = await findPostingOf(tenant, id)
  if (posting === null) throw confirmationNotFound(id)
  if (posting.isCanceled) throw new Refusal({ code: 'CONFIRMATION_CANCELED', params: { id } })
  const now = deps.now()
  const by = sayerOf(member)
  if (!mayModifyOutput(member)) {
    const shift = await findLastShift(tenant, place.id, now)
    const isOwn = posting.createdBy === by.userId && posting.at >= (shift?.start ?? 0) && now < (shift?.end ?? Infinity)
    if (!isOwn) throw new Refusal({ code: 'CONFIRMATION_OF_OTHERS', params: { id } })
  }
  for (const { start, end } of posting.ranges) {
    const middle = Math.floor((start + (end ?? start)) / 2)
    await requireUnconfirmed(tenant, { workCenterId: place.id, start: middle, end: middle + 1 }, { params: { id } })
  }
  return {
    posting,
    given: { place, order, at: now, now, by, mayManage: mayModifyOutput(member), corrects: null, kind: 'CONFIRMATION_CANCELLED' },
  }
}

async function takeOut(tenant: Tenant, posting: StoredPosting, given: ActPlace, comment: string): Promise<void> {
  const { order, now, by } = given
  await cancelRows(tenant, posting.id, { ...by, at: new Date(now), comment })
  if (by.userId !== null)
    await removePostedReasons(tenant, posting.id, { ...HOW_UNKNOWN, userId: by.userId, viaStation: by.viaStation, saidAt: now })
  if (order !== null) await addToOrder(tenant, order.id, { accepted: -posting.accepted, rejected: -posting.rejected })
  if (order?.status !== 'COMPLETED') return
  const state = (await listStates(tenant, [order.id])).get(order.id)
  if (state !== undefined) await writeState(tenant, order.id, { ...state, status: 'TECHNICALLY_COMPLETED' }, { ...by, at: new Date(now) })
}

/** Of a completed order nothing may be missing: once a confirmation is gone it is technically completed (domain.md O-11). */
function statusAfter({ status }: JobOrder): JobOrder['status'] {
  return status === 'COMPLETED' ? 'TECHNICALLY_COMPLETED' : status
}

async function writeCancelled(
  tenant: Tenant,
  member: OrderMember,
  posting: StoredPosting,
  { order, now, by }: ActPlace,
  comment: string,
): Promise<void> {
  if (order === null) return
  const event = {
    jobOrderId: order.id,
    act: randomUUID(),
    fromStatus: order.status,
    at: now,
    source: member.source ?? 'SCREEN',
    undo: null,
    comment,
    details: { accepted: posting.accepted, rejected: posting.rejected, postings: [posting.id] },
  } as const
  const entry = { ...event, kind: 'CONFIRMATION_CANCELLED', toStatus: statusAfter(order) } as const
  await insertOrderEvents(tenant, [entry], { ...by, at: new Date(now) })
}

type AuditedUnits = { readonly accepted: number; readonly rejected: number }
type AuditedAct = {
  readonly action: 'CANCEL_OUTPUT_CONFIRMATION' | 'CORRECT_OUTPUT_CONFIRMATION'
  readonly comment: string
  /** What stands for the confirmation; null = nothing. */
  readonly after: AuditedUnits | null
}

/** Who took confirmed units away is looked for in the log of the company too. */
async function audit(
  tenant: Tenant,
  { accepted, rejected, workCenterId, jobOrderId }: StoredPosting,
  { order, now, by }: ActPlace,
  { action, comment, after }: AuditedAct,
): Promise<void> {
  await writeAudit(tenant, {
    userId: by.userId,
    at: new Date(now),
    action,
    subject: order === null ? `work center ${workCenterId}` : `job order ${order.orderCode}`,
    details: { before: { accepted, rejected }, after, comment, workCenterId, ...(jobOrderId !== null && { jobOrderId }) },
  })
}

function confirmationNotFound(id: number): Refusal {
  return new Refusal({ code: 'CONFIRMATION_NOT_FOUND', params: { id } })
}
