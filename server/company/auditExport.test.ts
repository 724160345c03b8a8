import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { untilSo } from '#server/jobs/testing.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { exportAuditLogs, requestAuditExport } from './auditExport.service.ts'
import { listJobRuns } from './jobRun.store.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')
const ALL = { userId: null, action: null, start: null, end: null } as const
const FIRST_PAGE = { page: 1, size: 10 }
const log = createLog('silent')

let given: TestDatabase
let jobs: Jobs
let thread: WorkerThread
let userId = asId<UserId>('')

before(async () => {
  given = await createTestDatabase()
  const { pool } = given.database
  await pool.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'pl'), ('OTHER', 'Other', 'pl')`)
  const { rows } = await pool.query<{ id: string }>(`insert into app_user (email) values ('anna@acme.example') returning id`)
  userId = asId<UserId>(rows[0]?.id ?? '')
  await pool.query(
    `insert into audit_log (company_id, at, action, subject, details) select c, now(), 'CHANGE', c, '{}' from unnest(array['ACME1', 'OTHER']) as c, generate_series(1, 700)`,
  )
  thread = createWorkerThread({ url: given.url, log })
  jobs = createJobs({ database: given.database, log })
  exportAuditLogs(jobs, { database: given.database, thread })
})
after(async () => {
  await jobs.close()
  await thread.close()
  await given.drop()
})

test('an export of the audit log becomes a file of the person, told among the jobs of the company', async () => {
  const { database } = given
  const id = await requestAuditExport({ database }, { companyId: ACME, userId }, ALL)
  await assert.rejects(requestAuditExport({ database }, { companyId: ACME, userId }, ALL), { code: 'EXPORT_RUNS' })
  const list = (company: CompanyId, filter = {}) => database.inTenant(company, (tenant) => listJobRuns(tenant, filter, FIRST_PAGE))
  const [waiting] = (await list(ACME)).items
  assert.deepEqual([waiting?.id, waiting?.kind, waiting?.state, waiting?.userId, waiting?.file], [id, 'EXPORT', 'WAITING', userId, null])
  await jobs.start()
  const { items } = await untilSo(
    () => list(ACME),
    (page) => page.items[0]?.state === 'DONE',
  )
  const made = items[0]?.file
  assert.ok(made)
  assert.match(made.name, /^audit-log-\d{4}-\d{2}-\d{2}\.csv$/)
  const file = await database.inTenant(ACME, (tenant) => findFile(tenant, made.id))
  assert.ok(file)
  assert.deepEqual([file.userId, file.needs], [userId, { action: 'MODIFY', subject: 'COMPANY_USERS' }])
  const parts: Buffer[] = []
  for await (const part of readFile(database, ACME, file, { start: 0, end: file.size })) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  assert.deepEqual([text.split('\r\n').length, text.includes('OTHER')], [702, false])
  assert.deepEqual((await list(OTHER)).items, [])
  assert.deepEqual([(await list(ACME, { state: 'FAILED' })).totalItems, (await list(ACME, { kind: 'EXPORT' })).totalItems], [0, 1])
  assert.notEqual(await requestAuditExport({ database }, { companyId: ACME, userId }, ALL), null)
})
