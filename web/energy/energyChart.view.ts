import { drawnDimension, drawnKey } from '#engine/analytics/drawnTime.ts'
import { LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import { knownShareOf } from '#engine/energy/energyTotals.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import type { EnergyCostRowFragment } from '#web/api/generated/graphql.ts'
import { isOfClock, isShort } from './energy.view.ts'
import type { EnergySplit } from './energySearch.ts'

/** Columns that a screen can tell apart. */
export const MOST_COLUMNS = 400
/** Bars that are drawn, and work centers with a color of their own; what is smaller stands together. */
const MOST_BARS = 12
const MOST_SERIES = 8
/** The key of what is put together. */
export const OTHER = '…'

export type EnergyPart = { readonly key: string; readonly kwh: number }
/** Energy of a stretch of the clock, by work center; null = nothing was measured, which is a gap. */
export type EnergyColumn = {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly zone: string
  readonly kwh: number | null
  readonly cost: EnergyMoney | null
  readonly isLow: boolean
  readonly parts: readonly EnergyPart[]
}
/** Energy of one machine, status, order or part of the tariff, of all work centers together. */
export type EnergyBar = {
  readonly key: string
  readonly row: EnergyCostRowFragment
  readonly kwh: number
  readonly cost: EnergyMoney | null
}
export type EnergyMoney = { readonly cost: number; readonly currency: string }
export type EnergyChartModel =
  | { readonly kind: 'BARS'; readonly bars: readonly EnergyBar[]; readonly other: number }
  | {
      readonly kind: 'COLUMNS'
      readonly columns: readonly EnergyColumn[]
      readonly series: readonly string[]
      /** By what they are: days of many by week (domain.md N-22). */
      readonly drawn: EnergySplit
    }
  | { readonly kind: 'TOO_MANY'; readonly count: number }

/** Returns what the chart of the rows draws: columns along the clock, stacked by work center, else bars with the most energy first. */
export function energyChart(rows: readonly EnergyCostRowFragment[], split: EnergySplit): EnergyChartModel {
  return isOfClock(split) ? columnsOf(rows, split) : barsOf(rows, split)
}

function columnsOf(rows: readonly EnergyCostRowFragment[], split: EnergySplit): EnergyChartModel {
  // A day of plants in two zones is the same date; an hour is the same instant.
  const partOf = ({ timeStart, workCenter }: EnergyCostRowFragment) =>
    isShort(split) ? timeStart : dateAt(workCenter.timeZone, Date.parse(timeStart))
  const isByWeek = split === 'DAY' && drawnDimension('DAY', new Set(rows.map(partOf)).size) === 'WEEK'
  const keyOf = (row: EnergyCostRowFragment) => (isByWeek ? drawnKey('DAY', 'WEEK', partOf(row)) : partOf(row))
  const found = [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (found.length > MOST_COLUMNS) return { kind: 'TOO_MANY', count: found.length }
  const places = [...Map.groupBy(rows, ({ workCenter }) => `${workCenter.id}`)]
    .map(([key, own]) => ({ key, kwh: sumOf(own) }))
    .filter(({ kwh }) => kwh > 0)
    .toSorted((one, other) => other.kwh - one.kwh)
  const own = places.slice(0, places.length > MOST_SERIES ? MOST_SERIES - 1 : MOST_SERIES).map(({ key }) => key)
  const series = places.length > own.length ? [...own, OTHER] : own
  const columns = found.map(([key, same]): EnergyColumn => {
    const [first] = same.toSorted((one, other) => Date.parse(one.timeStart) - Date.parse(other.timeStart))
    const parts = series.map((name) => ({
      key: name,
      kwh: sumOf(same.filter(({ workCenter }) => (name === OTHER ? !own.includes(`${workCenter.id}`) : `${workCenter.id}` === name))),
    }))
    return {
      key,
      start: Date.parse(first?.timeStart ?? ''),
      end: isByWeek ? Math.max(...same.map(({ timeEnd }) => Date.parse(timeEnd))) : Date.parse(first?.timeEnd ?? ''),
      zone: first?.workCenter.timeZone ?? 'UTC',
      kwh: same.every(({ energyConsumption }) => energyConsumption == null) ? null : sumOf(same),
      cost: moneyOf(same),
      isLow: isLowOfSome(same),
      parts,
    }
  })
  return { kind: 'COLUMNS', columns, series, drawn: isByWeek ? 'WEEK' : split }
}

/** Whether of one of the work centers less than half of the time is known, of all its days together. */
function isLowOfSome(rows: readonly EnergyCostRowFragment[]): boolean {
  return [...Map.groupBy(rows, ({ workCenter }) => workCenter.id).values()].some((own) => {
    const known = own.filter(({ coverage }) => coverage != null)
    const share = knownShareOf(known.map(({ duration, coverage }) => ({ elapsedMs: duration * SECOND_MS, coverage: coverage ?? 0 })))
    return share !== null && share < LOW_COVERAGE
  })
}

function barsOf(rows: readonly EnergyCostRowFragment[], split: EnergySplit): EnergyChartModel {
  const keyOf = ({ key, name, workCenter }: EnergyCostRowFragment) => (split === 'WORK_CENTER' ? `${workCenter.id}` : (name ?? `/${key}`))
  const bars = [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, [row, ...more]]) =>
      row === undefined ? [] : [{ key, row, kwh: sumOf([row, ...more]), cost: moneyOf([row, ...more]) }],
    )
    .filter(({ kwh }) => kwh > 0)
    .toSorted((one, other) => other.kwh - one.kwh)
  const most = bars.length > MOST_BARS ? MOST_BARS - 1 : MOST_BARS
  return { kind: 'BARS', bars: bars.slice(0, most), other: bars.slice(most).reduce((sum, { kwh }) => sum + kwh, 0) }
}

function sumOf(rows: readonly EnergyCostRowFragment[]): number {
  return rows.reduce((sum, { energyConsumption }) => sum + (energyConsumption ?? 0), 0)
}

/** Null where nothing has a price, or prices are in two currencies: these are never added. */
function moneyOf(rows: readonly EnergyCostRowFragment[]): EnergyMoney | null {
  const priced = rows.flatMap(({ cost, currency }) => (cost == null || currency === null ? [] : [{ cost, currency }]))
  const [first] = priced
  if (first === undefined || priced.some(({ currency }) => currency !== first.currency)) return null
  return { cost: priced.reduce((sum, { cost }) => sum + cost, 0), currency: first.currency }
}
