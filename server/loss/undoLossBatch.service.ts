import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { LossAnnotationId } from '#engine/ids.ts'
import { partsToTakeBack, restoredEnd, unitsOf } from '#engine/loss/batchUndo.ts'
import { mayApproveLosses } from '#engine/loss/mayEditLoss.ts'
import { isConfirmedIn, markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActing } from './actingPerson.ts'
import { editAnnotations } from './annotationChanges.ts'
import { grantsOfEditor, isVisible, sayerOf } from './lossEditing.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { listConfirmedAnnotations } from './loss.store.ts'
import { listBatch } from './lossHistory.store.ts'
import type { BatchSaying } from './lossHistory.store.ts'
import { storedNumber } from './lossPlace.ts'

/** How many annotations were put back, and how many stayed as they are since somebody said more of them or their shift was confirmed. */
export type BatchUndo = { readonly undoneCount: number; readonly keptCount: number }

/**
 * Returns what became of the undo of everything that one gesture said: reasons that were copied onward are taken back too, what was said of a loss
 * since stays. Refuses a batch that is unknown or another person's, for those who may not approve.
 */
export async function undoLossBatch(deps: LossDeps, editor: Editor, batchId: string, request: KeyedRequest | null): Promise<BatchUndo> {
  const { companyId, userId } = editor.member
  const touched = new Set<BatchSaying['workCenterId']>()
  const { answer } = await deps.database.inTenant(companyId, (tenant) =>
    once(tenant, userId, request, {
      act: async () => {
        const sayings = await listBatch(tenant, batchId)
        for (const { workCenterId } of sayings) touched.add(workCenterId)
        return await takeBack(tenant, editor, sayings)
      },
      read: readUndo,
    }),
  )
  if (answer.undoneCount + answer.keptCount === 0) throw new Refusal({ code: 'LOSS_BATCH_NOT_FOUND', field: 'batchId' })
  await Promise.all([...touched].map((workCenterId) => deps.ingest.reload({ companyId, workCenterId }, { wait: true })))
  return answer
}

async function takeBack(tenant: Tenant, editor: Editor, sayings: readonly BatchSaying[]): Promise<BatchUndo> {
  const by = sayerOf(editor)
  const isOwn = sayings.every(({ saidBy }) => saidBy === by.userId)
  if (!sayings.every((saying) => isVisible(editor, saying)) || !(isOwn || mayApproveLosses(grantsOfEditor(editor))))
    return { undoneCount: 0, keptCount: 0 }
  await requireActing(
    tenant,
    editor,
    sayings.map(({ workCenterId }) => workCenterId),
  )
  await lockWorkCenters(tenant, [...new Set(sayings.map(({ workCenterId }) => workCenterId))])
  const groups = Map.groupBy(sayings, ({ annotationId }) => annotationId)
  const confirmed = new Set<LossAnnotationId>([
    ...(await listConfirmedAnnotations(tenant, [...groups.keys()])),
    ...(await listInConfirmedShift(tenant, sayings)),
  ])
  const annotations = await editAnnotations(
    tenant,
    sayings.flatMap(({ workCenterId, source, start, end, before }) => [
      { workCenterId, source, start, end },
      ...(before === null ? [] : [{ workCenterId, source, start: before.start, end: before.end }]),
    ]),
  )
  const present = new Map(annotations.all().map((one) => [one.id, one]))
  const laneOf = (one: Pick<BatchSaying, 'source' | 'workCenterId'>): string => `${one.workCenterId} ${one.source}`
  // Said twice in one gesture, it goes back to what it was before the first.
  const parts = [...groups].flatMap(([id, ofOne]) => {
    const [first] = ofOne
    const last = ofOne.at(-1)
    if (first === undefined || last === undefined) return []
    const { before } = first
    // What the gesture itself added and took away again has nothing to go back to.
    if (last.isRemoved && before === null) return []
    const now = present.get(id) ?? null
    const isAsLeft = last.isRemoved ? now === null : now?.version === last.version
    return [{ id, lane: laneOf(first), now, before, isKept: !isAsLeft || confirmed.has(id) }]
  })
  // Only stops divide time between them; shares of lost speed and output lie over each other.
  const others = annotations.all().flatMap((one) => (groups.has(one.id) || one.source !== 'STATUS' ? [] : [{ ...one, lane: laneOf(one) }]))
  const undone = new Set<number>(partsToTakeBack(parts, others))
  const unitOf = new Map(unitsOf(parts).flatMap((unit) => unit.map(({ id }) => [id, unit])))
  const marks: RecalculationMark[] = []
  for (const { id, before } of parts) {
    if (!undone.has(id)) continue
    const end = before === null ? null : restoredEnd(before, unitOf.get(id) ?? [])
    marks.push(annotations.restore(id, before === null ? null : { ...before, end }, by))
  }
  await annotations.write(tenant)
  await markForRecalculation(tenant, marks, editor.member.userId)
  return { undoneCount: marks.length, keptCount: parts.length - marks.length }
}

/** Returns the annotations that were taken away and whose shift was confirmed since. */
async function listInConfirmedShift(tenant: Tenant, sayings: readonly BatchSaying[]): Promise<readonly LossAnnotationId[]> {
  const ids: LossAnnotationId[] = []
  for (const { annotationId, workCenterId, isRemoved, before } of sayings) {
    if (!isRemoved || before === null) continue
    // Only a stop goes on without an end, and what goes on is in no confirmed shift.
    const range = { workCenterId, start: before.start, end: before.end ?? before.start + 1 }
    if (await isConfirmedIn(tenant, range)) ids.push(annotationId)
  }
  return ids
}

function readUndo(stored: unknown): BatchUndo {
  const { undoneCount, keptCount }: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return { undoneCount: storedNumber(undoneCount), keptCount: storedNumber(keptCount) }
}
