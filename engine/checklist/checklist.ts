import type { Interval } from '#engine/time/interval.ts'

/** What makes a checklist due (spec 001 §5). */
export const CHECKLIST_SOURCES = ['STATUS', 'REASON', 'REGULAR_INTERVALS', 'LOSS_REASON', 'QUANTITY_PRODUCED', 'DAILY_SCHEDULE'] as const
export type ChecklistSource = (typeof CHECKLIST_SOURCES)[number]

export const CHECKLIST_TASK_TYPES = ['YES_NO', 'MEASUREMENT', 'ENTER_TEXT', 'MARK_AS_DONE', 'SELECT', 'ATTACH_FILE'] as const
export type ChecklistTaskType = (typeof CHECKLIST_TASK_TYPES)[number]

/** What follows from an answer outside of what was expected (domain.md CL-12). */
export const DEVIATION_ACTIONS = ['NONE', 'NOTIFY', 'WORK_REQUEST', 'STOP_NOTE'] as const
export type DeviationAction = (typeof DEVIATION_ACTIONS)[number]

/** In which unit people enter how long after a stop (spec 001 §5). */
export const SHOW_AFTER_UNITS = ['MINUTES', 'HOURS'] as const
export type ShowAfterUnit = (typeof SHOW_AFTER_UNITS)[number]

/** When a checklist becomes due; only the fields of its source are read. Times are in ms of counted time. */
export type ChecklistFrequency = {
  readonly source: ChecklistSource
  /** REGULAR_INTERVALS: ms between two. */
  readonly everyMs: number | null
  /** QUANTITY_PRODUCED: units between two. */
  readonly everyUnits: number | null
  readonly resetAtShiftStart: boolean
  readonly resetAtProductChangeover: boolean
  readonly pauseDuringDowntime: boolean
  readonly allowManualActivation: boolean
  readonly statusRuleId: number | null
  readonly reasonId: number | null
  /** STATUS and REASON: how long after the end of the stop. */
  readonly showAfterMs: number
  readonly showAfterUnit: ShowAfterUnit
  /** DAILY_SCHEDULE: times `HH:mm` of the local clock. */
  readonly showAt: readonly string[]
}

/** A stretch of one committed status; `end` null = it lasts. */
export type StatusStretch = {
  readonly start: number
  readonly end: number | null
  readonly statusRuleId: number | null
  /** Whether the machine works: neither a stop nor time without data. */
  readonly isRunning: boolean
  readonly hasData: boolean
}

/** A stop with what is known of its reason: which, and since when. */
export type StopWithReason = {
  readonly start: number
  readonly end: number | null
  readonly reasonId: number | null
  readonly knownAt: number | null
}

/** What decides when a checklist is due at one work center. Lists ascend; stretches may reach out of the asked window. */
export type ChecklistFacts = {
  readonly zone: string
  readonly shifts: readonly Interval[]
  readonly statuses: readonly StatusStretch[]
  /** The statuses that the work center has of the same name as one that a checklist names, by its id: statuses belong to one machine. */
  readonly sameStatuses: ReadonlyMap<number, readonly number[]>
  readonly stops: readonly StopWithReason[]
  /** Starts of runs whose product differs from that of the run before. */
  readonly changeovers: readonly number[]
  /** Units that the device counted as accepted since the entry before. */
  readonly counts: readonly { readonly at: number; readonly units: number }[]
}

/** What is counted for REGULAR_INTERVALS (ms) and QUANTITY_PRODUCED (units) since `anchor`, as it stands at the instant `at`. */
export type ChecklistClock = {
  readonly at: number
  readonly anchor: number
  readonly counted: number
  /** How many were due since the anchor. */
  readonly fired: number
}

/** An occurrence as facts make it due (domain.md CL-1 to CL-4). Source, anchor and number tell it from all others of its checklist and work center. */
export type DueOccurrence = {
  readonly source: ChecklistSource
  readonly anchor: number
  /** Counts those of one anchor; 1 where a stop or a time of day makes it due. */
  readonly number: number
  /** The stop that it follows; null elsewhere. */
  readonly subject: Interval | null
  readonly dueAt: number
  /** Exclusive. */
  readonly closesAt: number
  /** How many triggers became this one. */
  readonly mergedCount: number
}
