import { TARIFF_STEP_MINUTES, tariffProblems } from '#engine/energy/tariff.ts'
import type { EnergyTariffInput, TariffFiguresFragment } from '#web/api/generated/graphql.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** Days of the week as a form has them, 1 = Monday. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
export type WeekdayKey = (typeof WEEKDAYS)[number]

/** Returns the key of a day of the API. */
export function dayKey(day: number): WeekdayKey {
  return WEEKDAYS.find((key) => Number(key) === day) ?? '1'
}

/** Hours of a tariff as they are typed; `key` tells lines apart while they are edited. */
export type ZoneValues = {
  readonly key: number
  readonly name: string
  readonly days: readonly WeekdayKey[]
  /** `06:30` */
  readonly from: string
  readonly to: string
  readonly price: string
}

/** What of a tariff stands before its hours, as it is typed. */
export type TariffValues = { readonly validFrom: string; readonly currency: string; readonly price: string }

/** The times at which hours of a tariff may begin, and those at which they may end. */
export const BEGINNINGS = clockTimes(0)
export const ENDS = clockTimes(1)

/** Returns what the tariff says before its hours, or of a new one nothing but the date and the currency. */
export function tariffValues(
  tariff: TariffFiguresFragment | null,
  start: { readonly today: string; readonly currency: string },
  locale: string,
): TariffValues {
  if (tariff === null) return { validFrom: start.today, currency: start.currency, price: '' }
  const { validFrom, currency, pricePerKwh } = tariff
  return { validFrom, currency, price: numberText(pricePerKwh, locale) }
}

/** Returns the hours of the tariff as they are typed. */
export function zoneValues(tariff: TariffFiguresFragment | null, locale: string): readonly ZoneValues[] {
  return (tariff?.zones ?? []).map(({ name, days, from, to, pricePerKwh }, key) => ({
    key,
    name,
    days: WEEKDAYS.filter((day) => days.includes(Number(day))),
    from,
    to,
    price: numberText(pricePerKwh, locale),
  }))
}

/** Returns the tariff as the API takes it. */
export function tariffInput(values: TariffValues, zones: readonly ZoneValues[], locale: string): EnergyTariffInput {
  return {
    validFrom: values.validFrom,
    currency: values.currency.trim().toUpperCase(),
    pricePerKwh: readNumber(values.price, locale) ?? Number.NaN,
    zones: zones.map(({ name, days, from, to, price }) => ({
      name: name.trim(),
      days: days.map(Number),
      from,
      to,
      pricePerKwh: readNumber(price, locale) ?? Number.NaN,
    })),
  }
}

/** Returns what is wrong with the tariff, by the rules of the engine; a price that is missing or no number among it. */
export function problemsOfTariff(values: TariffValues, zones: readonly ZoneValues[], locale: string): readonly FieldProblem[] {
  const priceProblem = (text: string, field: string): readonly FieldProblem[] => {
    const price = readNumber(text, locale)
    if (price === null) return [{ code: 'REQUIRED', field }]
    return Number.isNaN(price) ? [{ code: 'NOT_A_NUMBER', field }] : []
  }
  const missing = [
    ...(values.validFrom === '' ? [{ code: 'REQUIRED', field: 'validFrom' }] : []),
    ...priceProblem(values.price, 'pricePerKwh'),
    ...zones.flatMap(({ price, from, to }, index) => [
      ...(from === '' ? [{ code: 'REQUIRED', field: `zones.${index}.from` }] : []),
      ...(to === '' ? [{ code: 'REQUIRED', field: `zones.${index}.to` }] : []),
      ...priceProblem(price, `zones.${index}.pricePerKwh`),
    ]),
  ]
  const input = tariffInput(values, zones, locale)
  const judged = tariffProblems({
    ...input,
    zones: input.zones.map((zone, index) => ({
      ...zone,
      days: (zones[index]?.days ?? []).map((day) => DAY_NUMBERS[day]),
      from: minutesOf(zone.from),
      to: minutesOf(zone.to),
    })),
  })
  const fields = new Set(missing.map(({ field }) => field))
  return [...missing, ...judged.filter(({ field }) => !fields.has(field ?? ''))]
}

const DAY_NUMBERS = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7 } as const satisfies Record<WeekdayKey, number>

function clockTimes(first: number): readonly string[] {
  const count = (24 * 60) / TARIFF_STEP_MINUTES
  return Array.from({ length: count }, (_none, index) => {
    const minutes = (index + first) * TARIFF_STEP_MINUTES
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

/** Returns the days in the fewest words: runs of three and more as first–last. */
export function daysText(days: readonly number[], nameOf: (day: number) => string): string {
  const runs: number[][] = []
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last !== undefined && last.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${nameOf(run[0] ?? 1)}–${nameOf(run.at(-1) ?? 1)}`] : run.map(nameOf))).join(', ')
}
