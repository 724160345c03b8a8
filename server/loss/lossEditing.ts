import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import { problemOfLossEdit } from '#engine/loss/mayEditLoss.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import type { EditedStop } from '#engine/loss/annotationEdits.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { requireActing } from './actingPerson.ts'
import { editAnnotations } from './annotationChanges.ts'
import type { AnnotationChanges } from './annotationChanges.ts'
import type { StoredAnnotation } from './annotation.store.ts'
import { annotationOf, withAnnotation } from './lossAnnotation.ts'
import { findLossesToEdit, lockWorkCentersOf } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { readPlaces } from './lossPlace.ts'
import type { LossPlace } from './lossPlace.ts'
import type { Loss } from './lossRow.ts'
import { HOW_UNKNOWN } from './saidBy.ts'
import type { SaidBy, SaidHow } from './saidBy.ts'

export type LossDeps = {
  readonly database: Database
  readonly now: () => number
  readonly ingest: Pick<IngestPort, 'reload'>
}

/** The person who edits, and the work centers that they may see; null = all of the company. */
export type Editor = {
  readonly member: Membership
  readonly visible: ReadonlySet<number> | null
  /** Who works at the station whose account `member` is; null or left out where nobody else does. */
  readonly actingUserId?: UserId | null
  /** When it was said, in ms UTC; null or left out = now. */
  readonly saidAt?: number | null
  /** Names the gesture that undoLossBatch takes back; null or left out = none. */
  readonly batchId?: string | null
}

/** A loss to edit, with its annotations and the stop around it. */
export type EditedLoss = {
  readonly loss: Loss
  readonly stop: EditedStop
  readonly own: StoredAnnotation | null
  readonly annotations: readonly StoredAnnotation[]
  /** Where the first confirmed shift begins that the stop goes on into: nothing is copied from there on. */
  readonly confirmedFrom: number | null
}

/** The reasons that an edit names and the work centers that it touches. */
export type ReasonChoices = {
  readonly reasons: ReadonlyMap<LossReasonId, LossReason>
  readonly workCenters: ReadonlyMap<WorkCenterId, WorkCenter>
}

/** The losses of one edit under the locks of their work centers, read with a fixed number of statements. */
export type LossEditing = ReasonChoices & {
  readonly annotations: AnnotationChanges
  /**
   * Returns the loss with what is said about it by now, edits before this one included. Refuses an older version, with what is stored, so that nothing
   * typed is lost; and what problemOfLossEdit refuses.
   */
  open(id: number, version: number | null): EditedLoss
  /** Returns the loss as `open` does, whatever speaks against an edit. */
  look(id: number): EditedLoss & { readonly isShiftConfirmed: boolean }
}

const COMMENT = { min: 0, max: 2000 }

/** Returns the losses under locks, ready to be edited; refuses the first that is unknown, or of a work center that the editor may not see. */
export async function editLosses(
  tenant: Tenant,
  editor: Editor,
  ids: readonly number[],
  reasonIds: readonly (LossReasonId | null | undefined)[],
): Promise<LossEditing> {
  await lockWorkCentersOf(tenant, ids, editor.visible)
  const found = new Map((await findLossesToEdit(tenant, ids)).map((one) => [one.derived.id, one]))
  const losses = ids.map((id) => {
    const one = found.get(id)
    if (one === undefined || !isVisible(editor, one.derived)) throw lossNotFound(id)
    return one
  })
  await requireActing(
    tenant,
    editor,
    losses.map(({ derived }) => derived.workCenterId),
  )
  const annotations = await editAnnotations(
    tenant,
    losses.map(({ derived, stop }) => ({ workCenterId: derived.workCenterId, source: derived.source, start: stop.start, end: stop.end })),
  )
  const choices = await readReasonChoices(tenant, {
    workCenterIds: losses.map(({ derived }) => derived.workCenterId),
    reasonIds: [...reasonIds, ...annotations.all().map((one) => one.reasonId)],
  })
  const grants = grantsOfEditor(editor)
  const look: LossEditing['look'] = (id) => {
    const one = found.get(id)
    if (one === undefined) throw lossNotFound(id)
    const { derived, stop, isShiftConfirmed, confirmedFrom } = one
    const { workCenterId, source } = derived
    const present = annotations.listIn({ workCenterId, source, start: stop.start, end: stop.end })
    const own = annotationOf(derived, present)
    return { loss: withAnnotation(derived, own), stop, own, annotations: present, isShiftConfirmed, confirmedFrom }
  }
  return {
    ...choices,
    annotations,
    look,
    open: (id, version) => {
      const { isShiftConfirmed, ...opened } = look(id)
      const { loss } = opened
      requireVersion(loss, version)
      const isWorkCenterArchived = isArchived(choices.workCenters.get(loss.workCenterId))
      const problem = problemOfLossEdit(grants, { id, isApproved: loss.isApproved, isShiftConfirmed, isWorkCenterArchived })
      if (problem !== null) throw new Refusal(problem)
      return opened
    },
  }
}

/**
 * Returns the losses that the edit returns, done once for each request key; for a repetition where they are found. Refuses a repetition by an editor
 * who may not see the work centers any more, or who names a person that no longer works there.
 */
export async function editOnce(
  tenant: Tenant,
  editor: Editor,
  request: KeyedRequest | null,
  edit: () => Promise<readonly Loss[]>,
): Promise<readonly (Loss | LossPlace)[]> {
  let edited: readonly Loss[] = []
  const act = async (): Promise<readonly LossPlace[]> => {
    edited = await edit()
    return edited.map(({ id, workCenterId, source, start, end }) => ({ id, workCenterId, source, start, end }))
  }
  const { answer, isRepeated } = await once(tenant, editor.member.userId, request, { act, read: readPlaces })
  const hidden = answer.find((place) => !isVisible(editor, place))
  if (hidden !== undefined) throw lossNotFound(hidden.id)
  if (isRepeated)
    await requireActing(
      tenant,
      editor,
      answer.map(({ workCenterId }) => workCenterId),
    )
  return isRepeated ? answer : edited
}

/** Returns the reasons and work centers by their ids. */
export async function readReasonChoices(
  tenant: Tenant,
  wanted: { readonly workCenterIds: readonly WorkCenterId[]; readonly reasonIds: readonly (LossReasonId | null | undefined)[] },
): Promise<ReasonChoices> {
  const reasonIds = [...new Set(wanted.reasonIds)].filter((id) => id != null)
  const [reasons, workCenters] = await Promise.all([
    reasonIds.length === 0 ? [] : listLossReasons(tenant, reasonIds),
    findWorkCenters(tenant, [...new Set(wanted.workCenterIds)]),
  ])
  return {
    reasons: new Map(reasons.map((reason) => [reason.id, reason])),
    workCenters: new Map(workCenters.map((workCenter) => [workCenter.id, workCenter])),
  }
}

/** Returns who says something and how; at a station the person who works there. */
export function sayerOf({ member, actingUserId = null }: Editor, how: SaidHow = HOW_UNKNOWN): SaidBy {
  if (actingUserId === null) return { ...how, userId: member.userId, viaStation: null }
  return { ...how, userId: actingUserId, viaStation: member.userId }
}

/** Returns what the editor's role allows in the company. */
export function grantsOfEditor({ member }: Editor): AbilityGrants {
  return grantsOf(abilitiesOf(member.role, member.companyId))
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
 * Returns the reason if people may choose it for losses of the source at the work center (domain.md S-24a): it exists, is not hidden, deleted, denied
 * or linked elsewhere, and its category fits the source.
 */
export function requireChoosable(
  choices: ReasonChoices,
  id: LossReasonId,
  at: Pick<Loss, 'workCenterId' | 'source'>,
  field = 'reasonId',
): LossReason {
  const reason = choices.reasons.get(id)
  const workCenter = choices.workCenters.get(at.workCenterId)
  if (reason === undefined || workCenter === undefined) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id } })
  if (!isCategoryOfSource(at.source, reason.category)) {
    throw new Refusal({ code: 'LOSS_REASON_NOT_FOR_SOURCE', field, params: { source: at.source, category: reason.category } })
  }
  if (!isOfferedToPeople(reason, workCenter, at.source)) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id } })
  return reason
}

/** Refuses a reason that demands notes where there are none (domain.md S-24a). */
export function requireNotes(reason: Pick<LossReason, 'requireExtraNotes'>, comment: string | null, field = 'comment'): void {
  if (reason.requireExtraNotes && comment === null) throw new Refusal({ code: 'REQUIRED', field })
}

/** Refuses a loss in another version than the one that was seen, with what is stored; null = any. */
export function requireVersion(loss: Loss, version: number | null): void {
  if (version !== null && version !== loss.version) throw conflict(loss)
}

/** The refusal of a conflict, with the values that the other person stored. */
function conflict(loss: Loss): Refusal {
  return new Refusal({
    code: 'CONFLICT',
    params: {
      version: loss.version,
      isApproved: loss.isApproved,
      ...(loss.reasonId !== null && { reasonId: loss.reasonId }),
      ...(loss.comment !== null && { comment: loss.comment }),
      ...(loss.updatedBy !== null && { userId: loss.updatedBy satisfies UserId }),
    },
  })
}
