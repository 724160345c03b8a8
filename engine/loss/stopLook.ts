import type { StatusKind } from '#engine/status/statusRule.ts'
import type { LossReasonType } from './lossReason.ts'

/** The looks of a stop (U-10): nobody said why, short, setting up, planned, or explained otherwise. A planned status and a silence look as they do without a stop. */
export const STOP_LOOKS = ['UNEXPLAINED', 'SMALL', 'SETUP', 'PLANNED', 'KNOWN', 'BY_STATUS'] as const
export type StopLook = (typeof STOP_LOOKS)[number]

/** The fields of a stop that decide its look. */
export type SeenStop = {
  readonly kind: StatusKind
  readonly isScheduledLoss: boolean
  readonly reason?: { readonly type: LossReasonType; readonly isSmallStop: boolean; readonly activityTypes: readonly string[] } | null
}

/** Returns the look of a stop by its reason: the same on a header, a card, a strip, a timeline and a board (U-10). */
export function stopLook({ kind, isScheduledLoss, reason }: SeenStop): StopLook {
  if (reason == null) return kind === 'NO_DATA' || isScheduledLoss ? 'BY_STATUS' : 'UNEXPLAINED'
  if (reason.isSmallStop) return 'SMALL'
  if (reason.activityTypes.some((type) => type === 'SETUP_TIME' || type === 'CHANGEOVER_TIME')) return 'SETUP'
  return reason.type === 'PLANNED' ? 'PLANNED' : 'KNOWN'
}

/** Whether strangers see that a stop has a reason; what the reason is they do not see (domain.md G-25). */
export const PUBLIC_LOOKS = ['UNEXPLAINED', 'KNOWN'] as const satisfies readonly StopLook[]
export type PublicLook = (typeof PUBLIC_LOOKS)[number]

/** Returns what strangers see of a stop: whether it has a reason. Null where its status says all, as for silence and planned statuses. */
export function publicLook(look: StopLook | null, hasReason: boolean): PublicLook | null {
  if (look === 'UNEXPLAINED') return 'UNEXPLAINED'
  return hasReason ? 'KNOWN' : null
}
