import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'

/** What `deviceStream.ts` and `mqtt.ts` replace was read in this version of aedes: docs/decisions/replaced-library-methods.md. */
const CHECKED_VERSION = '1.2.0'
const AGAIN = 'Read lib/client.js and lib/handlers/publish.js of the new version, then change CHECKED_VERSION.'

let broker: Aedes
let device: MqttClient
const sockets: Socket[] = []
const reads: unknown[] = []
const published: (readonly unknown[])[] = []
const server = createServer((socket) => {
  sockets.push(socket)
  const original = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const chunk: unknown = original(size)
    reads.push(chunk)
    return chunk
  }
  broker.handle(socket)
})

before(async () => {
  broker = await Aedes.createBroker()
  const publish = broker.publish.bind(broker)
  Object.assign(broker, {
    publish: (...args: Parameters<typeof publish>) => {
      published.push(args)
      publish(...args)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  device = await connectAsync(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, { reconnectPeriod: 0 })
})
after(async () => {
  await device.endAsync(true)
  for (const socket of sockets) socket.destroy()
  server.close()
  await new Promise<void>((resolve) => broker.close(resolve))
})

test('aedes is pinned to the version in which the replaced methods were checked', async () => {
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8'))
  const ours = (await read('package.json')) as { readonly dependencies: { readonly aedes: string } }
  const installed = (await read('node_modules/aedes/package.json')) as { readonly version: string }
  assert.deepEqual([ours.dependencies.aedes, installed.version], [CHECKED_VERSION, CHECKED_VERSION], AGAIN)
})

test('the broker takes all bytes of a connection from socket.read, and nothing else listens for them', async () => {
  const known = reads.filter(Buffer.isBuffer).length
  assert.ok(known > 0, `CONNECT did not come through the replaced socket.read. ${AGAIN}`)
  await device.publishAsync('telemetry', 'one', { qos: 1 })
  assert.ok(reads.filter(Buffer.isBuffer).length > known, `PUBLISH did not come through the replaced socket.read. ${AGAIN}`)
  assert.deepEqual(
    sockets.map((socket) => socket.listenerCount('data')),
    [0],
    `the broker hears 'data' beside socket.read. ${AGAIN}`,
  )
})

test('the broker hands what a device publishes to broker.publish with the client and a callback, and acknowledges after it', async () => {
  published.length = 0
  await device.publishAsync('telemetry', 'two', { qos: 1 })
  const [call] = published.filter(([packet]) => (packet as { readonly topic: string }).topic === 'telemetry')
  assert.ok(call, `a PUBLISH did not come through the replaced broker.publish. ${AGAIN}`)
  const [, client, done] = call
  assert.deepEqual([(client as { readonly id?: unknown }).id, typeof done], [device.options.clientId, 'function'], AGAIN)
})

test('what the broker itself publishes has no client: it names the callback in its place, or null', async () => {
  published.length = 0
  const other = await connectAsync(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, { reconnectPeriod: 0 })
  await other.endAsync()
  for (const [packet, client] of published) {
    assert.match((packet as { readonly topic: string }).topic, /^\$SYS\//)
    assert.ok(client === null || typeof client === 'function', AGAIN)
  }
  assert.ok(published.length > 0, `the broker tells nothing of connections. ${AGAIN}`)
})
