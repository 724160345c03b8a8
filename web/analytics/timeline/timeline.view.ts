import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { ChangeMarksQuery } from '#web/api/generated/graphql.ts'

export type ChangeMarks = ChangeMarksQuery['changeMarks']

/** When it got worse: a lasting change, or a single unusual day; `sign` is its letter, while notes have numbers. */
export type ChangeMark = { readonly sign: string } & (
  | ({ readonly kind: 'SINCE' } & ChangeMarks['changes'][number])
  | ({ readonly kind: 'DAY' } & ChangeMarks['unusualDays'][number])
)

/** At most three changes and three unusual days are told. */
const LETTERS = 'ABCDEF'

/** Returns the changes, then the unusual days, each with its letter. */
export function changesOf({ changes, unusualDays }: ChangeMarks): readonly ChangeMark[] {
  const all = [
    ...changes.map((one) => ({ ...one, kind: 'SINCE' as const })),
    ...unusualDays.map((one) => ({ ...one, kind: 'DAY' as const })),
  ]
  return all.map((one, at) => ({ ...one, sign: LETTERS[at] ?? '' }))
}

/** Returns whether marks can be drawn along the dimension: columns of dates. */
export function isOfDates(by: Dimension | undefined): by is 'DAY' | 'MONTH' | 'WEEK' {
  return by === 'DAY' || by === 'WEEK' || by === 'MONTH'
}
