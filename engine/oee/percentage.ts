/** A share in the API: percent with two decimals, whole percent, and unrounded percent for displays with other places. */
export type Percentage = { readonly realValue: number; readonly intValue: number; readonly exactValue: number }

const PER_CENT = 100

/** Returns the fraction in percent, rounded half-up once, at the edge (domain.md D-51); null stays null. */
export function toPercentage(fraction: number | null): Percentage | null {
  if (fraction === null) return null
  const percent = fraction * PER_CENT
  return { realValue: roundHalfUp(percent, 2), intValue: roundHalfUp(percent, 0), exactValue: percent }
}

/** Returns the percent points to the target, negative beyond it. Uses the figure as shown, so that a reader can subtract. */
export function gapTo(target: number | null, shown: Percentage | null): number | null {
  return target === null || shown === null ? null : roundHalfUp(target - shown.realValue, 2)
}

/**
 * Returns the number rounded half-up to the places. A half stored a hair too low (78.085 as 78.08499…) still goes up: the last two of about sixteen
 * digits are noise and are cut first.
 */
export function roundHalfUp(value: number, places: number): number {
  const scaled = Number((value * 10 ** places).toPrecision(14))
  return Math.floor(scaled + 0.5) / 10 ** places
}
