import type { NoDataCause, OeeIssue, OutputCount, ReasonSource } from '#engine/facts.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { Tally } from '#engine/oee/tally.ts'
import type { CounterReading } from '#engine/output/counter.ts'
import type { CounterSums } from '#engine/output/outputCount.ts'
import type { Rejections } from '#engine/loss/outputLoss.ts'
import type { OutputSlice } from '#engine/output/spreadOutput.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** A sensor's last value. `cause` is the reason for no value, when the device gave one (domain.md S-6). */
export type Reading = { readonly at: number; readonly value: number | null; readonly cause?: NoDataCause }

/** A status that holds since an instant; `cause` with NO_DATA only. */
export type HeldStatus = {
  readonly kind: StatusKind
  readonly ruleId: StatusRuleId | null
  readonly cause: NoDataCause | null
  readonly since: number
}

/** A status that a person chose, and from when on the automatic status must have been ineffective before it may end it; null = it is effective (domain.md S-2). */
export type HeldManual = { readonly start: number; readonly armedAt: number | null }

/** A status that replaces the committed one, from its first sample, if it lasts until `commitAt` (domain.md S-5). */
export type CandidateStatus = HeldStatus & { readonly commitAt: number }

export type OpenLoss = {
  readonly start: number
  readonly chainStart: number
  readonly status: HeldStatus
  readonly isScheduledLoss: boolean
  readonly shiftStart: number
  readonly reasonId: LossReasonId | null
  readonly reasonSource: ReasonSource | null
  readonly annotationId: LossAnnotationId | null
  readonly isProvisional: boolean
  readonly isOverLimit: boolean
}

/** A shift instance, or the time between two, whose record is not final. `end` null = no shift follows. */
export type OpenWindow = {
  readonly start: number
  end: number | null
  readonly shift: ShiftInstance | null
  tally: Tally
  issues: readonly OeeIssue[]
  /** Losses of the window so far that have no reason; those over the border before belong to their own window. */
  unclassifiedLosses: number
}

export type OpenHour = { readonly start: number; end: number; readonly shiftStart: number | null; tally: Tally }

/** An output segment whose count is not final (domain.md S-60). */
export type OpenSegment = {
  readonly start: number
  end: number | null
  /** The end of its shift, which it never crosses; null = out of schedule. */
  readonly endsBy: number | null
  readonly shiftStart: number | null
  sums: CounterSums
  output: OutputCount
  uncounted: OutputCount
  /** Settled run time within the segment, small stops included. */
  runMs: number
  smallStopMs: number
  /** Settled planned production time within the segment. */
  plannedMs: number
  /** Output and run time by hour, held back until the effective count is known; null = device counts are effective. */
  slices: readonly OutputSlice[] | null
  rejects: Rejections
  isMismatch: boolean
}

/**
 * Units of an undecided piece of time: whether they count waits for its class (domain.md D-40, S-6a). They refer to the segment, hour and window of
 * their booking by start.
 */
export type UndecidedUnits = {
  readonly at: number
  readonly units: OutputCount
  readonly windowStart: number
  readonly hourStart: number
  readonly segmentStart: number
}

/**
 * Everything the fold keeps of a work center: plain JSON of constant size over a shift. Lists hold one entry, more only while a status that may be
 * absorbed reaches over a border.
 */
export type EngineState = {
  /** Instant of the last sample; null before the first. Samples at this very instant may still follow: it is decided when time moves on. */
  readonly at: number | null
  readonly firstAt: number | null
  readonly sensors: Readonly<Record<string, Reading>>
  readonly counters: Readonly<Record<string, CounterReading>>
  /** Last output pulse and the speed in units a minute that it showed. */
  readonly pulse: { readonly at: number; readonly perMin: number } | null
  readonly status: HeldStatus | null
  readonly candidate: CandidateStatus | null
  readonly manual: HeldManual | null
  /** Speed by pulses: start of the standstill if no pulse comes in time; null = no stop is pending (domain.md S-5). */
  readonly stopSince: number | null
  /** End of the last stretch without data. */
  readonly gapEnd: number | null
  /** Until when time is in the sums. */
  readonly settledTo: number
  /** Until when a measured speed is in the output. */
  readonly meteredTo: number
  readonly loss: OpenLoss | null
  /** Start of the last stop that was counted as a failure (domain.md D-30): each counts once. */
  readonly failedStop: number | null
  readonly windows: readonly OpenWindow[]
  readonly hours: readonly OpenHour[]
  readonly segments: readonly OpenSegment[]
  /** Ascending by instant. */
  readonly undecided: readonly UndecidedUnits[]
}

/** Returns the state before the first sample ever. */
export function initialState(): EngineState {
  return {
    at: null,
    firstAt: null,
    sensors: {},
    counters: {},
    pulse: null,
    status: null,
    candidate: null,
    manual: null,
    stopSince: null,
    gapEnd: null,
    settledTo: 0,
    meteredTo: 0,
    loss: null,
    failedStop: null,
    windows: [],
    hours: [],
    segments: [],
    undecided: [],
  }
}
