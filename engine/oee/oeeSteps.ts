import { type FigurePart, includedOf } from './figures.ts'
import { ALL_FACTORS } from './kpis.ts'

/** Where the time of records went that take part in OEE, in ms; `speedMs` below 0 is a gain. OEE is `valuableMs` over `baseMs`. */
export type OeeSteps = {
  readonly elapsedMs: number
  /** Excluded, without data, or of a factor that is switched off. */
  readonly outsideMs: number
  readonly baseMs: number
  readonly stopMs: number
  readonly smallStopMs: number
  readonly speedMs: number
  readonly qualityMs: number
  readonly valuableMs: number
}

/** Returns the steps from the elapsed to the valuable time of the work centers together, each less the next (domain.md S-95); null where nothing takes part in OEE. */
export function oeeStepsOf(parts: readonly FigurePart[]): OeeSteps | null {
  const { records, elapsedMs, baseMs, runMs, netMs, valuableMs } = includedOf(parts)
  if (records === 0) return null
  const smallStopMs = parts.reduce((sum, part) => sum + smallStopsOf(part), 0)
  return {
    elapsedMs,
    outsideMs: elapsedMs - baseMs,
    baseMs,
    stopMs: baseMs - runMs,
    smallStopMs,
    speedMs: runMs - smallStopMs - netMs,
    qualityMs: netMs - valuableMs,
    valuableMs,
  }
}

/** Small stops are run time, so that they cost performance only. */
function smallStopsOf(part: FigurePart): number {
  const { calculatePerformance } = part.switches ?? ALL_FACTORS
  return calculatePerformance && includedOf([part]).records > 0 ? part.sums.smallStopMs : 0
}
