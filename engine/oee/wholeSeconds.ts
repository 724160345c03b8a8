import type { OeeTerms } from '#engine/facts.ts'
import { SECOND_MS } from '#engine/time/durations.ts'

/** The times of a window in whole seconds, such that every identity of the times in ms holds for them too. */
export type WholeSeconds = {
  /** elapsed = excluded + noData + planned; planned = availabilityLoss + run (domain.md D-6, D-8). */
  readonly elapsed: number
  readonly excluded: number
  readonly noData: number
  readonly planned: number
  readonly availabilityLoss: number
  readonly run: number
  /** elapsed = uptime + plannedDowntime + unplannedDowntime + unclassifiedDowntime + noData (D-9); uptime = run. */
  readonly uptime: number
  readonly plannedDowntime: number
  readonly unplannedDowntime: number
  readonly unclassifiedDowntime: number
}

/** The times of a window, or sums of such times. */
type SummedTimes = Pick<
  OeeTerms,
  'availabilityLossMs' | 'elapsedMs' | 'excludedMs' | 'noDataMs' | 'plannedDowntimeMs' | 'unclassifiedDowntimeMs' | 'unplannedDowntimeMs'
>

/**
 * Returns the times in whole seconds. Each is rounded half-up by itself; the rest of the elapsed time goes to uptime (domain.md D-51). None is below
 * 0, and a 0 stays 0 except uptime.
 */
export function wholeSecondsOf(terms: SummedTimes): WholeSeconds {
  const elapsed = toSeconds(terms.elapsedMs)
  let left = elapsed
  const take = (ms: number): number => {
    const seconds = Math.min(toSeconds(ms), left)
    left -= seconds
    return seconds
  }
  const noData = take(terms.noDataMs)
  const plannedDowntime = take(terms.plannedDowntimeMs)
  const unplannedDowntime = take(terms.unplannedDowntimeMs)
  const unclassifiedDowntime = take(terms.unclassifiedDowntimeMs)
  const run = left
  const downtime = plannedDowntime + unplannedDowntime + unclassifiedDowntime
  const availabilityLoss = terms.excludedMs === 0 ? downtime : Math.min(toSeconds(terms.availabilityLossMs), downtime)
  return {
    elapsed,
    excluded: downtime - availabilityLoss,
    noData,
    planned: elapsed - noData - (downtime - availabilityLoss),
    availabilityLoss,
    run,
    uptime: run,
    plannedDowntime,
    unplannedDowntime,
    unclassifiedDowntime,
  }
}

/** Returns parts of one time in whole seconds that add up to the whole one: each is rounded together with those before it (domain.md D-51). */
export function partSecondsOf(parts: readonly number[]): readonly number[] {
  let [sumMs, given] = [0, 0]
  return parts.map((ms) => {
    sumMs += ms
    const seconds = toSeconds(sumMs) - given
    given += seconds
    return seconds
  })
}

function toSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS + 0.5)
}
