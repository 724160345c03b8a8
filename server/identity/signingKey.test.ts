import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { vaultOf } from '#server/vault.ts'
import { createIdentity } from './identity.ts'
import { keepSecret } from './serverSecret.store.ts'
import { addSigningKey, keepSigningKeys, listSigningKeys } from './signingKey.store.ts'
import { OLENA, signIn, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

const keepKeys = () => server.database.inSystem((tx) => keepSigningKeys(tx, server.database.vault))

test('after a rotation new tokens are signed by the new key and old ones stay good', async () => {
  const old = (await signIn(server.origin, OLENA)).tokens.access_token
  await server.database.inSystem((tx) => addSigningKey(tx, server.database.vault))
  await server.identity.reloadKeys()
  const fresh = (await signIn(server.origin, OLENA)).tokens.access_token
  const keys = await server.database.inSystem((tx) => listSigningKeys(tx, server.database.vault))
  assert.equal(decodeProtectedHeader(fresh).kid, keys[0]?.kid)
  assert.equal(decodeProtectedHeader(old).kid, keys[1]?.kid)
  for (const token of [old, fresh]) assert.notEqual(await server.identity.verifyAccessToken(token), null)
})

test('keys and cookies survive a restart', async () => {
  const { tokens } = await signIn(server.origin, OLENA)
  const config = loadConfig({ PORT: new URL(server.origin).port })
  const restarted = await createIdentity({ config, database: server.database, log: createLog('fatal') })
  assert.notEqual(await restarted.verifyAccessToken(tokens.access_token), null)
  await restarted.close()
})

test('a key older than 90 days is replaced, and dropped 60 days later', async () => {
  const age = (days: number) =>
    server.database.inSystem((tx) => sql`update signing_key set created_on = created_on - make_interval(days => ${days})`.execute(tx))
  const before = await keepKeys()
  await age(91)
  const rotated = await keepKeys()
  assert.equal(rotated.length, before.length + 1)
  assert.ok(before.every((key) => rotated.slice(1).some((one) => one.kid === key.kid)))
  await age(60)
  assert.deepEqual(
    (await keepKeys()).map((key) => key.kid),
    [rotated[0]?.kid],
  )
})

test('the database holds no private key and no secret in clear, and what is copied to another row opens nothing', async () => {
  await signIn(server.origin, OLENA)
  const { rows } = await server.database.pool.query<{ text: string }>(
    `select jwk::text as text from signing_key union all select value from server_secret`,
  )
  assert.ok(rows.length >= 2)
  for (const { text } of rows) assert.doesNotMatch(text, /"(?:d|p|q|dp|dq|qi|kty)"/)
  const { rows: secrets } = await server.database.pool.query<{ value: string }>('select value from server_secret')
  for (const { value } of secrets) assert.match(value, /^sealed:[\w-]{60,}$/)
  await server.database.pool.query(`insert into server_secret (name, value) select 'copied', value from server_secret limit 1`)
  await assert.rejects(
    server.database.inSystem((tx) => keepSecret(tx, server.database.vault, 'copied', 'x')),
    { name: 'StartRefusal' },
  )
})

test('a secret of before is sealed where it lies, and a signing key of before verifies nothing any more', async () => {
  const old = (await signIn(server.origin, OLENA)).tokens.access_token
  await server.database.pool.query(`insert into server_secret (name, value) values ('of before', 'in clear')`)
  const keep = () => server.database.inSystem((tx) => keepSecret(tx, server.database.vault, 'of before', 'another'))
  assert.deepEqual([await keep(), await keep()], ['in clear', 'in clear'])
  const { rows } = await server.database.pool.query<{ value: string }>(`select value from server_secret where name = 'of before'`)
  assert.match(rows[0]?.value ?? '', /^sealed:/)
  const [key] = await keepKeys()
  assert.ok(key)
  await server.database.pool.query('update signing_key set jwk = $1 where kid = $2', [JSON.stringify(key), key.kid])
  await server.identity.reloadKeys()
  assert.equal(await server.identity.verifyAccessToken(old), null)
  const fresh = (await signIn(server.origin, OLENA)).tokens.access_token
  assert.notEqual(decodeProtectedHeader(fresh).kid, key.kid)
  assert.notEqual(await server.identity.verifyAccessToken(fresh), null)
})

test('a server with another key is refused with a sentence', async () => {
  const database = { ...server.database, vault: vaultOf('x'.repeat(43), 'secrets.key') }
  const config = loadConfig({ PORT: new URL(server.origin).port })
  await assert.rejects(createIdentity({ config, database, log: createLog('silent') }), {
    name: 'StartRefusal',
    message: /sealed with another key than that of secrets\.key/,
  })
})
