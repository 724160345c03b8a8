import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { defineJob } from './defineJob.ts'
import { enqueue } from './enqueue.ts'
import { createJobs } from './jobs.ts'
import { makeJobsDue, silenceWorkers, untilSo } from './testing.ts'

const ACME = asId<CompanyId>('ACME1')
const JOB = defineJob({ kind: 'CALIBRATION', scope: 'COMPANY', payload: z.strictObject({ id: z.uuid() }) })

let cluster: TestDatabase
before(async () => {
  cluster = await createTestDatabase()
  await cluster.database.pool.query(`insert into company (id, name, country) values ($1, 'Acme', 'pl')`, [ACME])
})
after(() => cluster.drop())

test('a job whose worker is killed runs again in another process, and its result is there once', async () => {
  const { database, url } = cluster
  const id = randomUUID()
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../testing/hangingWorker.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await database.inTenant(ACME, (tenant) => enqueue(tenant, JOB, { id }))
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const attempts: number[] = []
  const jobs = createJobs({ database, log: createLog('silent') })
  jobs.handle(JOB, async (payload, { inTenant, companyId, attempt }) => {
    attempts.push(attempt)
    await inTenant(({ tx }) =>
      tx
        .insertInto('team')
        .values({ id: payload.id, company_id: companyId, name: 'made by a job' })
        .onConflict((on) => on.doNothing())
        .execute(),
    )
  })
  await jobs.start()
  try {
    await silenceWorkers(database)
    await jobs.supervise()
    await makeJobsDue(database)
    await database.pool.query(`notify trueline_job, 'CALIBRATION'`)
    const read = async () => (await database.pool.query<{ state: string; attempts: number }>('select state, attempts from job_run')).rows
    assert.deepEqual(await untilSo(read, ([run]) => run?.state === 'DONE'), [{ state: 'DONE', attempts: 2 }])
    assert.deepEqual(attempts, [2])
    const { rows } = await database.pool.query('select id from team')
    assert.deepEqual(rows, [{ id }])
  } finally {
    await jobs.close()
  }
})
