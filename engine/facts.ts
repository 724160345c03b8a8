import type { StatusRuleId } from '#engine/ids.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** Time in one committed status, half-open `[start, end)` in UTC ms; `end` null = still open. */
export type StatusInterval = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  /** Present when kind is RULE. */
  readonly statusRuleId: StatusRuleId | null
}

export const LOSS_SOURCES = ['OUTPUT', 'SPEED', 'STATUS'] as const
export type LossSource = (typeof LOSS_SOURCES)[number]

/** A piece of a stop inside one shift instance (domain.md S-21, S-22). Pieces of one physical stop share `chainStart`. */
export type LossInterval = {
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
  readonly chainStart: number
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly isScheduledLoss: boolean
  /** The shift instance that the piece lies in, by its start. */
  readonly shiftStart: number
}

/** Cumulated output of one window, in units (pieces, or metres with three places). */
export type OutputCount = { readonly total: number; readonly accepted: number; readonly rejected: number }

/** Output that the device registered between two boundaries (domain.md S-60); `shift` null = out of schedule. */
export type OutputSegment = OutputCount & {
  readonly start: number
  readonly end: number | null
  readonly shiftStart: number | null
  /** The part made in excluded or no-data time: in output totals, not in net operating time (D-40, S-6). */
  readonly uncounted: OutputCount
  /** Ms a unit, null = no reference speed (D-46). */
  readonly idealCycleMs: number | null
}

/**
 * The additive terms of one (work center, window): the only stored form of OEE (domain.md §0.1, §1.1). All times in ms.
 * `elapsed = excluded + noData + availabilityLoss + smallStop + (run - smallStop - netOperating) + qualityLoss + valuable`.
 */
export type OeeTerms = {
  readonly elapsedMs: number
  readonly excludedMs: number
  readonly noDataMs: number
  readonly availabilityLossMs: number
  readonly smallStopMs: number
  readonly plannedDowntimeMs: number
  readonly unplannedDowntimeMs: number
  readonly unclassifiedDowntimeMs: number
  readonly setupMs: number
  readonly failureMs: number
  readonly failureCount: number
  /** Ideal time of all counted output; null = no reference speed. May be fractional: never rounded before the edge. */
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
  readonly output: OutputCount
  /** Part of `output` made in excluded or no-data time. */
  readonly uncountedOutput: OutputCount
}

export const OEE_ISSUES = [
  'OUTPUT_IN_EXCLUDED_TIME',
  'OUTPUT_WITHOUT_RUN_TIME',
  'NO_REFERENCE_SPEED',
  'REFERENCE_SPEED_TOO_LOW',
  'COUNTER_MISMATCH',
  'COUNTER_SPIKE',
] as const
export type OeeIssue = (typeof OEE_ISSUES)[number]

/** The one OEE record of a (work center, shift instance); everything that shows OEE reads it. */
export type ShiftRecord = {
  readonly shift: ShiftInstance
  /** Until when the terms hold: the data's watermark, at most the shift's end. */
  readonly asOf: number
  readonly terms: OeeTerms
  readonly idealCycleMs: number | null
  readonly issues: readonly OeeIssue[]
}

/** The same terms of one clock hour of the zone, clipped to a shift (or out of schedule: `shiftStart` null). */
export type HourRecord = { readonly start: number; readonly shiftStart: number | null; readonly terms: OeeTerms }

/**
 * What an advance changed. Each list is complete from `changedFrom` on: whatever is stored of this work center that starts
 * at or after it is deleted, then the lists are written. A list may begin with rows that start before `changedFrom`, because they were
 * still open there (a status since yesterday, the running shift): such a row replaces the stored one with the same start.
 * `start` is unique in each list (shifts: `shift.start`; hours: the hour clipped to its shift). null = nothing to store.
 */
export type Facts = {
  readonly changedFrom: number | null
  readonly statuses: readonly StatusInterval[]
  readonly losses: readonly LossInterval[]
  readonly outputs: readonly OutputSegment[]
  readonly shifts: readonly ShiftRecord[]
  readonly hours: readonly HourRecord[]
}
