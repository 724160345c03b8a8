import { epochAt, idealCycleOf, type CompiledSetup } from './compiledSetup.ts'
import type { EngineState, Reading } from './engineState.ts'
import { loadOf, powerFromCurrents, type PhaseCurrents } from '#engine/energy/power.ts'
import { matchStatus, meaningOf, NO_DATA, type StatusInput, type StatusRef, type Staying } from '#engine/status/ruleSet.ts'

/** What the sensors say at an instant, before debouncing. */
export type StatusSignal = {
  readonly status: StatusRef
  /** Instant from which they say nothing any more unless a sample comes (domain.md S-6). */
  readonly silentFrom: number
  /** Speed by pulses: instant at which a stop is declared unless a pulse comes, and since when it then holds (domain.md S-5). */
  readonly stopAt: number
  readonly stopSince: number
}

/** A value of the source and since when its oldest part is known; `input` null = a part is unavailable. */
export type SourceValue = { readonly input: StatusInput | null; readonly at: number }

type Sensors = EngineState['sensors']
type SignalState = Pick<EngineState, 'sensors' | 'pulse' | 'status' | 'candidate'>

const SILENT: StatusSignal = { status: NO_DATA, silentFrom: Infinity, stopAt: Infinity, stopSince: Infinity }

/** Returns what the sensors say at the instant by the work center's status source (domain.md S-2, S-3, S-6). */
export function signalAt(state: SignalState, at: number, compiled: CompiledSetup): StatusSignal {
  const { setup } = compiled
  const source = setup.statusSource
  if (source === 'SPEED' && !state.sensors['LINEAR_SPEED']) return pulseSignal(state, at, compiled)
  const value = sourceValue(state.sensors, compiled)
  if (!value || value.input === null) return SILENT
  const silentFrom = value.at + compiled.maxGapMs
  if (at >= silentFrom) return SILENT
  return {
    status: matchStatus(epochAt(compiled, at), value.input, stayingIn(state, compiled)),
    silentFrom,
    stopAt: Infinity,
    stopSince: Infinity,
  }
}

/** Returns the power in kW: the power sensor's, or computed from the phase currents (domain.md S-10); null when no such sensor was ever heard. */
export function powerValue(sensors: Sensors, compiled: CompiledSetup): { readonly at: number; readonly value: number | null } | null {
  const measured = sensors['POWER']
  if (measured) return measured
  const phases = phaseReadings(sensors)
  return phases && { at: phases.at, value: phases.isComplete ? powerFromCurrents(phases.currents, compiled.setup.electrical) : null }
}

/** Returns the load in %: the load sensor's, or of nominal power (domain.md S-11); null when nothing to tell it by was ever heard. */
export function loadValue(sensors: Sensors, compiled: CompiledSetup): Reading | null {
  const measured = sensors['LOAD']
  if (measured) return measured
  const power = powerValue(sensors, compiled)
  return power && { at: power.at, value: loadOf(power.value, compiled.setup.electrical.nominalPowerKw) }
}

function sourceValue(sensors: Sensors, compiled: CompiledSetup): SourceValue | null {
  switch (compiled.setup.statusSource) {
    case 'POWER':
      return toSource(powerValue(sensors, compiled))
    case 'LOAD':
      return toSource(loadValue(sensors, compiled))
    case 'SPEED':
      return toSource(sensors['LINEAR_SPEED'] ?? null)
    case 'CURRENT': {
      const phases = phaseReadings(sensors)
      if (!phases) return null
      const single = sensors['ELECTRIC_CURRENT']
      const input = phases.isSingle && single ? { a: single.value, b: single.value, c: single.value } : phases.currents
      return { input: phases.isComplete ? input : null, at: phases.at }
    }
  }
}

function stayingIn({ candidate, status }: SignalState, { stayShare }: CompiledSetup): Staying | null {
  const held = stayShare < 1 ? (candidate ?? status) : null
  return held && { ruleId: held.ruleId, share: stayShare }
}

function toSource(reading: Reading | null): SourceValue | null {
  return reading && { input: reading.value, at: reading.at }
}

/** An installed phase that is silent or unavailable makes the whole unknown, never zero (domain.md S-10, E-20). */
function phaseReadings(sensors: Sensors): { currents: PhaseCurrents; at: number; isComplete: boolean; isSingle: boolean } | null {
  const a = sensors['ELECTRIC_CURRENT_A']
  const b = sensors['ELECTRIC_CURRENT_B']
  const c = sensors['ELECTRIC_CURRENT_C']
  if (!a && !b && !c) {
    const single = sensors['ELECTRIC_CURRENT']
    return single
      ? { currents: { a: single.value, b: null, c: null }, at: single.at, isComplete: single.value !== null, isSingle: true }
      : null
  }
  return {
    currents: { a: a?.value ?? null, b: b?.value ?? null, c: c?.value ?? null },
    at: Math.min(a?.at ?? Infinity, b?.at ?? Infinity, c?.at ?? Infinity),
    isComplete: a?.value !== null && b?.value !== null && c?.value !== null,
    isSingle: false,
  }
}

/**
 * Speed told by output pulses (domain.md S-5). A stop is declared when no pulse came for two ideal cycles, the minimum duration of the stop's
 * status and two reports of a periodic device; it then holds since one cycle after the last pulse. Without a reference speed, the cycle that the
 * last two pulses showed stands for the ideal one.
 */
function pulseSignal(state: SignalState, at: number, compiled: CompiledSetup): StatusSignal {
  const { pulse } = state
  const heardAt = lastHeard(state.sensors)
  if (heardAt === null) return SILENT
  const silentFrom = heardAt + compiled.maxGapMs
  if (at >= silentFrom) return SILENT
  const epoch = epochAt(compiled, at)
  const stop = matchStatus(epoch, 0)
  if (!pulse) return { status: stop, silentFrom, stopAt: Infinity, stopSince: at }
  const cycleMs = compiled.idealCycleMs ?? idealCycleOf(pulse.perMin) ?? 0
  const stopSince = pulse.at + Math.max(1, cycleMs)
  const stopAt = Math.max(stopSince, pulse.at + Math.max(2 * cycleMs, pulsePatience(compiled, meaningOf(epoch, stop).minEventDurationMs)))
  if (at < stopAt) return { status: matchStatus(epoch, pulse.perMin, stayingIn(state, compiled)), silentFrom, stopAt, stopSince }
  return { status: stop, silentFrom, stopAt: Infinity, stopSince }
}

/** Returns how long in ms a machine may make nothing before it counts as stopped (domain.md S-5). */
export function pulsePatience(compiled: CompiledSetup, minEventDurationMs: number): number {
  return Math.max(2 * (compiled.idealCycleMs ?? 0), 2 * compiled.periodMs, minEventDurationMs)
}

function lastHeard(sensors: Sensors): number | null {
  let heardAt: number | null = null
  for (const sensor of OUTPUT_SENSORS) {
    const reading = sensors[sensor]
    if (reading && reading.value !== null && reading.at > (heardAt ?? -Infinity)) heardAt = reading.at
  }
  return heardAt
}

/** Sensors that register output, in the order of their names. */
export const OUTPUT_SENSORS = ['ACCEPTED_OUTPUT', 'DISCRETE_OUTPUT', 'REJECTED_OUTPUT', 'TOTAL_OUTPUT'] as const
