import { noteColumns } from '#engine/analytics/noteColumns.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { movedDate } from '#engine/time/statPeriod.ts'
import { listTimelineNotes, MAX_TIMELINE_NOTES, type TimelineNote } from '#server/analytics/timelineNote.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { datesText } from './dateWords.ts'
import type { ReportCell, ReportTable, TimelineMark } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import type { ReportRequest } from './reportRequest.ts'

/** Notes of the time axis, the earliest first: each has its place as its number. */
export type TimelineNotes = readonly TimelineNote[]

/** Returns the notes of the dates of a report that are about its work centers, their groups or the company, at most 500 (domain.md N-13). */
export async function notesOfReport(
  tenant: Tenant,
  { from, to, workCenterIds }: Pick<ReportRequest, 'from' | 'to' | 'workCenterIds'>,
): Promise<TimelineNotes> {
  const places = { workCenterIds: workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null, groupIds: null }
  return (await listTimelineNotes(tenant, places, { from, to })).slice(0, MAX_TIMELINE_NOTES)
}

/** Returns the notes as marks of a chart along dates whose columns begin at the keys, in their order. */
export function marksOf(
  notes: TimelineNotes,
  by: 'DAY' | 'MONTH' | 'WEEK',
  keys: readonly string[],
  names: ReportNames,
): readonly TimelineMark[] {
  return notes.flatMap((note, at) => {
    const columns = noteColumns(note, by, keys)
    return columns === null ? [] : [{ sign: `${at + 1}`, ...columns, text: noteText(note, names) }]
  })
}

/** Returns the notes as a sheet of a workbook; none where there are none. */
export function notesSheet(notes: TimelineNotes, names: ReportNames): readonly ReportTable[] {
  if (notes.length === 0) return []
  const { sheets, columns } = names.texts
  return [
    {
      name: sheets.timelineNotes,
      isSheetOnly: true,
      columns: [
        { title: columns.noteNumber, kind: 'number' },
        { title: columns.start, kind: 'date' },
        { title: columns.end, kind: 'date' },
        { title: columns.workCenter, kind: 'text' },
        { title: columns.group, kind: 'text' },
        { title: columns.reason, kind: 'text' },
        { title: columns.noteText, kind: 'text' },
      ],
      rows: notes.map((note, at): readonly ReportCell[] => [
        at + 1,
        note.dateFrom,
        note.dateTo,
        note.workCenterId === null ? null : names.workCenter(note.workCenterId),
        note.groupId === null ? null : names.groupName(note.groupId),
        note.reasonId === null ? null : names.reasonName(note.reasonId),
        note.text,
      ]),
    },
  ]
}

/** Such as `12 May 2026: New nozzle (Press 7, Jam)`. */
function noteText({ dateFrom, dateTo, text, workCenterId, groupId, reasonId }: TimelineNote, names: ReportNames): string {
  const about = [
    ...(workCenterId === null ? [] : [names.workCenter(workCenterId)]),
    ...(groupId === null ? [] : [names.groupName(groupId)]),
    ...(reasonId === null ? [] : [names.reasonName(reasonId)]),
  ]
  const dates = datesText({ from: dateFrom, to: movedDate(dateTo, 1) }, names.language)
  return `${dates}: ${text}${about.length === 0 ? '' : ` (${about.join(', ')})`}`
}
