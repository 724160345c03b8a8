import { asId } from '#engine/ids.ts'
import type { LossAnnotationId } from '#engine/ids.ts'
import { partsToTakeBack, restoredEnd, unitsOf } from '#engine/loss/batchUndo.ts'
import type { BatchPart } from '#engine/loss/batchUndo.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'
import { editAnnotations } from './annotationChanges.ts'
import type { AnnotationChanges } from './annotationChanges.ts'
import { listConfirmed } from './loss.store.ts'
import type { BatchSaying } from './lossHistory.store.ts'
import type { SaidBy } from './saidBy.ts'

/** What one gesture said, and what of it can be taken back now. */
export type TakeBack = {
  readonly annotations: AnnotationChanges
  readonly partCount: number
  readonly ids: ReadonlySet<LossAnnotationId>
  /** Puts back what can be; returns the stretches of time to recalculate. */
  restore(by: SaidBy): readonly RecalculationMark[]
}

type Part = Omit<BatchPart, 'before' | 'id'> & { readonly id: LossAnnotationId; readonly before: StoredAnnotation | null }

/**
 * Returns what of the sayings can be taken back (domain.md S-26a): parts that took time from each other go together or not at all. What somebody said
 * more of stays, except `given`, which its caller gives up alone with what gave way to it; so does what lies in a confirmed shift, or would come back in one. Their work centers are
 * locked.
 */
export async function readTakeBack(
  tenant: Tenant,
  sayings: readonly BatchSaying[],
  given: LossAnnotationId | null = null,
): Promise<TakeBack> {
  const groups = Map.groupBy(sayings, ({ annotationId }) => annotationId)
  const annotations = await editAnnotations(
    tenant,
    sayings.flatMap(({ workCenterId, source, start, end, before }) => [
      { workCenterId, source, start, end },
      ...(before === null ? [] : [{ workCenterId, source, start: before.start, end: before.end }]),
    ]),
  )
  const present = new Map(annotations.all().map((one) => [one.id, one]))
  const workCenterOf = new Map(sayings.map(({ annotationId, workCenterId }) => [annotationId, workCenterId]))
  // Said twice in one gesture, it goes back to what it was before the first.
  const said = [...groups].flatMap(([id, ofOne]): Part[] => {
    const [first] = ofOne
    const last = ofOne.at(-1)
    if (first === undefined || last === undefined) return []
    const { before } = first
    // What the gesture itself added and took away again has nothing to go back to.
    if (last.isRemoved && before === null) return []
    const now = present.get(id) ?? null
    const isAsLeft = last.isRemoved ? now === null : now?.version === last.version
    return [{ id, lane: laneOf(first), now, before, isKept: !isAsLeft && id !== given }]
  })
  const unitOf = new Map(unitsOf(said).flatMap((unit) => unit.map(({ id }) => [id, unit])))
  // Of what came with the one that is given up only what it took time from goes with it, and no other loss that a person entered.
  const withGiven = new Map(
    (given === null ? [] : (unitOf.get(given) ?? [])).map(({ id }) => [id, present.get(asId<LossAnnotationId>(id))]),
  )
  const hasOther = [...withGiven].some(([id, one]) => id !== given && one?.isManual === true)
  const isGivenUp = (id: LossAnnotationId): boolean => withGiven.has(id) && !hasOther
  const restoredOf = ({ id, before }: Part): StoredAnnotation | null =>
    before === null ? null : { ...before, end: restoredEnd(before, unitOf.get(id) ?? []) }
  const stretches = said.flatMap((part) => {
    const workCenterId = workCenterOf.get(part.id)
    return workCenterId === undefined
      ? []
      : [part.now, restoredOf(part)].flatMap((one) => (one === null ? [] : [{ id: part.id, workCenterId, start: one.start, end: one.end }]))
  })
  const confirmed = await listConfirmed(tenant, stretches)
  const parts = said.map((part) => ({ ...part, isKept: part.isKept || confirmed.has(part.id) }))
  // Only stops divide time between them; shares of lost speed and output lie over each other.
  const others = annotations.all().flatMap((one) => (groups.has(one.id) || one.source !== 'STATUS' ? [] : [{ ...one, lane: laneOf(one) }]))
  const undone = new Set<number>(partsToTakeBack(parts, others))
  const back = parts.filter(({ id }) => undone.has(id) && (given === null || isGivenUp(id)))
  return {
    annotations,
    partCount: parts.length,
    ids: new Set(back.map(({ id }) => id)),
    restore: (by) => back.map((part) => annotations.restore(part.id, restoredOf(part), by)),
  }
}

function laneOf({ workCenterId, source }: Pick<BatchSaying, 'source' | 'workCenterId'>): string {
  return `${workCenterId} ${source}`
}
