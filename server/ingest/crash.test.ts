import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyId } from '#engine/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import type { EmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { choosePort } from '#server/freePort.ts'
import { createLog } from '#server/log.ts'
import { openSettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import type { SettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import type { IngestPorts, ServerProcess } from '#server/testing/serverProcess.ts'
import { assertSameFacts, postAll, publishUntilStopped, storedNumbers } from '#server/testing/publisher.ts'
import type { Publisher } from '#server/testing/publisher.ts'
import { assertEventsFollow } from '#server/testing/standingEvents.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const MACHINES = 4
const WINDOW = 16
const KILLS = 3
const BETWEEN_KILLS_MS = 1_500

suite('kill -9 in the middle of ingest', { timeout: 400_000 }, () => {
  let directory: string
  let postgres: EmbeddedPostgres
  let database: Database
  let companyId: CompanyId
  let ports: IngestPorts
  let server: ServerProcess
  let elsewhere: SettleElsewhere

  const start = async (): Promise<ServerProcess> => {
    return (await startIngestProcess({ databaseUrl: postgres.url, ports })).server
  }

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ingest-crash-'))
    postgres = await startEmbeddedPostgres({ dataDir: directory, log: createLog('silent') })
    await migrate(postgres.url)
    database = await openDatabase({ url: postgres.url, poolSize: 3 })
    companyId = await addCompany(database, 'CRASH')
    ports = { mqtt: await choosePort(0), http: await choosePort(0) }
    server = await start()
    elsewhere = await openSettleElsewhere({ database, log: createLog('silent') })
  })

  after(async () => {
    await server.kill('SIGKILL')
    await elsewhere.close()
    await database.close()
    await postgres.close()
    await rm(postgres.home, { recursive: true, force: true })
    await rm(directory, { recursive: true, force: true })
  })

  /** Kills with `kill` a few times while the machines publish; then every message must count exactly once. */
  const survive = async (kill: () => Promise<void>): Promise<void> => {
    const machines = await Promise.all(Array.from({ length: MACHINES }, () => addMachine(database, companyId)))
    const publishers = await Promise.all(machines.map((machine) => publishUntilStopped(machine, ports.mqtt)))
    try {
      for (let count = 0; count < KILLS; count++) {
        const before = acknowledged(publishers)
        await sleep(BETWEEN_KILLS_MS)
        await eventually(async () => (acknowledged(publishers) > before + WINDOW ? true : undefined), 15_000)
        await kill()
      }
      const beforeEnd = acknowledged(publishers)
      await eventually(async () => (acknowledged(publishers) > beforeEnd + 100 ? true : undefined), 15_000)
      const published = await Promise.all(publishers.map((publisher) => publisher.stop()))
      for (const [index, machine] of machines.entries()) await assertComplete(machine, published[index] ?? 0)
    } finally {
      for (const publisher of publishers) publisher.end()
    }
  }

  const assertComplete = async (machine: TestMachine, count: number): Promise<void> => {
    const reference = await addMachine(database, companyId)
    const numbers = Array.from({ length: count }, (_, index) => index)
    await postAll(reference, `http://127.0.0.1:${ports.http}`, numbers)
    await assertSameFacts(database, [machine, reference], count)
    assert.ok((await assertEventsFollow(database, machine.workCenterId)) > 0)
    await elsewhere.settle(companyId, [machine.workCenterId], Infinity)
    const stored = await eventually(async () => {
      const found = await storedNumbers(database, machine)
      return found.size === 2 && [...found.values()].every((one) => one.length >= count) ? found : undefined
    }, 15_000)
    assert.deepEqual(Object.fromEntries(stored), { POWER: numbers, TOTAL_OUTPUT: numbers })
  }

  test('of the server: nothing acknowledged is lost, nothing counts twice, facts equal a computation from scratch', async () => {
    await survive(async () => {
      await server.kill('SIGKILL')
      server = await start()
    })
  })

  test('of PostgreSQL: the same, and ingest goes on by itself', async () => {
    await survive(async () => {
      const { pid } = postgres
      assert.ok(pid !== null)
      process.kill(pid, 'SIGKILL')
      await eventually(
        async () => (postgres.pid !== null && postgres.pid !== pid && postgres.state().status === 'ready' ? true : undefined),
        20_000,
      )
    })
  })
})

function acknowledged(publishers: readonly Publisher[]): number {
  return publishers.reduce((sum, publisher) => sum + publisher.acknowledged(), 0)
}
