import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import { addSigningKey, listSigningKeys } from '#server/identity/signingKey.store.ts'
import { findIntegration, insertIntegration, updateIntegration } from '#server/integration/integration.store.ts'
import { openSecrets, sealSecrets } from '#server/integration/integrationDeps.ts'
import { storeDevice } from '#server/notification/push/subscription.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { newSealKey } from '#server/sealedSecret.ts'
import { vaultOf } from '#server/vault.ts'
import { insertWebhook } from '#server/webhook/webhook.store.ts'

const COMPANY = asId<CompanyId>('SEALD')
const AT = new Date('2026-11-20T10:00:00Z')
let db: TestDatabase
let directory: string
let userId: UserId

before(async () => {
  db = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'trueline-rotate-'))
  await db.database.pool.query(`insert into company (id, name, country) values ($1, 'Sealed', 'pl')`, [COMPANY])
  const { rows } = await db.database.pool.query<{ id: UserId }>(`insert into app_user (email) values ('who@sealed.example') returning id`)
  userId = rows[0]?.id ?? asId<UserId>('')
  await db.database.pool.query(`insert into membership (company_id, user_id, role) values ($1, $2, 'USER')`, [COMPANY, userId])
})
after(async () => {
  await rm(directory, { recursive: true, force: true })
  await db.drop()
})

const rotate = (from: string, to: string) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: db.url }
    const args = [join(import.meta.dirname, 'rotateSecrets.ts'), '--from', from, '--to', to]
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

/** All that is sealed, as it lies in the database. */
const lying = async () => {
  const { rows } = await db.database.pool.query<{ sealed: string }>(
    `select value as sealed from server_secret union all select jwk #>> '{}' from signing_key union all select sealed from webhook
      union all select secrets::text from integration order by 1`,
  )
  return rows.map(({ sealed }) => sealed)
}

test('seals each secret with the new key in one transaction, leaves what is sealed with it, and refuses what neither key opens', async () => {
  const [one, other, third] = ['one', 'other', 'third'].map((name) => join(directory, `${name}.key`)) as [string, string, string]
  const key = newSealKey()
  await writeFile(one, `${key}\n`)
  const old = vaultOf(key, one)
  const { database } = db
  await database.inSystem((tx) => keepSecret(tx, old, 'cookies', 'a secret of the server'))
  await database.inSystem((tx) => addSigningKey(tx, old))
  const id = await database.inTenant(COMPANY, async (tenant) => {
    await insertWebhook(tenant, old, { name: 'Hook', url: 'https://hook.example', isActive: true, topics: [], userId, secret: 'signs' })
    const made = await insertIntegration(tenant, { service: 'ODOO', name: 'Odoo', serviceUrl: 'https://odoo.example', userId, at: AT })
    const secrets = sealSecrets(old, { companyId: COMPANY, id: made, at: AT }, {}, { apiKey: 'the key of Odoo' })
    await updateIntegration(tenant, made, { secrets }, AT)
    const browser = { p256dh: 'p', auth: 'a', userId, label: 'phone' }
    await storeDevice(tenant, old, { ...browser, endpoint: 'https://push.example/1' })
    // Somebody removed the key that this one was sealed with.
    await storeDevice(tenant, vaultOf(newSealKey(), 'lost.key'), { ...browser, endpoint: 'https://push.example/2' })
    return made
  })
  const first = await rotate(one, other)
  assert.deepEqual([first.code, first.stderr], [0, ''])
  assert.deepEqual(JSON.parse(first.stdout), { resealed: 5, already: 0, lost: 1 })
  const opened = vaultOf((await readFile(other, 'utf8')).trim(), other)
  assert.equal(await database.inSystem((tx) => keepSecret(tx, opened, 'cookies', 'another')), 'a secret of the server')
  assert.equal((await database.inSystem((tx) => listSigningKeys(tx, opened))).length, 1)
  const integration = await database.inTenant(COMPANY, (tenant) => findIntegration(tenant, id))
  assert.ok(integration)
  assert.deepEqual(openSecrets(opened, COMPANY, integration), { apiKey: 'the key of Odoo' })
  assert.throws(() => openSecrets(old, COMPANY, integration), { name: 'StartRefusal' })

  // Repeated it changes nothing; what the old key sealed meanwhile is taken along.
  await database.inSystem((tx) => keepSecret(tx, old, 'late', 'sealed by a process that was not restarted yet'))
  assert.deepEqual(JSON.parse((await rotate(one, other)).stdout), { resealed: 1, already: 5, lost: 1 })

  const before = await lying()
  const wrong = await rotate(one, third)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /sealed with another key than that of .*one\.key/)
  assert.deepEqual(await lying(), before)
  assert.match((await rotate(join(directory, 'none.key'), other)).stderr, /is missing/)
})
