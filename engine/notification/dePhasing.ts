import { phaseShare, UNBALANCE_SHARE } from '#engine/energy/phaseBalance.ts'
import { kwPerAmpere } from '#engine/energy/power.ts'
import type { PhaseCurrents, PowerConstants } from '#engine/energy/power.ts'
import { PIECE } from '#engine/pieces.ts'
import type { Pieces } from '#engine/pieces.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Episode } from './condition.ts'
import { foldedEpisodes, foldThreshold, NOTHING_READ, thresholdEpisodes } from './thresholdFold.ts'
import type { GoesOn, ThresholdFold, ThresholdReading, ThresholdSetup, Verdict } from './thresholdFold.ts'

/** The smallest of three phase currents in percent of the greatest below which a phase is lost, where the rule has no value. */
export const USUAL_PHASE_PERCENT = 40
/** An unbalance is shown, and not told, once it lasted so long. */
export const UNBALANCE_AFTER_MS = 10 * MINUTE_MS
/** The cause that tells an unbalance from a lost phase. */
export const UNBALANCE = 'UNBALANCE'
/** The smallest of three phase currents in percent of the greatest below which phases are unbalanced. */
export const UNBALANCE_PERCENT = UNBALANCE_SHARE * 100
/** Phases are alike again when they are so many points above the value for so long. */
const MARGIN = 5
const RECOVERS_MS = 10 * SECOND_MS
/** After so many periods without a phase nothing is known. */
const FORGETS_PERIODS = 2
const PERCENT = 100
const NOISE_SHARE = 0.01
const USUAL_NOISE_A = 0.5

/** Returns what is watched for itself beside a lost phase of the rule's value (percent; null = the usual one). */
export function unbalanceSubject(targetValue: number | null): string {
  return `${UNBALANCE}/${targetValue ?? 'usual'}`
}

/** Currents at an instant, held until the next; a device that falls silent gives a reading of which none is known. */
export type PhaseReading = PhaseCurrents & { readonly at: number }
export type PhaseRule = {
  /** Percent; null = 40. */
  readonly targetValue: number | null
  readonly nominalCurrentA: number | null
  /** How often the device sends. */
  readonly periodMs: number
  readonly now: number
  readonly goesOn?: GoesOn | undefined
}

/** Returns the nominal current in A of one phase, as its sensor tells it; null without nominal power, voltage or cosPhi. */
export function nominalCurrentA({ nominalPowerKw, ...setup }: PowerConstants & { readonly nominalPowerKw: number | null }): number | null {
  const kw = kwPerAmpere(setup)
  return kw === null || kw === 0 || nominalPowerKw === null ? null : nominalPowerKw / (PHASES * kw)
}
const PHASES = 3

/** Returns the current in A up to which a machine is off: 1 % of the nominal current, or 0.5 A. */
export function phaseNoiseA(nominalCurrentA: number | null): number {
  return nominalCurrentA === null ? USUAL_NOISE_A : nominalCurrentA * NOISE_SHARE
}

/**
 * Returns when a phase was lost: its current below the value of the rule in percent of the greatest, until it is 5 points above for 10 s or the machine is
 * off. A phase that is not known stops the clock, for two periods it ends the episode (domain.md AL-16, E-20).
 */
export function dePhasingEpisodes(readings: readonly PhaseReading[], rule: PhaseRule): Pieces<readonly Episode[]> {
  return phasePieces(readings, rule, lostBelow(rule))
}

/** Of a fold of phases that nothing was read of. */
export const NO_PHASES: ThresholdFold = { state: NOTHING_READ, episodes: [] }

/** Returns the fold of lost phases with readings that are all later than those before: long times are read in parts. */
export function* foldPhases(before: ThresholdFold, readings: readonly PhaseReading[], rule: PhaseRule): Pieces<ThresholdFold> {
  return yield* foldThreshold(before, yield* judgedPhases(readings, rule, lostBelow(rule)), setupOf(rule), rule.now)
}

/** Returns when a phase was lost in what was folded, as `dePhasingEpisodes` of all of it. */
export function foldedPhases(fold: ThresholdFold, rule: PhaseRule): readonly Episode[] {
  return foldedEpisodes(fold, setupOf(rule), rule.now)
}

function lostBelow({ targetValue }: PhaseRule): (percent: number) => Verdict {
  const least = targetValue ?? USUAL_PHASE_PERCENT
  return (percent) => (percent < least ? 'HOLDS' : percent >= least + MARGIN ? 'RECOVERS' : 'BETWEEN')
}

/** Returns when phases were unbalanced and none was lost; `UNBALANCE_AFTER_MS` is the duration of these (domain.md AL-16). */
export function unbalanceEpisodes(readings: readonly PhaseReading[], rule: PhaseRule): Pieces<readonly Episode[]> {
  const least = rule.targetValue ?? USUAL_PHASE_PERCENT
  return phasePieces(readings, rule, (percent) => {
    if (percent < least) return 'OVER'
    return percent < UNBALANCE_PERCENT ? 'HOLDS' : 'RECOVERS'
  })
}

function* phasePieces(readings: readonly PhaseReading[], rule: PhaseRule, judge: (percent: number) => Verdict): Pieces<readonly Episode[]> {
  return yield* thresholdEpisodes(yield* judgedPhases(readings, rule, judge), setupOf(rule), rule)
}

function setupOf({ periodMs }: PhaseRule): ThresholdSetup {
  return { recoversMs: RECOVERS_MS, forgetsMs: FORGETS_PERIODS * periodMs }
}

function* judgedPhases(
  readings: readonly PhaseReading[],
  { nominalCurrentA }: PhaseRule,
  judge: (percent: number) => Verdict,
): Pieces<readonly ThresholdReading[]> {
  const noiseA = phaseNoiseA(nominalCurrentA)
  const judged: ThresholdReading[] = []
  for (const reading of readings) {
    judged.push({ at: reading.at, verdict: verdictOf(reading, noiseA, judge) })
    if (judged.length % PIECE === 0) yield
  }
  return judged
}

function verdictOf(currents: PhaseCurrents, noiseA: number, judge: (percent: number) => Verdict): Verdict {
  const { a, b, c } = currents
  if (a === null || b === null || c === null) return 'UNKNOWN'
  if (Math.max(a, b, c) <= noiseA) return 'OVER'
  return judge((phaseShare({ a, b, c }) ?? 1) * PERCENT)
}
