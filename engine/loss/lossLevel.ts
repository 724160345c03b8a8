import type { LossLevel } from '#engine/facts.ts'

/** So long in ms may a loss stay unclassified before it counts as grave (domain.md A-10). */
const LONG_UNCLASSIFIED_MS = 30 * 60_000

/** The fields that decide a loss's level. `durationMs` is its own, up to now while it is open. */
export type LeveledLoss = {
  readonly reason: { readonly isSmallStop: boolean } | null
  readonly isScheduledLoss: boolean
  readonly isOverLimit: boolean
  readonly durationMs: number
}

/** Returns the level of a loss: 1 a small stop, 3 over its reason's limit or unclassified for more than 30 minutes, else 2 (domain.md A-10). */
export function lossLevel({ reason, isScheduledLoss, isOverLimit, durationMs }: LeveledLoss): LossLevel {
  if (isOverLimit) return 3
  if (reason) return reason.isSmallStop ? 1 : 2
  return !isScheduledLoss && durationMs > LONG_UNCLASSIFIED_MS ? 3 : 2
}
