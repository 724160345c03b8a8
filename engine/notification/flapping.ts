import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Episode } from './condition.ts'
import { dueAt } from './countedTime.ts'
import { RULE_LIMITS } from './ruleForm.ts'

/** More episodes of one condition than this in half an hour are one notification. */
const MOST_EPISODES = 3
const WITHIN_MS = 30 * MINUTE_MS

/** Episodes of one condition that come and go. */
export type Flapping = {
  /** The first of them. */
  readonly since: number
  /** null = it goes on. */
  readonly until: number | null
  readonly episodes: readonly Episode[]
  /** The fourth in half an hour: from here on nobody is woken. */
  readonly knownAt: number
}

/**
 * Returns the stretches in which a condition came and went more than three times in half an hour, each until no more than three began in the last half hour
 * and none goes on (domain.md AL-12).
 */
export function flappingOf(episodes: readonly Episode[], now: number): readonly Flapping[] {
  const begun = episodes.filter(({ since }) => since <= now).toSorted((a, b) => a.since - b.since)
  const stretches: Episode[][] = []
  begun.forEach((episode, index) => {
    const recent = begun.slice(index - MOST_EPISODES, index + 1)
    const first = recent[0]
    if (index < MOST_EPISODES || first === undefined || episode.since - first.since >= WITHIN_MS) return
    const stretch = stretches.at(-1)
    const last = stretch?.slice(-recent.length) ?? []
    if (last.includes(first)) stretch?.push(...recent.filter((one) => !last.includes(one)))
    else stretches.push([...recent])
  })
  return stretches.flatMap((stretch) => flappingFrom(stretch, now))
}

/** A longer duration, and how many episodes it would have made. */
export type LongerDuration = { readonly minutes: number; readonly episodes: number }

/** Returns the least duration in minutes with which these would have been one episode at most; null = none that a rule may have (domain.md AL-12). */
export function longerDuration(episodes: readonly Episode[], countsFrom: number): LongerDuration | null {
  const { max } = RULE_LIMITS.durationMinutes
  const dueAfter = (minutes: number) =>
    episodes.filter(({ since, counted }) => dueAt(counted, Math.max(since, countsFrom), minutes * MINUTE_MS) !== null).length
  if (dueAfter(max) > 1) return null
  let least = 0
  let most: number = max
  // The longer, the fewer: halving finds the least.
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (dueAfter(middle) > 1) least = middle + 1
    else most = middle
  }
  return { minutes: least, episodes: dueAfter(least) }
}

function flappingFrom(episodes: readonly Episode[], now: number): readonly Flapping[] {
  const [first, known, fourthLast] = [episodes[0], episodes[MOST_EPISODES], episodes.at(-1 - MOST_EPISODES)]
  if (first === undefined || known === undefined || fourthLast === undefined) return []
  const ends = episodes.map(({ until }) => until ?? Infinity)
  // From then on no more than three began in the last half hour.
  const until = Math.max(fourthLast.since + WITHIN_MS, ...ends)
  return [{ since: first.since, until: until > now ? null : until, episodes, knownAt: known.since }]
}
