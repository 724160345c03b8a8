import { LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import { daysBetween, midnight, movedDate } from '#engine/time/statPeriod.ts'
import type { EnergyCostRowFragment, EnergyCostsQueryVariables } from '#web/api/generated/graphql.ts'
import type { EnergySearch, EnergySplit } from './energySearch.ts'

const CLOCK: readonly EnergySplit[] = ['MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTES_30', 'MINUTES_15', 'MINUTES_5']
const SHORT: readonly EnergySplit[] = ['HOUR', 'MINUTES_30', 'MINUTES_15', 'MINUTES_5']

/** Returns whether the parts are stretches of the clock, each with its own time. */
export function isOfClock(split: EnergySplit): boolean {
  return CLOCK.includes(split)
}

/** Returns whether the parts are shorter than a day, so that their time of day is told. */
export function isShort(split: EnergySplit): boolean {
  return SHORT.includes(split)
}

/** Returns whether units are known of the parts: of whole hours and of orders they are. */
export function mayHaveUnits(split: EnergySplit): boolean {
  return split !== 'STATUS' && split !== 'TARIFF_ZONE' && !split.startsWith('MINUTES')
}

/** Returns the first and the last date that the URL state asks for; `today` is the date of the company. */
export function energyDates({ range, from, to }: Pick<EnergySearch, 'from' | 'range' | 'to'>, today: string): readonly [string, string] {
  const yesterday = movedDate(today, -1)
  switch (range) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [yesterday, yesterday]
    case 'last7':
      return [movedDate(today, -7), yesterday]
    case 'last30':
      return [movedDate(today, -30), yesterday]
    case 'dates': {
      const [first = '', last = ''] = [from === '' ? to : from, to === '' ? from : to].toSorted()
      return first === '' ? [movedDate(today, -7), yesterday] : [first, last]
    }
  }
}

/** Returns what to ask the server for the URL state, days being those of the company's clock. */
export function energyVariables(
  search: EnergySearch,
  { zone, today }: { readonly zone: string; readonly today: string },
): EnergyCostsQueryVariables {
  const [first, last] = energyDates(search, today)
  const at = (date: string) => new Date(midnight(zone, date)).toISOString()
  return {
    ...(search.wc.length > 0 && { workCenterIds: [...search.wc] }),
    period: { start: at(first), end: at(movedDate(last, 1)) },
    splitBy: search.by,
  }
}

/**
 * Returns what to ask for the days before, as many; null where nothing is compared: of days that go on, and of parts of the clock that are no days, which
 * have no partner.
 */
export function energyBefore(
  search: EnergySearch,
  clock: { readonly zone: string; readonly today: string },
): EnergyCostsQueryVariables | null {
  const [first, last] = energyDates(search, clock.today)
  if (search.cmp === 'NONE' || last >= clock.today || (isOfClock(search.by) && search.by !== 'DAY')) return null
  const days = daysBetween(first, last) + 1
  return energyVariables({ ...search, range: 'dates', from: movedDate(first, -days), to: movedDate(last, -days) }, clock)
}

export type EnergyRow = EnergyCostRowFragment & {
  readonly id: string
  /** Of all energy of the answer; null where nothing was measured. */
  readonly share: number | null
  /** kWh of the days before; null = nothing is compared, or less than half of their time is known (domain.md N-9). */
  readonly before: number | null
  readonly isLow: boolean
}

/** Returns how much more kWh than before; null where either is known for less than half of its time, so that no saving is told that was not measured. */
export function differenceOf({ energyConsumption, before, isLow }: EnergyRow): number | null {
  return energyConsumption == null || before === null || isLow ? null : energyConsumption - before
}

/** Returns the answer with deleted work centers named as such. */
export function withDeleted(costs: readonly EnergyCostRowFragment[], nameOf: (name: string) => string): readonly EnergyCostRowFragment[] {
  return costs.map((row) =>
    row.workCenter.deviceStatus === 'ARCHIVE' ? { ...row, workCenter: { ...row.workCenter, name: nameOf(row.workCenter.name) } } : row,
  )
}

/** Returns the rows: parts of the clock in its order, others with the most energy first; days with those of the same place in the days before. */
export function rowsOf(
  costs: readonly EnergyCostRowFragment[],
  split: EnergySplit,
  before: readonly EnergyCostRowFragment[] = [],
): readonly EnergyRow[] {
  const all = totalOf(costs).kwh
  const partnerOf = partnersOf(before, split)
  const places = placesOf(costs)
  const rows = costs.map((row) => {
    const partner = partnerOf.get(split === 'DAY' ? `${row.workCenter.id} ${places.get(row)}` : `${row.workCenter.id} ${row.key}`)
    return {
      ...row,
      id: `${row.workCenter.id} ${row.key}`,
      before: partner === undefined || isLow(partner) ? null : (partner.energyConsumption ?? null),
      share: row.energyConsumption == null || all <= 0 ? null : row.energyConsumption / all,
      isLow: isLow(row),
    }
  })
  if (isOfClock(split))
    return rows.toSorted((a, b) => Date.parse(a.timeStart) - Date.parse(b.timeStart) || a.workCenter.id - b.workCenter.id)
  return rows.toSorted((a, b) => (b.energyConsumption ?? -1) - (a.energyConsumption ?? -1))
}

function isLow({ coverage }: EnergyCostRowFragment): boolean {
  return coverage != null && coverage < LOW_COVERAGE
}

/**
 * Returns the kWh of both answers that are compared; null where less than half of their time is known. The time is that of work centers that were measured
 * in either: those without a sensor have nothing that could be known.
 */
export function comparedTotals(
  costs: readonly EnergyCostRowFragment[],
  before: readonly EnergyCostRowFragment[],
): { readonly now: number | null; readonly before: number | null } {
  const measured = new Set(
    [...costs, ...before].filter(({ energyConsumption }) => energyConsumption != null).map(({ workCenter }) => workCenter.id),
  )
  const knownOf = (rows: readonly EnergyCostRowFragment[]): number | null => {
    const own = rows.filter(({ workCenter }) => measured.has(workCenter.id))
    const time = own.reduce((sum, { duration }) => sum + duration, 0)
    const known = own.reduce((sum, { duration, coverage }) => sum + duration * (coverage ?? 0), 0)
    return time > 0 && known / time >= LOW_COVERAGE ? sumOf(own) : null
  }
  return { now: knownOf(costs), before: knownOf(before) }
}

function partnersOf(before: readonly EnergyCostRowFragment[], split: EnergySplit): ReadonlyMap<string, EnergyCostRowFragment> {
  const places = placesOf(before)
  return new Map(before.map((row) => [`${row.workCenter.id} ${split === 'DAY' ? places.get(row) : row.key}`, row]))
}

/** Which of its work center's rows each is, by their time. */
function placesOf(rows: readonly EnergyCostRowFragment[]): ReadonlyMap<EnergyCostRowFragment, number> {
  const own = [...Map.groupBy(rows, ({ workCenter }) => workCenter.id).values()]
  return new Map(
    own.flatMap((some) => some.toSorted((a, b) => Date.parse(a.timeStart) - Date.parse(b.timeStart)).map((row, at) => [row, at] as const)),
  )
}

/** Energy of an answer: kWh, cost of each currency, kWh without a price, and by status what was used while nothing was made. */
export type EnergyTotal = {
  readonly kwh: number
  readonly costs: readonly { readonly currency: string; readonly cost: number }[]
  readonly unpriced: number
  readonly idle: {
    readonly kwh: number
    readonly share: number | null
    readonly cost: number | null
    readonly currency: string | null
  } | null
}

/** Returns the sums of the rows; money of two currencies is never added. */
export function totalOf(costs: readonly EnergyCostRowFragment[]): EnergyTotal {
  const kwh = sumOf(costs)
  const idle = costs.filter(({ isEffective }) => isEffective === false)
  const byCurrency = (rows: readonly EnergyCostRowFragment[]) =>
    [
      ...Map.groupBy(
        rows.filter(({ cost, currency }) => cost != null && currency != null),
        ({ currency }) => currency ?? '',
      ),
    ].map(([currency, own]) => ({ currency, cost: own.reduce((sum, { cost }) => sum + (cost ?? 0), 0) }))
  const isByStatus = costs.some(({ isEffective }) => isEffective != null)
  const [only, ...others] = byCurrency(idle)
  return {
    kwh,
    costs: byCurrency(costs),
    unpriced: costs.reduce((sum, { unpriced }) => sum + unpriced, 0),
    idle: isByStatus
      ? {
          kwh: sumOf(idle),
          share: kwh > 0 ? sumOf(idle) / kwh : null,
          cost: others.length > 0 ? null : (only?.cost ?? null),
          currency: others.length > 0 ? null : (only?.currency ?? null),
        }
      : null,
  }
}

function sumOf(rows: readonly EnergyCostRowFragment[]): number {
  return rows.reduce((sum, { energyConsumption }) => sum + (energyConsumption ?? 0), 0)
}
