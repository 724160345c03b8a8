import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { AnnotationEdits } from '#engine/loss/annotationEdits.ts'
import type { ShareDraft } from '#engine/loss/splitShares.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { deleteAnnotations, endForgotten, insertAnnotation, updateAnnotation } from './annotation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'

/** What is said about the edited loss besides its reason, and by whom. */
export type SaidWith = {
  readonly workCenterId: WorkCenterId
  readonly userId: UserId
  readonly comment: string | null
  readonly isApproved: boolean
  /** Comments of other pieces, by where they start. */
  readonly comments?: ReadonlyMap<number, string | null>
  /** All versions of the stop's losses that anybody may have seen. */
  readonly versions: readonly number[]
}

/**
 * Returns the stretch of time to recalculate after writing what the engine worked out. Everything written has one version, above all that were seen;
 * approval is the edited loss's only (domain.md S-26, S-27).
 */
export async function writeAnnotations(
  tenant: Tenant,
  edits: AnnotationEdits,
  present: readonly StoredAnnotation[],
  said: SaidWith,
): Promise<RecalculationMark> {
  const { workCenterId, userId } = said
  const version = Math.max(0, ...present.map((one) => one.version), ...said.versions) + 1
  const drafts = [...edits.changed, ...edits.added]
  const [first] = drafts
  if (first) await endForgotten(tenant, { workCenterId, source: first.source, before: Math.min(...drafts.map((draft) => draft.start)) })
  await deleteAnnotations(tenant, edits.removed)
  for (const { isOfLoss, id, ...draft } of edits.changed) {
    const kept = present.find((one) => one.id === id)?.comment ?? null
    const comment = isOfLoss ? said.comment : (said.comments?.get(draft.start) ?? kept)
    await updateAnnotation(tenant, id, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, userId)
  }
  for (const { isOfLoss, ...draft } of edits.added) {
    const comment = isOfLoss ? said.comment : (said.comments?.get(draft.start) ?? null)
    await insertAnnotation(tenant, workCenterId, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, userId)
  }
  const removed = present.filter((one) => edits.removed.includes(one.id))
  const touched = [...drafts, ...removed]
  const to = touched.some((one) => one.end === null) ? null : Math.max(...touched.map((one) => one.end ?? 0))
  return { workCenterId, from: Math.min(...touched.map((one) => one.start)), to, cause: 'LOSS' }
}

/**
 * Returns the stretch of time to recalculate after writing the parts of a loss of speed or output. Annotations take their parts in the order of their
 * ids, so the stored ones are filled from the first draft on and the rest are added.
 */
export async function writeShares(
  tenant: Tenant,
  drafts: readonly ShareDraft[],
  present: readonly StoredAnnotation[],
  said: Pick<SaidWith, 'workCenterId' | 'userId' | 'versions'> & { readonly commentOf: (draft: ShareDraft) => string | null },
): Promise<RecalculationMark> {
  const { workCenterId, userId, commentOf } = said
  const version = Math.max(0, ...present.map((one) => one.version), ...said.versions) + 1
  const ids = present.map((one) => one.id).toSorted((left, right) => left - right)
  for (const [at, draft] of drafts.entries()) {
    const { of, shareAt, ...values } = draft
    const isApproved =
      shareAt === null &&
      present.some((one) => one.id === of && one.isApproved && one.shareUnits === draft.shareUnits && one.shareMs === draft.shareMs)
    const written = { ...values, comment: commentOf(draft), isApproved, version }
    const id = ids[at]
    if (id === undefined) await insertAnnotation(tenant, workCenterId, written, userId)
    else await updateAnnotation(tenant, id, written, userId)
  }
  await deleteAnnotations(tenant, ids.slice(drafts.length))
  const ends = [...drafts, ...present].map((one) => one.end)
  const to = ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0))
  return { workCenterId, from: Math.min(...[...drafts, ...present].map((one) => one.start)), to, cause: 'LOSS' }
}
