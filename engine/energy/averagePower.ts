import { HOUR_MS } from '#engine/time/durations.ts'

/** Returns the mean power in kW over the covered time, null without coverage (domain.md S-13). */
export function averageKwOf(kwh: number | null, coveredMs: number): number | null {
  return kwh === null || coveredMs === 0 ? null : kwh / (coveredMs / HOUR_MS)
}

/** Returns the share of the elapsed time that the energy is known of, 0 to 1; null where no time has elapsed (domain.md S-13). */
export function coveredShareOf(coveredMs: number, elapsedMs: number): number | null {
  return elapsedMs > 0 ? Math.min(1, coveredMs / elapsedMs) : null
}
