import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Severity } from '../notificationType.ts'
import { topicOf } from './topic.ts'

export const PUSH_LIMITS = { title: 60, line: 140, act: 40, payloadBytes: 3000 } as const
const LONGEST_TTL_MS = 4 * HOUR_MS

/** What became of a notification since a person was told. */
export const TOLD_EVENTS = ['FIRED', 'UPDATED', 'RESOLVED', 'RETRACTED'] as const
export type ToldEvent = (typeof TOLD_EVENTS)[number]

/** Words in the language of the person. */
export type PushText = { readonly title: string; readonly line: string; readonly link: string }

/** What the browser may say of the message without signing in, and what its buttons are called. */
export type PushAnswering = { readonly token: string; readonly acts: readonly string[] }

export type PushItem = {
  /** The id of the notification or group, a UUID. */
  readonly id: string
  readonly event: ToldEvent
  readonly severity: Severity
  /** Whether it became more severe since they were told. */
  readonly isWorse: boolean
  /** When nobody needs to hear of it any more. */
  readonly usefulUntil: number
  readonly now: number
  /** Left out = it can only be opened. */
  readonly answering?: PushAnswering | null
}

export type Push = {
  /** JSON of title, line, link, tag and silent, with token and acts where it can be answered. */
  readonly payload: string
  readonly ttlSeconds: number
  readonly urgency: 'high' | 'normal'
  readonly topic: string
}

/**
 * Returns what is sent to a push service, or null when it is of no more use. A later one of the same notification replaces it, without a sound unless it
 * became more severe. Title and line are cut, and a line that does not fit into the payload is left out (domain.md AL-19).
 */
export function pushOf(
  { title, line, link }: PushText,
  { id, event, severity, isWorse, usefulUntil, now, answering = null }: PushItem,
): Push | null {
  const ttlSeconds = Math.floor(Math.min(LONGEST_TTL_MS, usefulUntil - now) / SECOND_MS)
  if (ttlSeconds <= 0) return null
  const tag = topicOf(id)
  const silent = !(event === 'FIRED' || (event === 'UPDATED' && isWorse))
  const said = {
    title: cut(title, PUSH_LIMITS.title),
    line: cut(line, PUSH_LIMITS.line),
    link,
    tag,
    silent,
    ...(answering !== null && { token: answering.token, acts: answering.acts.map((act) => cut(act, PUSH_LIMITS.act)) }),
  }
  const whole = JSON.stringify(said)
  const payload = bytesOf(whole) <= PUSH_LIMITS.payloadBytes ? whole : JSON.stringify({ ...said, line: '' })
  return { payload, ttlSeconds, urgency: severity === 'URGENT' && !silent ? 'high' : 'normal', topic: tag }
}

/** What a push service answered; no status = it did not. */
export type PushAnswer = { readonly status: number | null; readonly retryAfterMs: number | null }
export type PushOutcome =
  | { readonly outcome: 'SENT' | 'EXPIRED' | 'FAILED' }
  /** The subscription is gone: it is deleted. */
  | { readonly outcome: 'GONE' }
  /** The payload is too large for the service: it is sent without its line. */
  | { readonly outcome: 'SHORTEN' }
  /** Our keys are refused: health says so. */
  | { readonly outcome: 'REFUSED' }
  | { readonly outcome: 'RETRY'; readonly at: number }

const RETRY_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const

/** Returns what follows from the answer; `tries` = how often it was tried, this one included. It is tried again only while it is of use (domain.md AL-19). */
export function pushOutcome(
  { status, retryAfterMs }: PushAnswer,
  { tries, now, usefulUntil }: { readonly tries: number; readonly now: number; readonly usefulUntil: number },
): PushOutcome {
  if (status !== null && status >= 200 && status < 300) return { outcome: 'SENT' }
  if (status === 404 || status === 410) return { outcome: 'GONE' }
  if (status === 413) return { outcome: 'SHORTEN' }
  if (status === 401 || status === 403) return { outcome: 'REFUSED' }
  if (status !== null && status !== 429 && status < 500) return { outcome: 'FAILED' }
  const planned = RETRY_AFTER_MS[tries - 1]
  if (planned === undefined) return { outcome: 'FAILED' }
  const at = now + Math.max(0, retryAfterMs ?? planned)
  return at < usefulUntil ? { outcome: 'RETRY', at } : { outcome: 'EXPIRED' }
}

/** Returns whether no subscription of a person took the push and none will: then they get an e-mail at once. */
export function isUnheard(outcomes: readonly PushOutcome[]): boolean {
  return !outcomes.some(({ outcome }) => outcome === 'SENT' || outcome === 'RETRY' || outcome === 'SHORTEN')
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
