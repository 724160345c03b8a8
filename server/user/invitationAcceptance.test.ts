import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as client from 'openid-client'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { saveInvitation } from '#server/company/invitation.store.ts'
import { findMembership, listMemberships } from '#server/company/membership.store.ts'
import { createCallerFinder } from '#server/access/caller.ts'
import { createTopics } from '#server/event/topics.ts'
import { createCookieBrowser } from '#server/identity/testing/cookieBrowser.ts'
import { followBack, OLENA, sendSignIn, startFlow, startIdentityServer } from '#server/identity/testing/identityServer.ts'
import type { IdentityServer } from '#server/identity/testing/identityServer.ts'
import { addPerson, auditOf, PASSWORD, turnOnSecondFactor } from '#server/identity/testing/people.ts'
import { findAccountByEmail } from './account.store.ts'
import { authenticatorCode } from './authenticatorCode.ts'
import { makeLink } from './oneTimeLink.store.ts'
import { findUserByEmail } from './user.store.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('MAKER')
const NEW_PASSWORD = 'Chosen-password-2'

let server: IdentityServer
let inviter: UserId
let tests = 0

before(async () => {
  server = await startIdentityServer()
  await server.database.pool.query(`insert into company (id, name, country) values ('MAKER', 'Maker', 'pl')`)
  const olena = await server.database.inSystem((tx) => findUserByEmail(tx, OLENA))
  assert.ok(olena)
  inviter = olena.id
})
after(() => server.close())
beforeEach(() => void tests++)

async function invite(email: string): Promise<string> {
  const now = Date.now()
  const term = { sentOn: new Date(now), expiresOn: new Date(now + 7 * DAY_MS) }
  return server.database.inSystem(async (tx) => {
    const said = { email, role: 'USER' as const, teamId: null, workCenterIds: [], language: 'en', invitedBy: inviter, ...term }
    const { id } = await saveInvitation({ companyId: ACME, tx }, said)
    return makeLink(tx, { kind: 'INVITATION', companyId: ACME, invitationId: id })
  })
}

const post = async (path: string, body: unknown) => {
  const headers = { 'x-forwarded-for': `192.0.2.${tests}` }
  const response = await createCookieBrowser().postJson(`${server.origin}/identity/account/${path}`, body, headers)
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

const accountOf = (email: string) => server.database.inSystem((tx) => findAccountByEmail(tx, email))
const isMember = async (userId: UserId) => (await server.database.inSystem((tx) => findMembership(tx, ACME, userId))) !== null
const signsIn = async (email: string, password: string) =>
  (await sendSignIn(await startFlow(server.origin), email, password)).status === 200

const OK = { status: 200, answer: {} }
const EXPIRED = { status: 410, answer: { error: 'LINK_EXPIRED', params: {} } }
const refused = (error: string, field: string) => ({ status: 422, answer: { error, field, params: {} } })

test('who has no account makes one by the link, with names, password and agreement, and is a member with a proven address', async () => {
  const hash = await invite('new@invited.example')
  assert.deepEqual((await post('link', { kind: 'INVITATION', hash })).answer, {
    kind: 'INVITATION',
    email: 'new@invited.example',
    companyName: 'Acme Works',
    hasAccount: false,
    needsPassword: true,
  })
  const person = { firstName: ' Maria ', lastName: 'Silva', phone: '+48 601 234 567', password: NEW_PASSWORD, isAgreed: true }
  assert.deepEqual(await post('invitation', { hash }), refused('REQUIRED', 'firstName'))
  assert.deepEqual(await post('invitation', { hash, ...person, password: undefined }), refused('REQUIRED', 'password'))
  assert.deepEqual(await post('invitation', { hash, ...person, isAgreed: false }), refused('REQUIRED', 'isAgreed'))
  assert.equal(await accountOf('new@invited.example'), null, 'nothing was made, and the link still works')
  assert.deepEqual(await post('invitation', { hash, ...person }), OK)
  const account = await accountOf('new@invited.example')
  assert.ok(account)
  assert.deepEqual([account.firstName, account.isEmailVerified, await isMember(account.userId)], ['Maria', true, true])
  assert.equal(await signsIn('new@invited.example', NEW_PASSWORD), true)
  assert.deepEqual(await post('invitation', { hash, ...person }), EXPIRED)
  assert.deepEqual(await auditOf(server.database, ACME, account.userId), ['ACCEPT_INVITATION'])
})

test('a proven account just joins; a password or names sent along change nothing of it', async () => {
  const userId = await addPerson(server.database, 'proven@invited.example')
  const hash = await invite('Proven@invited.example')
  const notice = await post('link', { kind: 'INVITATION', hash })
  assert.deepEqual((notice.answer as { readonly needsPassword: boolean }).needsPassword, false)
  assert.deepEqual(await post('invitation', { hash, password: NEW_PASSWORD, firstName: 'Eve', lastName: 'Eve', isAgreed: true }), OK)
  assert.equal(await isMember(userId), true)
  assert.equal((await accountOf('proven@invited.example'))?.firstName, 'Anna')
  assert.deepEqual(
    [await signsIn('proven@invited.example', NEW_PASSWORD), await signsIn('proven@invited.example', PASSWORD)],
    [false, true],
  )
})

test('an unproven account may be a stranger’s: its reader sets a new password, and whoever had the old one is out at once', async () => {
  const email = 'squatted@invited.example'
  const userId = await addPerson(server.database, email, { isEmailVerified: false, in: OTHER, madeByCompanyId: OTHER })
  const { secret } = await turnOnSecondFactor(server.database, userId)
  const flow = await startFlow(server.origin)
  await sendSignIn(flow, email, PASSWORD)
  const code = authenticatorCode(secret, Date.now())
  const back = await followBack(flow, await flow.browser.postJson(`${flow.location}/second-factor`, { code }))
  const stolen = await client.authorizationCodeGrant(flow.config, back, flow.checks)
  const findCaller = createCallerFinder({
    database: server.database,
    verifyAccessToken: (token) => server.identity.verifyAccessToken(token),
    topics: createTopics(),
    now: Date.now,
  })
  const asked = { authorization: `Bearer ${stolen.access_token}`, schemaCode: undefined, language: undefined }
  assert.equal((await findCaller(asked))?.authLevel, 'COMPANY')
  const hash = await invite(email)
  assert.deepEqual(await post('invitation', { hash }), refused('REQUIRED', 'password'))
  assert.equal((await post('invitation', { hash, password: 'short' })).status, 422)
  assert.equal(await isMember(userId), false)
  assert.deepEqual(await post('invitation', { hash, password: NEW_PASSWORD }), OK)
  assert.deepEqual([await signsIn(email, PASSWORD), await isMember(userId)], [false, true])
  const fresh = await startFlow(server.origin)
  await followBack(fresh, await sendSignIn(fresh, email, NEW_PASSWORD))
  await assert.rejects(client.refreshTokenGrant(flow.config, stolen.refresh_token ?? ''), { error: 'invalid_grant' })
  assert.equal(await findCaller(asked), null, 'the access token of the ended session is good for nothing')
})

test('until its address is proven, an account acts in the company that made it only', async () => {
  const userId = await addPerson(server.database, 'made@invited.example', { isEmailVerified: false, in: OTHER, madeByCompanyId: OTHER })
  await server.database.pool.query(`insert into membership (company_id, user_id, role) values ('ACME1', $1, 'ADMIN')`, [userId])
  const companies = async () => (await server.database.inSystem((tx) => listMemberships(tx, userId))).map((one) => one.companyId)
  assert.deepEqual(await companies(), [OTHER])
  const flow = await startFlow(server.origin, { companyId: ACME })
  assert.equal((await sendSignIn(flow, 'made@invited.example', PASSWORD)).status, 403)
  await server.database.pool.query('update app_user set email_verified_on = now() where id = $1', [userId])
  assert.deepEqual((await companies()).toSorted(), [ACME, OTHER])
})

test('revoked and expired invitations are refused like unknown ones, also when their link would still work', async () => {
  await addPerson(server.database, 'late@invited.example')
  for (const change of ['revoked_on = now()', 'expires_on = now()', `accepted_on = now()`]) {
    const hash = await invite('late@invited.example')
    await server.database.pool.query(`update invitation set ${change} where email = 'late@invited.example'`)
    assert.deepEqual(await post('link', { kind: 'INVITATION', hash }), EXPIRED, change)
    assert.deepEqual(await post('invitation', { hash }), EXPIRED, change)
  }
})

test('of two acceptances at once one joins', async () => {
  await addPerson(server.database, 'double@invited.example')
  const hash = await invite('double@invited.example')
  const answers = await Promise.all([post('invitation', { hash }), post('invitation', { hash })])
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200, 410]))
})
