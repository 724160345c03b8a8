import type { Dimension } from '#engine/analytics/dimensions.ts'
import { periodOf } from '#engine/time/statPeriod.ts'
import type { ChangeMarksQuery, TimelineNoteInput, TimelineNotesQuery } from '#web/api/generated/graphql.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'

export type TimelineNote = TimelineNotesQuery['timelineNotes'][number]
export type ChangeMarks = ChangeMarksQuery['changeMarks']

/** A mark of a time chart: its sign stands on the chart and beside the sentence about it; `from` and `to` are shift dates. */
export type TimeMark = {
  readonly sign: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** What a click shows; null = nothing but the sentence. */
  readonly noteId: string | null
}

/** The marks of one column: those that begin there, and whether a span lies over it. */
export type ColumnMarks = { readonly starts: readonly TimeMark[]; readonly isInSpan: boolean }

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

/**
 * Returns under the keys of columns, which are ascending first dates, the marks that stand over each. A mark whose column is missing, since nothing was
 * measured then, stands at the next one; one that began before all of them at the first.
 */
export function marksOfColumns(
  marks: readonly TimeMark[],
  by: 'DAY' | 'MONTH' | 'WEEK',
  keys: readonly string[],
): ReadonlyMap<string, ColumnMarks> {
  const columns = new Map<string, ColumnMarks>()
  const at = (date: string) => (by === 'DAY' ? date : periodOf(by, date).from)
  for (const mark of marks) {
    const [from, to] = [at(mark.from), at(mark.to)]
    const start = keys.find((key) => key >= from) ?? keys.at(-1)
    if (start === undefined) continue
    for (const key of keys) {
      const isInSpan = from < to && key >= from && key <= to
      if (key !== start && !isInSpan) continue
      const own = columns.get(key)
      columns.set(key, {
        starts: [...(own?.starts ?? []), ...(key === start ? [mark] : [])],
        isInSpan: isInSpan || own?.isInSpan === true,
      })
    }
  }
  return columns
}

/** What a person fills in; places are `w7` for a work center, `g3` for a group, '' for all of the company. */
export type NoteFields = {
  readonly text: string
  readonly start: string
  readonly end: string
  readonly place: string
  readonly reasonId: string
}

/** Returns the fields of the form for a note that is changed, times by the clock of the zone. */
export function noteFieldsOf({ text, start, end, workCenterId, groupId, reasonId }: TimelineNote, zone: string): NoteFields {
  return {
    text,
    start: wallText(Date.parse(start), zone),
    end: end == null ? '' : wallText(Date.parse(end), zone),
    place: workCenterId != null ? `w${workCenterId}` : groupId != null ? `g${groupId}` : '',
    reasonId: reasonId == null ? '' : `${reasonId}`,
  }
}

/** Returns the note that the fields describe, by the clock of the zone. */
export function noteInputOf({ text, start, end, place, reasonId }: NoteFields, zone: string): TimelineNoteInput {
  const instant = (wall: string) => new Date(instantOf(zone, Date.parse(`${wall}Z`))).toISOString()
  return {
    text: text.trim(),
    start: instant(start),
    ...(end !== '' && { end: instant(end) }),
    ...(place.startsWith('w') && { workCenterId: Number(place.slice(1)) }),
    ...(place.startsWith('g') && { groupId: Number(place.slice(1)) }),
    ...(reasonId !== '' && { reasonId: Number(reasonId) }),
  }
}
