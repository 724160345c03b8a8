import type { OccurrenceFieldsFragment } from '#web/api/generated/graphql.ts'

export type Occurrence = OccurrenceFieldsFragment

/** How an occurrence looks: due now, being answered, late, done and so on. */
export const OCCURRENCE_LOOKS = ['due', 'started', 'done', 'deviation', 'missed', 'foundLate', 'skipped', 'cancelled'] as const
export type OccurrenceLook = (typeof OCCURRENCE_LOOKS)[number]

/** Returns how the occurrence looks. */
export function lookOf({ state, result, isFoundLate }: Pick<Occurrence, 'isFoundLate' | 'result' | 'state'>): OccurrenceLook {
  switch (state) {
    case 'PENDING':
      return 'due'
    case 'STARTED':
      return 'started'
    case 'DONE':
      return result === 'DEVIATION' ? 'deviation' : 'done'
    case 'MISSED':
      return isFoundLate ? 'foundLate' : 'missed'
    case 'SKIPPED':
      return 'skipped'
    case 'CANCELLED':
      return 'cancelled'
  }
}

/** Returns whether somebody can still answer it. */
export function isAnswerable({ state }: Pick<Occurrence, 'state'>): boolean {
  return state === 'PENDING' || state === 'STARTED'
}

/** Returns the occurrences by work center, those with something to do first; within one the open ones first, then the latest. */
export function byPlace(
  occurrences: readonly Occurrence[],
  compare: (a: string, b: string) => number,
): readonly { readonly id: number; readonly name: string; readonly occurrences: readonly Occurrence[] }[] {
  const groups = [...Map.groupBy(occurrences, ({ workCenterId }) => workCenterId)].map(([id, list]) => ({
    id,
    name: list[0]?.workCenter?.name ?? String(id),
    occurrences: list.toSorted(
      (left, right) => Number(isAnswerable(right)) - Number(isAnswerable(left)) || Date.parse(right.dueAt) - Date.parse(left.dueAt),
    ),
  }))
  const openOf = (list: readonly Occurrence[]): number => Number(list.some(isAnswerable))
  return groups.toSorted((left, right) => openOf(right.occurrences) - openOf(left.occurrences) || compare(left.name, right.name))
}

/** Returns the open occurrences and the recent ones that are closed, each once: of many recent ones the oldest are not sent, and they may be open. */
export function withOpen(open: readonly Occurrence[], recent: readonly Occurrence[]): readonly Occurrence[] {
  const openIds = new Set(open.map(({ id }) => id))
  return [...open, ...recent.filter(({ id }) => !openIds.has(id))]
}

/** Returns the ids of open occurrences, the one due first before the others. */
export function openIdsOf(open: readonly Pick<Occurrence, 'dueAt' | 'id'>[]): readonly number[] {
  return open.toSorted((left, right) => Date.parse(left.dueAt) - Date.parse(right.dueAt)).map(({ id }) => id)
}

/** Returns which checklists are open where, as `checklist/workCenter`. */
export function openKeysOf(open: readonly Pick<Occurrence, 'checklist' | 'workCenterId'>[]): ReadonlySet<string> {
  return new Set(open.map(({ checklist, workCenterId }) => `${checklist?.id ?? ''}/${workCenterId}`))
}

/** Returns the open ones and the last few of the others: the rest stands among the results. */
export function shownOf(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const closed = occurrences.filter((one) => !isAnswerable(one))
  return [...occurrences.filter(isAnswerable), ...closed.slice(0, MOST_CLOSED)]
}

const MOST_CLOSED = 4

/** Returns the name of a person, '' for nobody. */
export function nameOf(person: { readonly firstName: string; readonly lastName: string } | null | undefined): string {
  return person == null ? '' : `${person.firstName} ${person.lastName}`.trim()
}
