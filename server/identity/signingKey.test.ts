import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { createIdentity } from './identity.ts'
import { addSigningKey, keepSigningKeys, listSigningKeys } from './signingKey.store.ts'
import { OLENA, signIn, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

test('after a rotation new tokens are signed by the new key and old ones stay good', async () => {
  const old = (await signIn(server.origin, OLENA)).tokens.access_token
  await server.database.inSystem(addSigningKey)
  await server.identity.reloadKeys()
  const fresh = (await signIn(server.origin, OLENA)).tokens.access_token
  const keys = await server.database.inSystem(listSigningKeys)
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
  const before = await server.database.inSystem(keepSigningKeys)
  await age(91)
  const rotated = await server.database.inSystem(keepSigningKeys)
  assert.equal(rotated.length, before.length + 1)
  assert.ok(before.every((key) => rotated.slice(1).some((one) => one.kid === key.kid)))
  await age(60)
  assert.deepEqual(
    (await server.database.inSystem(keepSigningKeys)).map((key) => key.kid),
    [rotated[0]?.kid],
  )
})
