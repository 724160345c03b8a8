import { ruleEpochs, type RuleEpoch } from '#engine/status/ruleEpochs.ts'
import { byMiddle } from '#engine/output/effectiveOutput.ts'
import type { OutputConfirmation, OutputCorrection } from '#engine/jobOrder/jobRun.ts'
import { orderStretches, type OrderStretch } from '#engine/jobOrder/orderStretches.ts'
import { compileLosses, type CompiledLosses } from '#engine/loss/compiledLosses.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { calendarOf, type Calendar } from '#engine/time/calendar.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** A setup with the fold's frequent look-ups precomputed. */
export type CompiledSetup = {
  readonly setup: WorkCenterSetup
  readonly calendar: Calendar
  readonly epochs: readonly RuleEpoch[]
  /** The share of its lower bound that a value must reach to stay in its status; 1 = no dead band (domain.md S-5). */
  readonly stayShare: number
  /** Ms a unit at reference speed (domain.md D-47), null = unknown. */
  readonly idealCycleMs: number | null
  /** The orders in progress and the price of output, over all time (domain.md D-46). */
  readonly stretches: readonly OrderStretch[]
  /** Ascending by their middle. */
  readonly confirmations: readonly OutputConfirmation[]
  /** Ascending by their middle. */
  readonly corrections: readonly OutputCorrection[]
  /** Ascending. */
  readonly cuts: readonly number[]
  readonly losses: CompiledLosses
  /** How long a sample holds (domain.md S-6); Infinity for a device that reports on change. */
  readonly maxGapMs: number
  /** Time between two messages of a periodic device, 0 for a device that reports on change. */
  readonly periodMs: number
}

const compiled = new WeakMap<WorkCenterSetup, CompiledSetup>()

/** Returns the compiled setup, the same one for the same setup. */
export function compileSetup(setup: WorkCenterSetup): CompiledSetup {
  const known = compiled.get(setup)
  if (known) return known
  const isPeriodic = setup.reportMode === 'PERIODIC'
  const idealCycleMs = idealCycleOf(setup.output.targetSpeedPerMin)
  const calendar = calendarOf(setup.schedule)
  const made = {
    setup,
    calendar,
    losses: compileLosses(setup.losses, calendar),
    epochs: ruleEpochs(setup),
    stayShare: 1 - (setup.deadBandPercent ?? 0) / 100,
    idealCycleMs,
    confirmations: byMiddle(setup.jobs.confirmations),
    corrections: byMiddle(setup.jobs.corrections ?? []),
    cuts: setup.jobs.cuts ?? [],
    stretches: orderStretches(setup.jobs, idealCycleMs),
    maxGapMs: isPeriodic ? maxSampleGap(setup.nominalPeriodMs) : Infinity,
    periodMs: isPeriodic ? setup.nominalPeriodMs : 0,
  }
  compiled.set(setup, made)
  return made
}

/** Returns the ideal cycle in ms a unit of a speed in units a minute (domain.md D-47), null for an unknown speed. */
export function idealCycleOf(speedPerMin: number | null): number | null {
  return speedPerMin === null || speedPerMin <= 0 ? null : MINUTE_MS / speedPerMin
}

/** Returns the rules in force at the instant. */
export function epochAt(compiledSetup: CompiledSetup, at: number): RuleEpoch {
  const { epochs } = compiledSetup
  let [low, high] = [0, epochs.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((epochs[middle]?.start ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  const found = epochs[low]
  if (!found) throw new Error('a rule set always has an epoch')
  return found
}
