import type { LossReasonId } from '#engine/ids.ts'

export const LOSS_CATEGORIES = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const
export type LossCategory = (typeof LOSS_CATEGORIES)[number]

export const LOSS_REASON_TYPES = ['PLANNED', 'UNPLANNED'] as const
export type LossReasonType = (typeof LOSS_REASON_TYPES)[number]

export const ACTIVITY_TYPES = [
  'BREAKDOWN_TIME',
  'CHANGEOVER_TIME',
  'LABOR_TIME',
  'MACHINE_TIME',
  'MAINTENANCE_TIME',
  'NOT_PLANNED_TIME',
  'NO_OPERATOR_TIME',
  'ORGANIZATION_TIME',
  'OTHER_TIME',
  'QUALITY_TIME',
  'SETUP_TIME',
  'SMALL_STOP_TIME',
  'WAITING_TIME',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** The fields of a loss reason that decide figures (domain.md D-4, D-9, D-10, S-25). Colours and links stay outside the engine. */
export type LossReason = {
  readonly id: LossReasonId
  readonly category: LossCategory
  readonly type: LossReasonType
  /** Whether its time stays in the denominator of OEE (domain.md D-40). */
  readonly includeInOee: boolean
  readonly isSmallStop: boolean
  readonly activityTypes: readonly ActivityType[]
  /** Ms after which a loss of this reason is split and the rest is unclassified; null = no limit (domain.md S-25). */
  readonly maximumAllowedDurationMs: number | null
  /** Hidden or deleted: history keeps it, rules that name it leave their losses unclassified (domain.md E-43). */
  readonly isOffered: boolean
}

/** A reason's name as the company gave it, and in other languages by their code. */
export type ReasonName = { readonly name: string; readonly translations: Readonly<Record<string, string>> }
