import type { LossSource } from '#engine/facts.ts'
import type { ActivityType, LossCategory, LossReasonType } from './lossReason.ts'

/** What of a loss reason decides how a loss is listed. */
export type ListedReason = {
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly isSmallStop: boolean
  readonly activityTypes: readonly string[]
}

/** What a loss is by its reason: planned, happened, or not classified yet (G-13). */
export const LOSS_TYPES = ['ACTUAL', 'PLANNED', 'UNDEFINED'] as const
export type LossType = (typeof LOSS_TYPES)[number]

const CATEGORY_OF_SOURCE = {
  STATUS: 'AVAILABILITY',
  SPEED: 'PERFORMANCE',
  OUTPUT: 'QUALITY',
} as const satisfies Record<LossSource, LossCategory>

const CATEGORIES_OF_SOURCE = {
  STATUS: ['AVAILABILITY', 'PERFORMANCE'],
  SPEED: ['PERFORMANCE'],
  OUTPUT: ['QUALITY'],
} as const satisfies Record<LossSource, readonly LossCategory[]>

/** Activities that a loss has; the others are productive (G-13). */
const BREAKDOWN = 'BREAKDOWN_TIME' satisfies ActivityType

/** Returns the category of a loss: of its reason, else of its source (domain.md S-20). */
export function lossCategory(source: LossSource, reason: Pick<ListedReason, 'category'> | null): LossCategory {
  return reason?.category ?? CATEGORY_OF_SOURCE[source]
}

/** Returns whether a reason of the category may be given to a loss of the source (G-13). */
export function isCategoryOfSource(source: LossSource, category: LossCategory): boolean {
  const valid: readonly LossCategory[] = CATEGORIES_OF_SOURCE[source]
  return valid.includes(category)
}

/** Returns the factor of OEE that a loss hits: performance for a small stop, which stays in run time (G-13, D-10). */
export function lossIndicator(source: LossSource, reason: Pick<ListedReason, 'category' | 'isSmallStop'> | null): LossCategory {
  if (source !== 'STATUS') return CATEGORY_OF_SOURCE[source]
  return reason && isSmallStopReason(reason) ? 'PERFORMANCE' : 'AVAILABILITY'
}

/** Returns whether the reason makes a stop small: by its flag, or as a performance loss (domain.md D-10). */
export function isSmallStopReason(reason: Pick<ListedReason, 'category' | 'isSmallStop'>): boolean {
  return reason.isSmallStop || reason.category === 'PERFORMANCE'
}

/** Returns whether a loss needs attention: not scheduled, no small stop, and a breakdown or without a reason (domain.md S-31). */
export function isCriticalLoss(isScheduledLoss: boolean, reason: ListedReason | null): boolean {
  if (isScheduledLoss) return false
  return reason === null || (!isSmallStopReason(reason) && reason.activityTypes.includes(BREAKDOWN))
}

/** What a list or a count of losses says of each: with a reason or planned by its status, without one that it needs, or in no need of one. */
export const CLASSIFICATIONS = ['CLASSIFIED', 'NOT_NEEDED', 'UNCLASSIFIED'] as const
export type Classification = (typeof CLASSIFICATIONS)[number]

/**
 * Returns how a loss is classified (domain.md S-31a, S-45). Only stops need a reason, small ones aside: lost speed and rejects are explained by their
 * source, and a setting that asks for reasons of rejects holds confirmations up by itself.
 */
export function classificationOf(
  loss: { readonly source: LossSource; readonly level: number; readonly isScheduledLoss: boolean },
  hasReason: boolean,
): Classification {
  if (hasReason || loss.isScheduledLoss) return 'CLASSIFIED'
  return loss.source === 'STATUS' && loss.level !== 1 ? 'UNCLASSIFIED' : 'NOT_NEEDED'
}

/** Returns whether a loss was planned, happened, or is not classified yet. */
export function lossType(isScheduledLoss: boolean, reason: Pick<ListedReason, 'type'> | null): LossType {
  if (reason) return reason.type === 'PLANNED' ? 'PLANNED' : 'ACTUAL'
  return isScheduledLoss ? 'PLANNED' : 'UNDEFINED'
}
