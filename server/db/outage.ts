import { setTimeout as sleep } from 'node:timers/promises'
import { isAbortedTransactionError } from 'kysely'
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

/** The driver reports a lost socket without a code; a database that its keeper closed for a while has the code of other things. */
const OUTAGE_TEXT =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Connection ended|Query read timeout|the database does not answer|is not currently accepting connections/i

/** What the pool says of a request that waited for one of its connections; one that was to be opened fails with other words. */
const FULL_POOL_TEXT = 'timeout exceeded when trying to connect'

/** Returns whether no connection came free in time because others hold them all: nothing of the request was sent. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === FULL_POOL_TEXT
}

/** Returns whether the error means that the database cannot be reached, as opposed to an answer of it. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (typeof code === 'string' && OUTAGE_CODES.has(code)) || OUTAGE_TEXT.test(error.message)
}

/** A full disk, as PostgreSQL and as the system say it. */
const NO_SPACE_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC'])

/** Returns whether the error means that the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return NO_SPACE_CODES.has(codeOf(error))
}

/** Classes of errors that lie in a statement or the rows that it meets: damaged pages, values, constraints, limits of the program. */
const STATEMENT_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42', '54', 'P0', 'XX'])

/** Returns whether the error comes from the statement and its rows, while the database itself is there and has room. */
export function isStatementError(error: unknown): boolean {
  const code = codeOf(error)
  return typeof code === 'string' && code.length === 5 && STATEMENT_CLASSES.has(code.slice(0, 2))
}

/** Returns the SQLSTATE of the error, or "unknown". */
export function sqlState(error: unknown): string {
  const code = codeOf(error)
  return typeof code === 'string' ? code : 'unknown'
}

/**
 * Returns the error as the edge shall see it: an outage is the refusal SERVICE_UNAVAILABLE, a wait for a connection in vain SERVER_BUSY, a full disk
 * NO_DISK_SPACE, everything else is itself.
 */
export function withoutOutage(error: unknown): unknown {
  if (isBusy(error)) return new Refusal({ code: 'SERVER_BUSY' }, { cause: error })
  if (isDiskFull(error)) return new Refusal({ code: 'NO_DISK_SPACE' }, { cause: error })
  return isOutage(error) ? new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: error }) : error
}

/** SQLSTATEs of a text that PostgreSQL cannot store: one with a NUL, which JSON may carry. */
const UNSTORABLE_TEXT_CODES: ReadonlySet<unknown> = new Set(['22021', '22P05'])

/** SQLSTATEs of a transaction that others were in the way of: a deadlock, or rows that changed meanwhile. The same transaction again may well succeed. */
const COLLISION_CODES: ReadonlySet<unknown> = new Set(['40001', '40P01'])
/** SQLSTATEs of a statement that waited, or worked, beyond its limit. */
const OVERDUE_CODES: ReadonlySet<unknown> = new Set(['55P03', '57014'])
/** SQLSTATE of a statement that was refused because one before it in its transaction had failed. */
const ABORTED_CODE = '25P02'
/** SQLSTATE of a row that overlaps one which somebody else just wrote. */
const OVERLAP_CODE = '23P01'

/**
 * Returns the error for services: an outage, deadlock or statement over its limit is SERVICE_UNAVAILABLE, a wait for a connection in vain SERVER_BUSY, a full disk NO_DISK_SPACE, an unstorable text INVALID_FORMAT, an
 * overlapping row CONFLICT, any other error itself.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && UNSTORABLE_TEXT_CODES.has(error.code)) {
    return new Refusal({ code: 'INVALID_FORMAT', params: { example: 'abc' } }, { cause: error })
  }
  const code = codeOf(error)
  if (COLLISION_CODES.has(code) || OVERDUE_CODES.has(code)) return new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: error })
  if (code === OVERLAP_CODE) return new Refusal({ code: 'CONFLICT' }, { cause: error })
  return withoutOutage(error)
}

/** Returns the result of the transaction. After a deadlock or a concurrent change it runs again, at most twice. */
export async function throughCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempts > 2 || !COLLISION_CODES.has(codeOf(error))) throw error
      await sleep(10 * attempts)
    }
  }
}

/** Returns whether the error says only that its transaction was ended by a failure before it, not by which. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === ABORTED_CODE || isAbortedTransactionError(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
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
