import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { isRoot } from '#server/db/postgresAccount.ts'
import { choosePort } from '#server/freePort.ts'
import { OLENA, sendSignIn, signIn, startFlow } from '#server/identity/testing/identityServer.ts'
import type { Flow } from '#server/identity/testing/identityServer.ts'
import { post, sampleAt } from '#server/testing/publisher.ts'
import { roadsOf } from '#server/testing/roads.ts'
import { spawnServer } from '#server/testing/serverProcess.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const COMPANY = 'ACME1'
/** Tables that people's changes, sign-ins, and devices write to. */
const TABLES = ['team', 'oidc_payload', 'ingest_log']

suite('PostgreSQL says that its disk is full', { timeout: 120_000 }, () => {
  let given: TestDatabase
  let server: ServerProcess
  let machine: TestMachine
  let token: string
  let flow: Flow

  before(async () => {
    given = await createTestDatabase()
    const environment = {
      DATABASE_URL: given.url,
      DEMO: 'on',
      DEMO_SIMULATOR: 'off',
      MQTT_PORT: String(await choosePort(0)),
      LOG_LEVEL: 'silent',
    }
    server = await spawnServer({ dataDir: tmpdir(), environment })
    await server.untilReady()
    machine = await addMachine(given.database, await addCompany(given.database, COMPANY))
    token = (await signIn(server.url, OLENA, { companyId: COMPANY })).tokens.access_token
    flow = await startFlow(server.url, { companyId: COMPANY })
  })
  after(async () => {
    await server.kill('SIGKILL')
    await given.drop()
  })

  const asOwner = async (texts: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: given.url })
    await client.connect()
    try {
      for (const text of texts) await client.query(text)
    } finally {
      await client.end()
    }
  }
  const ask = (road: string): Promise<Response> =>
    roadsOf({ url: server.url, machine, token, companyId: COMPANY })[road]?.() ?? assert.fail(road)
  const partOf = async (name: string): Promise<string> => {
    const answer = await fetch(`${server.url}/api/health`)
    const { parts } = (await answer.json()) as { parts: Record<string, { status: string; detail?: string }> }
    return `${answer.status} ${parts[name]?.status} ${parts[name]?.detail ?? ''}`
  }

  test('people and devices hear so by 503, health says so with and without devices, and all goes on with room', async () => {
    assert.equal((await post(machine, server.url, [sampleAt(0)])).status, 202)
    assert.match(await partOf('database'), /^200 ready/)
    await asOwner([
      `create function disk_full() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`,
      ...TABLES.map(
        (table) => `create trigger disk_full before insert or update on ${table} for each statement execute function disk_full()`,
      ),
    ])
    const change = await ask('a change of the API')
    const { errors } = (await change.json()) as { errors: { extensions: { code: string } }[] }
    assert.deepEqual([change.status, change.headers.get('retry-after'), errors[0]?.extensions.code], [503, '2', 'NO_DISK_SPACE'])
    assert.equal((await ask('a question of the API')).status, 200, 'what is only read is answered')
    // Without a device that sends anything.
    assert.match(await partOf('database'), /^200 degraded There is no room on the disk of the database/)

    const answer = await sendSignIn(flow, OLENA)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2'], await answer.text())
    const authorize = await ask('the sign-in')
    assert.deepEqual([authorize.status, authorize.headers.get('retry-after')], [503, '2'], await authorize.text())

    const refused = await post(machine, server.url, [sampleAt(1)])
    assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [503, true])
    assert.match(await partOf('ingest'), /^200 degraded Ingest waits: there is no room on the disk of the database/)

    await asOwner(['drop function disk_full() cascade'])
    assert.equal((await ask('a change of the API')).status, 200)
    await eventually(async () => ((await post(machine, server.url, [sampleAt(1)])).status === 202 ? true : undefined))
    assert.match(await partOf('ingest'), /^200 ready/)
    assert.equal((await sendSignIn(flow, OLENA)).status, 200)
  })
})

suite('the disk of the data directory is full', { skip: !isRoot() || process.platform !== 'linux', timeout: 120_000 }, () => {
  const disk = mkdtempSync(join(tmpdir(), 'trueline-disk-'))
  before(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=755', 'tmpfs', disk]))
  after(() => {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })
  const start = async () => {
    const server = await spawnServer({ dataDir: join(disk, 'data'), environment: { LOG_LEVEL: 'info' } })
    const code = await server.ended()
    return { code, output: server.output }
  }
  const sentence = /^trueline: There is no room on the disk of [^\n]+; make room and start again\.\n$/

  test('a first start that has no room for the database says so in one sentence', async () => {
    execFileSync('mkdir', [join(disk, 'data')])
    // Where a start as root would take another disk, this pointer names the full one.
    const pointer = { format: 1, postgresMajor: 18, home: join(disk, 'home'), password: 'x', port: 0 }
    writeFileSync(join(disk, 'data', 'postgres.json'), JSON.stringify(pointer))
    const { code, output } = await start()
    assert.equal(code, 1, output)
    assert.match(output, sentence)
  })

  test('a start that cannot even write its own files says so in one sentence', async () => {
    const { bsize, bavail } = statfsSync(disk)
    writeFileSync(join(disk, 'rest'), randomBytes(bsize * bavail))
    const { code, output } = await start()
    assert.equal(code, 1, output)
    assert.match(output, sentence)
  })
})
