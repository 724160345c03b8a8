import type { Under } from '#web/texts/translate.ts'
import { CHECKLIST_SOURCES, SHOW_AFTER_UNITS } from '#engine/checklist/checklist.ts'
import { CALIBRATION_FAILURES } from '#engine/energy/calibration.ts'
import { EXTENSION_IDS } from '#engine/extension/extension.ts'
import type { ExtensionId } from '#engine/extension/extension.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { INTEGRATION_SECRETS } from '#engine/integration/integrationForm.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES, LOSS_REASON_TYPES } from '#engine/loss/lossReason.ts'
import { LOSS_REASON_LINK_TYPES } from '#engine/loss/reasonOffer.ts'
import { BOM_REGISTRATION_TYPES } from '#engine/material/billOfMaterial.ts'
import {
  AUDIENCES,
  COMPARISONS,
  NOTIFICATION_MODES,
  RULE_TYPES,
  SEVERITIES,
  TARGET_PERIODS,
} from '#engine/notification/notificationType.ts'
import { PERIODICITIES, REPORT_TYPES } from '#engine/report/reportKind.ts'
import { SHIFT_DATE_RULES } from '#engine/shift/shiftSchedule.ts'
import { STATUS_RULE_RANGE_TYPES } from '#engine/status/statusRule.ts'
import { OPERATIONAL_EVENTS } from '#engine/task/operationalTask.ts'
import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import { WEBHOOK_TOPICS } from '#engine/webhook/webhookTopic.ts'
import { DEVICE_FIELDS } from '#engine/workCenter/generalFields.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'

/** The values that a key of a log entry may have where they are words of a list, not what people typed. */
export const AUDIT_CHOICES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...choicesOf(WORK_CENTER_FIELDS),
  ...choicesOf(DEVICE_FIELDS),
  ['activityTypes', ACTIVITY_TYPES],
  ['answer', ['AGREED', 'ASKED', 'LEFT']],
  ['calibrationFailure', [...CALIBRATION_FAILURES, 'CONSTANTS_CHANGED']],
  ['calibrationState', ['RUNNING', 'DONE', 'FAILED']],
  ['category', LOSS_CATEGORIES],
  ['comparisonType', COMPARISONS],
  ['event', ['DELETED', 'DISABLED', 'ENABLED', 'KEY_RENEWED', 'RECONFIGURED', 'RESTORED', 'RETRIED']],
  ['linkType', LOSS_REASON_LINK_TYPES],
  ['missedSeverity', SEVERITIES],
  ['mode', NOTIFICATION_MODES],
  ['noDataPolicy', ['EXCLUDE', 'UNCLASSIFIED_DOWNTIME']],
  ['performanceBy', PERFORMANCE_BASES],
  ['periodicity', PERIODICITIES],
  ['periodType', TARGET_PERIODS],
  ['rangeType', STATUS_RULE_RANGE_TYPES],
  ['registrationType', BOM_REGISTRATION_TYPES],
  ['secret', ['changed']],
  ['secrets', INTEGRATION_SECRETS],
  ['severity', SEVERITIES],
  ['shiftDateRule', SHIFT_DATE_RULES],
  ['showAfterUnit', SHOW_AFTER_UNITS],
  ['source', CHECKLIST_SOURCES],
  ['status', JOB_ORDER_STATUSES],
  ['targetAudience', AUDIENCES],
  ['topics', WEBHOOK_TOPICS],
  [
    'type',
    [
      ...choicesOf(WORK_CENTER_FIELDS).flatMap(([key, values]) => (key === 'type' ? values : [])),
      ...LOSS_REASON_TYPES,
      ...REPORT_TYPES,
      ...RULE_TYPES,
    ],
  ],
])

/** Values that mean something else under this key, `key_VALUE`. */
const OWN_WORDS: ReadonlySet<string> = new Set(['mode_STATUS', 'mode_STOP', 'performanceBy_SPEED', 'status_PLANNED', 'type_SHIFT'])

type ChoiceWord = Under<'audit.value', 'user'>

/** Returns the name of the word that the value of the key has, `audit.value.*`; null for what people typed. */
export function auditChoice(key: string, value: string): ChoiceWord | null {
  const own = `${key}_${value}`
  const name = OWN_WORDS.has(own) ? own : value
  return isChoice(key, value, name) ? name : null
}

/** Returns the name of the word for a subject that is one of a list, `audit.subject.*`; null for what people named. */
export function auditSubjectWord(kind: string, name: string): ExtensionId | OperationalEvent | null {
  const words = kind === '' ? EXTENSION_IDS : kind === 'operationalplan' ? OPERATIONAL_EVENTS : []
  return words.find((word) => word === name) ?? null
}

function isChoice(key: string, value: string, name: string): name is ChoiceWord {
  return name !== '' && (AUDIT_CHOICES.get(key)?.includes(value) ?? false)
}

function choicesOf(table: FieldTable): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(table).flatMap(([key, { rule }]) => (rule.kind === 'choice' ? [[key, rule.values] as const] : []))
}
