import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { AnnotationEdits } from '#engine/loss/annotationEdits.ts'
import { classifyAnnotation } from '#engine/loss/classifyAnnotation.ts'
import type { ClassifyScope } from '#engine/loss/classifyAnnotation.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkedComment, isVisible, lossNotFound, mayApprove, openLoss, requireChoosable, requireNotes } from './editedLoss.ts'
import type { EditedLoss, Editor, LossDeps } from './editedLoss.ts'
import { freshLosses } from './freshLosses.ts'
import { findLosses, lockWorkCenters } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { Loss } from './lossRow.ts'
import { writeAnnotations } from './writeAnnotations.ts'

/** What a person says about a loss; what is undefined stays, null empties. */
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
  /** Whether later pieces of a stop that goes on take the reason too (domain.md S-22). */
  readonly isCopiedOnward: boolean
}

export const MAX_LOSSES_AT_ONCE = 500

/**
 * Returns the losses with what was said about them, all or none. Refuses what openLoss refuses, a reason that a person may not choose there, one that
 * demands notes without a comment, and approval without the ability, without a reason or of a loss that goes on (domain.md S-24, S-27).
 */
export async function classifyLosses(deps: LossDeps, editor: Editor, changes: readonly LossChange[]): Promise<readonly Loss[]> {
  const { companyId, userId } = editor.member
  if (changes.length === 0 || changes.length > MAX_LOSSES_AT_ONCE) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 1, max: MAX_LOSSES_AT_ONCE } })
  }
  const edited = await deps.database.inTenant(companyId, async (tenant) => {
    const ids = changes.map((change) => change.id)
    await lockWorkCenters(tenant, await visibleWorkCenters(tenant, editor, ids))
    const done: { readonly loss: Loss; readonly mark: RecalculationMark }[] = []
    for (const change of changes) done.push(await classify(tenant, editor, change))
    await markForRecalculation(
      tenant,
      done.map(({ mark }) => mark),
      userId,
    )
    return done.map(({ loss }) => loss)
  })
  return await freshLosses(deps, companyId, edited)
}

/** Returns the work centers of the losses; refuses the first loss that the editor may not see. */
async function visibleWorkCenters(tenant: Tenant, editor: Editor, ids: readonly number[]): Promise<readonly WorkCenterId[]> {
  const found = new Map((await findLosses(tenant, ids)).map((loss) => [loss.id, loss]))
  return ids.map((id) => {
    const loss = found.get(id)
    if (loss === undefined || !isVisible(editor, loss)) throw lossNotFound(id)
    return loss.workCenterId
  })
}

async function classify(tenant: Tenant, editor: Editor, change: LossChange): Promise<{ loss: Loss; mark: RecalculationMark }> {
  const opened = await openLoss(tenant, editor, change.id, change.version ?? null)
  const said = await decide(tenant, editor, opened, change)
  const edits = opened.loss.source === 'STATUS' ? stopEdits(opened, change, said) : wholeEdits(opened, said)
  const { workCenterId, version } = opened.loss
  const { comment, isApproved } = said
  const writing = { workCenterId, userId: editor.member.userId, comment, isApproved, versions: [version] }
  return { loss: opened.loss, mark: await writeAnnotations(tenant, edits, opened.annotations, writing) }
}

type Said = { readonly reasonId: LossReasonId | null | undefined; readonly comment: string | null; readonly isApproved: boolean }

async function decide(tenant: Tenant, editor: Editor, { loss, own }: EditedLoss, change: LossChange): Promise<Said> {
  const comment = change.comment === undefined ? loss.comment : checkedComment(change.comment)
  const reasonId = change.reasonId === undefined ? (own?.reasonId ?? null) : change.reasonId
  await checkReason(tenant, loss, {
    reasonId,
    present: own?.reasonId ?? null,
    comment,
    isTouched: change.reasonId != null || change.comment !== undefined,
  })
  const isEdited = (change.reasonId !== undefined && change.reasonId !== loss.reasonId) || comment !== loss.comment
  const isApproved = change.isApproved ?? (loss.isApproved && !isEdited)
  if (!isApproved) return { reasonId: change.reasonId, comment, isApproved }
  if (!mayApprove(editor)) throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'LOSSES' } })
  // Who approves a reason that a rule gave stands for it: it stays, whatever happens to the rule.
  const approved = change.reasonId === undefined ? loss.reasonId : change.reasonId
  if (approved === null || loss.end === null || loss.isProvisional) {
    throw new Refusal({ code: 'LOSS_NOT_APPROVABLE', field: 'isApproved', params: { id: loss.id } })
  }
  return { reasonId: approved, comment, isApproved }
}

/** A reason that is there already may have been hidden since; a new one must be choosable. */
async function checkReason(
  tenant: Tenant,
  loss: Loss,
  said: {
    readonly reasonId: LossReasonId | null
    readonly present: LossReasonId | null
    readonly comment: string | null
    readonly isTouched: boolean
  },
): Promise<void> {
  if (said.reasonId === null || !said.isTouched) return
  const isNew = said.reasonId !== said.present
  const [reason] = isNew ? [await requireChoosable(tenant, said.reasonId, loss)] : await listLossReasons(tenant, [said.reasonId])
  if (reason) requireNotes(reason, said.comment)
}

function stopEdits({ stop, loss, annotations }: EditedLoss, change: LossChange, { reasonId, isApproved }: Said): AnnotationEdits {
  const isCopiedOnward = change.isCopiedOnward && !isApproved
  return classifyAnnotation({ stop, loss, reasonId, scope: change.scope, annotations, isCopiedOnward })
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
