import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import { followBack, OLENA, sendSignIn, signIn, startFlow, startIdentityServer } from '#server/identity/testing/identityServer.ts'
import type { IdentityServer } from '#server/identity/testing/identityServer.ts'
import { addPerson, auditOf, emailsTo, PASSWORD } from '#server/identity/testing/people.ts'
import { changePassword } from './password.service.ts'
import { startTwoFactor } from './twoFactor.service.ts'
import { findUserByEmail } from './user.store.ts'

const NEW_PASSWORD = 'Another-password-2'

let server: IdentityServer
const deps = () => ({ database: server.database, now: Date.now })

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

async function session(email: string) {
  const flow = await startFlow(server.origin)
  const back = await followBack(flow, await sendSignIn(flow, email, PASSWORD))
  return { ...flow, tokens: await client.authorizationCodeGrant(flow.config, back, flow.checks) }
}

test('a new password signs in, the old one does not, only the session that changed it lives on, and person and company hear of it', async () => {
  const email = 'anna@change.example'
  const userId = await addPerson(server.database, email, { in: 'ACME1' })
  const [here, elsewhere] = [await session(email), await session(email)]
  const principal = await server.identity.verifyAccessToken(here.tokens.access_token)
  assert.ok(principal)
  await changePassword(deps(), principal, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
  assert.equal((await sendSignIn(await startFlow(server.origin), email, PASSWORD)).status, 401)
  assert.equal((await sendSignIn(await startFlow(server.origin), email, NEW_PASSWORD)).status, 200)
  assert.ok((await client.refreshTokenGrant(here.config, here.tokens.refresh_token ?? '')).access_token)
  await assert.rejects(client.refreshTokenGrant(elsewhere.config, elsewhere.tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  assert.deepEqual(await auditOf(server.database, 'ACME1', userId), ['CHANGE_PASSWORD'])
  const [message] = await emailsTo(server.database, email)
  assert.equal(message?.kind, 'PASSWORD_CHANGED')
})

test('a wrong old password is refused and counts towards the lock', async () => {
  const userId = await addPerson(server.database, 'guessed@change.example')
  const guess = (oldPassword: string) => changePassword(deps(), { userId }, { oldPassword, newPassword: NEW_PASSWORD })
  for (let attempt = 0; attempt < 5; attempt++) await assert.rejects(guess('wrong'), { code: 'WRONG_PASSWORD', field: 'oldPassword' })
  await assert.rejects(guess(PASSWORD), { code: 'WRONG_PASSWORD' }, 'locked')
})

test('a weak new password is refused before anything is checked', async () => {
  const userId = await addPerson(server.database, 'weak@change.example')
  await assert.rejects(changePassword(deps(), { userId }, { oldPassword: 'wrong', newPassword: 'short' }), {
    code: 'PASSWORD_TOO_SHORT',
    field: 'newPassword',
  })
})

test('an account that everybody uses keeps its password and gets no second factor', async () => {
  await signIn(server.origin, OLENA)
  const olena = await server.database.inSystem((tx) => findUserByEmail(tx, OLENA))
  assert.ok(olena)
  const passwords = { oldPassword: 'Trueline-demo-1', newPassword: NEW_PASSWORD }
  await assert.rejects(changePassword(deps(), { userId: olena.id }, passwords), { code: 'DEMO_ACCOUNT' })
  await assert.rejects(startTwoFactor(deps(), { userId: olena.id }), { code: 'DEMO_ACCOUNT' })
  await signIn(server.origin, OLENA)
})
