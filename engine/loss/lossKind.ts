import type { LossSource } from '#engine/facts.ts'

/** What of a loss reason decides how a loss is listed. */
export type ListedReason = {
  readonly category: 'AVAILABILITY' | 'PERFORMANCE' | 'QUALITY'
  readonly type: 'PLANNED' | 'UNPLANNED'
  readonly isSmallStop: boolean
  readonly activityTypes: readonly string[]
}

const CATEGORY_OF_SOURCE = { STATUS: 'AVAILABILITY', SPEED: 'PERFORMANCE', OUTPUT: 'QUALITY' } as const satisfies Record<LossSource, string>

/** Returns the category of a loss: its reason's, or without one that of its source (domain.md S-20). */
export function lossCategory(source: LossSource, reason: ListedReason | null): ListedReason['category'] {
  return reason?.category ?? CATEGORY_OF_SOURCE[source]
}

/** Returns whether a loss needs attention: not scheduled, no small stop, and a breakdown or without a reason (domain.md S-31). */
export function isCriticalLoss(isScheduledLoss: boolean, reason: ListedReason | null): boolean {
  if (isScheduledLoss) return false
  return reason === null || (!reason.isSmallStop && reason.activityTypes.includes('BREAKDOWN_TIME'))
}

/** Returns whether a loss was planned, happened, or is not classified yet. */
export function lossType(isScheduledLoss: boolean, reason: ListedReason | null): 'ACTUAL' | 'PLANNED' | 'UNDEFINED' {
  if (reason) return reason.type === 'PLANNED' ? 'PLANNED' : 'ACTUAL'
  return isScheduledLoss ? 'PLANNED' : 'UNDEFINED'
}
