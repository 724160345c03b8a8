import { gapTo, toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable, ReportTile } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent, targetOee, together } from './reportRecords.ts'

/** Returns the tiles of the first page, each beside its target and the period before. */
export function efficiencyTiles(rows: readonly ReportRow[], before: readonly ReportRow[], { texts }: ReportNames): readonly ReportTile[] {
  const [now, then] = [together(rows).figures, together(before).figures]
  return (['oee', 'availability', 'performance', 'quality'] as const).map((key) => ({
    label: texts.columns[key],
    value: percent(now[key]),
    target: key === 'oee' ? targetOee(rows) : null,
    before: percent(then[key]),
  }))
}

/** Returns OEE by shift date. */
export function efficiencyTrend(rows: readonly ReportRow[], { texts }: ReportNames): ReportChart {
  const days = [...Map.groupBy(rows, ({ record }) => record.shift.shiftDate)].toSorted(([one], [other]) => one.localeCompare(other))
  const points = days.map(([label, own]) => ({ label, value: percent(figuresOf(own.flatMap(({ stat }) => stat.parts)).oee) }))
  return { kind: 'TREND', title: texts.pdf.trend, points }
}

/** Returns a row for each work center, and one for all of them. */
export function summaryTable(rows: readonly ReportRow[], names: ReportNames): ReportTable {
  const { sheets, columns, total } = names.texts
  const own = [...Map.groupBy(rows, ({ workCenter }) => workCenter.id)]
  const line = (label: string, of: readonly ReportRow[]): readonly ReportCell[] => [label, of.length, ...figureCells(of)]
  return {
    name: sheets.summary,
    columns: [text(columns.workCenter), { title: columns.shifts, kind: 'number' }, ...figureColumns(names)],
    rows: [...own.map(([id, of]) => line(names.workCenter(id), of)), ...(own.length > 1 ? [line(total, rows)] : [])],
  }
}

/** Returns a row for each shift. */
export function shiftsTable(rows: readonly ReportRow[], names: ReportNames): ReportTable {
  const { sheets, columns, words } = names.texts
  return {
    name: sheets.shifts,
    columns: [
      text(columns.workCenter),
      text(columns.shift),
      { title: columns.shiftDate, kind: 'date' },
      { title: columns.start, kind: 'instant' },
      { title: columns.end, kind: 'instant', isSheetOnly: true },
      text(columns.status),
      { title: columns.revision, kind: 'number', isSheetOnly: true },
      ...figureColumns(names),
    ],
    rows: rows.map((row) => [
      names.workCenter(row.record.workCenterId),
      names.named(row.record.name),
      row.record.shift.shiftDate,
      row.record.shift.start,
      row.record.shift.end,
      words[statusOf(row)],
      row.record.revision,
      ...figureCells([row]),
    ]),
    zones: rows.map(({ record }) => names.zone(record.workCenterId)),
    provisional: new Set(rows.flatMap((row, index) => (statusOf(row) === 'CONFIRMED' ? [] : [index]))),
  }
}

/** Returns the status of the shift as the report says it. */
export function statusOf({ record, stat }: ReportRow): 'CONFIRMED' | 'PROGRESS' | 'UNCONFIRMED' {
  if (record.storedStatus === 'CONFIRMED') return 'CONFIRMED'
  return stat.isProvisional ? 'PROGRESS' : 'UNCONFIRMED'
}

function figureColumns({ texts: { columns } }: ReportNames): readonly ReportColumn[] {
  const durations = ['elapsed', 'planned', 'run', 'plannedDowntime', 'unplannedDowntime', 'unclassifiedDowntime', 'noData'] as const
  const shares = ['availability', 'performance', 'quality', 'oee', 'target', 'gap'] as const
  const counts = ['total', 'accepted', 'rejected', 'targetOutput'] as const
  return [
    ...durations.map((key): ReportColumn => ({
      title: columns[key],
      kind: 'duration',
      isSheetOnly: key === 'elapsed' || key === 'noData',
    })),
    ...shares.map((key): ReportColumn => ({ title: columns[key], kind: 'percent', isSheetOnly: key === 'target' })),
    ...counts.map((key): ReportColumn => ({ title: columns[key], kind: 'number', isSheetOnly: key === 'targetOutput' })),
  ]
}

function figureCells(rows: readonly ReportRow[]): readonly ReportCell[] {
  const { figures, sums, target, isOneUnit } = together(rows)
  const times = wholeSecondsOf(sums)
  const goal = targetOee(rows)
  return [
    ...[
      times.elapsed,
      times.planned,
      times.run,
      times.plannedDowntime,
      times.unplannedDowntime,
      times.unclassifiedDowntime,
      times.noData,
    ].map((seconds) => seconds * SECOND_MS),
    ...[figures.availability, figures.performance, figures.quality, figures.oee].map(percent),
    goal,
    gapTo(goal, toPercentage(figures.oee)),
    // Pieces and meters are never added.
    ...[sums.output.total, sums.output.accepted, sums.output.rejected].map((units) => (isOneUnit ? roundUnits(units) : null)),
    target === null || !isOneUnit ? null : roundUnits(target),
  ]
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}
