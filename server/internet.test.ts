import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect as connectPlain } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { connect } from 'node:tls'
import { loadConfig } from '#server/config.ts'
import { choosePort } from '#server/freePort.ts'
import { exposureWarnings } from '#server/exposure.ts'
import { startMailServer } from '#server/mail/testing.ts'
import type { MailServer } from '#server/mail/testing.ts'
import { selfSigned } from '#server/testing/selfSigned.ts'
import { spawnServer } from '#server/testing/serverProcess.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/identity/seedDemoPeople.ts'

/** What the screens ask for when somebody signs in. */
const SIGN_IN = new URLSearchParams({
  client_id: 'trueline-web',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: 'https://factory.example/signin-oidc',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }

/** The settings of the section "For the internet", as the document shows them. */
async function documented(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  const section = text.split('## For the internet')[1] ?? ''
  const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

test('the documented settings for the internet have no warning, and those that keep something safe have one when they are left out', async () => {
  const settings = await documented()
  const warned = (environment: Readonly<Record<string, string>>) =>
    exposureWarnings(loadConfig(environment), { isRoot: false }).map(({ setting }) => setting)
  assert.ok(Object.keys(settings).length >= 8)
  assert.deepEqual(warned(settings), [])
  const without = (name: string) => warned(Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name)))
  assert.deepEqual([without('PUBLIC_URL'), without('TRUST_PROXY'), without('SMTP_URL')], [['PUBLIC_URL'], ['TRUST_PROXY'], ['SMTP_URL']])
  const { demo, registration, host } = loadConfig(settings)
  assert.deepEqual([demo, registration, host], [false, false, '127.0.0.1'])
})

suite('a server with the documented settings for the internet, behind a proxy that takes HTTPS', () => {
  const proxyCertificate = selfSigned('factory.example')
  let directory: string
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  let mail: MailServer
  let server: ServerProcess
  let proxy: ReturnType<typeof createServer>
  let tlsPort: number

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'trueline-internet-'))
    empty = await createEmptyDatabase()
    mail = await startMailServer()
    const settings = await documented()
    const { cert, key } = selfSigned('factory.example')
    await writeFile(join(directory, 'cert.pem'), cert)
    await writeFile(join(directory, 'key.pem'), key)
    tlsPort = await choosePort(0)
    server = await spawnServer({
      dataDir: directory,
      environment: {
        ...settings,
        // Nothing of the environment of the tests: what the document does not name has its standard.
        DEMO: '',
        LOG_LEVEL: 'info',
        DATABASE_URL: empty.url,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
        MQTT_TLS_PORT: String(tlsPort),
        MQTT_TLS_CERT: join(directory, 'cert.pem'),
        MQTT_TLS_KEY: join(directory, 'key.pem'),
        SECRETS_KEY_FILE: join(directory, 'own', 'secrets.key'),
      },
    })
    await server.untilReady()
    proxy = createServer(proxyCertificate, (asked, answer) => {
      const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress, 'x-forwarded-proto': 'https' }
      const passed = plainRequest(new URL(asked.url ?? '/', server.url), { method: asked.method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      })
      asked.pipe(passed)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  })
  after(async () => {
    proxy.close()
    await server.kill()
    await mail.close()
    await empty.drop()
    await rm(directory, { recursive: true, force: true })
  })

  async function ask(path: string, body?: string): Promise<Answer> {
    const { port } = proxy.address() as AddressInfo
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        ca: proxyCertificate.cert,
        servername: 'localhost',
        headers: {
          host: 'factory.example',
          origin: 'https://factory.example',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (got) => {
        let text = ''
        got.setEncoding('utf8').on('data', (part: string) => (text += part))
        got.on('end', () => resolve({ status: got.statusCode ?? 0, headers: got.headers, body: text }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
    return promise
  }

  test('starts without a warning about its settings, and its log names no key', () => {
    const lines = server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): unknown => JSON.parse(line))
    assert.ok(lines.length > 0)
    const isWarning = (line: unknown) => typeof line === 'object' && line !== null && 'setting' in line
    // Tests may run as root, which the product warns of.
    const warnings = lines.filter(isWarning).filter((line) => !JSON.stringify(line).includes('"setting":"root"'))
    assert.deepEqual(warnings, [])
    assert.doesNotMatch(server.output, /key=/)
  })

  test('issues for its public address only, with cookies and pages for HTTPS alone', async () => {
    const { body } = await ask('/identity/.well-known/openid-configuration')
    assert.match(body, /"issuer":"https:\/\/factory\.example\/identity"/)
    assert.doesNotMatch(body, /127\.0\.0\.1/)
    const { status, headers } = await ask(`/identity/auth?${SIGN_IN}`)
    assert.equal(status, 303)
    const cookies = [headers['set-cookie']].flat().map(String)
    assert.ok(cookies.length > 0 && cookies.every((cookie) => /; secure/i.test(cookie) && /; httponly/i.test(cookie)), cookies.join('\n'))
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  })

  test('lets no demo person in, makes no account and keeps no e-mails to be read', async () => {
    const through = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'factory.example', origin: 'https://factory.example' }
    const started = await fetch(`${server.url}/identity/auth?${SIGN_IN}`, { redirect: 'manual', headers: through })
    const page = new URL(started.headers.get('location') ?? '', server.url)
    const cookie = started.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const refused = await fetch(`${server.url}${page.pathname}/sign-in`, {
      method: 'POST',
      headers: { ...through, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email: DEMO_PEOPLE[0]?.email, password: DEMO_PASSWORD, remember: false }),
    })
    assert.equal(refused.status, 401, await refused.text())
    const registration = JSON.stringify({
      query: `mutation { registerUser(email: "anna@factory.example", firstName: "Anna", lastName: "Nowak", phone: "+48601234567", country: "pl",
        password: "Trueline-2", isAgreed: true) }`,
    })
    assert.match((await ask('/api/graphql', registration)).body, /REGISTRATION_OFF/)
    assert.equal((await ask('/identity/outbox')).status, 404)
  })

  test('tells the public whether it works and nothing else; the own network reads all, past the proxy', async () => {
    assert.deepEqual([(await ask('/api/health')).body, (await ask('/api/metrics')).status], ['{"status":"ready"}', 404])
    const inside = await (await fetch(`${server.url}/api/health`)).text()
    assert.match(inside, /"mqttTls":\{"status":"ready"/)
    assert.equal((await fetch(`${server.url}/api/metrics`)).status, 200)
  })

  test('takes devices over TLS, and nothing else from other machines', async () => {
    const socket = connect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.destroy()
    const elsewhere = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    if (elsewhere === undefined) return
    const reach = async (port: number) => {
      const plain = connectPlain({ host: elsewhere, port })
      const isOpen = await new Promise<boolean>(
        (resolve) => void plain.once('connect', () => resolve(true)).once('error', () => resolve(false)),
      )
      plain.destroy()
      return isOpen
    }
    assert.deepEqual([await reach(tlsPort), await reach(Number(new URL(server.url).port))], [true, false])
  })
})
