import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addCells, keyOfCell, valueOfCell } from '#engine/analytics/cells.ts'
import { DIMENSIONS, mayDivide, type Dimension } from '#engine/analytics/dimensions.ts'
import { lossCells, type FactReason, type LossFact } from '#engine/analytics/lossFact.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { classificationOf } from '#engine/loss/lossKind.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { EVERY_LOSS, filterByReasons, type LossQuestion } from '#server/loss/lossFilter.service.ts'
import { conditions } from '#server/loss/lossFilter.store.ts'
import { Refusal } from '#server/refusal.ts'
import { createLog } from '#server/log.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/testDatabase.ts'
import { analyse, type AnalyticsQuestion } from './analytics.service.ts'
import { answerAnalytics } from './answerAnalytics.service.ts'
import { keepLossSumsRegularly, loadLossFacts } from './lossFacts.service.ts'

/** Long over on any machine, so that sums are kept of it. */
const FIRST = Date.parse('2020-11-18T00:00:00Z')
const DAYS = 100
const DATES = { first: '2020-11-18', last: '2021-02-25' }
const COMPANY = asId<CompanyId>('CUBES')
const ZONE = 'Europe/Kyiv'
const NOW = FIRST + 400 * DAY_MS

const OF_LOSSES = DIMENSIONS.filter((dimension) => mayDivide('DURATION', dimension))

type Stored = LossFact & { readonly day: string; readonly id: number }

describe('analytics', () => {
  let test: TestDatabase
  let stored: Stored[]
  let reasons: FactReason[]
  before(async () => {
    test = await createTestDatabase()
    ;({ stored, reasons } = await seed(test))
  })
  after(() => test.drop())

  const ask = (question: Partial<Omit<AnalyticsQuestion, 'filter'>> = {}, filter: Partial<LossQuestion> = {}) =>
    answerAnalytics((work) => test.database.inTenant(COMPANY, work), {
      measure: 'DURATION',
      by: [],
      dates: DATES,
      comparison: null,
      unit: null,
      now: NOW,
      ...question,
      filter: { ...EVERY_LOSS, ...filter },
    })
  const ruleIds = () => stored.flatMap(({ statusRuleId }) => (statusRuleId === null ? [] : [statusRuleId]))
  const firstRule = () => ruleIds().toSorted((a, b) => a - b)[0]
  const statuses = () => new Map(ruleIds().map((id) => [id, firstRule() ?? id]))
  const expected = (by: readonly Dimension[], measure: 'COUNT' | 'DURATION', takes: (one: Stored) => boolean = () => true) =>
    new Map(
      lossCells(stored.filter(takes).map(dated(by)), { measure, by, reasons, statuses: statuses() }).map((cell) => [
        keyOfCell(cell),
        cell.part,
      ]),
    )
  const check = async (by: readonly Dimension[], filter: Partial<LossQuestion> = {}, takes: (one: Stored) => boolean = () => true) => {
    const { cells, whole } = await ask({ by }, filter)
    const found = new Map(cells.map(({ cell }) => [keyOfCell(cell), cell.part]))
    assert.deepEqual(found, new Map([...expected(by, 'DURATION', takes)].toSorted(inOrderOf(found))), by.join(' '))
    const sum = stored.filter(takes).reduce((ms, one) => ms + one.durationMs, 0)
    assert.equal(Math.round(whole.cell.part * 1000), sum)
  }

  it('divide losses by any dimension, and the parts add up to the whole', async () => {
    for (const dimension of OF_LOSSES) await check([dimension])
    for (const dimension of OF_LOSSES) await check([dimension])
  })

  it('divide them by any two', async () => {
    const pairs = OF_LOSSES.flatMap((one, at) => OF_LOSSES.slice(at + 1).map((other): readonly Dimension[] => [one, other]))
    for (const pair of pairs) await check(pair)
  })

  it('know a status by its name at all work centers, and the list behind it does too', async () => {
    const { cells } = await ask({ by: ['STATUS'] })
    assert.deepEqual(new Set(cells.map(({ cell }) => cell.keys[0])), new Set(['OFF', 'OUTPUT', 'SPEED', 'UNDEFINED', String(firstRule())]))
    const none = { ruleIds: [], kinds: [], sources: [] }
    for (const [key, asked] of [
      [String(firstRule()), { ...none, ruleIds: [(firstRule() ?? 0) + 5] }],
      ['OFF', { ...none, kinds: ['OFF'] }],
      ['SPEED', { ...none, sources: ['SPEED'] }],
    ] as const) {
      const seconds = await test.database.inTenant(COMPANY, async (tenant) => {
        const filter = await filterByReasons(tenant, { ...EVERY_LOSS, underStatuses: asked })
        const { rows } = await sql<{ s: number }>`select sum(l.length_ms)::float8 / 1000 as s from loss l
          where l.company_id = ${COMPANY} and l.is_valid ${conditions(filter, NOW)}`.execute(tenant.tx)
        return rows[0]?.s
      })
      assert.equal(seconds, cells.find(({ cell }) => cell.keys[0] === key)?.cell.part, key)
    }
  })

  it('narrow them alike, whether sums are kept or not', async () => {
    const [first, second] = reasons
    const ids = [1, 4, 9].map((id) => asId<WorkCenterId>(id))
    await check(['REASON'], { workCenterIds: ids }, (one) => ids.some((id) => id === one.workCenterId))
    await check(['WEEK', 'REASON'], { source: 'SPEED' }, (one) => one.source === 'SPEED')
    await check(['HOUR'], { workCenterIds: ids }, (one) => ids.some((id) => id === one.workCenterId))
    await check(['WORK_CENTER'], { hoursOfDay: [8, 9] }, (one) => one.hour === 8 || one.hour === 9)
    await check(['MONTH'], { hoursOfDay: [8, 9] }, (one) => one.hour === 8 || one.hour === 9)
    await check(['MONTH'], { weekdays: [1], shiftCodes: ['A'] }, (one) => one.weekday === 1 && one.shiftCode === 'A')
    await check(
      ['WEEK'],
      { reasonIds: [first?.id ?? 0, second?.id ?? 0] },
      (one) => one.reasonId === first?.id || one.reasonId === second?.id,
    )
    await check(
      ['REASON'],
      { workCenterGroupIds: [stored.find((one) => one.groupId !== null)?.groupId ?? 0] },
      (one) => one.groupId !== null,
    )
  })

  it('answer whole weeks and months from sums, and the same after somebody changed a loss of theirs', async () => {
    await check(['MONTH', 'REASON'])
    const kept = () =>
      test.database.pool.query<{ grain: string; first: string }>(
        `select grain, first_date::text as first from loss_sum_kept where company_id = $1 and cut = 'COMPANY' and grain = 'MONTH' order by 2`,
        [COMPANY],
      )
    assert.deepEqual(
      (await kept()).rows.map(({ first }) => first),
      ['2020-12-01', '2021-01-01'],
    )
    await test.database.pool.query(
      `update loss_sum set length_ms = length_ms + 1000 where company_id = $1 and cut = 'COMPANY' and grain = 'MONTH'`,
      [COMPANY],
    )
    const { whole } = await ask({ by: ['MONTH'] })
    assert.ok(whole.cell.part * 1000 > stored.reduce((ms, one) => ms + one.durationMs, 0), 'the kept sums are read')
    await test.database.pool.query(
      `update loss_sum set length_ms = length_ms - 1000 where company_id = $1 and cut = 'COMPANY' and grain = 'MONTH'`,
      [COMPANY],
    )
    const edited = stored.find(({ day, personId }) => day === '2020-12-20' && personId !== null)
    assert.ok(edited)
    await check(['MONTH', 'PERSON'])
    for (const change of [
      `update loss set updated_by = null where company_id = $1 and id = $2`,
      `update loss set reason_id = null where company_id = $1 and id = $2`,
      `delete from loss where company_id = $1 and id = $2`,
      `update shift set code = 'B' where company_id = $1 and shift_date = '2020-12-20' and code = 'A' and $2::int > 0`,
    ]) {
      await test.database.pool.query(change, [COMPANY, edited.id])
      assert.ok(!(await kept()).rows.some(({ first }) => first === '2020-12-01'), change)
      stored = await readBack(test)
      await check(['MONTH', 'REASON'])
      await check(['MONTH', 'SHIFT'])
      await check(['MONTH', 'PERSON'])
    }
  })

  it('hold nobody up who changes a past loss while they are read', async () => {
    await test.database.pool.query('delete from loss_sum_kept')
    const locks = await test.database.inTenant(COMPANY, async (tenant) => {
      await analyse(tenant, {
        measure: 'DURATION',
        by: ['MONTH'],
        dates: DATES,
        comparison: null,
        unit: null,
        now: NOW,
        filter: EVERY_LOSS,
      })
      return (await sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tenant.tx)).rows.length
    })
    assert.equal(locks, 0)
  })

  it('keep sums of themselves every hour, also when those of another company fail', async () => {
    await test.database.pool.query('delete from loss_sum_kept')
    const works: Parameters<Jobs['every']>[2][] = []
    const other = asId<CompanyId>('AAA')
    const database: Parameters<typeof keepLossSumsRegularly>[1] = {
      inSystem: async (work) => (await test.database.inSystem(work), [other, COMPANY]) as never,
      inTenant: (companyId, work) =>
        companyId === other ? Promise.reject(new Refusal({ code: 'SERVICE_UNAVAILABLE' })) : test.database.inTenant(companyId, work),
    }
    keepLossSumsRegularly({ every: (_kind, _plan, work) => void works.push(work) }, database, () => FIRST + DAYS * DAY_MS)
    assert.equal(works.length, 1)
    for (const work of works)
      await work({ id: 'keep', attempt: 1, log: createLog('silent'), signal: new AbortController().signal, progress: async () => {} })
    const { rows } = await test.database.pool.query<{ kind: string; periods: number }>(
      `select grain || ' ' || cut as kind, count(*)::int as periods from loss_sum_kept where company_id = $1 and first_date >= '2020-12-01' and first_date < '2021-02-01'
       group by 1 order by 1`,
      [COMPANY],
    )
    assert.deepEqual(
      rows.map(({ kind, periods }) => [kind, periods]),
      [
        ['DAY COMPANY', 62],
        ['DAY HOUR', 62],
        ['MONTH COMPANY', 2],
        ['MONTH PERSON', 2],
        ['MONTH STATUS', 2],
        ['MONTH WORK_CENTER', 2],
        ['WEEK COMPANY', 8],
        ['WEEK PERSON', 8],
        ['WEEK STATUS', 8],
        ['WEEK WORK_CENTER', 8],
      ],
    )
    for (const dimension of DIMENSIONS) await check([dimension])
  })

  it('compare with the period before, and with as many days of it while it goes on', async () => {
    const sumOf = (from: string, to: string) =>
      stored.filter(({ day }) => day >= from && day <= to).reduce((ms, one) => ms + one.durationMs, 0) / 1000
    const asked = { dates: { first: '2021-01-04', last: '2021-01-10' }, comparison: 'PREVIOUS' as const }
    const over = await ask(asked)
    assert.equal(over.whole.before?.part, sumOf('2020-12-28', '2021-01-03'))
    assert.equal(over.whole.compared?.part, sumOf('2021-01-04', '2021-01-10'))
    const running = await ask({ ...asked, by: ['DAY'], now: Date.parse('2021-01-06T10:00:00Z') })
    assert.equal(running.isRunning, true)
    assert.equal(running.whole.compared?.part, sumOf('2021-01-04', '2021-01-05'))
    assert.equal(running.whole.before?.part, sumOf('2020-12-28', '2020-12-29'))
    const [monday] = running.cells
    assert.deepEqual([monday?.cell.keys, monday?.before?.part], [['2021-01-04'], sumOf('2020-12-28', '2020-12-28')])
  })

  it('have figures that still grow written once, of the dates and no later', async () => {
    const settled: (readonly [ids: readonly number[] | null, until: number])[] = []
    await test.database.inTenant(COMPANY, (tenant) =>
      analyse(
        { ...tenant, settle: async (ids, until) => void settled.push([ids, until]) },
        { measure: 'DURATION', by: [], dates: DATES, comparison: 'PREVIOUS', unit: null, now: NOW, filter: EVERY_LOSS },
      ),
    )
    assert.equal(settled.length, 1)
    const [[ids, until] = [[], 0]] = settled
    assert.equal(ids, null)
    assert.ok(until >= Date.parse(DATES.last) + 2 * DAY_MS && until < Date.parse(DATES.last) + 4 * DAY_MS)
  })

  it('are refused with what to narrow where the database cannot answer in time, and answered afterwards', async () => {
    const other = await test.database.connect()
    await other.query('begin')
    await other.query('lock table loss in access exclusive mode')
    const inTenant = <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) => test.database.inTenant<T>(COMPANY, work)
    const question = { measure: 'DURATION', by: ['DAY'], dates: DATES, comparison: null, unit: null, now: NOW } as const
    const filter = { ...EVERY_LOSS, workCenterIds: [asId<WorkCenterId>(1)] }
    const refused = await answerAnalytics(inTenant, { ...question, filter }, 200).catch((error: unknown) => error)
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.field, refused.params], ['QUESTION_TOO_LARGE', 'dateFrom', { seconds: 1 }])
    await other.query('rollback')
    await other.end()
    const { rows } = await test.database.inTenant(COMPANY, (tenant) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tenant.tx),
    )
    assert.equal(rows[0]?.limit, '15s', 'the next one has its usual limit')
    assert.ok((await answerAnalytics(inTenant, { ...question, filter }, 5000)).cells.length > 0)
  })

  it('are answered from the losses where the sums cannot be kept in time', async () => {
    await test.database.pool.query('delete from loss_sum_kept')
    const other = await test.database.connect()
    await other.query('begin')
    await other.query('lock table loss_sum in share mode')
    const inTenant = <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) => test.database.inTenant<T>(COMPANY, work)
    const question = {
      measure: 'DURATION',
      by: ['MONTH'],
      dates: DATES,
      comparison: null,
      unit: null,
      now: NOW,
      filter: EVERY_LOSS,
    } as const
    const { whole } = await answerAnalytics(inTenant, question, 2000)
    const worksAt = async (now: number) => {
      let works = 0
      const counted = <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) => {
        works++
        return inTenant(work)
      }
      await answerAnalytics(counted, { ...question, now }, 2000)
      return works
    }
    assert.equal(await worksAt(NOW + HOUR_MS / 2), 2, 'who asks soon after does not wait for them')
    assert.equal(await worksAt(NOW + 2 * HOUR_MS), 3, 'an hour later they are tried again')
    await other.query('rollback')
    await other.end()
    assert.equal(
      Math.round(whole.cell.part * 1000),
      stored.reduce((ms, one) => ms + one.durationMs, 0),
    )
    assert.equal((await test.database.pool.query('select 1 from loss_sum_kept')).rows.length, 0)
  })

  it('are refused before more is read than an answer may have', async () => {
    const dates = { from: DATES.first, to: DATES.last }
    const load = (most: number) =>
      test.database.inTenant(COMPANY, async (tenant) => {
        const zones = await listPlantZones(tenant, null)
        const filter = await filterByReasons(tenant, EVERY_LOSS)
        return loadLossFacts(tenant, { by: ['DAY', 'WORK_CENTER'], filter, zones, now: NOW, most }, dates)
      })
    const all = await load(5000)
    assert.ok(all.length > 100)
    await assert.rejects(load(20), (error: unknown) => error instanceof Refusal && error.code === 'TOO_MANY_RESULTS')
  })

  it('take without dates the seven days before today', async () => {
    const { paired } = await ask({ dates: { first: null, last: null }, now: Date.parse('2021-01-20T23:00:00Z') })
    assert.deepEqual(paired.dates, { from: '2021-01-14', to: '2021-01-21' }, 'in Kyiv it is the 21st')
  })

  it('divide OEE without averaging', async () => {
    const rows = await ask({ measure: 'OEE', by: ['WORK_CENTER'] })
    const together = await ask({ measure: 'OEE', by: ['MONTH'] })
    const value = valueOfCell(rows.whole.cell)
    assert.ok(value !== null && Math.abs(value - (valueOfCell(together.whole.cell) ?? 0)) < 1e-12)
    for (const by of ['DAY', 'SHIFT', 'WEEKDAY', 'WEEK', 'GROUP'] as const) {
      const other = valueOfCell((await ask({ measure: 'OEE', by: [by] })).whole.cell) ?? 0
      assert.ok(Math.abs(value - other) < 1e-12, by)
    }
    assert.equal(new Set(rows.cells.map(({ cell }) => keyOfCell(cell))).size, addCells(rows.cells.map(({ cell }) => cell)).length)
  })
})

/** Of a date's dimensions the finest decides what the fact says. */
function dated(by: readonly Dimension[]) {
  return (one: Stored): LossFact => ({
    ...one,
    date: by.some((dimension) => ['DAY', 'MONTH', 'WEEK'].includes(dimension)) ? one.day : null,
  })
}

function inOrderOf(found: ReadonlyMap<string, number>) {
  const order = new Map([...found.keys()].map((key, at) => [key, at]))
  return ([a]: readonly [string, number], [b]: readonly [string, number]) => (order.get(a) ?? -1) - (order.get(b) ?? -1)
}

const PEOPLE = ['a', 'b', 'c'].map((one) => `${one.repeat(8)}-0000-4000-8000-000000000000`)

/** Twelve work centers with three shifts a day, and losses of all kinds in them. */
async function seed({ database }: TestDatabase): Promise<{ stored: Stored[]; reasons: FactReason[] }> {
  const { pool } = database
  await pool.query(`insert into company (id, name, country, time_zone) values ($1, 'Cubes', 'ua', $2)`, [COMPANY, ZONE])
  const group = await pool.query<{ id: number }>(
    `insert into work_center_group (company_id, name, color) values ($1, 'Line', '#335577') returning id`,
    [COMPANY],
  )
  await pool.query(
    `insert into work_center (company_id, name, group_id, calculate_performance) select $1, 'Press ' || n, case when n % 3 = 0 then $2::int end, n % 4 <> 0 from generate_series(1, 12) n`,
    [COMPANY, group.rows[0]?.id],
  )
  const group2 = await pool.query<{ id: number }>(
    `insert into loss_reason_group (company_id, name, color) values ($1, 'Technical', '#335577') returning id`,
    [COMPANY],
  )
  const made = await pool.query<FactReason>(
    `insert into loss_reason (company_id, name, category, type, group_id, activity_types) values
       ($1, 'Jam', 'AVAILABILITY', 'UNPLANNED', $2, '{BREAKDOWN_TIME}'), ($1, 'Setup', 'AVAILABILITY', 'PLANNED', $2, '{SETUP_TIME,CHANGEOVER_TIME}'),
       ($1, 'Slow', 'PERFORMANCE', 'UNPLANNED', null, '{BREAKDOWN_TIME}'), ($1, 'Scrap', 'QUALITY', 'UNPLANNED', null, '{}')
     returning id, group_id as "groupId", category, type, activity_types as "activityTypes"`,
    [COMPANY, group2.rows[0]?.id],
  )
  const reasons = made.rows
  await pool.query(
    `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
       availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count,
       net_operating_ms, quality_loss_ms, total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
     select $1, w, 1 + n % 3, (to_timestamp(at / 1000) at time zone 'utc')::date, (array['A', 'B', 'C'])[1 + n % 3], 'Shift', at, at + 28800000, 'CONFIRMED', at + 28800000,
       28800000, 0, 0, (w * 7919 + n * 104729) % 9000000, 0, 0, 0, 0, 0, 0, 0, (w * 31 + n * 977) % 15000000, (n * 13) % 90000, 50, 45, 5, 0, 0, 0
     from generate_series(1, 12) w, generate_series(0, $2::int * 3 - 1) n, lateral (select $3::int8 + n * 28800000::int8 as at) t`,
    [COMPANY, DAYS, FIRST],
  )
  // The same status everywhere, whatever people made of its name.
  const rules = await pool.query<{ id: number }>(
    `insert into status_rule (company_id, work_center_id, name, color, range_type)
     select $1, w, (array['Heating', 'heating', 'Héating'])[1 + w % 3], '#335577', 'POWER' from generate_series(1, 12) w order by w returning id`,
    [COMPANY],
  )
  const random = fc.sample(
    fc.record({
      workCenter: fc.integer({ min: 1, max: 12 }),
      shift: fc.integer({ min: 0, max: DAYS * 3 - 1 }),
      place: fc.integer({ min: 0, max: 27 }),
      seconds: fc.integer({ min: 1, max: 900 }),
      reason: fc.option(fc.integer({ min: 0, max: 3 })),
      source: fc.constantFrom(...LOSS_SOURCES),
      level: fc.constantFrom(1, 2, 2),
      isScheduledLoss: fc.constantFrom(true, false, false),
      person: fc.option(fc.constantFrom(...PEOPLE)),
      kind: fc.constantFrom('OFF' as const, 'UNDEFINED' as const, 'RULE' as const),
    }),
    1500,
  )
  const unique = [...new Map(random.map((one) => [`${one.workCenter} ${one.shift} ${one.place} ${one.source}`, one])).values()]
  const rows = unique.map((one) => {
    const start = FIRST + one.shift * 8 * HOUR_MS + one.place * 17 * 60_000
    return {
      work_center_id: one.workCenter,
      source: one.source,
      start_at: start,
      end_at: start + one.seconds * 1000,
      shift_start_at: FIRST + one.shift * 8 * HOUR_MS,
      reason_id: one.reason === null ? null : (reasons[one.reason]?.id ?? null),
      level: one.level,
      is_scheduled_loss: one.source === 'STATUS' && one.isScheduledLoss,
      duration_ms: one.source === 'STATUS' ? null : one.seconds * 500,
      updated_by: one.person,
      kind: one.kind,
      status_rule_id: one.kind === 'RULE' ? (rules.rows[one.workCenter - 1]?.id ?? null) : null,
    }
  })
  await pool.query(
    `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, reason_id, level, is_scheduled_loss, duration_ms,
       updated_by, status_rule_id)
     select $1, work_center_id, source, start_at, end_at, start_at, shift_start_at, kind, reason_id, level, is_scheduled_loss, duration_ms, updated_by, status_rule_id
     from json_populate_recordset(null::loss, $2::json)`,
    [COMPANY, JSON.stringify(rows)],
  )
  return { stored: await readBack({ database }), reasons }
}

/** The losses with all that the engine needs to know of them. */
async function readBack({ database }: Pick<TestDatabase, 'database'>): Promise<Stored[]> {
  const { rows } = await database.pool.query<Omit<Stored, 'classification'> & { readonly level: number }>(
    `select l.id, s.shift_date::text as day, null as date, l.work_center_id as "workCenterId", w.group_id as "groupId",
       extract(hour from to_timestamp(l.start_at / 1000) at time zone '${ZONE}')::int as hour, extract(isodow from s.shift_date)::int as weekday,
       s.code as "shiftCode", l.updated_by as "personId", l.kind, l.status_rule_id as "statusRuleId", l.reason_id as "reasonId", l.source, l.is_scheduled_loss as "isScheduledLoss", l.level, 1 as count, l.length_ms as "durationMs"
     from loss l join shift s on s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at = l.shift_start_at
     join work_center w on w.company_id = l.company_id and w.id = l.work_center_id where l.company_id = $1 order by l.id`,
    [COMPANY],
  )
  return rows.map((row) => ({ ...row, classification: classificationOf(row, row.reasonId !== null) }))
}
