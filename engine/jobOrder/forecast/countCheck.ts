import { median } from './orderPace.ts'

/** Below these a deviation is nothing to look at. */
const DEVIATION = 0.02
const FEWEST_UNITS = 5
/** A material line with fewer postings says nothing. */
const FEWEST_POSTINGS = 5

/** Units of an order by three witnesses, all of them total units. */
export type CountWitnesses = {
  readonly counted: number
  readonly confirmed: number
  /** Something of what was counted waits for a confirmation: with it, material is missing as well. */
  readonly hasUnconfirmed: boolean
  /** What was consumed of each line of its bill of material, and what one unit takes. */
  readonly lines: readonly { readonly consumed: number; readonly perUnit: number; readonly postings: number }[]
}

/** Why the witnesses may differ. */
export const COUNT_CAUSES = ['COUNTER_TOO_HIGH', 'MORE_SCRAP', 'NOT_ALL_CONFIRMED', 'UNCLEAR'] as const
export type CountCause = (typeof COUNT_CAUSES)[number]

/** Shares by which confirmations and material differ from the counter; null = that witness says nothing. */
export type CountCheck = {
  readonly confirmedOff: number | null
  readonly materialUnits: number | null
  readonly materialOff: number | null
  readonly cause: CountCause | null
}

/** Returns how far confirmations and material differ from the counter, and the likely cause; null where nothing differs by 2 % and five units (domain.md F-6). */
export function checkCounts({ counted, confirmed, hasUnconfirmed, lines }: CountWitnesses): CountCheck {
  const heard = lines.filter(({ postings, perUnit }) => postings >= FEWEST_POSTINGS && perUnit > 0)
  const materialUnits = heard.length === 0 ? null : median(heard.map(({ consumed, perUnit }) => consumed / perUnit))
  const off = (units: number | null) => (units === null || counted <= 0 ? null : (units - counted) / counted)
  const differs = (units: number | null) => (units === null ? 0 : deviationOf(units, counted))
  const [byPeople, byMaterial] = [differs(confirmed), differs(materialUnits)]
  const isWaiting =
    hasUnconfirmed &&
    byPeople < 0 &&
    materialUnits !== null &&
    Math.abs(materialUnits - confirmed) <= Math.max(DEVIATION * confirmed, FEWEST_UNITS)
  return {
    confirmedOff: off(confirmed),
    materialUnits,
    materialOff: off(materialUnits),
    cause: isWaiting ? 'NOT_ALL_CONFIRMED' : causeOf(byPeople, byMaterial, materialUnits !== null),
  }
}

/** Returns whether units are more (1) or fewer (−1) than were counted, by more than 2 % and five units at least; 0 = neither, or nothing was counted. */
export function deviationOf(units: number, counted: number): number {
  const by = units - counted
  return counted > 0 && Math.abs(by) / counted > DEVIATION && Math.abs(by) >= FEWEST_UNITS ? Math.sign(by) : 0
}

function causeOf(byPeople: number, byMaterial: number, isHeard: boolean): CountCause | null {
  if (byPeople === 0 && byMaterial === 0) return null
  if (byMaterial > 0 && byPeople <= 0) return 'MORE_SCRAP'
  if (byPeople < 0 && byMaterial < 0) return 'COUNTER_TOO_HIGH'
  if (byPeople < 0 && (byMaterial === 0 || !isHeard)) return 'NOT_ALL_CONFIRMED'
  return 'UNCLEAR'
}
