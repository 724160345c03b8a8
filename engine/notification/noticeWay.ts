import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { NotificationType } from './notificationType.ts'

/** Returns where the person gets to what a notification is about: its stop, its order, the integrations or what is paid; null = nowhere, or they may not. */
export function noticeWay(
  type: NotificationType,
  { readable }: Pick<AbilityGrants, 'readable'>,
): 'BILLING' | 'INTEGRATIONS' | 'LOSS' | 'ORDER' | null {
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
