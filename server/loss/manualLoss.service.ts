import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { LossAnnotationId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { manualLossAnnotation, manualLossEffects, validateManualLoss } from '#engine/loss/manualLoss.ts'
import type { ManualLossEffects, TimelinePart } from '#engine/loss/manualLoss.ts'
import { mayApproveLosses, problemOfDeletion } from '#engine/loss/mayEditLoss.ts'
import type { Tenant } from '#server/db/database.ts'
import { isConfirmedIn, markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { requireActing } from './actingPerson.ts'
import { deleteAnnotations, findAnnotations, listAnnotationsIn } from './annotation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'
import { editAnnotations } from './annotationChanges.ts'
import {
  checkedComment,
  editLosses,
  grantsOfEditor,
  isVisible,
  lossNotFound,
  readReasonChoices,
  requireChoosable,
  requireNotes,
  requireVersion,
  sayerOf,
} from './lossEditing.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { findLosses, listLossesIn, listShiftRanges } from './loss.store.ts'
import { insertHistory, listEntering } from './lossHistory.store.ts'
import { readPiecesAgain } from './readAgain.ts'
import { lossOfAnnotation } from './lossRow.ts'
import { readStoredLoss } from './storedLoss.ts'
import type { Loss } from './lossRow.ts'
import { HOW_UNKNOWN } from './saidBy.ts'
import { readTakeBack } from './takeBack.ts'

export type ManualLoss = {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number
  readonly reasonId: LossReasonId | null
  readonly comment: string | null
  readonly request: KeyedRequest | null
  /** The manual loss instead of which it is entered, as it was seen; null = none. */
  readonly replaces: { readonly id: number; readonly version: number | null } | null
  /** Names what was said in one gesture. */
  readonly batchId: string | null
  /** When it was said (UTC ms), where a device sends it later; null = now. */
  readonly occurredAt: number | null
}

/** Where a manual loss would lie. */
export type ManualLossRange = Pick<ManualLoss, 'workCenterId' | 'start' | 'end' | 'replaces'>

/**
 * Returns the manual loss (domain.md S-32, E-47). Refuses a range that validateManualLoss refuses, a confirmed shift, a reason that is not offered
 * there, missing required notes, time of an approved loss without the right to approve, and an archived work center.
 */
export async function createManualLoss(deps: LossDeps, editor: Editor, manual: ManualLoss): Promise<Loss> {
  const { companyId, userId } = editor.member
  const { workCenterId, start, end } = manual
  const comment = checkedComment(manual.comment)
  // The range says where the loss is found again, so there is no answer to keep.
  const read = () => null
  await deps.database.inTenant(companyId, (tenant) =>
    once(tenant, userId, manual.request, { act: () => enter(tenant, editor, manual, comment, deps.now()), read }),
  )
  const range = { workCenterId, source: 'STATUS', start, end } as const
  const [loss] = await readPiecesAgain(deps, companyId, range)
  if (loss !== undefined) return loss
  const [annotation] = await deps.database.inTenant(companyId, (tenant) => listAnnotationsIn(tenant, [range]))
  if (annotation === undefined) throw new Error('the annotation of an entered loss vanished while it was saved')
  return lossOfAnnotation(annotation)
}

/**
 * Returns the deleted loss: a manual one, or the remainder of an invalid one; a repetition gets it as it was. What gave way to a manual one is back, as
 * far as nobody said more of it. Refuses derived losses, and another version than the one that was seen; null = any.
 */
export async function deleteLoss(
  deps: LossDeps,
  editor: Editor,
  { id, version }: { readonly id: number; readonly version: number | null },
  { request, batchId }: { readonly request: KeyedRequest | null; readonly batchId: string | null },
): Promise<Loss> {
  const { companyId, userId } = editor.member
  const deleted = await deps.database.inTenant(companyId, async (tenant) => {
    const act = () =>
      id < 0
        ? deleteInvalid(tenant, editor, { id, version }, { now: deps.now(), batchId })
        : deleteManual(tenant, editor, { id, version }, batchId)
    const { answer } = await once(tenant, userId, request, { act, read: readStoredLoss })
    if (!isVisible(editor, answer)) throw lossNotFound(id)
    return answer
  })
  await deps.ingest.reload({ companyId, workCenterId: deleted.workCenterId }, { wait: true })
  return deleted
}

/** Writes the annotation of the loss and marks its time for recalculation. */
async function enter(tenant: Tenant, editor: Editor, manual: ManualLoss, comment: string | null, now: number): Promise<null> {
  const { workCenterId, start, end, reasonId } = manual
  const { userId } = editor.member
  await requireActing(tenant, editor, [workCenterId])
  await lockWorkCenters(tenant, [workCenterId])
  await requireActive(tenant, workCenterId)
  if (manual.replaces !== null) await replace(tenant, editor, manual, manual.replaces)
  await checkRange(tenant, manual, now)
  if (reasonId !== null) {
    const choices = await readReasonChoices(tenant, { workCenterIds: [workCenterId], reasonIds: [reasonId] })
    requireNotes(requireChoosable(choices, reasonId, { workCenterId, source: 'STATUS' }), comment)
  }
  const range = { workCenterId, source: 'STATUS', start, end } as const
  const annotations = await editAnnotations(tenant, [range])
  const present = annotations.listIn(range)
  requireMayCover(editor, present)
  const saidAt = manual.occurredAt === null ? null : Math.min(manual.occurredAt, now)
  const by = sayerOf(editor, { ...HOW_UNKNOWN, saidAt })
  if (saidAt !== null) requireUnsaidSince(present, by.userId, saidAt)
  const edits = manualLossAnnotation({ start, end, reasonId }, present)
  const mark = annotations.say(edits, present, { workCenterId, by, comment, isApproved: false, versions: [] })
  await annotations.write(tenant, manual.batchId)
  await markForRecalculation(tenant, [mark], userId)
  return null
}

/** Deletes the manual loss that another is entered for; refuses one of another work center. */
async function replace(tenant: Tenant, editor: Editor, manual: ManualLoss, replaced: NonNullable<ManualLoss['replaces']>): Promise<void> {
  const deleted = await deleteManual(tenant, editor, replaced, manual.batchId)
  if (deleted.workCenterId !== manual.workCenterId) throw lossNotFound(replaced.id)
}

/** What a manual loss would do where it would lie. */
export type ManualLossPreview = ManualLossEffects<Loss> & { readonly range: ManualLossRange }

/**
 * Returns what the loss would do to the losses and the silence where it would lie, and refuses what createManualLoss refuses of its range. The manual
 * loss instead of which it is entered is not counted.
 */
export async function previewManualLoss(tenant: Tenant, editor: Editor, range: ManualLossRange, now: number): Promise<ManualLossPreview> {
  const { workCenterId, start, end, replaces } = range
  await requireActive(tenant, workCenterId)
  const statuses = await checkRange(tenant, range, now)
  const wanted = { workCenterId, source: 'STATUS', start, end } as const
  const present = await listAnnotationsIn(tenant, [wanted])
  const losses = (await listLossesIn(tenant, wanted)).filter(({ isValid }) => isValid)
  const replacedId = replaces === null ? null : (await findLosses(tenant, [replaces.id]))[0]?.annotationId
  requireMayCover(
    editor,
    present.filter(({ id }) => id !== replacedId),
  )
  const others = losses.filter(({ annotationId }) => annotationId === null || annotationId !== replacedId)
  return { ...manualLossEffects({ start, end }, others, statuses, now), range }
}

function requireMayCover(editor: Editor, present: readonly StoredAnnotation[]): void {
  if (present.some((one) => one.isApproved) && !mayApproveLosses(grantsOfEditor(editor))) throw new Refusal({ code: 'LOSS_APPROVED' })
}

/** What somebody else said while the loss waited to be sent is not covered unseen. */
function requireUnsaidSince(present: readonly StoredAnnotation[], userId: UserId, saidAt: number): void {
  const isOther = (by: UserId | null, at: number | null) => by !== userId && at !== null && at > saidAt
  if (present.some((one) => isOther(one.reasonBy, one.saidAt) || isOther(one.commentBy, one.commentAt)))
    throw new Refusal({ code: 'CONFLICT' })
}

/** Returns the statuses of the range; refuses one in which no loss can be entered. */
async function checkRange(
  tenant: Tenant,
  { workCenterId, start, end }: Pick<ManualLoss, 'workCenterId' | 'start' | 'end'>,
  now: number,
): Promise<readonly TimelinePart[]> {
  const window = { workCenterId, start, end: Math.max(start + 1, end) }
  const [shifts, statuses] = await Promise.all([listShiftRanges(tenant, window), listStatusesIn(tenant, [window])])
  const parts = statuses.map((status) => ({
    start: status.start,
    end: status.end ?? now,
    kind: status.kind,
    isEffective: status.isEffective,
  }))
  const [problem] = validateManualLoss({ start, end, now, shifts, statuses: parts })
  if (problem) throw new Refusal(problem)
  if (await isConfirmedIn(tenant, window)) throw new Refusal({ code: 'SHIFT_CONFIRMED' })
  return parts
}

async function deleteManual(
  tenant: Tenant,
  editor: Editor,
  { id, version }: NonNullable<ManualLoss['replaces']>,
  batchId: string | null,
): Promise<Loss> {
  const editing = await editLosses(tenant, editor, [id], [])
  const { loss, own } = editing.open(id, version)
  const problem = problemOfDeletion({ id, isManual: own?.isManual === true })
  if (own === null || problem !== null) throw new Refusal(problem ?? { code: 'LOSS_NOT_DELETABLE', params: { id } })
  const by = sayerOf(editor)
  const entering = await readTakeBack(tenant, await listEntering(tenant, own), own.id)
  if (entering.ids.has(own.id)) {
    const marks = entering.restore(by)
    await entering.annotations.write(tenant, batchId)
    await markForRecalculation(tenant, marks, editor.member.userId)
    return loss
  }
  // Somebody said more of what gave way to it, which stays so.
  editing.annotations.remove(own.id, by)
  await editing.annotations.write(tenant, batchId)
  const mark = { workCenterId: own.workCenterId, from: own.start, to: own.end, cause: 'LOSS' }
  await markForRecalculation(tenant, [mark], editor.member.userId)
  return loss
}

async function deleteInvalid(
  tenant: Tenant,
  editor: Editor,
  { id, version }: NonNullable<ManualLoss['replaces']>,
  { now, batchId }: { readonly now: number; readonly batchId: string | null },
): Promise<Loss> {
  const [annotation] = await findAnnotations(tenant, [asId<LossAnnotationId>(-id)])
  if (annotation === undefined || annotation.isValid || !isVisible(editor, annotation)) throw lossNotFound(id)
  requireVersion(lossOfAnnotation(annotation), version)
  await requireActing(tenant, editor, [annotation.workCenterId])
  if (annotation.isApproved && !mayApproveLosses(grantsOfEditor(editor))) throw new Refusal({ code: 'LOSS_APPROVED', params: { id } })
  await deleteAnnotations(tenant, [annotation.id])
  const by = { ...sayerOf(editor), saidAt: now }
  await insertHistory(tenant, [{ annotation, before: annotation, by, isRemoved: true }], batchId)
  return lossOfAnnotation(annotation)
}
