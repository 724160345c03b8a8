import { listChecklists } from '#server/checklist/checklist.store.ts'
import { listDueWithin } from '#server/checklist/occurrence.store.ts'
import type { Occurrence } from '#server/checklist/occurrence.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportCell, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'

type Given = { readonly rows: readonly ReportRow[]; readonly names: ReportNames; readonly people: PeopleNames }

/** Returns what became of the checklists that were due in each shift: answered by whom and when, with deviations, missed, or skipped and why; none where none was due. */
export async function checklistsTable(tenant: Tenant, { rows, names, people }: Given): Promise<readonly ReportTable[]> {
  const stretches = rows.map(({ record }) => ({ workCenterId: record.workCenterId, start: record.shift.start, end: record.shift.end }))
  const due = await listDueWithin(tenant, stretches)
  if (due.length === 0) return []
  const checklists = new Map(
    (await listChecklists(tenant, { ids: [...new Set(due.map(({ checklistId }) => checklistId))] })).map(({ id, name }) => [id, name]),
  )
  await people.learn(due.flatMap(({ submittedBy, skippedBy }) => [submittedBy, skippedBy]))
  const { sheets, columns, checklist: words } = names.texts
  const listed = rows.flatMap(({ record }) =>
    due
      .filter(({ workCenterId, dueAt }) => {
        const { start, end } = record.shift
        return workCenterId === record.workCenterId && start <= dueAt && dueAt < end
      })
      .map((occurrence) => ({ record, occurrence })),
  )
  return [
    {
      name: sheets.checklists,
      columns: [
        text(columns.workCenter),
        text(columns.shift),
        { title: columns.shiftDate, kind: 'date' },
        text(columns.checklist),
        { title: columns.due, kind: 'instant' },
        text(columns.status),
        text(columns.doneBy),
        { title: columns.doneOn, kind: 'instant' },
        text(columns.why),
      ],
      rows: listed.map(({ record, occurrence }): readonly ReportCell[] => [
        names.workCenter(record.workCenterId),
        names.named(record.name),
        record.shift.shiftDate,
        checklists.get(occurrence.checklistId) ?? null,
        occurrence.dueAt,
        words[wordOf(occurrence)],
        people.name(occurrence.submittedBy ?? occurrence.skippedBy),
        occurrence.submittedAt,
        occurrence.skipReason,
      ]),
      zones: listed.map(({ record }) => names.zone(record.workCenterId)),
    },
  ]
}

/** As the page of the shift says it. */
function wordOf({ state, result, isFoundLate }: Pick<Occurrence, 'isFoundLate' | 'result' | 'state'>) {
  if (state === 'DONE' && result === 'DEVIATION') return 'DEVIATION'
  return state === 'MISSED' && isFoundLate ? 'FOUND_LATE' : state
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}
