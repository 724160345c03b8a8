import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { spawnServer } from '#server/testing/serverProcess.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'

/** Holds the key of the secrets only: these servers use a database by its URL. */
const dataDir = join(tmpdir(), `trueline-unused-${process.pid}`)

describe('the server process', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  const start = (environment: Readonly<Record<string, string>>) =>
    spawnServer({ dataDir, environment: { DATABASE_URL: empty.url, ...environment } })

  before(async () => void (empty = await createEmptyDatabase()))
  after(async () => {
    await empty.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  for (const setting of ['PORT', 'MQTT_PORT']) {
    it(`refuses a taken ${setting} in one sentence`, async () => {
      const taken = await occupyPort()
      const port = String((taken.address() as AddressInfo).port)
      const server = await start({ [setting]: port, LOG_LEVEL: 'warn' })
      const code = await server.ended()
      taken.close()
      assert.equal(code, 1, server.output)
      assert.match(
        server.output,
        new RegExp(`(^|\n)trueline: The port ${port} is in use by another program; stop that one or set ${setting} to a free port.\n$`),
      )
      assert.doesNotMatch(server.output, /ingest/, 'what ends with the start is no failure of its own')
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

  it('refuses a name that no address belongs to', async () => {
    const server = await start({ HOST: 'no-such-host.invalid', LOG_LEVEL: 'error' })
    assert.equal(await server.ended(), 1)
    assert.equal(server.output, 'trueline: The setting HOST=no-such-host.invalid is not an address of this machine.\n')
  })

  it('refuses to share the embedded database among roles', async () => {
    const server = await start({ ROLE: 'api', DATABASE_URL: '' })
    assert.equal(await server.ended(), 1)
    assert.match(server.output, /^trueline: The role api needs DATABASE_URL/)
  })

  it('refuses a database that cannot be opened in one sentence, without its password', async () => {
    const closed = await start({ DATABASE_URL: 'postgresql://trueline:very-secret@127.0.0.1:1/none' })
    assert.equal(await closed.ended(), 1)
    assert.match(
      closed.output,
      /^trueline: The database 127\.0\.0\.1:1\/none cannot be opened \(connect ECONNREFUSED 127\.0\.0\.1:1\); check DATABASE_URL\.\n$/,
    )
    const missing = await start({ DATABASE_URL: new URL('/missing', empty.url).href })
    assert.equal(await missing.ended(), 1)
    assert.match(
      missing.output,
      /^trueline: The database [^ ]+ cannot be opened \(database "missing" does not exist\); check DATABASE_URL\.\n$/,
    )
  })

  it('refuses a user of the database without the rights that migrations need in one sentence', async () => {
    const name = `weak_${process.pid}`
    const owner = new pg.Client({ connectionString: empty.url })
    await owner.connect()
    await owner.query(`create role ${name} login password 'weak'`)
    try {
      const url = Object.assign(new URL(empty.url), { username: name, password: 'weak' })
      const server = await start({ DATABASE_URL: url.href })
      assert.equal(await server.ended(), 1)
      assert.match(
        server.output,
        /^trueline: The user of DATABASE_URL lacks a right that the migrations need \(permission denied .+\); it must own/,
      )
      assert.equal(server.output.split('\n').length, 2, server.output)
    } finally {
      await owner.query(`drop role ${name}`)
      await owner.end()
    }
  })

  it('tells how every part does, and the versions, and ends cleanly on SIGTERM', async () => {
    const server = await start({ DEMO: 'off' })
    await server.untilReady()
    const health = (await (await fetch(`${server.url}/api/health`)).json()) as {
      readonly parts: Readonly<Record<string, { readonly status: string }>>
      readonly [version: string]: unknown
    }
    assert.equal(await server.kill('SIGTERM'), 0, server.output)
    assert.deepEqual(Object.keys(health.parts), [
      'database',
      'ingest',
      'mqtt',
      'mail',
      'identity',
      'assistant',
      'push',
      'webhooks',
      'hub',
      'jobs',
    ])
    for (const part of ['database', 'ingest', 'mqtt', 'hub', 'jobs']) assert.equal(health.parts[part]?.status, 'ready', part)
    assert.match(String(health['postgres']), /^\d+\.\d+/)
    const migrations = (await readdir(new URL('db/migrations', import.meta.url))).toSorted()
    assert.deepEqual([`${String(health['schema'])}.sql`, health['node']], [migrations.at(-1), process.version])
  })

  it('ends cleanly on SIGINT', async () => {
    const server = await start({})
    await server.untilReady()
    assert.equal(await server.kill('SIGINT'), 0, server.output)
  })

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
