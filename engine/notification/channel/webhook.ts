import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { NotificationState, NotificationType, Severity } from '../notificationType.ts'
import type { ToldEvent } from './push.ts'

/** A notification as a webhook tells it. */
export type WebhookNotification = {
  readonly id: string
  readonly type: NotificationType
  readonly severity: Severity
  readonly state: NotificationState
  readonly workCenterId: string
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

/** Returns the body of a webhook: what happened when, the notification, and a link for people (domain.md AL-20). */
export function webhookBody(
  notification: WebhookNotification,
  { event, at, publicUrl }: { readonly event: ToldEvent; readonly at: number; readonly publicUrl: string },
): string {
  const { id, since, until, firedAt } = notification
  return JSON.stringify({
    type: `notification.${event.toLowerCase()}`,
    occurredAt: textOf(at),
    data: { ...notification, since: textOf(since), until: until === null ? null : textOf(until), firedAt: textOf(firedAt) },
    link: `${publicUrl}/notifications?id=${id}`,
  })
}

/** One attempt to send a webhook; retries of one message have its id. */
export type WebhookAttempt = { readonly messageId: string; readonly at: number; readonly body: string }

/** Returns the text that is signed by HMAC-SHA256 with each secret of the endpoint: id, timestamp in seconds and body (domain.md AL-20). */
export function signatureInput({ messageId, at, body }: WebhookAttempt): string {
  return `${messageId}.${secondsOf(at)}.${body}`
}

/** Returns the headers of Standard Webhooks; during a rotation there are signatures by two secrets, each in base64. */
export function webhookHeaders({ messageId, at }: WebhookAttempt, signatures: readonly string[]): Readonly<Record<string, string>> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(secondsOf(at)),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}

export type WebhookOutcome =
  | { readonly outcome: 'DONE' | 'FAILED' }
  /** The endpoint wants no more. */
  | { readonly outcome: 'DISABLED' }
  | { readonly outcome: 'RETRY'; readonly at: number }

const RETRY_AFTER_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS] as const
const DEAD_AFTER_MS = 5 * DAY_MS

/** Returns what follows from the status that an endpoint answered, null = none; `tries` = how often it was tried, this one included (domain.md AL-20). */
export function webhookOutcome(status: number | null, { tries, now }: { readonly tries: number; readonly now: number }): WebhookOutcome {
  if (status !== null && status >= 200 && status < 300) return { outcome: 'DONE' }
  if (status === 410) return { outcome: 'DISABLED' }
  const wait = RETRY_AFTER_MS[tries - 1]
  return wait === undefined ? { outcome: 'FAILED' } : { outcome: 'RETRY', at: now + wait }
}

/** Returns whether an endpoint is disabled, and administrators told, as it took nothing for five days; `failsSince` = the first failure after its last success. */
export function isDeadEndpoint(failsSince: number | null, now: number): boolean {
  return failsSince !== null && now - failsSince >= DEAD_AFTER_MS
}

function secondsOf(at: number): number {
  return Math.floor(at / SECOND_MS)
}

function textOf(at: number): string {
  return new Date(at).toISOString()
}
