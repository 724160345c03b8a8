import type { OeeTerms } from '#engine/facts.ts'

/** A stop that would get another reason: its length, and whether its time counts in OEE before and after. */
export type MovedStop = { readonly ms: number; readonly countsBefore: boolean; readonly countsAfter: boolean }

/**
 * Returns the terms of a shift as they would be once the stops have their new reasons: time that no longer counts leaves planned production time and
 * availability loss, and the other way round (G-2). Never below zero, since a stop may be open or a small one.
 */
export function termsWithReasons<Terms extends Pick<OeeTerms, 'availabilityLossMs' | 'excludedMs'>>(
  terms: Terms,
  stops: readonly MovedStop[],
): Terms {
  const moved = stops.reduce((sum, { ms, countsBefore, countsAfter }) => sum + ms * (Number(countsBefore) - Number(countsAfter)), 0)
  return {
    ...terms,
    availabilityLossMs: Math.max(0, terms.availabilityLossMs - moved),
    excludedMs: Math.max(0, terms.excludedMs + moved),
  }
}
