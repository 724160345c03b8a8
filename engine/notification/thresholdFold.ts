import { PIECE } from '#engine/pieces.ts'
import type { Pieces } from '#engine/pieces.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Episode } from './condition.ts'

/**
 * What a reading says of a threshold: it is passed, is back within its margin, gets better (which counts once it has lasted), is over at once, or
 * nothing is known.
 */
export type Verdict = 'HOLDS' | 'BETWEEN' | 'RECOVERS' | 'OVER' | 'UNKNOWN'
/** A reading holds until the next one. */
export type ThresholdReading = { readonly at: number; readonly verdict: Verdict }

export type ThresholdSetup = {
  /** How long it must be better. */
  readonly recoversMs: number
  /** After so long of nothing known an episode is over, and the next begins with nothing counted. */
  readonly forgetsMs: number
}

/** What a fold of readings goes on from. */
export type ThresholdState = {
  /** The last reading. */
  readonly at: number
  /** null = no episode goes on. */
  readonly since: number | null
  readonly counted: readonly Interval[]
  readonly isCounting: boolean
  readonly recoversSince: number | null
  readonly unknownSince: number | null
}

/** The state before any reading. */
export const NOTHING_READ: ThresholdState = {
  at: -Infinity,
  since: null,
  counted: [],
  isCounting: false,
  recoversSince: null,
  unknownSince: null,
}

export type ThresholdStep = { readonly state: ThresholdState; readonly ended: Episode | null }

/** Returns the state after the reading, and the episode that ended with it; one that is not later than the last reading changes nothing. */
export function advanceThreshold(before: ThresholdState, { at, verdict }: ThresholdReading, setup: ThresholdSetup): ThresholdStep {
  if (at <= before.at) return { state: before, ended: null }
  const clocked = settled(before, setup, at)
  const state: ThresholdState = { ...clocked.state, counted: countedUntil(clocked.state, at), at, isCounting: false }
  if (verdict === 'HOLDS') return { ...clocked, state: held(state) }
  if (state.since === null) return { ...clocked, state: { ...NOTHING_READ, at } }
  if (verdict === 'BETWEEN') return { ...clocked, state: held(state) }
  if (verdict === 'OVER') return { state: { ...NOTHING_READ, at }, ended: endedAt(state, at) }
  const next: ThresholdState =
    verdict === 'RECOVERS'
      ? { ...state, unknownSince: null, recoversSince: state.recoversSince ?? at }
      : { ...state, recoversSince: null, unknownSince: state.unknownSince ?? at }
  return settled(next, setup, at)
}

/** An episode that is known to go on where the readings begin. */
export type GoesOn = { readonly since: number; readonly at: number }

type AsOf = { readonly now: number; readonly goesOn?: GoesOn | undefined }

/** Readings that were folded so far: what follows goes on from it. */
export type ThresholdFold = { readonly state: ThresholdState; readonly episodes: readonly Episode[] }

/** Returns the fold with the readings up to `now`, all of them later than those before. */
export function* foldThreshold(
  before: ThresholdFold,
  readings: readonly ThresholdReading[],
  setup: ThresholdSetup,
  now: number,
): Pieces<ThresholdFold> {
  const episodes = [...before.episodes]
  let { state } = before
  for (const [index, reading] of readings
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at)
    .entries()) {
    const step = advanceThreshold(state, reading, setup)
    state = step.state
    if (step.ended !== null) episodes.push(step.ended)
    if (index % PIECE === PIECE - 1) yield
  }
  return { state, episodes }
}

/** Returns the episodes of what was folded, ascending, as of `now`; the last one may go on (domain.md AL-16). */
export function foldedEpisodes({ state, episodes }: ThresholdFold, setup: ThresholdSetup, now: number): readonly Episode[] {
  const last = settled(state, setup, now)
  if (last.ended !== null) return [...episodes, last.ended]
  return last.state.since === null ? episodes : [...episodes, goingOn(last.state, last.state.since)]
}

/** Returns the episodes of the readings, ascending, as of `now`; the last one may go on (domain.md AL-16). */
export function* thresholdEpisodes(
  readings: readonly ThresholdReading[],
  setup: ThresholdSetup,
  { now, goesOn }: AsOf,
): Pieces<readonly Episode[]> {
  const state = goesOn === undefined ? NOTHING_READ : goingOnFrom(goesOn)
  return foldedEpisodes(yield* foldThreshold({ state, episodes: [] }, readings, setup, now), setup, now)
}

function goingOnFrom({ since, at }: GoesOn): ThresholdState {
  return { ...NOTHING_READ, at, since, counted: since < at ? [{ start: since, end: at }] : [], isCounting: true }
}

function held(state: ThresholdState): ThresholdState {
  return { ...state, since: state.since ?? state.at, isCounting: true, recoversSince: null, unknownSince: null }
}

/** Ends what the clock alone ends by then. */
function settled(state: ThresholdState, { recoversMs, forgetsMs }: ThresholdSetup, now: number): ThresholdStep {
  const { at, recoversSince, unknownSince } = state
  const hasRecovered = recoversSince !== null && now - recoversSince >= recoversMs
  const isForgotten = unknownSince !== null && now - unknownSince >= forgetsMs
  const until = hasRecovered ? recoversSince : isForgotten ? unknownSince : null
  return until === null ? { state, ended: null } : { state: { ...NOTHING_READ, at }, ended: endedAt(state, until) }
}

function endedAt({ since, counted }: ThresholdState, until: number): Episode | null {
  return since === null ? null : { since, until, counted }
}

function goingOn({ at, counted, isCounting }: ThresholdState, since: number): Episode {
  return { since, until: null, counted: isCounting ? [...counted, { start: at, end: Infinity }] : counted }
}

function countedUntil({ at, counted, isCounting }: ThresholdState, now: number): readonly Interval[] {
  const last = counted.at(-1)
  if (!isCounting) return counted
  // Readings that follow each other are one piece, so that a long episode stays small.
  return last?.end === at ? [...counted.slice(0, -1), { start: last.start, end: now }] : [...counted, { start: at, end: now }]
}
