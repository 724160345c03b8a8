/** Runs glewlwyd, an OpenID provider written by others, with a configuration of its own: what a customer's own sign-in is to the product. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = '/usr/bin/glewlwyd'
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const SCREENS = '/usr/share/glewlwyd'
const START_LIMIT_MS = 60_000
/** What the provider's tables come with. */
const ADMINISTRATOR = { username: 'admin', password: 'password' }

export type ProviderPerson = { readonly username: string; readonly password: string; readonly email: string }

export type OpenIdProvider = {
  /** The issuer, and the address that people are sent to. */
  readonly authority: string
  /** Returns an access token of the person for these scopes, got as the application gets its own. */
  tokenOf(person: ProviderPerson, scope: string): Promise<string>
  end(): Promise<void>
}

export type ProviderOptions = {
  readonly port: number
  /** The application that people sign in to, by its address. */
  readonly applicationUrl: string
  readonly clientId: string
  /** The scope that stands for the application's API. */
  readonly scope: string
  readonly people: readonly ProviderPerson[]
}

/** Returns the provider with its people and the application known to it; refuses a machine without glewlwyd. */
export async function startOpenIdProvider(options: ProviderOptions): Promise<OpenIdProvider> {
  assert.ok(
    existsSync(PROGRAM),
    `${PROGRAM} is missing: the story of external sign-in needs the package glewlwyd (Debian: apt-get install glewlwyd)`,
  )
  const directory = mkdtempSync(join(tmpdir(), 'trueline-openid-'))
  const url = `http://127.0.0.1:${options.port}`
  writeConfiguration(directory, url, options.port)
  const child = spawn(PROGRAM, ['--config-file', join(directory, 'glewlwyd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await untilAnswers(`${url}/config`, () => (child.exitCode === null ? null : printed))
    await introduce(url, options)
    return { authority: `${url}/api/oidc`, tokenOf: (person, scope) => askToken(url, options, person, scope), end }
  } catch (error) {
    await end()
    throw error
  }
}

function writeConfiguration(directory: string, url: string, port: number): void {
  const database = new DatabaseSync(join(directory, 'glewlwyd.db'))
  database.exec(readFileSync(TABLES, 'utf8'))
  database.close()
  cpSync(join(SCREENS, 'webapp'), join(directory, 'webapp'), {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('config.json'),
  })
  cpSync(join(SCREENS, 'templates', 'config.json'), join(directory, 'webapp', 'config.json'))
  const types = {
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'application/javascript',
    '.json': 'application/json',
    '.png': 'image/png',
  }
  const lines = [
    `port=${port}`,
    'bind_address="127.0.0.1"',
    `external_url="${url}"`,
    'login_url="login.html"',
    'api_prefix="api"',
    `static_files_path="${join(directory, 'webapp')}"`,
    `static_files_mime_types=(${Object.entries(types)
      .map(([extension, type]) => `{extension="${extension}" mime_type="${type}"}`)
      .join(',')})`,
    'allow_origin="*"',
    'allow_methods="GET, POST, PUT, DELETE, OPTIONS"',
    'allow_headers="Origin, X-Requested-With, Content-Type, Accept, Bearer, Authorization, DPoP"',
    'expose_headers="Content-Encoding, Authorization"',
    'log_mode="console"',
    'log_level="ERROR"',
    'cookie_secure=0',
    'session_expiration=3600',
    'session_key="GLEWLWYD2_SESSION_ID"',
    'admin_scope="g_admin"',
    'profile_scope="g_profile"',
    'user_module_path="/usr/lib/glewlwyd/user"',
    'client_module_path="/usr/lib/glewlwyd/client"',
    'user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"',
    'plugin_module_path="/usr/lib/glewlwyd/plugin"',
    'hash_algorithm="SHA512"',
    `database={type="sqlite3" path="${join(directory, 'glewlwyd.db')}"}`,
  ]
  writeFileSync(join(directory, 'glewlwyd.conf'), `${lines.join('\n')}\n`)
}

async function untilAnswers(url: string, ended: () => string | null): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS
  while (performance.now() < giveUpAt) {
    const printed = ended()
    if (printed !== null) throw new Error(`glewlwyd ended:\n${printed}`)
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isThere) return
    await sleep(50)
  }
  throw new Error(`glewlwyd did not answer within ${START_LIMIT_MS / 1000} s`)
}

/** Configures the provider like an administrator: the protocol with its keys, the scope, the application and the people. */
async function introduce(url: string, { applicationUrl, clientId, scope, people }: ProviderOptions): Promise<void> {
  const administrator = await openSession(url, ADMINISTRATOR)
  await administrator('POST', '/api/scope', { name: scope, display_name: scope, description: scope, password_required: true, scheme: {} })
  await administrator('POST', '/api/mod/plugin', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID',
    parameters: protocol(`${url}/api/oidc`),
  })
  await administrator('POST', '/api/client', {
    client_id: clientId,
    name: 'Trueline',
    confidential: false,
    enabled: true,
    scope: [],
    redirect_uri: [`${applicationUrl}/signin-oidc`],
    post_logout_redirect_uri: `${applicationUrl}/signout-oidc`,
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['none'],
  })
  for (const { username, password, email } of people) {
    await administrator('POST', '/api/user', { username, password, email, name: username, enabled: true, scope: ['openid', scope] })
    const person = await openSession(url, { username, password })
    await person('PUT', `/api/auth/grant/${clientId}`, { scope: `openid ${scope}` })
  }
}

function protocol(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'jwks-show': true,
    'access-token-duration': 3600,
    'refresh-token-duration': 86_400,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'auth-type-id-token-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'pkce-required': true,
    'subject-type': 'public',
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SESSION',
    'session-cookie-expiration': 3600,
    'email-claim': 'mandatory',
    'name-claim': 'mandatory',
    'additional-parameters': [{ 'user-parameter': 'email', 'token-parameter': 'email' }],
  }
}

async function askToken(url: string, options: ProviderOptions, { username, password }: ProviderPerson, scope: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = `${options.applicationUrl}/signin-oidc`
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: options.clientId,
    redirect_uri: redirect,
    scope,
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const cookie = await signInCookie(url, { username, password })
  const back = await fetch(`${url}/api/oidc/auth?${request.toString()}&g_continue`, { headers: { cookie }, redirect: 'manual' })
  const code = new URL(back.headers.get('location') ?? url).searchParams.get('code')
  assert.ok(code, `glewlwyd gave no code: ${back.status} ${back.headers.get('location')}`)
  const grant = { grant_type: 'authorization_code', client_id: options.clientId, redirect_uri: redirect, code, code_verifier: verifier }
  const answer: unknown = await (await fetch(`${url}/api/oidc/token`, { method: 'POST', body: new URLSearchParams(grant) })).json()
  assert.ok(typeof answer === 'object' && answer !== null && 'access_token' in answer, JSON.stringify(answer))
  return String(answer.access_token)
}

type Ask = (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<void>

async function signInCookie(url: string, credentials: { readonly username: string; readonly password: string }): Promise<string> {
  const signedIn = await fetch(`${url}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  assert.equal(signedIn.status, 200, `glewlwyd refused ${credentials.username}: ${await signedIn.text()}`)
  return signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function openSession(url: string, credentials: { readonly username: string; readonly password: string }): Promise<Ask> {
  const cookie = await signInCookie(url, credentials)
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(url + path, { headers: { 'content-type': 'application/json', cookie }, method, ...sent })
    assert.ok(answer.ok, `glewlwyd answered ${answer.status} to ${method} ${path}: ${await answer.text()}`)
  }
}
