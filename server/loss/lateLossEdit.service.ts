import type { WorkCenterId } from '#engine/ids.ts'
import type { LossSource } from '#engine/facts.ts'
import {
  piecesOfLateEdit,
  piecesOfLateMerge,
  verdictOfLateEdit,
  verdictOfPieces,
  wordsOfLateEdit,
  wordsOfLateMerge,
} from '#engine/loss/lateLossEdit.ts'
import type { LateLossEdit, LateVerdict, PresentLoss } from '#engine/loss/lateLossEdit.ts'
import { commonReason, MAX_MERGED } from '#engine/loss/mergeLosses.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters, lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { requireActing } from './actingPerson.ts'
import { checkedComment, editLosses, isVisible, sayerOf } from './lossEditing.ts'
import type { EditedLoss, Editor } from './lossEditing.ts'
import { classify } from './loss.service.ts'
import { listChains, listLossesIn } from './loss.store.ts'
import type { Loss } from './lossRow.ts'
import { mergeIn } from './mergeLosses.service.ts'
import { splitIn } from './splitLoss.service.ts'
import type { PieceChange } from './splitLoss.service.ts'
import type { SaidHow } from './saidBy.ts'

/** What a person decided about a loss on a device that sends it later; the loss is found by its time. */
export type LateEdit = Pick<LateLossEdit, 'at' | 'baseReasonIds' | 'baseVersion' | 'comment' | 'reasonId'> & {
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  /** Its id as it was seen; tells apart losses of one instant. */
  readonly lossId: number | null
  readonly start: number
  /** null = it went on. */
  readonly end: number | null
  /** Where a stop is cut, and the changes of its pieces by position. */
  readonly cuts: readonly number[]
  readonly pieces: readonly PieceChange[]
  /** Whether the pieces in that time become one. */
  readonly isMerge: boolean
  readonly how: SaidHow
}

/** What became of a late edit; GONE = that time is no loss any more. */
export const LATE_OUTCOMES = [
  'APPLIED',
  'CONFLICT',
  'GONE',
  'HELD',
  'LOSS_APPROVED',
  'LOSS_REASON_NOT_FOUND',
  'REFUSED',
  'SAME',
  'SHIFT_CONFIRMED',
  'SUPERSEDED',
] as const
export type LateOutcome = (typeof LATE_OUTCOMES)[number]

export type LateResult = { readonly outcome: LateOutcome; readonly losses: readonly Loss[] }

/**
 * Does what the edit says where the conflict table of domain.md S-28a lets it, within the open transaction, and returns what became of it with the
 * losses that it is about as they were. Refuses what an edit of the screen refuses, before anything is written.
 */
export async function applyLateEdit(tenant: Tenant, editor: Editor, edit: LateEdit, now: number): Promise<LateResult> {
  const { workCenterId, source, isMerge } = edit
  await requireEditable(tenant, editor, edit)
  await lockWorkCenters(tenant, [workCenterId])
  const seen = { start: edit.start, end: edit.end ?? Math.max(edit.start + 1, edit.at ?? now) }
  const there = (await listLossesIn(tenant, { workCenterId, source, ...seen })).filter(({ isValid }) => isValid)
  if (isCutSo(edit, there)) return { outcome: 'SAME', losses: there }
  const placed = there.map((loss) => ({ ...loss, loss, end: loss.end ?? Math.max(now, seen.end) }))
  const chosen = isMerge ? piecesOfLateMerge(seen, placed) : piecesOfLateEdit(seen, placed, edit.lossId)
  const losses = chosen.map(({ loss }) => loss)
  if (losses.length === 0) return { outcome: 'GONE', losses }
  const onward = await listOnward(tenant, edit, losses.at(-1))
  const editing = await editLosses(
    tenant,
    editor,
    [...losses, ...onward].map(({ id }) => id),
    [edit.reasonId, ...edit.pieces.map(({ reasonId }) => reasonId)],
  )
  const looked = losses.map(({ id }) => editing.look(id))
  const judged = judgedOf(editor, edit, looked)
  const outcome = verdictOfPieces(judged.map(verdictOf))
  const later = judgedOf(
    editor,
    { ...edit, comment: undefined },
    onward.map(({ id }) => editing.look(id)),
  )
  // What its first pieces say already may not have reached the others.
  const isForOnward = outcome === 'SAME' && later.some((one) => verdictOf(one) === 'APPLY')
  if (outcome !== 'APPLY' && !isForOnward) return { outcome, losses }
  const [first] = losses
  if (edit.cuts.length > 0) return first === undefined ? { outcome: 'GONE', losses } : await cut(tenant, editor, edit, first, now)
  if (isMerge && losses.length > 1) {
    const ids = losses.slice(0, MAX_MERGED).map(({ id }) => id)
    const { reasonId, comment } = wordsOfLateMerge(judged)
    const isLaterSaid = reasonId === undefined && edit.reasonId !== undefined
    if (isLaterSaid && commonReason(looked.map(({ loss }) => loss)) === undefined) return { outcome: 'SUPERSEDED', losses }
    await mergeIn(tenant, editor, { ids, versions: [], reasonId, comment, how: edit.how })
    return { outcome: 'APPLIED', losses }
  }
  const done = judged.map(({ id, edit: late, present }) => {
    const { reasonId, comment } = wordsOfLateEdit(late, present)
    return classify(editing, editor, {
      id,
      reasonId,
      comment,
      isApproved: false,
      scope: 'LOSS',
      isCopiedOnward: true,
      wentOn: edit.end === null,
      how: edit.how,
    })
  })
  await editing.annotations.write(tenant)
  await markForRecalculation(
    tenant,
    done.map(({ mark }) => mark),
    editor.member.userId,
  )
  return { outcome: 'APPLIED', losses }
}

/** A cut that lies in none of the pieces any more is gone, and nothing is written of any. */
async function cut(tenant: Tenant, editor: Editor, edit: LateEdit, loss: Loss, now: number): Promise<LateResult> {
  const isInside = (at: number) => loss.start < at && at < (loss.end ?? now)
  if (!edit.cuts.every(isInside)) return { outcome: 'GONE', losses: [loss] }
  const { cuts: points, pieces, how } = edit
  await splitIn(tenant, editor, { id: loss.id, points, pieces, shares: [], version: null, how }, now)
  return { outcome: 'APPLIED', losses: [loss] }
}

/** Refuses an edit of a work center that the company does not have or the editor may not see, and what requireActing refuses. */
export async function requireEditable(tenant: Tenant, editor: Editor, { workCenterId }: Pick<LateEdit, 'workCenterId'>): Promise<void> {
  const isThere = isVisible(editor, { workCenterId }) && (await findWorkCenters(tenant, [workCenterId])).length > 0
  if (!isThere) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND' })
  await requireActing(tenant, editor, [workCenterId])
}

/**
 * The pieces after the last one that the edit is about, where the stop went on when it was said: what was said then holds for them too, up to a
 * confirmed shift.
 */
async function listOnward(tenant: Tenant, { end, source, cuts, isMerge }: LateEdit, last: Loss | undefined): Promise<readonly Loss[]> {
  if (last === undefined || last.end === null || end !== null || source !== 'STATUS' || cuts.length > 0 || isMerge) return []
  const { end: from } = last
  return (await listChains(tenant, [last])).filter(({ start }) => start >= from)
}

type Judged = { readonly id: number; readonly edit: LateLossEdit; readonly present: PresentLoss }

function verdictOf({ edit, present }: Judged): LateVerdict {
  return verdictOfLateEdit(edit, present)
}

function judgedOf(
  editor: Editor,
  edit: LateEdit,
  looked: readonly (EditedLoss & { readonly isShiftConfirmed: boolean })[],
): readonly Judged[] {
  const { userId } = sayerOf(editor)
  const comment = edit.comment === undefined ? undefined : checkedComment(edit.comment)
  const recuts = edit.cuts.length > 0 || (edit.isMerge && looked.length > 1)
  return looked.map(({ loss, own, isShiftConfirmed }) => ({
    id: loss.id,
    edit: { ...edit, reasonId: reasonOf(edit, loss), userId, comment, recuts },
    present: {
      reasonId: loss.reasonId,
      isByPerson: loss.reasonSource === 'MANUAL',
      comment: loss.comment,
      isApproved: loss.isApproved,
      isShiftConfirmed,
      version: loss.version,
      reasonBy: own?.reasonBy ?? null,
      reasonAt: own === null ? null : (own.saidAt ?? own.updatedOn.getTime()),
      commentBy: own?.commentBy ?? null,
      commentAt: own?.commentAt ?? null,
    },
  }))
}

/** The reason that the edit gives; of one that cuts, one that the loss does not have yet. */
function reasonOf({ cuts, pieces, reasonId }: LateEdit, loss: Loss): LateEdit['reasonId'] {
  if (cuts.length === 0) return reasonId
  return pieces.find((piece) => piece.reasonId !== undefined && piece.reasonId !== loss.reasonId)?.reasonId
}

/** Whether the stop is cut there already, and its pieces have the reasons that the edit gives them. */
function isCutSo({ start, cuts, pieces }: LateEdit, there: readonly Loss[]): boolean {
  if (cuts.length === 0 || !cuts.every((at) => there.some((loss) => loss.start === at))) return false
  const starts = [start, ...cuts.toSorted((left, right) => left - right)]
  return starts.every((at, index) => {
    const reasonId = pieces[index]?.reasonId
    if (reasonId === undefined) return true
    const piece = there.find((loss) => loss.start <= at && at < (loss.end ?? Infinity))
    return piece !== undefined && piece.reasonId === reasonId && (reasonId === null || piece.reasonSource === 'MANUAL')
  })
}
