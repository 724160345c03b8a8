import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'

/** SQLSTATEs and system codes of a connection that is away: nothing of the statement's own doing. */
const OUTAGE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])

/** The driver reports a lost socket without a code. */
const OUTAGE_TEXT =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Connection ended|Query read timeout/i

/** Returns whether the error says that the database cannot be reached, as opposed to what it answered. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (typeof code === 'string' && OUTAGE_CODES.has(code)) || OUTAGE_TEXT.test(error.message)
}

/** Returns the error as the edge shall see it: an outage is the refusal SERVICE_UNAVAILABLE, everything else is itself. */
export function withoutOutage(error: unknown): unknown {
  return isOutage(error) ? new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: error }) : error
}

/** SQLSTATEs of a text that PostgreSQL cannot store: one with a NUL, which JSON may carry. */
const UNSTORABLE_TEXT_CODES: ReadonlySet<unknown> = new Set(['22021', '22P05'])

/** Returns the error as services shall see it: an outage is SERVICE_UNAVAILABLE, a text that no column can hold is INVALID_FORMAT, everything else is itself. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && UNSTORABLE_TEXT_CODES.has(error.code)) {
    return new Refusal({ code: 'INVALID_FORMAT', params: { example: 'abc' } }, { cause: error })
  }
  return withoutOutage(error)
}

/** Returns what `attempt` returns, tried again through an outage with growing pauses until `limitMs` have passed; only for attempts that change nothing. */
export async function throughOutage<T>(attempt: () => Promise<T>, limitMs: number): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isOutage(error) || performance.now() + pauseMs > giveUpAt) throw error
      await sleep(pauseMs)
    }
  }
}
