import type { LossAnnotationId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { AnnotationEdits } from '#engine/loss/annotationEdits.ts'
import type { ShareDraft } from '#engine/loss/splitShares.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { deleteAnnotations, endFinished, insertAnnotations, listAnnotationsIn, releaseTime, updateAnnotations } from './annotation.store.ts'
import type { AnnotationRange, AnnotationValues, StoredAnnotation } from './annotation.store.ts'
import { insertHistory } from './lossHistory.store.ts'
import type { Saying } from './lossHistory.store.ts'
import type { SaidBy, SaidHow } from './saidBy.ts'

/** The other fields of an edit besides the reason, and who said it how. */
export type SaidWith = {
  readonly workCenterId: WorkCenterId
  readonly by: SaidBy
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
    said: Pick<SaidWith, 'workCenterId' | 'by' | 'versions'> & { readonly commentOf: (draft: ShareDraft) => string | null },
  ): RecalculationMark
  remove(id: LossAnnotationId, by: SaidBy): void
  /** Puts an annotation back as it was before it was changed or taken away; null before = there was none. */
  restore(id: LossAnnotationId, before: StoredAnnotation | null, by: SaidBy): RecalculationMark
  /** Stores what was said, and that it was said; `batchId` names the sayings of one gesture. */
  write(tenant: Tenant, batchId?: string | null): Promise<void>
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
  const sayers = new Map<LossAnnotationId, SaidBy>()
  let nextId = FIRST_NEW_ID

  const put = (id: LossAnnotationId, workCenterId: WorkCenterId, values: Values, by: SaidBy, from = now.get(id)): void => {
    const updatedOn = new Date()
    sayers.set(id, by)
    const authors = { ...reasonWordOf(from, values, by, updatedOn), ...commentWordOf(from, values, by, updatedOn) }
    now.set(id, { ...values, ...authors, id, workCenterId, updatedBy: by.userId, updatedOn })
  }
  const add = (workCenterId: WorkCenterId, values: Values, by: SaidBy, from?: StoredAnnotation): void =>
    put(asId<LossAnnotationId>(nextId++), workCenterId, values, by, from)
  const remove = (id: LossAnnotationId, by: SaidBy): void => {
    now.delete(id)
    sayers.set(id, by)
  }

  return {
    all: () => [...now.values()],
    listIn: (range) => [...now.values()].filter((one) => overlaps(one, range)).toSorted(byStart),
    say: (edits, present, said) => {
      const { workCenterId, by, comments } = said
      const version = Math.max(0, ...present.map((one) => one.version), ...said.versions) + 1
      const drafts = [...edits.changed, ...edits.added]
      for (const id of edits.removed) remove(id, by)
      for (const { isOfLoss, id, ...draft } of edits.changed) {
        const comment = isOfLoss ? said.comment : (comments?.get(draft.start) ?? now.get(id)?.comment ?? null)
        put(id, workCenterId, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, by)
      }
      for (const { isOfLoss, ...draft } of edits.added) {
        const comment = isOfLoss ? said.comment : (comments?.get(draft.start) ?? null)
        // A part of what was one keeps whose words they are.
        const from = present.find((one) => one.start <= draft.start && draft.start < (one.end ?? Infinity))
        add(workCenterId, { ...draft, comment, isApproved: isOfLoss && said.isApproved, version }, by, from)
      }
      return markOf(workCenterId, [...drafts, ...present.filter((one) => edits.removed.includes(one.id))])
    },
    share: (drafts, present, { workCenterId, by, versions, commentOf }) => {
      const version = Math.max(0, ...present.map((one) => one.version), ...versions) + 1
      const ids = present.map((one) => one.id).toSorted((left, right) => left - right)
      for (const [at, draft] of drafts.entries()) {
        const { of, shareAt, ...values } = draft
        const isKept = (one: StoredAnnotation) =>
          one.id === of && one.isApproved && one.shareUnits === draft.shareUnits && one.shareMs === draft.shareMs
        const written = { ...values, comment: commentOf(draft), isApproved: shareAt === null && present.some(isKept), version }
        const id = ids[at]
        const from = present.find((one) => one.id === of)
        if (id === undefined) add(workCenterId, written, by, from)
        else put(id, workCenterId, written, by, from)
      }
      for (const id of ids.slice(drafts.length)) remove(id, by)
      return markOf(workCenterId, [...drafts, ...present])
    },
    remove,
    restore: (id, before, by) => {
      const present = now.get(id)
      if (before === null) {
        if (present === undefined) throw new Error('an annotation that is not there cannot be taken away')
        remove(id, by)
        return markOf(present.workCenterId, [present])
      }
      // One that was taken away is stored anew.
      const restoredId = present?.id ?? asId<LossAnnotationId>(nextId++)
      const saidAt = before.saidAt ?? before.updatedOn.getTime()
      now.set(restoredId, {
        ...before,
        id: restoredId,
        saidAt,
        version: (present ?? before).version + 1,
        updatedBy: by.userId,
        updatedOn: new Date(),
      })
      sayers.set(restoredId, by)
      return markOf(before.workCenterId, present === undefined ? [before] : [present, before])
    },
    write: async (tenant, batchId = null) => {
      const changed = [...now.values()].filter((one) => stored.has(one.id) && stored.get(one.id) !== one)
      const gone = [...stored.values()].filter(({ id }) => !now.has(id))
      await deleteAnnotations(
        tenant,
        gone.map(({ id }) => id),
      )
      // One that takes time which it did not have might for a moment overlap the one that gives it away.
      await releaseTime(
        tenant,
        changed.filter((one) => grows(stored.get(one.id), one)).map((one) => one.id),
      )
      await updateAnnotations(tenant, changed)
      const added = [...now.values()].filter((one) => !stored.has(one.id))
      const ids = await insertAnnotations(tenant, added)
      await insertHistory(
        tenant,
        [
          ...changed.map((one) => sayingOf(one, stored.get(one.id) ?? null, sayers.get(one.id))),
          ...added.map((one, at) => sayingOf({ ...one, id: ids[at] ?? one.id }, null, sayers.get(one.id))),
          ...gone.map((one) => ({ ...sayingOf(one, one, sayers.get(one.id)), isRemoved: true })),
        ],
        batchId,
      )
    },
  }
}

type ReasonWord = SaidHow & Pick<StoredAnnotation, 'reasonBy' | 'viaStation'>
type CommentWord = Pick<StoredAnnotation, 'commentAt' | 'commentBy'>
type Values = Omit<AnnotationValues, keyof CommentWord | keyof ReasonWord>

/** Who said the reason of an annotation and how: as before where it stays, so that a later comment does not make it a later reason. */
function reasonWordOf(before: StoredAnnotation | undefined, { reasonId }: Values, by: SaidBy, now: Date): ReasonWord {
  if (before === undefined || before.reasonId !== reasonId || before.reasonId === null) {
    const { via, tilePlace, shownMs, saidAt, viaStation } = by
    return { via, tilePlace, shownMs, reasonBy: by.userId, saidAt: saidAt ?? now.getTime(), viaStation }
  }
  const { via, tilePlace, shownMs, reasonBy, saidAt, updatedOn, viaStation } = before
  return { via, tilePlace, shownMs, reasonBy, saidAt: saidAt ?? updatedOn.getTime(), viaStation }
}

/** Who said the comment of an annotation: as before where it stays, so that a later reason does not make it a later comment. */
function commentWordOf(before: StoredAnnotation | undefined, { comment }: Values, by: SaidBy, now: Date): CommentWord {
  const present = before ?? { comment: null, commentBy: null, commentAt: null }
  if (present.comment === comment) return { commentBy: present.commentBy, commentAt: present.commentAt }
  return { commentBy: by.userId, commentAt: by.saidAt ?? now.getTime() }
}

function sayingOf(annotation: StoredAnnotation, before: StoredAnnotation | null, by: SaidBy | undefined): Saying {
  if (by === undefined) throw new Error('nobody said what an annotation says')
  return { annotation, before, by: { ...by, saidAt: by.saidAt ?? annotation.updatedOn.getTime() }, isRemoved: false }
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
