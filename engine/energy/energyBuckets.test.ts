import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { EnergyWindow } from './bucketGrid.ts'
import { coverageOf, createEnergyMeter, energyBuckets, hasLowCoverage, type EnergyBucket } from './energyBuckets.ts'
import { energyBy, sumEnergy } from './energySums.ts'

const MIN = 60_000
const START = Date.UTC(2026, 4, 4)
const electrical = { ...exampleSetup().electrical, nominalPowerKw: null, voltage: 400, cosPhi: 1 }
const setup = { electrical, electricalVersions: [], maxGapMs: 3 * MIN, nominalPeriodMs: MIN }
const hour: EnergyWindow = { start: START, end: START + HOUR_MS, zone: 'UTC', bucketMs: 15 * MIN }

/** A reading: minutes after the start, the sensor, the value. */
type Reading = readonly [minute: number, sensor: SensorKey, value: number | null]

describe('energy by power', () => {
  it('holds a value until the next one, splits it at the edge of buckets, and tells mean and maximum (S-13)', () => {
    const [first, second, third] = bucketsOf([
      ...every(1, 0, 13, 'POWER', 6),
      [14, 'POWER', 12],
      [16, 'POWER', 0],
      ...every(1, 17, 60, 'POWER', 0),
    ])
    near(first, { kwh: (14 * 6 + 12) / 60, averageKw: (14 * 6 + 12) / 15, maxKw: 12 })
    near(second, { kwh: 12 / 60, averageKw: 12 / 15, maxKw: 12 })
    near(third, { kwh: 0, averageKw: 0, maxKw: 0 })
  })

  it('invents nothing over a gap: no energy, less coverage, null and no warning where there is none at all (E-61)', () => {
    const buckets = bucketsOf([
      [0, 'POWER', 60],
      [31, 'POWER', 60],
    ])
    assert.deepEqual(
      buckets.map(({ kwh, coveredMs }) => [kwh, coveredMs / MIN]),
      [
        [3, 3],
        [null, 0],
        [3, 3],
        [null, 0],
      ],
    )
    assert.deepEqual(buckets.map(hasLowCoverage), [true, false, true, false])
    assert.equal(buckets[0] && coverageOf(buckets[0]), 0.2)
    assert.deepEqual(buckets[1] && [buckets[1].averageKw, buckets[1].maxKw, buckets[1].source], [null, null, null])
    assert.equal(buckets[0]?.averageKw, 60)
  })

  it('warns below half of the time, not at half', () => {
    const half = { ...hour, end: START + 6 * MIN, bucketMs: HOUR_MS }
    const [bucket] = energyBuckets(samplesOf([[0, 'POWER', 6]]), half, setup)
    assert.equal(bucket && hasLowCoverage(bucket), false)
    const [less] = energyBuckets(samplesOf([[0, 'POWER', 6]]), { ...half, end: half.end + 1 }, setup)
    assert.equal(less && hasLowCoverage(less), true)
  })

  it('counts what was read before the window from its start on, and nothing before it', () => {
    const [first] = bucketsOf([
      [-1, 'POWER', 60],
      [1, 'POWER', null],
    ])
    near(first, { kwh: 1, averageKw: 60, maxKw: 60 })
    assert.equal(first?.coveredMs, MIN)
  })

  it('ends with a channel that is unavailable and a device that is off', () => {
    const isOff: Reading[] = [
      [0, 'POWER', 60],
      [1, 'DEVICE_ON_OFF', 0],
    ]
    const isUnavailable: Reading[] = [
      [0, 'POWER', 60],
      [1, 'POWER', null],
    ]
    for (const readings of [isOff, isUnavailable]) assert.equal(bucketsOf(readings)[0]?.coveredMs, MIN)
  })

  it('takes the currents with the constants of their time, and a power sensor before them (S-10, E-59)', () => {
    const amperes: Reading[] = (['A', 'B', 'C'] as const).map((phase): Reading => [0, `ELECTRIC_CURRENT_${phase}`, 10])
    const versions = [
      { ...electrical, validFrom: 0 },
      { ...electrical, cosPhi: 0.5, validFrom: START + 2 * MIN },
    ]
    const kw = (Math.sqrt(3) * 400 * 10) / 1000
    const [changed] = energyBuckets(samplesOf(amperes), hour, { ...setup, electricalVersions: versions })
    near(changed, { kwh: (kw * 2 + kw * 0.5) / 60, averageKw: (kw * 2.5) / 3, maxKw: kw })
    assert.equal(changed?.isAssumedBalanced, false)
    near(bucketsOf([...amperes, [0, 'POWER', 1]])[0], { kwh: 3 / 60, averageKw: 1, maxKw: 1 })
    assert.equal(bucketsOf(amperes.slice(0, 1))[0]?.isAssumedBalanced, true)
  })

  it('is nothing while one installed phase is silent', () => {
    const [first] = bucketsOf([
      [0, 'ELECTRIC_CURRENT_A', 10],
      [0, 'ELECTRIC_CURRENT_B', 10],
      [2, 'ELECTRIC_CURRENT_A', 10],
    ])
    assert.equal(first?.coveredMs, 3 * MIN)
  })

  it('takes the load of nominal power where nothing else tells', () => {
    const [first] = energyBuckets(samplesOf([[0, 'LOAD', 50]]), hour, { ...setup, electrical: { ...electrical, nominalPowerKw: 20 } })
    near(first, { kwh: 0.5, averageKw: 10, maxKw: 10 })
  })
})

describe('energy by meter', () => {
  it('is the difference of the readings, wherever power says otherwise', () => {
    const buckets = bucketsOf([...every(5, 0, 60, 'OVERALL_ENERGY_CONSUMPTION', (index) => 100 + index), ...every(1, 0, 60, 'POWER', 1)])
    assert.deepEqual(
      buckets.map(({ kwh, source }) => [kwh, source]),
      [
        [3, 'METER'],
        [3, 'METER'],
        [3, 'METER'],
        [3, 'METER'],
      ],
    )
  })

  it('falls back to power in the buckets that the meter did not tell', () => {
    const buckets = bucketsOf([...every(5, 0, 30, 'OVERALL_ENERGY_CONSUMPTION', (index) => 100 + index), ...every(1, 0, 60, 'POWER', 6)])
    assert.deepEqual(
      buckets.map(({ source }) => source),
      ['METER', 'METER', 'POWER', 'POWER'],
    )
    near(buckets[3], { kwh: 1.5, averageKw: 6, maxKw: 6 })
    const total = sumEnergy(buckets)
    assert.equal(total.source, 'MIXED')
    assert.ok(Math.abs((total.kwh ?? 0) - 9) < 1e-9)
  })

  it('spreads a difference over no gap: nobody knows when it was used (E-61)', () => {
    const buckets = bucketsOf([
      [0, 'OVERALL_ENERGY_CONSUMPTION', 100],
      [5, 'OVERALL_ENERGY_CONSUMPTION', 101],
      [50, 'OVERALL_ENERGY_CONSUMPTION', 200],
    ])
    assert.deepEqual(
      buckets.map(({ kwh }) => kwh),
      [1, null, null, null],
    )
  })

  it('knows what a bucket used when both readings lie in it, however far apart', () => {
    const day = { ...hour, bucketMs: HOUR_MS }
    const [bucket] = energyBuckets(
      samplesOf([
        [1, 'OVERALL_ENERGY_CONSUMPTION', 100],
        [59, 'OVERALL_ENERGY_CONSUMPTION', 158],
      ]),
      day,
      setup,
    )
    assert.deepEqual([bucket?.kwh, bucket && bucket.coveredMs / MIN], [58, 58])
  })

  for (const [name, before, after, kwh] of [
    ['a new meter in its place adds what it shows (E-62)', 52_000, 3, 3],
    ['a register of five digits that was full goes on from zero', 99_998, 4, 6],
    ['a register of six digits that was full goes on from zero', 999_999, 1, 2],
    ['a nearly full register that drops to its middle was replaced', 99_998, 60_000, 60_000],
  ] as const) {
    it(name, () => {
      const [first] = bucketsOf([
        [0, 'OVERALL_ENERGY_CONSUMPTION', before],
        [15, 'OVERALL_ENERGY_CONSUMPTION', after],
      ])
      assert.equal(first?.kwh, kwh)
    })
  }

  it('does not believe three times the nominal power, and bridges an outlier (E-26)', () => {
    const rated = { ...setup, electrical: { ...electrical, nominalPowerKw: 10 } }
    const readings: Reading[] = [
      [0, 'OVERALL_ENERGY_CONSUMPTION', 100],
      [5, 'OVERALL_ENERGY_CONSUMPTION', 1e6],
      [10, 'OVERALL_ENERGY_CONSUMPTION', 101],
      [15, 'OVERALL_ENERGY_CONSUMPTION', 101.5],
    ]
    const [first] = energyBuckets(samplesOf(readings), hour, rated)
    assert.deepEqual([first?.kwh, first && first.coveredMs / MIN], [1.5, 15])
  })
})

describe('buckets of the zone', () => {
  for (const [zone, date, quarters] of [
    ['Asia/Kathmandu', '2026-05-04', 96],
    ['Asia/Kolkata', '2026-05-04', 96],
    ['Europe/Kyiv', '2026-03-29', 92],
    ['Europe/Kyiv', '2026-10-25', 100],
    ['America/New_York', '2026-11-01', 100],
    ['Australia/Lord_Howe', '2026-04-05', 98],
  ] as const) {
    it(`${zone} has ${quarters} quarter hours on ${date}, one after the other`, () => {
      const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
      const end = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
      const buckets = energyBuckets(samplesOf([]), { start, end, zone, bucketMs: 15 * MIN }, setup)
      assert.equal(buckets.length, quarters)
      assert.equal(buckets[0]?.start, start)
      buckets.forEach((bucket, index) => assert.equal(bucket.end, buckets[index + 1]?.start ?? end))
      assert.equal(energyBy('DAY', zone, buckets).length, 1)
      assert.equal(energyBy('HOUR', zone, buckets).length, Math.ceil(quarters / 4))
    })
  }

  it('hours of Kathmandu start at a quarter past of UTC', () => {
    const [, second] = energyBuckets(samplesOf([]), { ...hour, zone: 'Asia/Kathmandu', bucketMs: HOUR_MS }, setup)
    assert.equal(second && (second.start - START) / MIN, 15)
  })
})

const values = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(0, 0.4, 3, 7.25, 40) }, { weight: 1, arbitrary: fc.constant(null) })
const SENSORS: readonly SensorKey[] = [
  'POWER',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'OVERALL_ENERGY_CONSUMPTION',
  'DEVICE_ON_OFF',
  'TEMPERATURE',
]
const streams = fc
  .array(fc.record({ step: fc.integer({ min: 0, max: 400_000 }), sensor: fc.constantFrom(...SENSORS), value: values }), { maxLength: 60 })
  .map((items) => {
    let at = START - 2 * MIN
    return items.map(({ step, sensor, value }): Sample => ({ at: (at += step), sensor, value }))
  })
const windows = fc
  .record({
    hours: fc.integer({ min: 1, max: 30 }),
    minutes: fc.constantFrom(5, 15, 30, 60),
    zone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Kyiv'),
  })
  .map(({ hours, minutes, zone }): EnergyWindow => ({ start: START, end: START + hours * HOUR_MS, zone, bucketMs: minutes * MIN }))

describe('energy of any stream', () => {
  it('is the same however the samples are cut into calls', () => {
    fc.assert(
      fc.property(streams, windows, fc.integer({ min: 1, max: 9 }), (samples, window, size) => {
        const meter = createEnergyMeter(window, setup)
        for (let index = 0; index < samples.length; index += size) meter.add(columnsOf(samples.slice(index, index + size)))
        assert.deepEqual(meter.finish(), energyBuckets(columnsOf(samples), window, setup))
      }),
    )
  })

  it('never covers more than a bucket, and is null exactly where nothing covers', () => {
    fc.assert(
      fc.property(streams, windows, (samples, window) => {
        for (const bucket of energyBuckets(columnsOf(samples), window, setup)) {
          assert.ok(bucket.coveredMs >= 0 && bucket.coveredMs <= bucket.end - bucket.start)
          assert.equal(bucket.kwh === null, bucket.coveredMs === 0)
          if (bucket.kwh !== null) assert.ok(bucket.kwh >= 0)
        }
      }),
    )
  })

  it('by power sums to the same in whatever buckets, hours and days', () => {
    fc.assert(
      fc.property(streams, windows, (samples, window) => {
        const powers = samples.filter(({ sensor }) => sensor !== 'OVERALL_ENERGY_CONSUMPTION')
        const buckets = energyBuckets(columnsOf(powers), window, setup)
        const total = sumEnergy(buckets)
        const coarse = sumEnergy(energyBuckets(columnsOf(powers), { ...window, bucketMs: HOUR_MS }, setup))
        for (const sum of [coarse, sumEnergy(energyBy('HOUR', window.zone, buckets)), sumEnergy(energyBy('DAY', window.zone, buckets))]) {
          assert.equal(sum.coveredMs, total.coveredMs)
          assert.ok(Math.abs((sum.kwh ?? 0) - (total.kwh ?? 0)) < 1e-9)
        }
      }),
    )
  })
})

function bucketsOf(readings: readonly Reading[]): EnergyBucket[] {
  return energyBuckets(samplesOf(readings), hour, setup)
}

function samplesOf(readings: readonly Reading[]) {
  const samples = readings.map(([minute, sensor, value]): Sample => ({ at: START + minute * MIN, sensor, value }))
  return columnsOf(samples.toSorted((a, b) => a.at - b.at))
}

function every(step: number, from: number, to: number, sensor: SensorKey, value: number | ((index: number) => number)): Reading[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index): Reading => [
    from + index * step,
    sensor,
    typeof value === 'number' ? value : value(index),
  ])
}

function near(
  bucket: EnergyBucket | undefined,
  expected: { readonly kwh: number; readonly averageKw: number; readonly maxKw: number },
): void {
  assert.ok(bucket)
  for (const key of ['kwh', 'averageKw', 'maxKw'] as const) {
    assert.ok(Math.abs((bucket[key] ?? Number.NaN) - expected[key]) < 1e-9, `${key}: ${bucket[key]} is not ${expected[key]}`)
  }
}
