import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { spawnServer } from '#server/testing/serverProcess.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'

/** Never made: these servers use a database by its URL. */
const dataDir = join(tmpdir(), `trueline-unused-${process.pid}`)

describe('the server process', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  const start = (environment: Readonly<Record<string, string>>) =>
    spawnServer({ dataDir, environment: { DATABASE_URL: empty.url, ...environment } })

  before(async () => void (empty = await createEmptyDatabase()))
  after(() => empty.drop())

  for (const setting of ['PORT', 'MQTT_PORT']) {
    it(`refuses a taken ${setting} in one sentence`, async () => {
      const taken = await occupyPort()
      const port = String((taken.address() as AddressInfo).port)
      const server = await start({ [setting]: port, LOG_LEVEL: 'error' })
      const code = await server.ended()
      taken.close()
      assert.equal(code, 1, server.output)
      assert.equal(
        server.output,
        `trueline: The port ${port} is in use by another program; stop that one or set ${setting} to a free port.\n`,
      )
    })
  }

  it('refuses a wrong setting in one sentence', async () => {
    const server = await start({ DEMO: 'maybe' })
    assert.equal(await server.ended(), 1)
    assert.equal(server.output, 'trueline: The setting DEMO must be on or off; "maybe" is not.\n')
  })

  it('refuses an address that is not of this machine', async () => {
    const server = await start({ HOST: '203.0.113.9' })
    assert.equal(await server.ended(), 1)
    assert.match(server.output, /^trueline: The setting HOST=203\.0\.113\.9 is not an address of this machine\.\n$/)
  })

  it('refuses to share the embedded database among roles', async () => {
    const server = await start({ ROLE: 'api', DATABASE_URL: '' })
    assert.equal(await server.ended(), 1)
    assert.match(server.output, /^trueline: The role api needs DATABASE_URL/)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends cleanly on ${signal}`, async () => {
      const server = await start({})
      await server.untilReady()
      assert.equal(await server.kill(signal), 0, server.output)
    })
  }

  it('ends with 1 and a log line after an error that nobody caught', async () => {
    const script = `
      import { createLog } from '#server/log.ts'
      import { live } from '#server/processLife.ts'
      const log = createLog('info')
      await live(() => log, async () => { setTimeout(() => Promise.reject(new Error('nobody caught this')), 10); return { close: async () => {} } })`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    assert.equal(child.exitCode, 1)
    assert.match(output, /nobody caught this.*the server ends because of an error/)
  })
})

async function occupyPort(): Promise<Server> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
