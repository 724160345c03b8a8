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

/** What a loss that a person enters takes: stops, and time without data; whether its reason counts in OEE. */
export type EnteredLoss = { readonly stops: readonly MovedStop[]; readonly silenceMs: number; readonly counts: boolean }

/** Returns the terms of a shift as they would be with the loss (domain.md S-32): silence becomes lost or excluded time, by its reason. Never below zero. */
export function termsWithManualLoss<Terms extends Pick<OeeTerms, 'availabilityLossMs' | 'excludedMs' | 'noDataMs'>>(
  terms: Terms,
  { stops, silenceMs, counts }: EnteredLoss,
): Terms {
  const moved = termsWithReasons(terms, stops)
  const silence = Math.min(silenceMs, moved.noDataMs)
  return {
    ...moved,
    noDataMs: moved.noDataMs - silence,
    availabilityLossMs: moved.availabilityLossMs + (counts ? silence : 0),
    excludedMs: moved.excludedMs + (counts ? 0 : silence),
  }
}
