/** A measured value, and a figure of the machine in its hour. */
export type ValuePair = { readonly x: number; readonly y: number }
export type Correlation = { readonly count: number; readonly rho: number }

/** So few pairs, or so weak a correlation, are not shown: they tell nothing. */
const FEWEST_PAIRS = 20
const WEAKEST_SHOWN = 0.5
/** What is lost in adding up ranks must not hide a correlation that is just strong enough. */
const ROUNDING = 1e-9

/** Returns the correlation if it is worth showing, else null: of 20 pairs or more, and 0.5 or stronger in either direction (domain.md CL-13). */
export function shownCorrelation(pairs: readonly ValuePair[]): Correlation | null {
  if (pairs.length < FEWEST_PAIRS) return null
  const rho = spearman(pairs)
  return rho === null || Math.abs(rho) < WEAKEST_SHOWN - ROUNDING ? null : { count: pairs.length, rho }
}

/** Returns Spearman's rank correlation, from -1 to 1, equal values with their mean rank; null where one side does not vary. */
export function spearman(pairs: readonly ValuePair[]): number | null {
  const xs = ranksOf(pairs.map(({ x }) => x))
  const ys = ranksOf(pairs.map(({ y }) => y))
  // The mean of ranks is the same for both.
  const mean = (pairs.length + 1) / 2
  let both = 0
  let ofX = 0
  let ofY = 0
  for (const [index, x] of xs.entries()) {
    const y = ys[index] ?? mean
    both += (x - mean) * (y - mean)
    ofX += (x - mean) ** 2
    ofY += (y - mean) ** 2
  }
  if (ofX === 0 || ofY === 0) return null
  return Math.min(1, Math.max(-1, both / Math.sqrt(ofX * ofY)))
}

/** Ranks from 1, equal values with the mean of theirs. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((left, right) => left.value - right.value)
  const ranks = values.map(() => 0)
  let from = 0
  while (from < order.length) {
    let to = from
    while (to < order.length && order[to]?.value === order[from]?.value) to++
    for (const { index } of order.slice(from, to)) ranks[index] = (from + 1 + to) / 2
    from = to
  }
  return ranks
}
