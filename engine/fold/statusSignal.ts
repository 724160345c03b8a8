import type { CompiledSetup } from './compiledSetup.ts'
import type { EngineState, Reading } from './engineState.ts'
import { pulseWait } from './pulsePatience.ts'
import { loadValue, phaseReadings, powerValue } from '#engine/energy/powerReading.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { RuleEpoch } from '#engine/status/ruleEpochs.ts'
import { matchStatus, meaningOf, NO_DATA_BY, type StatusInput, type StatusRef, type Staying } from '#engine/status/ruleSet.ts'

/** What the sensors say at an instant, before debouncing. */
export type StatusSignal = {
  readonly status: StatusRef
  /** Instant from which they say nothing any more unless a sample comes (domain.md S-6). */
  readonly silentFrom: number
  /** Speed by pulses: instant at which a stop is declared unless a pulse comes, and since when it then holds (domain.md S-5). */
  readonly stopAt: number
  readonly stopSince: number
}

/** A value of the source and the instant of its oldest part. `input` null = a part is unavailable; `cause` when the device gave one. */
export type SourceValue = { readonly input: StatusInput | null; readonly at: number; readonly cause?: NoDataCause }

type Sensors = EngineState['sensors']
type SignalState = Pick<EngineState, 'sensors' | 'pulse' | 'status' | 'candidate'>

/** Returns the sensors' signal at the instant, by the source, rules and constants of the epoch (domain.md S-2, S-3, S-6). */
export function signalAt(state: SignalState, at: number, compiled: CompiledSetup, epoch: RuleEpoch): StatusSignal {
  if (epoch.source === 'SPEED' && !state.sensors['LINEAR_SPEED']) return pulseSignal(state, at, compiled, epoch)
  const value = sourceValue(state.sensors, epoch)
  if (!value) return silence('SILENT')
  if (value.input === null) return silence(value.cause ?? 'UNAVAILABLE')
  const silentFrom = value.at + compiled.maxGapMs
  if (at >= silentFrom) return silence('SILENT')
  return { status: matchStatus(epoch, value.input, stayingIn(state, compiled)), silentFrom, stopAt: Infinity, stopSince: Infinity }
}

function silence(cause: NoDataCause): StatusSignal {
  return { status: NO_DATA_BY[cause], silentFrom: Infinity, stopAt: Infinity, stopSince: Infinity }
}

function sourceValue(sensors: Sensors, { source, electrical }: RuleEpoch): SourceValue | null {
  switch (source) {
    case 'POWER':
      return toSource(powerValue(sensors, electrical))
    case 'LOAD':
      return toSource(loadValue(sensors, electrical))
    case 'SPEED':
      return toSource(sensors['LINEAR_SPEED'] ?? null)
    case 'CURRENT': {
      const phases = phaseReadings(sensors)
      if (!phases) return null
      const { a } = phases.currents
      const input = phases.isSingle ? { a, b: a, c: a } : phases.currents
      return { ...causeOf(phases.absent), input: phases.absent ? null : input, at: phases.at }
    }
  }
}

function stayingIn({ candidate, status }: SignalState, { stayShare }: CompiledSetup): Staying | null {
  const held = stayShare < 1 ? (candidate ?? status) : null
  return held && { ruleId: held.ruleId, share: stayShare }
}

function toSource(reading: Reading | null): SourceValue | null {
  return reading && { ...causeOf(reading), input: reading.value, at: reading.at }
}

function causeOf(reading: Reading | null): { readonly cause?: NoDataCause } {
  return reading?.cause ? { cause: reading.cause } : {}
}

/** Speed by output pulses: a stop is declared when none came in time, and holds from one cycle after the last pulse (domain.md S-5). */
function pulseSignal(state: SignalState, at: number, compiled: CompiledSetup, epoch: RuleEpoch): StatusSignal {
  const { pulse } = state
  const heardAt = lastHeard(state.sensors)
  if (heardAt === null) return silence(absenceOf(state.sensors))
  const silentFrom = heardAt + compiled.maxGapMs
  if (at >= silentFrom) return silence('SILENT')
  const stop = matchStatus(epoch, 0)
  if (!pulse) return { status: stop, silentFrom, stopAt: Infinity, stopSince: at }
  const { cycleMs, patienceMs } = pulseWait(compiled, pulse, at, meaningOf(epoch, stop).minEventDurationMs)
  const stopSince = pulse.at + Math.max(1, cycleMs)
  const stopAt = pulse.at + patienceMs
  if (at < stopAt) return { status: matchStatus(epoch, pulse.perMin, stayingIn(state, compiled)), silentFrom, stopAt, stopSince }
  return { status: stop, silentFrom, stopAt: Infinity, stopSince }
}

function lastHeard(sensors: Sensors): number | null {
  let heardAt: number | null = null
  for (const sensor of OUTPUT_SENSORS) {
    const reading = sensors[sensor]
    if (reading && reading.value !== null && reading.at > (heardAt ?? -Infinity)) heardAt = reading.at
  }
  return heardAt
}

/** Cause of silent output sensors: the first sensor's, or never heard. */
function absenceOf(sensors: Sensors): NoDataCause {
  for (const sensor of OUTPUT_SENSORS) {
    const reading = sensors[sensor]
    if (reading) return reading.cause ?? 'UNAVAILABLE'
  }
  return 'SILENT'
}

/** Sensors that register output, in the order of their names. */
export const OUTPUT_SENSORS = ['ACCEPTED_OUTPUT', 'DISCRETE_OUTPUT', 'REJECTED_OUTPUT', 'TOTAL_OUTPUT'] as const
