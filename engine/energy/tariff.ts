import { bucketAt } from '#engine/time/bucket.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Problem } from '#engine/result.ts'
import { offsetPeriodAt } from '#engine/time/zone.ts'

/** Days of the week by ISO 8601: 1 = Monday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Hours of a tariff with a price of their own, by the clock on the wall. One that ends before it begins passes midnight on each of its days. */
export type TariffZone = {
  readonly name: string
  readonly days: readonly Weekday[]
  /** Minutes of the day, 0 to 1440. */
  readonly from: number
  readonly to: number
  readonly pricePerKwh: number
}

/** What a kWh costs from a date on: the price of its zone, else that of the tariff. */
export type EnergyTariff = {
  /** Date of the plant's calendar. */
  readonly validFrom: string
  /** ISO 4217. */
  readonly currency: string
  readonly pricePerKwh: number
  readonly zones: readonly TariffZone[]
}

/** Edges of zones lie on quarter hours, as energy is kept. */
export const TARIFF_STEP_MINUTES = 15
export const MAX_TARIFF_ZONES = 12
export const MAX_PRICE = 1_000_000
const STEP_MS = TARIFF_STEP_MINUTES * MINUTE_MS
const DAY_MINUTES = DAY_MS / MINUTE_MS

/** Time with one price; a null price where no tariff was in force, a null zone outside of all zones. */
export type PricedStretch = Interval & {
  readonly price: number | null
  readonly currency: string | null
  readonly zone: string | null
}

/** Returns the period in stretches of one price each, ascending and without gaps, by the plant's clock; also across clock changes (domain.md S-14). */
export function pricedStretches(plantZone: string, { start, end }: Interval, tariffs: readonly EnergyTariff[]): PricedStretch[] {
  const versions = tariffs.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
  const stretches: PricedStretch[] = []
  for (let at = start; at < end;) {
    const local = at + offsetPeriodAt(plantZone, at).offsetMs
    const date = new Date(local).toISOString().slice(0, 10)
    const tariff = versions.findLast(({ validFrom }) => validFrom <= date)
    // Without a zone the price holds for the hour at least: a day of hours is asked for less often than of quarters.
    const size = tariff === undefined || tariff.zones.length === 0 ? HOUR_MS : STEP_MS
    const until = Math.min(bucketAt(plantZone, at, size).end, end)
    const zone = tariff?.zones.find((one) => holdsAt(one, local))
    const price = zone?.pricePerKwh ?? tariff?.pricePerKwh ?? null
    const last = stretches.at(-1)
    const piece = { price, currency: tariff?.currency ?? null, zone: zone?.name ?? null }
    if (last !== undefined && last.price === piece.price && last.currency === piece.currency && last.zone === piece.zone)
      stretches[stretches.length - 1] = { ...last, end: until }
    else stretches.push({ start: at, end: until, ...piece })
    at = until
  }
  return stretches
}

function holdsAt({ days, from, to }: TariffZone, local: number): boolean {
  const minute = Math.floor((local % DAY_MS) / MINUTE_MS)
  if (!days.includes(weekdayOf(local))) return false
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(local: number): Weekday {
  return WEEKDAYS[(Math.floor(local / DAY_MS) + 3) % 7] ?? 1
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly Weekday[]

/** Returns the numbers (from 0) of two zones that hold at the same time of a day, or null. */
export function overlappingZones(zones: readonly TariffZone[]): readonly [number, number] | null {
  for (const [one, zone] of zones.entries())
    for (const [other, second] of zones.entries())
      if (other > one && zone.days.some((day) => second.days.includes(day)) && overlap(zone, second)) return [one, other]
  return null
}

function overlap(one: TariffZone, other: TariffZone): boolean {
  return partsOf(one).some(([from, to]) => partsOf(other).some(([start, end]) => from < end && start < to))
}

function partsOf({ from, to }: TariffZone): readonly (readonly [number, number])[] {
  return from < to
    ? [[from, to]]
    : [
        [0, to],
        [from, DAY_MINUTES],
      ]
}

/** What energy cost. Energy without a price is told apart, never taken for free. */
export type EnergyCost = {
  /** Null where no energy has a price, or prices are in more than one currency. */
  readonly cost: number | null
  readonly currency: string | null
  /** kWh that have no price. */
  readonly unpricedKwh: number
}

/** Returns the cost of energy of which each part has the price of its time (domain.md S-14). */
export function costOf(
  parts: readonly { readonly kwh: number | null; readonly price: number | null; readonly currency: string | null }[],
): EnergyCost {
  let [sum, unpricedKwh] = [0, 0]
  const currencies = new Set<string>()
  for (const { kwh, price, currency } of parts) {
    if (kwh === null) continue
    if (price === null || currency === null) unpricedKwh += kwh
    else {
      sum += kwh * price
      currencies.add(currency)
    }
  }
  const [currency] = currencies
  if (currency === undefined || currencies.size > 1) return { cost: null, currency: null, unpricedKwh }
  return { cost: sum, currency, unpricedKwh }
}

/** Returns what is wrong with a tariff; the first zone is `zones.0`. */
export function tariffProblems(tariff: EnergyTariff): readonly Problem[] {
  const { currency, pricePerKwh, zones } = tariff
  const problems: Problem[] = []
  if (!/^[A-Z]{3}$/.test(currency)) problems.push({ code: 'INVALID_FORMAT', field: 'currency', params: { example: 'PLN' } })
  if (!isPrice(pricePerKwh)) problems.push(outOfRange('pricePerKwh', pricePerKwh, MAX_PRICE))
  if (zones.length > MAX_TARIFF_ZONES) problems.push(outOfRange('zones', zones.length, MAX_TARIFF_ZONES))
  for (const [index, zone] of zones.entries()) {
    const field = (name: string) => `zones.${index}.${name}`
    const length = zone.name.trim().length
    if (length === 0 || length > MAX_ZONE_NAME)
      problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: field('name'), params: { min: 1, max: MAX_ZONE_NAME } })
    if (zone.days.length === 0) problems.push({ code: 'REQUIRED', field: field('days') })
    for (const edge of ['from', 'to'] as const)
      if (!isEdge(zone[edge])) problems.push({ code: 'TARIFF_EDGE', field: field(edge), params: { step: TARIFF_STEP_MINUTES } })
    if (zone.from === zone.to || (zone.from === DAY_MINUTES && zone.to === 0))
      problems.push({ code: 'TARIFF_ZONE_EMPTY', field: field('to') })
    if (!isPrice(zone.pricePerKwh)) problems.push(outOfRange(field('pricePerKwh'), zone.pricePerKwh, MAX_PRICE))
  }
  const overlapping = problems.length === 0 ? overlappingZones(zones) : null
  if (overlapping !== null) {
    const [one, other] = overlapping
    const params = { zone: zones[one]?.name ?? '', other: zones[other]?.name ?? '' }
    problems.push({ code: 'TARIFF_ZONES_OVERLAP', field: `zones.${other}.from`, params })
  }
  return problems
}

const MAX_ZONE_NAME = 60
const isPrice = (value: number) => value >= 0 && value <= MAX_PRICE
const isEdge = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute <= DAY_MINUTES && minute % TARIFF_STEP_MINUTES === 0

function outOfRange(field: string, value: number, max: number): Problem {
  return { code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: 0, max } }
}
