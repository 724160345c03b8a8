import type { Under } from '#web/texts/translate.ts'
import { DEVICE_FIELDS } from '#engine/workCenter/generalFields.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'

/** Keys of log entries with a translation, `audit.key.*`; other names are shown as they are. */
const AUDIT_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(WORK_CENTER_FIELDS),
  ...Object.keys(DEVICE_FIELDS),
  'autoDowntimeTracking',
  'autoOutputTracking',
  'calibrationFailure',
  'calibrationState',
  'code',
  'color',
  'country',
  'email',
  'expiration',
  'expiresOn',
  'hasPassword',
  'holidays',
  'isApproved',
  'isByCode',
  'isCalibrated',
  'isConverted',
  'isEffective',
  'isNew',
  'isPublic',
  'isScheduledLoss',
  'language',
  'lastFour',
  'lateSamples',
  'login',
  'membersCount',
  'minEventDuration',
  'needGenerateEventByState',
  'phaseA',
  'phaseB',
  'phaseC',
  'photo',
  'range',
  'rangeType',
  'reason',
  'revision',
  'role',
  'rows',
  'shiftDate',
  'shiftDateRule',
  'shifts',
  'shortName',
  'team',
  'teamId',
  'timeZone',
  'usualDays',
  'validFrom',
  'value',
  'workCenterId',
  'workCenterIds',
  'workingDays',
])

/** Returns whether the name has a word of its own. */
export function isAuditKey(name: string): name is Under<'audit.key', 'user'> {
  return AUDIT_KEYS.has(name)
}
