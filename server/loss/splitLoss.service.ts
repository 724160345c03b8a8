import type { LossReasonId } from '#engine/ids.ts'
import { splitAnnotations, validateSplit } from '#engine/loss/splitStop.ts'
import { shareAnnotations, validateShares } from '#engine/loss/splitShares.ts'
import type { LossShare, ShareDraft } from '#engine/loss/splitShares.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { checkedComment, editLosses, editOnce, requireChoosable, requireNotes, sayerOf } from './lossEditing.ts'
import type { EditedLoss, Editor, LossDeps, LossEditing, ReasonChoices } from './lossEditing.ts'
import type { Loss } from './lossRow.ts'
import { readPiecesAgain } from './readAgain.ts'
import type { SaidBy, SaidHow } from './saidBy.ts'

/** Change of a piece; undefined = as before the split. */
export type PieceChange = { readonly reasonId?: LossReasonId | null | undefined; readonly comment?: string | null | undefined }

export type LossSplit = {
  readonly id: number
  /** For a stop: the cut points (ms UTC), and the changes of the pieces by position. */
  readonly points: readonly number[]
  readonly pieces: readonly PieceChange[]
  /** Of a loss of speed or output: what goes to other reasons. */
  readonly shares: readonly (LossShare & { readonly comment?: string | null | undefined })[]
  readonly version: number | null
  /** How the person came to the reasons; left out where that is not known. */
  readonly how?: SaidHow
}

/**
 * Returns the pieces that the loss was split into; their sum is the loss (domain.md S-26b, S-29, S-30). Refuses what editLosses refuses, points that
 * validateSplit refuses, shares that validateShares refuses, and reasons that a person may not choose there.
 */
export async function splitLoss(
  deps: LossDeps,
  editor: Editor,
  split: LossSplit,
  request: KeyedRequest | null = null,
): Promise<readonly Loss[]> {
  const { companyId } = editor.member
  const [place] = await deps.database.inTenant(companyId, (tenant) =>
    editOnce(tenant, editor, request, async () => [await splitIn(tenant, editor, split, deps.now())]),
  )
  return place === undefined ? [] : await readPiecesAgain(deps, companyId, place)
}

/** Returns the loss as it was before splitLoss divides it, which is stored by then. */
export async function splitIn(tenant: Tenant, editor: Editor, split: LossSplit, now: number): Promise<Loss> {
  const named = [...split.pieces, ...split.shares].map((piece) => piece.reasonId)
  const editing = await editLosses(tenant, editor, [split.id], named)
  const opened = editing.open(split.id, split.version)
  const by = sayerOf(editor, split.how)
  const mark = opened.loss.source === 'STATUS' ? splitStop(editing, by, opened, split, now) : splitShares(editing, by, opened, split)
  await editing.annotations.write(tenant, editor.batchId)
  await markForRecalculation(tenant, [mark], editor.member.userId)
  return opened.loss
}

function splitStop(editing: LossEditing, by: SaidBy, opened: EditedLoss, split: LossSplit, now: number): RecalculationMark {
  const { loss, stop, annotations } = opened
  if (split.shares.length > 0) throw new Refusal({ code: 'SPLIT_BY_SHARES', field: 'shares', params: { source: loss.source } })
  const [problem] = validateSplit(loss, split.points, now)
  if (problem) throw new Refusal(problem)
  if (split.pieces.length > split.points.length + 1) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'pieces', params: { min: 0, max: split.points.length + 1 } })
  }
  const starts = [loss.start, ...split.points.toSorted((a, b) => a - b)]
  const comments = new Map<number, string | null>()
  for (const [at, piece] of split.pieces.entries()) {
    const comment = piece.comment === undefined ? (at === 0 ? loss.comment : null) : checkedComment(piece.comment, `pieces.${at}.comment`)
    checkPiece(editing, loss, piece, comment, `pieces.${at}`)
    comments.set(starts[at] ?? loss.start, comment)
  }
  const edits = splitAnnotations({ stop, loss, points: split.points, reasonIds: split.pieces.map((piece) => piece.reasonId), annotations })
  return editing.annotations.say(edits, annotations, {
    workCenterId: loss.workCenterId,
    by,
    comment: comments.has(loss.start) ? (comments.get(loss.start) ?? null) : loss.comment,
    isApproved: false,
    comments,
    versions: [loss.version],
  })
}

function splitShares(editing: LossEditing, by: SaidBy, opened: EditedLoss, split: LossSplit): RecalculationMark {
  const { loss, own, annotations } = opened
  const { source, start, end } = loss
  if (source === 'STATUS' || split.points.length > 0)
    throw new Refusal({ code: 'SPLIT_BY_SHARES', field: 'splitPoints', params: { source } })
  const whole = { source, ms: loss.durationMs, units: loss.quantity }
  const problem = validateShares(whole, split.shares)
  if (problem) throw new Refusal(problem)
  const comments: (string | null)[] = []
  for (const [at, share] of split.shares.entries()) {
    const comment = checkedComment(share.comment ?? null, `shares.${at}.comment`)
    checkPiece(editing, loss, share, comment, `shares.${at}`)
    comments.push(comment)
  }
  const drafts = shareAnnotations({ loss: { ...whole, start, end, reasonId: loss.reasonId }, own, annotations, shares: split.shares })
  const hasRest = own !== null && drafts.some((draft) => draft.of === own.id)
  const commentOf = ({ of, shareAt }: ShareDraft): string | null => {
    if (shareAt === null) return annotations.find((one) => one.id === of)?.comment ?? null
    return comments[shareAt] ?? (shareAt === 0 && !hasRest ? loss.comment : null)
  }
  const { workCenterId, version } = loss
  return editing.annotations.share(drafts, annotations, { workCenterId, by, versions: [version], commentOf })
}

function checkPiece(choices: ReasonChoices, loss: Loss, piece: PieceChange, comment: string | null, field: string): void {
  if (piece.reasonId == null) return
  const isNew = piece.reasonId !== loss.reasonId
  if (!isNew) return
  requireNotes(requireChoosable(choices, piece.reasonId, loss, `${field}.reasonId`), comment, `${field}.comment`)
}
