/** Material at a work center, and what the running order takes of it. */
export type MaterialUse = {
  /** What the batches that are installed hold, by what was confirmed. */
  readonly balance: number
  /** For one unit of the product. */
  readonly perUnit: number
  /** Units that were made and are not confirmed: they took material already. */
  readonly unconfirmed: number
  /** Units that are still to be made. */
  readonly left: number
  /** When the order is expected to be made (ms UTC); null = not known. */
  readonly end: number | null
}

/** What one of several running orders takes of a material, in the unit of the balance. */
export type MaterialTaking = {
  /** By units that were made and are not confirmed. */
  readonly taken: number
  /** By units that are still to be made. */
  readonly needed: number
  /** When the order is expected to be made (ms UTC); null = not known. */
  readonly end: number | null
}

/** What becomes of it: it is enough for the orders, or empty at an instant (ms UTC); null = when nobody knows. */
export type MaterialEnd = { readonly remaining: number; readonly isEnough: boolean; readonly emptyAt: number | null }

/** Returns how much is really there and until when it lasts at the pace of the forecast (domain.md M-12). */
export function materialEnd({ balance, perUnit, unconfirmed, left, end }: MaterialUse, now: number): MaterialEnd {
  return sharedMaterialEnd(balance, [{ taken: perUnit * unconfirmed, needed: perUnit * left, end }], now)
}

/**
 * Returns how much of a material is really there that several running orders take, and until when it lasts: each takes what it needs evenly until its
 * end (domain.md M-12). What an order takes whose end is not known counts for whether it is enough, not for when it is empty: then that is at the latest.
 */
export function sharedMaterialEnd(balance: number, takings: readonly MaterialTaking[], now: number): MaterialEnd {
  const sum = (of: (one: MaterialTaking) => number) => takings.reduce((all, one) => all + of(one), 0)
  const remaining = Math.max(0, round(balance - sum(({ taken }) => taken)))
  if (remaining >= round(sum(({ needed }) => needed))) return { remaining, isEnough: true, emptyAt: null }
  if (remaining === 0) return { remaining, isEnough: false, emptyAt: now }
  return { remaining, isEnough: false, emptyAt: emptyInstant(remaining, takings, now) }
}

/** When so much is taken, from the end of one order to that of the next; null = not before the last end that is known. */
function emptyInstant(remaining: number, takings: readonly MaterialTaking[], now: number): number | null {
  const known = takings
    .flatMap(({ needed, end }) => (end === null || end <= now || needed <= 0 ? [] : [{ end, perMs: needed / (end - now) }]))
    .toSorted((one, other) => one.end - other.end)
  let [left, from] = [remaining, now]
  for (const [index, { end }] of known.entries()) {
    const perMs = known.slice(index).reduce((all, one) => all + one.perMs, 0)
    const isLast = index === known.length - 1
    const taken = perMs * (end - from)
    // Of the last one fractions decide nothing: what is short of its need is used up by its end.
    if (taken >= left || (isLast && round(left - taken) <= 0)) return Math.min(end, Math.round(from + left / perMs))
    left -= taken
    from = end
  }
  return null
}

function round(quantity: number): number {
  return Math.round(quantity * 1_000_000) / 1_000_000
}
