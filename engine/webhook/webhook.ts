import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'

/** What a webhook tells. */
export type WebhookMessage = {
  /** What happened, such as `notification.fired`. */
  readonly type: string
  readonly at: number
  /** Codes, figures, and sentences in English. */
  readonly data: unknown
  /** The page that shows it to people. */
  readonly link: string
}

/** Returns the body of a webhook: what happened when, and a link for people (domain.md AL-20). */
export function webhookBody({ type, at, data, link }: WebhookMessage): string {
  return JSON.stringify({ type, occurredAt: new Date(at).toISOString(), data, link })
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
