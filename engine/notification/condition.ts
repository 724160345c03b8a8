import type { NoDataCause } from '#engine/facts.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ToldRun } from './checklistAttention.ts'
import type { BatteryReading } from './batteryLow.ts'
import type { RefusedEntry } from './connectionError.ts'
import type { PhaseReading, PhaseRule } from './dePhasing.ts'
import type { FlowShift } from './flowError.ts'
import type { Notice } from './notice.ts'
import type { RemindedTask } from './taskReminder.ts'
import type { GoesOn } from './thresholdFold.ts'
import type { Comparison, NotificationMode, NotificationType, TargetPeriod } from './notificationType.ts'

/** What a rule watches. Rules of one work center whose conditions are equal share their episodes (domain.md AL-1). */
export type Condition = {
  readonly type: NotificationType
  /** null = any stop. */
  readonly statusRuleId: StatusRuleId | null
  readonly mode: NotificationMode
  /** Whether time with a planned or excluded reason does not count. */
  readonly unlessPlanned: boolean
  /** Of a target: percent, null = the target in force. Of a battery or of phases: percent, null = the usual one. */
  readonly targetValue: number | null
  readonly comparisonType: Comparison
  /** Of a target; SHIFT when absent. */
  readonly periodType?: TargetPeriod
  /** Of a checklist its id, of tasks who is reminded, of a notice its subject, of phases their unbalance: what is watched for itself where a work center has several. */
  readonly subject?: string
}

/** A stored status interval with the flags of its rule. */
export type ConditionStatus = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly cause: NoDataCause | null
  readonly isEffective: boolean
  /** Whether it is a stop of which losses are made, and none that was scheduled. */
  readonly isStop: boolean
}

/** A piece of a stop; excused by a planned or excluded reason. */
export type ConditionPiece = { readonly start: number; readonly end: number | null; readonly isExcused: boolean }

/** The figure of a shift that is over, in percent; null = there is none, or the shift was too short to judge. */
export type ConditionShift = Interval & { readonly value: number | null; readonly target: number | null }

/** The figure of a shift, or of a longer period, that is judged at an instant. */
export type ConditionPeriod = ConditionShift & { readonly judgedAt: number }

/** What episodes of one work center follow from; all ascending. */
export type ConditionFacts = {
  readonly statuses: readonly ConditionStatus[]
  readonly pieces: readonly ConditionPiece[]
  /** Shifts, past and to come. */
  readonly windows: readonly Interval[]
  readonly shifts: readonly ConditionShift[]
  /** Days, weeks or months that were judged, for a condition of such a period. */
  readonly periods?: readonly ConditionPeriod[]
  /** Readings of the battery, for a condition of it. */
  readonly battery?: readonly BatteryReading[]
  /** Currents of the phases, for a condition of them. */
  readonly phases?: Pick<PhaseRule, 'nominalCurrentA' | 'periodMs'> & { readonly readings: readonly PhaseReading[] }
  /** An episode of battery or phases that goes on where the readings begin. */
  readonly goesOn?: GoesOn | undefined
  /** Entries of the device that were refused, and records of shifts with what is wrong in them. */
  readonly refused?: readonly RefusedEntry[]
  readonly flow?: readonly FlowShift[]
  /** Runs of checklists that tell of deviations or of being missed, and tasks of plans that remind. */
  readonly runs?: readonly ToldRun[]
  readonly tasks?: readonly RemindedTask[]
  /** What stands so in the tables. */
  readonly notices?: readonly Notice[]
}

/** A stretch in which a condition holds; what of it counts towards the duration of a rule has an end of Infinity while it goes on. */
export type Episode = {
  readonly since: number
  /** null = it holds. */
  readonly until: number | null
  readonly counted: readonly Interval[]
  /** What it is about, by a code: the reason of refusals, the issue of counters, the run of a checklist. */
  readonly about?: string | null
  /** When it became more severe by itself. */
  readonly worseAt?: number | null
}

/** Returns the key under which rules of one work center share episodes. */
export function conditionKey(condition: Condition): string {
  const { type, statusRuleId, mode, unlessPlanned, targetValue, comparisonType, periodType = 'SHIFT', subject } = condition
  if (subject !== undefined) return `${type}/${subject}`
  if (type === 'STATUS_DURATION') return [type, statusRuleId ?? 'any', mode, unlessPlanned ? 'unplanned' : 'all'].join('/')
  if (type === 'BATTERY_LOW' || type === 'DE_PHASING') return [type, targetValue ?? 'usual'].join('/')
  if (type !== 'TARGET_VALUE') return type
  const ofShift = [type, mode, comparisonType, targetValue ?? 'target']
  return (periodType === 'SHIFT' ? ofShift : [...ofShift, periodType]).join('/')
}
