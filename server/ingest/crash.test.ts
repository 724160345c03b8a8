import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
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
import { assertEventsFollow } from '#server/testing/standingEvents.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { addCompany, addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

/** Yesterday's morning shift: it is over, so its record no longer depends on the clock. */
const SHIFT_START = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 6 * 3_600_000
const MACHINES = 4
const WINDOW = 16
const KILLS = 3
const BETWEEN_KILLS_MS = 1_500

suite('kill -9 in the middle of ingest', { timeout: 170_000 }, () => {
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
    const samples = Array.from({ length: count }, (_, index) => sampleAt(index))
    for (let first = 0; first < count; first += 2_000) await post(reference, samples.slice(first, first + 2_000))
    const until = SHIFT_START + count * 1_000
    const read = (one: TestMachine) => storedFacts(database, one, until)
    const isSame = async () => {
      const [found, expected] = [await read(machine), await read(reference)]
      return expected.length > 0 && JSON.stringify(found) === JSON.stringify(expected) ? true : undefined
    }
    await eventually(isSame, 10_000).catch(async () => assert.deepEqual(await read(machine), await read(reference)))
    assert.ok((await assertEventsFollow(database, machine.workCenterId)) > 0)
    await elsewhere.settle(companyId, [machine.workCenterId], Infinity)
    const stored = await eventually(async () => {
      const { rows } = await database.pool.query<{ type: string; count: number }>(
        `select s.type, sum(c.sample_count)::int as count from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
         where s.work_center_id = $1 group by 1 order by 1`,
        [machine.workCenterId],
      )
      return rows.every((row) => row.count === count) && rows.length === 2 ? rows : undefined
    }, 15_000)
    assert.deepEqual(stored, [
      { type: 'POWER', count },
      { type: 'TOTAL_OUTPUT', count },
    ])
  }

  const post = async (machine: TestMachine, samples: readonly unknown[]): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/api/devices/${machine.deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(samples),
    })
    assert.equal(answer.status, 202, await answer.text())
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

type Publisher = {
  acknowledged(): number
  /** Ends at once, whatever is in flight. */ end(): void
  /** Resolves with the number of messages, all acknowledged. */ stop(): Promise<number>
}

/** A machine that runs, idles and stops in turn and makes a piece a second. */
function sampleAt(index: number): { at: number; values: { POWER: number; TOTAL_OUTPUT: number } } {
  const phase = Math.floor(index / 97) % 3
  return {
    at: SHIFT_START + index * 1_000,
    values: { POWER: phase === 0 ? 12.4 : phase === 1 ? 2.2 : 0.1, TOTAL_OUTPUT: Math.floor(index / 3) },
  }
}

/** Publishes with QoS 1 and a window of messages in flight. The client repeats unacknowledged messages after a reconnect. */
async function publishUntilStopped(machine: TestMachine, port: number): Promise<Publisher> {
  const client = await connectMachine(machine, port, { reconnectPeriod: 50 })
  client.on('error', () => undefined)
  const topic = `v1/devices/${machine.deviceId}/telemetry`
  let next = 0
  let done = 0
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await client.publishAsync(topic, JSON.stringify(sampleAt(next++)), { qos: 1 })
      done++
      // About 300 messages a second and machine: enough in flight at any kill, without taking the test machine's cores.
      await sleep(40)
    }
  }
  const loops = Array.from({ length: WINDOW }, loop)
  return {
    acknowledged: () => done,
    end: () => {
      isStopped = true
      client.end(true)
    },
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
      await client.endAsync()
      return next
    },
  }
}

function acknowledged(publishers: readonly Publisher[]): number {
  return publishers.reduce((sum, publisher) => sum + publisher.acknowledged(), 0)
}
