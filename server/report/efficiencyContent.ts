import { drawnDimension, drawnKey, MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import { bandOf } from '#engine/oee/band.ts'
import type { EfficiencyBand } from '#engine/oee/band.ts'
import { gapTo, toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { oeeStepsOf } from '#engine/oee/oeeSteps.ts'
import { runTimesOf, timesOf } from '#engine/oee/kpis.ts'
import { nameOfFigure } from '#engine/report/provenFigure.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { UnitOutput } from '#server/oee/unitOutput.ts'
import type { ComparedRecords } from './comparedRecords.ts'
import { dayText } from './dateWords.ts'
import type { ReportHeadline } from './headline.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable, ReportTile, TrendPoint } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'
import { percent, targetOf, targetOutputOf, targetsText, together } from './reportRecords.ts'
import type { Outputs } from './reportRecords.ts'
import { marksOf, type TimelineNotes } from './timelineMarks.ts'

/** kWh of the hours of a shift that are over; null or left out = not measured. */
export type Energies = ReadonlyMap<ReportRow, number | null>

const FACTORS = { availability: 'AVAILABILITY', performance: 'PERFORMANCE', quality: 'QUALITY', oee: 'OEE' } as const
const TARGETS = {
  oee: 'targetOee',
  availability: 'targetAvailability',
  performance: 'targetPerformance',
  quality: 'targetQuality',
} as const
const TARGET_LABELS = { ...TARGETS, oee: 'target' } as const
/** So many lines by day are told; pages of more nobody reads. */
const MOST_LINES = 50
const SHARES = ['availability', 'performance', 'quality', 'oee'] as const

/** Returns the tiles of the first page, each beside its target and what of it is compared with the period before. */
export function efficiencyTiles(
  rows: readonly ReportRow[],
  compared: Pick<ComparedRecords, 'before' | 'rows'>,
  names: ReportNames,
): readonly ReportTile[] {
  const { columns } = names.texts
  const [now, over, then] = [together(rows).figures, together(compared.rows).figures, together(compared.before).figures]
  return (['oee', 'availability', 'performance', 'quality'] as const).map((key) => ({
    label: columns[key],
    value: percent(now[key]),
    target: targetOf(rows, TARGETS[key]),
    targetLabel: [columns[TARGET_LABELS[key]], targetsText(rows, TARGETS[key], names)].filter(Boolean).join(', '),
    compared: percent(over[key]),
    before: percent(then[key]),
    isProvisional: rows.some((row) => statusOf(row) !== 'CONFIRMED'),
    figure: nameOfFigure({ factor: FACTORS[key], workCenterId: null, shiftStart: null }),
  }))
}

/** Returns what an e-mail says of the tiles. */
export function oeeHeadline(tiles: readonly ReportTile[]): ReportHeadline {
  const of = (key: (typeof SHARES)[number]) =>
    tiles.find(({ figure }) => figure === nameOfFigure({ factor: FACTORS[key], workCenterId: null, shiftStart: null }))
  const value = (key: (typeof SHARES)[number]) => of(key)?.value ?? null
  return {
    kind: 'OEE',
    oee: value('oee'),
    compared: of('oee')?.compared ?? null,
    before: of('oee')?.before ?? null,
    availability: value('availability'),
    performance: value('performance'),
    quality: value('quality'),
  }
}

/** Returns OEE by shift date, of many dates by week, of all together and of each work center where there are several. */
export function efficiencyTrends(rows: readonly ReportRow[], names: ReportNames, notes: TimelineNotes): readonly ReportChart[] {
  const { texts, language, workCenter } = names
  const dates = new Set(rows.map(({ record }) => record.shift.shiftDate))
  const drawn = drawnDimension('DAY', dates.size)
  const placeOf = ({ record }: ReportRow) => drawnKey('DAY', drawn, record.shift.shiftDate)
  const days = [...new Set(rows.map(placeOf))].toSorted((one, other) => one.localeCompare(other))
  const pointsOf = (own: readonly ReportRow[]): readonly TrendPoint[] => {
    const byDay = Map.groupBy(own, placeOf)
    return days.map((day) => {
      const shifts = byDay.get(day) ?? []
      return { label: `${dayText(day, language)}${notFinalOf([shifts]).size > 0 ? ' *' : ''}`, value: oeeOf(shifts) }
    })
  }
  const lines = [...Map.groupBy(rows, ({ workCenter: { id } }) => id)].map(([id, own]) => ({
    label: workCenter(id),
    value: oeeOf(own),
    points: pointsOf(own),
  }))
  if (oeeOf(rows) === null) return []
  const isByWeek = drawn === 'WEEK'
  const note = isByWeek ? filled(texts.pdf.byWeek, { count: MOST_DRAWN_DAYS }) : null
  return [
    {
      kind: 'TREND',
      title: isByWeek ? texts.pdf.trendOfWeeks : texts.pdf.trend,
      note,
      points: pointsOf(rows),
      marks: marksOf(notes, isByWeek ? 'WEEK' : 'DAY', days, names),
    },
    ...(lines.length > 1
      ? [{ kind: 'TRENDS' as const, title: isByWeek ? texts.pdf.trendsOfWeeks : texts.pdf.trends, ...fewOf(lines, texts.pdf.lowest) }]
      : []),
  ]
}

/** The lines of the work centers with the lowest OEE, in their order, and the sentence that says so; all of them without one where they are few. */
function fewOf<Line extends { readonly value: number | null }>(lines: readonly Line[], words: string) {
  if (lines.length <= MOST_LINES) return { lines, note: null }
  const lowest = new Set(lines.toSorted((one, other) => (one.value ?? Infinity) - (other.value ?? Infinity)).slice(0, MOST_LINES))
  return { lines: lines.filter((line) => lowest.has(line)), note: filled(words, { count: MOST_LINES, total: lines.length }) }
}

/** Returns the steps from the time of the shifts to the time in which something good was made at full speed; none where nothing takes part in OEE. */
export function stepsChart(rows: readonly ReportRow[], { texts: { steps: words } }: ReportNames): readonly ReportChart[] {
  const found = oeeStepsOf(rows.flatMap(({ stat }) => stat.parts))
  if (found === null) return []
  const { elapsedMs, outsideMs, baseMs, stopMs, smallStopMs, speedMs, qualityMs, valuableMs } = found
  const share = (ms: number) => (baseMs > 0 ? ms / baseMs : null)
  const total = (label: string, ms: number, of: number | null) => ({ label, ms, isTotal: true, share: of })
  const lost = (label: string, ms: number, of = share(ms)) =>
    ms === 0 ? [] : [{ label, ms: -ms, isTotal: false, share: of === null ? null : -of }]
  return [
    {
      kind: 'STEPS',
      title: words.title,
      steps: [
        ...(outsideMs === 0 ? [] : [total(words.elapsed, elapsedMs, null), ...lost(words.outside, outsideMs, null)]),
        total(words.base, baseMs, 1),
        ...lost(words.stops, stopMs),
        ...lost(words.small, smallStopMs),
        ...lost(speedMs < 0 ? words.gain : words.speed, speedMs),
        ...lost(words.quality, qualityMs),
        total(words.valuable, valuableMs, share(valuableMs)),
      ],
    },
  ]
}

/** Returns the terms of each shift that its figures are divided from, as they are stored, for whoever adds and divides by themselves. */
export function termsTable(rows: readonly ReportRow[], names: ReportNames): ReportTable {
  const { sheets, columns } = names.texts
  const durations = [
    columns.elapsed,
    columns.excluded,
    columns.noData,
    columns.planned,
    columns.stops,
    columns.run,
    columns.smallStops,
    columns.netOperating,
    columns.qualityLoss,
    columns.valuable,
    columns.setup,
    columns.failureTime,
  ]
  const numbers = [columns.failures, columns.idealCycle, columns.total, columns.accepted, columns.rejected, columns.uncounted]
  return {
    name: sheets.terms,
    isSheetOnly: true,
    columns: [
      text(columns.workCenter),
      text(columns.shift),
      { title: columns.shiftDate, kind: 'date' },
      { title: columns.start, kind: 'instant' },
      ...durations.map((title): ReportColumn => ({ title, kind: 'duration' })),
      ...numbers.map((title): ReportColumn => ({ title, kind: 'number' })),
    ],
    rows: rows.map(({ record: { workCenterId, name, shift, terms, idealCycleMs } }) => {
      const { plannedMs, runMs } = runTimesOf(terms)
      return [
        names.workCenter(workCenterId),
        names.named(name),
        shift.shiftDate,
        shift.start,
        terms.elapsedMs,
        terms.excludedMs,
        terms.noDataMs,
        plannedMs,
        terms.availabilityLossMs,
        runMs,
        terms.smallStopMs,
        terms.netOperatingMs,
        terms.qualityLossMs,
        timesOf(terms).valuableMs,
        terms.setupMs,
        terms.failureMs,
        terms.failureCount,
        idealCycleMs === null ? null : idealCycleMs / SECOND_MS,
        ...[terms.output.total, terms.output.accepted, terms.output.rejected, terms.uncountedOutput.total].map(roundUnits),
      ]
    }),
    zones: rows.map(({ record }) => names.zone(record.workCenterId)),
  }
}

function oeeOf(rows: readonly ReportRow[]): number | null {
  return percent(figuresOf(rows.flatMap(({ stat }) => stat.parts)).oee)
}

/** As screens draw them: told apart without colour. */
const BAND_SHAPES: Readonly<Record<EfficiencyBand, string>> = { LOW: '▼', FAIR: '◆', GOOD: '●', FULL: '▲' }

/** The band of the unrounded OEE as shape and words (domain.md A-11). */
function bandText(rows: readonly ReportRow[], { texts: { bands } }: ReportNames): string | null {
  const band = bandOf(toPercentage(together(rows).figures.oee)?.exactValue ?? null)
  return band === null ? null : `${BAND_SHAPES[band]} ${bands[band]}`
}

/** Returns a row for each work center, and one for all of them. */
export function summaryTable(
  rows: readonly ReportRow[],
  known: { readonly energies: Energies; readonly outputs: Outputs },
  names: ReportNames,
): ReportTable {
  const { energies, outputs } = known
  const { sheets, columns, total } = names.texts
  const own = [...Map.groupBy(rows, ({ workCenter }) => workCenter.id)]
  const made = own.flatMap(([id]) => outputs.get(id) ?? [])
  const line = (label: string, of: readonly ReportRow[], units: readonly UnitOutput[]): readonly ReportCell[] => [
    label,
    bandText(of, names),
    of.length,
    ...figureCells(of, energies, units),
    measuredOf(of, energies).length,
    of.filter((row) => statusOf(row) !== 'CONFIRMED').length,
  ]
  const figures = figureColumns(names)
  const first = 3 + figures.findIndex(({ kind }) => kind === 'percent')
  return {
    name: sheets.summary,
    columns: [
      text(columns.workCenter),
      text(columns.band),
      { title: columns.shifts, kind: 'number' },
      ...figures,
      { title: columns.shiftsWithEnergy, kind: 'number', isSheetOnly: true },
      // A page has its mark beside the name.
      { title: columns.notFinal, kind: 'number', isSheetOnly: true },
    ],
    figureAt: (row, column) => {
      const share = SHARES[column - first]
      return share === undefined ? null : nameOfFigure({ factor: FACTORS[share], workCenterId: own[row]?.[0] ?? null, shiftStart: null })
    },
    rows: [
      ...own.map(([id, of]) => line(names.workCenter(id), of, outputs.get(id) ?? [])),
      ...(own.length > 1 ? [line(total, rows, made)] : []),
    ],
    provisional: notFinalOf([...own.map(([, of]) => of), ...(own.length > 1 ? [rows] : [])]),
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
      ...figureCells([row], energies, row.stat.outputs),
    ]),
    figureAt: (row, column) => {
      const { workCenterId, shift } = rows[row]?.record ?? {}
      if (column !== oee || workCenterId === undefined || shift === undefined) return null
      return nameOfFigure({ factor: 'OEE', workCenterId, shiftStart: shift.start })
    },
    zones: rows.map(({ record }) => names.zone(record.workCenterId)),
    provisional: notFinalOf(rows.map((row) => [row])),
  }
}

/** What the head of a shift says of it: how far it came of its target and its plan, and what that took. */
const HEAD = ['oee', 'target', 'gap', 'accepted', 'targetOutput', 'attainment', 'kwh', 'kwhPerUnit'] as const

/** Returns how each shift did against target and plan, and its energy, for a page; a workbook has them in the sheet of shifts. */
export function headTable(rows: readonly ReportRow[], energies: Energies, names: ReportNames): ReportTable {
  const { sheets, columns } = names.texts
  const all = figureColumns(names)
  const places = HEAD.map((key) => all.findIndex(({ title }) => title === columns[key]))
  return {
    name: sheets.results,
    isPageOnly: true,
    columns: [
      text(columns.workCenter),
      text(columns.shift),
      { title: columns.shiftDate, kind: 'date' },
      ...places.map((at, index): ReportColumn => ({ title: columns[HEAD[index] ?? 'oee'], kind: all[at]?.kind ?? 'number' })),
    ],
    rows: rows.map((row) => {
      const cells = figureCells([row], energies, row.stat.outputs)
      return [
        names.workCenter(row.record.workCenterId),
        names.named(row.record.name),
        row.record.shift.shiftDate,
        ...places.map((at) => cells[at] ?? null),
      ]
    }),
    provisional: notFinalOf(rows.map((row) => [row])),
  }
}

/** Which of the groups hold shifts that are running or not confirmed. */
function notFinalOf(groups: readonly (readonly ReportRow[])[]): ReadonlySet<number> {
  return new Set(groups.flatMap((own, index) => (own.some((row) => statusOf(row) !== 'CONFIRMED') ? [index] : [])))
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
    ['targetAvailability', 'percent'],
    ['targetPerformance', 'percent'],
    ['targetQuality', 'percent'],
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

function figureCells(rows: readonly ReportRow[], energies: Energies, outputs: readonly UnitOutput[]): readonly ReportCell[] {
  const { figures, sums, isOneUnit } = together(rows)
  const { target, accepted: targetedAccepted } = targetOutputOf(outputs)
  const kwh = energyOf(rows, energies)
  const times = wholeSecondsOf(sums)
  const goal = targetOf(rows, 'targetOee')
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
    isOneUnit ? percent(attainmentOf(targetedAccepted, target)) : null,
    kwh === null ? null : rounded(kwh),
    // What was made while nothing was measured would make a unit look cheap.
    kwh === null || !isOneUnit ? null : rounded(specificEnergyOf(kwh, together(measuredOf(rows, energies)).sums.output.accepted)),
    ...(['targetAvailability', 'targetPerformance', 'targetQuality'] as const).map((key) => targetOf(rows, key)),
  ]
}

/** The shifts of which there is energy. */
function measuredOf(rows: readonly ReportRow[], energies: Energies): readonly ReportRow[] {
  return rows.filter((row) => (energies.get(row) ?? null) !== null)
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
