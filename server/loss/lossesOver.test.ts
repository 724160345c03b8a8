import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { findLossesOver } from './loss.store.ts'

const START = Date.UTC(2026, 4, 4)
const HOURS = 5_000

/** A press that stood ten minutes of every hour since long ago. */
describe('the loss that shares most time with a stretch', () => {
  let given: TestDatabase
  let press: TestMachine

  before(async () => {
    given = await createTestDatabase()
    press = await addMachine(given.database, await addCompany(given.database, 'ACME1'))
    await given.database.pool.query(
      `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind)
       select 'ACME1', $1, 'STATUS', s, s + ${10 * MINUTE_MS}, s, s, 'OFF'
       from generate_series($2::int8 - ${HOURS * HOUR_MS}::int8, $2::int8, ${HOUR_MS}) s`,
      [press.workCenterId, START],
    )
    const owner = new pg.Client({ connectionString: given.url })
    await owner.connect()
    await owner.query('analyze loss')
    await owner.end()
  })
  after(() => given.drop())

  const over = (tenant: Tenant, start: number, end: number) =>
    findLossesOver(tenant, [{ workCenterId: press.workCenterId, source: 'STATUS', start, end }])

  it('is found without reading all losses of before', async () => {
    const { found, read } = await given.database.inTenant(press.companyId, async (tenant) => {
      const rowsRead = async () =>
        (
          await sql<{ rows: number }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
            from pg_stat_xact_user_tables where relname = 'loss'`.execute(tenant.tx)
        ).rows[0]?.rows ?? 0
      const earlier = await rowsRead()
      const losses = await over(tenant, START - 5 * MINUTE_MS, START + 20 * MINUTE_MS)
      return { found: losses.map((loss) => loss?.start), read: (await rowsRead()) - earlier }
    })
    assert.deepEqual(found, [START])
    assert.ok(read > 0 && read <= 30, `${read} rows were read`)
  })

  it('is the one of two that lasts longer within it, and none where it touches none', async () => {
    await given.database.inTenant(press.companyId, async (tenant) => {
      const [longer] = await over(tenant, START - HOUR_MS + 7 * MINUTE_MS, START + 9 * MINUTE_MS)
      assert.equal(longer?.start, START)
      assert.deepEqual(await over(tenant, START + 10 * MINUTE_MS, START + 30 * MINUTE_MS), [undefined])
    })
  })
})
