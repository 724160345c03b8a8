import { chosenDates, comparedDates } from '#engine/analytics/comparedDates.ts'
import { acceptedOfAll, comparedEnergy, energyPerUnit, energyTotals, isLowEnergy, knownShareOf } from '#engine/energy/energyTotals.ts'
import type { EnergyTotals, UnitPart } from '#engine/energy/energyTotals.ts'
import { HOUR_MS, SECOND_MS } from '#engine/time/durations.ts'
import { dateAt, daysBetween, midnight, movedDate, periodOf, wholeMonths, type DateRange } from '#engine/time/statPeriod.ts'
import type { EnergyCostRowFragment, EnergyCostsQueryVariables } from '#web/api/generated/graphql.ts'
import type { EnergySearch, EnergySplit } from './energySearch.ts'

const CLOCK: readonly EnergySplit[] = ['MONTH', 'WEEK', 'DAY', 'SHIFT', 'HOUR', 'MINUTES_30', 'MINUTES_15', 'MINUTES_5']
const SHORT: readonly EnergySplit[] = ['SHIFT', 'HOUR', 'MINUTES_30', 'MINUTES_15', 'MINUTES_5']

/** Returns whether the parts are stretches of the clock, each with its own time. */
export function isOfClock(split: EnergySplit): boolean {
  return CLOCK.includes(split)
}

/** Returns whether the parts are shorter than a day, so that their time of day is told, or the shift that they are. */
export function isShort(split: EnergySplit): boolean {
  return SHORT.includes(split)
}

/** Returns whether units are known of the parts: of whole hours, of shifts and of orders they are. */
export function mayHaveUnits(split: EnergySplit): boolean {
  return split !== 'STATUS' && split !== 'TARIFF_ZONE' && !split.startsWith('MINUTES')
}

/** Returns whether the parts together have units: those by order leave out what no order made. */
export function mayHaveUnitTotals(split: EnergySplit): boolean {
  return mayHaveUnits(split) && split !== 'JOB_ORDER'
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
    case 'lastWeek':
      return lastOf(periodOf('WEEK', movedDate(today, -7)))
    case 'thisMonth':
      return lastOf(periodOf('MONTH', today))
    case 'lastMonth':
      return lastOf(periodOf('MONTH', movedDate(periodOf('MONTH', today).from, -1)))
    case 'thisYear':
      return lastOf(periodOf('YEAR', today))
    case 'lastYear':
      return lastOf(periodOf('YEAR', movedDate(periodOf('YEAR', today).from, -1)))
    case 'dates': {
      const [first = '', last = ''] = [from === '' ? to : from, to === '' ? from : to].toSorted()
      return first === '' ? [movedDate(today, -7), yesterday] : [first, last]
    }
  }
}

function lastOf({ from, to }: DateRange): readonly [string, string] {
  return [from, movedDate(to, -1)]
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
    // A group is the sum of its work centers.
    splitBy: search.by === 'GROUP' ? 'WORK_CENTER' : search.by,
  }
}

/**
 * Returns the dates that are compared with, as analytics does (domain.md N-8): as many days before, of whole months as many months, those of the year before,
 * or as many from a chosen one on. Null where nothing is compared: of days that go on, now or then, and of parts of the clock that are shorter than a day and
 * no shifts.
 */
export function datesBefore(search: EnergySearch, today: string): DateRange | null {
  const { by, cmp, cmpFrom } = search
  const [first, last] = energyDates(search, today)
  if (cmp === 'NONE' || last >= today || (isShort(by) && by !== 'SHIFT')) return null
  const dates = { from: first, to: movedDate(last, 1) }
  if (cmp !== 'DATES') return comparedDates(dates, cmp)
  const chosen = cmpFrom === '' ? null : chosenDates({ from: cmpFrom, to: null }, dates)
  return chosen === null || chosen.to > today ? null : chosen
}

/** Returns why chosen dates are not compared with: none is chosen, or they or the days of the page are not over; null where they are, or where none can be. */
export function whyUncompared(search: EnergySearch, today: string): 'noDate' | 'notOver' | null {
  const { by, cmp, cmpFrom } = search
  if (cmp !== 'DATES' || (isShort(by) && by !== 'SHIFT') || datesBefore(search, today) !== null) return null
  return cmpFrom === '' ? 'noDate' : 'notOver'
}

/** Returns what to ask for the dates that are compared with; null where nothing is. */
export function energyBefore(
  search: EnergySearch,
  clock: { readonly zone: string; readonly today: string },
): EnergyCostsQueryVariables | null {
  const before = datesBefore(search, clock.today)
  return before === null ? null : energyVariables({ ...search, range: 'dates', from: before.from, to: movedDate(before.to, -1) }, clock)
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

/**
 * Returns the rows: parts of the clock in its order, others with the most energy first; days, weeks and months with those of the same place in the dates
 * before, where they are as long, shifts with those of their name.
 */
export function rowsOf(
  answered: readonly EnergyCostRowFragment[],
  split: EnergySplit,
  answeredBefore: readonly EnergyCostRowFragment[] = [],
): readonly EnergyRow[] {
  const [costs, before] = split === 'GROUP' ? [groupsOf(answered), groupsOf(answeredBefore)] : [answered, answeredBefore]
  const all = totalOf(costs).kwh
  const partnerOf = partnersOf(before, split)
  const places = placesOf(costs, split)
  const rows = costs.map((row) => {
    const found = partnerOf.get(isOfClock(split) ? `${row.workCenter.id} ${places.get(row)}` : idOf(row, split))
    const partner = found !== undefined && isAsLong(row, found, split) ? found : undefined
    return {
      ...row,
      id: idOf(row, split),
      before: partner === undefined || isLow(partner) ? null : (partner.energyConsumption ?? null),
      share: row.energyConsumption == null || all <= 0 ? null : row.energyConsumption / all,
      isLow: isLow(row),
    }
  })
  if (isOfClock(split))
    return rows.toSorted((a, b) => Date.parse(a.timeStart) - Date.parse(b.timeStart) || a.workCenter.id - b.workCenter.id)
  return rows.toSorted((a, b) => (b.energyConsumption ?? -1) - (a.energyConsumption ?? -1))
}

/** Of a group its first work center is another one when some of them have no energy. */
function idOf({ workCenter, key }: EnergyCostRowFragment, split: EnergySplit): string {
  return split === 'GROUP' ? key : `${workCenter.id} ${key}`
}

/** Whole months are as long as each other; of all else the length decides, but for a clock change. */
function isAsLong(row: EnergyCostRowFragment, partner: EnergyCostRowFragment, split: EnergySplit): boolean {
  if (split !== 'WEEK' && split !== 'MONTH') return true
  const datesOf = ({ timeStart, timeEnd, workCenter: { timeZone } }: EnergyCostRowFragment) => ({
    from: dateAt(timeZone, Date.parse(timeStart)),
    to: dateAt(timeZone, Date.parse(timeEnd)),
  })
  const [own, other] = [datesOf(row), datesOf(partner)]
  const isWhole = (dates: DateRange) => split === 'MONTH' && wholeMonths(dates) === 1
  return daysBetween(own.from, own.to) === daysBetween(other.from, other.to) || (isWhole(own) && isWhole(other))
}

/** Returns a row for each group, '' = of work centers in none: energy and money added, no power, units where all are of one kind. */
function groupsOf(rows: readonly EnergyCostRowFragment[]): readonly EnergyCostRowFragment[] {
  const groups = Map.groupBy(rows, ({ workCenter }) => `${workCenter.group?.id ?? ''}`)
  return [...groups].flatMap(([key, own]) => {
    const [first] = own
    if (first === undefined) return []
    const { kwh, costs, unpricedKwh: unpriced, perUnit, costPerUnit, coverage, accepted } = totalOf(own)
    const [money, ...others] = costs
    const isOneCurrency = others.length === 0
    return [
      {
        ...first,
        key,
        name: first.workCenter.group?.name ?? null,
        energyConsumption: own.every(({ energyConsumption }) => energyConsumption == null) ? null : kwh,
        coverage,
        duration: own.reduce((sum, { duration }) => sum + duration, 0),
        isAssumedBalanced: own.some(({ isAssumedBalanced }) => isAssumedBalanced),
        // Of one work center of it they would be taken for what all of it drew.
        averagePower: null,
        maxPower: null,
        cost: isOneCurrency ? (money?.cost ?? null) : null,
        currency: isOneCurrency ? (money?.currency ?? null) : null,
        unpriced,
        acceptedOutput: accepted,
        measuredOutput: null,
        energyPerUnit: perUnit?.kwh ?? null,
        costPerUnit: costPerUnit?.cost ?? null,
      },
    ]
  })
}

function isLow({ coverage }: EnergyCostRowFragment): boolean {
  return isLowEnergy({ coverage: coverage ?? null })
}

/** Returns the row as the sums of all take it, which are those of the report (domain.md R-13). */
function partOf(row: EnergyCostRowFragment): UnitPart {
  const { workCenter, energyConsumption, coverage, duration, cost, currency, unpriced, isEffective, acceptedOutput, measuredOutput } = row
  return {
    workCenterId: workCenter.id,
    kwh: energyConsumption ?? null,
    coverage: coverage ?? null,
    elapsedMs: duration * SECOND_MS,
    cost: cost ?? null,
    currency: currency ?? null,
    unpricedKwh: unpriced,
    isEffective: isEffective ?? null,
    acceptedOutput: acceptedOutput ?? null,
    measuredOutput: measuredOutput ?? null,
    unit: workCenter.outputMeasurementUnit.shortName,
  }
}

/** Returns the kWh of both answers that are compared; null where less than half of their time is known (domain.md N-9). */
export function comparedTotals(
  costs: readonly EnergyCostRowFragment[],
  before: readonly EnergyCostRowFragment[],
): ReturnType<typeof comparedEnergy> {
  return comparedEnergy(costs.map(partOf), before.map(partOf))
}

function partnersOf(before: readonly EnergyCostRowFragment[], split: EnergySplit): ReadonlyMap<string, EnergyCostRowFragment> {
  const places = placesOf(before, split)
  return new Map(before.map((row) => [isOfClock(split) ? `${row.workCenter.id} ${places.get(row)}` : idOf(row, split), row]))
}

/** Which of its work center's rows each is, by their time; a shift, which of those of its name. */
function placesOf(rows: readonly EnergyCostRowFragment[], split: EnergySplit): ReadonlyMap<EnergyCostRowFragment, string> {
  const nameOf = ({ name }: EnergyCostRowFragment) => (split === 'SHIFT' ? (name ?? '') : '')
  const own = [...Map.groupBy(rows, (row) => `${row.workCenter.id} ${nameOf(row)}`).values()]
  return new Map(
    own.flatMap((some) =>
      some.toSorted((a, b) => Date.parse(a.timeStart) - Date.parse(b.timeStart)).map((row, at) => [row, `${nameOf(row)} ${at}`] as const),
    ),
  )
}

/**
 * Energy of an answer: kWh, cost of each currency, kWh without a price, and by status what was used while nothing was made. Mean power is that of the time
 * that is known, the greatest that of one work center; both for each good unit where all that was made is of one unit.
 */
export type EnergyTotal = EnergyTotals & {
  readonly meanKw: number | null
  readonly max: { readonly kw: number; readonly name: string } | null
  readonly perUnit: { readonly kwh: number; readonly unit: string } | null
  readonly costPerUnit: { readonly cost: number; readonly currency: string; readonly unit: string } | null
  /** Of the time of work centers with energy, the share that it is known of. */
  readonly coverage: number | null
  /** Good units, of one unit. */
  readonly accepted: number | null
}

/** Returns the sums of the rows, which are those of the report; money of two currencies is never added. */
export function totalOf(costs: readonly EnergyCostRowFragment[]): EnergyTotal {
  const parts = costs.map(partOf)
  const totals = energyTotals(parts)
  const measured = new Set(parts.flatMap(({ workCenterId, kwh }) => (kwh === null ? [] : [workCenterId])))
  const known = parts.filter(({ workCenterId }) => measured.has(workCenterId))
  const hours = known.reduce((sum, { elapsedMs, coverage }) => sum + (elapsedMs / HOUR_MS) * (coverage ?? 0), 0)
  const most = costs.reduce<EnergyCostRowFragment | null>((max, row) => ((row.maxPower ?? -1) > (max?.maxPower ?? -1) ? row : max), null)
  const { unit, kwh, cost, currency } = energyPerUnit(parts)
  return {
    ...totals,
    meanKw: hours > 0 ? totals.kwh / hours : null,
    max: most?.maxPower == null ? null : { kw: most.maxPower, name: most.workCenter.name },
    perUnit: kwh === null || unit === null ? null : { kwh, unit },
    costPerUnit: cost === null || currency === null || unit === null ? null : { cost, currency, unit },
    coverage: knownShareOf(known),
    accepted: acceptedOfAll(parts)?.accepted ?? null,
  }
}
