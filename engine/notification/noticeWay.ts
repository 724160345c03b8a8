import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { NotificationType } from './notificationType.ts'

/** Returns where the person gets to what a notification is about: its order, the integrations or what is paid; null = nowhere, or they may not. */
export function noticeWay(
  type: NotificationType,
  { readable }: Pick<AbilityGrants, 'readable'>,
): 'BILLING' | 'INTEGRATIONS' | 'ORDER' | null {
  if (type === 'ORDER_REACHED') return readable.has('JOB_ORDERS') ? 'ORDER' : null
  if (type === 'INTEGRATION_ATTENTION') return readable.has('INTEGRATIONS') ? 'INTEGRATIONS' : null
  return type === 'PREPAID_ENDING' && readable.has('COMPANY_SETTINGS') ? 'BILLING' : null
}
