/** How the reasons of stops came about, in the order in which the first that fits is taken. */
export const TRUST_KINDS = ['UNEXPLAINED', 'BY_STATUS', 'BY_RULE', 'HASTY', 'AT_ONCE', 'LATE'] as const
export type TrustKind = (typeof TRUST_KINDS)[number]

/** A reason that was given this long after the end of its stop at most is "at once". */
export const AT_ONCE_MS = 600_000
/** The first tile, tapped sooner than this, was hardly read. */
export const HASTY_MS = 1_500

/** Time of stops in ms by how their reasons came about. */
export type TrustTimes = Readonly<Record<TrustKind, number>>

/** A share of the time of stops: a fraction of 1, and the tenth of a percent that is printed, such that all add up to 100 %. */
export type TrustShare = { readonly kind: TrustKind; readonly durationMs: number; readonly share: number; readonly shownPercent: number }

/**
 * Returns which shares of the time of stops were explained at once, late, by a rule or a status, hastily, and not at all (domain.md S-92). Empty
 * without any such time.
 */
export function trustShares(times: TrustTimes): readonly TrustShare[] {
  const parts = TRUST_KINDS.map((kind) => ({ kind, durationMs: times[kind] })).filter(({ durationMs }) => durationMs > 0)
  const total = parts.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (total === 0) return []
  const shown = tenthsThatAddUp(parts.map(({ durationMs }) => durationMs / total))
  return parts.map(({ kind, durationMs }, index) => ({ kind, durationMs, share: durationMs / total, shownPercent: shown[index] ?? 0 }))
}

/** Returns fractions that add up to 1 as percent with one decimal that add up to 100: what is missing goes to the largest remainders. */
export function tenthsThatAddUp(fractions: readonly number[]): readonly number[] {
  const exact = fractions.map((fraction) => fraction * 1000)
  const tenths = exact.map((value) => Math.floor(value + 1e-9))
  const missing = Math.round(exact.reduce((sum, value) => sum + value, 0)) - tenths.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - (tenths[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1
  return tenths.map((value) => value / 10)
}
