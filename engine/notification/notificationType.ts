/** What a rule of a company may watch. */
export const RULE_TYPES = [
  'STATUS_DURATION',
  'WORK_CENTER_OFF',
  'WORK_IN_NON_WORK_TIME',
  'TARGET_VALUE',
  'BATTERY_LOW',
  'DE_PHASING',
] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** What is watched without a rule: the device, integrations and prepaid time for administrators, checklists, tasks, orders and shifts for those who plan and do them. */
export const BUILT_IN_TYPES = [
  'CONNECTION_LOST',
  'CONNECTION_ERROR',
  'FLOW_ERROR',
  'CHECKLIST_DEVIATION',
  'CHECKLIST_MISSED',
  'TASK_WAITING',
  'ORDER_REACHED',
  'LATE_DATA',
  'INTEGRATION_ATTENTION',
  'PREPAID_ENDING',
  'UNKNOWN',
] as const

export const NOTIFICATION_TYPES = [...RULE_TYPES, ...BUILT_IN_TYPES] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const SEVERITIES = ['INFO', 'WARNING', 'URGENT'] as const
export type Severity = (typeof SEVERITIES)[number]

export const AUDIENCES = ['ROLES', 'TEAMS', 'USERS'] as const
export type Audience = (typeof AUDIENCES)[number]

export const NOTIFICATION_MODES = ['STATUS', 'STOP', 'OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'OUTPUT'] as const
/** Of a status: one interval of it or the whole stop. Of a target: the figure that is compared; of the output its share of the target output (domain.md G-21). */
export type NotificationMode = (typeof NOTIFICATION_MODES)[number]
export const STATUS_MODES = ['STATUS', 'STOP'] as const satisfies readonly NotificationMode[]
export const TARGET_MODES = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'OUTPUT'] as const satisfies readonly NotificationMode[]
export type TargetMode = (typeof TARGET_MODES)[number]

export const COMPARISONS = ['GREATER', 'LOWER'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Returns the figure that a rule compares; what is no figure is OEE, as it is read. */
export function targetMode(mode: string | null): TargetMode {
  return TARGET_MODES.find((one) => one === mode) ?? 'OEE'
}

/** What the figure of a target is summed over. */
export const TARGET_PERIODS = ['SHIFT', 'DAY', 'WEEK', 'MONTH'] as const
export type TargetPeriod = (typeof TARGET_PERIODS)[number]

/** A row that is not due yet is nobody's business; the others are shown. */
export const NOTIFICATION_STATES = ['PENDING', 'OPEN', 'RESOLVED', 'RETRACTED'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/** The ids of the types never change: programs hold them. */
export const RULE_TYPE_IDS: Readonly<Record<RuleType, string>> = {
  STATUS_DURATION: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a01',
  TARGET_VALUE: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a02',
  WORK_IN_NON_WORK_TIME: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a03',
  BATTERY_LOW: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a04',
  DE_PHASING: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a05',
  WORK_CENTER_OFF: '0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a06',
}

/** Returns the type of the id, or null: another has it, or none. */
export function typeOfId(id: string): RuleType | null {
  return RULE_TYPES.find((type) => RULE_TYPE_IDS[type] === id) ?? null
}

/** Returns the next severity above it; of the highest itself. */
export function oneStepWorse(severity: Severity): Severity {
  return SEVERITIES[SEVERITIES.indexOf(severity) + 1] ?? severity
}

/** Returns the more severe of two. */
export function worseOf(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other
}
