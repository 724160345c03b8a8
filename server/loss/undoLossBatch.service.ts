import type { WorkCenterId } from '#engine/ids.ts'
import { mayApproveLosses } from '#engine/loss/mayEditLoss.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { requireActing } from './actingPerson.ts'
import { grantsOfEditor, isVisible, sayerOf } from './lossEditing.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { listBatch } from './lossHistory.store.ts'
import type { BatchSaying } from './lossHistory.store.ts'
import { storedNumber } from './lossPlace.ts'
import { readTakeBack } from './takeBack.ts'

/** How many annotations were put back, and how many stayed as they are since somebody said more of them or their shift was confirmed. */
export type BatchUndo = { readonly undoneCount: number; readonly keptCount: number }

/**
 * Returns what became of the undo of everything that one gesture said: reasons that were copied onward are taken back too, what was said of a loss
 * since stays. Refuses a batch that is unknown, of work centers that the editor may not see, or another person's, for those who may not approve; so
 * does a repetition.
 */
export async function undoLossBatch(deps: LossDeps, editor: Editor, batchId: string, request: KeyedRequest | null): Promise<BatchUndo> {
  const { companyId, userId } = editor.member
  const { workCenterIds, answer } = await deps.database.inTenant(companyId, async (tenant) => {
    const sayings = await listBatch(tenant, batchId)
    const ids = [...new Set(sayings.map(({ workCenterId }) => workCenterId))]
    if (sayings.length === 0 || !mayTakeBack(editor, sayings)) throw new Refusal({ code: 'LOSS_BATCH_NOT_FOUND', field: 'batchId' })
    await requireActing(tenant, editor, ids)
    const steps = { act: () => takeBack(tenant, editor, ids, sayings), read: readUndo }
    return { ...(await once(tenant, userId, request, steps)), workCenterIds: ids }
  })
  await Promise.all(workCenterIds.map((workCenterId) => deps.ingest.reload({ companyId, workCenterId }, { wait: true })))
  return answer
}

/** One's own, or those of others for who may approve. */
function mayTakeBack(editor: Editor, sayings: readonly BatchSaying[]): boolean {
  const { userId } = sayerOf(editor)
  const isAllowed = sayings.every(({ saidBy }) => saidBy === userId) || mayApproveLosses(grantsOfEditor(editor))
  return isAllowed && sayings.every((saying) => isVisible(editor, saying))
}

async function takeBack(
  tenant: Tenant,
  editor: Editor,
  workCenterIds: readonly WorkCenterId[],
  sayings: readonly BatchSaying[],
): Promise<BatchUndo> {
  await lockWorkCenters(tenant, workCenterIds)
  const { annotations, partCount, restore } = await readTakeBack(tenant, sayings)
  const marks = restore(sayerOf(editor))
  await annotations.write(tenant)
  await markForRecalculation(tenant, marks, editor.member.userId)
  return { undoneCount: marks.length, keptCount: partCount - marks.length }
}

function readUndo(stored: unknown): BatchUndo {
  const { undoneCount, keptCount }: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return { undoneCount: storedNumber(undoneCount), keptCount: storedNumber(keptCount) }
}
