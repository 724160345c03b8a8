import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

const ACTS = ['0190a1b2-0000-7000-8000-0000000000a1', '0190a1b2-0000-7000-8000-0000000000a2']

describe('what an older version stored', () => {
  let older: Awaited<ReturnType<typeof createEmptyDatabase>>
  let client: pg.Client

  before(async () => {
    older = await createEmptyDatabase()
    client = new pg.Client({ connectionString: older.url })
    await client.connect()
    await applyMigrationsBefore(client, '0570')
    await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua')`)
    await client.query(`insert into work_center (company_id, name) values ('ACME1', 'Press')`)
    await client.query(`insert into container (company_id, code) values ('ACME1', 'C-118')`)
    await client.query(`insert into output_posting (company_id, work_center_id, at, created_on) values ('ACME1', 1, 1000, now())`)
    await client.query(`insert into output_confirmation (company_id, posting_id, work_center_id, start_at, end_at, batch_time, accepted, rejected,
        container_code, container_id)
      select 'ACME1', p.id, 1, 0, 1000, 1000, 5, 0, given, k.id
      from output_posting p, unnest(array['C-118', 'c-118', 'never made', null]) typed (given) left join container k on k.code_key = lower(given)`)
    // Of the first import, an integration's, JO-1 and JO-2; that of a file made JO-3. Both changed what the other one made.
    await client.query(`insert into job_order (company_id, order_code, status, source)
      select 'ACME1', code, 'DRAFT', source from (values ('JO-1', 'IMPORT'), ('JO-2', 'IMPORT'), ('JO-3', 'IMPORT'), ('JO-4', 'SCREEN')) o (code, source)`)
    await client.query(
      `insert into job_orders_import (company_id, file_name, file_hash, source, headers, row_count, state, mapping, created_on, act)
      select 'ACME1', 'orders', source, source, '{}', 1, 'APPLIED', '{}', now(), act
      from unnest(array['INTEGRATION', 'SCREEN'], $1::uuid[]) i (source, act)`,
      [ACTS],
    )
    await client.query(
      `insert into job_order_event (company_id, job_order_id, act, kind, at, created_on, source)
      select 'ACME1', j.id, act, case when (j.order_code = 'JO-3') = (act = ($1::uuid[])[2]) then 'CREATED' else 'CHANGED' end, 0, now(), 'IMPORT'
      from job_order j, unnest($1::uuid[]) act where j.order_code <> 'JO-4'`,
      [ACTS],
    )
    await migrate(older.url)
  })
  after(async () => {
    await client.end()
    await older.drop()
  })

  it('has the code of its container as that is written', async () => {
    const { rows } = await client.query<{ container_code: string | null }>(
      'select container_code from output_confirmation order by container_code',
    )
    assert.deepEqual(
      rows.map((row) => row.container_code),
      ['C-118', 'C-118', 'never made', null],
    )
  })

  it('says of which orders an integration made them, and what it did later', async () => {
    const orders = await client.query<{ code: string; source: string }>('select order_code as code, source from job_order order by id')
    assert.deepEqual(
      orders.rows.map(({ code, source }) => `${code} ${source}`),
      ['JO-1 INTEGRATION', 'JO-2 INTEGRATION', 'JO-3 IMPORT', 'JO-4 SCREEN'],
    )
    const acts = await client.query<{ act: string; source: string; count: number }>(
      'select act, source, count(*)::int as count from job_order_event group by act, source order by act',
    )
    assert.deepEqual(acts.rows, [
      { act: ACTS[0], source: 'INTEGRATION', count: 3 },
      { act: ACTS[1], source: 'IMPORT', count: 3 },
    ])
  })
})
