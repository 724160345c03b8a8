import assert from 'node:assert/strict'
import Fastify from 'fastify'
import * as client from 'openid-client'
import { loadConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { createIdentity } from '../identity.ts'
import type { Identity } from '../identity.ts'
import { DEMO_PASSWORD, seedDemoPeople } from '../seedDemoPeople.ts'
import { createCookieBrowser } from './cookieBrowser.ts'
import type { CookieBrowser } from './cookieBrowser.ts'

export const OLENA = 'olena@demo.trueline.example'
export const MAREK = 'marek@demo.trueline.example'

/** A listening server with the demo people, on a database of its own. */
export type IdentityServer = {
  readonly origin: string
  readonly database: Database
  readonly identity: Identity
  /** Makes the database answer nothing, as in an outage, or again. */
  setAway(isAway: boolean): void
  close(): Promise<void>
}

/** Returns a server with the identity part only, on a free port. */
export async function startIdentityServer(environment: Readonly<Record<string, string>> = {}): Promise<IdentityServer> {
  const { database, drop } = await createTestDatabase()
  await seedDemoPeople(database)
  const log = createLog('silent')
  let isAway = false
  const reachable: Database = {
    ...database,
    inSystem: (work) => (isAway ? Promise.reject(new Refusal({ code: 'SERVICE_UNAVAILABLE' })) : database.inSystem(work)),
  }
  const identity = await createIdentity({ config: loadConfig({ PORT: '0', ...environment }), database: reachable, log })
  // Tests choose the address that they come from.
  const app = Fastify({ trustProxy: true })
  await identity.register(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    origin: `http://127.0.0.1:${address.port}`,
    database,
    identity,
    setAway: (away) => {
      isAway = away
    },
    close: async () => {
      await app.close()
      await identity.close()
      await drop()
    },
  }
}

/** What an application knows after it discovered the provider and sent a browser there. */
export type Flow = {
  readonly config: client.Configuration
  readonly browser: CookieBrowser
  readonly checks: { readonly pkceCodeVerifier: string; readonly expectedState: string; readonly expectedNonce: string }
  /** Where the provider sent the browser: to the sign-in page, or back with a code at once. */
  readonly location: string
}

/** Starts a sign-in as the web application does: discovery, then the authorization endpoint with PKCE. */
export async function startFlow(
  origin: string,
  options: { companyId?: string; browser?: CookieBrowser; params?: Record<string, string> } = {},
): Promise<Flow> {
  const authority = `${origin}/identity${options.companyId === undefined ? '' : `/company/${options.companyId}`}`
  const config = await client.discovery(new URL(authority), 'trueline-web', undefined, client.None(), {
    // oxlint-disable-next-line typescript/no-deprecated -- the tests speak to the loopback address without TLS
    execute: [client.allowInsecureRequests],
  })
  const browser = options.browser ?? createCookieBrowser()
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/signin-oidc`,
    scope: 'openid company profile offline_access roles api',
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...options.params,
  })
  const response = await browser.get(url.href)
  return { config, browser, checks, location: new URL(response.headers.get('location') ?? '/no-location', origin).href }
}

/** Sends the sign-in form of the page that the browser is on. */
export function sendSignIn(flow: Flow, email: string, password: string = DEMO_PASSWORD, remember = false): Promise<Response> {
  return flow.browser.postJson(`${flow.location}/sign-in`, { email, password, remember })
}

/** Follows the way from a right password back to the application and returns its address with code or error. */
export async function followBack(flow: Flow, response: Response): Promise<URL> {
  const body: unknown = await response.json()
  assert.ok(typeof body === 'object' && body !== null && 'continueAt' in body && typeof body.continueAt === 'string', JSON.stringify(body))
  const back = await flow.browser.get(body.continueAt)
  return new URL(back.headers.get('location') ?? '')
}

/** Signs in from the start to the tokens. */
export async function signIn(origin: string, email: string, options: Parameters<typeof startFlow>[1] & { remember?: boolean } = {}) {
  const flow = await startFlow(origin, options)
  const back = flow.location.includes('code=')
    ? new URL(flow.location)
    : await followBack(flow, await sendSignIn(flow, email, DEMO_PASSWORD, options.remember))
  return { ...flow, tokens: await client.authorizationCodeGrant(flow.config, back, flow.checks) }
}
