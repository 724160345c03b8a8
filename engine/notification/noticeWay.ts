import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { NotificationType, TargetPeriod } from './notificationType.ts'

type NoticeWay = 'ANALYTICS' | 'BILLING' | 'HISTORY' | 'INTEGRATIONS' | 'LOSS' | 'ORDER' | 'REFUSALS' | 'SHIFT'

/** What is seen in the history of the machine at that time. */
const IN_HISTORY: ReadonlySet<NotificationType> = new Set([
  'BATTERY_LOW',
  'CONNECTION_LOST',
  'DE_PHASING',
  'WORK_CENTER_OFF',
  'WORK_IN_NON_WORK_TIME',
])

/**
 * Returns where the person gets to what a notification is about: its stop, its shift or the longer period of a target, the history of the machine then, its
 * order, what its device sent and was refused, the integrations or what is paid; null = nowhere, or they may not.
 */
export function noticeWay(
  type: NotificationType,
  { readable }: Pick<AbilityGrants, 'readable'>,
  /** Of a target what its figure is summed over. */
  periodType: TargetPeriod | null = null,
): NoticeWay | null {
  if (IN_HISTORY.has(type)) return 'HISTORY'
  const isOfShift = type === 'TARGET_VALUE' && (periodType === null || periodType === 'SHIFT')
  if (isOfShift || type === 'FLOW_ERROR' || type === 'LATE_DATA') return readable.has('SHIFTS') ? 'SHIFT' : null
  if (type === 'TARGET_VALUE') return readable.has('ANALYTICS') ? 'ANALYTICS' : null
  if (type === 'CONNECTION_ERROR' || type === 'UNKNOWN') return readable.has('WORK_CENTER_SETTINGS') ? 'REFUSALS' : null
  if (type === 'STATUS_DURATION') return readable.has('LOSSES') ? 'LOSS' : null
  if (type === 'ORDER_REACHED') return readable.has('JOB_ORDERS') ? 'ORDER' : null
  if (type === 'INTEGRATION_ATTENTION') return readable.has('INTEGRATIONS') ? 'INTEGRATIONS' : null
  return type === 'PREPAID_ENDING' && readable.has('COMPANY_SETTINGS') ? 'BILLING' : null
}

/** What somebody may have to mend at the machine. */
export const TO_MEND: ReadonlySet<NotificationType> = new Set([
  'STATUS_DURATION',
  'WORK_CENTER_OFF',
  'WORK_IN_NON_WORK_TIME',
  'BATTERY_LOW',
  'DE_PHASING',
  'CONNECTION_LOST',
  'CONNECTION_ERROR',
  'FLOW_ERROR',
])

/** Returns whether work may be asked for because of a notification of the type: there may be something to mend at the machine. */
export function isToMend(type: NotificationType): boolean {
  return TO_MEND.has(type)
}

/** Returns whether the person may ask for work because of a notification of the type (domain.md ST-3). */
export function mayAskForWorkOf(type: NotificationType, { updatable }: Pick<AbilityGrants, 'updatable'>): boolean {
  return isToMend(type) && updatable.has('LOSSES')
}
