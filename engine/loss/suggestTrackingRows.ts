import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { LengthClass } from './rankReasons.ts'

/** Stops of the last 60 days to which people gave the reason and no other; `count` of them are alike in all that is said here. */
export type SaidOfStops = {
  readonly workCenterId: WorkCenterId
  /** What names the status in its company. */
  readonly status: string
  readonly length: LengthClass
  /** null = more than one reason: such a stop speaks for none. */
  readonly reasonId: LossReasonId | null
  readonly count: number
}

/** A row for the tracking rule of a status: people gave stops of this length `sameCount` times of `saidCount` this reason. */
export type RowSuggestion = {
  /** null = of all work centers of the group. */
  readonly workCenterId: WorkCenterId | null
  readonly groupId: number | null
  readonly status: string
  readonly length: LengthClass
  readonly reasonId: LossReasonId
  readonly saidCount: number
  readonly sameCount: number
}

type Place = { readonly id: WorkCenterId; readonly groupId: number | null }

/** So many times people must have said something, and so many of a hundred the same. */
const LEAST = { said: 20, samePercent: 90 } as const

/**
 * Returns the rows that people's own answers suggest (domain.md S-38), the most used first: of each work center, status and length, and of a group
 * where several of its work centers agree, which then speaks for them.
 */
export function suggestTrackingRows(said: readonly SaidOfStops[], places: readonly Place[]): readonly RowSuggestion[] {
  const groupOf = new Map(places.map((place) => [place.id, place.groupId]))
  const known = said.filter(({ workCenterId }) => groupOf.has(workCenterId))
  const single = suggestionsOf(known, ({ workCenterId }) => ({ workCenterId, groupId: null }))
  const grouped = suggestionsOf(
    known.filter(({ workCenterId }) => groupOf.get(workCenterId) != null),
    ({ workCenterId }) => ({ workCenterId: null, groupId: groupOf.get(workCenterId) ?? null }),
  ).filter(
    (row) =>
      new Set(known.filter((one) => isAlike(one, row) && groupOf.get(one.workCenterId) === row.groupId).map((one) => one.workCenterId))
        .size > 1,
  )
  const isSpokenFor = (row: RowSuggestion) =>
    grouped.some(
      (other) =>
        other.reasonId === row.reasonId &&
        isAlike(other, row) &&
        row.workCenterId !== null &&
        other.groupId === groupOf.get(row.workCenterId),
    )
  return [...grouped, ...single.filter((row) => !isSpokenFor(row))].toSorted((left, right) => right.saidCount - left.saidCount)
}

function suggestionsOf(
  said: readonly SaidOfStops[],
  placeOf: (one: SaidOfStops) => Pick<RowSuggestion, 'workCenterId' | 'groupId'>,
): readonly RowSuggestion[] {
  const alike = Map.groupBy(said, (one) => {
    const { workCenterId, groupId } = placeOf(one)
    return JSON.stringify([workCenterId, groupId, one.status, one.length])
  })
  return [...alike.values()].flatMap((ones) => {
    const [first] = ones
    if (first === undefined) return []
    const saidCount = countOf(ones)
    const [most] = [...Map.groupBy(ones, (one) => one.reasonId)]
      .flatMap(([reasonId, same]) => (reasonId === null ? [] : [{ reasonId, sameCount: countOf(same) }]))
      .toSorted((left, right) => right.sameCount - left.sameCount)
    if (most === undefined || saidCount < LEAST.said || most.sameCount * 100 < saidCount * LEAST.samePercent) return []
    return [{ ...placeOf(first), status: first.status, length: first.length, ...most, saidCount }]
  })
}

function isAlike(one: Pick<SaidOfStops, 'status' | 'length'>, other: Pick<SaidOfStops, 'status' | 'length'>): boolean {
  return one.status === other.status && one.length === other.length
}

function countOf(ones: readonly SaidOfStops[]): number {
  return ones.reduce((total, one) => total + one.count, 0)
}
