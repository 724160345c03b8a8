import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { SerialQueue } from './serialQueue.ts'

const SAY = 'insert into loss_annotation (company_id, work_center_id, start_at, end_at) values ($1, $2, $3, $4)'

describe('transactions of derived state', () => {
  let given: TestDatabase
  let client: Client
  let machine: TestMachine
  before(async () => {
    given = await createTestDatabase()
    client = await given.database.connect()
    machine = await addMachine(given.database, await addCompany(given.database, 'CHAIN'))
    await given.database.pool.query(SAY, [machine.companyId, machine.workCenterId, 0, 100])
  })
  after(async () => {
    await client.end()
    await given.drop()
  })

  const attempt = async (startOf: (attempts: number) => number): Promise<number> => {
    const writes = new SerialQueue(client, createLog('silent'), () => undefined)
    let attempts = 0
    await writes.transaction(async () => {
      attempts++
      const start = startOf(attempts)
      await client.query(SAY, [machine.companyId, machine.workCenterId, start, start + 10])
    })
    return attempts
  }

  it('are done again where somebody has just said something about the same time', async () => {
    assert.equal(await attempt((attempts) => (attempts < 3 ? 50 : 200)), 3)
    assert.equal(await attempt(() => 300), 1)
  })

  it('fail when that does not help', async () => {
    await assert.rejects(
      attempt(() => 50),
      /exclusion constraint/,
    )
  })
})

describe('work that cannot wait', () => {
  const nothing = (): Promise<void> => Promise.resolve()

  it('runs between the pieces of what runs, and before what waits', async () => {
    const done: string[] = []
    const client: unknown = null
    const writes = new SerialQueue(client as Client, createLog('silent'), () => undefined)
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const long = writes.run(async () => {
      begun.resolve()
      await goOn.promise
      done.push('first piece')
      await writes.between()
      done.push('second piece')
    })
    await begun.promise
    const waiting = writes.run(async () => void done.push('waited'))
    const soon = writes.runSoon(async () => void done.push('soon'))
    goOn.resolve()
    await Promise.all([long, waiting, soon])
    assert.deepEqual(done, ['first piece', 'soon', 'second piece', 'waited'])
  })

  it('ends, and does nothing, once the queue is broken; a failure of it breaks the queue', async () => {
    const failures: unknown[] = []
    const client: unknown = null
    const writes = new SerialQueue(client as Client, createLog('silent'), (error) => failures.push(error))
    const failure = new Error('refused')
    await writes.runSoon(() => Promise.reject(failure))
    let hasRun = false
    await writes.runSoon(async () => void (hasRun = true))
    await writes.run(nothing)
    assert.deepEqual([failures, hasRun], [[failure], false])
  })
})
