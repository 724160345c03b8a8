import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { countLosses, countOutputs } from '#server/shift/shiftCounts.store.ts'
import { listRevisions } from '#server/shift/shiftRevision.store.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'

type Key = { readonly workCenterId: number; readonly start: number }

/** Returns what people said of the shifts: comment, who confirmed and when, what was open then, and data that came after that. */
export async function notesTable(
  tenant: Tenant,
  rows: readonly ReportRow[],
  { names, people }: { readonly names: ReportNames; readonly people: PeopleNames },
): Promise<ReportTable> {
  const { sheets, columns } = names.texts
  const open = await issuesLeft(tenant, rows, names)
  return {
    name: sheets.notes,
    columns: [
      { title: columns.workCenter, kind: 'text' },
      { title: columns.shift, kind: 'text' },
      { title: columns.shiftDate, kind: 'date' },
      { title: columns.comment, kind: 'text' },
      { title: columns.confirmedBy, kind: 'text' },
      { title: columns.confirmedOn, kind: 'instant' },
      { title: columns.issuesLeft, kind: 'text' },
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
      open.get(`${textOf(keyOf({ record }))}/${record.revision}`) ?? null,
      record.revision,
      record.lateSamples,
    ]),
    zones: rows.map(({ record }) => names.zone(record.workCenterId)),
  }
}

/** What was open when each of the shifts was confirmed as it is now, in words, by its key and revision; left out where nothing was (domain.md S-45). */
async function issuesLeft(
  tenant: Tenant,
  rows: readonly ReportRow[],
  { texts: { left } }: ReportNames,
): Promise<ReadonlyMap<string, string>> {
  const confirmed = rows.filter(({ record }) => record.storedStatus === 'CONFIRMED')
  if (confirmed.length === 0) return new Map()
  return new Map(
    (await listRevisions(tenant, confirmed.map(keyOf))).flatMap(({ workCenterId, shiftStart, revision, issues }) => {
      const words = issues.map(({ code, count }) => filled(left[code], { count }))
      return words.length === 0 ? [] : [[`${textOf({ workCenterId, start: shiftStart })}/${revision}`, words.join('; ')] as const]
    }),
  )
}

/** Returns how many losses each shift has, with and without a reason, and how much of its output has an order and is confirmed. */
export async function countsTable(tenant: Tenant, rows: readonly ReportRow[], names: ReportNames): Promise<ReportTable> {
  const { sheets, columns } = names.texts
  const keys = rows.map(keyOf)
  const losses = new Map((await countLosses(tenant, keys)).map((one) => [textOf(one), one]))
  const outputs = new Map((await countOutputs(tenant, keys)).map((one) => [textOf(one), one]))
  const counts = [
    columns.losses,
    columns.lossesExplained,
    columns.lossesUnexplained,
    columns.outputs,
    columns.outputsWithOrder,
    columns.confirmedOutputs,
  ]
  return {
    name: sheets.counts,
    columns: [
      { title: columns.workCenter, kind: 'text' },
      { title: columns.shift, kind: 'text' },
      { title: columns.shiftDate, kind: 'date' },
      ...counts.map((title): ReportColumn => ({ title, kind: 'number' })),
    ],
    rows: rows.map(({ record }) => {
      const [lost, made] = [losses.get(textOf(keyOf({ record }))), outputs.get(textOf(keyOf({ record })))]
      return [
        names.workCenter(record.workCenterId),
        names.named(record.name),
        record.shift.shiftDate,
        lost?.totalCount ?? 0,
        lost?.classifiedCount ?? 0,
        lost?.unclassifiedCount ?? 0,
        made?.totalCount ?? 0,
        made?.withProductionOrderCount ?? 0,
        made?.confirmationCount ?? 0,
      ]
    }),
  }
}

function keyOf({ record }: Pick<ReportRow, 'record'>) {
  return { workCenterId: record.workCenterId, start: record.shift.start }
}

function textOf({ workCenterId, start }: Key): string {
  return `${workCenterId}/${start}`
}
