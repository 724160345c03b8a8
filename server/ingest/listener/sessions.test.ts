import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { connectPacket, publishPacket, subscribePacket } from '#server/testing/rawMqtt.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from '../ingest.ts'
import type { Ingest } from '../ingest.ts'

const MEGABYTE = 1024 * 1024
const MESSAGES = 200
const FILLER = ' '.repeat(200 * 1024)
const START = Date.UTC(2026, 4, 4, 6)

suite('what the sessions of one device take of the memory', () => {
  let given: Awaited<ReturnType<typeof createTestDatabase>>
  let ingest: Ingest
  let machine: TestMachine
  const sockets: Socket[] = []

  before(async () => {
    given = await createTestDatabase()
    machine = await addMachine(given.database, await addCompany(given.database, 'QUIET'))
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('silent'),
    })
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await ingest.close()
    await given.drop()
  })

  /** Returns a connection after its CONNACK, whose flag says whether the broker kept a session. */
  const open = async (clientId: string, isClean = false) => {
    const socket = connect({ port: ingest.mqttPort, host: '127.0.0.1' })
    sockets.push(socket)
    let received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
    socket.on('error', () => undefined)
    socket.write(connectPacket(machine, { clientId, isClean }))
    const connack = await eventually(async () => (received.length >= 4 ? received.subarray(0, 4) : undefined), 10_000)
    assert.deepEqual([connack[0], connack[3]], [0x20, 0])
    return { socket, isSessionPresent: connack[2] === 1, received: () => received.subarray(4) }
  }

  test('messages of QoS 2 that are never released do not stay in it, and all are stored', async () => {
    const { socket, received } = await open('unreleased')
    const before = memoryInUse()
    for (let index = 0; index < MESSAGES; index++) {
      const payload = `{"at":${START + index * 1_000},${FILLER}"values":{"POWER":${index}}}`
      if (!socket.write(publishPacket(machine, { packetId: index + 1, qos: 2, payload })))
        await new Promise((resolve) => socket.once('drain', resolve))
    }
    // PUBREC has four bytes.
    await eventually(async () => (received().length === MESSAGES * 4 ? true : undefined), 30_000)
    assert.ok(received().every((byte, index) => index % 4 !== 0 || byte === 0x50))
    const limit = (MESSAGES * FILLER.length) / 4
    // Buffers of the sockets are given back a moment later.
    await eventually(async () => (memoryInUse() - before < limit ? true : undefined), 10_000).catch(() =>
      assert.fail(`${Math.round((memoryInUse() - before) / MEGABYTE)} MiB more for ${MESSAGES} messages of 200 KiB`),
    )
    await ingest.settleFor(machine.companyId, null, Infinity)
    const { rows } = await given.database.pool.query<{ count: number }>('select sum(sample_count)::int as count from sample_chunk')
    assert.equal(rows[0]?.count, MESSAGES)
    socket.destroy()
  })

  test('no session is kept for a device that is away', async () => {
    const first = await open('away')
    first.socket.write(subscribePacket(machine))
    await eventually(async () => (first.received().length === 5 ? true : undefined))
    first.socket.destroy()
    await eventually(async () => (first.socket.closed ? true : undefined))
    assert.equal((await open('away')).isSessionPresent, false)
  })

  test('a device that opens ever more connections loses its oldest ones', async () => {
    for (const socket of sockets) socket.destroy()
    const opened: Socket[] = []
    for (let index = 0; index < 20; index++) opened.push((await open(`many-${index}`)).socket)
    await eventually(async () => (opened.filter((socket) => !socket.closed).length === 16 ? true : undefined), 10_000)
    assert.deepEqual(
      opened.map((socket) => socket.closed),
      opened.map((_socket, index) => index < 4),
    )
  })
})

/** What is still referred to, so that it tells what is kept, not what was needed for a moment. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
