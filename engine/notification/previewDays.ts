import type { NotificationType } from './notificationType.ts'

/** How far back a rule is tried at most, and usually. */
export type PreviewDays = { readonly max: number; readonly usual: number }

/** What is judged by each value of a sensor is read value by value. */
const MEASURED: PreviewDays = { max: 14, usual: 14 }
const ANY: PreviewDays = { max: 31, usual: 14 }

/** Returns for how many days a rule of the type is tried (domain.md AL-18). */
export function previewDays(type: NotificationType): PreviewDays {
  return type === 'BATTERY_LOW' || type === 'DE_PHASING' ? MEASURED : ANY
}
