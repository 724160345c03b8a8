import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import type { Task } from './messages.ts'
import { createWorkerThread } from './workerThread.ts'
import type { WorkerThread } from './workerThread.ts'

const NOBODY = { userId: null, action: null, start: null, end: null } as const
const CSV: Task = { name: 'AUDIT_CSV', companyId: 'ACME1', filter: NOBODY }
const ROWS = 2_300

let cluster: TestDatabase
let thread: WorkerThread
before(async () => {
  cluster = await createTestDatabase()
  const { pool } = cluster.database
  await pool.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'pl'), ('OTHER', 'Other', 'pl')`)
  const { rows } = await pool.query<{ id: string }>(`insert into app_user (email) values ('anna@acme.example') returning id`)
  await pool.query(
    `insert into audit_log (company_id, user_id, at, action, subject, details)
     select 'ACME1', $1, timestamptz '2026-05-01' + n * interval '1 minute', 'CHANGE', case n when 1 then '=1+1, "x"' else 'shift ' || n end, '{}' from generate_series(1, ${ROWS}) as n`,
    [rows[0]?.id],
  )
  await pool.query(`insert into audit_log (company_id, at, action, subject, details) values ('OTHER', now(), 'CHANGE', 'theirs', '{}')`)
})
after(() => cluster.drop())
afterEach(() => thread.close())

async function read(task: Task, signal = new AbortController().signal, onProgress?: (percent: number) => void): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of thread.run(task, { signal, ...(onProgress && { onProgress }) })) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

describe('the thread for heavy work', () => {
  it('reads the rows of one company by a cursor, in pieces, and tells how far it is', async () => {
    thread = createWorkerThread({ url: cluster.url, log: createLog('silent') })
    const told: number[] = []
    const lines = (await read(CSV, undefined, (percent) => told.push(Math.round(percent)))).split('\r\n')
    assert.deepEqual([lines[0], lines.length], ['\uFEFFat,user,action,subject,details', ROWS + 2])
    assert.equal(lines[1], `2026-05-02T14:20:00.000Z,anna@acme.example,CHANGE,shift ${ROWS},{}`)
    assert.equal(lines[ROWS], `2026-05-01T00:01:00.000Z,anna@acme.example,CHANGE,"'=1+1, ""x""",{}`)
    assert.deepEqual(told, [22, 43, 65, 87, 100])
    const some = await read({ ...CSV, filter: { ...NOBODY, end: Date.UTC(2026, 4, 1, 0, 3) } })
    assert.equal(some.split('\r\n').length, 4)
  })

  for (const [fault, message] of [
    ['MEMORY', /the thread died: .*memory/],
    ['EXIT', /the thread ended/],
    ['THROW', /as asked/],
  ] as const) {
    it(`fails only the task when it ends by ${fault}, while the main loop goes on, and does the next one`, async () => {
      thread = createWorkerThread({ url: cluster.url, log: createLog('silent'), memoryMb: 64 })
      let beats = 0
      const heart = setInterval(() => beats++, 5)
      await assert.rejects(read({ name: 'FAULT', fault }), message)
      clearInterval(heart)
      assert.ok(beats > 0, 'the main loop answers meanwhile')
      assert.equal((await read(CSV)).split('\r\n').length, ROWS + 2)
    })
  }

  it('is cancelled, also when it computes and does not listen', async () => {
    thread = createWorkerThread({ url: cluster.url, log: createLog('silent'), cancelLimitMs: 100 })
    for (const task of [CSV, { name: 'FAULT', fault: 'BUSY' } as const]) {
      const ending = new AbortController()
      setTimeout(() => ending.abort(new Error('the person changed their mind')), 50)
      const running = async () => {
        for await (const _part of thread.run(task, { signal: ending.signal })) await new Promise((resolve) => setTimeout(resolve, 30))
      }
      await assert.rejects(running(), /changed their mind/)
    }
    assert.equal((await read(CSV)).split('\r\n').length, ROWS + 2)
  })

  it('does one task at a time, and a reader who leaves early takes nothing from the next', async () => {
    thread = createWorkerThread({ url: cluster.url, log: createLog('silent') })
    const first = thread.run(CSV, { signal: new AbortController().signal })
    await first.next()
    const second = read(CSV)
    await first.return(undefined)
    assert.equal((await second).split('\r\n').length, ROWS + 2)
  })
})
