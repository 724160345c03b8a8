import { MINUTE_MS } from '#engine/time/durations.ts'
import type { EmailKind } from './emailKind.ts'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long after each failed try the next one is made; after the last of them the e-mail has failed. */
export const RETRY_AFTER_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS]

/** How long an e-mail is worth sending: as long as its link works, or its news is news. */
export const EMAIL_LIFETIME_MS: Readonly<Record<EmailKind, number>> = {
  VERIFY_EMAIL: DAY_MS,
  RESET_PASSWORD: HOUR_MS,
  ALREADY_REGISTERED: DAY_MS,
  ACTIVATE: 7 * DAY_MS,
  INVITATION: 7 * DAY_MS,
  ROLE_REQUEST: 7 * DAY_MS,
  ROLE_DECIDED: 7 * DAY_MS,
  PASSWORD_CHANGED: 7 * DAY_MS,
  TWO_FACTOR_CHANGED: 7 * DAY_MS,
  API_KEY_CREATED: 7 * DAY_MS,
  REPORT: 3 * DAY_MS,
  REPORT_EXTERNAL: 3 * DAY_MS,
  REPORT_CONFIRM: 7 * DAY_MS,
  // What happened on the floor is old news in the evening.
  NOTIFICATION: 6 * HOUR_MS,
  NOTIFICATIONS: 6 * HOUR_MS,
  NOTIFICATION_GROUP: 6 * HOUR_MS,
  NOTIFICATION_DIGEST: DAY_MS,
  NOTIFICATION_RETRACTED: 6 * HOUR_MS,
  SUPPORT_REQUEST: 7 * DAY_MS,
  SUPPORT_ANSWER: 7 * DAY_MS,
  WEBHOOK_DISABLED: 7 * DAY_MS,
  INTEGRATION_FAILED: 7 * DAY_MS,
  INTEGRATION_KEY_ENDS: 7 * DAY_MS,
  PREPAID_ENDING: 7 * DAY_MS,
}

/** What became of a try to hand an e-mail to the mail server. */
export type Delivery =
  | { readonly result: 'SENT' }
  /** The mail server refuses this e-mail, and would do so again. */
  | { readonly result: 'REFUSED'; readonly error: string }
  /** The mail server is away, busy, or does not know us: the e-mail is not the cause. */
  | { readonly result: 'AWAY'; readonly error: string }

/** What is done about an e-mail after a failed try. */
export type Plan = { readonly action: 'RETRY'; readonly at: Date } | { readonly action: 'GIVE_UP' }

/** Returns when the e-mail is tried again: never if it was refused for good, after the last interval, or when it would come too late to be of use. `tries` counts the failed one. */
export function planAfter(
  failed: Exclude<Delivery, { readonly result: 'SENT' }>,
  email: { readonly kind: EmailKind; readonly createdAt: Date; readonly tries: number },
  now: Date,
): Plan {
  const wait = RETRY_AFTER_MS[email.tries - 1]
  if (failed.result === 'REFUSED' || wait === undefined) return { action: 'GIVE_UP' }
  const at = new Date(now.getTime() + wait)
  return at.getTime() < email.createdAt.getTime() + EMAIL_LIFETIME_MS[email.kind] ? { action: 'RETRY', at } : { action: 'GIVE_UP' }
}
