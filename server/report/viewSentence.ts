import { isOfUnits, isRatio, type Measure } from '#engine/analytics/dimensions.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import { durationText } from './clockText.ts'
import { datesText } from './dateWords.ts'
import type { ReportNames } from './reportNames.ts'
import { filled, percentText, pointsText } from './reportWords.ts'

/** What a sentence needs of all of an answer. */
export type WholeOfView = {
  readonly measure: Measure
  readonly unit: string | null
  readonly value: number | null
  readonly compared: number | null
  readonly before: number | null
  /** What it is compared with where somebody chose these dates, the last not included: they may be later. Else it was before. */
  readonly against?: DateRange | undefined
}

/** Returns the sentence of all that a view is about, with what it was before where that is known. */
export function wholeSentence(
  { measure, unit, value, compared, before, against }: WholeOfView,
  names: Pick<ReportNames, 'language' | 'texts'>,
): string {
  const { measures, view } = names.texts
  const text = (one: number | null) => valueText(measure, one, { unit, names })
  if (compared === null || before === null) return filled(view.whole, { measure: measures[measure], value: text(value) })
  const change = isRatio(measure)
    ? filled(view.points, { points: pointsText(compared - before, names.language) })
    : growthText(growthOf(compared, before), names.language)
  const said = { measure: measures[measure], value: text(value), before: text(before), change }
  return against === undefined
    ? filled(view.compared, said)
    : filled(view.comparedDates, { ...said, dates: datesText(against, names.language) })
}

/** Returns whether values of the measure are seconds. */
export function isTime(measure: Measure): boolean {
  return measure === 'DURATION' || measure === 'AVERAGE'
}

/** Returns how much more or less it is, as a fraction of what it was; null where there was nothing. */
export function growthOf(compared: number, before: number): number | null {
  return before > 0 ? (compared - before) / before : null
}

function growthText(growth: number | null, language: string): string {
  if (growth === null) return '–'
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(growth)
}

/** Returns the value as people of the language write it, with its unit. */
export function valueText(
  measure: Measure,
  value: number | null,
  { unit, names: { language, texts } }: { readonly unit: string | null; readonly names: Pick<ReportNames, 'language' | 'texts'> },
): string {
  if (value === null) return '–'
  if (isRatio(measure)) return percentText(value, language)
  if (isTime(measure)) return durationText(value * SECOND_MS)
  const digits = measure === 'ENERGY_PER_UNIT' ? 4 : measure === 'ENERGY_COST' ? 2 : 1
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  const { kWh } = texts.view
  if (measure === 'ENERGY') return `${number} ${kWh}`
  if (measure === 'ENERGY_PER_UNIT') return `${number} ${kWh}/${unit ?? ''}`
  return isOfUnits(measure) || measure === 'ENERGY_COST' ? `${number} ${unit ?? ''}`.trim() : number
}
