import { quantile } from '#engine/oee/forecastShift.ts'
import type { OeeIssue } from '#engine/facts.ts'
import { HOUR_MS } from '#engine/time/durations.ts'

/** What a shift lost time to: stops of one reason, those planned by their status, those without a reason, small stops, lost speed and rejects. */
export const STORY_CAUSES = ['PLANNED', 'QUALITY', 'REASON', 'SMALL_STOPS', 'SPEED', 'UNEXPLAINED'] as const
export type StoryCause = (typeof STORY_CAUSES)[number]

/** Lost time of one cause in a shift: that which counts in OEE, in ms. Lost speed and rejects have no count. */
export type StoryLoss = {
  readonly cause: StoryCause
  /** Of the cause REASON. */
  readonly reasonId: number | null
  readonly durationMs: number
  readonly count: number | null
  readonly longestMs: number | null
}

/** A stop, or a piece of one, of a shift: one of a chain is a piece of the same stop. `isExcluded`: by its reason it is not planned production time. */
export type StoryStop = {
  readonly start: number
  readonly end: number
  readonly chainStart: number
  readonly reasonId: number | null
  readonly isScheduled: boolean
  readonly isSmall: boolean
  readonly isExcluded: boolean
}

/** Stops of one cause. `cause` REASON has the reason; only UNEXPLAINED is what somebody is asked for. */
export type MainStop = { readonly cause: StoryCause; readonly reasonId: number | null; readonly durationMs: number }

/** An hour of the shift; `mainStop` is what took most of it, null without a stop. */
export type StoryHour = {
  readonly start: number
  readonly plannedMs: number
  readonly goodUnits: number
  readonly mainStop: MainStop | null
}

/** All that the story of a shift is told from. Figures are fractions of 1. */
export type StorySource = {
  readonly oee: number | null
  readonly targetOee: number | null
  readonly goodUnits: number
  readonly planUnits: number | null
  readonly plannedMs: number
  readonly losses: readonly StoryLoss[]
  /** OEE of the same shift before, at most the last ten, those that have one. */
  readonly before: readonly number[]
  /** Hours that are over. */
  readonly hours: readonly StoryHour[]
  readonly dataCoverage: number | null
  /** Share of the time of stops that has a reason or needs none. */
  readonly explained: number | null
  readonly issues: readonly OeeIssue[]
  readonly revision: number
}

/** A sentence of the story with the figures in it; languages say it in `web`. */
export type StorySentence =
  | ({ readonly kind: 'RESULT' } & Pick<StorySource, 'goodUnits' | 'oee' | 'planUnits' | 'targetOee'>)
  | ({ readonly kind: 'LOSS'; /** Of OEE, a fraction of 1. */ readonly points: number } & StoryLoss)
  | { readonly kind: 'AGAINST_USUAL'; readonly oee: number; readonly median: number; readonly shifts: number }
  | { readonly kind: 'WEAK_HOURS'; readonly hours: readonly StoryHour[] }
  | ({ readonly kind: 'CAVEAT' } & Pick<StorySource, 'issues'> & {
        readonly dataCoverage: number | null
        readonly explained: number | null
        readonly revision: number | null
      })

/** Returns the lost time of a shift by cause, from its stops and from what speed and rejects cost; excluded stops are no loss. */
export function storyLosses(
  stops: readonly StoryStop[],
  lost: { readonly speedMs: number | null; readonly qualityMs: number | null },
): readonly StoryLoss[] {
  const counted = stops.filter(({ isExcluded }) => !isExcluded)
  const byCause = Map.groupBy(counted, (stop) => `${causeOf(stop)} ${causeOf(stop) === 'REASON' ? stop.reasonId : ''}`)
  const ofStops = [...byCause.values()].map((own): StoryLoss => {
    const [first] = own
    const chains = [...Map.groupBy(own, ({ chainStart }) => chainStart).values()].map(lengthOf)
    const cause = first === undefined ? 'UNEXPLAINED' : causeOf(first)
    return {
      cause,
      reasonId: cause === 'REASON' ? (first?.reasonId ?? null) : null,
      durationMs: lengthOf(own),
      count: chains.length,
      longestMs: Math.max(...chains),
    }
  })
  const ofTime = (cause: 'QUALITY' | 'SPEED', durationMs: number | null): readonly StoryLoss[] =>
    durationMs === null || durationMs <= 0 ? [] : [{ cause, reasonId: null, durationMs, count: null, longestMs: null }]
  return [...ofStops, ...ofTime('SPEED', lost.speedMs), ...ofTime('QUALITY', lost.qualityMs)]
}

/** Returns what took most of `[start, end)` among the stops, stops of one cause together; null without a stop in it. */
export function mainStopOf(stops: readonly StoryStop[], { start, end }: { readonly start: number; readonly end: number }): MainStop | null {
  const parts = stops.flatMap((stop) => {
    const durationMs = Math.min(stop.end, end) - Math.max(stop.start, start)
    return durationMs > 0 && !stop.isExcluded ? [{ cause: causeOf(stop), reasonId: stop.reasonId, durationMs }] : []
  })
  const sums = [...Map.groupBy(parts, ({ cause, reasonId }) => reasonId ?? cause).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, durationMs: more.reduce((sum, { durationMs }) => sum + durationMs, first.durationMs) }],
  )
  return (
    sums.toSorted((a, b) => b.durationMs - a.durationMs || a.cause.localeCompare(b.cause) || (a.reasonId ?? 0) - (b.reasonId ?? 0))[0] ??
    null
  )
}

function causeOf({ reasonId, isSmall, isScheduled }: StoryStop): StoryCause {
  if (isSmall) return 'SMALL_STOPS'
  if (reasonId !== null) return 'REASON'
  return isScheduled ? 'PLANNED' : 'UNEXPLAINED'
}

function lengthOf(stops: readonly StoryStop[]): number {
  return stops.reduce((sum, { start, end }) => sum + end - start, 0)
}

const MOST_SENTENCES = 6
const MOST_LOSSES = 3
const MOST_HOURS = 3
/** A difference of fewer points is no news. */
const NEWS = 0.02
/** Fewer shifts before are not "usual". */
const FEWEST_BEFORE = 4
const WEAK_SHARE = 0.6
/** An hour with less planned time says nothing of how it went. */
const FEWEST_PLANNED_MS = HOUR_MS / 4
const ENOUGH_COVERAGE = 0.98
const ENOUGH_EXPLAINED = 0.96

/**
 * Returns the story of a shift, at most six sentences, the same for the same figures (domain.md S-93): the result, the largest losses in points of
 * OEE, what is unusual, the weakest hours, and what the figures must be read with. It names no cause that nobody entered.
 */
export function shiftStory(source: StorySource): readonly StorySentence[] {
  const caveat = caveatOf(source)
  const unusual = unusualOf(source)
  const weak = weakHoursOf(source.hours)
  const rest = [unusual, weak, caveat].filter((sentence) => sentence !== null)
  const result: StorySentence[] =
    source.oee === null && source.goodUnits === 0
      ? []
      : [{ kind: 'RESULT', oee: source.oee, targetOee: source.targetOee, goodUnits: source.goodUnits, planUnits: source.planUnits }]
  // A caveat is worth more than a third loss.
  const losses = largestLosses(source).slice(0, MOST_SENTENCES - result.length - rest.length)
  return [...result, ...losses, ...rest]
}

function largestLosses({ losses, plannedMs }: StorySource): readonly StorySentence[] {
  if (plannedMs <= 0) return []
  return losses
    .filter(({ durationMs }) => durationMs > 0)
    .toSorted((a, b) => b.durationMs - a.durationMs || a.cause.localeCompare(b.cause) || (a.reasonId ?? 0) - (b.reasonId ?? 0))
    .slice(0, MOST_LOSSES)
    .map((loss) => ({ kind: 'LOSS', points: loss.durationMs / plannedMs, ...loss }))
}

/** Told only where the shift lies outside of what half of those before it did. */
function unusualOf({ oee, before }: StorySource): StorySentence | null {
  if (oee === null || before.length < FEWEST_BEFORE) return null
  const sorted = before.toSorted((a, b) => a - b)
  const median = quantile(sorted, 0.5)
  const isOutside = oee < quantile(sorted, 0.25) || oee > quantile(sorted, 0.75)
  return isOutside && Math.abs(oee - median) >= NEWS ? { kind: 'AGAINST_USUAL', oee, median, shifts: before.length } : null
}

/** Hours that made less than this share of the median hour, by planned time, in their order. */
function weakHoursOf(hours: readonly StoryHour[]): StorySentence | null {
  const rated = hours.filter(({ plannedMs }) => plannedMs >= FEWEST_PLANNED_MS)
  if (rated.length < FEWEST_BEFORE) return null
  const rateOf = ({ goodUnits, plannedMs }: StoryHour): number => goodUnits / plannedMs
  const median = quantile(
    rated.map(rateOf).toSorted((a, b) => a - b),
    0.5,
  )
  const weak = rated.filter((hour) => rateOf(hour) < WEAK_SHARE * median)
  if (weak.length === 0) return null
  const worst = weak.toSorted((a, b) => rateOf(a) - rateOf(b) || a.start - b.start).slice(0, MOST_HOURS)
  return { kind: 'WEAK_HOURS', hours: worst.toSorted((a, b) => a.start - b.start) }
}

function caveatOf({ dataCoverage, explained, issues, revision }: StorySource): StorySentence | null {
  const low = (share: number | null, enough: number): number | null => (share !== null && share < enough ? share : null)
  const caveat = {
    kind: 'CAVEAT' as const,
    dataCoverage: low(dataCoverage, ENOUGH_COVERAGE),
    explained: low(explained, ENOUGH_EXPLAINED),
    issues,
    revision: revision > 1 ? revision : null,
  }
  const isNothing = caveat.dataCoverage === null && caveat.explained === null && issues.length === 0 && caveat.revision === null
  return isNothing ? null : caveat
}
