import { noteColumns } from '#engine/analytics/noteColumns.ts'
import type { TimelineNoteInput, TimelineNotesQuery } from '#web/api/generated/graphql.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'

export type TimelineNote = TimelineNotesQuery['timelineNotes'][number]

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

/** Returns the marks of notes, which have their numbers. */
export function marksOfNotes(notes: readonly TimelineNote[]): readonly TimeMark[] {
  return notes.map((note, at) => ({ sign: String(at + 1), from: note.dateFrom, to: note.dateTo, text: note.text, noteId: note.id }))
}

/**
 * Returns under the keys of columns, which are ascending first dates, the marks that stand over each, where noteColumns places them on paper, too
 * (domain.md N-13): over all columns from its first to its last date, a single one without a span.
 */
export function marksOfColumns(
  marks: readonly TimeMark[],
  by: 'DAY' | 'MONTH' | 'WEEK',
  keys: readonly string[],
): ReadonlyMap<string, ColumnMarks> {
  const columns = new Map<string, ColumnMarks>()
  for (const mark of marks) {
    const over = noteColumns({ dateFrom: mark.from, dateTo: mark.to }, by, keys)
    if (over === null) continue
    const isSpan = over.first < over.last
    for (const [at, key] of keys.slice(over.first, over.last + 1).entries()) {
      const own = columns.get(key)
      columns.set(key, {
        starts: [...(own?.starts ?? []), ...(at === 0 ? [mark] : [])],
        isInSpan: isSpan || own?.isInSpan === true,
      })
    }
  }
  return columns
}

/** Returns the marks of dates under the keys of columns of which several stand side by side for a date: it begins at the first, and a span lies over all of them. */
export function marksOfShifts(
  columns: readonly { readonly key: string; readonly date: string }[],
  byDate: ReadonlyMap<string, ColumnMarks>,
): ReadonlyMap<string, ColumnMarks> {
  const begun = new Set<string>()
  return new Map(
    columns.flatMap(({ key, date }) => {
      const isFirst = !begun.has(date)
      begun.add(date)
      const over = byDate.get(date)
      if (over === undefined || (!isFirst && !over.isInSpan)) return []
      return [[key, isFirst ? over : { ...over, starts: [] }] as const]
    }),
  )
}

/**
 * Returns under the keys of columns, which stand in the order of the clock, the notes that stand over each, by their instants in ms: at the column in which a
 * note begins, else at the next one, and over all columns of a span. What lies before or after all of them stands nowhere.
 */
export function notesOfInstants(
  notes: readonly TimelineNote[],
  columns: readonly { readonly key: string; readonly start: number; readonly end: number }[],
): ReadonlyMap<string, ColumnMarks> {
  const marks = marksOfNotes(notes)
  const over = new Map<string, ColumnMarks>()
  for (const [place, { start, end }] of notes.entries()) {
    const mark = marks[place]
    const [from, to] = [Date.parse(start), end == null ? Date.parse(start) : Date.parse(end)]
    const begins = columns.find((column) => column.end > from)
    if (mark === undefined || begins === undefined || to < (columns[0]?.start ?? 0)) continue
    for (const column of columns) {
      const isInSpan = from < to && column.end > from && column.start < to
      if (column !== begins && !isInSpan) continue
      const own = over.get(column.key)
      over.set(column.key, {
        starts: [...(own?.starts ?? []), ...(column === begins ? [mark] : [])],
        isInSpan: isInSpan || own?.isInSpan === true,
      })
    }
  }
  return over
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
