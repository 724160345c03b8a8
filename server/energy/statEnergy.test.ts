import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ACME, seedDevice, startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { storeShifts, type GivenShift } from '#server/testing/shiftRecords.ts'

const QUARTER = HOUR_MS / 4
/** Shifts of eight hours that begin at half past, day after day. */
const FIRST = Date.parse('2020-05-04T05:30:00Z')
const DAY = 24 * HOUR_MS

describe('energy of rows of statistics (D-34)', () => {
  let api: TestApi
  let press = asId<WorkCenterId>(0)
  before(async () => {
    api = await startTestApi({ now: () => FIRST + 20 * DAY })
    const device = await seedDevice(api.database, 'se-100a')
    const { data } = await api.ask(`mutation { addBox(guid: "${device}", name: "Press") { id } }`)
    press = asId<WorkCenterId>(Number(Object(data['addBox']).id))
    await storeShifts(api.database, ACME, [0, 1, 2].map(shiftOf))
    // 4 kWh an hour of two days, by quarters 1, 1, 1 and 1, an hour before the first shift until an hour after its end.
    for (const day of [0, 1])
      for (let hour = -1; hour < 9; hour++)
        await api.database.pool.query(
          `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms,
             quarter_max_kw, quarter_source)
           values ($1, $2, $3, 4, $4, false, $5, $6, $5, $7)`,
          [
            ACME,
            press,
            FIRST - HOUR_MS / 2 + day * DAY + hour * HOUR_MS,
            HOUR_MS,
            [1, 1, 1, 1],
            [QUARTER, QUARTER, QUARTER, QUARTER],
            Array(4).fill('POWER'),
          ],
        )
  })
  after(() => api.close())

  const FILTER = 'filter: { period: { start: "2020-05-04T00:00:00Z", end: "2020-05-07T00:00:00Z" } }'
  const stats = async (by: string): Promise<unknown> => {
    const { data, errors } = await api.ask(`{ oeeStatistics(${FILTER} ${by}) { energyConsumption energyPerUnit energyCoverage } }`)
    assert.deepEqual(errors, [])
    return data['oeeStatistics']
  }

  it('is of whole hours of the shifts, and of quarters where a border divides an hour', async () => {
    assert.deepEqual(await stats(', groupBy: DAY'), [
      { energyConsumption: 32, energyPerUnit: 0.32, energyCoverage: 1 },
      { energyConsumption: 32, energyPerUnit: 0.32, energyCoverage: 1 },
      { energyConsumption: null, energyPerUnit: null, energyCoverage: 0 },
    ])
    assert.deepEqual(await stats(', groupBy: SHIFT'), await stats(', groupBy: DAY'))
    const [whole] = [await stats('')].flat()
    assert.deepEqual(whole, { energyConsumption: 64, energyPerUnit: 0.32, energyCoverage: 2 / 3 }, 'of the two shifts with energy')
  })

  it('is of the shifts that the period takes, and of the chosen ones, alone', async () => {
    const of = async (filter: string): Promise<unknown> => {
      const { data, errors } = await api.ask(`{ oeeStatistics(filter: { ${filter} }) { records energyConsumption } }`)
      assert.deepEqual(errors, [])
      return data['oeeStatistics']
    }
    // Two hours after the first shift began: the second one alone starts in the day that follows.
    const day = 'period: { start: "2020-05-04T07:30:00Z", end: "2020-05-05T07:30:00Z" }'
    assert.deepEqual(await of(day), [{ records: 1, energyConsumption: 32 }])
    assert.deepEqual(await of(`${day}, shiftIds: [1]`), [{ records: 1, energyConsumption: 32 }])
    assert.deepEqual(await of(`${day}, shiftIds: [2]`), [])
  })

  it('of a unit leaves out what work centers without energy made, and tells how many have it', async () => {
    const device = await seedDevice(api.database, 'se-200a')
    const { data } = await api.ask(`mutation { addBox(guid: "${device}", name: "Mill") { id } }`)
    const mill = asId<WorkCenterId>(Number(Object(data['addBox']).id))
    await storeShifts(
      api.database,
      ACME,
      [0, 1, 2].map((day) => ({ ...shiftOf(day), workCenterId: mill })),
    )
    const all = await api.ask(
      `{ oeeStatistics(${FILTER}) { energyConsumption energyPerUnit energyCoverage energyWorkCenters { measured total } } }`,
    )
    assert.deepEqual(
      [all.errors, all.data['oeeStatistics']],
      [[], [{ energyConsumption: 64, energyPerUnit: 0.32, energyCoverage: 1 / 3, energyWorkCenters: { measured: 1, total: 2 } }]],
    )
  })

  it('of a unit by the clock has the units of the shifts with energy, whose borders divide hours', async () => {
    const run = (text: string, values: readonly unknown[]) => api.database.pool.query(text, [...values])
    await run(`insert into sensor (company_id, work_center_id, type, number) values ($1, $2, 'POWER', 1) on conflict do nothing`, [
      ACME,
      press,
    ])
    await run(
      `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
       select $1, $2, $3, $3, time_zone, 3600000, 3600000, 0 from company where id = $1
       on conflict (company_id, work_center_id) do update set derived_until = excluded.derived_until, zone = excluded.zone`,
      [ACME, press, FIRST + 10 * DAY],
    )
    const made = (at: number, shiftStart: number, units: number) =>
      run(
        `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms,
           small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, total_output,
           accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
         values ($1, $2, $3, $4, 1800000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $5, $5, 0, 0, 0, 0)`,
        [ACME, press, at, shiftStart, units],
      )
    const half = HOUR_MS / 2
    for (const day of [0, 1, 2]) {
      const start = FIRST + day * DAY
      await made(start - half, start, 60)
      await made(start + HOUR_MS - half, start, 40)
    }
    // Out of shifts there is energy on the first two days.
    await made(FIRST - half, 0, 5)
    const of = async (from: number, to: number): Promise<unknown> => {
      const period = `period: { start: "${new Date(from).toISOString()}", end: "${new Date(to).toISOString()}" }`
      const { data, errors } = await api.ask(
        `{ energyStat(workCenterId: ${press}, ${period}) { energyConsumption acceptedOutput energyPerUnit } }`,
      )
      assert.deepEqual(errors, [])
      return data['energyStat']
    }
    const first = FIRST - 3 * HOUR_MS - half
    // Ten hours of each of two days, of 305 units those 205 that were made with energy.
    assert.deepEqual(await of(first, first + 3 * DAY), { energyConsumption: 80, acceptedOutput: 305, energyPerUnit: 80 / 205 })
    assert.deepEqual(await of(first + 2 * DAY, first + 3 * DAY), { energyConsumption: null, acceptedOutput: 100, energyPerUnit: null })
    assert.deepEqual(await of(first + DAY, first + 3 * DAY), { energyConsumption: 40, acceptedOutput: 200, energyPerUnit: 0.4 })
  })

  it('of a unit is one figure by the clock, by shift and in the statistics, where borders of shifts divide hours', async () => {
    const costs = async (split: string): Promise<readonly Record<string, unknown>[]> => {
      const period = 'period: { start: "2020-05-04T00:00:00+03:00", end: "2020-05-07T00:00:00+03:00" }'
      const { data, errors } = await api.ask(
        `{ energyCosts(workCenterIds: [${press}], ${period}, splitBy: ${split}) { shiftDate timeStart energyConsumption acceptedOutput measuredOutput energyPerUnit } }`,
      )
      assert.deepEqual(errors, [])
      return data['energyCosts'] as readonly Record<string, unknown>[]
    }
    const byShift = await costs('SHIFT')
    const { data } = await api.ask(
      `{ oeeStatistics(filter: { workCenterIds: [${press}], period: { start: "2020-05-04T00:00:00+03:00", end: "2020-05-07T00:00:00+03:00" } }, groupBy: SHIFT)
        { energyConsumption energyPerUnit outputs { acceptedOutput } } }`,
    )
    const stats = data['oeeStatistics'] as readonly Record<string, unknown>[]
    assert.equal(byShift.length, 3)
    assert.deepEqual(
      byShift.map(({ energyConsumption, energyPerUnit, acceptedOutput }) => ({
        energyConsumption,
        energyPerUnit,
        outputs: [{ acceptedOutput }],
      })),
      stats,
    )
    // Of each shift by its own instants, whose first half hour begins before them by the clock.
    for (const { timeStart, acceptedOutput, energyPerUnit } of byShift) {
      const start = Date.parse(String(timeStart))
      const period = `period: { start: "${new Date(start).toISOString()}", end: "${new Date(start + 8 * HOUR_MS).toISOString()}" }`
      const { data: own } = await api.ask(`{ energyStat(workCenterId: ${press}, ${period}) { acceptedOutput energyPerUnit } }`)
      assert.deepEqual(own['energyStat'], { acceptedOutput, energyPerUnit })
    }
    // All of the days: the same good units, and those of the shifts with energy; the energy out of shifts is in it, too.
    const [whole] = await costs('WORK_CENTER')
    const sumOf = (key: string) => byShift.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)
    assert.deepEqual([whole?.['acceptedOutput'], whole?.['measuredOutput']], [sumOf('acceptedOutput') + 5, sumOf('measuredOutput') + 5])
  })

  it('has no units where some are of another unit than the present one (E-56)', async () => {
    const run = (text: string, values: readonly unknown[]) => api.database.pool.query(text, [...values])
    await run(`insert into measurement_unit_version (company_id, work_center_id, valid_from, unit) values ($1, $2, 0, 'm')`, [ACME, press])
    await run(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
         uncounted_rejected, effective_total, effective_accepted, job_order_ids, is_confirmed, is_closed, unit)
       values ($1, $2, $3, $4, $3, 100, 100, 0, 0, 0, 0, 100, 100, '{}', false, true, 'm')`,
      [ACME, press, FIRST, FIRST + 8 * HOUR_MS],
    )
    const of = async (day: number): Promise<unknown> => {
      const start = FIRST + day * DAY
      const period = `period: { start: "${new Date(start).toISOString()}", end: "${new Date(start + 8 * HOUR_MS).toISOString()}" }`
      return (await api.ask(`{ energyStat(workCenterId: ${press}, ${period}) { acceptedOutput energyPerUnit energyConsumption } }`)).data[
        'energyStat'
      ]
    }
    assert.deepEqual(await of(0), { acceptedOutput: null, energyPerUnit: null, energyConsumption: 32 })
    assert.deepEqual(await of(1), { acceptedOutput: 100, energyPerUnit: 0.32, energyConsumption: 32 })
    await run('delete from output_segment where work_center_id = $1', [press])
    await run('delete from measurement_unit_version where work_center_id = $1', [press])
  })

  function shiftOf(day: number): GivenShift {
    const start = FIRST + day * DAY
    return {
      workCenterId: press,
      isConfirmed: false,
      shift: { shiftId: 1, shiftDate: new Date(start).toISOString().slice(0, 10), start, end: start + 8 * HOUR_MS },
      asOf: start + 8 * HOUR_MS,
      terms: windowOf({ elapsedMs: 8 * HOUR_MS, idealCycleMs: 1000, total: 110, rejected: 10 }),
      idealCycleMs: 1000,
      issues: [],
    }
  }
})
