import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { limitSlowSenders } from './slowSenders.ts'

const MOST = 4
const HEAD = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'

test('an address keeps its newest slow connections only, whatever they are slow with, and its quick ones', async () => {
  const app = fastify()
  limitSlowSenders(app, { most: MOST, slowAfterMs: 200 })
  app.post('/echo', (request) => request.body)
  app.get('/', () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  const ended: number[] = []
  const open = async (text: string): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    const number = sockets.push(socket) - 1
    socket.on('close', () => ended.push(number))
    socket.write(text)
  }
  try {
    // A keep-alive connection whose request was answered is nobody's slow sender.
    await open('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    // Nothing at all, half a head, a head with half a body; each twice.
    for (const text of ['', '', 'GET / HT', HEAD, `${HEAD}\r\n{"a`, `${HEAD}\r\n{"a`]) await open(text)
    while (ended.length < 2) await once(sockets[ended.length + 1] ?? assert.fail(), 'close')
    assert.deepEqual(
      ended.toSorted((one, other) => one - other),
      [1, 2],
    )
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'here')
    assert.deepEqual(
      sockets.map(({ destroyed }) => destroyed),
      [false, true, true, false, false, false, false],
    )
  } finally {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
})
