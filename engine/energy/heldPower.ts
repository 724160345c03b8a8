import type { Reading } from '#engine/fold/engineState.ts'
import { deviceOutAt } from '#engine/sensor/deviceOut.ts'
import type { ElectricalSetup, ElectricalVersion } from '#engine/workCenter/workCenterSetup.ts'
import { visitBuckets, type BucketGrid } from './bucketGrid.ts'
import { electricalAt, isAssumedBalanced } from './power.ts'
import { phaseReadings, powerValue } from './powerReading.ts'

/** Constants by time as the status engine reads them, and how long a sample holds (domain.md S-6, E-59). */
export type EnergySetup = {
  readonly electrical: ElectricalSetup
  readonly electricalVersions: readonly ElectricalVersion[]
  readonly maxGapMs: number
}

/** Sums per bucket in columns, so that a year of them stays small. */
export type PowerSums = {
  readonly kwMs: Float64Array
  readonly coveredMs: Float64Array
  /** -Infinity where nothing held. */
  readonly maxKw: Float64Array
  readonly isBalanced: Uint8Array
}

export type HeldPower = {
  /** Takes a reading; instants never descend. */
  read(at: number, sensor: string, value: number | null): void
  /** Lets the last readings hold to the instant and returns the sums. */
  holdTo(at: number): PowerSums
}

const POWER_SENSORS = ['POWER', 'LOAD', 'ELECTRIC_CURRENT', 'ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const
const DEVICE_SENSORS = ['DEVICE_ON_OFF', 'BATTERY_LEVEL', 'CHARGING_STATUS'] as const
const READ_SENSORS: ReadonlySet<string> = new Set([...POWER_SENSORS, ...DEVICE_SENSORS])

/**
 * Returns an integral of power over the grid's buckets. Each reading holds until the next, at most the gap, and is split at bucket edges and changes
 * of constants. Nothing is interpolated, so a gap has no energy (domain.md S-13, E-61).
 */
export function holdPower(grid: BucketGrid, setup: EnergySetup): HeldPower {
  const sums: PowerSums = {
    kwMs: new Float64Array(grid.count),
    coveredMs: new Float64Array(grid.count),
    maxKw: new Float64Array(grid.count).fill(-Infinity),
    isBalanced: new Uint8Array(grid.count),
  }
  const sensors: Record<string, Reading | undefined> = {}
  let heldTo = -Infinity
  const holdTo = (to: number): PowerSums => {
    if (to <= heldTo) return sums
    silence(sensors, heldTo)
    for (let from = heldTo; from < to;) {
      const until = Math.min(to, constantsEnd(setup, from))
      addHeld(sums, grid, { sensors, electrical: electricalAt(setup, from), from, until, maxGapMs: setup.maxGapMs })
      from = until
    }
    heldTo = to
    return sums
  }
  return {
    read(at, sensor, value) {
      if (!READ_SENSORS.has(sensor) || sensors[sensor]?.at === at) return
      holdTo(at)
      sensors[sensor] = { at, value }
    },
    holdTo,
  }
}

type Stretch = {
  readonly sensors: Readonly<Record<string, Reading | undefined>>
  readonly electrical: ElectricalSetup
  readonly from: number
  readonly until: number
  readonly maxGapMs: number
}

function addHeld(sums: PowerSums, grid: BucketGrid, { sensors, electrical, from, until, maxGapMs }: Stretch): void {
  const power = powerValue(sensors, electrical)
  if (!power || power.value === null) return
  const kw = power.value
  const phases = sensors['POWER'] ? null : phaseReadings(sensors)
  const isBalanced = phases !== null && isAssumedBalanced(phases.currents)
  visitBuckets(grid, from, Math.min(until, power.at + maxGapMs), (bucket, start, end) => {
    sums.kwMs[bucket] = (sums.kwMs[bucket] ?? 0) + kw * (end - start)
    sums.coveredMs[bucket] = (sums.coveredMs[bucket] ?? 0) + (end - start)
    sums.maxKw[bucket] = Math.max(sums.maxKw[bucket] ?? -Infinity, kw)
    if (isBalanced) sums.isBalanced[bucket] = 1
  })
}

/** All samples of the instant are known now. */
function silence(sensors: Record<string, Reading | undefined>, at: number): void {
  if (deviceOutAt(sensors, at) === null) return
  for (const sensor of POWER_SENSORS) if (sensors[sensor]) sensors[sensor] = { at, value: null }
}

function constantsEnd({ electricalVersions }: EnergySetup, at: number): number {
  return electricalVersions.find((version) => version.validFrom > at)?.validFrom ?? Infinity
}
