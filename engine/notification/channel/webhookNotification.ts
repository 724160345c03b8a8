import type { NotificationState, NotificationType, Severity } from '../notificationType.ts'

/** A notification as a webhook tells it. */
export type WebhookNotification = {
  readonly id: string
  readonly type: NotificationType
  readonly severity: Severity
  readonly state: NotificationState
  readonly workCenterId: number
  readonly workCenter: string
  readonly since: number
  readonly until: number | null
  readonly firedAt: number
  readonly isFoundLate: boolean
  /** Codes and figures. */
  readonly params: Readonly<Record<string, string | number | null>>
  /** A sentence in English. */
  readonly text: string
}

/** Returns what a webhook says of the notification: its fields, with times in ISO 8601 (domain.md AL-20). */
export function notificationData(notification: WebhookNotification) {
  const { since, until, firedAt } = notification
  return { ...notification, since: textOf(since), until: until === null ? null : textOf(until), firedAt: textOf(firedAt) }
}

function textOf(at: number): string {
  return new Date(at).toISOString()
}
