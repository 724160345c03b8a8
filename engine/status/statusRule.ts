import type { StatusRuleId } from '#engine/ids.ts'

export const STATUS_SOURCES = ['CURRENT', 'LOAD', 'POWER', 'SPEED'] as const
export type StatusSource = (typeof STATUS_SOURCES)[number]

export const STATUS_RULE_RANGE_TYPES = [...STATUS_SOURCES, 'MANUAL'] as const
export type StatusRuleRangeType = (typeof STATUS_RULE_RANGE_TYPES)[number]

/** `[min, max)`; `max` null is infinity (domain.md S-3). Unit by source: A, % of nominal power, kW, units a minute. */
export type ValueRange = { readonly min: number; readonly max: number | null }

/** Bounds of a rule by current: a phase without bounds is ignored (domain.md S-3). */
export type PhaseRanges = { readonly a?: ValueRange; readonly b?: ValueRange; readonly c?: ValueRange }

/** The parts of a status rule that change over time; each version is effective in `[validFrom, validTo)` (domain.md S-8). */
export type StatusRule = {
  readonly id: StatusRuleId
  readonly name: string
  readonly shortName: string | null
  /** `#rrggbb` */
  readonly color: string
  readonly rangeType: StatusRuleRangeType
  /** Present unless the range type is CURRENT or MANUAL. */
  readonly range?: ValueRange
  /** Present when the range type is CURRENT. */
  readonly phases?: PhaseRanges
  readonly minEventDurationMs: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly needGenerateEventByState: boolean
  readonly validFrom: number
  readonly validTo: number | null
}

/** Activity of a work center: a rule's status, or a built-in one (domain.md S-4, S-6). */
export const STATUS_KINDS = ['RULE', 'OFF', 'UNDEFINED', 'NO_DATA'] as const
export type StatusKind = (typeof STATUS_KINDS)[number]
