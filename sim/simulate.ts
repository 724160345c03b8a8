import type { Activity, Timeline } from './activity.ts'
import type { Factory, MachineSpec } from './factoryFile.ts'
import { hashText } from './random.ts'
import { signalsAt } from './signals.ts'

/** What a device sends at one instant: its channels' values. */
export type DeviceSample = { readonly at: number; readonly values: Readonly<Record<string, number>> }

export type Simulated = {
  readonly spec: MachineSpec
  readonly timeline: Timeline
  readonly factory: Pick<Factory, 'seed' | 'reportPeriodMs' | 'activityLoads'>
}

export type Sampling = {
  readonly periodMs: number
  /** Whether to sample also when an activity begins and when a piece is finished (at most once a second). */
  readonly isPrompt: boolean
}

const MIN_PULSE_GAP_MS = 1_000
const MINUTE_MS = 60_000

/**
 * Returns the device's samples in `[from, to)`, ascending: at multiples of the period and, when prompt, at once on an event. The same window gives
 * the same samples, and adjoining windows join seamlessly.
 */
export function simulate(machine: Simulated, from: number, to: number, sampling: Sampling): DeviceSample[] {
  const samples: DeviceSample[] = []
  const channelSeed = hashText(`${machine.factory.seed}/${machine.spec.key}`)
  for (const activity of machine.timeline.between(from, to)) {
    const start = Math.max(from, activity.start)
    const end = Math.min(to, activity.end)
    const instants = sampling.isPrompt
      ? promptInstants(activity, start, end, sampling.periodMs)
      : gridInstants(start, end, sampling.periodMs)
    for (const at of instants) samples.push({ at, values: signalsAt({ ...machine, activity, channelSeed, at }) })
  }
  return samples
}

function gridInstants(start: number, end: number, periodMs: number): number[] {
  const instants: number[] = []
  for (let at = Math.ceil(start / periodMs) * periodMs; at < end; at += periodMs) instants.push(at)
  return instants
}

function promptInstants(activity: Activity, start: number, end: number, periodMs: number): number[] {
  const instants = new Set(gridInstants(start, end, periodMs))
  if (start === activity.start && start < end) instants.add(start)
  if (activity.speedPerMin > 0) {
    const gapUnits = Math.max(1, Math.ceil((activity.speedPerMin * MIN_PULSE_GAP_MS) / MINUTE_MS))
    const pieceMs = (gapUnits / activity.speedPerMin) * MINUTE_MS
    for (let piece = Math.max(1, Math.floor((start - activity.start) / pieceMs)); ; piece++) {
      const at = Math.ceil(activity.start + piece * pieceMs)
      if (at >= end) break
      if (at >= start) instants.add(at)
    }
  }
  return [...instants].sort((left, right) => left - right)
}
