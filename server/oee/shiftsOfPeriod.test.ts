import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { instanceOn } from '#engine/shift/instances.ts'
import type { ShiftDateRule } from '#engine/shift/shiftSchedule.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { midnight } from '#engine/time/statPeriod.ts'
import { ACME, startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { storeShifts } from '#server/testing/shiftRecords.ts'
import type { GivenShift } from '#server/testing/shiftRecords.ts'

const ZONES = ['Europe/Kyiv', 'Europe/Warsaw', 'Asia/Tashkent', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const FIRST = Temporal.PlainDate.from('2026-10-22')
const DAYS = 8
const NOW = Date.parse('2026-11-20T00:00:00Z')

type Row = { readonly shiftDate: string; readonly totalOutput: number; readonly shiftStart?: string; readonly workCenterId: number }
type Rows = readonly Row[]

describe('the shifts of a period', () => {
  let api: TestApi
  let [own, follower] = [asId<WorkCenterId>(0), asId<WorkCenterId>(0)]
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    own = asId<WorkCenterId>(await addPress(api, 'Own'))
    follower = asId<WorkCenterId>(await addPress(api, 'Follower'))
  })
  after(() => api.close())

  const iso = (at: number) => new Date(at).toISOString()
  const periodOf = (start: number, end: number) => `period: { start: "${iso(start)}", end: "${iso(end)}" }`
  const ask = async <Answer>(query: string): Promise<Answer> => {
    const { data, errors } = await api.ask(`{ ${query} }`)
    assert.deepEqual(errors, [])
    return data as Answer
  }

  type Plant = {
    readonly company: string
    readonly schedule: string
    readonly viewer: string
    readonly rule: ShiftDateRule
    readonly starts: number
  }

  /** Three shifts a day of both machines, each in the zone of its schedule. */
  async function store({ company, schedule, viewer, rule, starts }: Plant): Promise<ReadonlyMap<WorkCenterId, string>> {
    const { pool } = api.database
    await pool.query('delete from shift')
    await pool.query('delete from shift_schedule where work_center_id = $1', [own])
    await pool.query('update company set time_zone = $2 where id = $1', [ACME, company])
    await pool.query('update app_user set time_zone = $1', [viewer])
    await pool.query(
      `insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_date_rule, shift_id, code, name, time_start, time_end)
       values ($1, $2, 0, $3, $4, 1, 'A', 'A', '06:00', '14:00')`,
      [ACME, own, schedule, rule],
    )
    const zones = new Map([
      [own, schedule],
      [follower, company],
    ])
    const shifts = [...zones].flatMap(([workCenterId, zone]) =>
      Array.from({ length: DAYS * 3 }, (_, index): GivenShift => {
        const hour = (starts + 8 * (index % 3)) % 24
        const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`
        const definition = { shiftId: (index % 3) + 1, code: 'A', name: 'A', timeStart: clock(hour), timeEnd: clock(hour + 8) }
        const date = FIRST.add({ days: Math.floor(index / 3) + (starts + 8 * (index % 3) >= 24 ? 1 : 0) })
        const shift = instanceOn({ zone, shiftDateRule: rule }, definition, date)
        const terms = windowOf({ elapsedMs: shift.end - shift.start, stopMs: index * 60_001, idealCycleMs: 1000, total: 100 + index })
        return { workCenterId, isConfirmed: true, shift, asOf: shift.end, terms, idealCycleMs: 1000, issues: [] }
      }),
    )
    await storeShifts(api.database, ACME, shifts)
    return zones
  }

  const FIELDS = 'shiftDate shiftStart workCenterId totalOutput duration runTime'
  const plants = fc.record({
    company: fc.constantFrom(...ZONES),
    schedule: fc.constantFrom(...ZONES),
    viewer: fc.constantFrom(...ZONES),
    rule: fc.constantFrom('START' as const, 'END' as const),
    starts: fc.integer({ min: 0, max: 7 }),
  })

  it('are those of the dates of the plant on every surface, whatever the zones of viewer, company and schedule', async () => {
    await fc.assert(
      fc.asyncProperty(plants, fc.integer({ min: 2, max: DAYS - 2 }), async (plant, day) => {
        const zones = await store(plant)
        const date = FIRST.add({ days: day }).toString()
        for (const [id, zone] of zones) {
          assert.equal((await ask<{ workCenter: { timeZone: string } }>(`workCenter(id: ${id}) { timeZone }`)).workCenter.timeZone, zone)
          const period = periodOf(midnight(zone, date), midnight(zone, FIRST.add({ days: day + 1 }).toString()))
          const week = periodOf(midnight(zone, FIRST.toString()), midnight(zone, FIRST.add({ days: DAYS }).toString()))
          const filter = `filter: { workCenterIds: [${id}], ${period} }`
          const found = await ask<{
            readonly oeeReport: Rows
            readonly outputReport: readonly { readonly totalOutput: number }[]
            readonly shiftsOee: { readonly shiftOeeDetails: Rows }
            readonly oeeStat: Rows
            readonly outputStat: readonly { readonly shiftDate: string; readonly periodSumValue: number }[]
            readonly whole: readonly [
              { readonly records: number; readonly dateStart: string; readonly outputs: Rows; readonly duration: number },
            ]
            readonly days: readonly { readonly dateStart: string; readonly outputs: Rows; readonly oee: unknown }[]
            readonly oeeStatisticsDetails: {
              readonly recordsCount: number
              readonly records: Rows
              readonly stats: { readonly oee: unknown }
            }
          }>(`oeeReport(${filter}) { ${FIELDS} } outputReport(${filter}) { totalOutput }
            shiftsOee(workCenterId: ${id}, ${filter}) { shiftOeeDetails { shiftDate workCenterId totalOutput } }
            oeeStat(workCenterId: ${id}, ${period}) { shiftDate workCenterId totalOutput }
            outputStat(workCenterId: ${id}, ${period}) { shiftDate periodSumValue }
            whole: oeeStatistics(${filter}) { records dateStart duration outputs { totalOutput } }
            days: oeeStatistics(filter: { workCenterIds: [${id}], ${week} }, groupBy: DAY) { dateStart oee { exactValue } outputs { totalOutput } }
            oeeStatisticsDetails(${filter}) { recordsCount records { ${FIELDS} } stats { oee { exactValue } } }`)
          const outputs = found.oeeReport.map(({ totalOutput }) => totalOutput)
          assert.deepEqual(
            found.oeeReport.map((row) => row.shiftDate),
            [date, date, date],
          )
          const sum = outputs.reduce((total, one) => total + one, 0)
          const byDay = found.days.find(({ dateStart }) => dateStart === date)
          assert.deepEqual(
            found.outputReport.map(({ totalOutput }) => totalOutput),
            outputs,
          )
          assert.deepEqual(
            found.shiftsOee.shiftOeeDetails.map((row) => [row.shiftDate, row.totalOutput]),
            outputs.map((output) => [date, output]),
          )
          assert.deepEqual(
            found.oeeStat.map((row) => [row.shiftDate, row.totalOutput]),
            outputs.map((output) => [date, output]),
          )
          assert.deepEqual(
            found.outputStat.map((row) => [row.shiftDate, row.periodSumValue]),
            outputs.map((output) => [date, output]),
          )
          assert.deepEqual([found.whole[0].records, found.whole[0].dateStart, found.whole[0].outputs[0]?.totalOutput], [3, date, sum])
          assert.equal(byDay?.outputs[0]?.totalOutput, sum)
          assert.deepEqual(found.oeeStatisticsDetails.stats.oee, byDay.oee)
          assert.equal(found.oeeStatisticsDetails.recordsCount, 3)
          assert.deepEqual(found.oeeStatisticsDetails.records.toReversed(), found.oeeReport)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('are in exactly one of periods that touch, and of none but the period that was asked for', async () => {
    const from = Date.parse('2026-10-23T12:00:00Z')
    const cut = fc.integer({ min: 1, max: 5 * 24 })
    await fc.assert(
      fc.asyncProperty(plants, cut, cut, async (plant, first, length) => {
        await store(plant)
        const edges = [from, from + first * HOUR_MS, from + (first + length) * HOUR_MS]
        const report = async (start = 0, end = 0): Promise<Rows> =>
          (await ask<{ oeeReport: Rows }>(`oeeReport(filter: { ${periodOf(start, end)} }) { ${FIELDS} }`)).oeeReport
        const sumOf = async (start = 0, end = 0) => {
          const query = `oeeStatistics(filter: { ${periodOf(start, end)} }) { records outputs { totalOutput } }`
          const [stat] = (await ask<{ oeeStatistics: readonly { records: number; outputs: Rows }[] }>(query)).oeeStatistics
          return [stat?.records ?? 0, stat?.outputs[0]?.totalOutput ?? 0]
        }
        const parts = [await report(edges[0], edges[1]), await report(edges[1], edges[2])]
        const whole = await report(edges[0], edges[2])
        const keyOf = (row: Row) => `${row.workCenterId}/${row.shiftStart ?? ''}`
        assert.deepEqual(parts.flat().map(keyOf).toSorted(), whole.map(keyOf).toSorted())
        const total = whole.reduce((sum, row) => sum + row.totalOutput, 0)
        assert.deepEqual(await sumOf(edges[0], edges[2]), [whole.length, total])
        if (plant.rule === 'END') return
        for (const { shiftStart = '' } of whole)
          assert.ok(Date.parse(shiftStart) >= (edges[0] ?? 0) && Date.parse(shiftStart) < (edges[2] ?? 0), shiftStart)
      }),
      { numRuns: 10 },
    )
  })

  it('answer an hour with the shifts that start in it, and its efficiency with that hour alone', async () => {
    await store({ company: 'Europe/Kyiv', schedule: 'Europe/Kyiv', viewer: 'UTC', rule: 'START', starts: 6 })
    const start = midnight('Europe/Kyiv', '2026-10-24') + 6 * HOUR_MS
    const { pool } = api.database
    const { rows } = await pool.query<{ id: number }>(
      `insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, 'Working', '#2F9E44', 'POWER') returning id`,
      [ACME, own],
    )
    const rule = rows[0]?.id
    await pool.query(
      'insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, is_effective) values ($1, $2, 0, 5, true)',
      [ACME, rule],
    )
    for (const [from, hours, kind] of [
      [start, 1.5, 'RULE'],
      [start + 1.5 * HOUR_MS, 1.5, 'OFF'],
    ] as const)
      await pool.query(
        'insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id) values ($1, $2, $3, $4, $5, $6)',
        [ACME, own, from, from + hours * HOUR_MS, kind, kind === 'RULE' ? rule : null],
      )
    const ids = `workCenterIds: [${own}]`
    const counts = async (from: number, to: number) => {
      const { oeeReport } = await ask<{ oeeReport: Rows }>(`oeeReport(filter: { ${ids}, ${periodOf(from, to)} }) { ${FIELDS} }`)
      return oeeReport.length
    }
    assert.deepEqual([await counts(start, start + HOUR_MS), await counts(start + HOUR_MS, start + 2 * HOUR_MS)], [1, 0])
    assert.equal(await counts(start + 2 * HOUR_MS, start + 2 * HOUR_MS + DAY_MS), 3)
    type Box = {
      readonly workCenterId: number
      readonly effectiveTime: number
      readonly ineffectiveTime: number
      readonly outOfSheduleTime: number
    }
    const boxes = async (from: number, to: number, split = false) => {
      const query = `boxEfficiency(${periodOf(from, to)}, splitByShifts: ${split}) { workCenterId shiftId effectiveTime ineffectiveTime outOfSheduleTime }`
      return (await ask<{ boxEfficiency: readonly Box[] }>(query)).boxEfficiency
        .filter((row) => row.workCenterId === own)
        .map((row) => [row.effectiveTime, row.ineffectiveTime, row.outOfSheduleTime])
    }
    assert.deepEqual(await boxes(start + HOUR_MS, start + 2 * HOUR_MS), [[1800, 1800, 0]])
    assert.deepEqual(await boxes(start, start + HOUR_MS, true), [
      [3600, 0, 0],
      [0, 0, 0],
    ])
    // Around the clock there are shifts: a day over two dates is a day, whatever it cuts.
    const [[, , outside] = []] = await boxes(start + HOUR_MS, start + HOUR_MS + DAY_MS)
    assert.equal(outside, 0)
    const day = await boxes(start - 6 * HOUR_MS + DAY_MS, start + 18 * HOUR_MS + DAY_MS)
    assert.ok((day[0]?.[0] ?? 0) + (day[0]?.[1] ?? 0) <= 90_000)
  })

  it('leave out of efficiency the time before anything was known of the work center', async () => {
    await store({ company: 'Europe/Kyiv', schedule: 'Europe/Kyiv', viewer: 'UTC', rule: 'START', starts: 6 })
    const { rows } = await api.database.pool.query<{ first: string }>(
      'select min(start_at) as first from shift where work_center_id = $1',
      [own],
    )
    const first = Number(rows[0]?.first)
    const query = `boxEfficiency(${periodOf(first - 10 * DAY_MS, first + DAY_MS)}) { workCenterId outOfSheduleTime }`
    const { boxEfficiency } = await ask<{ boxEfficiency: readonly { workCenterId: number; outOfSheduleTime: number }[] }>(query)
    assert.equal(boxEfficiency.find((row) => row.workCenterId === own)?.outOfSheduleTime, 0)
  })
})
