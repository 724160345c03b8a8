import { numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** Where a question to the provider stands; WAITING = for who asked. */
export const SUPPORT_STATUSES = ['NEW', 'OPEN', 'WAITING', 'SOLVED', 'CLOSED'] as const
export type SupportStatus = (typeof SUPPORT_STATUSES)[number]

/** Whom a question is for: help with the product, or an offer. */
export const SUPPORT_DIRECTIONS = ['SUPPORT', 'SALES'] as const
export type SupportDirection = (typeof SUPPORT_DIRECTIONS)[number]

export const SUPPORT_SEVERITIES = ['LOW', 'NORMAL', 'URGENT'] as const
export type SupportSeverity = (typeof SUPPORT_SEVERITIES)[number]

export const MAX_SUPPORT_LENGTH = 5_000
export const MAX_DIAGNOSTICS_LENGTH = 20_000
/** Files of one question, or of one answer. */
export const MAX_SUPPORT_FILES = 10
/** Of one person within 24 hours. */
export const MOST_SUPPORT_REQUESTS = 10
export const MOST_SUPPORT_ANSWERS = 60

const CLOSES_DAYS = 7
const REOPENS_DAYS = 30

/** A question as it was stored: what the clock makes of it is worked out when it is read. */
export type StoredSupport = { readonly status: SupportStatus; readonly statusSince: number }

/** Returns what is wrong with a question or an answer (domain.md HP-1). */
export function problemsOfSupport({
  content,
  diagnostics = null,
  fileIds = [],
}: {
  readonly content: string
  readonly diagnostics?: string | null
  readonly fileIds?: readonly string[]
}): readonly Problem[] {
  return [
    textProblem('content', content, { min: 1, max: MAX_SUPPORT_LENGTH }),
    diagnostics === null ? null : textProblem('diagnostics', diagnostics, { min: 0, max: MAX_DIAGNOSTICS_LENGTH }),
    numberProblem('fileIds', fileIds.length, { min: 0, max: MAX_SUPPORT_FILES }),
  ].filter((problem) => problem !== null)
}

/** Returns the problem of one more question or answer of a person who sent so many within 24 hours; null when it may be sent. */
export function problemOfFlood(sent: number, most: number): Problem | null {
  return sent < most ? null : { code: 'TOO_MANY_SUPPORT_REQUESTS', params: { max: most } }
}

/** Returns where the question stands at the instant: what is solved closes by itself after 7 days (domain.md HP-1). */
export function supportStatusAt({ status, statusSince }: StoredSupport, now: number): SupportStatus {
  return status === 'SOLVED' && now - statusSince >= CLOSES_DAYS * DAY_MS ? 'CLOSED' : status
}

/** Returns whether an answer would still be taken: of a closed question within 30 days. */
export function isAnswerable(stored: StoredSupport, now: number): boolean {
  if (supportStatusAt(stored, now) !== 'CLOSED') return true
  const closedAt = stored.statusSince + (stored.status === 'SOLVED' ? CLOSES_DAYS * DAY_MS : 0)
  return now - closedAt <= REOPENS_DAYS * DAY_MS
}

/**
 * Returns the status after an answer (domain.md HP-1): of who asked, what waited, was solved or closed is open again; of the provider it waits for who
 * asked, or is solved. Refuses a question that was closed more than 30 days ago.
 */
export function supportAnswered(stored: StoredSupport, by: 'ASKER' | 'PROVIDER' | 'SOLVER', now: number): SupportStatus | Problem {
  if (!isAnswerable(stored, now)) return { code: 'SUPPORT_REQUEST_CLOSED', params: { days: REOPENS_DAYS } }
  if (by === 'PROVIDER') return 'WAITING'
  if (by === 'SOLVER') return 'SOLVED'
  return stored.status === 'NEW' ? 'NEW' : 'OPEN'
}
