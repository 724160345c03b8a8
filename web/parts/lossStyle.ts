import { stopLook } from '#engine/loss/stopLook.ts'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { explainedStyle } from './liveLook.ts'
import type { StatusStyle } from './statusStyle.ts'

/** What of a loss decides its style and its words. */
export type StyledLoss = Pick<LossFieldsFragment, 'kind' | 'isScheduledLoss'> & {
  readonly reason?: Pick<NonNullable<LossFieldsFragment['reason']>, 'type' | 'isSmallStop' | 'activityTypes'> | null
}

/**
 * Returns the style of a stop by its reason (U-10): unclassified, small, planned, setup or another known one. A small stop looks like idling: low,
 * not alarming. Unexplained silence stays a gap.
 */
export function lossStyle({ kind, isScheduledLoss, reason }: StyledLoss): StatusStyle {
  const ofStatus = kind === 'NO_DATA' ? 'noData' : 'planned'
  return explainedStyle(ofStatus, stopLook({ kind, isScheduledLoss, reason: reason ?? null }))
}
