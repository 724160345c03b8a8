import { hasAbility } from '#engine/access/abilities.ts'
import type { LossReasonId } from '#engine/ids.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { annotateLoss, copyReasonAlongChain, isInConfirmedShift, lockLoss } from './loss.store.ts'
import type { Loss } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'

/** What a person says about a loss; what is undefined stays, null empties. */
export type LossChange = {
  readonly id: number
  readonly reasonId?: LossReasonId | null | undefined
  readonly comment?: string | null | undefined
  readonly isApproved?: boolean | null | undefined
  /** The version that the person saw; undefined = whichever it has. */
  readonly version?: number | null | undefined
}

const MAX_COMMENT = 2000

/**
 * Returns the loss with the reason, comment and approval given to it. A new reason clears the approval and goes on to the later pieces of the
 * stop (domain.md S-22, S-27). Refuses an unknown loss or one of a work center that the caller may not see, a confirmed shift, an older version.
 */
export async function classifyLoss(
  deps: { readonly database: Database },
  member: Membership,
  visible: ReadonlySet<number> | null,
  change: LossChange,
): Promise<Loss> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const loss = await lockLoss(tenant, change.id)
    if (loss === null || (visible !== null && !visible.has(loss.workCenterId))) {
      throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id: change.id } })
    }
    if (change.version != null && change.version !== loss.version)
      throw new Refusal({ code: 'CONFLICT', params: { version: loss.version } })
    if (await isInConfirmedShift(tenant, loss)) throw new Refusal({ code: 'SHIFT_CONFIRMED' })
    const said = await decide(tenant, member, loss, change)
    const saved = await annotateLoss(tenant, loss.id, { ...said, userId: member.userId })
    if (saved.reasonId !== null && saved.reasonId !== loss.reasonId) await copyReasonAlongChain(tenant, saved, member.userId)
    return saved
  })
}

async function decide(tenant: Tenant, member: Membership, loss: Loss, change: LossChange) {
  const mayApprove = hasAbility(member.role, member.companyId, 'MODIFY', 'LOSSES')
  const reasonId = change.reasonId === undefined ? loss.reasonId : change.reasonId
  const isNewReason = reasonId !== loss.reasonId
  if (loss.isApproved && !mayApprove) throw new Refusal({ code: 'LOSS_APPROVED' })
  if (isNewReason && reasonId !== null) await requireReason(tenant, reasonId)
  const comment = change.comment === undefined ? loss.comment : change.comment?.trim() || null
  if (comment !== null && comment.length > MAX_COMMENT) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: MAX_COMMENT } })
  }
  const isApproved = change.isApproved ?? (loss.isApproved && !isNewReason)
  if (isApproved && !loss.isApproved && !mayApprove)
    throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'LOSSES' } })
  if (isApproved && (reasonId === null || loss.end === null)) throw new Refusal({ code: 'LOSS_NOT_APPROVABLE', field: 'isApproved' })
  return { reasonId, comment, isApproved }
}

async function requireReason(tenant: Tenant, id: LossReasonId): Promise<void> {
  const [reason] = await listLossReasons(tenant, [id])
  if (reason === undefined || reason.isHidden) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id } })
}
