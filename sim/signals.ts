import type { Activity } from './activity.ts'
import { outputAt } from './activity.ts'
import type { Channel, Factory, MachineSpec } from './factoryFile.ts'
import { noiseAt } from './random.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Slow channels are sent at the full minutes that this divides. */
const SLOW_CHANNEL_MS = 10 * MINUTE_MS
const BATTERY_LIFE_DAYS = 75
/** Relative unevenness of the three phases of an installation. */
const PHASE_SHARES = { ELECTRIC_CURRENT_A: 1.012, ELECTRIC_CURRENT_B: 0.994, ELECTRIC_CURRENT_C: 0.994 }

export type Moment = {
  readonly spec: MachineSpec
  readonly factory: Pick<Factory, 'activityLoads'>
  readonly activity: Activity
  readonly channelSeed: number
  readonly at: number
}

/** Returns the values of the device's channels at the instant, by sensor type: kW, %, A, m/min, °C and cumulated counts. */
export function signalsAt(moment: Moment): Record<string, number> {
  const values: Record<string, number> = {}
  for (const channel of moment.spec.channels) measure(channel, moment, values)
  return values
}

function measure(channel: Channel, moment: Moment, values: Record<string, number>): void {
  const { spec, at } = moment
  switch (channel) {
    case 'POWER':
      values['POWER'] = round(loadAt(moment) * spec.nominalPowerKw, 2)
      return
    case 'LOAD':
      values['LOAD'] = round(loadAt(moment) * 100, 1)
      return
    case 'CURRENT':
      Object.assign(values, currentsAt(moment))
      return
    case 'LINEAR_SPEED':
      values['LINEAR_SPEED'] = round(moment.activity.speedPerMin * (1 + 0.012 * noise(moment, 3)), 2)
      return
    case 'TOTAL_OUTPUT':
    case 'ACCEPTED_OUTPUT':
    case 'REJECTED_OUTPUT':
      values[channel] = counterAt(channel, moment)
      return
    case 'TEMPERATURE':
      values['TEMPERATURE'] = round(178 + 4 * Math.sin(at / (17 * MINUTE_MS)) + 0.6 * noise(moment, 4), 1)
      return
    case 'BATTERY_LEVEL':
      if (at % SLOW_CHANNEL_MS === 0)
        values['BATTERY_LEVEL'] = Math.ceil(100 - ((at / DAY_MS) % BATTERY_LIFE_DAYS) * (92 / BATTERY_LIFE_DAYS))
      return
    case 'SIGNAL_LEVEL':
      if (at % SLOW_CHANNEL_MS === 0)
        values['SIGNAL_LEVEL'] = Math.round(64 + 9 * Math.sin(at / (3 * 60 * MINUTE_MS)) + 5 * noise(moment, 5))
      return
  }
}

/** Fraction of nominal power: the activity's level, a slow swing and noise. */
function loadAt(moment: Moment): number {
  const level = moment.factory.activityLoads[moment.activity.kind]
  const swing = moment.activity.kind === 'RUN' ? 0.07 * Math.sin(moment.at / 41_000) : 0
  return Math.max(0, level * (1 + swing + 0.06 * noise(moment, 1)))
}

function currentsAt(moment: Moment): Record<keyof typeof PHASE_SHARES, number> {
  const { voltage, cosPhi, nominalPowerKw } = moment.spec
  const balanced = (loadAt(moment) * nominalPowerKw * 1000) / (Math.sqrt(3) * voltage * cosPhi)
  const phase = (share: number, channel: number) => round(balanced * share * (1 + 0.01 * noise(moment, channel)), 2)
  return {
    ELECTRIC_CURRENT_A: phase(PHASE_SHARES.ELECTRIC_CURRENT_A, 6),
    ELECTRIC_CURRENT_B: phase(PHASE_SHARES.ELECTRIC_CURRENT_B, 7),
    ELECTRIC_CURRENT_C: phase(PHASE_SHARES.ELECTRIC_CURRENT_C, 8),
  }
}

/** Reading of the device's counter: whole pieces, or metres to the millimetre, since installation or shift start, wrapping at its range. */
function counterAt(channel: 'TOTAL_OUTPUT' | 'ACCEPTED_OUTPUT' | 'REJECTED_OUTPUT', moment: Moment): number {
  const { spec, activity, at } = moment
  const { units, rejects } = outputAt(activity, at)
  const isReset = spec.counterReset === 'SHIFT_START'
  const total = whole(activity, units) - (isReset ? whole(activity, activity.unitsAtShiftStart) : 0)
  const rejected = whole(activity, rejects) - (isReset ? whole(activity, activity.rejectsAtShiftStart) : 0)
  const count = channel === 'TOTAL_OUTPUT' ? total : channel === 'REJECTED_OUTPUT' ? rejected : total - rejected
  return round(spec.counterRange === null ? count : count % spec.counterRange, 3)
}

function whole(activity: Activity, units: number): number {
  return Math.floor(units / activity.step + 1e-6) * activity.step
}

function noise(moment: Moment, channel: number): number {
  return noiseAt(moment.channelSeed + channel * 0x51ed27, moment.at)
}

function round(value: number, places: number): number {
  const factor = 10 ** places
  return Math.round(value * factor) / factor
}
