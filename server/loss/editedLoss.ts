import { hasAbility } from '#engine/access/abilities.ts'
import type { CompanyId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import type { EditedStop } from '#engine/loss/annotationEdits.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listAnnotationsIn } from './annotation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'
import { findLosses, findStop, isConfirmedIn } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import type { Loss } from './lossRow.ts'
import { annotationOf, withAnnotation } from './saidAboutLoss.ts'

export type LossDeps = {
  readonly database: Database
  readonly now: () => number
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
}

/** Who edits, and which work centers they may see; null = all of the company. */
export type Editor = { readonly member: Membership; readonly visible: ReadonlySet<number> | null }

/** A loss as it is to be edited, with what is said about it and the stop around it. */
export type EditedLoss = {
  readonly loss: Loss
  readonly stop: EditedStop
  readonly own: StoredAnnotation | null
  readonly annotations: readonly StoredAnnotation[]
}

const COMMENT = { min: 0, max: 2000 }

/**
 * Returns the loss with what is said about it now. Refuses an unknown one or one of a work center that the editor may not see, a confirmed shift, an
 * older version (with what is stored, so that nothing typed is lost), an approved one for who may not approve (domain.md S-27, E-39), and one of an
 * archived work center, which nobody recalculates.
 */
export async function openLoss(tenant: Tenant, editor: Editor, id: number, version: number | null): Promise<EditedLoss> {
  const [derived] = await findLosses(tenant, [id])
  if (derived === undefined || !isVisible(editor, derived)) throw lossNotFound(id)
  const stop = derived.source === 'STATUS' ? await findStop(tenant, derived) : derived
  const { workCenterId, source } = derived
  const annotations = await listAnnotationsIn(tenant, { workCenterId, source, start: stop.start, end: stop.end })
  const own = annotationOf(derived, annotations)
  const loss = withAnnotation(derived, own)
  if (version !== null && version !== loss.version) throw conflict(loss)
  const instant = { workCenterId, start: loss.start, end: loss.start + 1 }
  if (await isConfirmedIn(tenant, instant)) throw new Refusal({ code: 'SHIFT_CONFIRMED', params: { id } })
  await requireActive(tenant, workCenterId)
  if (loss.isApproved && !mayApprove(editor)) throw new Refusal({ code: 'LOSS_APPROVED', params: { id } })
  return { loss, stop: { start: stop.start, end: stop.end, kind: stop.kind }, own, annotations }
}

/** Returns whether the editor may approve losses, and change approved ones. */
export function mayApprove({ member }: Editor): boolean {
  return hasAbility(member.role, member.companyId, 'MODIFY', 'LOSSES')
}

/** Returns whether the editor sees the loss. */
export function isVisible({ visible }: Editor, { workCenterId }: Pick<Loss, 'workCenterId'>): boolean {
  return visible === null || visible.has(workCenterId)
}

/** Returns one answer for a loss that is unknown, foreign or not assigned to the editor. */
export function lossNotFound(id: number): Refusal {
  return new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
}

/** Returns the comment without blanks around it, null for an empty one; refuses one of more than 2000 characters. */
export function checkedComment(comment: string | null, field = 'comment'): string | null {
  return comment === null ? null : checkText(field, comment, COMMENT) || null
}

/**
 * Returns the reason if a person may choose it for losses of the source at the work center (domain.md S-24): it exists, is not hidden, deleted, denied
 * or linked elsewhere, and its category fits the source.
 */
export async function requireChoosable(
  tenant: Tenant,
  id: LossReasonId,
  at: Pick<Loss, 'workCenterId' | 'source'>,
  field = 'reasonId',
): Promise<LossReason> {
  const [[reason], [workCenter]] = await Promise.all([listLossReasons(tenant, [id]), findWorkCenters(tenant, [at.workCenterId])])
  if (reason === undefined || workCenter === undefined) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id } })
  if (!isCategoryOfSource(at.source, reason.category)) {
    throw new Refusal({ code: 'LOSS_REASON_NOT_FOR_SOURCE', field, params: { source: at.source, category: reason.category } })
  }
  if (!isOfferedToPeople(reason, workCenter, at.source)) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id } })
  return reason
}

/** Refuses a reason that demands notes where there are none (domain.md S-24). */
export function requireNotes(reason: Pick<LossReason, 'requireExtraNotes'>, comment: string | null, field = 'comment'): void {
  if (reason.requireExtraNotes && comment === null) throw new Refusal({ code: 'REQUIRED', field })
}

/** Somebody else was faster: the answer has what they wrote. */
function conflict(loss: Loss): Refusal {
  return new Refusal({
    code: 'CONFLICT',
    params: {
      version: loss.version,
      isApproved: String(loss.isApproved),
      ...(loss.reasonId !== null && { reasonId: loss.reasonId }),
      ...(loss.comment !== null && { comment: loss.comment }),
      ...(loss.updatedBy !== null && { userId: loss.updatedBy satisfies UserId }),
    },
  })
}
