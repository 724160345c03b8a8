import assert from 'node:assert/strict'
import { calibrate, CALIBRATION_MS } from '#engine/energy/calibration.ts'
import { energyBuckets, type EnergyBucket } from '#engine/energy/energyBuckets.ts'
import { sumEnergy } from '#engine/energy/energySums.ts'
import { phaseBalance } from '#engine/energy/phaseBalance.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { exampleSetup } from './exampleSetup.ts'
import { equals, equalsAll, list, num, nums, type Vector } from './vectorInput.ts'

const S = 1000
const START = Date.UTC(2026, 4, 4)

/** Worked examples of power and energy, each through the engine's own functions. */
export const COVER_ENERGY: Readonly<Record<string, (vector: Vector) => void>> = {
  energyConst({ inputs, expected }) {
    const end = num(inputs['hours']) * HOUR_MS
    const { kwh } = sumEnergy(bucketsOf([[0, num(inputs['powerKw'])]], { end, bucketMs: HOUR_MS, maxGapMs: Infinity }))
    equals(kwh, expected['kwh'], 'kwh')
  },
  energySamples(vector) {
    const { inputs, expected } = vector
    const stepMs = num(inputs['stepS']) * S
    const samples = nums(inputs['samplesKw']).map((kw, index): readonly [number, number] => [index * stepMs, kw])
    const end = (samples.length - 1) * stepMs
    const { kwh } = sumEnergy(bucketsOf(samples, { end, bucketMs: 300 * S, maxGapMs: maxSampleGap(stepMs) }))
    equals(kwh, expected['kwhLeftHold'], 'kwhLeftHold')
    // The other published figure is what joining the samples by lines would give: a bridge over a gap, which is not done.
    const joined = samples.slice(1).reduce((sum, [, kw], index) => sum + ((kw + (samples[index]?.[1] ?? 0)) / 2) * stepMs, 0) / HOUR_MS
    equals(joined, expected['kwhTrapezoid'], 'kwhTrapezoid')
    const areAlike = vector.expected['kwhTrapezoid'] === vector.expected['kwhLeftHold']
    assert.equal(Math.abs((kwh ?? 0) - joined) < 1e-12, areAlike)
  },
  energyBuckets({ inputs, expected }) {
    const samples = list(inputs['samples']).map((pair): readonly [number, number] => {
      const [second = 0, kw = 0] = nums(pair)
      return [second * S, kw]
    })
    const buckets = bucketsOf(samples, {
      end: num(inputs['endS']) * S,
      bucketMs: num(inputs['bucketS']) * S,
      maxGapMs: num(inputs['maxGapS']) * S,
    })
    const wanted = list(expected['bucketsKwh'])
    assert.equal(buckets.length, wanted.length)
    for (const [index, bucket] of buckets.entries()) {
      equals(bucket.kwh, wanted[index], `bucket ${index}`)
      if (bucket.kwh !== null) equals(bucket.averageKw, bucket.kwh / (bucket.coveredMs / HOUR_MS), `average ${index}`)
    }
    assert.deepEqual(
      buckets.map((bucket) => bucket.coveredMs / S),
      expected['coveredS'],
    )
  },
  calibration(vector) {
    const { inputs } = vector
    assert.equal(num(inputs['windowS']) * S, CALIBRATION_MS)
    const pairs = list(inputs['samplesKw']).map(nums)
    const instants = pairs.map(([second = 0]) => START + second * S)
    const values = pairs.map(([, kw = 0]) => kw)
    const result = calibrate({ instants, values }, { start: START, now: START + CALIBRATION_MS, maxGapMs: 180 * S })
    assert.equal(result.state, 'DONE')
    equals(result.floorKw / Math.max(...values), inputs['idleShare'], 'idleShare')
    equalsAll({ nominalPowerKw: result.nominalPowerKw, usedSamples: result.usedSamples, coverage: result.coverage }, vector)
  },
  phase({ inputs, expected }) {
    const floor = num(inputs['noiseFloorA'])
    const results = list(inputs['cases']).map((currents) => {
      const [a = null, b = null, c = null] = nums(currents)
      return phaseBalance({ a, b, c }, floor)
    })
    assert.deepEqual(results, expected['result'])
  },
}

function bucketsOf(
  pairs: readonly (readonly [ms: number, kw: number])[],
  { end, bucketMs, maxGapMs }: { readonly end: number; readonly bucketMs: number; readonly maxGapMs: number },
): EnergyBucket[] {
  const samples = pairs.map(([ms, value]): Sample => ({ at: START + ms, sensor: 'POWER', value }))
  const { electrical, electricalVersions, nominalPeriodMs } = exampleSetup()
  const window = { start: START, end: START + end, zone: 'UTC', bucketMs }
  return energyBuckets(columnsOf(samples), window, { electrical, electricalVersions, nominalPeriodMs, maxGapMs })
}
