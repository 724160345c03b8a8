import type { SignalLine } from './signalShape.view.ts'

/** Bounds for the first rules: above `run` it works, from `idle` to there it idles; without a second level there is no idle rule. */
export type Proposal = { readonly level: number; readonly run: number; readonly idle: number | null }

/** Fewer values say nothing about a machine. */
const LEAST_VALUES = 5
/** Levels nearer to each other are one. */
const APART = 0.6
/** Below this share of the working level it is off. */
const OFF_SHARE = 0.05

/** Returns bounds between the levels at which a signal mostly is; null while it says too little, or is never above zero. */
export function proposalOf(line: SignalLine): Proposal | null {
  const values = line.mean.filter((value) => value !== null).toSorted((one, other) => one - other)
  if (values.length < LEAST_VALUES || (values.at(-1) ?? 0) <= 0) return null
  const { low, high } = levelsOf(values)
  if (high <= 0) return null
  const level = rounded(high)
  if (low > APART * high) return { level, run: rounded(high / 2), idle: null }
  return { level, run: rounded((low + high) / 2), idle: low > OFF_SHARE * high ? rounded(low / 2) : null }
}

/** Returns the means of the two groups of ascending values that are the furthest apart (Otsu's method); of values that are all alike both are the same. */
function levelsOf(values: readonly number[]): { readonly low: number; readonly high: number } {
  const total = values.reduce((sum, value) => sum + value, 0)
  let best = { low: total / values.length, high: total / values.length, spread: 0 }
  let below = 0
  values.forEach((value, index) => {
    const rest = values.length - index
    if (index > 0) {
      const [low, high] = [below / index, (total - below) / rest]
      const spread = index * rest * (high - low) ** 2
      if (spread > best.spread) best = { low, high, spread }
    }
    below += value
  })
  return best
}

/** Two digits are enough for a bound that somebody goes on to drag. */
function rounded(value: number): number {
  return Number(value.toPrecision(2))
}
