import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import type { Database, Tenant } from './database.ts'
import { openDatabase } from './database.ts'
import { StatementNames } from './keptPlans.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')
/** PostgreSQL plans a prepared statement anew five times before it keeps one plan for all values. */
const UNTIL_KEPT = 7

describe('kept plans', () => {
  let test: TestDatabase
  /** Of one connection, so that all acts meet the same plans. */
  let database: Database

  before(async () => {
    test = await createTestDatabase()
    database = await openDatabase({ url: test.url, poolSize: 1 })
    for (const id of [ACME, OTHER])
      await test.database.inSystem(async (tx) => {
        await tx.insertInto('company').values({ id, name: id, country: 'ua' }).execute()
        await tx
          .insertInto('team')
          .values({ company_id: id, name: `team of ${id}` })
          .execute()
      })
  })
  after(async () => {
    await database.close()
    await test.drop()
  })

  const act = <T>(companyId: CompanyId, work: (tenant: Tenant) => Promise<T>) => database.inTenant(companyId, work, { keepsPlans: true })
  const teams = ({ tx }: Tenant) => tx.selectFrom('team').select('name').where('name', 'like', 'team%').execute()
  const kept = async (part: string): Promise<number> => {
    const query = sql<{ plans: number }>`select generic_plans::int as plans from pg_prepared_statements where statement like ${`%${part}%`}`
    const { rows } = await database.inTenant(ACME, ({ tx }) => query.execute(tx))
    return rows[0]?.plans ?? 0
  }

  it('are of all companies, and each still sees its own rows only', async () => {
    for (let time = 0; time < UNTIL_KEPT; time++) assert.deepEqual(await act(ACME, teams), [{ name: 'team of ACME1' }])
    assert.ok((await kept('from "team"')) > 0, 'the plan is kept')
    assert.deepEqual(await act(OTHER, teams), [{ name: 'team of OTHER' }])
    assert.deepEqual(await act(ACME, teams), [{ name: 'team of ACME1' }])
  })

  it('outlive an act that fails, whether its statement was planned before or not', async () => {
    const rename = ({ tx }: Tenant) => sql`update team set name = ${'renamed'} where name = ${'nobody'}`.execute(tx)
    const broken = act(ACME, async (tenant) => {
      const failed = sql`select ${1}::int / ${0}::int`.execute(tenant.tx)
      await Promise.all([failed, rename(tenant), teams(tenant)])
    })
    await assert.rejects(broken)
    assert.equal((await act(ACME, rename)).numAffectedRows, 0n)
    assert.deepEqual(await act(ACME, teams), [{ name: 'team of ACME1' }])
  })

  it('are not made for work that does not ask for them', async () => {
    await database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').where('name', '=', 'x').execute())
    assert.equal(await kept('select "id" from "team"'), 0)
  })

  it('are limited to a number of statements', () => {
    const names = new StatementNames(2)
    assert.deepEqual(
      ['a', 'b', 'c', 'a'].map((text) => names.of(text)),
      ['act 1', 'act 2', undefined, 'act 1'],
    )
  })
})
