import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Database } from '#server/db/database.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { supportDiagnostics } from './diagnostics.service.ts'

let api: TestApi
before(async () => {
  api = await startTestApi({})
})
after(() => api.close())

it('what goes with a question is versions, parts without their details, and failed jobs of the company alone', async () => {
  const fail = (company: string | null, id: string, state: string) =>
    api.database.pool.query(
      `insert into job_run (id, company_id, kind, state, error_id, error, ended_on)
       values ($1, $2, 'REPORT', $3, '00000000-0000-4000-8000-0000000000ee', 'no space on /data', '2026-11-23T10:00:00Z')`,
      [id, company, state],
    )
  await fail(ACME, '00000000-0000-4000-8000-000000000001', 'FAILED')
  await fail(ACME, '00000000-0000-4000-8000-000000000002', 'DONE')
  await fail(OTHER, '00000000-0000-4000-8000-000000000003', 'FAILED')
  await fail(null, '00000000-0000-4000-8000-000000000004', 'FAILED')
  const { data, errors } = await api.ask(
    '{ supportDiagnostics { version schema parts { name status } failedJobs { id kind at errorId } } }',
    { as: 'OPERATOR' },
  )
  assert.deepEqual(errors, [])
  assert.deepEqual(data['supportDiagnostics'], {
    version: 'test',
    schema: '0001_base',
    parts: [{ name: 'mail', status: 'DEGRADED' }],
    failedJobs: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        kind: 'REPORT',
        at: '2026-11-23T10:00:00.000Z',
        errorId: '00000000-0000-4000-8000-0000000000ee',
      },
    ],
  })
})

it('how the server does is looked at once in ten seconds, however many ask, and again at once after it failed', async () => {
  let looks = 0
  let now = 1_000_000
  let isAway = false
  const health = async () => {
    looks++
    await Promise.resolve()
    if (isAway) throw new Error('away')
    return { version: 'test', schema: '0001_base', parts: {} }
  }
  const database: Database = api.database
  const ask = () => supportDiagnostics({ database, health, now: () => now }, { companyId: ACME })
  await Promise.all([ask(), ask(), ask()])
  now += 9_999
  await ask()
  assert.equal(looks, 1)
  now += 1
  isAway = true
  await assert.rejects(ask)
  isAway = false
  await ask()
  assert.equal(looks, 3)
})
