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

/** What becomes of it: it is enough for the order, or empty at an instant (ms UTC); null = when nobody knows. */
export type MaterialEnd = { readonly remaining: number; readonly isEnough: boolean; readonly emptyAt: number | null }

/** Returns how much is really there and until when it lasts at the pace of the forecast (domain.md M-12). */
export function materialEnd({ balance, perUnit, unconfirmed, left, end }: MaterialUse, now: number): MaterialEnd {
  const remaining = Math.max(0, round(balance - perUnit * unconfirmed))
  const needed = perUnit * left
  if (remaining >= round(needed)) return { remaining, isEnough: true, emptyAt: null }
  if (remaining === 0) return { remaining, isEnough: false, emptyAt: now }
  const emptyAt = end === null || end <= now ? null : now + (remaining / needed) * (end - now)
  return { remaining, isEnough: false, emptyAt }
}

function round(quantity: number): number {
  return Math.round(quantity * 1_000_000) / 1_000_000
}
