import type { LossAnnotationId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { AnnotationEdits } from '#engine/loss/annotationEdits.ts'
import type { ShareDraft } from '#engine/loss/splitShares.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { deleteAnnotations, endFinished, insertAnnotations, listAnnotationsIn, releaseTime, updateAnnotations } from './annotation.store.ts'
import type { AnnotationRange, AnnotationValues, StoredAnnotation } from './annotation.store.ts'

/** The other fields of an edit besides the reason, and its author. */
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
 * The annotations of locked work centers while they are edited: an edit reads what the edits before it said, and `write` stores the outcome of all of
 * them with a fixed number of statements.
 */
export type AnnotationChanges = {
  /** Every annotation that was read, as it is by now. */
  all(): readonly StoredAnnotation[]
  /** Returns the annotations that overlap the range as they are by now, ascending by start. */
  listIn(range: AnnotationRange): readonly StoredAnnotation[]
  /**
   * Takes over what the engine worked out; returns the stretch of time to recalculate. Everything that is said gets one version, above all that were
   * seen; approval is the edited loss's only (domain.md S-26, S-27).
   */
  say(edits: AnnotationEdits, present: readonly StoredAnnotation[], said: SaidWith): RecalculationMark
  /**
   * Takes over the parts of a loss of speed or output; returns the stretch of time to recalculate. Annotations take their parts in the order of their
   * ids, so the stored ones are filled from the first draft on and the rest are added.
   */
  share(
    drafts: readonly ShareDraft[],
    present: readonly StoredAnnotation[],
    said: Pick<SaidWith, 'workCenterId' | 'userId' | 'versions'> & { readonly commentOf: (draft: ShareDraft) => string | null },
  ): RecalculationMark
  remove(id: LossAnnotationId): void
  write(tenant: Tenant): Promise<void>
}

/** New annotations get ids above all stored ones, so that they come last among those that start together. */
const FIRST_NEW_ID = 2 ** 52

/**
 * Returns the annotations of the ranges, ready to be edited. Their work centers are locked: nobody else changes them until the transaction ends. An
 * annotation of a stop that is over has its end by then, so it is not among those of the next stop.
 */
export async function editAnnotations(tenant: Tenant, ranges: readonly AnnotationRange[]): Promise<AnnotationChanges> {
  await endFinished(tenant, [...new Set(ranges.map((range) => range.workCenterId))])
  return await readAnnotations(tenant, ranges)
}

/** Returns the annotations of the ranges as they are stored. */
export async function readAnnotations(tenant: Tenant, ranges: readonly AnnotationRange[]): Promise<AnnotationChanges> {
  const stored = new Map((await listAnnotationsIn(tenant, hullOf(ranges))).map((one) => [one.id, one]))
  const now = new Map(stored)
  let nextId = FIRST_NEW_ID

  const put = (id: LossAnnotationId, workCenterId: WorkCenterId, values: AnnotationValues, userId: UserId): void => {
    now.set(id, { ...values, id, workCenterId, updatedBy: userId, updatedOn: new Date() })
  }
  const add = (workCenterId: WorkCenterId, values: AnnotationValues, userId: UserId): void =>
    put(asId<LossAnnotationId>(nextId++), workCenterId, values, userId)

  return {
    all: () => [...now.values()],
    listIn: (range) => [...now.values()].filter((one) => overlaps(one, range)).toSorted(byStart),
    say: (edits, present, said) => {
      const { workCenterId, userId, comments } = said
      const version = Math.max(0, ...present.map((one) => one.version), ...said.versions) + 1
      const drafts = [...edits.changed, ...edits.added]
      for (const id of edits.removed) now.delete(id)
      for (const { isOfLoss, id, ...draft } of edits.changed) {
        const comment = isOfLoss ? said.comment : (comments?.get(draft.start) ?? now.get(id)?.comment ?? null)
        put(id, workCenterId, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, userId)
      }
      for (const { isOfLoss, ...draft } of edits.added) {
        const comment = isOfLoss ? said.comment : (comments?.get(draft.start) ?? null)
        add(workCenterId, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, userId)
      }
      return markOf(workCenterId, [...drafts, ...present.filter((one) => edits.removed.includes(one.id))])
    },
    share: (drafts, present, { workCenterId, userId, versions, commentOf }) => {
      const version = Math.max(0, ...present.map((one) => one.version), ...versions) + 1
      const ids = present.map((one) => one.id).toSorted((left, right) => left - right)
      for (const [at, draft] of drafts.entries()) {
        const { of, shareAt, ...values } = draft
        const isKept = (one: StoredAnnotation) =>
          one.id === of && one.isApproved && one.shareUnits === draft.shareUnits && one.shareMs === draft.shareMs
        const written = { ...values, comment: commentOf(draft), isApproved: shareAt === null && present.some(isKept), version }
        const id = ids[at]
        if (id === undefined) add(workCenterId, written, userId)
        else put(id, workCenterId, written, userId)
      }
      for (const id of ids.slice(drafts.length)) now.delete(id)
      return markOf(workCenterId, [...drafts, ...present])
    },
    remove: (id) => void now.delete(id),
    write: async (tenant) => {
      const changed = [...now.values()].filter((one) => stored.has(one.id) && stored.get(one.id) !== one)
      await deleteAnnotations(
        tenant,
        [...stored.keys()].filter((id) => !now.has(id)),
      )
      // One that takes time which it did not have might for a moment overlap the one that gives it away.
      await releaseTime(
        tenant,
        changed.filter((one) => grows(stored.get(one.id), one)).map((one) => one.id),
      )
      await updateAnnotations(tenant, changed)
      await insertAnnotations(
        tenant,
        [...now.values()].filter((one) => !stored.has(one.id)),
      )
    },
  }
}

function markOf(
  workCenterId: WorkCenterId,
  touched: readonly { readonly start: number; readonly end: number | null }[],
): RecalculationMark {
  const to = touched.some((one) => one.end === null) ? null : Math.max(...touched.map((one) => one.end ?? 0))
  return { workCenterId, from: Math.min(...touched.map((one) => one.start)), to, cause: 'LOSS' }
}

function grows(before: StoredAnnotation | undefined, after: StoredAnnotation): boolean {
  return before !== undefined && (after.start < before.start || (after.end ?? Infinity) > (before.end ?? Infinity))
}

function overlaps(one: StoredAnnotation, { workCenterId, source, start, end }: AnnotationRange): boolean {
  return one.workCenterId === workCenterId && one.source === source && one.start < (end ?? Infinity) && (one.end ?? Infinity) > start
}

function byStart(left: StoredAnnotation, right: StoredAnnotation): number {
  return left.start - right.start || left.id - right.id
}

/** One range for each source of a work center, from its first to its last. */
function hullOf(ranges: readonly AnnotationRange[]): readonly AnnotationRange[] {
  const hulls = new Map<string, AnnotationRange>()
  for (const range of ranges) {
    const key = `${range.workCenterId} ${range.source}`
    const hull = hulls.get(key) ?? range
    const end = hull.end === null || range.end === null ? null : Math.max(hull.end, range.end)
    hulls.set(key, { ...range, start: Math.min(hull.start, range.start), end })
  }
  return [...hulls.values()]
}
