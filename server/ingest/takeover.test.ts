import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import { startIngest } from './ingest.ts'
import { movePositions, leasePartitions } from './log/partitionLease.ts'

suite('partitions pass from one process to another', { timeout: 170_000 }, () => {
  let given: TestDatabase
  const owners: ServerProcess[] = []

  before(async () => {
    given = await createTestDatabase()
  })
  after(async () => {
    for (const owner of owners) await owner.kill('SIGKILL')
    await given.drop()
  })

  const startOwner = async (): Promise<ServerProcess> => {
    const { server: owner } = await startIngestProcess({ databaseUrl: given.url })
    owners.push(owner)
    return owner
  }

  test('an owner is killed: the process that waits owns within seconds and acknowledges', async () => {
    const machine = await addMachine(given.database, await addCompany(given.database, 'TAKES'))
    const owner = await startOwner()
    const waiting = startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('error'),
      firstSessionWaitMs: 100,
    })
    const ingest = await waiting
    try {
      assert.equal(ingest.state().status, 'degraded', 'another process owns everything')
      const client = await connectMachine(machine, ingest.mqttPort)
      const at = Date.now() - 60_000
      const published = client.publishAsync(`v1/devices/${machine.deviceId}/telemetry`, JSON.stringify({ at, values: { POWER: 12 } }), {
        qos: 1,
      })
      owner.child.kill('SIGKILL')
      await published
      assert.equal(ingest.state().status, 'ready')
      await eventually(async () => {
        const { rows } = await given.database.pool.query('select 1 from status_interval where work_center_id = $1', [machine.workCenterId])
        return rows.length > 0 ? rows : undefined
      })
      await client.endAsync(true)
    } finally {
      await ingest.close()
    }
  })

  test('a single partition that becomes free is taken by a process that owns the others, and an overtaken owner cannot commit', async () => {
    const former = await given.database.connect()
    const all = await leasePartitions(former, () => false)
    assert.equal(all.size, 64)
    await former.query('select pg_advisory_unlock_all()')
    const [first] = await lockOne(former, 7)
    assert.equal(first, true)
    const ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('error'),
    })
    try {
      const before = await epochOf(7)
      await former.query('select pg_advisory_unlock_all()')
      await eventually(async () => ((await epochOf(7)) > before ? true : undefined), 15_000)
      const owned = all.get(7)
      assert.ok(owned)
      await former.query('begin')
      await assert.rejects(movePositions(former, [{ owned, derived: 5, stored: null }]), /another owner/)
      await former.query('rollback')
    } finally {
      await former.end()
      await ingest.close()
    }
  })

  const epochOf = async (partition: number): Promise<number> =>
    (await given.database.pool.query<{ epoch: number }>('select epoch from ingest_partition where partition = $1', [partition])).rows[0]
      ?.epoch ?? 0
  const lockOne = async (client: Awaited<ReturnType<TestDatabase['database']['connect']>>, partition: number) =>
    (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [PARTITION_LOCK, partition])).rows.map(
      (row) => row.taken,
    )
})

/** `TLIP` in ASCII, the class of the partitions' locks. */
const PARTITION_LOCK = 0x544c4950
