import type { CompanyId, DeviceId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { JobSetup } from '#engine/jobOrder/jobRun.ts'
import type { LossSetup } from '#engine/loss/lossSetup.ts'
import type { TargetSetup } from '#engine/output/shiftTarget.ts'
import type { UnitVersion } from '#engine/output/unitVersions.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { StatusRule, StatusSource } from '#engine/status/statusRule.ts'

export const WORK_CENTER_TYPES = ['DISCRETE', 'CONTINUOUS'] as const
export type WorkCenterType = (typeof WORK_CENTER_TYPES)[number]

export const WORK_CENTER_STATES = ['EMERGENCY', 'NOT_EMERGENCY', 'WORK_WITHOUT_LOAD', 'WORK_WITH_LOAD'] as const
export type WorkCenterState = (typeof WORK_CENTER_STATES)[number]

export const OUTPUT_CALCULATION_TYPES = ['ACCEPTED_AND_REJECTED', 'TOTAL_AND_ACCEPTED', 'TOTAL_AND_REJECTED'] as const
export type OutputCalculationType = (typeof OUTPUT_CALCULATION_TYPES)[number]

export const NO_DATA_POLICIES = ['EXCLUDE', 'UNCLASSIFIED_DOWNTIME'] as const
export type NoDataPolicy = (typeof NO_DATA_POLICIES)[number]

/** How the device reports: every `nominalPeriodMs`, or only when a value changes (domain.md S-6). */
export const REPORT_MODES = ['PERIODIC', 'ON_CHANGE'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

/** The installation's electrical constants, null where not entered (domain.md S-10, S-11). */
export type ElectricalSetup = {
  /** Above 0, at most 1. */
  readonly cosPhi: number | null
  /** Line-to-line volts. */
  readonly voltage: number | null
  /** Primary : secondary, 1 where the device reports primary current. */
  readonly transformationRatio: number
  readonly nominalPowerKw: number | null
  /** Percent of nominal power below which a powered machine is without load. */
  readonly idleLoadThreshold: number
}

/** Electrical constants in force from an instant; the last ones go on (domain.md E-59). */
export type ElectricalVersion = ElectricalSetup & { readonly validFrom: number }

/** A status source in force from an instant: a conversion does not rewrite the past (domain.md S-9). */
export type StatusSourceVersion = { readonly validFrom: number; readonly source: StatusSource }

/** A status that a person chose, from an instant on; `end` null = until the automatic status is effective or the shift ends (domain.md S-2). */
export type ManualStatus = { readonly start: number; readonly end: number | null; readonly statusRuleId: StatusRuleId }

/** How the target output of a shift is worked out (G-21). */
export const TARGET_OUTPUT_CALCULATION_TYPES = [
  'BY_CURRENT_JOB_ORDER_CYCLE_TIME',
  'BY_JOB_ORDERS_CYCLE_TIME',
  'BY_WORK_CENTER_CYCLE_TIME',
] as const
export type TargetOutputCalculationType = (typeof TARGET_OUTPUT_CALCULATION_TYPES)[number]

export type OutputSetup = {
  readonly calculationType: OutputCalculationType
  /** Units a minute: the work center's reference speed when no job order gives one (domain.md D-46, D-47); null = unknown. */
  readonly targetSpeedPerMin: number | null
  /** Values a counter takes before it starts again at 0: 65536 for 16 bits, 4294967296 for 32; null = 16 or 32 bits, as the readings suggest (domain.md S-63). */
  readonly counterRange: number | null
  /** false = the device's counters only show that the machine moves; output is the confirmed one (domain.md S-62). */
  readonly isTrackedAutomatically: boolean
  /** Rejected units per OUTPUT loss (domain.md S-30, A-5); 1 when each rejection needs its reason, null = all of a segment are one. */
  readonly rejectionAmount: number | null
}

export type OeeSetup = {
  readonly calculateAvailability: boolean
  readonly calculatePerformance: boolean
  readonly calculateQuality: boolean
  readonly noDataPolicy: NoDataPolicy
  readonly capPerformance: boolean
  /** Percent, 0..100; null = no target. */
  readonly targetAvailability: number | null
  readonly targetPerformance: number | null
  readonly targetQuality: number | null
  readonly targetOee: number | null
}

/** Everything besides samples and time that decides a work center's figures. A plain value: a changed setup is a new one. */
export type WorkCenterSetup = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly deviceId: DeviceId
  readonly type: WorkCenterType
  readonly statusSource: StatusSource
  /** Ascending by `validFrom`; before the first, and where empty, `statusSource` holds. */
  readonly statusSourceVersions: readonly StatusSourceVersion[]
  /** All versions of all rules, archived ones included. */
  readonly statusRules: readonly StatusRule[]
  /** Percent of its lower bound that a value may fall below the status that it is in before it leaves it (domain.md S-5); 0 when absent. */
  readonly deadBandPercent?: number
  /** Ascending by start, never overlapping. */
  readonly manualStatuses: readonly ManualStatus[]
  /** The constants in force now. */
  readonly electrical: ElectricalSetup
  /** Ascending by `validFrom`; before the first the first holds, and where empty `electrical`. */
  readonly electricalVersions: readonly ElectricalVersion[]
  readonly reportMode: ReportMode
  readonly nominalPeriodMs: number
  readonly output: OutputSetup
  /** Ascending by `validFrom`, for output of unknown unit absent: a change of the unit begins a new segment (domain.md E-55). */
  readonly units?: readonly UnitVersion[]
  readonly oee: OeeSetup
  readonly losses: LossSetup
  /** false = stops make no losses by themselves, only what people enter is one (domain.md S-21); true when absent. */
  readonly isDowntimeTracked?: boolean
  readonly jobs: JobSetup
  /** Decides no figure but the target; by the work center's reference speed when absent. */
  readonly target?: TargetSetup
  /** Ascending by `validFrom`; empty = no shifts, all time is out of schedule. */
  readonly schedule: readonly ShiftScheduleVersion[]
}
