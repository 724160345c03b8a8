import type { LossReasonId } from '#engine/ids.ts'
import type { AnnotationEdits } from '#engine/loss/annotationEdits.ts'
import { classifyAnnotation } from '#engine/loss/classifyAnnotation.ts'
import type { ClassifyScope } from '#engine/loss/classifyAnnotation.ts'
import { problemOfApproval } from '#engine/loss/mayEditLoss.ts'
import type { Tenant } from '#server/db/database.ts'
import { listSaidBefore } from './lossHistory.store.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { checkedComment, editLosses, editOnce, grantsOfEditor, requireChoosable, requireNotes, sayerOf } from './lossEditing.ts'
import type { EditedLoss, Editor, LossDeps, LossEditing, ReasonChoices } from './lossEditing.ts'
import { readLossesAgain } from './readAgain.ts'
import type { Loss } from './lossRow.ts'
import type { SaidHow } from './saidBy.ts'

/** A person's change of a loss; undefined leaves a field, null empties it. */
export type LossChange = {
  readonly id: number
  /** null = no reason of a person any more: rules decide again. */
  readonly reasonId?: LossReasonId | null | undefined
  readonly comment?: string | null | undefined
  readonly isApproved?: boolean | null | undefined
  /** The version that the person saw; undefined = whichever it has. */
  readonly version?: number | null | undefined
  /** The loss alone, or the whole stop that it is a piece of. */
  readonly scope: ClassifyScope
  /** Whether later pieces of a stop that goes on take the reason too (domain.md S-22a). */
  readonly isCopiedOnward: boolean
  /** Whether the stop went on when it was said, although it may be over by now; left out = it was as it is. */
  readonly wentOn?: boolean
  /** How the person came to it; left out where that is not known. */
  readonly how?: SaidHow
}

export const MAX_LOSSES_AT_ONCE = 500

/**
 * Returns the losses with what was said about them, in the order of the changes, all or none; the number of statements does not depend on how many
 * there are. Refuses what editLosses refuses, a reason that a person may not choose there, one that demands notes without a comment, and approval
 * without the ability, without a reason or of a loss that goes on (domain.md S-24a, S-27). A repeated request is answered, not done again.
 */
export async function classifyLosses(
  deps: LossDeps,
  editor: Editor,
  changes: readonly LossChange[],
  request: KeyedRequest | null = null,
): Promise<readonly Loss[]> {
  const { companyId } = editor.member
  if (changes.length === 0 || changes.length > MAX_LOSSES_AT_ONCE) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 1, max: MAX_LOSSES_AT_ONCE } })
  }
  const work = (tenant: Tenant) => editOnce(tenant, editor, request, () => classifyIn(tenant, editor, changes))
  const edited = await deps.database.inTenant(companyId, work, { keepsPlans: true })
  return await readLossesAgain(deps, companyId, edited)
}

/** Returns the losses as they were before what classifyLosses says of them, which is stored by then. */
export async function classifyIn(tenant: Tenant, editor: Editor, changes: readonly LossChange[]): Promise<readonly Loss[]> {
  const editing = await editLosses(
    tenant,
    editor,
    changes.map((change) => change.id),
    changes.map((change) => change.reasonId),
  )
  // All versions that were seen first: a reason that is copied onward changes pieces that come later in the list.
  for (const { id, version } of changes) editing.open(id, version ?? null)
  const back = await listSaidBefore(tenant, changes.filter(isHiddenIn(editing)))
  const isBack = ({ id, reasonId }: LossChange) => back.some((said) => said.id === id && said.reasonId === reasonId)
  const done = changes.map((change) => classify(editing, editor, { ...change, version: null }, isBack(change)))
  await editing.annotations.write(tenant, editor.batchId)
  await markForRecalculation(
    tenant,
    done.map(({ mark }) => mark),
    editor.member.userId,
  )
  return done.map(({ loss }) => loss)
}

/**
 * Returns the loss, and the stretch to recalculate after what the change says of it. `isBack`: the reason was said of this loss before, so it may have
 * been hidden or replaced since.
 */
export function classify(
  editing: LossEditing,
  editor: Editor,
  change: LossChange,
  isBack = false,
): { readonly loss: Loss; readonly mark: RecalculationMark } {
  const opened = editing.open(change.id, change.version ?? null)
  const said = decide(editing, editor, opened, change, isBack)
  const edits = opened.loss.source === 'STATUS' ? stopEdits(opened, change, said) : wholeEdits(opened, said)
  const { workCenterId, version } = opened.loss
  const { comment, isApproved } = said
  const saidWith = { workCenterId, by: sayerOf(editor, change.how), comment, isApproved, versions: [version] }
  return { loss: opened.loss, mark: editing.annotations.say(edits, opened.annotations, saidWith) }
}

/** Whether the change gives a reason that is not offered any more. */
function isHiddenIn({ reasons }: ReasonChoices) {
  return ({ reasonId }: LossChange): boolean => reasonId != null && reasons.get(reasonId)?.isHidden === true
}

type Said = { readonly reasonId: LossReasonId | null | undefined; readonly comment: string | null; readonly isApproved: boolean }

function decide(choices: ReasonChoices, editor: Editor, { loss, own }: EditedLoss, change: LossChange, isBack: boolean): Said {
  const comment = change.comment === undefined ? loss.comment : checkedComment(change.comment)
  const present = own?.reasonId ?? null
  const reasonId = change.reasonId === undefined ? present : change.reasonId
  if (change.reasonId != null || change.comment !== undefined)
    checkReason(choices, loss, { reasonId, present: isBack ? reasonId : present, comment })
  const isEdited = (change.reasonId !== undefined && change.reasonId !== loss.reasonId) || comment !== loss.comment
  const isApproved = change.isApproved ?? (loss.isApproved && !isEdited)
  if (!isApproved) return { reasonId: change.reasonId, comment, isApproved }
  // A person who approves a reason that a rule gave stands for it: it stays, whatever happens to the rule.
  const approved = change.reasonId === undefined ? loss.reasonId : change.reasonId
  const problem = problemOfApproval(grantsOfEditor(editor), { ...loss, reasonId: approved })
  if (problem !== null) throw new Refusal(problem)
  return { reasonId: approved, comment, isApproved }
}

/** A reason that is there already may have been hidden since; a new one must be choosable. */
function checkReason(
  choices: ReasonChoices,
  loss: Loss,
  said: { readonly reasonId: LossReasonId | null; readonly present: LossReasonId | null; readonly comment: string | null },
): void {
  if (said.reasonId === null) return
  const isNew = said.reasonId !== said.present
  const reason = isNew ? requireChoosable(choices, said.reasonId, loss) : choices.reasons.get(said.reasonId)
  if (reason) requireNotes(reason, said.comment)
}

function stopEdits(
  { stop, loss, annotations, confirmedFrom }: EditedLoss,
  change: LossChange,
  { reasonId, isApproved }: Said,
): AnnotationEdits {
  const isCopiedOnward = change.isCopiedOnward && !isApproved
  const hasLaterPieces = stop.end === null || change.wentOn === true
  return classifyAnnotation({
    stop,
    loss,
    reasonId,
    scope: change.scope,
    annotations,
    isCopiedOnward,
    copiedUntil: hasLaterPieces ? (confirmedFrom ?? stop.end) : null,
  })
}

/** A loss of speed or output has its annotation to itself. */
function wholeEdits({ loss, own }: EditedLoss, { reasonId }: Said): AnnotationEdits {
  if (own !== null)
    return { removed: [], changed: [{ ...own, reasonId: reasonId === undefined ? own.reasonId : reasonId, isOfLoss: true }], added: [] }
  const { source, start, end, quantity } = loss
  // Several losses of output may be registered at one instant: what is said is said about as many units.
  const shareUnits = source === 'OUTPUT' ? quantity : null
  const edges = { startsWithStop: true, endsWithStop: true, isManual: false, shareMs: null, shareUnits }
  return { removed: [], changed: [], added: [{ source, start, end, ...edges, reasonId: reasonId ?? null, isOfLoss: true }] }
}
