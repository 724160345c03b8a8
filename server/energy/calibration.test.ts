import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { openRecordsFeed } from '#server/event/recordsFeed.ts'
import type { RecordsNews } from '#server/event/recordsFeed.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { splitByChunk } from '#server/sensor/series.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { finishCalibrations } from './calibration.service.ts'

const START = Date.parse('2026-05-04T10:00:00Z')

type Row = Readonly<Record<string, unknown>>

describe('calibration of the nominal power', () => {
  let api: TestApi
  let box: number
  let now = START
  const written = new Map<number, { readonly instants: number[]; readonly values: number[] }>()
  before(async () => {
    api = await startTestApi({ now: () => now })
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
  })
  after(() => api.close())

  it('runs ten minutes with its progress shown, then the mean of the loaded time is the nominal power', async () => {
    await seed(START, 60, () => 12)
    const started = await ok(
      `mutation { startPowerCalibration(workCenterId: ${box}) { calibrationStart calibrationState calibrationProgress } }`,
    )
    assert.deepEqual(started['startPowerCalibration'], {
      calibrationStart: new Date(START).toISOString(),
      calibrationState: 'RUNNING',
      calibrationProgress: 0,
    })
    now = START + 5 * MINUTE_MS
    await tick()
    assert.deepEqual(await shown(), {
      calibrationState: 'RUNNING',
      calibrationProgress: 0.5,
      isCalibrated: false,
      nominalPower: null,
      calibrationFailure: null,
    })
    now = START + 10 * MINUTE_MS
    const records = await openRecordsFeed({ database: api.database, log: createLog('silent') })
    const told = new Promise<RecordsNews>((resolve) => void records.subscribe(resolve))
    await tick()
    assert.deepEqual(await told, {
      missed: false,
      changes: [{ companyId: ACME, workCenterId: box, kinds: ['settings'], from: 0, to: null }],
    })
    await records.close()
    assert.deepEqual(await shown(), {
      calibrationState: 'DONE',
      calibrationProgress: null,
      isCalibrated: true,
      nominalPower: 12,
      calibrationFailure: null,
    })
    await tick()
    assert.equal((await shown())['nominalPower'], 12)
  })

  it('fails when the machine is off half of the time, and the old value stays (E-60)', async () => {
    now = START + 20 * MINUTE_MS
    await seed(now, 60, (at) => (at < 30 ? 0 : 20))
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 10 * MINUTE_MS
    await tick()
    const { calibrationState, calibrationFailure, nominalPower, isCalibrated } = await shown()
    assert.deepEqual(
      [calibrationState, calibrationFailure, nominalPower, isCalibrated],
      ['FAILED', 'CALIBRATION_TOO_LITTLE_LOAD', 12, true],
    )
  })

  it('fails without samples, and starts anew when asked again', async () => {
    now = START + 100 * MINUTE_MS
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 8 * MINUTE_MS
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 8 * MINUTE_MS
    await tick()
    assert.equal((await shown())['calibrationState'], 'RUNNING')
    now += 2 * MINUTE_MS
    await tick()
    assert.deepEqual((await shown())['calibrationFailure'], 'CALIBRATION_NO_DATA')
  })

  it('lets a value by hand override a running one, and other constants let go of the result (S-12)', async () => {
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    await ok(`mutation { editBox(input: { id: ${box}, nominalPower: 15 }) { id } }`)
    assert.deepEqual(await shown(), {
      calibrationState: null,
      calibrationProgress: null,
      isCalibrated: false,
      nominalPower: 15,
      calibrationFailure: null,
    })
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    await seed(now, 60, () => 12)
    now += 10 * MINUTE_MS
    await tick()
    assert.equal((await shown())['isCalibrated'], true)
    await ok(`mutation { editBox(input: { id: ${box}, cosPhi: 0.9 }) { id } }`)
    const { isCalibrated, nominalPower } = await shown()
    assert.deepEqual([isCalibrated, nominalPower], [false, 12])
  })

  it('gives a running one up, the old value kept, and leaves a result alone that came before (S-12)', async () => {
    const before = await shown()
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 3 * MINUTE_MS
    const cancel = `mutation { cancelPowerCalibration(workCenterId: ${box}) { calibrationState calibrationStart calibrationProgress nominalPower isCalibrated } }`
    const given = (await ok(cancel))['cancelPowerCalibration']
    const { nominalPower, isCalibrated } = before
    assert.deepEqual(given, { calibrationState: null, calibrationStart: null, calibrationProgress: null, nominalPower, isCalibrated })
    now += 10 * MINUTE_MS
    await tick()
    assert.equal((await shown())['nominalPower'], nominalPower)

    await seed(now, 60, () => 14)
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 10 * MINUTE_MS
    await tick()
    const late = (await ok(cancel))['cancelPowerCalibration'] as Row
    assert.deepEqual([late['calibrationState'], late['nominalPower'], late['isCalibrated']], ['DONE', 14, true])
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    const kept = (await ok(cancel))['cancelPowerCalibration'] as Row
    assert.deepEqual([kept['calibrationState'], kept['nominalPower'], kept['isCalibrated']], ['DONE', 14, true])
    for (const [as, code] of [
      ['USER', 'FORBIDDEN'],
      [api.stranger, 'WORK_CENTER_NOT_FOUND'],
    ] as const) {
      assert.equal((await api.ask(cancel, { as })).errors[0]?.extensions.code, code)
    }
  })

  it('ends the others when one cannot be ended, and tells the power of the smallest motor', async () => {
    const other = (await addMachine(api.database, ACME)).workCenterId
    now += 20 * MINUTE_MS
    await ok(`mutation { startPowerCalibration(workCenterId: ${other}) { id } }`)
    now += 1000
    await seed(now, 60, () => 0.00002)
    await ok(`mutation { startPowerCalibration(workCenterId: ${box}) { id } }`)
    now += 10 * MINUTE_MS
    await tick((workCenterId) => {
      if (workCenterId === other) throw new Error('nobody listens')
    })
    const { nominalPower, calibrationState } = await shown()
    assert.deepEqual([nominalPower, calibrationState], [0.00002, 'DONE'])
  })

  it('answers energy of the period and by the bucket, refuses one that is too long, and hides foreign work centers', async () => {
    const period = `{ start: "2026-05-04T10:00:00Z", end: "2026-05-04T10:10:00Z" }`
    const data =
      await ok(`{ energyStat(workCenterId: ${box}, period: ${period}) { energyConsumption periodAverageValue periodMaxValue coverage isLowCoverage source }
      energyValues(workCenterId: ${box}, period: ${period}, aggregation: MINUTES_5) { timeStart energyConsumption }
      powerStat(workCenterId: ${box}, period: ${period}) { periodAverageValue periodMaxValue } speedStat(workCenterId: ${box}, period: ${period}) { periodAvgValue } }`)
    assert.deepEqual(data, {
      energyStat: { energyConsumption: 2, periodAverageValue: 12, periodMaxValue: 12, coverage: 1, isLowCoverage: false, source: 'POWER' },
      energyValues: [
        { timeStart: '2026-05-04T10:00:00.000Z', energyConsumption: 1 },
        { timeStart: '2026-05-04T10:05:00.000Z', energyConsumption: 1 },
      ],
      powerStat: { periodAverageValue: 12, periodMaxValue: 12 },
      speedStat: { periodAvgValue: null },
    })
    const long = `{ start: "2025-06-01T00:00:00Z", end: "2026-05-04T10:10:00Z" }`
    const refused = await api.ask(`{ energyValues(workCenterId: ${box}, period: ${long}, aggregation: MINUTES_5) { timeStart } }`)
    assert.deepEqual(refused.errors[0]?.extensions, { code: 'INVALID_PERIOD', field: 'period', params: { maxDays: 34 } })
    const months = await ok(
      `{ energyReport(workCenterIds: [${box}], period: ${long}, periodType: MONTH) { timeStart energyConsumption workCenterName } }`,
    )
    assert.equal((months['energyReport'] as readonly Row[]).length, 12)
    const foreign = await api.ask(`{ energyStat(workCenterId: ${box}, period: ${period}) { coverage } }`, { as: api.stranger })
    assert.equal(foreign.errors[0]?.extensions.code, 'WORK_CENTER_NOT_FOUND')
    const none = await api.ask(`{ energyReport(workCenterIds: [${box}], period: ${period}) { timeStart } }`, { as: api.stranger })
    assert.deepEqual(none.data['energyReport'], [])
  })

  it('hides a deleted sensor at once, and brings it back within a month', async () => {
    const sensors = async () =>
      (await ok(`{ sensors(filter: { workCenterIds: [${box}] }) { id type name lastValue { value } } }`))['sensors'] as readonly Row[]
    const [power] = await sensors()
    assert.equal(power?.['type'], 'POWER')
    const id = Number(power['id'])
    await ok(
      `mutation { addSensor(workCenterId: ${box}, type: BATTERY_LEVEL) { id } addSensor2: addSensor(workCenterId: ${box}, type: TEMPERATURE, number: 2, name: "Oil") { id } }`,
    )
    assert.deepEqual(
      (await sensors()).map((sensor) => sensor['type']),
      ['POWER', 'TEMPERATURE'],
    )
    const service = await ok(`{ sensors(filter: { workCenterIds: [${box}], isService: true }) { type } }`)
    assert.deepEqual(service['sensors'], [{ type: 'BATTERY_LEVEL' }])
    const again = await api.ask(`mutation { addSensor(workCenterId: ${box}, type: TEMPERATURE, number: 2) { id } }`)
    assert.equal(again.errors[0]?.extensions.code, 'NOT_UNIQUE')
    const high = await api.ask(`mutation { addSensor(workCenterId: ${box}, type: TEMPERATURE, number: 100) { id } }`)
    assert.deepEqual(high.errors[0]?.extensions.params, { value: 100, min: 1, max: 99 })
    const renamed = await ok(`mutation { updateSensor(id: ${id}, name: " Main drive ", color: "#112233") { name color } }`)
    assert.deepEqual(renamed['updateSensor'], { name: 'Main drive', color: '#112233' })
    const seen = async (filter: string) =>
      (await ok(`{ sensors(filter: { workCenterIds: [${box}], ${filter} }) { type isUiHidden } }`))['sensors']
    assert.deepEqual(await seen('isUiHidden: true'), [])
    await ok(`mutation { updateSensor(id: ${id}, isUiHidden: true) { id } }`)
    assert.deepEqual(await seen('isUiHidden: true'), [{ type: 'POWER', isUiHidden: true }])
    assert.deepEqual(await seen('isUiHidden: false'), [{ type: 'TEMPERATURE', isUiHidden: false }])
    assert.deepEqual(await seen(''), [
      { type: 'POWER', isUiHidden: true },
      { type: 'TEMPERATURE', isUiHidden: false },
    ])
    await ok(`mutation { updateSensor(id: ${id}, isUiHidden: false, name: "Main drive") { id } }`)
    assert.equal(
      (await api.ask(`mutation { deleteSensor(id: ${id}) { id } }`, { as: 'PROVIDER_SUPPORT' })).errors[0]?.extensions.code,
      'FORBIDDEN',
    )
    assert.equal(
      (await api.ask(`mutation { deleteSensor(id: ${id}) { id } }`, { as: api.stranger })).errors[0]?.extensions.code,
      'SENSOR_NOT_FOUND',
    )
    await ok(`mutation { deleteSensor(id: ${id}) { id } }`)
    assert.equal((await sensors()).length, 1)
    assert.deepEqual((await ok(`{ deletedSensors { id } }`))['deletedSensors'], [{ id }])
    await ok(`mutation { restoreSensor(id: ${id}) { id } }`)
    assert.equal((await sensors()).length, 2)
    await ok(`mutation { deleteSensor(id: ${id}) { id } }`)
    now += 32 * 24 * 60 * MINUTE_MS
    assert.equal((await api.ask(`mutation { restoreSensor(id: ${id}) { id } }`)).errors[0]?.extensions.code, 'SENSOR_NOT_FOUND')
    assert.deepEqual((await ok(`{ deletedSensors { id } }`))['deletedSensors'], [])
  })

  async function tick(told: (workCenterId: number) => void = () => undefined): Promise<void> {
    await finishCalibrations({
      database: api.database,
      readSamples: createSampleReader(api.database),
      log: createLog('silent'),
      now: () => now,
      ingest: { reload: async ({ workCenterId }) => told(workCenterId) },
    })
  }

  async function shown(): Promise<Row> {
    const data = await ok(
      `{ workCenter(id: ${box}) { calibrationState calibrationProgress isCalibrated nominalPower calibrationFailure } }`,
    )
    return data['workCenter'] as Row
  }

  async function ok(query: string): Promise<Row> {
    const { errors, data } = await api.ask(query)
    assert.deepEqual(errors, [])
    return data
  }

  /** Power every ten seconds from the instant on. */
  async function seed(from: number, count: number, kw: (at: number) => number): Promise<void> {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into sensor (company_id, work_center_id, type) values ($1, $2, 'POWER')
       on conflict (company_id, work_center_id, type, number) do update set name = null returning id`,
      [ACME, box],
    )
    const instants = Array.from({ length: count }, (_, at) => from + at * 10_000)
    for (const [hourAt, part] of splitByChunk({ instants, values: instants.map((_, at) => kw(at)) })) {
      const before = written.get(hourAt) ?? { instants: [], values: [] }
      const series = { instants: [...before.instants, ...part.instants], values: [...before.values, ...part.values] }
      written.set(hourAt, series)
      const { sampleCount, crc32, bytes } = encodeSeries(series)
      await api.database.pool.query(
        `insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, crc32, bytes) values ($1, $2, $3, $4, $5, $6)
         on conflict (company_id, sensor_id, hour_at) do update set sample_count = excluded.sample_count, crc32 = excluded.crc32, bytes = excluded.bytes`,
        [ACME, rows[0]?.id, hourAt, sampleCount, crc32, bytes],
      )
    }
  }
})
