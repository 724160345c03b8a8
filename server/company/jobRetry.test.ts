import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import type { CompanyId } from '#engine/ids.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { untilSo } from '#server/jobs/testing.ts'
import { createLog } from '#server/log.ts'

const LIGHT = defineJob({ kind: 'CALIBRATION', scope: 'COMPANY', payload: z.strictObject({ n: z.int() }) })
const OF_SYSTEM = defineJob({ kind: 'EMAIL', scope: 'SYSTEM', payload: z.strictObject({ emailId: z.uuid() }) })
const LIST = '{ jobRuns { items { id kind subject state isRetryable } } }'

type Run = { readonly id: string; readonly kind: string; readonly subject: string; readonly state: string; readonly isRetryable: boolean }

describe('a job that failed at every try', () => {
  let api: TestApi
  let jobs: Jobs
  let isBroken = true
  const seen: number[] = []
  before(async () => {
    api = await startTestApi()
    jobs = createJobs({ database: api.database, log: createLog('silent') })
    jobs.handle(LIGHT, async ({ n }) => {
      if (isBroken) throw new Error('never')
      seen.push(n)
    })
    jobs.handle(OF_SYSTEM, () => Promise.reject(new Error('never')))
    await jobs.start()
  })
  after(async () => {
    await jobs.close()
    await api.close()
  })

  const list = async () => (await api.ask(LIST)).data['jobRuns'] as { readonly items: readonly Run[] }
  const retry = (id: string, as: 'ADMIN' | 'USER' = 'ADMIN') => api.ask(`mutation { retryJob(id: "${id}") }`, { as })
  const addDead = async (company: CompanyId, n: number): Promise<string> => {
    const id = await api.database.inTenant(company, async (tenant) => {
      const added = await enqueue(tenant, LIGHT, { n }, { subject: `Press ${n}`, userId: api.users.ADMIN })
      return added ?? ''
    })
    await untilDead(id)
    return id
  }
  const untilDead = async (id: string): Promise<void> => {
    await api.database.pool.query('update pgboss.job set retry_limit = 0 where id = $1', [id])
    await untilSo(
      async () => (await api.database.pool.query(`select from pgboss.job where name = 'DEAD' and source_id = $1`, [id])).rowCount,
      (count) => count === 1,
    )
  }

  it('is run again by who may, once, as a job of its own, and the log tells who did it', async () => {
    const dead = await addDead(ACME, 1)
    assert.equal((await jobs.state()).status, 'degraded')
    const before = (await list()).items
    assert.deepEqual(
      before.map(({ id, state, isRetryable }) => [id, state, isRetryable]),
      [[dead, 'FAILED', true]],
    )
    const refused = await retry(dead, 'USER')
    assert.equal(refused.errors[0]?.extensions.code, 'FORBIDDEN')
    isBroken = false
    const { data, errors } = await retry(dead)
    assert.deepEqual(errors, [])
    const id = String(data['retryJob'])
    const { items } = await untilSo(list, (page) => page.items[0]?.state === 'DONE')
    assert.deepEqual(
      items.map((run) => [run.id, run.kind, run.subject, run.state, run.isRetryable]),
      [
        [id, 'CALIBRATION', 'Press 1', 'DONE', false],
        [dead, 'CALIBRATION', 'Press 1', 'FAILED', false],
      ],
    )
    const oldest = await api.ask('{ jobRuns(orderBy: { field: CREATED_AT }) { items { id } } }')
    assert.deepEqual(oldest.data['jobRuns'], { items: [{ id: dead }, { id }] })
    assert.deepEqual(seen, [1])
    assert.equal((await jobs.state()).status, 'ready')
    const audit = await api.database.pool.query(
      `select company_id, user_id, action, subject, details from audit_log where action = 'RETRY_JOB'`,
    )
    assert.deepEqual(audit.rows, [
      {
        company_id: ACME,
        user_id: api.users.ADMIN,
        action: 'RETRY_JOB',
        subject: 'job Press 1',
        details: { jobId: dead, newJobId: id },
      },
    ])
    const again = await retry(dead)
    assert.equal(again.errors[0]?.extensions.code, 'JOB_NOT_DEAD')
    isBroken = true
  })

  it('is not seen and not run again by another company', async () => {
    const theirs = await addDead(OTHER, 2)
    assert.ok((await list()).items.every(({ id }) => id !== theirs))
    assert.equal((await retry(theirs)).errors[0]?.extensions.code, 'JOB_NOT_DEAD')
    const kept = await api.database.pool.query(`select from pgboss.job where name = 'DEAD' and source_id = $1`, [theirs])
    assert.equal(kept.rowCount, 1)
    assert.deepEqual(seen, [1])
  })

  it('of the system, which a company only sees, is not run again by it', async () => {
    const mail = await api.database.inTenant(ACME, async ({ tx }) => {
      const added = await enqueue(
        { tx, companyId: null },
        OF_SYSTEM,
        { emailId: '0190a1b2-0000-7000-8000-000000000001' },
        { subject: 'x@y.z' },
      )
      return added ?? ''
    })
    await untilDead(mail)
    assert.equal((await list()).items.find(({ id }) => id === mail)?.isRetryable, false)
    assert.equal((await retry(mail)).errors[0]?.extensions.code, 'JOB_NOT_DEAD')
  })
})
