import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { checkPort, reachableHost } from './portCheck.ts'

test('a port is ready while something listens on it, and down after', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.deepEqual(await checkPort('127.0.0.1', port), { status: 'ready', detail: `port ${port}` })
  server.close()
  await once(server, 'close')
  assert.equal((await checkPort('127.0.0.1', port)).status, 'down')
})

test('who listens everywhere is reached on the own address', () => {
  assert.deepEqual(['0.0.0.0', '::', '192.0.2.1'].map(reachableHost), ['127.0.0.1', '::1', '192.0.2.1'])
})
