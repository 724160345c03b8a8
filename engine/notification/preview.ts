import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { offsetPeriodAt } from '#engine/time/zone.ts'
import type { Condition, ConditionFacts, Episode } from './condition.ts'
import { episodesOf } from './episodes.ts'
import { calmed, stepsOf } from './escalation.ts'
import type { RulePolicy } from './escalation.ts'
import { flappingOf } from './flapping.ts'
import type { Flapping } from './flapping.ts'
import { matchEpisodes } from './matchEpisodes.ts'
import { medianOf } from './medianOf.ts'
import { messagesOf } from './messages.ts'
import type { PersonMessages, Telling } from './messages.ts'
import { heldUntil, isReached, wantsEmail } from './preference.ts'
import { toldPeople } from './tellSteps.ts'
import type { ToldPerson } from './tellSteps.ts'
import type { Reachable } from './unheard.ts'

/** A rule while it is edited. */
export type PreviewRule = {
  readonly workCenterId: string
  readonly condition: Condition
  readonly policy: Omit<RulePolicy, 'id' | 'countsFrom'>
}

/** What a rule would have met: facts of the work center, which lie around the period, and people as they are now. */
export type PreviewFacts = {
  readonly condition: ConditionFacts
  /** Episodes of the condition that were worked out before, in pieces. */
  readonly episodes?: readonly Episode[]
  readonly members: readonly Reachable[]
  /** Of the plant. */
  readonly zone: string
}

/** An episode that would have been told. */
export type PreviewEpisode = {
  readonly since: number
  readonly until: number | null
  readonly dueAt: number
  readonly isAtNight: boolean
}

export type PreviewPerson = PersonMessages & {
  readonly userId: string
  /** How many would have stood in the inbox. */
  readonly copies: number
}
export type Preview = {
  readonly episodes: readonly PreviewEpisode[]
  readonly atNight: number
  /** Of the episodes that are over; null = none is. */
  readonly medianMs: number | null
  readonly flapping: readonly Flapping[]
  /** Everybody who would have been told, most messages first. */
  readonly people: readonly PreviewPerson[]
}

const NIGHT = { fromMs: 22 * HOUR_MS, toMs: 6 * HOUR_MS } as const

/**
 * Returns what the rule would have done in the period, had it been there before, and had nobody acknowledged anything: episodes that became due in it, and the
 * messages of each person. By the functions that tell people in earnest (domain.md AL-18).
 */
export function previewOf(rule: PreviewRule, facts: PreviewFacts, period: Interval): Preview {
  const fired = firedIn(rule, facts, period)
  const episodes = fired.map(({ episode: { since, until }, dueAt }) => ({ since, until, dueAt, isAtNight: isAtNight(dueAt, facts.zone) }))
  const flapping = flappingOf(
    fired.map(({ episode }) => episode),
    period.end,
  )
  return {
    episodes,
    atNight: episodes.filter((one) => one.isAtNight).length,
    medianMs: medianOf(episodes.flatMap(({ since, until }) => (until === null ? [] : [until - since]))),
    flapping,
    people: peopleOf(rule, facts, { fired, flapping, end: period.end }),
  }
}

type Fired = { readonly episode: Episode; readonly dueAt: number }

function firedIn({ condition, policy }: PreviewRule, facts: PreviewFacts, { start, end }: Interval): readonly Fired[] {
  const found = facts.episodes ?? episodesOf(condition, facts.condition, end)
  const judged = { now: end, countsFrom: -Infinity, durationMs: policy.durationMs, freshMs: Infinity }
  return matchEpisodes([], found, judged)
    .flatMap((change) => (change.change === 'FIRE' ? [{ episode: change.episode, dueAt: change.dueAt }] : []))
    .filter(({ dueAt }) => dueAt >= start && dueAt < end)
}

type Told = { readonly fired: readonly Fired[]; readonly flapping: readonly Flapping[]; readonly end: number }

function peopleOf(rule: PreviewRule, facts: PreviewFacts, { fired, flapping, end }: Told): readonly PreviewPerson[] {
  const steps = stepsOf([{ ...rule.policy, id: 'preview', countsFrom: -Infinity }])
  // Of what comes and goes nobody is sent more once that is known, unless it stays.
  const muted = new Set(flapping.flatMap(({ episodes, knownAt }) => episodes.filter(({ since }) => since >= knownAt)))
  const isHeld = ({ userId, at, severity }: ToldPerson) => {
    const person = facts.members.find((one) => one.userId === userId)
    if (person === undefined) return false
    const { preference, zone, hasDevice } = person
    const isWithoutWay = !isReached(preference, { type: rule.condition.type, severity, hasDevice })
    return isWithoutWay || heldUntil(preference, { zone, severity, now: at }) !== null
  }
  const tellings = fired.flatMap(({ episode, dueAt }) => {
    const escalating = { episode, firedAt: dueAt, acknowledgedAt: null, ackTimeoutMs: 0 }
    const calm = muted.has(episode) ? calmed(steps, escalating) : { steps, silent: new Set<never>() }
    return toldPeople(calm, escalating, { members: facts.members, isHeld, until: end }).map(({ userId, ...told }) => ({
      userId,
      telling: { ...tellingOf(rule, episode), ...told },
    }))
  })
  const byPerson = Map.groupBy(tellings, ({ userId }) => userId)
  return facts.members
    .flatMap(({ userId, zone, preference }) => {
      const own = (byPerson.get(userId) ?? []).map(({ telling }) => telling)
      const copies = new Set(own.map(({ notificationId }) => notificationId)).size
      const wanted = own.filter((telling) => wantsEmail(preference, telling))
      return copies === 0 ? [] : [{ userId, copies, ...messagesOf(wanted, { zone, preference }) }]
    })
    .toSorted((a, b) => b.messages.length - a.messages.length || (a.userId < b.userId ? -1 : 1))
}

function tellingOf({ workCenterId, condition: { type } }: PreviewRule, { since, until }: Episode): Omit<Telling, 'at' | 'severity'> {
  return { notificationId: String(since), workCenterId, type, since, until, isOff: type === 'WORK_CENTER_OFF' }
}

function isAtNight(at: number, zone: string): boolean {
  const clockMs = (at + offsetPeriodAt(zone, at).offsetMs) % DAY_MS
  return clockMs >= NIGHT.fromMs || clockMs < NIGHT.toMs
}
