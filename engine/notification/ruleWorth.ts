import { MINUTE_MS } from '#engine/time/durations.ts'
import { medianOf } from './medianOf.ts'

/** What became of one notification that a rule told; instants in ms UTC, null = it did not. */
export type ToldOnce = {
  readonly since: number
  readonly until: number | null
  readonly firedAt: number
  readonly acknowledgedAt: number | null
  /** When the first person opened it. */
  readonly seenAt: number | null
  /** When a person first gave a reason of its stop after it was told. */
  readonly classifiedAt: number | null
}

export type RuleWorth = {
  readonly fired: number
  readonly acknowledged: number
  readonly medianToAcknowledgeMs: number | null
  /** It ended by itself before anybody had looked at it or taken it. */
  readonly endedUnseen: number
  /** A person gave the reason within ten minutes. */
  readonly classified: number
  /** The least duration in minutes with which at most half of them would have been told; null where most of them were of use, or none helps. */
  readonly halvingMinutes: number | null
}

const SOON_MS = 10 * MINUTE_MS
/** Of fewer nothing is concluded. */
const LEAST_FIRED = 5
const MOST_MINUTES = 1440

/** Returns what came of what a rule told (domain.md AL-23). `durationMs`: of the rule, null where its type waits for none. */
export function ruleWorth(told: readonly ToldOnce[], durationMs: number | null): RuleWorth {
  const unseen = told.filter(
    ({ until, seenAt, acknowledgedAt }) => until !== null && Math.min(seenAt ?? until, acknowledgedAt ?? until) >= until,
  )
  const waits = told.flatMap(({ firedAt, acknowledgedAt }) => (acknowledgedAt === null ? [] : [acknowledgedAt - firedAt]))
  const isNoisy = told.length >= LEAST_FIRED && unseen.length * 2 > told.length
  return {
    fired: told.length,
    acknowledged: waits.length,
    medianToAcknowledgeMs: medianOf(waits),
    endedUnseen: unseen.length,
    classified: told.filter(({ firedAt, classifiedAt }) => classifiedAt !== null && classifiedAt < firedAt + SOON_MS).length,
    halvingMinutes: isNoisy && durationMs !== null ? halvingOf(told, durationMs) : null,
  }
}

function halvingOf(told: readonly ToldOnce[], durationMs: number): number | null {
  // The time that it went on after it was told comes on top of the duration that had passed by then.
  const lengths = told.map(({ firedAt, until }) => (until === null ? Infinity : durationMs + until - firedAt)).toSorted((a, b) => b - a)
  const first = lengths[Math.floor(told.length / 2)]
  if (first === undefined || first === Infinity) return null
  const minutes = Math.floor(first / MINUTE_MS) + 1
  return minutes > durationMs / MINUTE_MS && minutes <= MOST_MINUTES ? minutes : null
}
