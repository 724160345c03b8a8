import { isAdditive, isFactor, isRatio, TIME_DIMENSIONS, type Measure } from '#engine/analytics/dimensions.ts'
import { addSigns, signOf, type KeyedSign, type RowSign } from '#engine/analytics/rowSigns.ts'
import { rateOf, type PlannedSeconds } from '#engine/analytics/lossRate.ts'
import { worthOfReason } from '#engine/analytics/reasonWorth.ts'
import { FURTHER_COLUMNS, type AnalyticsColumn, type SavedLook } from '#engine/analytics/savedLook.ts'
import type { LossSource } from '#engine/facts.ts'
import { roundHalfUp } from '#engine/oee/percentage.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import type { AnalyticsAnswer } from '#server/analytics/analytics.service.ts'
import type { MinuteWorth } from '#server/analytics/besideLosses.service.ts'
import { isLowCoverage } from '#engine/energy/averagePower.ts'
import type { ReportCell, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import type { KeyNames } from './viewNames.ts'
import { cellOf, kindOf, rowOf, titleOf, type ViewRow } from './viewRows.ts'
import { growthOf } from './viewSentence.ts'

/** With the values of the further measures, in their order. */
type Row = ViewRow & { readonly isBeforeUnknown: boolean; readonly isLow: boolean; readonly further: readonly (number | null)[] }

/** A measure beside that of the view, with its answer to the same question; null = it is too large. */
export type FurtherMeasure = { readonly measure: Measure; readonly answer: AnalyticsAnswer | null }

/** A column of the table, with what its rows are sorted by. */
type ViewColumn = ReportColumn & {
  readonly key: AnalyticsColumn | 'first' | 'worth'
  readonly cell: (row: Row) => ReportCell
  readonly rank: (row: Row) => number | string | null
}

type Given = { readonly names: ReportNames; readonly keys: KeyNames; readonly look: SavedLook } & {
  /** The dates that somebody chose to compare with, which name their column as on the page; null = none. */
  readonly chosen: string | null
  readonly further: readonly FurtherMeasure[]
  readonly signs: readonly KeyedSign[]
  /** Of losses: the planned time that they are divided by, and of one work center what a minute is worth. */
  readonly planned: readonly PlannedSeconds[]
  readonly worths: readonly MinuteWorth[]
}

/** Returns the table of the page: its columns and its order, with all of it as the last row. */
export function tableOfView(answer: AnalyticsAnswer, given: Given): ReportTable {
  const { names, look, further, signs } = given
  const all = columnsOf(answer, given)
  const columns = all.filter(({ key }) => key === 'first' || key === 'worth' || look.columns === null || look.columns.includes(key))
  const valuesOf = further.map((one) => furtherValues(one))
  const cells = answer.cells.map((cell) => ({
    ...rowOf(cell, answer),
    isBeforeUnknown: cell.isBeforeUnknown || !cell.isComparable,
    isLow: isLowCoverage(cell.known),
    further: valuesOf.map((values) => values.get(keyOf(cell.cell.keys)) ?? null),
  }))
  const rows = sorted(cells, all, look.sort, names)
  const whole: Row = {
    ...rowOf(answer.whole, answer),
    share: isAdditive(answer.question.measure) ? 1 : null,
    isBeforeUnknown: answer.whole.isBeforeUnknown || !answer.whole.isComparable,
    isLow: isLowCoverage(answer.whole.known),
    further: further.map((one) => (one.answer === null ? null : rowOf(one.answer.whole, one.answer).value)),
  }
  const hasTotal = rows.length > 1
  const marks = [...rows.map((row) => signOf(signs, row.keys)), ...(hasTotal ? [addSigns(signs)] : [])]
  const marked = (is: (sign: RowSign) => boolean) => new Set(marks.flatMap((sign, at) => (sign !== null && is(sign) ? [at] : [])))
  const [provisional, restated] = [marked(({ running }) => running > 0), marked((sign) => sign.restated > 0)]
  const low = new Set([...rows, ...(hasTotal ? [whole] : [])].flatMap(({ isLow }, at) => (isLow ? [at] : [])))
  const { view } = names.texts
  const noteOf = (at: number) =>
    [provisional.has(at) ? view.running : '', restated.has(at) ? view.restated : '', low.has(at) ? view.low : ''].filter(Boolean).join('; ')
  const isMarked = provisional.size + restated.size + low.size > 0
  const lines: readonly (readonly ReportCell[])[] = [
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
    ...(hasTotal ? [columns.map(({ key, cell }) => (key === 'first' ? names.texts.total : key === 'second' ? null : cell(whole)))] : []),
  ]
  return {
    name: names.texts.sheets.view,
    columns: [
      ...columns.map(({ title, kind }) => ({ title, kind })),
      // A page has its marks beside the names.
      ...(isMarked ? [{ title: view.note, kind: 'text' as const, isSheetOnly: true }] : []),
    ],
    rows: isMarked ? lines.map((line, at) => [...line, noteOf(at) || null]) : lines,
    provisional,
    restated,
    low,
  }
}

function furtherValues({ answer }: FurtherMeasure): ReadonlyMap<string, number | null> {
  return new Map(answer?.cells.map((cell) => [keyOf(cell.cell.keys), rowOf(cell, answer).value]))
}

const keyOf = (keys: readonly string[]) => keys.join('\n')

function columnsOf(answer: AnalyticsAnswer, { names, keys, chosen, further, planned, worths }: Given): readonly ViewColumn[] {
  const { measure, by, filter } = answer.question
  const { columns, dimensions, view } = names.texts
  const kind = kindOf(measure)
  const isCompared = answer.paired.before !== null
  const figure = (key: AnalyticsColumn, title: string, valueOf: (row: Row) => number | null): ViewColumn => ({
    key,
    title,
    kind,
    cell: (row) => cellOf(measure, valueOf(row)),
    rank: valueOf,
  })
  return [
    ...by.map((dimension, at): ViewColumn => {
      const nameOf = (row: Row) => keys(dimension, row.keys[at] ?? '')
      const rank = (row: Row) => rankOf(row.keys[at] ?? '')
      return {
        key: at === 0 ? 'first' : 'second',
        title: dimensions[dimension],
        kind: dimension === 'DAY' ? 'date' : 'text',
        // A day is a date, which each kind of file writes in its own way.
        cell: dimension === 'DAY' ? (row: Row) => row.keys[at] ?? '' : nameOf,
        rank: TIME_DIMENSIONS.includes(dimension) ? rank : nameOf,
      }
    }),
    figure('value', titleOf(answer, names), ({ value }) => value),
    ...further.flatMap((one, at): ViewColumn[] => {
      const key = FURTHER_COLUMNS[at]
      if (key === undefined) return []
      const valueOf = ({ further: values }: Row) => values[at] ?? null
      const title = one.answer === null ? names.texts.measures[one.measure] : titleOf(one.answer, names)
      return [{ key, title, kind: kindOf(one.measure), cell: (row) => cellOf(one.measure, valueOf(row)), rank: valueOf }]
    }),
    ...(isAdditive(measure)
      ? [{ ...figure('share', columns.share, ({ share }) => share), kind: 'percent' as const, cell: ({ share }: Row) => percent(share) }]
      : []),
    ...(planned.length > 0 && (measure === 'DURATION' || measure === 'COUNT') ? [rateColumn(measure, planned, names)] : []),
    ...(by[0] === 'REASON' && worths.length > 0 ? [worthColumn(worths, filter.source ?? 'ALL', names)] : []),
    ...(isFactor(measure) ? [figure('target', targetTitle(measure, names), ({ target }) => target)] : []),
    ...(measure === 'ATTAINMENT'
      ? [
          {
            ...figure('target', `${columns.targetOutput}, ${answer.unit ?? ''}`, ({ target }) => target),
            kind: 'number' as const,
            cell: ({ target }: Row) => (target === null ? null : roundUnits(target)),
          },
        ]
      : []),
    ...(isCompared
      ? [
          figure('before', chosen ?? view.before, ({ before, isBeforeUnknown }) => (isBeforeUnknown ? null : before)),
          {
            ...figure('change', isRatio(measure) ? view.pointsChange : view.change, differenceOf),
            kind: 'number' as const,
            cell: (row: Row) => (row.isBeforeUnknown ? null : changeOf(measure, row)),
          },
        ]
      : []),
  ]
}

/** Time as a share of the planned time, in percent; a number for each of its hours. */
function rateColumn(measure: 'COUNT' | 'DURATION', planned: readonly PlannedSeconds[], { texts }: ReportNames): ViewColumn {
  const valueOf = (row: Row) => rateOf(row, measure, planned)?.value ?? null
  const rounded = (value: number | null) => (value === null ? null : roundHalfUp(value, 2))
  return measure === 'DURATION'
    ? { key: 'rate', title: texts.columns.ofPlanned, kind: 'percent', cell: (row) => percent(valueOf(row)), rank: valueOf }
    : { key: 'rate', title: texts.view.perHour, kind: 'number', cell: (row) => rounded(valueOf(row)), rank: valueOf }
}

/** Points of OEE that a minute less in each shift would have been worth; all of them together are worth nothing that can be told. */
function worthColumn(worths: readonly MinuteWorth[], kind: LossSource | 'ALL', { texts, listReasons }: ReportNames): ViewColumn {
  const reasons = listReasons().map((one) => ({ ...one, includeInOee: one.includeInOeeCalculation }))
  const valueOf = ({ keys: [key = ''] }: Row) => worthOfReason(key, kind, reasons, worths)?.points ?? null
  return { key: 'worth', title: texts.columns.minutePoints, kind: 'number', cell: (row) => percent(valueOf(row)), rank: valueOf }
}

/** Missing values last, as on the page; equal ones stay as they were. */
function sorted(rows: readonly Row[], columns: readonly ViewColumn[], sort: SavedLook['sort'], { language }: ReportNames): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.column)
  if (sort === null || column === undefined) return rows
  const sign = sort.isDescending ? -1 : 1
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return rows
    .map((row) => ({ row, rank: column.rank(row) }))
    .toSorted(({ rank: one }, { rank: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      return sign * (typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other)))
    })
    .map(({ row }) => row)
}

/** Hours and weekdays are numbers, dates are not. */
function rankOf(key: string): number | string {
  return /^\d+$/.test(key) ? Number(key) : key
}

function differenceOf({ compared, before, isBeforeUnknown }: Row): number | null {
  return isBeforeUnknown || compared === null || before === null ? null : compared - before
}

/** Ratios differ by points, the others by percent of what they were. */
function changeOf(measure: Measure, { compared, before }: ViewRow): number | null {
  if (compared === null || before === null) return null
  return percent(isRatio(measure) ? compared - before : growthOf(compared, before))
}

function targetTitle(measure: Measure, { texts: { columns } }: ReportNames): string {
  const titles: Partial<Record<Measure, string>> = {
    AVAILABILITY: columns.targetAvailability,
    PERFORMANCE: columns.targetPerformance,
    QUALITY: columns.targetQuality,
  }
  return titles[measure] ?? columns.target
}
