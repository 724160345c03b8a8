import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { countCarried } from '#server/shift/carriedItems.service.ts'
import { findPreviousStarts, listNotes } from '#server/shift/handover.store.ts'
import type { ShiftNote } from '#server/shift/handover.store.ts'
import { dateText } from './dateWords.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportCell, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'

type Given = { readonly rows: readonly ReportRow[]; readonly names: ReportNames; readonly people: PeopleNames; readonly now: number }

/** Returns what each shift found and wrote: notes of it and of the shift before, and open items with whom they are for, by when, and how often they were carried on; none where nobody wrote anything. Of several shifts of a work center each stands once, with the first of them. */
export async function handoverTable(tenant: Tenant, { rows, names, people, now }: Given): Promise<readonly ReportTable[]> {
  const shifts = rows.map(({ record }) => ({ workCenterId: record.workCenterId, start: record.shift.start, end: record.shift.end }))
  const previous = await findPreviousStarts(tenant, shifts)
  const windows = shifts.map((shift, at) => ({ ...shift, previousStart: previous[at] ?? shift.start }))
  const found = await listNotes(tenant, windows)
  if (found.length === 0) return []
  const carried = await countCarried(
    tenant,
    found.map(({ note }) => note),
    now,
  )
  await people.learn(found.flatMap(({ note }) => [note.createdBy, note.ownerId, note.closedBy]))
  const told = found.map(({ key, note }, at) => ({ key, note, carried: carried[at] ?? 0 }))
  const byShift = Map.groupBy(told, ({ key }) => `${key.workCenterId}/${key.start}`)
  const { sheets, columns } = names.texts
  const known = new Set<string>()
  const ofShift = new Map(
    rows
      .toSorted((left, right) => left.record.shift.start - right.record.shift.start)
      .map(({ record }) => {
        const own = (byShift.get(`${record.workCenterId}/${record.shift.start}`) ?? []).filter(({ note }) => {
          const key = `${record.workCenterId}/${note.id}`
          return !known.has(key) && known.add(key)
        })
        return [record, own] as const
      }),
  )
  const listed = rows.flatMap(({ record }) => (ofShift.get(record) ?? []).map((one) => ({ ...one, record })))
  return [
    {
      name: sheets.handover,
      columns: [
        text(columns.workCenter),
        text(columns.shift),
        { title: columns.shiftDate, kind: 'date' },
        text(columns.noteKind),
        text(columns.noteText),
        text(columns.noteFor),
        text(columns.dueBy),
        { title: columns.carried, kind: 'number' },
        text(columns.writtenBy),
        { title: columns.writtenOn, kind: 'instant' },
        text(columns.doneBy),
        { title: columns.doneOn, kind: 'instant' },
      ],
      rows: listed.map(({ record, note, carried: times }): readonly ReportCell[] => [
        names.workCenter(record.workCenterId),
        names.named(record.name),
        record.shift.shiftDate,
        names.texts.notes[note.kind],
        note.text,
        ownerOf(note, names, people),
        note.due === null ? null : `${names.named(note.due.name)}, ${dateText(note.due.shiftDate, names.language)}`,
        note.kind === 'OPEN_ITEM' ? times : null,
        people.name(note.createdBy),
        note.createdOn.getTime(),
        people.name(note.closedBy),
        note.closedOn?.getTime() ?? null,
      ]),
      zones: listed.map(({ record }) => names.zone(record.workCenterId)),
    },
  ]
}

function ownerOf({ owner, ownerId, team }: ShiftNote, { texts }: ReportNames, people: PeopleNames): string | null {
  switch (owner) {
    case null:
      return null
    case 'NEXT_SHIFT':
      return texts.notes.NEXT_SHIFT
    case 'PERSON':
      return people.name(ownerId)
    case 'TEAM':
      return team
  }
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}
