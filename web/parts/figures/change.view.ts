/** Whether more of a figure is good, bad or neither. */
export type Direction = 'more' | 'less' | 'neutral'

/** How a figure changed against the period before. */
export type Change = {
  readonly before: number
  /** In the figure's own unit; of percentages in percent points. */
  readonly difference: number
  readonly verdict: 'better' | 'worse' | 'same' | 'neutral'
}

/** Returns the change of a figure against the period before, judged at `digits` places as displayed; null when one of the two is unknown. */
export function changeOf(now: number | null, before: number | null, direction: Direction, digits: number): Change | null {
  if (now === null || before === null) return null
  const scale = 10 ** digits
  // A reader subtracts what is shown.
  const difference = (Math.round(now * scale) - Math.round(before * scale)) / scale
  if (difference === 0) return { before, difference, verdict: 'same' }
  if (direction === 'neutral') return { before, difference, verdict: 'neutral' }
  return { before, difference, verdict: difference > 0 === (direction === 'more') ? 'better' : 'worse' }
}
