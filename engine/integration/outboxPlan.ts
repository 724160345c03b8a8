import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'

export const OUTBOX_STATES = ['CONFLICT', 'NEEDS_PERSON', 'SENT', 'SKIPPED', 'WAITING'] as const
/** Where a message to the other system stands; CONFLICT and NEEDS_PERSON wait for somebody who decides. */
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** REOPENED follows a CLOSED or CANCELLED that was heard and taken back; nobody chooses it. */
export const OUTBOX_OPERATIONS = ['CANCELLED', 'CLOSED', 'OUTPUT', 'REOPENED', 'STARTED', 'STOPPED'] as const
export type OutboxOperation = (typeof OUTBOX_OPERATIONS)[number]

/** What an order made so far. Absolute, so that saying it again changes nothing (domain.md IN-7). */
export type OrderFigures = { readonly accepted: number; readonly rejected: number }

/** The pauses between tries. */
export const RETRY_PAUSES_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** What the other system answered: done, not now, not like this, or it stands elsewhere than we left it. */
export type OutboxAnswer =
  | { readonly kind: 'DONE' }
  | { readonly kind: 'FOR_NOW' }
  | { readonly kind: 'FOR_GOOD' }
  | { readonly kind: 'CONFLICT' }

export type OutboxStep = { readonly state: OutboxState; readonly tries: number; readonly nextTryAt: number }

/** Returns where a message stands after an answer (domain.md IN-7). After the last pause it waits for a person. */
export function afterAnswer({ tries }: { readonly tries: number }, answer: OutboxAnswer, now: number): OutboxStep {
  const made = tries + 1
  switch (answer.kind) {
    case 'DONE':
      return { state: 'SENT', tries: made, nextTryAt: now }
    case 'CONFLICT':
      return { state: 'CONFLICT', tries: made, nextTryAt: now }
    case 'FOR_GOOD':
      return { state: 'NEEDS_PERSON', tries: made, nextTryAt: now }
    case 'FOR_NOW': {
      const pause = RETRY_PAUSES_MS[tries]
      return pause === undefined
        ? { state: 'NEEDS_PERSON', tries: made, nextTryAt: now }
        : { state: 'WAITING', tries: made, nextTryAt: now + pause }
    }
  }
}

/** Refusals that whatever is said meets: of the key, the address and what answers there. */
const OF_CONNECTION = [
  'INTEGRATION_ADDRESS_REFUSED',
  'INTEGRATION_CERTIFICATE_REFUSED',
  'INTEGRATION_KEY_RIGHTS',
  'INTEGRATION_NOT_JSON',
  'INTEGRATION_NOT_ODOO',
  'INTEGRATION_NO_ORDERS',
  'INTEGRATION_REDIRECT_REFUSED',
  'INTEGRATION_SIGN_IN',
  'INTEGRATION_TOO_OLD',
]
/** A page with one of these stands before all addresses: of a proxy that wants a sign-in. */
const SIGN_IN_STATUSES = [401, 403, 407]
/** Known to the other system, and not allowed there: it may be so of one record. */
const FORBIDDEN = 403

/** Returns whether a failure for good is one of the connection, so that it meets every message, and not of the one that was said (domain.md IN-7). */
export function isOfConnection({ code, params }: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }): boolean {
  const status = Number(params['status'])
  if (code === 'INTEGRATION_SIGN_IN' && status === FORBIDDEN) return false
  if (code === 'INTEGRATION_NOT_JSON' && status >= 400 && !SIGN_IN_STATUSES.includes(status)) return false
  return OF_CONNECTION.includes(code)
}

/**
 * Returns whether somebody moved the figure over there since we last said it: it is neither what we said, nor what this message says, nor what it was
 * before we said anything. What an earlier try wrote without our hearing of it is ours.
 */
export function isMovedOutside(theirs: number | null, { said, says }: { readonly said: number | null; readonly says: number }): boolean {
  if (theirs === null) return false
  return ![said ?? 0, says].some((known) => Math.abs(known - theirs) < SAME)
}

/** Figures have thousandths. */
const SAME = 0.0005
