import type { Problem } from '#engine/result.ts'
import { nextLocalTime } from '#engine/time/zone.ts'
import type { NotificationType } from './notificationType.ts'
import { CLOCK_TIME } from './quietHours.ts'

export const DIGEST_EVERY = ['DAY', 'WEEK'] as const

/** When somebody wants a summary: each day, or each Monday, at a time (HH:mm) of their clock. */
export type DigestPlan = { readonly every: (typeof DIGEST_EVERY)[number]; readonly at: string }

/** Returns what is wrong with the plan; null = nothing. */
export function problemOfDigest({ at }: DigestPlan): Problem | null {
  return CLOCK_TIME.test(at) ? null : { code: 'INVALID_FORMAT', field: 'at', params: { example: '07:00' } }
}

const MONDAY = 1

/** Returns when the next summary is due after the instant (ms UTC), by the clock of the zone. */
export function nextDigestAt({ every, at }: DigestPlan, zone: string, after: number): number {
  return nextLocalTime(zone, after, at, every === 'WEEK' ? MONDAY : null)
}

/** A notification that somebody was told of, or that still goes on. */
export type DigestCopy = {
  readonly type: NotificationType
  readonly workCenter: string
  /** When the person was told (ms UTC). */
  readonly toldAt: number
  readonly isOpen: boolean
  /** Whether somebody takes care of it. */
  readonly isTaken: boolean
}

export type Digest = {
  /** How many they were told of since. */
  readonly told: number
  readonly open: number
  /** Of the open ones: nobody takes care of them. */
  readonly untaken: number
  /** Of what was told since, the most frequent first, five at most; `more` = in other types. */
  readonly lines: readonly {
    readonly type: NotificationType
    readonly count: number
    readonly workCenters: readonly { readonly name: string; readonly count: number }[]
  }[]
  readonly more: number
}

const LINES = 5

/** Returns what a summary says; null where there is nothing to say: nothing was told since, and nothing goes on. What did not happen is not among the copies. */
export function digestOf(copies: readonly DigestCopy[], since: number): Digest | null {
  const told = copies.filter(({ toldAt }) => toldAt >= since)
  const open = copies.filter(({ isOpen }) => isOpen)
  if (told.length === 0 && open.length === 0) return null
  const all = [...Map.groupBy(told, ({ type }) => type)]
    .map(([type, of]) => ({
      type,
      count: of.length,
      workCenters: [...Map.groupBy(of, ({ workCenter }) => workCenter)]
        .map(([name, ofPlace]) => ({ name, count: ofPlace.length }))
        .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
    }))
    .toSorted((one, other) => other.count - one.count || (one.type < other.type ? -1 : 1))
  const lines = all.slice(0, LINES)
  return {
    told: told.length,
    open: open.length,
    untaken: open.filter(({ isTaken }) => !isTaken).length,
    lines,
    more: told.length - lines.reduce((sum, { count }) => sum + count, 0),
  }
}
