import { MINUTE_MS } from '#engine/time/durations.ts'
import type { ConditionStatus } from './condition.ts'

/** Work outside shifts goes on over shorter interruptions, and ends after so long. */
export const BRIDGED_MS = 2 * MINUTE_MS

/**
 * Returns whether no stretch in which a condition holds goes on at `since` from before these statuses of a work center, which ascend without gap: work ends every
 * stop and every silence, and what is no work for long enough ends work.
 */
export function holdsNothingFromBefore(statuses: readonly ConditionStatus[], since: number): boolean {
  const over = statuses.filter(({ end }) => end !== null && end <= since)
  const hasWork = over.some(({ isEffective, isStop }) => isEffective && !isStop)
  return hasWork && over.some(({ isEffective, start, end }) => !isEffective && (end ?? start) - start >= BRIDGED_MS)
}
