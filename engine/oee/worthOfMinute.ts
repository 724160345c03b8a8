import type { LossSource } from '#engine/facts.ts'
import { isSmallStopReason } from '#engine/loss/lossKind.ts'
import type { LossCategory } from '#engine/loss/lossReason.ts'
import { type FigurePart, includedOf } from './figures.ts'
import { ALL_FACTORS, countedOf, ratio, runTimesOf } from './kpis.ts'
import { addSums, NO_SUMS } from './recordSums.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** Kinds of lost time that are worth different amounts. EXCLUDED is a stop that is not part of planned production. */
export const LOST_KINDS = ['EXCLUDED', 'QUALITY', 'SMALL_STOP', 'SPEED', 'STOP'] as const
export type LostKind = (typeof LOST_KINDS)[number]

/** Returns the kind that a loss is worth as: by its source, of a stop by its reason, as the record counts it (domain.md D-10, D-40). */
export function lostKindOf(
  source: LossSource,
  reason: { readonly includeInOee: boolean; readonly isSmallStop: boolean; readonly category: LossCategory } | null,
): LostKind {
  if (source === 'SPEED') return 'SPEED'
  if (source === 'OUTPUT') return 'QUALITY'
  if (reason?.includeInOee === false) return 'EXCLUDED'
  return reason !== null && isSmallStopReason(reason) ? 'SMALL_STOP' : 'STOP'
}

/** What one minute less of a loss is worth: points of OEE as a fraction of 1, and good units; null = cannot be said. */
export type WorthOfMinute = { readonly points: number | null; readonly units: number | null }

/**
 * Returns what one minute less of each kind of loss would have been worth in the records of one work center (domain.md S-90). `idealCycleMs` is
 * null where several prices hold: then only points are said; of a factor that is switched off none are. A group is not a line, so this is never summed over work centers (D-44).
 */
export function worthOfMinute(part: FigurePart, idealCycleMs: number | null): Readonly<Record<LostKind, WorthOfMinute>> {
  const { baseMs, runMs, netMs, valuableMs } = includedOf([part])
  const sums = addSums(NO_SUMS, part.sums)
  const counted = countedOf(sums)
  const good = counted.total - counted.rejected
  const effectiveMs = runMs - sums.smallStopMs
  const own = runTimesOf(sums).runMs
  const ofRun = ratio(valuableMs, runMs)
  const ofNet = ratio(valuableMs, netMs)
  const { calculateAvailability, calculatePerformance, calculateQuality } = part.switches ?? ALL_FACTORS
  const points = (gained: number | null): number | null => (gained === null || baseMs <= 0 ? null : (gained * MINUTE_MS) / baseMs)
  const units = (gained: number | null): number | null =>
    gained === null || idealCycleMs === null || idealCycleMs === 0 ? null : (gained * MINUTE_MS) / idealCycleMs
  const made = (perMs: number | null): number | null => (idealCycleMs === null || perMs === null ? null : perMs * MINUTE_MS)
  return {
    STOP: { points: calculateAvailability ? points(ofRun) : null, units: made(ratio(good, own)) },
    EXCLUDED: { points: calculateAvailability ? excludedPoints({ baseMs, valuableMs, ofRun }) : null, units: made(ratio(good, own)) },
    SMALL_STOP: {
      points: calculatePerformance && effectiveMs > 0 ? points(ratio(valuableMs, effectiveMs)) : null,
      units: made(own > sums.smallStopMs ? ratio(good, own - sums.smallStopMs) : null),
    },
    SPEED: { points: calculatePerformance ? points(ofNet) : null, units: units(ofNet) },
    QUALITY: { points: calculateQuality ? points(netMs > 0 ? 1 : null) : null, units: units(netMs > 0 ? 1 : null) },
  }
}

/** A minute of an excluded stop that runs adds to planned production too. */
function excludedPoints(times: { readonly baseMs: number; readonly valuableMs: number; readonly ofRun: number | null }): number | null {
  const { baseMs, valuableMs, ofRun } = times
  if (ofRun === null || baseMs <= 0) return null
  return (valuableMs + ofRun * MINUTE_MS) / (baseMs + MINUTE_MS) - valuableMs / baseMs
}
