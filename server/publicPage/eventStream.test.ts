import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_WAITING_BYTES, openEventStream } from './eventStream.ts'

test('a reader who takes nothing is cut off, and no more waits for it than the limit and one event', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  const response = await asked
  const watcher = openEventStream(response)
  const json = JSON.stringify('x'.repeat(65_536))
  let most = 0
  // The system takes some for the reader; then it waits here.
  for (let at = 0; at < 10_000 && !response.destroyed; at++) {
    watcher.hear('view', json)
    most = Math.max(most, response.writableLength)
    await sleep(0)
  }
  assert.ok(response.destroyed)
  assert.ok(most < MAX_WAITING_BYTES + 2 * json.length, `${most} bytes`)
  watcher.hear('view', json)
  watcher.end('closed')
  client.destroy()
  server.close()
  await once(server, 'close')
})

test('a reader who left before the stream began leaves no heartbeat behind', async () => {
  const { promise: left, resolve } = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => response.on('close', () => resolve(response))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n', () => setTimeout(() => client.destroy(), 20))
  const response = await left
  assert.ok(response.destroyed)
  const set = mock.method(globalThis, 'setInterval')
  const cleared = mock.method(globalThis, 'clearInterval')
  openEventStream(response)
  assert.deepEqual(
    cleared.mock.calls.map((call) => call.arguments[0]),
    set.mock.calls.map((call) => call.result),
  )
  assert.equal(set.mock.callCount(), 1)
  mock.restoreAll()
  server.close()
})
