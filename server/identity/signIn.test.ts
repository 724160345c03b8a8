import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { isPasswordOf } from '#server/user/passwordHash.ts'
import { DEMO_PASSWORD } from './seedDemoPeople.ts'
import { checkPassword, createSignInCheck } from './signIn.service.ts'
import { createCookieBrowser, withoutSession } from './testing/cookieBrowser.ts'
import { followBack, MAREK, OLENA, sendSignIn, startFlow, startIdentityServer } from './testing/identityServer.ts'
import type { Flow, IdentityServer } from './testing/identityServer.ts'
import { addPerson, linkTo, PASSWORD } from './testing/people.ts'

const IVAN = 'ivan@demo.trueline.example'
const NOBODY = 'nobody@demo.trueline.example'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

/** A check with a clock of its own, which counts the hashes it made. */
function countingCheck(email: string) {
  const clock = { now: Date.parse('2026-05-04T06:00:00Z'), hashes: 0, statements: 0 }
  const check = (password: string) =>
    checkPassword(
      { name: email, password, from: { browser: null, address: 'address 192.0.2.1' } },
      {
        database: {
          ...server.database,
          inSystem: (work) => {
            clock.statements++
            return server.database.inSystem(work)
          },
        },
        now: () => clock.now,
        isPasswordOf: (...args) => {
          clock.hashes++
          return isPasswordOf(...args)
        },
      },
    )
  return { clock, check }
}

test('the right password signs in, in any spelling of the address', async () => {
  assert.notEqual(await countingCheck(OLENA.toUpperCase()).check(DEMO_PASSWORD), null)
})

test('five failures lock for a minute, further ones double the time, and the right password is refused meanwhile', async () => {
  const { clock, check } = countingCheck(MAREK)
  for (let failure = 0; failure < 5; failure++) assert.equal(await check('wrong'), null)
  assert.equal(await check(DEMO_PASSWORD), null, 'locked')
  clock.now += MINUTE_MS + 1
  assert.equal(await check('wrong'), null)
  clock.now += MINUTE_MS + 1
  assert.equal(await check(DEMO_PASSWORD), null, 'locked for two minutes now')
  clock.now += MINUTE_MS
  assert.notEqual(await check(DEMO_PASSWORD), null)
  for (let failure = 0; failure < 4; failure++) await check('wrong')
  assert.notEqual(await check(DEMO_PASSWORD), null, 'a success forgot the failures')
})

test('failures while locked do not prolong the lock', async () => {
  const { clock, check } = countingCheck(IVAN)
  for (let failure = 0; failure < 20; failure++) await check('wrong')
  clock.now += MINUTE_MS + 1
  assert.notEqual(await check(DEMO_PASSWORD), null)
})

test('unknown, wrong and locked take the same steps: one hash and as many transactions', async () => {
  const steps = async (email: string, failures: number) => {
    const { clock, check } = countingCheck(email)
    for (let failure = 0; failure < failures; failure++) await check('wrong')
    clock.hashes = 0
    clock.statements = 0
    assert.equal(await check('wrong'), null)
    return { hashes: clock.hashes, transactions: clock.statements }
  }
  const expected = { hashes: 1, transactions: 2 }
  assert.deepEqual(await steps(NOBODY, 0), expected)
  assert.deepEqual(await steps(OLENA, 0), expected)
  assert.deepEqual(await steps('guest@demo.trueline.example', 5), expected)
})

test('unknown, wrong and locked get the same answer, byte for byte', async () => {
  const flow = await startFlow(server.origin)
  const answerTo = async (email: string, password: string) => {
    const response = await sendSignIn(flow, email, password)
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    return { status: response.status, headers, body: await response.text() }
  }
  const wrong = await answerTo(OLENA, 'wrong')
  assert.deepEqual([wrong.status, wrong.body], [401, '{"error":"WRONG_CREDENTIALS"}'])
  assert.deepEqual(await answerTo(NOBODY, 'wrong'), wrong)
  const { check } = countingCheck('guest@demo.trueline.example')
  for (let failure = 0; failure < 5; failure++) await check('wrong')
  await server.database.inSystem((tx) =>
    tx
      .updateTable('app_user')
      .set({ locked_until: new Date(Date.now() + MINUTE_MS) })
      .where('email', '=', 'guest@demo.trueline.example')
      .execute(),
  )
  assert.deepEqual(await answerTo('guest@demo.trueline.example', DEMO_PASSWORD), wrong)
})

/** Sends a sign-in from an address. */
const sendFrom = (flow: Flow, address: string, email: string, password: string = DEMO_PASSWORD) =>
  flow.browser.postJson(`${flow.location}/sign-in`, { email, password, remember: false }, { 'x-forwarded-for': address })

test('a stranger who guesses wrong keeps nobody out: the person signs in from elsewhere, and from a known browser of the same address', async () => {
  const email = 'owner@locks.example'
  await addPerson(server.database, email, { in: 'ACME1' })
  const known = await startFlow(server.origin)
  await followBack(known, await sendFrom(known, '198.51.100.1', email, PASSWORD))
  const stranger = await startFlow(server.origin)
  for (let failure = 0; failure < 6; failure++) assert.equal((await sendFrom(stranger, '203.0.113.9', email, 'wrong')).status, 401)
  assert.equal((await sendFrom(stranger, '203.0.113.9', email, PASSWORD)).status, 401, 'the stranger is locked')
  assert.equal((await sendFrom(await startFlow(server.origin), '198.51.100.2', email, PASSWORD)).status, 200)
  const sameHouse = await startFlow(server.origin, { browser: withoutSession(known.browser) })
  assert.equal((await sendFrom(sameHouse, '203.0.113.9', email, PASSWORD)).status, 200)
})

test('a stranger with many addresses is slowed down as one, and the person still gets in: from a known browser, or by a link from an e-mail', async () => {
  const email = 'target@locks.example'
  await addPerson(server.database, email, { in: 'ACME1' })
  const known = await startFlow(server.origin)
  await followBack(known, await sendFrom(known, '198.51.100.1', email, PASSWORD))
  const stranger = await startFlow(server.origin)
  for (let failure = 0; failure < 50; failure++) await sendFrom(stranger, `203.0.113.${failure % 25}`, email, 'wrong')
  assert.equal((await sendFrom(stranger, '203.0.113.200', email, PASSWORD)).status, 401, 'no new address helps')
  const again = await startFlow(server.origin, { browser: withoutSession(known.browser) })
  assert.equal((await sendFrom(again, '198.51.100.1', email, PASSWORD)).status, 200)
  const other = createCookieBrowser()
  await other.postJson(`${server.origin}/identity/account/reset`, { email, language: 'en' })
  await server.identity.settled()
  const hash = await linkTo(server.database, email, 'RESET_PASSWORD')
  await other.postJson(`${server.origin}/identity/account/restore`, { hash, password: 'Another-password-9' })
  for (let failure = 0; failure < 50; failure++) await sendFrom(stranger, `203.0.113.${failure % 25}`, email, 'wrong')
  const fresh = await startFlow(server.origin, { browser: other })
  assert.equal((await sendFrom(fresh, '198.51.100.7', email, 'Another-password-9')).status, 200)
})

test('a known browser gets five guesses of its own, and its cookie is of no use for another account', async () => {
  const [email, victim] = ['thief@locks.example', 'victim@locks.example']
  await addPerson(server.database, email, { in: 'ACME1' })
  await addPerson(server.database, victim, { in: 'ACME1' })
  const known = await startFlow(server.origin)
  await followBack(known, await sendFrom(known, '198.51.100.1', email, PASSWORD))
  const cookie = known.browser.cookies.find((one) => one.name === 'trueline_browser')
  assert.match(cookie?.attributes ?? '', /HttpOnly; SameSite=Lax/)
  for (const name of [email, victim]) {
    const flow = await startFlow(server.origin, { browser: withoutSession(known.browser) })
    for (let failure = 0; failure < 5; failure++) await sendFrom(flow, '198.51.100.1', name, 'wrong')
    assert.equal((await sendFrom(flow, '198.51.100.1', name, PASSWORD)).status, 401)
  }
})

test('other sites cannot post a sign-in, nor a form of any site', async () => {
  const flow = await startFlow(server.origin)
  const body = { email: OLENA, password: DEMO_PASSWORD, remember: false }
  const post = (headers: Record<string, string>) => flow.browser.postJson(`${flow.location}/sign-in`, body, headers)
  assert.equal((await post({ origin: 'https://evil.example' })).status, 403)
  assert.equal((await post({ 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await post({ 'content-type': 'text/plain' })).status, 403)
  assert.equal((await post({ origin: server.origin })).status, 200)
})

test('an interaction belongs to its browser and ends', async () => {
  const flow = await startFlow(server.origin)
  const stranger = await startFlow(server.origin)
  const foreign = await stranger.browser.postJson(`${flow.location}/sign-in`, { email: OLENA, password: DEMO_PASSWORD, remember: false })
  assert.deepEqual([foreign.status, await foreign.json()], [410, { error: 'INTERACTION_EXPIRED' }])
  const smuggled = stranger.browser.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
  assert.equal((await fetch(`${flow.location}/details`, { headers: { cookie: smuggled } })).status, 410)
  assert.equal((await flow.browser.get(`${flow.location}/details`)).status, 200)
  assert.equal((await flow.browser.postJson(`${flow.location}/sign-in`, { email: OLENA })).status, 400)
})

test('giving up returns to the application with access_denied', async () => {
  const flow = await startFlow(server.origin, { companyId: 'ACME1' })
  const body = (await (await flow.browser.postJson(`${flow.location}/cancel`, {})).json()) as { readonly continueAt: string }
  const back = await flow.browser.get(body.continueAt)
  const url = new URL(back.headers.get('location') ?? '')
  assert.deepEqual([url.pathname, url.searchParams.get('error')], ['/signin-oidc', 'access_denied'])
})

test('an address that fails too often waits, whatever it tries, and trying all at once does not help', async () => {
  const flow = await startFlow(server.origin)
  const answers = await Promise.all(Array.from({ length: 40 }, () => sendSignIn(flow, NOBODY, 'wrong')))
  const tried = answers.filter((answer) => answer.status === 401)
  const refused = answers.find((answer) => answer.status === 429)
  assert.ok(tried.length > 0 && tried.length <= 20, `${tried.length} tried`)
  const seconds = Number(refused?.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
  assert.equal((await sendSignIn(flow, OLENA)).status, 429)
})

test('more people at once than can be checked are asked to come again, instead of filling the memory', async () => {
  const door = Promise.withResolvers<boolean>()
  const check = createSignInCheck(server.database, () => door.promise)
  const from = { browser: null, address: 'address 192.0.2.1' }
  const answers = Array.from({ length: 110 }, () => check(NOBODY, 'wrong', from))
  assert.equal(await answers[109], 'TOO_BUSY')
  door.resolve(false)
  const all = await Promise.all(answers)
  assert.equal(all.filter((answer) => answer === 'TOO_BUSY').length, 8)
  assert.equal(await check(NOBODY, 'wrong', from), null)
})
