/** People who sign in at the provider of their own company instead of ours, in a real browser at a real provider. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openContext, PEOPLE } from './browser.ts'
import { freePorts } from './freePorts.ts'
import { startProduct, type Product } from './harness.ts'
import { startOpenIdProvider, type OpenIdProvider, type ProviderPerson } from './openIdProvider.ts'

const CLIENT_ID = 'factory-oee'
const SCOPE = 'trueline'
const MEMBER: ProviderPerson = { username: 'olena', password: 'At-the-provider-1', email: PEOPLE.admin }
const STRANGER: ProviderPerson = { username: 'stranger', password: 'At-the-provider-2', email: 'stranger@customer.example' }

let provider: OpenIdProvider
let product: Product
let browser: Browser

const query = '{ currentUser { email } }'

/** The status and the person that the API answers to a token. */
async function ask(token: string): Promise<readonly [number, string | null]> {
  const answer = await fetch(`${product.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-schema-code': 'DEFLT' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await answer.json()) as { data?: { currentUser: { email: string } } }
  return [answer.status, data?.currentUser.email ?? null]
}

async function signInAtProvider(page: Page, { username, password }: ProviderPerson): Promise<void> {
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(password)
  await page.locator('#password').press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** What the browser keeps of its session. */
const keptToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null && 'access_token' in kept ? String(kept.access_token) : ''
  })

describe('an external provider', { concurrency: false }, () => {
  let token = ''

  before(async () => {
    const [port = 0, providerPort = 0, mqttPort = 0] = await freePorts(3)
    const url = `http://127.0.0.1:${port}`
    provider = await startOpenIdProvider({
      port: providerPort,
      applicationUrl: url,
      clientId: CLIENT_ID,
      scope: SCOPE,
      people: [MEMBER, STRANGER],
    })
    product = await startProduct({
      isLive: false,
      settings: {
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        OPENID_AUTHORITY: provider.authority,
        OPENID_CLIENT_ID: CLIENT_ID,
        OPENID_SCOPE: `openid ${SCOPE}`,
        TRUSTED_ISSUERS: JSON.stringify([{ issuer: provider.authority, requiredScope: SCOPE }]),
      },
    })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await product?.end()
    await provider?.end()
  })

  it('signs its people in, who land on the page that they asked for', async () => {
    const context = await openContext(browser, product.url)
    const page = await context.newPage()
    await page.goto('/boxes')
    await page.waitForURL((url) => url.href.startsWith(new URL(provider.authority).origin))
    await signInAtProvider(page, MEMBER)
    await page.waitForURL(`${product.url}/boxes`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    token = await keptToken(page)
    assert.deepEqual(await ask(token), [200, MEMBER.email])
    await context.close()
  })

  it('is believed about nobody whose token is changed, signed by others, or meant for others', async () => {
    const [head = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const changed = Buffer.from(JSON.stringify({ ...claims, email: PEOPLE.user })).toString('base64url')
    assert.deepEqual(await ask(`${head}.${changed}.${signature}`), [401, null])
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    assert.ok(await exportJWK(publicKey))
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    assert.deepEqual(await ask(forged), [401, null])
    assert.deepEqual(await ask(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`), [401, null])
  })

  it('is not believed when its token was not asked for our API', async () => {
    const other = await provider.tokenOf(MEMBER, 'openid')
    assert.deepEqual(await ask(other), [401, null])
    assert.deepEqual(await ask(await provider.tokenOf(MEMBER, `openid ${SCOPE}`)), [200, MEMBER.email])
  })

  it('tells a person who has no account here that it is so', async () => {
    const context = await openContext(browser, product.url)
    const page = await context.newPage()
    await page.goto('/boxes')
    await page.waitForURL((url) => url.href.startsWith(new URL(provider.authority).origin))
    await signInAtProvider(page, STRANGER)
    const told = page.getByRole('heading', { name: 'There is no account for you here' })
    const asked = page.getByRole('button', { name: 'Continue' })
    // The provider is asked once more, and it asks the person whether to go on.
    while (!(await told.isVisible())) {
      await told.or(asked).waitFor()
      if (await asked.isVisible()) await asked.click()
    }
    assert.deepEqual((await ask(await keptToken(page)))[0], 401)
    await context.close()
  })
})
