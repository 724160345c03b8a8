import type { Classification } from '#engine/loss/lossKind.ts'
import { lossCategory, lossIndicator } from '#engine/loss/lossKind.ts'
import { lossPareto } from '#engine/loss/lossPareto.ts'
import type { LossTotals, ParetoRow } from '#engine/loss/lossPareto.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { totalLosses } from '#server/loss/lossList.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listLongest, listWorkCenterTotals } from './lossRows.store.ts'
import type { ReportLoss } from './lossRows.store.ts'
import type { PeopleNames } from './peopleNames.ts'
import { nameOfReason } from './proof/provenFigures.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent, plannedTimeOf } from './reportRecords.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'

const LONGEST = 20
/** Bars of the chart; the rest is in the table under it. */
const BARS = 10
/** Of the table of reasons. */
const DURATION_COLUMN = 5

/** Returns stops by reason as chart and table, by work center, and the longest of them. */
export async function downtimeContent(
  tenant: Tenant,
  {
    filter,
    now,
    names,
    rows: shifts,
  }: { readonly filter: LossFilter; readonly now: number; readonly names: ReportNames; readonly rows: readonly ReportRow[] },
): Promise<{
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  readonly totals: readonly LossTotals[]
}> {
  const { sheets, columns, pdf } = names.texts
  const totals = await totalLosses(tenant, filter, now)
  const rows = lossPareto(totals, 'BY_DURATION')
  const bars = rows.slice(0, BARS).map((row) => ({ label: reasonOf(row, names), ms: row.durationMs, cumulative: row.cumulativeShare }))
  const byWorkCenter = await listWorkCenterTotals(tenant, filter, now)
  const plannedMs = plannedTimeOf(shifts)
  const mostOf = (row: Totals) => {
    const most = byWorkCenter
      .filter((one) => one.reasonId === row.reasonId && one.classification === row.classification)
      .toSorted((one, other) => other.durationMs - one.durationMs)[0]
    return most === undefined ? null : names.workCenter(most.workCenterId)
  }
  return {
    totals,
    charts: [{ kind: 'PARETO', title: pdf.pareto, bars }],
    tables: [
      {
        name: sheets.reasons,
        columns: [
          ...[columns.reasonGroup, columns.reason, columns.type, columns.category].map(text),
          { title: columns.count, kind: 'number' },
          { title: columns.duration, kind: 'duration' },
          { title: columns.average, kind: 'duration' },
          { title: columns.share, kind: 'percent' },
          { title: columns.cumulative, kind: 'percent' },
          { title: columns.ofPlanned, kind: 'percent', isSheetOnly: true },
          sheetText(columns.mostAt),
        ],
        figureAt: (at, column) => {
          const row = rows[at]
          return row === undefined || column !== DURATION_COLUMN ? null : nameOfReason(row)
        },
        rows: rows.map((row) => [
          ...reasonCells(row, names),
          row.count,
          row.durationMs,
          row.durationMs / row.count,
          percent(row.share),
          percent(row.cumulativeShare),
          percent(plannedMs > 0 ? row.durationMs / plannedMs : null),
          mostOf(row),
        ]),
      },
      {
        name: sheets.byWorkCenter,
        columns: [
          ...[columns.workCenter, columns.reasonGroup, columns.reason, columns.type, columns.category].map(text),
          { title: columns.count, kind: 'number' },
          { title: columns.duration, kind: 'duration' },
        ],
        rows: byWorkCenter.map((row) => [names.workCenter(row.workCenterId), ...reasonCells(row, names), row.count, row.durationMs]),
      },
      longestTable(await listLongest(tenant, filter, { now, limit: LONGEST }), names),
    ],
  }
}

/** Returns the columns of the report of losses. */
export function lossColumns({ texts: { columns } }: ReportNames): readonly ReportColumn[] {
  return [
    { title: columns.id, kind: 'number', isSheetOnly: true },
    { title: columns.chain, kind: 'instant', isSheetOnly: true },
    text(columns.workCenter),
    sheetText(columns.group),
    { title: columns.shiftDate, kind: 'date' },
    text(columns.shift),
    { title: columns.start, kind: 'instant' },
    { title: columns.end, kind: 'instant' },
    { title: columns.duration, kind: 'duration' },
    sheetText(columns.source),
    text(columns.status),
    sheetText(columns.category),
    sheetText(columns.indicator),
    sheetText(columns.reasonGroup),
    ...[columns.reason, columns.type, columns.comment].map(text),
    { title: columns.quantity, kind: 'number' },
    sheetText(columns.approved),
    sheetText(columns.updatedBy),
    { title: columns.updatedOn, kind: 'instant', isSheetOnly: true },
  ]
}

/** Returns the row of a loss under these columns. */
export function lossCells(loss: ReportLoss, names: ReportNames, people: PeopleNames): readonly ReportCell[] {
  const { words, yes, no } = names.texts
  const reason = loss.reasonId === null ? null : names.reason(loss.reasonId)
  return [
    loss.id,
    loss.chainStart,
    names.workCenter(loss.workCenterId),
    names.workCenterGroup(loss.workCenterId),
    loss.shiftDate,
    loss.shiftName === null ? null : names.named(loss.shiftName),
    loss.start,
    loss.end,
    loss.lengthMs,
    words[loss.source],
    statusOf(loss, names),
    words[lossCategory(loss.source, reason)],
    words[lossIndicator(loss.source, reason)],
    reason === null ? null : names.reasonGroup(reason.groupId),
    loss.reasonId === null ? (loss.isScheduledLoss ? names.texts.plannedByStatus : null) : names.reasonName(loss.reasonId),
    reason === null ? null : words[reason.type],
    loss.comment,
    loss.quantity,
    loss.isApproved ? yes : no,
    people.name(loss.updatedBy),
    loss.updatedOn?.getTime() ?? null,
  ]
}

function longestTable(losses: readonly ReportLoss[], names: ReportNames): ReportTable {
  const { sheets, columns } = names.texts
  return {
    name: sheets.longest,
    columns: [
      text(columns.workCenter),
      text(columns.shift),
      { title: columns.start, kind: 'instant' },
      { title: columns.end, kind: 'instant' },
      { title: columns.duration, kind: 'duration' },
      ...[columns.status, columns.reason, columns.comment].map(text),
    ],
    rows: losses.map((loss) => [
      names.workCenter(loss.workCenterId),
      loss.shiftName === null ? null : names.named(loss.shiftName),
      loss.start,
      loss.end,
      loss.lengthMs,
      statusOf(loss, names),
      loss.reasonId === null ? null : names.reasonName(loss.reasonId),
      loss.comment,
    ]),
    zones: losses.map(({ workCenterId }) => names.zone(workCenterId)),
  }
}

function statusOf(loss: ReportLoss, names: ReportNames): string | null {
  if (loss.statusName !== null) return names.named(loss.statusName)
  return loss.source === 'STATUS' ? names.texts.words[loss.kind] : null
}

type Totals = Pick<ParetoRow, 'classification' | 'reasonId'>

function reasonCells(row: Totals, names: ReportNames): readonly ReportCell[] {
  const reason = row.reasonId === null ? null : names.reason(row.reasonId)
  const { words } = names.texts
  return [
    names.reasonGroup(reason?.groupId ?? null),
    reasonOf(row, names),
    reason === null ? null : words[reason.type],
    words[lossCategory('STATUS', reason)],
  ]
}

function reasonOf({ reasonId, classification }: Totals, { reasonName, texts }: ReportNames): string {
  const without: Readonly<Record<Classification, string>> = {
    CLASSIFIED: texts.plannedByStatus,
    NOT_NEEDED: texts.noReasonNeeded,
    UNCLASSIFIED: texts.withoutReason,
  }
  return reasonId === null ? without[classification] : reasonName(reasonId)
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}

function sheetText(title: string): ReportColumn {
  return { title, kind: 'text', isSheetOnly: true }
}
