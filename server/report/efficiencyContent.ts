import { gapTo, toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { nameOfFigure } from '#engine/report/provenFigure.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable, ReportTile } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent, targetOee, together } from './reportRecords.ts'

/** kWh of the hours of a shift that are over; null or left out = not measured. */
export type Energies = ReadonlyMap<ReportRow, number | null>

const FACTORS = { availability: 'AVAILABILITY', performance: 'PERFORMANCE', quality: 'QUALITY', oee: 'OEE' } as const
const SHARES = ['availability', 'performance', 'quality', 'oee'] as const

/** Returns the tiles of the first page, each beside its target and the period before. */
export function efficiencyTiles(rows: readonly ReportRow[], before: readonly ReportRow[], { texts }: ReportNames): readonly ReportTile[] {
  const [now, then] = [together(rows).figures, together(before).figures]
  return (['oee', 'availability', 'performance', 'quality'] as const).map((key) => ({
    label: texts.columns[key],
    value: percent(now[key]),
    target: key === 'oee' ? targetOee(rows) : null,
    before: percent(then[key]),
    figure: nameOfFigure({ factor: FACTORS[key], workCenterId: null, shiftStart: null }),
  }))
}

/** Returns OEE by shift date. */
export function efficiencyTrend(rows: readonly ReportRow[], { texts }: ReportNames): ReportChart {
  const days = [...Map.groupBy(rows, ({ record }) => record.shift.shiftDate)].toSorted(([one], [other]) => one.localeCompare(other))
  const points = days.map(([label, own]) => ({ label, value: percent(figuresOf(own.flatMap(({ stat }) => stat.parts)).oee) }))
  return { kind: 'TREND', title: texts.pdf.trend, points }
}

/** Returns a row for each work center, and one for all of them. */
export function summaryTable(rows: readonly ReportRow[], energies: Energies, names: ReportNames): ReportTable {
  const { sheets, columns, total } = names.texts
  const own = [...Map.groupBy(rows, ({ workCenter }) => workCenter.id)]
  const line = (label: string, of: readonly ReportRow[]): readonly ReportCell[] => [label, of.length, ...figureCells(of, energies)]
  const figures = figureColumns(names)
  const first = 2 + figures.findIndex(({ kind }) => kind === 'percent')
  return {
    name: sheets.summary,
    columns: [text(columns.workCenter), { title: columns.shifts, kind: 'number' }, ...figures],
    figureAt: (row, column) => {
      const share = SHARES[column - first]
      return share === undefined ? null : nameOfFigure({ factor: FACTORS[share], workCenterId: own[row]?.[0] ?? null, shiftStart: null })
    },
    rows: [...own.map(([id, of]) => line(names.workCenter(id), of)), ...(own.length > 1 ? [line(total, rows)] : [])],
  }
}

/** Returns a row for each shift. */
export function shiftsTable(rows: readonly ReportRow[], energies: Energies, names: ReportNames): ReportTable {
  const { sheets, columns, words } = names.texts
  const shiftColumns: readonly ReportColumn[] = [
    text(columns.workCenter),
    text(columns.shift),
    { title: columns.shiftDate, kind: 'date' },
    { title: columns.start, kind: 'instant' },
    { title: columns.end, kind: 'instant', isSheetOnly: true },
    text(columns.status),
    { title: columns.revision, kind: 'number', isSheetOnly: true },
    ...figureColumns(names),
  ]
  const oee = shiftColumns.findIndex(({ title }) => title === columns.oee)
  return {
    name: sheets.shifts,
    columns: shiftColumns,
    rows: rows.map((row) => [
      names.workCenter(row.record.workCenterId),
      names.named(row.record.name),
      row.record.shift.shiftDate,
      row.record.shift.start,
      row.record.shift.end,
      words[statusOf(row)],
      row.record.revision,
      ...figureCells([row], energies),
    ]),
    figureAt: (row, column) => {
      const { workCenterId, shift } = rows[row]?.record ?? {}
      if (column !== oee || workCenterId === undefined || shift === undefined) return null
      return nameOfFigure({ factor: 'OEE', workCenterId, shiftStart: shift.start })
    },
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
  const further = [
    ['attainment', 'percent'],
    ['kwh', 'number'],
    ['kwhPerUnit', 'number'],
  ] as const
  return [
    ...durations.map((key): ReportColumn => ({
      title: columns[key],
      kind: 'duration',
      isSheetOnly: key === 'elapsed' || key === 'noData',
    })),
    ...shares.map((key): ReportColumn => ({ title: columns[key], kind: 'percent', isSheetOnly: key === 'target' })),
    ...counts.map((key): ReportColumn => ({ title: columns[key], kind: 'number', isSheetOnly: key === 'targetOutput' })),
    ...further.map(([key, kind]): ReportColumn => ({ title: columns[key], kind, isSheetOnly: true })),
  ]
}

function figureCells(rows: readonly ReportRow[], energies: Energies): readonly ReportCell[] {
  const { figures, sums, target, isOneUnit } = together(rows)
  const kwh = energyOf(rows, energies)
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
    isOneUnit ? percent(attainmentOf(sums.output.accepted, target)) : null,
    kwh === null ? null : rounded(kwh),
    kwh === null || !isOneUnit ? null : rounded(specificEnergyOf(kwh, sums.output.accepted)),
  ]
}

/** Of shifts of which none is measured there is none; what is known of the others is added. */
function energyOf(rows: readonly ReportRow[], energies: Energies): number | null {
  const known = rows.flatMap((row) => energies.get(row) ?? [])
  return known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0)
}

/** As many places as a meter has, and more than a reader needs. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4))
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}
