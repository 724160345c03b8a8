import type { JobOrderId, LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

export const NO_DATA_CAUSES = ['BATTERY_EMPTY', 'DEVICE_OFF', 'SILENT', 'UNAVAILABLE', 'NO_STATUS_RULES'] as const
/** Cause of missing data: no sample in time, channel unavailable, device off, battery empty (domain.md S-6); or no rule to judge samples by (S-4). */
export type NoDataCause = (typeof NO_DATA_CAUSES)[number]

/** Time in one committed status, half-open `[start, end)` in UTC ms; `end` null = still open. */
export type StatusInterval = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  /** Present when kind is RULE. */
  readonly statusRuleId: StatusRuleId | null
  /** Present when kind is NO_DATA. */
  readonly cause: NoDataCause | null
}

export const LOSS_SOURCES = ['OUTPUT', 'SPEED', 'STATUS'] as const
export type LossSource = (typeof LOSS_SOURCES)[number]

/** Who gave a loss its reason: a person, a loss tracking rule, or the flag of its status (domain.md S-24). */
export const REASON_SOURCES = ['MANUAL', 'RULE', 'STATUS'] as const
export type ReasonSource = (typeof REASON_SOURCES)[number]

/** 1 small stop, 2 normal, 3 over its limit or long unclassified (domain.md A-10). */
export const LOSS_LEVELS = [1, 2, 3] as const
export type LossLevel = (typeof LOSS_LEVELS)[number]

/**
 * A loss inside one shift instance. STATUS: a piece of a stop with one reason (domain.md S-21, S-22); pieces of one stop share `chainStart`. SPEED
 * and OUTPUT: of one output segment, with quantity and its worth in time (S-29, S-30).
 */
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
  /** Counts losses of one source that begin at the same instant: parts of a SPEED or OUTPUT loss that was split; else 0. */
  readonly part: number
  readonly reasonId: LossReasonId | null
  /** null = unclassified. */
  readonly reasonSource: ReasonSource | null
  /** Whether the reason may still change because the stop goes on (domain.md S-23). */
  readonly isProvisional: boolean
  readonly annotationId: LossAnnotationId | null
  readonly level: LossLevel
  /** SPEED and OUTPUT: units lost; STATUS: null. */
  readonly quantity: number | null
  /** SPEED and OUTPUT: worth of the units in ms. STATUS: null, the interval is its time. */
  readonly durationMs: number | null
}

/** Cumulated output of one window, in units (pieces, or metres with three places). */
export type OutputCount = { readonly total: number; readonly accepted: number; readonly rejected: number }

/** Output that the device registered between two boundaries (domain.md S-60); `shift` null = out of schedule. */
export type OutputSegment = OutputCount & {
  readonly start: number
  readonly end: number | null
  readonly shiftStart: number | null
  /** What the device counted, where people corrected it (domain.md O-13); null = nobody did. */
  readonly counted: OutputCount | null
  /** Strokes, where each made a piece of every one of several orders (domain.md O-16); else null. */
  readonly strokes: number | null
  /** The part made in excluded or no-data time: in output totals, not in net operating time (D-40, S-6a). */
  readonly uncounted: OutputCount
  /** Ms a unit, the mean of its orders' where they take turns; null = no reference speed (D-46). */
  readonly idealCycleMs: number | null
  /** The orders in progress, ascending; constant within a segment (S-51). */
  readonly jobOrderIds: readonly JobOrderId[]
  /** The counts that figures use: the device's, or the confirmed ones (S-62). */
  readonly effective: OutputCount
  readonly isConfirmed: boolean
  /** Confirmed minus counted units where the confirmation replaces the count, else 0 (S-62). */
  readonly difference: number
  /** The code of the unit of all counts. Constant within a segment, null if unknown (E-55). */
  readonly unit: string | null
  /** Ideal time of the counted effective output and of its rejects, in ms; null = no reference speed. */
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
  /** Run time within the segment, small stops included. */
  readonly runMs: number
  /** Planned production time within the segment (domain.md D-6). */
  readonly plannedMs: number
}

/**
 * The additive terms of one (work center, window): the only stored form of OEE (G-1, D-6, D-8). All times in ms.
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
  /** Parts of planned and unplanned downtime that count in OEE; the rest of each is excluded (D-9). */
  readonly plannedIncludedMs: number
  readonly unplannedIncludedMs: number
  /** Part of the availability loss while an order was in progress, setup apart, which D-27 adds by itself. */
  readonly orderLossMs: number
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
  /** Ms a unit when all output of the shift has one reference speed; null = none, or several: then the segments tell. */
  readonly idealCycleMs: number | null
  readonly issues: readonly OeeIssue[]
}

/** The same terms of one clock hour of the zone, clipped to a shift (or out of schedule: `shiftStart` null). */
export type HourRecord = { readonly start: number; readonly shiftStart: number | null; readonly terms: OeeTerms }

/**
 * The changes of an advance. Each list is complete from `changedFrom` on: stored rows of this work center that start at or after it are deleted,
 * then the lists are written. A list may begin with rows that start before `changedFrom` and were still open there (a status since yesterday, the
 * running shift); such a row replaces the stored one with the same start. `start` is unique in each list (shifts: `shift.start`; hours: the hour
 * clipped to its shift). null = nothing to store.
 */
export type Facts = {
  readonly changedFrom: number | null
  readonly statuses: readonly StatusInterval[]
  readonly losses: readonly LossInterval[]
  readonly outputs: readonly OutputSegment[]
  readonly shifts: readonly ShiftRecord[]
  readonly hours: readonly HourRecord[]
}
