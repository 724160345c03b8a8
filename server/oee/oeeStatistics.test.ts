import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { OeeTerms } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { figuresOf, type Figures } from '#engine/oee/figures.ts'
import { addSums, NO_SUMS, sumsOf } from '#engine/oee/recordSums.ts'
import { calendarMs, wholeDates, type PeriodType } from '#engine/time/statPeriod.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { storeShifts, type GivenShift } from '#server/testing/shiftRecords.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/testDatabase.ts'
import { oeeStatistics, type OeeStat, type StatQuestion } from './oeeStatistics.service.ts'

const DAY = 24 * HOUR_MS
/** Long over on any machine, so that sums are kept of it. */
const FIRST = Date.parse('2020-11-20T06:00:00Z')
const DAYS = 75
const DATES = { from: '2020-11-20', to: '2021-02-03' }
const NOW = FIRST + 400 * DAY
const COMPANY = asId<CompanyId>('STATS')

const SWITCHES = [
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [true, true, false],
  [true, false, false],
] as const

const ms = (max: number) => fc.integer({ min: 0, max })
const terms = fc
  .record({
    run: ms(6 * HOUR_MS),
    small: ms(HOUR_MS / 2),
    loss: ms(HOUR_MS),
    excluded: ms(HOUR_MS),
    silent: ms(HOUR_MS),
    cycle: fc.option(fc.integer({ min: 500, max: 9000 }), { freq: 3 }),
    total: ms(4000),
    rejectedPercent: ms(100),
    uncounted: ms(50),
    failures: ms(3),
    isIdle: fc.constantFrom(false, false, false, true),
  })
  .map(({ run, small, loss, excluded, silent, cycle, total, rejectedPercent, uncounted, failures, isIdle }): OeeTerms => {
    const made = isIdle ? 0 : total
    const rejected = Math.floor((made * rejectedPercent) / 100)
    const extra = { total: Math.min(uncounted, made), accepted: 0, rejected: Math.min(rejected, uncounted) }
    const counted = { total: made - extra.total, rejected: rejected - extra.rejected }
    const workMs = isIdle ? 0 : run + small + loss
    return {
      elapsedMs: workMs + excluded + silent,
      excludedMs: excluded,
      noDataMs: silent,
      availabilityLossMs: isIdle ? 0 : loss,
      smallStopMs: isIdle ? 0 : small,
      plannedDowntimeMs: excluded,
      unplannedDowntimeMs: isIdle ? 0 : loss,
      unclassifiedDowntimeMs: 0,
      plannedIncludedMs: 0,
      unplannedIncludedMs: isIdle ? 0 : loss,
      orderLossMs: isIdle ? 0 : loss,
      setupMs: 60_000,
      failureMs: failures * 1000,
      failureCount: failures,
      netOperatingMs: cycle === null ? null : counted.total * cycle,
      qualityLossMs: cycle === null ? null : counted.rejected * cycle,
      output: { total: made, accepted: made - rejected, rejected },
      uncountedOutput: { ...extra, accepted: extra.total - extra.rejected },
    }
  })

describe('statistics of shift records', () => {
  let test: TestDatabase
  const ids: WorkCenterId[] = []
  let shifts: readonly GivenShift[] = []

  before(async () => {
    test = await createTestDatabase()
    const { pool } = test.database
    await pool.query(`insert into company (id, name, country, time_zone) values ('STATS', 'Statistics', 'pl', 'Europe/Warsaw')`)
    await pool.query(`insert into work_center_group (company_id, name, color) values ('STATS', 'Presses', '#000000')`)
    const group = (await pool.query<{ id: number }>('select id from work_center_group')).rows[0]?.id
    for (const [index, [a, p, q]] of SWITCHES.entries()) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into work_center (company_id, name, group_id, calculate_availability, calculate_performance, calculate_quality, measurement_unit, target_speed)
         values ('STATS', $1, $2, $3, $4, $5, $6, 60) returning id`,
        [`Press ${index}`, index % 2 === 0 ? group : null, a, p, q, index === 0 ? 'm' : 'pcs'],
      )
      ids.push(asId<WorkCenterId>(rows[0]?.id ?? 0))
    }
    const given = fc.sample(terms, { numRuns: ids.length * DAYS * 2, seed: 7 })
    shifts = given.map((one, index) => shiftOf(ids[index % ids.length] ?? asId<WorkCenterId>(0), Math.floor(index / ids.length), one))
    await storeShifts(test.database, COMPANY, shifts)
  })
  after(() => test.drop())

  const ask = ({
    workCenterIds = null,
    ...question
  }: Partial<StatQuestion> & { readonly workCenterIds?: readonly WorkCenterId[] | null }) =>
    test.database.inTenant(COMPANY, (tenant) =>
      oeeStatistics(tenant, {
        scopes: [{ zone: 'Europe/Warsaw', workCenterIds, shifts: wholeDates(DATES) }],
        groupBy: null,
        subject: 'COMPANY',
        now: NOW,
        ...question,
      }),
    )

  /** The engine's result from the records one by one. */
  const expected = (wanted: readonly GivenShift[], dates: { from: string; to: string } | null): Figures =>
    figuresOf(
      [...Map.groupBy(wanted, (shift) => shift.workCenterId)].map(([id, own]) => {
        const [a, p, q] = SWITCHES[ids.indexOf(id)] ?? [true, true, true]
        return {
          sums: own.map((shift) => sumsOf(shift.terms)).reduce(addSums, NO_SUMS),
          switches: { calculateAvailability: a, calculatePerformance: p, calculateQuality: q },
          calendarMs: dates === null ? 0 : calendarMs('Europe/Warsaw', dates, NOW),
        }
      }),
    )

  const check = (stats: readonly OeeStat[], groupBy: PeriodType | null) => {
    assert.ok(stats.length > 0)
    for (const stat of stats) {
      const own = shifts.filter(
        (shift) =>
          shift.shift.shiftDate >= stat.dates.from &&
          shift.shift.shiftDate < stat.dates.to &&
          (stat.shiftId === null || stat.shiftId === shift.shift.shiftId) &&
          (stat.workCenterId === null || stat.workCenterId === shift.workCenterId) &&
          (stat.subject !== 'WORK_CENTER_GROUP' || (stat.groupId === null) === (ids.indexOf(shift.workCenterId) % 2 === 1)),
      )
      alike(stat.figures, expected(own, groupBy === 'SHIFT' ? null : stat.dates))
      assert.equal(stat.sums.records, own.length)
      assert.equal(stat.unconfirmedRecords, own.filter((shift) => !shift.isConfirmed).length)
      assert.deepEqual(stat.issues, [...new Set(own.flatMap((shift) => shift.issues))].toSorted())
      const total = own.reduce((sum, shift) => sum + shift.terms.output.total, 0)
      assert.equal(
        stat.outputs.reduce((sum, output) => sum + output.total, 0),
        total,
      )
    }
    assert.equal(
      stats.reduce((sum, stat) => sum + stat.sums.records, 0),
      shifts.length,
    )
  }

  for (const subject of ['COMPANY', 'WORK_CENTER', 'WORK_CENTER_GROUP'] as const) {
    for (const groupBy of ['SHIFT', 'DAY', 'WEEK', 'MONTH', 'YEAR', null] as const) {
      it(`equal what the engine makes of the records: ${subject} by ${groupBy ?? 'all dates'}`, async () => {
        check(await ask({ subject, groupBy, workCenterIds: ids }), groupBy)
      })
    }
  }

  it('are the same from kept sums, and those are kept of whole periods only', async () => {
    const direct = await ask({ subject: 'WORK_CENTER', groupBy: 'MONTH', workCenterIds: ids })
    check(await ask({ subject: 'WORK_CENTER', groupBy: 'MONTH' }), 'MONTH')
    const kept = await test.database.pool.query<{ first_date: string }>(
      `select first_date::text from shift_sum where company_id = 'STATS' and grain = 'MONTH' and work_center_id = 0 order by 1`,
    )
    assert.deepEqual(
      kept.rows.map((row) => row.first_date),
      ['2020-12-01', '2021-01-01'],
    )
    sameStats(await ask({ subject: 'WORK_CENTER', groupBy: 'MONTH' }), direct)
    check(await ask({ subject: 'COMPANY', groupBy: 'WEEK' }), 'WEEK')
    check(await ask({ subject: 'COMPANY', groupBy: 'WEEK' }), 'WEEK')
    check(await ask({}), null)
  })

  it('follow a record of the past that changes after its sums were kept', async () => {
    const before = await ask({ groupBy: 'MONTH' })
    const changed = shifts.find((shift) => shift.shift.shiftDate === '2020-12-20')
    assert.ok(changed)
    await test.database.pool.query(
      `update shift set total_output = total_output + 1000, accepted_output = accepted_output + 1000 where company_id = 'STATS' and work_center_id = $1 and start_at = $2`,
      [changed.workCenterId, changed.shift.start],
    )
    const after = await ask({ groupBy: 'MONTH' })
    const totals = (stats: readonly OeeStat[]) => stats.map((stat) => stat.sums.output.total)
    assert.deepEqual(
      totals(after).map((total, index) => total - (totals(before)[index] ?? 0)),
      [0, 1000, 0, 0],
    )
    await test.database.pool.query(
      `update shift set total_output = total_output - 1000, accepted_output = accepted_output - 1000 where company_id = 'STATS' and work_center_id = $1 and start_at = $2`,
      [changed.workCenterId, changed.shift.start],
    )
    sameStats(await ask({ groupBy: 'MONTH' }), before)
  })

  it('are those of the parts: the months of a period add up to it', async () => {
    const [whole] = await ask({})
    const months = await ask({ groupBy: 'MONTH' })
    assert.ok(whole)
    const sum = months.map((month) => month.sums).reduce(addSums, NO_SUMS)
    assert.deepEqual({ ...sum, goodRunMs: Math.round(sum.goodRunMs) }, { ...whole.sums, goodRunMs: Math.round(whole.sums.goodRunMs) })
    assert.equal(
      months.reduce((total, month) => total + month.calendarMs, 0),
      whole.calendarMs,
    )
  })

  it('tell output by unit and what is left out', async () => {
    const [whole] = await ask({})
    assert.deepEqual(whole?.outputs.map((output) => output.unit).toSorted(), ['m', 'pcs'])
    const unpriced = shifts.filter((shift) => shift.workCenterId === ids[0] && shift.terms.netOperatingMs === null)
    assert.deepEqual(
      whole?.leftOut.find((one) => one.workCenterId === ids[0]),
      { workCenterId: ids[0], records: unpriced.length, cause: 'NO_REFERENCE_SPEED' },
    )
  })

  it('are provisional while a shift runs', async () => {
    const last = shifts.toSorted((a, b) => a.shift.end - b.shift.end).at(-1)
    assert.ok(last)
    const [running] = await ask({ now: last.shift.end - 1 })
    const [over] = await ask({ now: last.shift.end })
    assert.deepEqual([running?.isProvisional, over?.isProvisional], [true, false])
    assert.ok((running?.unconfirmedRecords ?? 0) < (over?.unconfirmedRecords ?? 0))
  })
})

function shiftOf(workCenterId: WorkCenterId, index: number, given: OeeTerms): GivenShift {
  const start = FIRST + Math.floor(index / 2) * DAY + (index % 2) * 12 * HOUR_MS
  const end = start + Math.max(given.elapsedMs, HOUR_MS)
  return {
    workCenterId,
    isConfirmed: index % 3 === 0,
    shift: { shiftId: 1 + (index % 2), shiftDate: new Date(start).toISOString().slice(0, 10), start, end },
    asOf: end,
    terms: given,
    idealCycleMs: null,
    issues: index % 20 === 0 ? ['COUNTER_SPIKE'] : [],
  }
}

/** Sums of fractions differ in their last digit by the order in which the database takes the rows. */
function sameStats(a: readonly OeeStat[], b: readonly OeeStat[]): void {
  const exact = ({ figures: _figures, parts: _parts, sums, ...rest }: OeeStat) => ({
    ...rest,
    sums: { ...sums, goodRunMs: Math.round(sums.goodRunMs) },
  })
  assert.deepEqual(a.map(exact), b.map(exact))
  for (const [index, stat] of a.entries()) alike(stat.figures, b[index]?.figures ?? stat.figures)
}

function alike(a: Figures, b: Figures): void {
  assert.deepEqual(a.coverage, b.coverage)
  for (const [key, value] of Object.entries(a)) {
    const other: unknown = Object.entries(b).find(([name]) => name === key)?.[1]
    if (typeof value !== 'number' || typeof other !== 'number') assert.deepEqual(value, other, key)
    else assert.ok(Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(value)), `${key}: ${value} is not ${other}`)
  }
}
