import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { findByText } from '#server/material/scan.store.ts'
import { listRunsWithin } from '#server/output/assignedRun.store.ts'
import { findProduct } from '#server/loss/reasonEvidence.store.ts'
import { EVERY_ORDER } from '#server/testing/manyOrders.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { countOrders, pageOrders } from './jobOrderList.store.ts'
import type { JobOrderFilter } from './jobOrderList.store.ts'
import { listTakenCodes } from './import/importedOrder.store.ts'
import { findByCode } from './jobOrderEdit.store.ts'
import { listRuns } from './jobOrder.store.ts'
import { listOrderOutput } from './jobOrderOutput.store.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')
const START = Date.UTC(2024, 0, 1)
/** One order each two hours at each of two presses. */
const ORDERS = 6_000
const EACH_MS = 2 * HOUR_MS
const END = START + ORDERS * EACH_MS
const PRESS = asId<WorkCenterId>(1)

describe('what is read of years of orders', () => {
  let test: TestDatabase

  before(async () => {
    test = await createTestDatabase()
    const { pool } = test.database
    await pool.query(`insert into company (id, name, country) values ($1, 'Acme', 'pl')`, [ACME])
    await pool.query(`insert into work_center (company_id, name) values ($1, 'Press 1'), ($1, 'Press 2')`, [ACME])
    await pool.query(`insert into item (company_id, name, sku, measurement_unit) values ($1, 'Tube', 'T-1', 'pcs')`, [ACME])
    await pool.query(
      `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_start, plan_end, due_date, created_on)
       select $1, 'JO-' || p || '-' || n, 'COMPLETED', 1, p, at, at + ${EACH_MS}, at, to_timestamp(at::float8 / 1000)
       from generate_series(1, 2) p cross join generate_series(0, $2::int - 1) n cross join lateral (select $3::int8 + n * ${EACH_MS}::int8 as at) made`,
      [ACME, ORDERS, START],
    )
    await pool.query(
      `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at)
       select company_id, id, work_center_id, plan_start, plan_end from job_order where company_id = $1`,
      [ACME],
    )
    // One that is planned for all of it and goes on since, one with an end alone, one with a due date alone, one that was only worked on, one only made.
    await pool.query(
      `insert into job_order (company_id, order_code, status, item_id, work_center_id, plan_start, plan_end, due_date, created_on)
       select $1, code, 'PROGRESS', 1, 1, from_at, until, due, to_timestamp($2::float8 / 1000) from (values
         ('LONG', $2::int8, $3::int8, null::int8), ('END', null, $4::int8, null), ('DUE', null, null, $4::int8), ('RAN', null, null, null)) made (code, from_at, until, due)`,
      [ACME, START - DAY_MS, END, START + 100 * DAY_MS + HOUR_MS],
    )
    await pool.query(
      `insert into job_order (company_id, order_code, status, created_on) values ($1, 'MADE', 'PLANNED', to_timestamp($2::float8 / 1000))`,
      [ACME, START + 100 * DAY_MS + HOUR_MS],
    )
    await pool.query(
      `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at)
       select company_id, id, 1, $2::int8, case order_code when 'RAN' then $3::int8 end from job_order where company_id = $1 and order_code in ('LONG', 'RAN')`,
      [ACME, START, START + 101 * DAY_MS],
    )
    await pool.query(`insert into company (id, name, country) values ($1, 'Other', 'pl')`, [OTHER])
    await pool.query(
      `insert into job_order (company_id, order_code, status, description) values
         ($1, 'WORDS', 'PLANNED', 'Терміново для Об’єкта 7: rush order for Łódź, 500%_made, a\\b\\c'), ($2, 'THEIRS', 'PLANNED', 'Терміново')`,
      [ACME, OTHER],
    )
    // Each order of the first press made 100 units, which were confirmed; of one that ran beside it 10 more were confirmed in the middle of all.
    await pool.query(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
         uncounted_rejected, effective_total, effective_accepted)
       select company_id, 1, plan_start, plan_end, array[id], 100, 100, 0, 0, 0, 0, 100 + more, 100 + more
       from job_order cross join lateral (select case order_code when 'JO-1-3000' then 10 else 0 end as more) made
       where company_id = $1 and order_code like 'JO-1-%'`,
      [ACME],
    )
    await pool.query(
      `with posting as (insert into output_posting (company_id, work_center_id, at) values ($1, 1, $2) returning id)
       insert into output_confirmation (company_id, posting_id, work_center_id, job_order_id, start_at, end_at, batch_time, accepted)
       select $1, posting.id, 1, said.id, plan_start, plan_end, plan_end, units from posting cross join (
         select id, plan_start, plan_end, 100 as units from job_order where company_id = $1 and order_code like 'JO-1-%'
         union all select beside.id, at.plan_start, at.plan_end, 10 from job_order beside, job_order at
           where beside.company_id = $1 and beside.order_code = 'RAN' and at.company_id = $1 and at.order_code = 'JO-1-3000') said`,
      [ACME, END],
    )
    await gatherStatistics(test.url)
  })
  after(() => test.drop())

  /** Returns the answer, and how many rows of the table were read for it. */
  const counted = async <T>(table: string, ask: (tenant: Tenant) => Promise<T>): Promise<readonly [T, number]> =>
    await test.database.inTenant(ACME, async (tenant) => {
      const before = await rowsRead(tenant, table)
      const answer = await ask(tenant)
      return [answer, (await rowsRead(tenant, table)) - before]
    })
  const dayAt = (day: number) => ({ start: START + day * DAY_MS, end: START + (day + 1) * DAY_MS })

  it('are the runs of a day and of the week before it, and those that go on, whenever it was', async () => {
    for (const day of [100, 490]) {
      const [own, read] = await counted('job_order_run', (tenant) => listRunsWithin(tenant, PRESS, dayAt(day)))
      assert.equal(own.length, day === 100 ? 14 : 13)
      assert.ok(read <= 8 * 12 + 2, `${read} rows of day ${day}`)
      const [both, ofBoth] = await counted('job_order_run', (tenant) => listRuns(tenant, [PRESS, asId<WorkCenterId>(2), PRESS], dayAt(day)))
      assert.equal(both.length, own.length + 12)
      assert.ok(ofBoth <= 2 * 8 * 12 + 2, `${ofBoth} rows of day ${day}`)
    }
  })

  it('are the runs of a quarter for the product that was made at an instant', async () => {
    const [product, read] = await counted('job_order_run', (tenant) => findProduct(tenant, PRESS, START + 490 * DAY_MS + HOUR_MS))
    assert.equal(product, '1')
    assert.ok(read <= 93 * 12, `${read} rows`)
  })

  it('are the orders of a day and of two days before it, with every kind of date', async () => {
    const order = { field: 'CREATION_DATE', isDescending: true } as const
    for (const [day, expected] of [
      [100, ['DUE', 'END', 'LONG', 'MADE', 'RAN']],
      [490, ['LONG']],
    ] as const) {
      const [{ items }, read] = await counted('job_order', (tenant) =>
        pageOrders(tenant, { ...EVERY_ORDER, period: dayAt(day) }, { order, range: { page: 1, size: 50 } }),
      )
      const codes = items.map(({ orderCode }) => orderCode)
      assert.deepEqual(codes.filter((code) => !code.startsWith('JO-')).toSorted(), expected)
      assert.equal(codes.length, 24 + expected.length)
      assert.ok(read <= 3 * 24 + 2 * codes.length + 10, `${read} rows of day ${day}`)
    }
  })

  it('are the orders with a word, whatever its letters, and no others', async () => {
    const order = { field: 'CREATION_DATE', isDescending: true } as const
    const found = async (filter: Partial<JobOrderFilter>) =>
      await counted('job_order', (tenant) => pageOrders(tenant, { ...EVERY_ORDER, ...filter }, { order, range: { page: 1, size: 50 } }))
    for (const search of ['терміново', 'МІНОВ', 'łódź', '500%', '0%_mad', 'made, a\\b\\c', 'rush', "об'єкт", 'ush or']) {
      const [{ items, totalItems }, read] = await found({ search })
      assert.deepEqual([items.map(({ orderCode }) => orderCode), totalItems], [['WORDS'], 1], search)
      assert.ok(read <= 40, `${read} rows for ${search}`)
    }
    for (const search of ['gearbox', 'термініл', '%%', '___', '500%%', 'wordsx']) {
      const [{ items, totalItems }] = await found({ search })
      assert.deepEqual([items, totalItems], [[], 0], search)
    }
    const [byCode, readByCode] = await found({ code: '1-5999' })
    assert.deepEqual([byCode.items.map(({ orderCode }) => orderCode), byCode.totalItems], [['JO-1-5999'], 1])
    assert.ok(readByCode <= 30, `${readByCode} rows`)
    assert.equal((await found({ code: 'rush' }))[0].totalItems, 0)
    // Two letters are no group of three, and a product is found by its own words.
    assert.equal((await found({ search: 'ru' }))[0].totalItems, 1)
    assert.equal((await found({ search: 't-1' }))[0].totalItems, 10_001)
    assert.equal((await found({ search: 't-1', statuses: ['PROGRESS'] }))[0].totalItems, 4)
    assert.equal((await found({ search: 'jo-1', period: dayAt(100) }))[0].totalItems, 12)
  })

  it('is the order with a code, and what a scanned code may be', async () => {
    const [found, ...readOf] = await counted('job_order', (tenant) => findByCode(tenant, 'jo-1-4000'))
    const [scanned, readOfScan] = await counted('job_order', (tenant) => findByText(tenant, 'Jo-1-4000', null))
    const [taken, readOfTaken] = await counted('job_order', (tenant) => listTakenCodes(tenant, ['jo-1-4000', 'made']))
    assert.equal(typeof found, 'number')
    assert.deepEqual(scanned, [{ kind: 'JOB_ORDER', id: found, code: 'JO-1-4000' }])
    assert.deepEqual(taken.toSorted(), ['jo-1-4000', 'made'])
    for (const read of [...readOf, readOfScan, readOfTaken]) assert.ok(read <= 4, `${read} rows`)
    // A number behind a code is looked up as well, and nothing else that begins with it.
    const numbered = await test.database.inTenant(ACME, (tenant) => listTakenCodes(tenant, ['jo-2', 'jo-1-400']))
    assert.deepEqual([numbered.length, numbered.includes('jo-2-17'), numbered.includes('jo-1-4000')], [ORDERS + 1, true, false])
  })

  it('is what was made of an order, in its segments and elsewhere', async () => {
    const ids = await test.database.pool.query<{ id: JobOrderId }>(
      `select id from job_order where company_id = $1 and order_code = any('{JO-1-3000,RAN}') order by order_code`,
      [ACME],
    )
    const [own, beside] = ids.rows.map(({ id }) => id)
    assert.ok(own !== undefined && beside !== undefined)
    const ask = async (tenant: Tenant) => await listOrderOutput(tenant, [own, beside])
    const [made, read] = await counted('output_confirmation', ask)
    assert.deepEqual(
      [made.get(own), made.get(beside)],
      [
        { alone: { accepted: 100, rejected: 0 }, elsewhere: { accepted: 0, rejected: 0 }, isShared: false },
        { alone: { accepted: 0, rejected: 0 }, elsewhere: { accepted: 10, rejected: 0 }, isShared: false },
      ],
    )
    assert.ok(read <= 2 * (LONGEST_SHIFT_MS / EACH_MS) + 10, `${read} confirmations`)
    const [, segments] = await counted('output_segment', ask)
    assert.ok(segments <= 101 * 12 + 10, `${segments} segments`)
  })

  it('are of the company alone', async () => {
    const order = { field: 'CREATION_DATE', isDescending: true } as const
    const found = await test.database.inTenant(OTHER, (tenant) =>
      pageOrders(tenant, { ...EVERY_ORDER, search: 'терміново' }, { order, range: { page: 1, size: 50 } }),
    )
    assert.deepEqual(
      found.items.map(({ orderCode }) => orderCode),
      ['THEIRS'],
    )
    await assert.rejects(test.database.inSystem((tx) => sql`select orders_with_text('terminovo', false, 10)`.execute(tx)))
  })

  it('are ten thousand of a status at most, where their numbers are told', async () => {
    const [counts, read] = await counted('job_order', (tenant) => countOrders(tenant, EVERY_ORDER))
    assert.deepEqual(Object.fromEntries(counts), { COMPLETED: 10_001, PLANNED: 2, PROGRESS: 4 })
    assert.ok(read <= 10_020, `${read} rows`)
    assert.deepEqual(
      Object.fromEntries(await test.database.inTenant(ACME, (tenant) => countOrders(tenant, { ...EVERY_ORDER, itemIds: [asId(1)] }))),
      {
        COMPLETED: 10_001,
        PROGRESS: 4,
      },
    )
  })
})

/** Counts go on from transaction to transaction of a connection until they are reported. */
async function rowsRead(tenant: Tenant, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tenant.tx)
  return rows[0]?.count ?? 0
}
