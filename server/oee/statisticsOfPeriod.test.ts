import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const DAY = 24 * HOUR_MS
/** Clocks in Kyiv go back on 25 October 2026 at 04:00 and forward on 29 March at 03:00. */
const AUTUMN = '2026-10-25'
const SPRING = '2026-03-29'

type Row = Readonly<Record<string, unknown>>

describe('the statistics of a period', () => {
  let api: TestApi
  let press = 0
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 300 * DAY })
    press = await addPress(api, 'Press')
    for (let day = 0; day < 3; day++) {
      const date = new Date(DAY_START + day * DAY).toISOString().slice(0, 10)
      await addShift(api, press, { start: DAY_START + day * DAY, date, total: 300 + day })
      await addShift(api, press, { start: DAY_START + day * DAY + 8 * HOUR_MS, date, shiftId: 2, total: 200 + day, rejected: 10 * day })
    }
  })
  after(() => api.close())

  const ask = async <Answer>(query: string): Promise<Answer> => {
    const { data, errors } = await api.ask(`{ ${query} }`)
    assert.deepEqual(errors, [])
    return data as Answer
  }
  const iso = (at: number) => new Date(at).toISOString()
  const period = (from: number, to: number) => `{ start: "${iso(from)}", end: "${iso(to)}" }`
  const midnight = DAY_START - 9 * HOUR_MS

  for (const shiftIds of [null, [1], [2]]) {
    it(`is what its shifts come to${shiftIds === null ? '' : `, of shift ${shiftIds.join()} alone`}`, async () => {
      const filter = `filter: { workCenterIds: [${press}], period: ${period(midnight, midnight + 3 * DAY)}, shiftIds: ${JSON.stringify(shiftIds)} }`
      const found = await ask<{
        readonly oeeStatisticsDetails: {
          readonly stats: Row & { readonly outputs: readonly Row[]; readonly oee: Row }
          readonly recordsCount: number
          readonly records: readonly unknown[]
        }
        readonly oeeReport: readonly (Readonly<Record<string, number>> & { readonly shift: { readonly shiftId: number } })[]
        readonly trend: readonly (Row & { readonly plannedProductionTime: number })[]
      }>(`oeeStatisticsDetails(${filter}) { recordsCount records { shiftDate } stats { records runTime plannedProductionTime noDataDuration
            oee { realValue } outputs { totalOutput rejectedOutput } } }
          oeeReport(${filter}) { shift { shiftId } runTime plannedProductionTime noDataDuration totalOutput acceptedOutput rejectedOutput }
          trend: oeeStatistics(${filter}, groupBy: WEEK, subject: WORK_CENTER) { plannedProductionTime }`)
      const { stats, records, recordsCount } = found.oeeStatisticsDetails
      const rows = found.oeeReport
      assert.equal(rows.length, shiftIds === null ? 6 : 3)
      assert.deepEqual(
        [...new Set(rows.map(({ shift }) => shift.shiftId))].toSorted((left, right) => left - right),
        shiftIds ?? [1, 2],
      )
      assert.equal(stats['records'], rows.length)
      assert.equal(recordsCount, rows.length)
      assert.equal(records.length, rows.length)
      const sum = (key: string) => rows.reduce((total, row) => total + (row[key] ?? Number.NaN), 0)
      for (const key of ['runTime', 'plannedProductionTime', 'noDataDuration']) assert.equal(stats[key], sum(key))
      assert.deepEqual(stats.outputs, [{ totalOutput: sum('totalOutput'), rejectedOutput: sum('rejectedOutput') }])
      // A good unit is worth a minute: OEE is a ratio of sums.
      assert.equal(stats.oee['realValue'], Math.round((sum('acceptedOutput') * 60 * 10_000) / sum('plannedProductionTime')) / 100)
      assert.equal(
        found.trend.reduce((total, row) => total + row.plannedProductionTime, 0),
        sum('plannedProductionTime'),
      )
    })
  }

  it('counts of a stop the part in the period, so that neighbouring periods add up', async () => {
    await addLoss(api, press, [50, 80])
    await addLoss(api, press, [100, 110])
    const pareto = async (from: number, to: number, more = '') => {
      const filter = `filter: { workCenterIds: [${press}], periodFrom: "${iso(from)}", periodTo: "${iso(to)}" ${more} }`
      const found = await ask<{ readonly lossesPareto: readonly { readonly duration: number; readonly count: number }[] }>(
        `lossesPareto(${filter}, isClipped: true) { duration count }`,
      )
      return found.lossesPareto.reduce((total, row) => total + row.duration, 0) / 60
    }
    const border = DAY_START + 60 * MINUTE_MS
    assert.equal(await pareto(DAY_START, border), 10)
    assert.equal(await pareto(border, DAY_START + DAY), 30)
    assert.equal(await pareto(DAY_START, DAY_START + DAY), 40)
    assert.equal(await pareto(DAY_START, DAY_START + DAY, ', shiftIds: [1]'), 40)
    assert.equal(await pareto(DAY_START, DAY_START + DAY, ', shiftIds: [2]'), 0)
    const whole = await ask<{ readonly lossesPareto: readonly { readonly duration: number }[] }>(
      `lossesPareto(filter: { workCenterIds: [${press}], periodFrom: "${iso(DAY_START)}", periodTo: "${iso(border)}" }) { duration }`,
    )
    assert.equal(whole.lossesPareto[0]?.duration, 30 * 60)
  })

  it('counts of lost speed the worth that it has in the period, so that a shift over midnight is not counted twice', async () => {
    await addLoss(api, press, [0, 480], { source: 'SPEED', duration_ms: 120 * MINUTE_MS })
    await addLoss(api, press, [100, 101], { source: 'SPEED', duration_ms: 5 * MINUTE_MS })
    const speed = async (from: number, to: number) => {
      const filter = `filter: { workCenterIds: [${press}], periodFrom: "${iso(DAY_START + from * MINUTE_MS)}", periodTo: "${iso(DAY_START + to * MINUTE_MS)}", source: SPEED }`
      const found = await ask<{ readonly lossesPareto: readonly { readonly duration: number }[] }>(
        `lossesPareto(${filter}, isClipped: true) { duration }`,
      )
      return found.lossesPareto.reduce((total, row) => total + row.duration, 0) / 60
    }
    assert.equal(await speed(0, 480), 125)
    assert.equal(await speed(-60, 120), 35)
    assert.equal(await speed(120, 600), 90)
    assert.equal(await speed(480, 600), 0)
  })

  it('counts of the rejects of a segment the units that they have in the period', async () => {
    await addLoss(api, press, [0, 480], { source: 'OUTPUT', duration_ms: 24 * MINUTE_MS, quantity: 48 })
    const rejects = async (from: number, to: number, more = ', isClipped: true') => {
      const filter = `filter: { workCenterIds: [${press}], periodFrom: "${iso(DAY_START + from * MINUTE_MS)}", periodTo: "${iso(DAY_START + to * MINUTE_MS)}", source: OUTPUT }`
      const found = await ask<{ readonly lossesPareto: readonly { readonly duration: number; readonly quantity: number }[] }>(
        `lossesPareto(${filter}${more}) { duration quantity }`,
      )
      return found.lossesPareto.map((row) => [row.quantity, row.duration / 60])
    }
    assert.deepEqual(await rejects(-60, 600), [[48, 24]])
    assert.deepEqual(await rejects(-60, 120), [[12, 6]])
    assert.deepEqual(await rejects(120, 600), [[36, 18]])
    assert.deepEqual(await rejects(120, 600, ''), [[48, 24]])
  })

  it('is covered by its statuses to the second, also in the shifts of one id', async () => {
    const interval = `insert into status_interval (company_id, work_center_id, start_at, end_at, kind) values ('ACME1', $1, $2, $3, $4)`
    for (const [from, to, kind] of [
      [-60, 200, 'OFF'],
      [200, 700, 'NO_DATA'],
      [700, 1600, 'OFF'],
    ] as const)
      await api.database.pool.query(interval, [press, DAY_START + from * MINUTE_MS, DAY_START + to * MINUTE_MS, kind])
    const times = async (more = '') => {
      const found = await ask<{ readonly statusesStat: readonly { readonly kind: string; readonly duration: number }[] }>(
        `statusesStat(workCenterId: ${press}, period: ${period(DAY_START, DAY_START + DAY)} ${more}) { kind duration }`,
      )
      return Object.fromEntries(found.statusesStat.map((row) => [row.kind, row.duration / 60]))
    }
    assert.deepEqual(await times(), { OFF: 940, NO_DATA: 500 })
    assert.deepEqual(await times(', shiftIds: [1]'), { OFF: 200, NO_DATA: 280 })
    assert.deepEqual(await times(', shiftIds: [2]'), { OFF: 260, NO_DATA: 220 })
    assert.deepEqual(await times(', shiftIds: [1, 2]'), { OFF: 460, NO_DATA: 500 })
    assert.deepEqual(await times(', shiftIds: []'), {})
  })
})

type HourFigures = {
  readonly records: number
  readonly totalOutput: number
  readonly availabilityLosses: number
  readonly oee: Row | null
}

describe('figures by the hour', () => {
  let api: TestApi
  let press = 0
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 300 * DAY })
    press = await addPress(api, 'Press')
  })
  after(() => api.close())

  const hours = async (from: string, to: string, more = '') =>
    api.ask(
      `{ oeeByTime(workCenterId: ${press}, period: { start: "${from}", end: "${to}" } ${more}) { timeZone hours { timeStart date hour figures { ...F } }
        days { date figures { ...F } } hoursOfDay { hour figures { ...F } } total { ...F } } }
        fragment F on OeeHourFigures { records totalOutput availabilityLosses oee { realValue } }`,
    )

  /** An hour with `lossShare` of loss; the rest makes a unit a minute. */
  async function addHour(start: number, shiftStart: number, lossShare: number): Promise<void> {
    const loss = lossShare * HOUR_MS
    await api.database.pool.query(
      `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms,
        small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms,
        quality_loss_ms, total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
      values ('ACME1', $1, $2, $3, 3600000, 0, 0, $4, 0, 0, 0, $4, 0, 0, 0, $5, 0, $6, $6, 0, 0, 0, 0)`,
      [press, start, shiftStart, loss, HOUR_MS - loss, (HOUR_MS - loss) / MINUTE_MS],
    )
  }

  it('has 25 hours of the day on which clocks go back, the repeated one twice, and 23 of the other', async () => {
    const first = Date.parse('2026-10-24T21:00:00Z')
    for (let hour = 0; hour < 25; hour++) await addHour(first + hour * HOUR_MS, first, hour === 3 ? 1 : 0.5)
    const { data, errors } = await hours('2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z')
    assert.deepEqual(errors, [])
    const found = data['oeeByTime'] as {
      readonly timeZone: string
      readonly hours: readonly { readonly date: string; readonly hour: number; readonly figures: HourFigures }[]
      readonly days: readonly { readonly date: string; readonly figures: HourFigures }[]
      readonly hoursOfDay: readonly { readonly hour: number; readonly figures: HourFigures }[]
      readonly total: HourFigures
    }
    assert.equal(found.hours.length, 25)
    assert.ok(found.hours.every(({ date }) => date === AUTUMN))
    assert.deepEqual(
      found.hours.filter(({ hour }) => hour === 3).map(({ figures }) => figures.oee),
      [{ realValue: 0 }, { realValue: 50 }],
    )
    // 24 hours of half an hour's output, and one of none: sums, not the mean of percentages.
    assert.deepEqual(found.days, [
      { date: AUTUMN, figures: { records: 25, totalOutput: 720, availabilityLosses: 13 * 3600, oee: { realValue: 48 } } },
    ])
    assert.deepEqual(found.total, found.days[0]?.figures)
    assert.deepEqual(found.hoursOfDay.find(({ hour }) => hour === 3)?.figures, {
      records: 2,
      totalOutput: 30,
      availabilityLosses: 1.5 * 3600,
      oee: { realValue: 25 },
    })
    const spring = await hours('2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z')
    const short = spring.data['oeeByTime'] as { readonly hours: readonly { readonly date: string; readonly hour: number }[] }
    assert.deepEqual(
      short.hours.map(({ hour }) => hour),
      [0, 1, 2, ...Array.from({ length: 20 }, (_, index) => index + 4)],
    )
    assert.ok(short.hours.every(({ date }) => date === SPRING))
  })

  it('is of the shifts that are asked for', async () => {
    for (const [shiftId, at] of [
      [1, 8],
      [2, 12],
    ] as const) {
      const start = DAY_START + at * HOUR_MS
      await addShift(api, press, { start, hours: 4, shiftId })
      for (let hour = 0; hour < 4; hour++) await addHour(start + hour * HOUR_MS, start, shiftId === 1 ? 0.5 : 0.25)
    }
    const total = async (more: string) => {
      const { data, errors } = await hours(new Date(DAY_START).toISOString(), new Date(DAY_START + DAY).toISOString(), more)
      assert.deepEqual(errors, [])
      const { records, totalOutput, oee } = (data['oeeByTime'] as { readonly total: HourFigures }).total
      return [records, totalOutput, oee?.['realValue']]
    }
    assert.deepEqual(await total(''), [8, 300, 62.5])
    assert.deepEqual(await total(', shiftIds: [1]'), [4, 120, 50])
    assert.deepEqual(await total(', shiftIds: [2]'), [4, 180, 75])
    assert.deepEqual(await total(', shiftIds: []'), [0, 0, undefined])
  })

  it('answers 92 days and refuses more', async () => {
    assert.deepEqual((await hours('2026-01-01T00:00:00Z', '2026-04-03T00:00:00Z')).errors, [])
    const refused = await hours('2026-01-01T00:00:00Z', '2026-04-04T00:00:00Z')
    assert.equal(refused.errors[0]?.extensions.code, 'INVALID_PERIOD')
    assert.deepEqual(refused.errors[0].extensions.params, { maxDays: 92 })
  })
})
