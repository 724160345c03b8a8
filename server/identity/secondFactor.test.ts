import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import type { UserId } from '#engine/ids.ts'
import { authenticatorCode } from '#server/user/authenticatorCode.ts'
import { changePassword } from '#server/user/password.service.ts'
import { checkSecondFactor, disableTwoFactor } from '#server/user/twoFactor.service.ts'
import { followBack, sendSignIn, startFlow, startIdentityServer } from './testing/identityServer.ts'
import type { Flow, IdentityServer } from './testing/identityServer.ts'
import { addPerson, auditOf, emailsTo, PASSWORD, turnOnSecondFactor } from './testing/people.ts'
import type { SecondFactor } from './testing/people.ts'

let server: IdentityServer
let count = 0

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

type Person = SecondFactor & { readonly email: string; readonly userId: UserId }

async function newPerson(): Promise<Person> {
  const email = `person${++count}@factor.example`
  const userId = await addPerson(server.database, email, { in: 'ACME1', login: `person${count}` })
  return { email, userId, ...(await turnOnSecondFactor(server.database, userId)) }
}

/** Returns a person who was made, and the instant after it, while one code was valid: it confirmed with the code before that one. */
async function newPersonWithinOneCode(): Promise<{ readonly person: Person; readonly now: number }> {
  for (;;) {
    const begun = Date.now()
    const person = await newPerson()
    const now = Date.now()
    if (Math.floor(begun / 30_000) === Math.floor(now / 30_000)) return { person, now }
  }
}

const sendCode = (flow: Flow, code: string) => flow.browser.postJson(`${flow.location}/second-factor`, { code })

async function answerOf(response: Promise<Response>): Promise<readonly unknown[]> {
  const { status, ...rest } = await response.then(async (one) => ({ status: one.status, body: await one.json() }))
  return [status, rest.body]
}

/** A flow with a checked password, before its code. */
async function halfWay(person: Person): Promise<Flow> {
  const flow = await startFlow(server.origin)
  assert.deepEqual(await answerOf(sendSignIn(flow, person.email, PASSWORD)), [200, { next: 'SECOND_FACTOR' }])
  return flow
}

test('the password alone opens nothing, password and code do', async () => {
  const person = await newPerson()
  const skipping = await halfWay(person)
  const resumed = await skipping.browser.get(skipping.location.replace('/interaction/', '/auth/'))
  assert.ok(!(resumed.headers.get('location') ?? '').includes('code='), 'the interaction is not finished')
  assert.ok(!(await startFlow(server.origin, { browser: skipping.browser })).location.includes('code='), 'there is no session')
  const flow = await halfWay(person)
  const back = await followBack(flow, await sendCode(flow, authenticatorCode(person.secret, Date.now())))
  const tokens = await client.authorizationCodeGrant(flow.config, back, flow.checks)
  assert.equal(tokens.claims()?.sub, person.userId)
})

test('a person signs in with the login as with the address', async () => {
  const person = await newPerson()
  const flow = await startFlow(server.origin)
  assert.deepEqual(await answerOf(sendSignIn(flow, `PERSON${count}`, PASSWORD)), [200, { next: 'SECOND_FACTOR' }])
  assert.equal((await sendCode(flow, authenticatorCode(person.secret, Date.now()))).status, 200)
})

test('a code belongs to the interaction whose password was right: another one, another browser or none at all is refused', async () => {
  const person = await newPerson()
  const code = () => authenticatorCode(person.secret, Date.now())
  const half = await halfWay(person)
  const fresh = await startFlow(server.origin)
  assert.deepEqual(await answerOf(sendCode(fresh, code())), [410, { error: 'INTERACTION_EXPIRED' }])
  const second = await startFlow(server.origin, { browser: half.browser })
  assert.deepEqual(await answerOf(sendCode(second, code())), [410, { error: 'INTERACTION_EXPIRED' }])
  const stranger = await startFlow(server.origin)
  const stolen = stranger.browser.postJson(`${half.location}/second-factor`, { code: code() })
  assert.deepEqual(await answerOf(stolen), [410, { error: 'INTERACTION_EXPIRED' }])
  assert.equal((await sendCode(half, code())).status, 200)
})

test('who starts anew in the same browser is asked for both again', async () => {
  const person = await newPerson()
  const half = await halfWay(person)
  const again = await startFlow(server.origin, { browser: half.browser })
  assert.ok(!again.location.includes('code='), again.location)
  assert.deepEqual(await answerOf(sendSignIn(again, person.email, PASSWORD)), [200, { next: 'SECOND_FACTOR' }])
})

test('a code works once, also in another sign-in, and none before it works afterwards', async () => {
  const { person, now } = await newPersonWithinOneCode()
  const [before, present] = [authenticatorCode(person.secret, now - 30_000), authenticatorCode(person.secret, now)]
  assert.deepEqual(await answerOf(sendCode(await halfWay(person), before)), [401, { error: 'WRONG_CODE' }], 'used when it was confirmed')
  assert.equal((await sendCode(await halfWay(person), present)).status, 200)
  assert.deepEqual(await answerOf(sendCode(await halfWay(person), present)), [401, { error: 'WRONG_CODE' }])
  assert.deepEqual(await answerOf(sendCode(await halfWay(person), before)), [401, { error: 'WRONG_CODE' }])
})

test('of many sign-ins at once with one code, one succeeds', async () => {
  const person = await newPerson()
  const now = Date.now()
  const check = () => checkSecondFactor({ database: server.database, now: () => now }, person.userId, authenticatorCode(person.secret, now))
  const answers = await Promise.all(Array.from({ length: 4 }, check))
  assert.equal(answers.filter(Boolean).length, 1)
})

test('a recovery code works once, however it is typed, and is told to the companies', async () => {
  const person = await newPerson()
  const [first = '', second = ''] = person.recoveryCodes
  assert.equal(person.recoveryCodes.length, 10)
  assert.equal((await sendCode(await halfWay(person), ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status, 200)
  assert.deepEqual(await answerOf(sendCode(await halfWay(person), first)), [401, { error: 'WRONG_CODE' }])
  assert.equal((await sendCode(await halfWay(person), second)).status, 200)
  assert.deepEqual(await auditOf(server.database, 'ACME1', person.userId), ['TURN_ON_TWO_FACTOR', 'USE_RECOVERY_CODE', 'USE_RECOVERY_CODE'])
  const stored = await server.database.pool.query('select * from recovery_code')
  assert.ok(!JSON.stringify(stored.rows).includes(first.replaceAll('-', '')))
})

test('wrong codes lock like wrong passwords, the right password in between forgets none of them, and the lock holds for both', async () => {
  const person = await newPerson()
  for (let failure = 0; failure < 5; failure++) {
    const answer = await answerOf(sendCode(await halfWay(person), 'zzzz-zzzz-zzzz-zzzz'))
    assert.deepEqual(answer, [401, { error: 'WRONG_CODE' }])
  }
  const at = Date.now()
  const code = authenticatorCode(person.secret, at)
  assert.equal(await checkSecondFactor({ database: server.database, now: () => at }, person.userId, code), false)
  assert.equal((await sendSignIn(await startFlow(server.origin), person.email, PASSWORD)).status, 401)
  const later = at + 61_000
  const fresh = authenticatorCode(person.secret, later)
  assert.equal(await checkSecondFactor({ database: server.database, now: () => later }, person.userId, fresh), true)
})

test('guesses at once are counted one by one', async () => {
  const person = await newPerson()
  const now = Date.now()
  const guess = () => checkSecondFactor({ database: server.database, now: () => now }, person.userId, 'zzzz-zzzz-zzzz-zzzz')
  await Promise.all(Array.from({ length: 12 }, guess))
  const { rows } = await server.database.pool.query<{ failed_sign_ins: number }>('select failed_sign_ins from app_user where id = $1', [
    person.userId,
  ])
  assert.equal(rows[0]?.failed_sign_ins, 5)
})

test('a sign-in that waits for its code ends with the password that began it', async () => {
  const person = await newPerson()
  const half = await halfWay(person)
  const passwords = { oldPassword: PASSWORD, newPassword: 'Other-password-2' }
  await changePassword({ database: server.database, now: Date.now }, { userId: person.userId }, passwords)
  const answer = await answerOf(sendCode(half, authenticatorCode(person.secret, Date.now())))
  assert.deepEqual(answer, [410, { error: 'INTERACTION_EXPIRED' }])
})

test('sessions of before the second factor end, and no refresh goes around it', async () => {
  const email = `person${++count}@factor.example`
  const userId = await addPerson(server.database, email, { in: 'ACME1' })
  const flow = await startFlow(server.origin)
  const back = await followBack(flow, await sendSignIn(flow, email, PASSWORD))
  const tokens = await client.authorizationCodeGrant(flow.config, back, flow.checks)
  await turnOnSecondFactor(server.database, userId)
  await assert.rejects(client.refreshTokenGrant(flow.config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  assert.ok(!(await startFlow(server.origin, { browser: flow.browser })).location.includes('code='))
  assert.deepEqual(
    (await emailsTo(server.database, email)).map((message) => message.kind),
    ['TWO_FACTOR_CHANGED'],
  )
})

test('switched off, the password is enough again; that takes the password and is told', async () => {
  const person = await newPerson()
  const deps = { database: server.database, now: Date.now }
  await assert.rejects(disableTwoFactor(deps, person, 'wrong'), { code: 'WRONG_PASSWORD', field: 'password' })
  await disableTwoFactor(deps, person, PASSWORD)
  await assert.rejects(disableTwoFactor(deps, person, PASSWORD), { code: 'TWO_FACTOR_OFF' })
  const flow = await startFlow(server.origin)
  await followBack(flow, await sendSignIn(flow, person.email, PASSWORD))
  assert.deepEqual(await auditOf(server.database, 'ACME1', person.userId), ['TURN_ON_TWO_FACTOR', 'TURN_OFF_TWO_FACTOR'])
})

test('other sites cannot post a code, and a secret is encrypted', async () => {
  const person = await newPerson()
  const half = await halfWay(person)
  const code = authenticatorCode(person.secret, Date.now())
  const foreign = await half.browser.postJson(`${half.location}/second-factor`, { code }, { origin: 'https://evil.example' })
  assert.equal(foreign.status, 403)
  const { rows } = await server.database.pool.query<{ totp_secret: string }>('select totp_secret from app_user where id = $1', [
    person.userId,
  ])
  assert.ok(rows[0] && !rows[0].totp_secret.includes(person.secret))
})
