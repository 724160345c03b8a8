import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freezePostgres } from '#server/testing/frozenPostgres.ts'
import { startPeopleServer } from '#server/testing/peopleServer.ts'
import type { PeopleServer } from '#server/testing/peopleServer.ts'
import { assertSameFacts, postAll, storedNumbers } from '#server/testing/publisher.ts'
import { settleAll } from '#server/testing/settleAll.ts'
import { addMachine, eventually } from '#server/testing/testMachines.ts'

/** What waits longer waits for the database; the server promises two seconds, which a busy machine stretches. */
const PATIENCE_MS = 30_000

suite('PostgreSQL hangs', { skip: process.platform !== 'linux', timeout: 170_000 }, () => {
  let given: PeopleServer
  let thaw = (): void => undefined

  before(async () => void (given = await startPeopleServer(1)))
  after(async () => {
    thaw()
    await given.end()
  })

  const askAll = () =>
    Promise.all(
      Object.entries(given.roads).map(async ([road, ask]) => {
        const answer = await ask()
        const text = await answer.text()
        return { road, status: answer.status, hasRetryAfter: Number(answer.headers.get('retry-after')) > 0, text }
      }),
    )
  const health = async (): Promise<{ status: number; ingest: string; database: string }> => {
    const answer = await fetch(`${given.server.url}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { parts } = (await answer.json()) as { parts: Record<string, { status: string; detail?: string }> }
    const say = (name: string): string => `${parts[name]?.status} ${parts[name]?.detail ?? ''}`.trim()
    return { status: answer.status, ingest: say('ingest'), database: say('database') }
  }

  test('everybody is answered 503 with retry-after, devices on MQTT wait, and nothing is lost', async () => {
    const { durable, server, publishers } = given
    const [publisher] = publishers
    assert.ok(publisher)
    const { machine } = publisher
    const usual = await askAll()
    assert.deepEqual(
      usual.map(({ status }) => status),
      [200, 200, 303, 404, 202],
      JSON.stringify(usual),
    )
    await eventually(async () => (publisher.acknowledged() > 200 ? true : undefined))
    const pid = durable.postgres.pid
    assert.ok(pid !== null)
    thaw = freezePostgres(pid)
    // What is on its way when it begins, and what comes once it is known.
    for (const round of ['at once', 'later']) {
      const answers = await askAll()
      for (const { road, status, hasRetryAfter, text } of answers)
        assert.deepEqual([road, status, hasRetryAfter], [road, 503, true], `${round}: ${text}`)
    }
    const told = await eventually(async () => {
      const state = await health()
      return state.status === 503 ? state : undefined
    })
    assert.match(told.ingest, /^degraded Ingest waits: the database does not answer/)
    assert.match(told.database, /^down /)
    const held = publisher.acknowledged()
    await sleep(1_000)
    assert.equal(publisher.acknowledged(), held, 'nothing is acknowledged')

    thaw()
    await server.until(async () => (await server.health()) === 200, PATIENCE_MS)
    assert.equal((await health()).ingest, 'ready')
    await eventually(async () => (publisher.acknowledged() > held + 100 ? true : undefined))
    const count = await publisher.stop()
    const reference = await addMachine(durable.database, machine.companyId)
    const numbers = Array.from({ length: count }, (_, index) => index)
    await postAll(reference, server.url, numbers)
    await assertSameFacts(durable.database, [machine, reference], count)
    await settleAll(durable.database, [machine], { isOwned: true })
    assert.deepEqual(Object.fromEntries(await storedNumbers(durable.database, machine)), { POWER: numbers, TOTAL_OUTPUT: numbers })
    assert.deepEqual(
      (await askAll()).map(({ status }) => status),
      [200, 200, 303, 404, 202],
    )
  })
})
