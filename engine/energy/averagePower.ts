import { HOUR_MS } from '#engine/time/durations.ts'

/** Returns the mean power in kW over the covered time, null without coverage (domain.md S-13). */
export function averageKwOf(kwh: number | null, coveredMs: number): number | null {
  return kwh === null || coveredMs === 0 ? null : kwh / (coveredMs / HOUR_MS)
}

/** A figure of less of the time than this has a warning beside it, and is compared with nothing (domain.md S-13, N-9). */
export const LOW_COVERAGE = 0.5

/** Returns the share of the elapsed time that the energy is known of, 0 to 1; null where no time has elapsed (domain.md S-13). */
export function coveredShareOf(coveredMs: number, elapsedMs: number): number | null {
  return elapsedMs > 0 ? Math.min(1, coveredMs / elapsedMs) : null
}

/** Returns whether energy is known of less than half of the time, `part` of `base` in ms; false where no time has elapsed. */
export function isLowCoverage(known: { readonly part: number; readonly base?: number | null } | null | undefined): boolean {
  return known != null && (coveredShareOf(known.part, known.base ?? 0) ?? 1) < LOW_COVERAGE
}
