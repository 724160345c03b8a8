import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'

/** Returns what people said of the shifts: comment, who confirmed and when, and data that came after that. */
export function notesTable(rows: readonly ReportRow[], names: ReportNames, people: PeopleNames): ReportTable {
  const { sheets, columns } = names.texts
  return {
    name: sheets.notes,
    columns: [
      { title: columns.workCenter, kind: 'text' },
      { title: columns.shift, kind: 'text' },
      { title: columns.shiftDate, kind: 'date' },
      { title: columns.comment, kind: 'text' },
      { title: columns.confirmedBy, kind: 'text' },
      { title: columns.confirmedOn, kind: 'instant' },
      { title: columns.revision, kind: 'number' },
      { title: columns.lateSamples, kind: 'number' },
    ],
    rows: rows.map(({ record }) => [
      names.workCenter(record.workCenterId),
      names.named(record.name),
      record.shift.shiftDate,
      record.comment,
      people.name(record.confirmedBy),
      record.confirmedOn?.getTime() ?? null,
      record.revision,
      record.lateSamples,
    ]),
    zones: rows.map(({ record }) => names.zone(record.workCenterId)),
  }
}
