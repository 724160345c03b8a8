/** A share as the API shows it: percent with two decimals, whole percent, and percent as it was computed, which what shows other places rounds. */
export type Percentage = { readonly realValue: number; readonly intValue: number; readonly exactValue: number }

const PER_CENT = 100

/** Returns the fraction in percent, rounded half-up once, at the edge (domain.md D-51); null stays null. */
export function toPercentage(fraction: number | null): Percentage | null {
  if (fraction === null) return null
  const percent = fraction * PER_CENT
  return { realValue: roundHalfUp(percent, 2), intValue: roundHalfUp(percent, 0), exactValue: percent }
}

/** Returns what a figure lacks to its target in percent points, below 0 beyond it; of the figure as it is shown, so that a reader can subtract. */
export function gapTo(target: number | null, shown: Percentage | null): number | null {
  return target === null || shown === null ? null : roundHalfUp(target - shown.realValue, 2)
}

/**
 * Returns the number rounded half-up to the places. A half that floating point stores a hair too low (78.085 as 78.08499…) still goes up:
 * the last two of some sixteen digits are noise and are cut first.
 */
export function roundHalfUp(value: number, places: number): number {
  const scaled = Number((value * 10 ** places).toPrecision(14))
  return Math.floor(scaled + 0.5) / 10 ** places
}
