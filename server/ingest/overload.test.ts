import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { metrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { connectPacket, publishPacket } from '#server/testing/rawMqtt.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addFleet, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from './ingest.ts'

const BOUND = 256 * 1024
/** A single read may exceed the bound by one chunk of the socket. */
const CHUNK = 64 * 1024 + 1024
const DEVICES = 12
const MESSAGES = 3_000
const START = Date.UTC(2026, 4, 4, 6)

suite('devices send faster than the database commits', () => {
  test('they wait: nothing is lost, memory stays bounded, no connection is closed', async () => {
    const given = await createTestDatabase()
    const fleet = await addFleet(given.database, await addCompany(given.database, 'FLOOD'), DEVICES)
    const ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('warn'),
      maxInFlightBytes: BOUND,
    })
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, inFlight())), 1)
    // Nothing can be committed while this transaction holds the log.
    const blocker = await given.database.connect()
    await blocker.query('begin; lock table ingest_log in exclusive mode')
    const floods = fleet.map((machine) => flood(machine, ingest.mqttPort))
    try {
      await eventually(async () => (inFlight() >= BOUND ? true : undefined))
      const held = floods.reduce((sum, one) => sum + one.acknowledged(), 0)
      assert.equal(held, 0, 'acknowledged before the commit')
      await blocker.query('commit')
      await eventually(async () => (floods.every((one) => one.acknowledged() === MESSAGES || one.isClosed()) ? true : undefined), 30_000)
      assert.deepEqual(
        floods.map((one) => [one.acknowledged(), one.isClosed()]),
        floods.map(() => [MESSAGES, false]),
      )
      assert.ok(peak <= BOUND + CHUNK, `${peak} bytes were in flight`)
      assert.ok(fleet.length * MESSAGES * 60 > 5 * BOUND, 'the flood is many times the bound')
      await eventually(async () => (inFlight() === 0 ? true : undefined))
    } finally {
      clearInterval(watch)
      for (const one of floods) one.end()
      await blocker.end()
      await ingest.close()
    }
    const { rows } = await given.database.pool.query<{ count: number }>(
      `select sum(c.sample_count)::int as count from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id group by s.work_center_id`,
    )
    assert.deepEqual(
      rows.map((row) => row.count),
      fleet.map(() => MESSAGES),
    )
    await given.drop()
  })
})

function inFlight(): number {
  return Number(/^trueline_ingest_in_flight_bytes (\d+)$/m.exec(metrics.text())?.[1] ?? 0)
}

/** Writes all messages at once without waiting for an acknowledgement. */
function flood(machine: TestMachine, port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = 0
  let isClosed = false
  socket.on('data', (chunk: Buffer) => {
    if (received === 0) for (let index = 0; index < MESSAGES; index++) socket.write(publishPacket(machine, messageOf(index)))
    received += chunk.length
  })
  socket.on('close', () => (isClosed = true))
  socket.on('error', () => (isClosed = true))
  socket.write(connectPacket(machine))
  return { acknowledged: () => Math.max(0, received - 4) / 4, isClosed: () => isClosed, end: () => socket.destroy() }
}

function messageOf(index: number) {
  return {
    packetId: index + 1,
    qos: 1,
    payload: JSON.stringify({ at: START + index * 1_000, values: { POWER: 12 + (index % 10) } }),
  } as const
}
