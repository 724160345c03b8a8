import type { LossReasonId } from '#engine/ids.ts'
import { commonReason, joinedComment, MAX_MERGED, mergeAnnotations, problemOfMerge } from '#engine/loss/mergeLosses.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { checkedComment, editLosses, editOnce, requireChoosable, requireNotes, sayerOf } from './lossEditing.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { readLossesAgain } from './readAgain.ts'
import type { Loss } from './lossRow.ts'
import type { SaidHow } from './saidBy.ts'

export type LossMerge = {
  readonly ids: readonly number[]
  /** undefined = the one that all pieces have; null = rules decide. */
  readonly reasonId: LossReasonId | null | undefined
  /** undefined = what was written about the pieces, joined. */
  readonly comment: string | null | undefined
  /** The versions that were seen, in the order of the ids; empty = whichever they have. */
  readonly versions: readonly number[]
  /** How the person came to the reason; left out where that is not known. */
  readonly how?: SaidHow
}

/**
 * Returns the loss that the pieces became (domain.md S-34). Refuses what editLosses refuses, pieces that problemOfMerge refuses, and pieces of different
 * reasons where none is given; of a new reason what classifyLosses refuses. Nothing of them stays approved.
 */
export async function mergeLosses(deps: LossDeps, editor: Editor, merge: LossMerge, request: KeyedRequest | null = null): Promise<Loss> {
  const { companyId } = editor.member
  const { length } = merge.ids
  if (length < 2 || length > MAX_MERGED)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 2, max: MAX_MERGED } })
  const merged = await deps.database.inTenant(companyId, (tenant) =>
    editOnce(tenant, editor, request, async () => [await mergeIn(tenant, editor, merge)]),
  )
  const [loss] = await readLossesAgain(deps, companyId, merged)
  if (loss === undefined) throw new Error('the merged loss vanished while it was saved')
  return loss
}

/** Returns the first piece as it was before mergeLosses makes one of them, which is stored by then. */
export async function mergeIn(tenant: Tenant, editor: Editor, merge: LossMerge): Promise<Loss> {
  const editing = await editLosses(tenant, editor, merge.ids, [merge.reasonId])
  const opened = merge.ids.map((id, at) => editing.open(id, merge.versions[at] ?? null))
  const pieces = opened.map(({ loss }) => loss)
  const problem = problemOfMerge(pieces)
  if (problem !== null) throw new Refusal(problem)
  const sorted = opened.toSorted((left, right) => left.loss.start - right.loss.start)
  const [first] = sorted
  if (first === undefined) throw new Error('a merge without pieces was let through')
  const reasonId = merge.reasonId === undefined ? commonReason(pieces) : merge.reasonId
  if (reasonId === undefined) throw new Refusal({ code: 'MERGE_REASON_REQUIRED', field: 'reasonId' })
  const comment = checkedComment(merge.comment === undefined ? joinedComment(pieces) : merge.comment)
  // A reason that a piece has already may have been hidden since.
  const isNew = reasonId !== null && pieces.every((piece) => piece.reasonId !== reasonId)
  const reason = reasonId === null ? null : isNew ? requireChoosable(editing, reasonId, first.loss) : editing.reasons.get(reasonId)
  if (reason) requireNotes(reason, comment)
  const edits = mergeAnnotations({ stop: first.stop, pieces, reasonId, annotations: first.annotations })
  const mark = editing.annotations.say(edits, first.annotations, {
    workCenterId: first.loss.workCenterId,
    by: sayerOf(editor, merge.how),
    comment,
    isApproved: false,
    versions: pieces.map(({ version }) => version),
  })
  await editing.annotations.write(tenant, editor.batchId)
  await markForRecalculation(tenant, [mark], editor.member.userId)
  return first.loss
}
