import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import type { Constants } from '#engine/energy/constantsHistory.ts'
import { energyBuckets } from '#engine/energy/energyBuckets.ts'
import { minuteStretches, calendarStretches } from '#engine/energy/energyStretches.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import type { Interval } from '#engine/time/interval.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { sensorsIn } from '#server/ingest/samples/sampleBuffer.ts'
import { SampleStore } from '#server/ingest/samples/sampleStore.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { storeConstants } from '#server/workCenter/figureAffectingChange.service.ts'
import { findWorkCenters, updateWorkCenter } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { deriveEnergy } from './deriveEnergy.service.ts'
import { energyOf } from './energy.service.ts'
import type { Energy } from './energy.service.ts'

const DAY = 24 * HOUR_MS
const START = Date.parse('2026-03-27T00:00:00Z')
const END = START + 4 * DAY
const NOW = END + 6 * HOUR_MS
/** Three periods of ten seconds are less than the least gap. */
const GAP = 180_000

describe('energy of a work center', () => {
  let test: TestDatabase
  let client: pg.Client
  let samples: readonly Sample[]
  before(async () => {
    test = await createTestDatabase()
    client = await test.database.connect()
    samples = powerSamples()
  })
  after(async () => {
    await client.end()
    await test.drop()
  })

  for (const zone of ['UTC', 'Europe/Kyiv', 'Asia/Kathmandu']) {
    it(`answers from kept hours what the samples say, in ${zone}, also over a change of the clock`, async () => {
      const machine = await machineIn(zone)
      await merge(machine, samples)
      assert.deepEqual(await kept(machine), [])
      await derive(machine)
      assert.ok((await kept(machine)).length > 80)
      await requireExact(machine, zone, samples)
    })
  }

  it('works hours out again that a late sample changes, and no others', async () => {
    const machine = await machineIn('UTC')
    const late = samples.filter(({ at }) => at >= START + 30 * HOUR_MS && at < START + 31 * HOUR_MS)
    const rest = samples.filter((sample) => !late.includes(sample))
    await merge(machine, rest)
    await derive(machine)
    const untouched = await kept(machine)
    await merge(machine, late)
    const { rows } = await client.query<{ derived_until: number }>('select derived_until from energy_progress where work_center_id = $1', [
      machine.workCenterId,
    ])
    assert.equal(rows[0]?.derived_until, START + 29 * HOUR_MS)
    await requireExact(machine, 'UTC', samples)
    await derive(machine)
    await requireExact(machine, 'UTC', samples)
    assert.deepEqual((await kept(machine)).slice(0, 29), untouched.slice(0, 29))
  })

  it('lets nothing that comes in order move back what is kept', async () => {
    const machine = await machineIn('UTC')
    await merge(machine, samples)
    await derive(machine)
    const progress = 'select * from energy_progress where work_center_id = $1'
    const before = (await client.query(progress, [machine.workCenterId])).rows
    await merge(machine, [{ at: NOW, sensor: 'POWER', value: 4 }])
    assert.deepEqual((await client.query(progress, [machine.workCenterId])).rows, before)
  })

  it('counts what waits for its chunk, also where hours are kept', async () => {
    const machine = await machineIn('UTC')
    const late = samples.filter(({ at }) => at >= START + 30 * HOUR_MS && at < START + 31 * HOUR_MS)
    await merge(
      machine,
      samples.filter((sample) => !late.includes(sample)),
    )
    await derive(machine)
    await requireExact(machine, 'UTC', samples, late)
  })

  it('prefers the meter, bridges no gap, and says how much of the time is known', async () => {
    const machine = await machineIn('UTC')
    const meter = Array.from({ length: 13 }, (_, at): Sample => ({
      at: START + at * 5 * MINUTE_MS,
      sensor: 'OVERALL_ENERGY_CONSUMPTION',
      value: 100 + at,
    }))
    const power = Array.from({ length: 120 }, (_, at): Sample => ({ at: START + 2 * HOUR_MS + at * 10_000, sensor: 'POWER', value: 6 }))
    await merge(machine, [...meter, ...power])
    await derive(machine)
    const [first, second, third] = await energies(machine, hoursOf(START, 3))
    assert.deepEqual([first?.kwh, first?.source, first?.coverage], [12, 'METER', 1])
    assert.deepEqual([second?.kwh, second?.coverage, second?.source], [null, 0, null])
    // 20 minutes less 10 seconds of samples, and the last one holds for the gap.
    assert.ok(Math.abs((third?.coveredMs ?? 0) - (119 * 10_000 + GAP)) < 1)
    assert.ok(Math.abs((third?.kwh ?? 0) - (6 * (119 * 10_000 + GAP)) / HOUR_MS) < 1e-9)
    assert.equal(third?.averageKw?.toFixed(9), '6.000000000')
  })

  it('invents nothing when a meter that reports on change is read late (E-61)', async () => {
    const machine = await machineIn('UTC')
    await client.query(`update device set report_mode = 'ON_CHANGE' where work_center_id = $1`, [machine.workCenterId])
    const read = (minutes: number, value: number): Sample => ({
      at: START + minutes * MINUTE_MS,
      sensor: 'OVERALL_ENERGY_CONSUMPTION',
      value,
    })
    const hours = async (waiting: readonly Sample[] = []) =>
      (await energies(machine, hoursOf(START, 4), waiting)).map(({ kwh }) => (kwh === null ? null : Math.round(kwh * 1000) / 1000))
    for (const sample of [read(0, 1000), read(30, 1006), read(60, 1012), read(90, 1018), read(140, 1043)]) await merge(machine, [sample])
    await derive(machine)
    assert.deepEqual((await hours()).slice(0, 3), [12, 21, 10])
    assert.deepEqual((await hours([read(120, 1028)])).slice(0, 3), [12, 16, 15], 'while it waits for its chunk')
    await merge(machine, [read(120, 1028)])
    await derive(machine)
    assert.deepEqual((await hours()).slice(0, 3), [12, 16, 15])
    for (const sample of [read(180, 1053), read(210, 1059), read(240, 1068)]) {
      await merge(machine, [sample])
      await derive(machine)
    }
    assert.deepEqual(await hours(), [12, 16, 25, 15])
  })

  it('waits for the next reading of a meter, whatever else is reported on change meanwhile', async () => {
    const machine = await machineIn('UTC')
    await client.query(`update device set report_mode = 'ON_CHANGE' where work_center_id = $1`, [machine.workCenterId])
    const meter = (minutes: number, value: number): Sample => ({
      at: START + minutes * MINUTE_MS,
      sensor: 'OVERALL_ENERGY_CONSUMPTION',
      value,
    })
    await merge(machine, [meter(0, 1000), meter(90, 1018)])
    await merge(machine, [{ at: START + 125 * MINUTE_MS, sensor: 'POWER', value: 0 }])
    await derive(machine)
    await merge(machine, [meter(140, 1043)])
    await derive(machine)
    const [, second] = await energies(machine, hoursOf(START, 3))
    assert.equal(Math.round((second?.kwh ?? 0) * 1000) / 1000, 21)
  })

  it('answers half hours of a meter that is read each half hour', async () => {
    const machine = await machineIn('UTC')
    const meter = Array.from({ length: 5 }, (_, at): Sample => ({
      at: START + at * 30 * MINUTE_MS,
      sensor: 'OVERALL_ENERGY_CONSUMPTION',
      value: 1000 + 6 * at,
    }))
    await merge(machine, meter)
    await derive(machine)
    const halves = await energies(machine, minuteStretches('UTC', { start: START, end: START + 2 * HOUR_MS }, 30))
    assert.deepEqual(
      halves.map(({ kwh, coverage }) => [kwh, coverage]),
      [
        [6, 1],
        [6, 1],
        [6, 1],
        [6, 1],
      ],
    )
  })

  it('is final only while nothing was rewound meanwhile', async () => {
    const machine = await machineIn('UTC')
    await merge(machine, samples)
    await derive(machine)
    await client.query('update energy_progress set derived_until = $2, rewinds = rewinds + 1 where work_center_id = $1', [
      machine.workCenterId,
      START + DAY,
    ])
    await requireExact(machine, 'UTC', samples)
    await derive(machine)
    await requireExact(machine, 'UTC', samples)
  })

  it('works hours out again from when a constant changes, with each constant in its time (E-59)', async () => {
    const machine = await machineIn('UTC')
    const currents = Array.from({ length: 6 * 60 }, (_, at): Sample => ({
      at: START + at * MINUTE_MS,
      sensor: 'ELECTRIC_CURRENT',
      value: 10,
    }))
    await merge(machine, currents)
    const before: Constants = { cosPhi: 0.8, voltage: 400, transformationRatioCode: null, nominalPower: null, idleLoadThreshold: 20 }
    const none: Constants = { ...before, cosPhi: null, voltage: null }
    await change(machine, none, before, START)
    await derive(machine)
    const kw = (Math.sqrt(3) * 400 * 10 * 0.8) / 1000
    near(await hourly(machine), [kw, kw, kw, kw, kw])
    const at = START + 2 * HOUR_MS + 30 * MINUTE_MS
    await change(machine, before, { ...before, cosPhi: 0.4 }, at)
    near(await hourly(machine), [kw, kw, 0.75 * kw, kw / 2, kw / 2])
    await derive(machine)
    near(await hourly(machine), [kw, kw, 0.75 * kw, kw / 2, kw / 2])
  })

  async function change(machine: TestMachine, before: Constants, after: Constants, at: number): Promise<void> {
    await test.database.inTenant(machine.companyId, async (tenant) => {
      await storeConstants(tenant, machine.workCenterId, { before, after, at })
      await updateWorkCenter(tenant, machine.workCenterId, null, { cos_phi: after.cosPhi, voltage: after.voltage })
    })
  }

  async function hourly(machine: TestMachine): Promise<readonly (number | null | undefined)[]> {
    return (await energies(machine, hoursOf(START, 5))).map((energy) => energy.kwh)
  }

  async function machineIn(zone: string): Promise<TestMachine> {
    const companyId = await addCompany(test.database, `C${zone.slice(-4).toUpperCase().padStart(4, 'X')}`.replace(/[^A-Z]/g, 'Z'))
    await test.database.pool.query('update company set time_zone = $2 where id = $1', [companyId, zone])
    return await addMachine(test.database, companyId)
  }

  async function merge(machine: TestMachine, given: readonly Sample[]): Promise<void> {
    const sensors = new Map<SensorKey, { instants: number[]; values: number[] }>()
    for (const { at, sensor, value } of given) {
      const columns = sensors.get(sensor) ?? { instants: [], values: [] }
      sensors.set(sensor, columns)
      columns.instants.push(at)
      columns.values.push(value ?? Number.NaN)
    }
    const store = new SampleStore(client, (detail) => assert.fail(detail))
    const taken = [{ ref: machine, sensors }]
    await store.register(sensorsIn(taken))
    await store.merge(taken)
  }

  async function derive({ companyId, workCenterId }: TestMachine): Promise<void> {
    while (await deriveEnergy(test.database, companyId, workCenterId, NOW));
  }

  async function kept({ workCenterId }: TestMachine): Promise<readonly unknown[]> {
    return (await client.query('select * from energy_hour where work_center_id = $1 order by hour_at', [workCenterId])).rows
  }

  async function find({ companyId, workCenterId }: TestMachine): Promise<WorkCenter> {
    const [found] = await test.database.inTenant(companyId, (tenant) => findWorkCenters(tenant, [workCenterId]))
    assert.ok(found)
    return found
  }

  async function energies(
    machine: TestMachine,
    stretches: readonly Interval[],
    waiting: readonly Sample[] = [],
  ): Promise<readonly Energy[]> {
    const readSamples = createSampleReader(test.database, {
      unsealed: {
        readingsOf: (_ref, sensor) => {
          const own = waiting.filter((sample) => sample.sensor === sensor)
          return { instants: own.map((sample) => sample.at), values: own.map((sample) => sample.value ?? Number.NaN) }
        },
      },
    })
    const deps = {
      inTenant: <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) => test.database.inTenant(machine.companyId, work),
      readSamples,
      now: () => NOW,
      unsealed: { earliestOf: () => (waiting.length === 0 ? null : Math.min(...waiting.map((sample) => sample.at))) },
    }
    return await energyOf(deps, await find(machine), stretches)
  }

  async function requireExact(machine: TestMachine, zone: string, all: readonly Sample[], waiting: readonly Sample[] = []): Promise<void> {
    const period = { start: START, end: END }
    const lists = [
      minuteStretches(zone, period, 60),
      minuteStretches(zone, period, 15),
      minuteStretches(zone, period, 30),
      calendarStretches(zone, period, 'DAY'),
      calendarStretches(zone, period, 'MONTH'),
      [{ start: START + 1_234_567, end: END - 7_654_321 }],
    ]
    for (const stretches of lists) {
      const found = await energies(machine, stretches, waiting)
      assert.equal(found.length, stretches.length)
      stretches.forEach((stretch, at) => requireSame(found[at], expected(all, stretch), `${zone} ${new Date(stretch.start).toISOString()}`))
    }
  }
})

function near(found: readonly (number | null | undefined)[], right: readonly number[]): void {
  assert.equal(found.length, right.length)
  right.forEach((value, at) => assert.ok(Math.abs((found[at] ?? 0) - value) < 1e-9, `hour ${at}: ${found[at]} is not ${value}`))
}

type Expected = { readonly kwh: number; readonly coveredMs: number; readonly maxKw: number }

/** By samples and stretch: several tests ask for the same. */
const expectedOf = new WeakMap<
  readonly Sample[],
  { readonly columns: ReturnType<typeof columnsOf>; readonly known: Map<string, Expected> }
>()

/** The stretch alone, of all samples, in one bucket of the engine's. */
function expected(samples: readonly Sample[], { start, end }: Interval): Expected {
  const all = expectedOf.get(samples) ?? { columns: columnsOf(samples), known: new Map<string, Expected>() }
  expectedOf.set(samples, all)
  const key = `${start} ${end}`
  const right = all.known.get(key) ?? workOut(all.columns, start, end)
  all.known.set(key, right)
  return right
}

function workOut(columns: ReturnType<typeof columnsOf>, start: number, end: number): Expected {
  const setup = {
    electrical: { cosPhi: null, voltage: null, transformationRatio: 1, nominalPowerKw: null, idleLoadThreshold: 20 },
    electricalVersions: [],
    maxGapMs: GAP,
    nominalPeriodMs: 10_000,
  }
  const minutes = energyBuckets(columns, { start, end, zone: 'UTC', bucketMs: MINUTE_MS }, setup)
  return {
    kwh: minutes.reduce((sum, bucket) => sum + (bucket.kwh ?? 0), 0),
    coveredMs: minutes.reduce((sum, bucket) => sum + bucket.coveredMs, 0),
    maxKw: Math.max(0, ...minutes.map((bucket) => bucket.maxKw ?? 0)),
  }
}

function requireSame(energy: Energy | undefined, right: Expected, where: string): void {
  assert.ok(energy)
  assert.ok(Math.abs((energy.kwh ?? 0) - right.kwh) < 1e-6, `${where}: ${energy.kwh} kWh instead of ${right.kwh}`)
  assert.ok(Math.abs(energy.coveredMs - right.coveredMs) < 1, `${where}: ${energy.coveredMs} ms instead of ${right.coveredMs}`)
  assert.equal(energy.maxKw ?? 0, right.maxKw, where)
}

function hoursOf(start: number, count: number): Interval[] {
  return Array.from({ length: count }, (_, at) => ({ start: start + at * HOUR_MS, end: start + (at + 1) * HOUR_MS }))
}

/** Power every half minute to two minutes over four days, with an hour of silence each day. */
function powerSamples(): Sample[] {
  const samples: Sample[] = []
  for (let at = START, step = 0; at < END; at += 30_000 + ((step * 7919) % 90_000), step++) {
    if (Math.floor(at / HOUR_MS) % 24 === 11) continue
    samples.push({ at, sensor: 'POWER', value: ((step * 31) % 97) / 4 })
  }
  return samples
}
