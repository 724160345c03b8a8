import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DEMO_PASSWORD } from '#server/identity/seedDemoPeople.ts'
import { MAREK, OLENA, sendSignIn, signIn, startFlow, startIdentityServer } from '#server/identity/testing/identityServer.ts'
import type { IdentityServer } from '#server/identity/testing/identityServer.ts'
import { changePassword, updateUser } from './user.service.ts'

const NEW_PASSWORD = 'Another-password-2'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

test('a new password signs in, the old one does not, and only the session that changed it lives on', async () => {
  const [here, elsewhere] = [await signIn(server.origin, OLENA), await signIn(server.origin, OLENA)]
  const principal = await server.identity.verifyAccessToken(here.tokens.access_token)
  assert.ok(principal)
  await changePassword(server.database, principal, { oldPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD })
  assert.equal((await sendSignIn(await startFlow(server.origin), OLENA, DEMO_PASSWORD)).status, 401)
  assert.equal((await sendSignIn(await startFlow(server.origin), OLENA, NEW_PASSWORD)).status, 200)
  assert.ok((await client.refreshTokenGrant(here.config, here.tokens.refresh_token ?? '')).access_token)
  await assert.rejects(client.refreshTokenGrant(elsewhere.config, elsewhere.tokens.refresh_token ?? ''), { error: 'invalid_grant' })
})

test('a wrong old password is refused and counts towards the lock', async () => {
  const userId = await idOf(MAREK)
  const guess = (oldPassword: string) => changePassword(server.database, { userId }, { oldPassword, newPassword: NEW_PASSWORD })
  for (let attempt = 0; attempt < 5; attempt++) await assert.rejects(guess('wrong'), { code: 'WRONG_PASSWORD', field: 'oldPassword' })
  await assert.rejects(guess(DEMO_PASSWORD), { code: 'WRONG_PASSWORD' }, 'locked')
})

test('a weak new password is refused before anything is checked', async () => {
  const passwords = { oldPassword: 'wrong', newPassword: 'short' }
  await assert.rejects(changePassword(server.database, { userId: await idOf(OLENA) }, passwords), {
    code: 'PASSWORD_TOO_SHORT',
    field: 'newPassword',
  })
})

test('a person changes names and phone', async () => {
  const userId = await idOf(OLENA)
  const user = await updateUser(server.database, userId, { firstName: ' Olena', lastName: 'Nowak ', phone: '+48 601 234 567' })
  assert.deepEqual([user.firstName, user.lastName, user.phone, user.email], ['Olena', 'Nowak', '+48 601 234 567', OLENA])
  await assert.rejects(updateUser(server.database, userId, { firstName: 'Olena', lastName: ' ', phone: '+48 601 234 567' }), {
    code: 'REQUIRED',
    field: 'lastName',
  })
})

async function idOf(email: string): Promise<UserId> {
  const row = await server.database.inSystem((tx) =>
    tx.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  return asId<UserId>(row.id)
}

test('the token names the person whom the services take', async () => {
  const { tokens } = await signIn(server.origin, 'guest@demo.trueline.example')
  assert.equal(decodeJwt(tokens.access_token).sub, await idOf('guest@demo.trueline.example'))
})
