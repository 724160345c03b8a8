import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refreshTokenGrant } from 'openid-client'
import { listMemberships } from '#server/company/membership.store.ts'
import { findCredentials, updatePasswordHash } from '#server/user/credentials.store.ts'
import { hashPassword } from '#server/user/passwordHash.ts'
import { createFirstCompany } from './firstCompany.ts'
import { DEMO_PEOPLE, seedDemoPeople, shutOutDemoPeople } from './seedDemoPeople.ts'
import { MAREK, OLENA, sendSignIn, signIn, startFlow, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

const form = { name: 'First', email: 'boss@first.example', country: 'pl', timeZone: 'Europe/Warsaw' }

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

test('the first administrator signs in with the printed password', async () => {
  const first = await createFirstCompany(server.database, form)
  const answer = await sendSignIn(await startFlow(server.origin, { companyId: first.company.id }), first.email, first.password)
  assert.equal(answer.status, 200)
  await assert.rejects(createFirstCompany(server.database, form), { code: 'NOT_UNIQUE', field: 'email' })
})

test('a wrong form is refused', async () => {
  await assert.rejects(createFirstCompany(server.database, { ...form, email: 'boss' }), { code: 'INVALID_EMAIL', field: 'email' })
})

test('seeding the demo people again changes nothing', async () => {
  const read = () =>
    server.database.inSystem(async (tx) => ({
      users: await tx.selectFrom('app_user').selectAll().orderBy('email').execute(),
      memberships: await tx.selectFrom('membership').selectAll().orderBy('user_id').orderBy('company_id').execute(),
    }))
  const before = await read()
  await seedDemoPeople(server.database)
  assert.deepEqual(await read(), before)
  const olena = before.users.find((user) => user.email === DEMO_PEOPLE[0]?.email)
  assert.ok(olena)
  const companies = await server.database.inSystem((tx) => listMemberships(tx, olena.id))
  assert.deepEqual(
    companies.map((membership) => membership.companyId),
    ['DEFLT', 'ACME1'],
  )
})

test('without the demo nobody signs in, or stays, with the published password; with it they do again', async () => {
  const { config, tokens } = await signIn(server.origin, OLENA)
  const own = 'Not-published-1'
  const [marek, passwordHash] = [await server.database.inSystem((tx) => findCredentials(tx, MAREK)), await hashPassword(own)]
  assert.ok(marek)
  await server.database.inSystem((tx) => updatePasswordHash(tx, marek.userId, passwordHash))
  await shutOutDemoPeople(server.database)
  assert.equal((await sendSignIn(await startFlow(server.origin), OLENA)).status, 401)
  await assert.rejects(refreshTokenGrant(config, tokens.refresh_token ?? ''))
  assert.equal((await sendSignIn(await startFlow(server.origin), MAREK, own)).status, 200)
  await seedDemoPeople(server.database)
  assert.equal((await sendSignIn(await startFlow(server.origin), OLENA)).status, 200)
  assert.equal((await sendSignIn(await startFlow(server.origin), MAREK, own)).status, 200)
})
