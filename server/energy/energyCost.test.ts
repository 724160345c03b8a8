import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import type { EnergyTariff } from '#engine/energy/tariff.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { SerialQueue } from '#server/ingest/derive/serialQueue.ts'
import { EnergyDeriver } from '#server/ingest/energyDeriver.ts'
import { SampleStore } from '#server/ingest/samples/sampleStore.ts'
import { sensorsIn } from '#server/ingest/samples/sampleBuffer.ts'
import { createLog } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { deriveEnergy } from './deriveEnergy.service.ts'
import { deriveShares } from './deriveShares.service.ts'
import { costsOfStretches, energyCosts } from './energyCost.service.ts'
import type { EnergySplit } from './energyCost.service.ts'
import { chosenWorkCenters, energyRows } from './energyReport.service.ts'
import { removeTariff, saveTariff } from './tariff.service.ts'

/** Six o'clock on a Monday. */
const START = Date.parse('2026-05-04T06:00:00Z')
const NOW = START + 24 * HOUR_MS
const at = (minutes: number) => START + minutes * MINUTE_MS
const PERIOD = { start: START, end: at(120) }
const TARIFF: EnergyTariff = {
  validFrom: '2026-05-01',
  currency: 'EUR',
  pricePerKwh: 0.5,
  zones: [{ name: 'Peak', days: [1, 2, 3, 4, 5], from: 7 * 60, to: 7.5 * 60, pricePerKwh: 2 }],
}

describe('the cost of energy', () => {
  let test: TestDatabase
  let client: pg.Client
  let machine: TestMachine
  let member: { readonly companyId: TestMachine['companyId']; readonly userId: UserId }
  before(async () => {
    test = await createTestDatabase()
    client = await test.database.connect()
    const companyId = await addCompany(test.database, 'ACME1')
    await client.query(`update company set time_zone = 'UTC' where id = 'ACME1'`)
    const { rows } = await client.query<{ id: UserId }>(`insert into app_user (email) values ('anna@acme.example') returning id`)
    member = { companyId, userId: rows[0]?.id ?? asId<UserId>('') }
    machine = await addMachine(test.database, companyId)
    await seed()
  })
  after(async () => {
    await client.end()
    await test.drop()
  })

  it('is told apart from free while there is no tariff', async () => {
    assert.deepEqual(await shown('WORK_CENTER'), ['ALL null 18.075 kWh null null, unpriced 18.075'])
  })

  it('is energy times the price of its minute, by whatever it is divided', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, TARIFF)
    assert.deepEqual(await shown('WORK_CENTER'), ['ALL null 18.075 kWh 15.9 EUR, unpriced 0'])
    for (const split of ['MINUTES_5', 'MINUTES_15', 'MINUTES_30'] as const) {
      const parts = await costs(split)
      const sumOf = (of: (one: (typeof parts)[number]) => number | null) => round(parts.reduce((sum, one) => sum + (of(one) ?? 0), 0))
      assert.deepEqual([sumOf(({ kwh }) => kwh), sumOf(({ cost }) => cost), parts[1]?.acceptedOutput], [18.075, 15.9, null], split)
    }
    assert.deepEqual(await shown('HOUR'), [`${START} null 12 kWh 6 EUR, unpriced 0`, `${at(60)} null 6.075 kWh 9.9 EUR, unpriced 0`])
    assert.deepEqual(await shown('TARIFF_ZONE'), [
      '[null,false] null 13.5 kWh 6.75 EUR, unpriced 0',
      '["Peak",false] Peak 4.575 kWh 9.15 EUR, unpriced 0',
    ])
    // The machine stops in the middle of a minute of the peak.
    assert.deepEqual(
      (await costs('STATUS')).map(({ name, isEffective, kwh, cost }) => [name, isEffective, round(kwh), round(cost)]),
      [
        ['Running', true, 16.1, 14.2],
        ['Idle', false, 1.975, 1.7],
      ],
    )
    assert.deepEqual(
      (await costs('JOB_ORDER')).map(({ name, acceptedOutput, kwh, kwhPerUnit, cost, costPerUnit }) =>
        [name, acceptedOutput, kwh, kwhPerUnit, cost, costPerUnit].map((value) => (typeof value === 'number' ? round(value) : value)),
      ),
      [
        ['JO-1', 60, 12, 0.2, 6, 0.1],
        ['JO-2', 30, 6.075, 0.2025, 9.9, 0.33],
      ],
    )
  })

  it('tells the greatest and the mean power of each part, those of its quarters of an hour together', async () => {
    const { deps, found } = await asked(() => NOW)
    const [quarters, [whole], days] = [await costs('MINUTES_15'), await costs('WORK_CENTER'), await costs('DAY')]
    const most = Math.max(...quarters.map(({ maxKw }) => maxKw ?? 0))
    assert.deepEqual([whole?.maxKw, days[0]?.maxKw], [most, most])
    assert.ok(most > 0 && whole?.kwh != null && whole.coverage != null)
    assert.equal(round(whole.averageKw), round(whole.kwh / ((whole.elapsedMs * whole.coverage) / HOUR_MS)))
    const values = await energyRows(deps, found, PERIOD, 15)
    assert.equal(Math.max(...values.map(({ maxKw }) => maxKw ?? 0)), most)
  })

  it('is the same from what is kept by the hour as from samples', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, TARIFF)
    while (await deriveEnergy(test.database, machine.companyId, machine.workCenterId, NOW));
    // The last value holds into a third hour.
    assert.equal((await client.query('select 1 from energy_hour')).rows.length, 3)
    for (const split of ['WORK_CENTER', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'TARIFF_ZONE', 'STATUS', 'JOB_ORDER'] as const) {
      const rows = await costs(split)
      assert.equal(round(rows.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0)), 18.075, split)
      assert.equal(round(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)), 15.9, split)
    }
  })

  it('is the same by status and by order from what is kept as from samples, and the end from samples until it is kept', async () => {
    const splits = ['STATUS', 'JOB_ORDER'] as const
    const figures = async (period = PERIOD) =>
      (await Promise.all(splits.map((split) => costs(split, period)))).flat().map(({ kwh, cost, unpricedKwh, ...row }) => ({
        ...row,
        workCenter: row.workCenter.id,
        kwh: round(kwh),
        cost: round(cost),
        unpricedKwh: round(unpricedKwh),
        kwhPerUnit: round(row.kwhPerUnit),
        costPerUnit: round(row.costPerUnit),
      }))
    const periods = [PERIOD, { start: at(20), end: at(100) }, { start: at(70), end: at(75) }, { start: at(-90), end: NOW }]
    const fromSamples = await Promise.all(periods.map((period) => figures(period)))
    while (await deriveShares(test.database, machine.companyId, machine.workCenterId));
    const kept = await client.query<{ hours: number }>('select count(distinct hour_at)::int as hours from energy_share')
    assert.ok((kept.rows[0]?.hours ?? 0) >= 2)
    assert.deepEqual(await Promise.all(periods.map((period) => figures(period))), fromSamples)
    // What is kept answers: samples say nothing of it any more.
    const read = { count: 0 }
    const counting = { readSamples: () => ((read.count += 1), Promise.resolve(new Map())) }
    const { deps, found } = await asked(() => NOW)
    assert.deepEqual(
      (await energyCosts({ ...deps, ...counting }, found, PERIOD, 'STATUS')).map(({ kwh }) => round(kwh)),
      [16.1, 1.975],
    )
    assert.equal(read.count, 0)
    // A sample that comes late and another constant move back both, a changed status what is divided by it.
    await client.query('update energy_progress set derived_until = $1, rewinds = rewinds + 1', [at(60)])
    assert.deepEqual(await figures(), fromSamples[0])
    const moved = await client.query('select shared_until, derived_until from energy_progress')
    assert.deepEqual(moved.rows, [{ shared_until: at(60), derived_until: at(60) }])
    // Of an hour that is kept in part nothing waits: others would wait behind it.
    await client.query('update energy_progress set derived_until = $1, rewinds = rewinds + 1', [at(50)])
    while (await deriveShares(test.database, machine.companyId, machine.workCenterId));
    const partly = await client.query('select shared_until from energy_progress')
    assert.deepEqual(partly.rows, [{ shared_until: at(50) }])
    assert.deepEqual(await figures(), fromSamples[0])
  })

  it('is told of a stop, exact to the instant, by the price of its time', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, TARIFF)
    // Fifteen seconds of twelve kW and the first nine and a half minutes of three, all of it in the peak; then seven minutes before and three in it.
    const cases = [
      [80.25, 90, 0.05 + 0.475, 1.05],
      [53, 63, 2, 0.7 + 1.2],
    ] as const
    for (const [from, to, kwh, cost] of cases) {
      const found = await stretch(at(from), at(to))
      assert.deepEqual(
        [round(found.kwh), round(found.cost), found.currency, found.unpricedKwh, found.coverage],
        [kwh, round(cost), 'EUR', 0, 1],
      )
    }
    const unknown = await stretch(START - 120 * MINUTE_MS, START - 60 * MINUTE_MS)
    assert.deepEqual([unknown.kwh, unknown.cost, unknown.coverage], [null, null, 0])
  })

  it('of many stops at once is that of each by itself, also of those that lie far apart, overlap or were not measured', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, TARIFF)
    const { deps, found } = await asked(() => NOW)
    const [workCenter] = found
    assert.ok(workCenter)
    const times = [
      [80.25, 90],
      [53, 63],
      [10, 10.5],
      [60, 62],
      [-120, -60],
      [105, 700],
      [90, 95],
      [11, 12],
    ] as const
    const stretches = times.map(([from, to]) => ({ workCenter, start: at(from), end: at(to) }))
    const together = await costsOfStretches(deps, stretches)
    const alone = await Promise.all(stretches.map((one) => stretch(one.start, one.end)))
    const figures = (all: typeof together) =>
      all.map(({ kwh, cost, coverage, start, end }) => [round(kwh), round(cost), round(coverage), start, end])
    assert.deepEqual(figures(together), figures(alone))
    assert.deepEqual([round(together[0]?.kwh ?? null), round(together[1]?.cost ?? null), together[4]?.kwh], [0.525, 1.9, null])
    assert.deepEqual(await costsOfStretches(deps, []), [])
  })

  it('of long stops is what is kept of their hours, with samples of their edges alone, and the same as from samples', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, TARIFF)
    while (await deriveEnergy(test.database, machine.companyId, machine.workCenterId, NOW));
    const { deps, found } = await asked(() => NOW)
    const [workCenter] = found
    assert.ok(workCenter)
    const read: number[] = []
    const readSamples: typeof deps.readSamples = (companyId, ids, start, end) => {
      read.push((end - start) / MINUTE_MS)
      return deps.readSamples(companyId, ids, start, end)
    }
    const short = await costsOfStretches(deps, [
      { workCenter, start: at(-150), end: at(-60) },
      { workCenter, start: at(-60), end: at(20) },
      { workCenter, start: at(20), end: at(77) },
    ])
    const [long] = await costsOfStretches({ ...deps, readSamples }, [{ workCenter, start: at(-150), end: at(77) }])
    const sumOf = (of: (one: (typeof short)[number]) => number | null) => round(short.reduce((sum, one) => sum + (of(one) ?? 0), 0))
    assert.deepEqual([round(long?.kwh ?? null), round(long?.cost ?? null)], [sumOf(({ kwh }) => kwh), sumOf(({ cost }) => cost)])
    assert.deepEqual(
      [long?.start, long?.end, long?.coveredMs],
      [at(-150), at(77), short.reduce((sum, { coveredMs }) => sum + coveredMs, 0)],
    )
    assert.ok(long !== undefined && (long.kwh ?? 0) > 12)
    read.length = 0
    // Ninety days of standing still.
    await costsOfStretches({ ...deps, readSamples }, [{ workCenter, start: at(-90 * 24 * 60 - 10), end: at(50) }])
    const minutes = read.reduce((sum, one) => sum + one, 0)
    assert.ok(minutes < 300, `${read.join(' ')} minutes of samples`)
  })

  it('of a thousand stops reads the samples of two hours at once', async () => {
    const { deps, found } = await asked(() => NOW)
    const [workCenter] = found
    assert.ok(workCenter)
    let reads = 0
    const readSamples: typeof deps.readSamples = (...wanted) => ((reads += 1), deps.readSamples(...wanted))
    const minutes = Array.from({ length: 1000 }, (_none, place) => place * 30 - 28_000)
    const stretches = minutes.map((from) => ({ workCenter, start: at(from), end: at(from + 9) }))
    const costs = await costsOfStretches({ ...deps, readSamples }, stretches)
    assert.equal(costs.length, 1000)
    assert.ok(reads > 240 && reads < 260, `${reads} reads`)
  })

  it('leaves out the units of an order of which the period holds only a part', async () => {
    const rows = await costs('JOB_ORDER', { start: at(30), end: at(120) })
    assert.deepEqual(
      rows.map(({ name, acceptedOutput, kwhPerUnit }) => [name, acceptedOutput, kwhPerUnit === null]),
      [
        ['JO-1', null, true],
        ['JO-2', 30, false],
      ],
    )
  })

  it('has no figure for one unit where some energy has no price', async () => {
    await saveTariff({ database: test.database, now: () => NOW }, member, { ...TARIFF, validFrom: '2026-05-05' })
    await removeTariff({ database: test.database, now: () => NOW }, member, TARIFF.validFrom)
    const [first] = await costs('JOB_ORDER')
    assert.deepEqual(
      [first?.cost, first?.unpricedKwh === undefined ? null : round(first.unpricedKwh), first?.costPerUnit],
      [null, 12, null],
    )
    await removeTariff({ database: test.database, now: () => NOW }, member, '2026-05-05')
    await assert.rejects(removeTariff({ database: test.database, now: () => NOW }, member, '2026-05-05'), hasCode('TARIFF_NOT_FOUND'))
  })

  it('refuses everything that is wrong with a tariff at once', async () => {
    const [peak] = TARIFF.zones
    assert.ok(peak)
    const wrong = { ...TARIFF, currency: 'euro', pricePerKwh: -1, zones: [{ ...peak, name: ' ', days: [], from: 7 * 60 + 1, to: 1500 }] }
    const refusal = await saveTariff({ database: test.database, now: () => NOW }, member, wrong).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal)
    assert.deepEqual(
      [refusal, ...refusal.others].map(({ code, field }) => `${code} ${field}`),
      [
        'INVALID_FORMAT currency',
        'VALUE_OUT_OF_RANGE pricePerKwh',
        'LENGTH_OUT_OF_RANGE zones.0.name',
        'REQUIRED zones.0.days',
        'TARIFF_EDGE zones.0.from',
        'TARIFF_EDGE zones.0.to',
      ],
    )
    const twice = { ...TARIFF, zones: [peak, { ...peak, name: 'Morning', from: 6 * 60, to: 7 * 60 + 15 }] }
    await assert.rejects(saveTariff({ database: test.database, now: () => NOW }, member, twice), hasCode('TARIFF_ZONES_OVERLAP'))
  })

  it('is asked by status for a month of machines at most while its hours are not divided by status yet', async () => {
    const asking = () => costs('STATUS', { start: START - 32 * 24 * HOUR_MS, end: START })
    await client.query('update energy_progress set shared_until = 0')
    await assert.rejects(asking(), hasCode('INVALID_PERIOD'))
    await client.query('update energy_progress set shared_until = derived_until')
    assert.deepEqual(await asking(), [])
    await assert.rejects(costs('STATUS', { start: START - 40_001 * 24 * HOUR_MS, end: START }), hasCode('INVALID_PERIOD'))
  })

  describe('of several work centers', () => {
    const DAY = 24 * HOUR_MS
    const MONTH = { start: START - 31 * DAY, end: START }
    const refused = async (asking: Promise<unknown>) => {
      const error = await asking.then(
        () => assert.fail('nothing was refused'),
        (reason: unknown) => reason,
      )
      assert.ok(error instanceof Refusal)
      return { code: error.code, field: error.field, params: error.params }
    }
    /** Without a device, in a status since two months; kept by another clock up to now. */
    const addBare = async (zone = 'Europe/Kyiv') => {
      const { rows } = await client.query<{ id: number }>(
        `insert into work_center (company_id, name, status_source, target_speed) values ('ACME1', 'Bench', 'POWER', 60) returning id`,
      )
      const id = asId<WorkCenterId>(rows[0]?.id ?? 0)
      await client.query(`insert into status_interval (company_id, work_center_id, start_at, kind) values ('ACME1', $1, $2, 'NO_DATA')`, [
        id,
        START - 62 * DAY,
      ])
      await client.query(
        `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
         values ('ACME1', $1, $2, 0, $3, 3600000, 3600000, 0)`,
        [id, NOW, zone],
      )
      return id
    }
    const of = async (ids: readonly WorkCenterId[], period: { readonly start: number; readonly end: number }, watch = watching()) => {
      const { deps } = await asked(() => NOW)
      const found = await test.database.inTenant(machine.companyId, (tenant) => findWorkCenters(tenant, ids))
      const inTenant: typeof deps.inTenant = (work) => {
        watch.transactions++
        const settle = (places: readonly WorkCenterId[] | null) => (watch.settled.push([...(places ?? [])]), Promise.resolve())
        return deps.inTenant((tenant) => work({ ...tenant, settle }))
      }
      return await energyCosts({ ...deps, inTenant }, found, period, 'STATUS')
    }
    const watching = () => ({ transactions: 0, settled: new Array<readonly WorkCenterId[]>() })

    it('is one row a work center of a year, however many days: 200 of them are not too many', async () => {
      const { deps } = await asked(() => NOW)
      const [one] = await test.database.inTenant(machine.companyId, (tenant) => findWorkCenters(tenant, [machine.workCenterId]))
      assert.ok(one)
      const many = Array.from({ length: 200 }, () => one)
      const year = { start: START - 365 * DAY, end: START }
      assert.equal((await energyCosts(deps, many, year, 'WORK_CENTER')).length, 200)
      const decade = { start: START - 3_000 * DAY, end: START }
      assert.deepEqual(await refused(energyCosts(deps, many, decade, 'WORK_CENTER')), {
        code: 'INVALID_PERIOD',
        field: 'period',
        params: { maxDays: 2_500 },
      })
    })

    it('waits for nothing where nothing was measured, and says how many days or work centers may be asked for', async () => {
      await client.query('update energy_progress set shared_until = derived_until')
      const bare = [await addBare(), await addBare()]
      const rows = await of(bare, MONTH)
      assert.deepEqual(
        rows.map(({ workCenter, kwh, start, end }) => [workCenter.id, kwh, start, end]),
        bare.map((id) => [id, null, MONTH.start, MONTH.end]),
      )
      const two = [await addBare('UTC'), await addBare('UTC')]
      // The others do not wait: they make the range no narrower.
      assert.deepEqual(await refused(of([...bare, ...two], MONTH)), { code: 'INVALID_PERIOD', field: 'period', params: { maxDays: 15 } })
      assert.ok(await of([...bare, ...two], { start: START - 15 * DAY, end: START }))
      const many = [...two]
      while (many.length < 32) many.push(await addBare('UTC'))
      const tooMany = { code: 'TOO_MANY_RESULTS', field: 'workCenterIds', params: { max: 15 } }
      assert.deepEqual(await refused(of(many, { start: START - 2 * DAY, end: START })), tooMany)
      assert.ok(await of(many.slice(0, 15), { start: START - 2 * DAY, end: START }))
    })

    it('reads what is not kept of all of them at once', async () => {
      const ids = [machine.workCenterId]
      while (ids.length < 6) ids.push(await addBare())
      const [few, more] = [watching(), watching()]
      const lastDay = { start: NOW - DAY / 2, end: NOW }
      await of(ids.slice(0, 2), lastDay, few)
      await of(ids, lastDay, more)
      assert.deepEqual(more.settled, [ids])
      assert.equal(more.transactions, few.transactions)
    })

    it('is by status of no hour before the first one, wherever that moved', async () => {
      const [id] = [await addBare('UTC')]
      const put = (hourAt: number) =>
        client.query(
          `insert into energy_share (company_id, work_center_id, hour_at, number, status_kind, start_at, end_at, elapsed_ms, covered_ms, kwh, is_assumed_balanced)
           values ('ACME1', $1, $2::int8, 1, 'NO_DATA', $2::int8, $2::int8 + 3600000, 3600000, 3600000, 5, false)`,
          [id, hourAt],
        )
      // Only what changed waits again.
      await put(START - 10 * DAY)
      await put(START - 9 * DAY)
      await client.query('update status_interval set start_at = $2 where work_center_id = $1', [id, START - 2 * DAY])
      await client.query('update energy_progress set shared_until = $2 where work_center_id = $1', [id, START - 9 * DAY - HOUR_MS])
      while (await deriveShares(test.database, machine.companyId, id));
      const kept = await client.query('select hour_at from energy_share where work_center_id = $1 and hour_at < $2', [id, START - 2 * DAY])
      assert.deepEqual(kept.rows, [{ hour_at: START - 10 * DAY }])
    })

    it('is kept anew by the clock of today without a device, too', async () => {
      const id = await addBare()
      const log = createLog('silent')
      const writes = new SerialQueue(client, log, (error) => assert.fail(String(error)))
      const deriver = new EnergyDeriver({ writes, database: test.database, partitions: new Map(), log, now: () => NOW })
      await deriver.deriveAll()
      deriver.end()
      const { rows } = await client.query<{ zone: string }>('select zone from energy_progress where work_center_id = $1', [id])
      assert.deepEqual(rows, [{ zone: 'UTC' }])
    })
  })

  const hasCode = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
  const round = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6)

  it('counts the units of the order that runs, whatever time the answer takes', async () => {
    await client.query(`update output_segment set end_at = null where start_at = $1`, [at(60)])
    let now = at(110)
    const rows = await costs('JOB_ORDER', { start: START, end: at(24 * 60) }, () => now++)
    assert.deepEqual(
      rows.map(({ name, acceptedOutput }) => [name, acceptedOutput]),
      [
        ['JO-1', 60],
        ['JO-2', 30],
      ],
    )
    await client.query(`update output_segment set end_at = $2 where start_at = $1`, [at(60), at(120)])
  })

  it('has units of whole hours of the clock only, and of the running one', async () => {
    await client.query(
      `insert into hour_record (company_id, work_center_id, start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms,
          planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, total_output, accepted_output,
          rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
        select 'ACME1', $1, unnest($2::int8[]), 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 60, 0, 0, 0, 0`,
      [machine.workCenterId, [at(0), at(60)]],
    )
    const units = async (from: number, to: number, now: number) =>
      (await costs('HOUR', { start: at(from), end: at(to) }, () => at(now))).map(({ acceptedOutput }) => acceptedOutput)
    assert.deepEqual(await units(0, 120, 300), [60, 60])
    assert.deepEqual(await units(30, 90, 300), [null, null])
    assert.deepEqual(await units(0, 120, 90), [60, 60])
  })

  it('keeps the part of a work center that was deleted since, and no part of one of which nothing is known in the period', async () => {
    const { deps } = await asked(() => NOW)
    const sumOf = (rows: readonly { readonly kwh: number | null }[]) => round(rows.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0))
    const figures = async (ids: readonly WorkCenterId[] | null) => {
      const chosen = await chosenWorkCenters(deps, ids, PERIOD)
      return [
        chosen.filter(({ deviceStatus }) => deviceStatus === 'ARCHIVE').map(({ id }) => id),
        sumOf(await energyCosts(deps, chosen, PERIOD, 'WORK_CENTER')),
        sumOf(await energyCosts(deps, chosen, PERIOD, 'STATUS')),
        sumOf(await energyRows(deps, chosen, PERIOD, 60)),
      ]
    }
    const before = await figures(null)
    assert.deepEqual(before, [[], 18.075, 18.075, 18.075])
    const { workCenterId, deviceId } = machine
    await client.query('update device set company_id = null, work_center_id = null where id = $1', [deviceId])
    await client.query(`update work_center set device_status = 'ARCHIVE', device_id = null where id = $1`, [workCenterId])
    const after = [[workCenterId], ...before.slice(1)]
    assert.deepEqual([await figures(null), await figures([workCenterId])], [after, after])
    // Of hours that are not kept there are samples.
    const kept = await client.query('delete from energy_hour where work_center_id = $1 returning hour_at', [workCenterId])
    assert.notEqual(kept.rowCount, 0)
    assert.deepEqual((await figures(null))[0], [workCenterId])
    const DAY = 24 * HOUR_MS
    const others = await chosenWorkCenters(deps, null, { start: START - 3 * DAY, end: START - 2 * DAY })
    assert.deepEqual([others.some(({ id }) => id === workCenterId), await chosenWorkCenters(deps, [], PERIOD)], [false, []])
  })

  async function stretch(start: number, end: number) {
    const { deps, found } = await asked(() => NOW)
    const [workCenter] = found
    assert.ok(workCenter)
    const [cost] = await costsOfStretches(deps, [{ workCenter, start, end }])
    assert.ok(cost)
    return cost
  }

  async function costs(split: EnergySplit, period = PERIOD, now = () => NOW) {
    const { deps, found } = await asked(now)
    return await energyCosts(deps, found, period, split)
  }

  async function asked(now: () => number) {
    const { companyId, workCenterId } = machine
    const deps = {
      inTenant: <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) => test.database.inTenant(companyId, work),
      readSamples: createSampleReader(test.database, { unsealed: { readingsOf: () => ({ instants: [], values: [] }) } }),
      now,
      unsealed: { earliestOf: () => null },
    }
    const found = await test.database.inTenant(companyId, (tenant) => findWorkCenters(tenant, [workCenterId]))
    return { deps, found }
  }

  async function shown(split: EnergySplit): Promise<readonly string[]> {
    const rows = await costs(split)
    return rows.map(
      ({ key, name, kwh, cost, currency, unpricedKwh }) =>
        `${key} ${name} ${round(kwh)} kWh ${round(cost)} ${currency}, unpriced ${round(unpricedKwh)}`,
    )
  }

  /** Twelve kW while it runs, three from 7:20:30 on. */
  async function seed(): Promise<void> {
    const STOP = 80.5
    const minutes = [...Array.from({ length: 121 }, (_none, minute) => minute), STOP].toSorted((one, other) => one - other)
    const values = { instants: minutes.map(at), values: minutes.map((minute) => (minute < STOP ? 12 : minute === 120 ? 0 : 3)) }
    const taken = [{ ref: machine, sensors: new Map<SensorKey, typeof values>([['POWER', values]]) }]
    const store = new SampleStore(client, (detail) => assert.fail(detail))
    await store.register(sensorsIn(taken))
    await store.merge(taken)
    const { rows } = await client.query<{ id: number; name: string }>('select id, name from status_rule where work_center_id = $1', [
      machine.workCenterId,
    ])
    for (const [name, from, to] of [
      ['Running', 0, STOP],
      ['Idle', STOP, null],
    ] as const)
      await client.query(
        `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id) values ('ACME1', $1, $2, $3, 'RULE', $4)`,
        [machine.workCenterId, at(from), to === null ? null : at(to), rows.find((rule) => rule.name === name)?.id],
      )
    const item = await client.query<{ id: number }>(
      `insert into item (company_id, name, sku, measurement_unit) values ('ACME1', 'Tube', 'T-1', 'pcs') returning id`,
    )
    for (const [code, from, to, accepted] of [
      ['JO-1', 0, 60, 60],
      ['JO-2', 60, 120, 30],
    ] as const) {
      const order = await client.query<{ id: number }>(
        `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_output) values ('ACME1', $1, 'COMPLETED', $2, $3, 100) returning id`,
        [code, item.rows[0]?.id, machine.workCenterId],
      )
      await client.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total,
          uncounted_accepted, uncounted_rejected, planned_ms, run_ms, net_operating_ms, quality_loss_ms)
        values ('ACME1', $1, $2, $3, array[$4::int], $5, $5, 0, 0, 0, 0, 0, 0, 0, 0)`,
        [machine.workCenterId, at(from), at(to), order.rows[0]?.id, accepted],
      )
    }
  }
})
