import type { Under } from '#web/texts/translate.ts'
import { CALIBRATION_FAILURES } from '#engine/energy/calibration.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES, LOSS_REASON_TYPES } from '#engine/loss/lossReason.ts'
import { LOSS_REASON_LINK_TYPES } from '#engine/loss/reasonOffer.ts'
import { SHIFT_DATE_RULES } from '#engine/shift/shiftSchedule.ts'
import { STATUS_RULE_RANGE_TYPES } from '#engine/status/statusRule.ts'
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
  ['linkType', LOSS_REASON_LINK_TYPES],
  ['noDataPolicy', ['EXCLUDE', 'UNCLASSIFIED_DOWNTIME']],
  ['rangeType', STATUS_RULE_RANGE_TYPES],
  ['shiftDateRule', SHIFT_DATE_RULES],
  ['type', [...choicesOf(WORK_CENTER_FIELDS).flatMap(([key, values]) => (key === 'type' ? values : [])), ...LOSS_REASON_TYPES]],
])

/** Returns whether the value of the key has a word of its own, `audit.value.*`. */
export function isAuditChoice(key: string, value: string): value is Under<'audit.value', 'user'> {
  return AUDIT_CHOICES.get(key)?.includes(value) ?? false
}

function choicesOf(table: FieldTable): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(table).flatMap(([key, { rule }]) => (rule.kind === 'choice' ? [[key, rule.values] as const] : []))
}
