import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OeeTerms } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, seedDevice, startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { storeShifts, type GivenShift } from '#server/testing/shiftRecords.ts'
import { addConfirmation } from '#server/testing/addConfirmation.ts'

const DAY = 24 * HOUR_MS
const FIRST = Date.parse('2020-05-04T05:00:00Z')
const NOW = FIRST + 20 * DAY
const FILTER = 'filter: { period: { start: "2020-05-04T00:00:00Z", end: "2020-05-18T00:00:00Z" } }'

/** Half of six planned hours, nine good pieces of ten. */
const PRICED = windowOf({
  elapsedMs: 8 * HOUR_MS,
  excludedMs: 2 * HOUR_MS,
  smallStopMs: HOUR_MS,
  idealCycleMs: 1000,
  total: 10_800,
  rejected: 1080,
})
const UNPRICED = windowOf({ elapsedMs: 8 * HOUR_MS, stopMs: 4 * HOUR_MS, total: 100 })

describe('statistics, reports and settings of OEE', () => {
  let api: TestApi
  let [press, lathe] = [asId<WorkCenterId>(0), asId<WorkCenterId>(0)]
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    press = await add('qe-400a', 'Press')
    lathe = await add('qe-400b', 'Lathe')
    await api.database.pool.query('update work_center set target_oee = 60, target_speed = 60 where id = $1', [press])
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      lathe,
    ])
    await storeShifts(api.database, ACME, [
      ...Array.from({ length: 10 }, (_, day) => shiftOf(press, day, PRICED)),
      ...Array.from({ length: 10 }, (_, day) => shiftOf(lathe, day, UNPRICED)),
    ])
  })
  after(() => api.close())

  async function add(code: string, name: string): Promise<WorkCenterId> {
    const device = await seedDevice(api.database, code)
    const { data } = await api.ask(`mutation { addBox(guid: "${device}", name: "${name}") { id } }`)
    return asId<WorkCenterId>(Number(field(data['addBox'], 'id')))
  }

  const ask = async (query: string, as: Parameters<TestApi['ask']>[1] = {}) => {
    const { data, errors } = await api.ask(`{ ${query} }`, as)
    assert.deepEqual(errors, [])
    return Object.values(data)[0]
  }

  it('sums a company: the one without reference speed counts in availability and is told', async () => {
    const fields =
      'oee { realValue } availability { realValue } records includedRecords unconfirmedRecords isProvisional leftOut { workCenterId cause records }'
    assert.deepEqual(await ask(`oeeStatistics(${FILTER}) { ${fields} dateStart dateEnd outputs { unit totalOutput targetOutput } }`), [
      {
        oee: { realValue: 45 },
        availability: { realValue: 71.43 },
        records: 20,
        includedRecords: 10,
        unconfirmedRecords: 20,
        isProvisional: false,
        leftOut: [{ workCenterId: lathe, cause: 'NO_REFERENCE_SPEED', records: 10 }],
        dateStart: '2020-05-04',
        dateEnd: '2020-05-19',
        outputs: [{ unit: 'pcs', totalOutput: 109_000, targetOutput: 216_000 }],
      },
    ])
  })

  it('groups by week from Monday and by work center', async () => {
    const answer = await ask(
      `oeeStatistics(${FILTER}, groupBy: WEEK, subject: WORK_CENTER) { dateStart workCenterId records oee { realValue } }`,
    )
    assert.deepEqual(answer, [
      { dateStart: '2020-05-04', workCenterId: press, records: 7, oee: { realValue: 45 } },
      { dateStart: '2020-05-04', workCenterId: lathe, records: 7, oee: null },
      { dateStart: '2020-05-11', workCenterId: press, records: 3, oee: { realValue: 45 } },
      { dateStart: '2020-05-11', workCenterId: lathe, records: 3, oee: null },
    ])
  })

  it('shows an operator only the work centers that are assigned, and a stranger nothing', async () => {
    const query = `oeeStatistics(${FILTER}, subject: WORK_CENTER) { workCenterId }`
    assert.deepEqual(await ask(query, { as: 'OPERATOR' }), [{ workCenterId: lathe }])
    assert.deepEqual(await ask(query, { as: api.stranger, company: OTHER }), [])
    assert.deepEqual(await ask(`oeeReport(${FILTER}) { workCenterId }`, { as: api.stranger, company: OTHER }), [])
    for (const together of [
      `oeeStatistics(${FILTER}) { workCenterId }`,
      `oeeStatistics(${FILTER}, subject: WORK_CENTER_GROUP) { workCenterId }`,
      `oeeStatisticsDetails(${FILTER}) { recordsCount }`,
      `energyReport(period: { start: "2020-05-04T00:00:00Z", end: "2020-05-05T00:00:00Z" }) { timeStart }`,
    ]) {
      const { errors } = await api.ask(`{ ${together} }`, { as: 'OPERATOR' })
      assert.deepEqual(errors[0]?.extensions, { code: 'FORBIDDEN', params: { action: 'READ', subject: 'ANALYTICS' } }, together)
    }
    const foreign = await api.ask(`{ shiftsOee(workCenterId: ${press}) { oee { realValue } } }`, { as: 'OPERATOR' })
    assert.equal(foreign.errors[0]?.extensions.code, 'WORK_CENTER_NOT_FOUND')
  })

  it('reports a row a shift with gap and attainment, and several shifts together', async () => {
    const rows = await ask(
      `oeeReport(${FILTER}) { workCenterId shiftDate oee { realValue } oeeGap runTime totalOutput targetOutput shift { code } }`,
    )
    assert.ok(Array.isArray(rows))
    assert.equal(rows.length, 20)
    assert.deepEqual(
      rows.find((row) => field(row, 'workCenterId') === press),
      {
        workCenterId: press,
        shiftDate: '2020-05-04',
        oee: { realValue: 45 },
        oeeGap: 15,
        runTime: 21_600,
        totalOutput: 10_800,
        targetOutput: 21_600,
        shift: { code: '1' },
      },
    )
    const output = await ask(`outputReport(${FILTER}) { workCenterId acceptedOutput attainment { realValue } }`)
    assert.ok(Array.isArray(output))
    assert.deepEqual(
      output.find((row) => field(row, 'workCenterId') === press),
      { workCenterId: press, acceptedOutput: 9720, attainment: { realValue: 45 } },
    )
    const several = await ask(`shiftsOee(workCenterId: ${press}, ${FILTER}) { oee { intValue } shiftOeeDetails { shiftDate } }`)
    assert.deepEqual(field(several, 'oee'), { intValue: 45 })
  })

  it('holds accepted output against the target of the shift, by the rule of the work center (§2.7, E-72)', async () => {
    const { pool } = api.database
    const stat = async (rule: string) => {
      await pool.query('update work_center set target_output_calculation_type = $2 where id = $1', [press, rule])
      const period = 'period: { start: "2020-05-04T05:00:00Z", end: "2020-05-04T06:00:00Z" }'
      return ask(`outputStat(workCenterId: ${press}, ${period}) { targetOutput attainment { realValue } }`)
    }
    assert.deepEqual(await stat('BY_WORK_CENTER_CYCLE_TIME'), [{ targetOutput: 21_600, attainment: { realValue: 45 } }])
    const { rows } = await pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, work_center_id, status, plan_cycle_time_ms, plan_output, plan_start, plan_end)
       values ($1, 'T-1', $2, 'PROGRESS', 4000, 5000, $3, $4) returning id`,
      [ACME, press, FIRST, FIRST + 8 * HOUR_MS],
    )
    const order = rows[0]?.id ?? 0
    for (const [from, plannedMs, cycleMs, orders] of [
      [0, 2 * HOUR_MS, 4000, [order]],
      [2 * HOUR_MS, 4 * HOUR_MS, 10_000, []],
    ] as const)
      await pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
           uncounted_accepted, uncounted_rejected, is_closed, planned_ms, ideal_cycle_ms, job_order_ids)
         values ($1, $2, $3, $4, $5, 0, 0, 0, 0, 0, 0, true, $6, $7, $8)`,
        [ACME, press, FIRST + from, FIRST + from + HOUR_MS, FIRST, plannedMs, cycleMs, orders],
      )
    assert.deepEqual(await stat('BY_CURRENT_JOB_ORDER_CYCLE_TIME'), [{ targetOutput: 1800 + 1440, attainment: { realValue: 300 } }])
    for (const [from, accepted] of [
      [-HOUR_MS, 1000],
      [HOUR_MS, 3000],
    ] as const)
      await addConfirmation((text, values) => pool.query(text, [...values]), {
        companyId: ACME,
        workCenterId: press,
        jobOrderId: order,
        start: FIRST + from,
        end: FIRST + from + 1000,
        accepted,
      })
    assert.deepEqual(await stat('BY_JOB_ORDERS_CYCLE_TIME'), [{ targetOutput: 4000, attainment: { realValue: 243 } }])
    await stat('BY_WORK_CENTER_CYCLE_TIME')
  })

  it('tells effective time by device, split by shifts, with what is out of schedule', async () => {
    // Tuesday of Kyiv, where the company is.
    const period = 'period: { start: "2020-05-04T21:00:00Z", end: "2020-05-05T21:00:00Z" }'
    const fields = '{ shiftId effectiveTime ineffectiveTime outOfSheduleTime efficiency { realValue } deviceName }'
    const device = field(await ask(`workCenter(id: ${press}) { deviceId }`), 'deviceId')
    assert.deepEqual(await ask(`boxEfficiency(deviceId: "${String(device)}", ${period}, splitByShifts: true) ${fields}`), [
      {
        shiftId: 1,
        effectiveTime: 18_000,
        ineffectiveTime: 10_800,
        outOfSheduleTime: 0,
        efficiency: { realValue: 62.5 },
        deviceName: 'Press',
      },
      { shiftId: null, effectiveTime: 0, ineffectiveTime: 0, outOfSheduleTime: 57_600, efficiency: null, deviceName: 'Press' },
    ])
  })

  it('explains a roll-up: its terms, the records summed and how many there are', async () => {
    const details = await ask(
      `oeeStatisticsDetails(${FILTER}) { terms { key value parts operator } records(first: 3) { shiftDate } recordsCount }`,
    )
    const terms = field(details, 'terms')
    assert.ok(Array.isArray(terms))
    const values = new Map(terms.map((term) => [field(term, 'key'), field(term, 'value')]))
    assert.deepEqual(
      [values.get('elapsed'), values.get('includedPlanned'), values.get('valuable')],
      [160 * HOUR_MS, 60 * HOUR_MS, 27 * HOUR_MS],
    )
    assert.equal(values.get('oee'), 0.45)
    assert.equal(field(details, 'recordsCount'), 20)
    assert.deepEqual(field(details, 'records'), [{ shiftDate: '2020-05-13' }, { shiftDate: '2020-05-13' }, { shiftDate: '2020-05-12' }])
  })

  it('applies switches when read, without a recalculation, but tells anew about the reference speed when performance is switched', async () => {
    const change = (input: string) => api.ask(`mutation { updateOeeSettings(input: { workCenterId: ${press}, ${input} }) { version } }`)
    const marks = async () => {
      const { rows } = await api.database.pool.query<{ cause: string; from_at: number }>(
        'select cause, from_at from recalculation where work_center_id = $1 order by id',
        [press],
      )
      return rows
    }
    assert.deepEqual((await change('calculateQuality: false, targetOee: 70')).errors, [])
    assert.deepEqual(await marks(), [])
    assert.deepEqual(await ask(`shiftsOee(workCenterId: ${press}, ${FILTER}) { oee { intValue } quality { intValue } }`), {
      oee: { intValue: 50 },
      quality: null,
    })
    await change('calculateQuality: true')
    await change('calculatePerformance: false')
    assert.deepEqual(await marks(), [{ cause: 'OEE_SETTINGS', from_at: FIRST }])
    assert.ok(api.awaitedReloads.includes(press))
    await change('calculatePerformance: true')
  })

  it('recalculates what is not confirmed when output is priced or counted otherwise, and nothing for the rest', async () => {
    const change = (input: string) =>
      api.ask(`mutation { updateOutputSettings(input: { workCenterId: ${lathe}, ${input} }) { rejectionAmount trackScraps } }`)
    const count = async () => (await api.database.pool.query('select from recalculation where work_center_id = $1', [lathe])).rowCount
    const quiet = await change(
      'trackScraps: true, targetOutputCalculationType: BY_JOB_ORDERS_CYCLE_TIME, allowPastPeriodConfirmations: false',
    )
    assert.deepEqual(quiet.data['updateOutputSettings'], { rejectionAmount: null, trackScraps: true })
    assert.equal(await count(), 0)
    await change('targetSpeed: 30')
    await change('targetSpeed: 30')
    assert.equal(await count(), 1)
    await change('rejectionAmount: 5')
    await change('rejectionAmount: 5')
    assert.equal(await count(), 2)
    assert.deepEqual((await change('rejectionAmount: null')).data['updateOutputSettings'], { rejectionAmount: null, trackScraps: true })
    assert.equal(await count(), 3)
    const refused = await change('rejectionAmount: 0')
    assert.deepEqual([refused.errors[0]?.extensions.code, refused.errors[0]?.extensions.field], ['VALUE_OUT_OF_RANGE', 'rejectionAmount'])
  })

  it('keeps a target output with its period, and refuses one without', async () => {
    const change = (input: string) =>
      api.ask(
        `mutation { updateOeeSettings(input: { workCenterId: ${press}, ${input} }) { targetOutput targetOutputPeriod targetOutputMeasurementUnit { code } } }`,
      )
    const refused = await change('targetOutput: 800')
    assert.deepEqual([refused.errors[0]?.extensions.code, refused.errors[0]?.extensions.field], ['REQUIRED', 'targetOutputPeriod'])
    assert.deepEqual((await change('targetOutput: 800, targetOutputPeriod: SHIFT')).data['updateOeeSettings'], {
      targetOutput: 800,
      targetOutputPeriod: 'SHIFT',
      targetOutputMeasurementUnit: { code: 'pcs' },
    })
    const [row] = [
      await ask(
        `oeeStatistics(filter: { workCenterIds: [${press}], period: { start: "2020-05-04T00:00:00Z", end: "2020-05-18T00:00:00Z" } }) { outputs { targetOutput } }`,
      ),
    ].flat()
    assert.deepEqual(field(row, 'outputs'), [{ targetOutput: 8000 }])
  })

  it('cuts a shift by the clock in a series, from hour records', async () => {
    const hour = `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms,
        small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms,
        quality_loss_ms, total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
      values ('ACME1', $1, $2, $3, 3600000, 0, 0, $4, 0, 0, 0, $4, 0, 0, 0, $5, 0, 0, 0, 0, 0, 0, 0)`
    for (const [at, loss, net] of [
      [0, 0, HOUR_MS],
      [1, HOUR_MS / 2, HOUR_MS / 4],
      [3, HOUR_MS, 0],
    ] as const)
      await api.database.pool.query(hour, [press, FIRST + at * HOUR_MS, FIRST, loss, net])
    const chart = (seconds: number) =>
      ask(`oeeChart(workCenterId: ${press}, period: { start: "2020-05-04T05:00:00Z", end: "2020-05-04T09:00:00Z" }, bucketSeconds: ${seconds}) {
        timeStart availability { intValue } oee { intValue } }`)
    assert.deepEqual(await chart(3600), [
      { timeStart: '2020-05-04T05:00:00.000Z', availability: { intValue: 100 }, oee: { intValue: 100 } },
      { timeStart: '2020-05-04T06:00:00.000Z', availability: { intValue: 50 }, oee: { intValue: 25 } },
      { timeStart: '2020-05-04T07:00:00.000Z', availability: null, oee: null },
      { timeStart: '2020-05-04T08:00:00.000Z', availability: { intValue: 0 }, oee: { intValue: 0 } },
    ])
    assert.deepEqual(await chart(7200), [
      { timeStart: '2020-05-04T05:00:00.000Z', availability: { intValue: 75 }, oee: { intValue: 63 } },
      { timeStart: '2020-05-04T07:00:00.000Z', availability: { intValue: 0 }, oee: { intValue: 0 } },
    ])
    const refused = await api.ask(
      `{ oeeChart(workCenterId: ${press}, period: { start: "2020-05-04T05:00:00Z", end: "2020-05-04T09:00:00Z" }, bucketSeconds: 900) { timeStart } }`,
    )
    assert.equal(refused.errors[0]?.extensions.code, 'VALUE_OUT_OF_RANGE')
  })

  it('keeps the unit of what was made before the unit changed, and adds up each by itself (E-55, E-56)', async () => {
    const { pool } = api.database
    const outputs = () =>
      ask(`oeeStatistics(subject: WORK_CENTER, filter: { workCenterIds: [${lathe}], period: { start: "2020-05-04T00:00:00Z", end: "2020-05-05T20:00:00Z" } }) {
        outputs { unit totalOutput } }`)
    assert.deepEqual(await outputs(), [{ outputs: [{ unit: 'pcs', totalOutput: 200 }] }])
    for (const [day, hour, total, unit] of [
      [0, 0, 100, 'pcs'],
      [1, 0, 30, 'pcs'],
      [1, 4, 70, 'm'],
    ] as const)
      await pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
           uncounted_accepted, uncounted_rejected, is_closed, effective_total, effective_accepted, unit)
         values ($1, $2, $3, $4, $5, $6, $6, 0, 0, 0, 0, true, $6, $6, $7)`,
        [ACME, lathe, FIRST + day * DAY + hour * HOUR_MS, FIRST + day * DAY + (hour + 4) * HOUR_MS, FIRST + day * DAY, total, unit],
      )
    const change = (id: number) =>
      api.ask(`mutation { updateOutputSettings(input: { workCenterId: ${lathe}, measurementUnitId: ${id} }) { measurementUnit { code } } }`)
    assert.deepEqual((await change(2)).data['updateOutputSettings'], { measurementUnit: { code: 'm' } })
    await change(2)
    const versions = await pool.query('select valid_from as at, unit from measurement_unit_version order by valid_from')
    assert.deepEqual(versions.rows, [
      { at: 0, unit: 'pcs' },
      { at: NOW, unit: 'm' },
    ])
    const marks = await pool.query(
      `select work_center_id as id, from_at as at, to_at as until from recalculation where cause = 'MEASUREMENT_UNIT'`,
    )
    assert.deepEqual(marks.rows, [{ id: lathe, at: NOW, until: null }])
    assert.deepEqual(await outputs(), [
      {
        outputs: [
          { unit: 'pcs', totalOutput: 130 },
          { unit: 'm', totalOutput: 70 },
        ],
      },
    ])
    await pool.query('update output_segment set difference = 3, is_confirmed = true where unit = $1', ['m'])
    const details = await ask(
      `oeeDetails(workCenterId: ${lathe}, shiftStart: "2020-05-05T05:00:00Z") { terms { key segments { unit difference } } }`,
    )
    const terms = [field(details, 'terms')].flat()
    const counted = terms.find((term) => field(term, 'key') === 'totalOutput')
    assert.deepEqual(field(counted, 'segments'), [
      { unit: 'pcs', difference: 0 },
      { unit: 'm', difference: 3 },
    ])
  })

  it('lists a scheduled status that makes no losses where its default reason puts its time (S-7)', async () => {
    const { pool } = api.database
    const start = FIRST + 2 * DAY
    const { rows } = await pool.query<{ id: number }>(
      `insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, 'Break', '#2F9E44', 'POWER') returning id`,
      [ACME, press],
    )
    await pool.query(
      `insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, is_effective, is_scheduled_loss, need_generate_event_by_state)
       values ($1, $2, 0, 5, false, true, false)`,
      [ACME, rows[0]?.id],
    )
    await pool.query(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id) values ($1, $2, $3, $4, 'RULE', $5)`,
      [ACME, press, start, start + 2 * HOUR_MS, rows[0]?.id],
    )
    const listed = async () => {
      const details = await ask(
        `oeeDetails(workCenterId: ${press}, shiftStart: "${new Date(start).toISOString()}") { terms { key statuses { kind } } }`,
      )
      const terms = [field(details, 'terms')].flat()
      return terms.filter((term) => [field(term, 'statuses')].flat().length > 0).map((term) => field(term, 'key'))
    }
    await pool.query('update loss_reason set is_default_planned = false where company_id = $1', [ACME])
    assert.deepEqual(await listed(), ['availabilityLoss'])
    await pool.query(
      `insert into loss_reason (company_id, name, type, include_in_oee_calculation, is_default_planned) values ($1, 'Planned', 'PLANNED', false, true)`,
      [ACME],
    )
    assert.deepEqual(await listed(), ['excluded'])
  })

  it('recalculates every work center when the company changes its policy, once', async () => {
    const marks = async () =>
      (
        await api.database.pool.query<{ id: number }>(
          `select work_center_id as id from recalculation where cause = 'OEE_POLICY' order by 1`,
        )
      ).rows
    const change = () => api.ask('mutation { updateOeePolicy(input: { capPerformance: true }) { capPerformance noDataPolicy } }')
    assert.deepEqual((await change()).data['updateOeePolicy'], { capPerformance: true, noDataPolicy: 'EXCLUDE' })
    await change()
    assert.deepEqual(await marks(), [{ id: press }, { id: lathe }])
    const { errors } = await api.ask('mutation { updateOeePolicy(input: { capPerformance: false }) { capPerformance } }', { as: 'USER' })
    assert.equal(errors[0]?.extensions.code, 'FORBIDDEN')
  })

  it('lets only those with the ability change settings', async () => {
    for (const role of ['USER', 'OPERATOR', 'GUEST'] as const) {
      const { errors } = await api.ask(`mutation { updateOeeSettings(input: { workCenterId: ${press}, targetOee: 1 }) { version } }`, {
        as: role,
      })
      assert.equal(errors[0]?.extensions.code, 'FORBIDDEN', role)
    }
  })
})

function shiftOf(workCenterId: WorkCenterId, day: number, terms: OeeTerms): GivenShift {
  const start = FIRST + day * DAY
  return {
    workCenterId,
    isConfirmed: false,
    shift: { shiftId: 1, shiftDate: new Date(start).toISOString().slice(0, 10), start, end: start + 8 * HOUR_MS },
    asOf: start + 8 * HOUR_MS,
    terms,
    idealCycleMs: terms.netOperatingMs === null ? null : 1000,
    issues: [],
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}
