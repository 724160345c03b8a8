import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { decidedMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import { createLog } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { createImportThread } from './importThread.ts'
import { findImport } from './orderImport.store.ts'
import { readImport } from './orderImport.service.ts'

const COMPANY = asId<CompanyId>('ACME1')
const ROWS = 6000
/** More than a busy machine takes to see that a connection is gone. */
const GONE_MS = 30_000
const NONE = () => undefined

describe('the thread of imports', () => {
  let cluster: TestDatabase
  let thread: ReturnType<typeof createImportThread>
  let userId: UserId
  before(async () => {
    cluster = await createTestDatabase()
    const { pool } = cluster.database
    await pool.query(`insert into company (id, name, country) values ($1, 'Acme', 'pl')`, [COMPANY])
    const { rows } = await pool.query<{ id: UserId }>(`insert into app_user (email) values ('anna@acme.example') returning id`)
    userId = rows[0]?.id ?? asId<UserId>('')
    await pool.query(`insert into work_center (company_id, name, target_speed) values ($1, 'Press', 5)`, [COMPANY])
    await pool.query(`insert into item (company_id, name, sku, measurement_unit) values ($1, 'Tube', 'T-1', 'pcs')`, [COMPANY])
    thread = createImportThread({ url: cluster.url, log: createLog('silent') })
  })
  after(() => cluster.drop())
  afterEach(() => thread.close())

  const asked = () => ({ member: { companyId: COMPANY, userId, role: 'ADMIN' } as const, visible: null, at: Date.UTC(2026, 4, 4) })
  const read = (text: string) =>
    thread.run({ ...asked(), name: 'READ', file: { fileName: 'orders.csv', bytes: new TextEncoder().encode(text), sheet: null } }, NONE)
  const countOf = async (table: string) =>
    Number((await cluster.database.pool.query<{ count: string }>(`select count(*) as count from ${table}`)).rows[0]?.count)
  const optionsOf = async (id: number) => {
    const stored = await cluster.database.inTenant(COMPANY, (tenant) => findImport(tenant, id))
    if (stored === null) throw new Error('the import is not there')
    const { mapping } = decidedMapping({ headers: stored.headers, rows: [] }, stored.mapping)
    return { mapping, importType: 'UPDATE', scope: 'FILE', mayCreateItems: false, checkToken: null, skipsRefused: false } as const
  }

  it('hands on what is refused, with all that is wrong', async () => {
    const refusal = await read('only one line').catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal)
    assert.equal(refusal.code, 'IMPORT_FILE_NOT_READABLE')
    assert.deepEqual(refusal.params, { reason: 'NO_ROWS' })
    const { id } = await read('a;b\n1;2\n')
    const options = await optionsOf(id)
    const missing = await thread.run({ ...asked(), name: 'CHECK', id, choices: options }, NONE).catch((error: unknown) => error)
    assert.ok(missing instanceof Refusal)
    assert.deepEqual(
      [missing, ...missing.others].map(({ code, params }) => `${code} ${params?.['field']}`),
      ['code', 'productCode', 'plannedQuantity', 'workCenterCode'].map((field) => `IMPORT_COLUMN_REQUIRED ${field}`),
    )
  })

  it('that dies in the middle of an import leaves nothing of it, and a new one does it', async () => {
    const lines = Array.from({ length: ROWS }, (_none, at) => `N-${at};T-1;5;Press`)
    const { id } = await read(['code;sku;qty;machine', ...lines].join('\n'))
    const options = await optionsOf(id)
    const apply = (onProgress: (done: number) => void) =>
      thread.run({ ...asked(), name: 'APPLY', id, options, request: null, sentAt: Date.now() }, onProgress)
    let progress = 0
    const died = await apply((done) => {
      if (done === 0 || progress > 0) return
      // Some orders are written, and not committed.
      progress = done
      void thread.close()
    }).catch((error: unknown) => error)
    assert.ok(died instanceof Error && !(died instanceof Refusal))
    assert.ok(progress > 0 && progress < ROWS)
    let { state } = await readImport(cluster, { companyId: COMPANY }, id)
    // The database may need a moment to see that the connection is gone.
    const giveUpAt = performance.now() + GONE_MS
    while (state === 'APPLYING' && performance.now() < giveUpAt) {
      await sleep(50)
      ;({ state } = await readImport(cluster, { companyId: COMPANY }, id))
    }
    assert.equal(state, 'FAILED')
    assert.equal(await countOf('job_order'), 0)
    assert.equal(await countOf('job_orders_import_change'), 0)

    const seen: number[] = []
    await apply((done) => seen.push(done))
    assert.equal(await countOf('job_order'), ROWS)
    assert.deepEqual(
      seen,
      seen.toSorted((one, other) => one - other),
    )
    assert.equal((await readImport(cluster, { companyId: COMPANY }, id)).state, 'APPLIED')
    await thread.run({ ...asked(), name: 'UNDO', id, request: null }, NONE)
    assert.equal(await countOf('job_order'), 0)
  })
})
