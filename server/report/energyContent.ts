import type { Dimension } from '#engine/analytics/dimensions.ts'
import { drawnDimension, drawnKey, MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import { acceptedOfAll, comparedEnergy, energyPerUnit, energyTotals, isLowEnergy, knownShareOf } from '#engine/energy/energyTotals.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { clockText, offsetAt } from './clockText.ts'
import { dateText, timeText } from './dateWords.ts'
import { energySentences } from './energySentences.ts'
import type { EnergyFigure, EnergyFigures, ReportedSplit } from './energyFigures.service.ts'
import type { ReportHeadline } from './headline.ts'
import type { ReportBar, ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import { filled, percentText } from './reportWords.ts'
import { marksOf, notesSheet, type TimelineNotes } from './timelineMarks.ts'

/** Bars of a chart; what is smaller stands together in the last one. */
const MOST_BARS = 20

type Content = {
  readonly lead: readonly string[]
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  /** Null where the sums are not known: work centers would be too many. */
  readonly headline: ReportHeadline | null
  /** Of the page about the report: how much is known, and what it is compared with. */
  readonly known: number | null
}

/** Columns of a part that not every split has. */
type Column = ReportColumn & { readonly cell: (part: EnergyFigure) => ReportCell }

/** Returns what energy was used for and what it cost: sentences, bars and a table of each split (domain.md R-13). */
export function energyContent({ splits, before }: EnergyFigures, names: ReportNames, notes: TimelineNotes = []): Content {
  const { energy: words } = names.texts
  const partsOf = (by: ReportedSplit) => splits.find((one) => one.by === by)?.parts ?? []
  const all = splits.find(({ by }) => by === 'WORK_CENTER')?.parts ?? null
  const tooMany = splits.flatMap(({ by, without }) =>
    without === null ? [] : [filled(without === 'WAITS' ? words.waits : words.tooMuch, { by: words[by] })],
  )
  const charts = splits.flatMap(({ by, parts }) => barsOf(by, parts ?? [], { names, notes }))
  const tables = splits.flatMap(({ by, parts }) => (parts === null ? [] : tableOf(by, parts, { names, before: before?.parts ?? null })))
  if (all === null) return { lead: tooMany, charts, tables, headline: null, known: null }
  const totals = energyTotals(all)
  const { idle } = energyTotals(partsOf('STATUS'))
  const compared = before === null ? null : comparedEnergy(all, before.parts)
  const number = (value: number, digits = 1) => new Intl.NumberFormat(names.language, { maximumFractionDigits: digits }).format(value)
  const perUnit = energyPerUnit(all)
  const headline: ReportHeadline & { readonly kind: 'ENERGY' } = {
    kind: 'ENERGY',
    kwh: totals.kwh,
    compared: compared?.now ?? null,
    before: compared?.before ?? null,
    costs: totals.costs.map(({ cost, currency }) => ({ cost, currency })),
  }
  return {
    lead: [
      ...(all.every(({ kwh }) => kwh === null) ? [names.texts.api.noEnergy] : energySentences(headline, names)),
      ...(idle === null ? [] : [filled(words.idleText, { value: number(idle.kwh), share: percentText(idle.share, names.language) })]),
      ...(perUnit.kwh === null ? [] : [filled(words.perUnit, { value: number(perUnit.kwh, 4) })]),
      ...tooMany,
    ],
    charts,
    tables: [totalsTable({ all, idle, compared, perUnit }, names), ...tables, ...notesSheet(notes, names)],
    headline,
    known: knownShareOf(all.filter(({ kwh }) => kwh !== null)),
  }
}

/** Returns what energy was used for as one table for a program: a row a part, under what it is divided by. */
export function energyRowsTable({ splits }: EnergyFigures, names: ReportNames): ReportTable {
  const { energy: words, columns } = names.texts
  const title = (of: string, kind: ReportColumn['kind'] = 'text'): ReportColumn => ({ title: of, kind })
  const shown = splits.flatMap(({ by, parts }) => (parts ?? []).map((part) => ({ by, part })))
  return {
    name: words.energy,
    columns: [
      title(words.split),
      title(words.part),
      title(columns.workCenter),
      title(columns.start, 'instant'),
      title(columns.end, 'instant'),
      title(columns.kwh, 'number'),
      title(words.known, 'percent'),
      title(words.cost, 'number'),
      title(words.currency),
      title(words.unpricedKwh, 'number'),
      title(words.produced),
      title(columns.accepted, 'number'),
      title(words.unit),
      title(columns.kwhPerUnit, 'number'),
      title(words.costPerUnit, 'number'),
    ],
    rows: shown.map(({ by, part }) => [
      words[by],
      by === 'DAY' || by === 'HOUR' || by === 'WORK_CENTER' ? null : nameOf(by, part, names),
      placeOf(part, names),
      part.start,
      part.end,
      part.kwh,
      percent(part.coverage),
      part.cost,
      part.currency,
      part.unpricedKwh,
      producedText(part, names),
      unitsCell(part),
      part.acceptedOutput === null ? null : part.unit,
      part.kwhPerUnit,
      part.costPerUnit,
    ]),
    zones: shown.map(({ part }) => names.zone(part.workCenterId)),
  }
}

function totalsTable(
  given: {
    readonly all: readonly EnergyFigure[]
    readonly idle: ReturnType<typeof energyTotals>['idle']
    readonly compared: ReturnType<typeof comparedEnergy> | null
    readonly perUnit: ReturnType<typeof energyPerUnit>
  },
  { texts: { sheets, columns, energy: words, view } }: ReportNames,
): ReportTable {
  const { all, idle, compared, perUnit } = given
  const { kwh, costs, unpricedKwh } = energyTotals(all)
  const { now, before } = compared ?? { now: null, before: null }
  const share = (fraction: number | null): ReportCell => percent(fraction)
  const lines: readonly (readonly ReportCell[])[] = [
    [words.energy, kwh, view.kWh],
    ...(now === null || before === null
      ? []
      : [
          [words.before, before, view.kWh],
          [words.change, now - before, view.kWh],
        ]),
    ...costs.map(({ cost, currency }) => [words.cost, cost, currency]),
    ...(unpricedKwh > 0 ? [[words.unpriced, unpricedKwh, view.kWh]] : []),
    ...(idle === null
      ? []
      : [
          [words.idle, idle.kwh, view.kWh],
          [filled(words.share, { what: words.idle }), share(idle.share), '%'],
          ...(idle.cost === null ? [] : [[filled(words.costOf, { what: words.idle }), idle.cost, idle.currency]]),
        ]),
    ...(perUnit.kwh === null ? [] : [[columns.kwhPerUnit, perUnit.kwh, `${view.kWh}/${perUnit.unit}`]]),
    [words.known, share(knownShareOf(all.filter((part) => part.kwh !== null))), '%'],
  ]
  return {
    name: sheets.key,
    columns: [
      { title: columns.name, kind: 'text' },
      { title: columns.value, kind: 'number' },
      { title: words.unit, kind: 'text' },
    ],
    rows: lines,
  }
}

/** A table of each split, the greatest first, along the clock in its order; none where there is only one part without a name, as hours of a tariff that there is not. */
function tableOf(
  by: ReportedSplit,
  parts: readonly EnergyFigure[],
  { names, before }: { readonly names: ReportNames; readonly before: readonly EnergyFigure[] | null },
): readonly ReportTable[] {
  const shown = sorted(by, parts)
  if (shown.length === 0 || (by === 'TARIFF_ZONE' && shown.every(({ name }) => name === null))) return []
  const { energy: words, columns, total } = names.texts
  const isPlace = by === 'WORK_CENTER'
  const earlier = new Map(isPlace ? (before ?? []).map((part) => [part.workCenterId, part]) : [])
  const kwh = energyTotals(parts).kwh
  const hasPrices = parts.some(({ cost }) => cost !== null)
  const hasUnits = parts.some(({ acceptedOutput }) => acceptedOutput !== null)
  const beforeOf = ({ workCenterId }: EnergyFigure): number | null => {
    const known = earlier.get(workCenterId)
    return known === undefined || isLowEnergy(known) ? null : known.kwh
  }
  const changeOf = (part: EnergyFigure): number | null => {
    const known = beforeOf(part)
    return known === null || part.kwh === null || isLowEnergy(part) ? null : part.kwh - known
  }
  const column = (title: string, kind: ReportColumn['kind'], cell: Column['cell'], isSheetOnly = false): Column => ({
    title,
    kind,
    cell,
    ...(isSheetOnly && { isSheetOnly }),
  })
  const named: readonly Column[] = [
    by === 'DAY'
      ? column(words.DAY, 'date', (part) => dayOf(part, names))
      : by === 'HOUR'
        ? column(words.HOUR, 'instant', ({ start }) => start)
        : column(words[by], 'text', (part) => (isPlace ? placeOf(part, names) : nameOf(by, part, names))),
    ...(isPlace ? [] : [column(columns.workCenter, 'text', (part) => placeOf(part, names))]),
  ]
  const figures: readonly Column[] = [
    column(columns.kwh, 'number', (part) => part.kwh),
    column(columns.share, 'percent', (part) => (part.kwh === null || kwh <= 0 ? null : percent(part.kwh / kwh))),
    ...(isPlace && before !== null ? [column(words.before, 'number', beforeOf), column(words.change, 'number', changeOf)] : []),
    ...(hasPrices
      ? [
          column(words.cost, 'number', ({ cost }) => cost),
          column(words.currency, 'text', ({ currency }) => currency),
          column(words.unpricedKwh, 'number', ({ unpricedKwh }) => unpricedKwh, true),
        ]
      : []),
    ...(by === 'STATUS' ? [column(words.produced, 'text', (part) => producedText(part, names))] : []),
    ...(hasUnits
      ? [
          column(columns.accepted, 'number', unitsCell),
          column(words.unit, 'text', (part) => (part.acceptedOutput === null ? null : part.unit)),
          column(columns.kwhPerUnit, 'number', ({ kwhPerUnit }) => kwhPerUnit),
          ...(hasPrices ? [column(words.costPerUnit, 'number', ({ costPerUnit }) => costPerUnit)] : []),
        ]
      : []),
    column(words.known, 'percent', ({ coverage }) => percent(coverage)),
    column(names.texts.view.note, 'text', (part) => noteOf(part, names), true),
  ]
  const cells = [...named, ...figures]
  const lines = shown.map((part) => cells.map(({ cell }) => cell(part)))
  const isTotaled = isPlace && shown.length > 1
  const totals = isTotaled ? totalCells(parts, before, names) : null
  const low = new Set(shown.flatMap((part, at) => (isLowEnergy(part) && part.kwh !== null ? [at] : [])))
  return [
    {
      name: words[by],
      columns: cells.map(({ cell: _cell, ...shape }) => shape),
      rows: totals === null ? lines : [...lines, cells.map(({ title }, at) => (at === 0 ? total : (totals.get(title) ?? null)))],
      zones: [...shown.map(({ workCenterId }) => names.zone(workCenterId)), ...(isTotaled ? [names.zone(0)] : [])],
      low,
    },
  ]
}

/** What of all work centers together is told, by the title of its column. */
function totalCells(
  parts: readonly EnergyFigure[],
  before: readonly EnergyFigure[] | null,
  { texts: { energy: words, columns } }: ReportNames,
): ReadonlyMap<string, ReportCell> {
  const { kwh, costs, unpricedKwh } = energyTotals(parts)
  const [only, ...others] = costs
  const compared = before === null ? null : comparedEnergy(parts, before)
  const perUnit = energyPerUnit(parts)
  const made = acceptedOfAll(parts)
  return new Map<string, ReportCell>([
    [columns.kwh, kwh],
    [columns.share, kwh > 0 ? 100 : null],
    [words.before, compared?.before ?? null],
    [words.change, compared === null || compared.now === null || compared.before === null ? null : compared.now - compared.before],
    [words.cost, others.length > 0 ? null : (only?.cost ?? null)],
    [words.currency, others.length > 0 ? null : (only?.currency ?? null)],
    [words.unpricedKwh, unpricedKwh],
    [columns.accepted, made === null ? null : roundUnits(made.accepted)],
    [words.unit, made?.unit ?? perUnit.unit],
    [columns.kwhPerUnit, perUnit.kwh],
    [words.costPerUnit, perUnit.cost],
    [words.known, percent(knownShareOf(parts.filter((part) => part.kwh !== null)))],
  ])
}

function barsOf(
  by: ReportedSplit,
  parts: readonly EnergyFigure[],
  { names, notes }: { readonly names: ReportNames; readonly notes: TimelineNotes },
): readonly ReportChart[] {
  const { energy: words, keys } = names.texts
  const isClock = by === 'DAY' || by === 'HOUR'
  const known = sorted(by, parts).filter(({ kwh }) => kwh !== null)
  const drawn = drawnDimension('DAY', by === 'DAY' ? new Set(known.map((part) => dayOf(part, names))).size : 0)
  const grouped = isClock
    ? clockBars(by, known, { names, drawn })
    : [...Map.groupBy(known, (part) => (by === 'WORK_CENTER' ? placeOf(part, names) : nameOf(by, part, names)))].map(([label, own]) =>
        barOf([label, own]),
      )
  if (grouped.length < 2) return []
  const ranked = isClock ? grouped : grouped.toSorted((one, other) => other.kwh - one.kwh)
  const isCut = !isClock && ranked.length > MOST_BARS
  const rest = ranked.slice(MOST_BARS - 1).reduce((sum, { kwh }) => sum + kwh, 0)
  const shown = isCut ? [...ranked.slice(0, MOST_BARS - 1), { label: keys.other, kwh: rest }] : ranked
  const whole = energyTotals(known).kwh
  const number = new Intl.NumberFormat(names.language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(names.language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return [
    {
      kind: 'BARS',
      title: filled(words.by, { by: drawn === 'WEEK' ? names.texts.dimensions.WEEK : words[by] }),
      note: drawn === 'WEEK' ? filled(names.texts.pdf.byWeek, { count: MOST_DRAWN_DAYS }) : '',
      most: 0,
      series: [],
      bars: shown.map(({ label, kwh }): ReportBar => ({
        label,
        value: kwh,
        text: `${number.format(kwh)} ${names.texts.view.kWh}`,
        share: whole > 0 ? share.format(kwh / whole) : '',
        before: null,
        target: null,
        parts: [],
      })),
      marks:
        by === 'DAY'
          ? marksOf(
              notes,
              drawn === 'WEEK' ? 'WEEK' : 'DAY',
              shown.flatMap(({ date }) => date ?? []),
              names,
            )
          : [],
    },
  ]
}

/** As on the page: along the clock in its order, others with the most energy first. */
function sorted(by: ReportedSplit, parts: readonly EnergyFigure[]): readonly EnergyFigure[] {
  return by === 'DAY' || by === 'HOUR'
    ? parts.toSorted((one, other) => one.start - other.start || one.workCenterId - other.workCenterId)
    : parts.toSorted((one, other) => (other.kwh ?? -1) - (one.kwh ?? -1))
}

/** `date`: of a day or week its first date. */
type Bar = { readonly label: string; readonly kwh: number; readonly date?: string }

function barOf([label, parts, date]: readonly [string, readonly EnergyFigure[], string?]): Bar {
  return { label, kwh: energyTotals(parts).kwh, ...(date !== undefined && { date }) }
}

type Clock = { readonly names: ReportNames; /** By what days are drawn. */ readonly drawn: Dimension }

/** Days are those of each plant's clock; hours are instants, by the clock of the report, with its offset from UTC where the clock shows one twice. */
function clockBars(by: 'DAY' | 'HOUR', parts: readonly EnergyFigure[], { names, drawn }: Clock): readonly Bar[] {
  if (by === 'DAY')
    return [...Map.groupBy(parts, (part) => drawnKey('DAY', drawn, dayOf(part, names)))]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, own]) => barOf([drawn === 'WEEK' ? weekText(day, names) : dateText(day, names.language), own, day]))
  const zone = names.zone(0)
  const hourOf = (at: number) => timeText(at, zone)
  const hours = [...Map.groupBy(parts, ({ start }) => start)]
  const seen = Map.groupBy(hours, ([at]) => hourOf(at))
  return hours.map(([at, own]) => {
    const hour = hourOf(at)
    const isTwice = (seen.get(hour)?.length ?? 0) > 1
    return barOf([isTwice ? `${hour} ${offsetAt(at, zone)}` : hour, own])
  })
}

function nameOf(by: ReportedSplit, { name, key }: EnergyFigure, { texts, named }: ReportNames): string {
  if (name !== null) return named(name)
  const { energy: words, noOrder } = texts
  if (by === 'STATUS') return words[key === 'OFF' || key === 'UNDEFINED' ? key : 'NO_DATA']
  return by === 'JOB_ORDER' ? noOrder : words.otherHours
}

/** The day of the plant's clock. */
function dayOf({ start, workCenterId }: EnergyFigure, { zone }: ReportNames): string {
  return clockText(start, zone(workCenterId)).slice(0, 10)
}

function weekText(monday: string, { texts, language }: ReportNames): string {
  return filled(texts.keys.week, { date: dateText(monday, language) })
}

function placeOf({ workCenterId, isDeleted }: EnergyFigure, { workCenter, texts }: ReportNames): string {
  const name = workCenter(workCenterId)
  return isDeleted ? filled(texts.energy.deleted, { name }) : name
}

function producedText({ isEffective }: EnergyFigure, { texts: { yes, no } }: ReportNames): string | null {
  return isEffective === null ? null : isEffective ? yes : no
}

function unitsCell({ acceptedOutput }: EnergyFigure): number | null {
  return acceptedOutput === null ? null : roundUnits(acceptedOutput)
}

function noteOf(part: EnergyFigure, { texts: { view, energy: words } }: ReportNames): string | null {
  const notes = [...(isLowEnergy(part) && part.kwh !== null ? [view.low] : []), ...(part.isAssumedBalanced ? [words.assumed] : [])]
  return notes.length === 0 ? null : notes.join('; ')
}
