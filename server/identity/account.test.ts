import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as client from 'openid-client'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { findAccountByEmail } from '#server/user/account.store.ts'
import { authenticatorCode } from '#server/user/authenticatorCode.ts'
import { checkSecondFactor } from '#server/user/twoFactor.service.ts'
import { makeLink } from '#server/user/oneTimeLink.store.ts'
import { createCookieBrowser } from './testing/cookieBrowser.ts'
import { followBack, OLENA, sendSignIn, startFlow, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'
import { addPerson, auditOf, emailsTo, linkTo, PASSWORD, turnOnSecondFactor } from './testing/people.ts'

const NEW_PASSWORD = 'Another-password-2'
const ACME = asId<CompanyId>('ACME1')

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

/** Each test comes from an address of its own. */
let tests = 0
beforeEach(() => void tests++)
const from = () => ({ 'x-forwarded-for': `192.0.2.${tests}` })

const post = async (path: string, body: unknown, headers: Record<string, string> = from()) => {
  const response = await createCookieBrowser().postJson(`${server.origin}/identity/account/${path}`, body, headers)
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

const EXPIRED = { status: 410, answer: { error: 'LINK_EXPIRED', params: {} } }

async function askReset(email: string): Promise<void> {
  assert.deepEqual(await post('reset', { email, language: 'pl' }), { status: 202, answer: {} })
  await server.identity.settled()
}

const signsIn = async (email: string, password: string) =>
  (await sendSignIn(await startFlow(server.origin), email, password)).status === 200

async function signedIn(email: string, password: string) {
  const flow = await startFlow(server.origin)
  const back = await followBack(flow, await sendSignIn(flow, email, password))
  return { ...flow, tokens: await client.authorizationCodeGrant(flow.config, back, flow.checks) }
}

test('an e-mail leads to a new password: the old one and every session end, and person and company hear of it', async () => {
  const userId = await addPerson(server.database, 'anna@reset.example', { in: ACME })
  const { config, tokens } = await signedIn('anna@reset.example', PASSWORD)
  await askReset('Anna@Reset.example')
  const [message] = await emailsTo(server.database, 'anna@reset.example')
  assert.deepEqual([message?.kind, message?.language], ['RESET_PASSWORD', 'pl'])
  assert.match(message?.text ?? '', /\/password\/restore\?hash=[\w-]{43}&lang=pl/)
  const hash = await linkTo(server.database, 'anna@reset.example', 'RESET_PASSWORD')
  const notice = await post('link', { kind: 'RESET_PASSWORD', hash })
  assert.deepEqual(notice.answer, {
    kind: 'RESET_PASSWORD',
    email: 'anna@reset.example',
    firstName: 'Anna',
    lastName: 'Kowalska',
    hasAccount: true,
    needsPassword: true,
  })
  const weak = await post('restore', { hash, password: 'short' })
  assert.deepEqual(weak, { status: 422, answer: { error: 'PASSWORD_TOO_SHORT', field: 'password', params: { min: 8 } } })
  assert.deepEqual(await post('restore', { hash, password: NEW_PASSWORD }), { status: 200, answer: {} })
  assert.deepEqual([await signsIn('anna@reset.example', PASSWORD), await signsIn('anna@reset.example', NEW_PASSWORD)], [false, true])
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  const userinfo = await fetch(`${server.origin}/identity/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  assert.equal(userinfo.status, 401)
  assert.deepEqual(await auditOf(server.database, ACME, userId), ['RESET_PASSWORD'])
  assert.equal((await emailsTo(server.database, 'anna@reset.example')).at(-1)?.kind, 'PASSWORD_CHANGED')
})

test('known, unknown and shared addresses get the same answer, and only the known one an e-mail', async () => {
  await addPerson(server.database, 'known@reset.example')
  for (const email of ['known@reset.example', 'unknown@reset.example', OLENA]) await askReset(email)
  const counts = await Promise.all(
    ['known@reset.example', 'unknown@reset.example', OLENA].map(async (email) => (await emailsTo(server.database, email)).length),
  )
  assert.deepEqual(counts, [1, 0, 0])
})

test('a mailbox gets three e-mails an hour, in any spelling, and the answer stays the same', async () => {
  await addPerson(server.database, 'flooded@reset.example')
  for (const email of ['flooded@reset.example', 'Flooded@reset.example', 'FLOODED@RESET.EXAMPLE', 'flooded@reset.example'])
    await askReset(email)
  assert.equal((await emailsTo(server.database, 'flooded@reset.example')).length, 3)
})

test('used, replaced, expired, tampered, invented and other links are refused alike, at every step', async () => {
  const userId = await addPerson(server.database, 'links@reset.example')
  const make = (kind: 'RESET_PASSWORD' | 'ACTIVATE' | 'VERIFY_EMAIL') => server.database.inSystem((tx) => makeLink(tx, { kind, userId }))
  const replaced = await make('RESET_PASSWORD')
  const used = await make('RESET_PASSWORD')
  assert.equal((await post('restore', { hash: used, password: NEW_PASSWORD })).status, 200)
  const expired = await make('RESET_PASSWORD')
  await server.database.pool.query('update one_time_link set expires_on = now() where user_id = $1', [userId])
  const other = await make('VERIFY_EMAIL')
  for (const hash of [replaced, used, expired, `${expired}x`, 'invented', other]) {
    assert.deepEqual(await post('link', { kind: 'RESET_PASSWORD', hash }), EXPIRED, hash)
    assert.deepEqual(await post('restore', { hash, password: PASSWORD }), EXPIRED, hash)
    assert.deepEqual(await post('restore', { hash, password: 'short' }), EXPIRED, hash)
    assert.deepEqual(await post('activate', { hash, password: PASSWORD }), EXPIRED, hash)
    assert.deepEqual(await post('invitation', { hash, password: PASSWORD }), EXPIRED, hash)
  }
  assert.equal(await signsIn('links@reset.example', NEW_PASSWORD), true)
})

test('a new password ends the other links of the account', async () => {
  const userId = await addPerson(server.database, 'ends@reset.example')
  const make = (kind: 'RESET_PASSWORD' | 'ACTIVATE') => server.database.inSystem((tx) => makeLink(tx, { kind, userId }))
  const [reset, activate] = [await make('RESET_PASSWORD'), await make('ACTIVATE')]
  assert.equal((await post('activate', { hash: activate, password: NEW_PASSWORD })).status, 200)
  assert.deepEqual(await post('restore', { hash: reset, password: PASSWORD }), EXPIRED)
})

test('an account made without a password is activated: names, password and proven address', async () => {
  const userId = await addPerson(server.database, 'made@reset.example', {
    password: null,
    isEmailVerified: false,
    in: ACME,
    madeByCompanyId: ACME,
  })
  const hash = await server.database.inSystem((tx) => makeLink(tx, { kind: 'ACTIVATE', userId, companyId: ACME }))
  const { answer } = await post('link', { kind: 'ACTIVATE', hash })
  assert.equal((answer as { readonly companyName: string }).companyName, 'Acme Works')
  assert.equal((await post('activate', { hash, password: NEW_PASSWORD, firstName: ' ' })).status, 422)
  assert.equal((await post('activate', { hash, password: NEW_PASSWORD, firstName: ' Maria ' })).status, 200)
  const account = await server.database.inSystem((tx) => findAccountByEmail(tx, 'made@reset.example'))
  assert.deepEqual([account?.firstName, account?.isEmailVerified], ['Maria', true])
  assert.equal(await signsIn('made@reset.example', NEW_PASSWORD), true)
  assert.deepEqual(await auditOf(server.database, ACME, userId), ['ACTIVATE_ACCOUNT'])
})

test('an e-mail hands an unproven account over whole: a second factor of whoever had it before is gone', async () => {
  const email = 'squatted@reset.example'
  const userId = await addPerson(server.database, email, { isEmailVerified: false, madeByCompanyId: ACME, in: ACME })
  const { secret } = await turnOnSecondFactor(server.database, userId)
  await askReset(email)
  const hash = await linkTo(server.database, email, 'RESET_PASSWORD')
  assert.equal((await post('restore', { hash, password: NEW_PASSWORD })).status, 200)
  const code = authenticatorCode(secret, Date.now())
  assert.equal(await checkSecondFactor({ database: server.database, now: Date.now }, userId, code), false)
  const flow = await startFlow(server.origin)
  await followBack(flow, await sendSignIn(flow, email, NEW_PASSWORD))
})

test('the second factor of a proven account outlives a forgotten password', async () => {
  const email = 'careful@reset.example'
  const userId = await addPerson(server.database, email)
  await turnOnSecondFactor(server.database, userId)
  await askReset(email)
  assert.equal(
    (await post('restore', { hash: await linkTo(server.database, email, 'RESET_PASSWORD'), password: NEW_PASSWORD })).status,
    200,
  )
  const answer = await (await sendSignIn(await startFlow(server.origin), email, NEW_PASSWORD)).json()
  assert.deepEqual(answer, { next: 'SECOND_FACTOR' })
})

test('a forgotten password ends a lock', async () => {
  const email = 'locked@reset.example'
  const userId = await addPerson(server.database, email)
  await server.database.pool.query(`update app_user set failed_sign_ins = 9, locked_until = now() + interval '15 minutes' where id = $1`, [
    userId,
  ])
  await askReset(email)
  assert.equal(
    (await post('restore', { hash: await linkTo(server.database, email, 'RESET_PASSWORD'), password: NEW_PASSWORD })).status,
    200,
  )
  assert.equal(await signsIn(email, NEW_PASSWORD), true)
})

test('other sites, forms and unknown fields are refused before anything happens', async () => {
  const body = { email: 'known@reset.example', language: 'en' }
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]) {
    for (const path of ['reset', 'link', 'restore', 'activate', 'invitation']) {
      const response = await createCookieBrowser().postJson(`${server.origin}/identity/account/${path}`, body, headers)
      assert.ok([403, 415].includes(response.status), `${path} ${JSON.stringify(headers)} ${response.status}`)
    }
  }
  assert.equal((await post('reset', { ...body, isAdmin: true })).status, 400)
  assert.equal((await post('reset', { email: 'no address', language: 'en' })).status, 422)
})

test('sign-in gives the browser a new session, whatever it came with', async () => {
  await addPerson(server.database, 'fixed@reset.example')
  const flow = await startFlow(server.origin)
  const before = flow.browser.cookies.find((cookie) => cookie.name === 'trueline_session')?.value
  await followBack(flow, await sendSignIn(flow, 'fixed@reset.example', PASSWORD))
  const session = flow.browser.cookies.find((cookie) => cookie.name === 'trueline_session')?.value
  assert.ok(session !== undefined && session !== before)
  const other = await startFlow(server.origin)
  await followBack(other, await sendSignIn(other, 'fixed@reset.example', PASSWORD))
  assert.notEqual(other.browser.cookies.find((cookie) => cookie.name === 'trueline_session')?.value, session)
})

const countOf = (answers: readonly { readonly status: number }[]) => {
  const refused = answers.filter((one) => one.status === 429).length
  return { taken: answers.length - refused, refused }
}

test('an address asks for ten e-mails and follows sixty links a minute; then it waits, whatever it asks, and others do not', async () => {
  const messages = await Promise.all(Array.from({ length: 12 }, (_none, at) => post('reset', { email: `flood${at}@reset.example` })))
  assert.deepEqual(countOf(messages), { taken: 10, refused: 2 })
  const links = await Promise.all(Array.from({ length: 61 }, () => post('link', { kind: 'RESET_PASSWORD', hash: 'guess' })))
  assert.deepEqual(countOf(links), { taken: 60, refused: 1 })
  assert.equal((await post('restore', { hash: 'guess', password: PASSWORD })).status, 429)
  assert.equal((await post('reset', { email: 'calm@reset.example' }, { 'x-forwarded-for': '198.51.100.7' })).status, 202)
})

test('a sign-in that was not fetched before the password changed leads nowhere', async () => {
  await addPerson(server.database, 'waits@reset.example', { in: ACME })
  const flow = await startFlow(server.origin)
  const response = await sendSignIn(flow, 'waits@reset.example', PASSWORD)
  assert.equal(response.status, 200)
  await askReset('waits@reset.example')
  const hash = await linkTo(server.database, 'waits@reset.example', 'RESET_PASSWORD')
  assert.equal((await post('restore', { hash, password: NEW_PASSWORD })).status, 200)
  const answer: unknown = await response.json()
  assert.ok(typeof answer === 'object' && answer !== null && 'continueAt' in answer && typeof answer.continueAt === 'string')
  const back = await flow.browser.get(answer.continueAt)
  assert.ok(!(back.headers.get('location') ?? '').includes('code='), String(back.headers.get('location')))
})
