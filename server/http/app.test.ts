import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { createApp } from './app.ts'
import type { PartCheck } from './health.ts'
import { registerWebFiles } from './webFiles.ts'

const PAGE = '<!doctype html><title>Trueline</title>'
const versions = { product: '1.2.3', postgres: '18.4', schema: '0001_base' }
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`

describe('the HTTP server', () => {
  const parts = new Map<string, PartCheck>()
  const web = mkdtempSync(join(tmpdir(), 'trueline-web-'))
  let app: FastifyInstance

  before(async () => {
    mkdirSync(join(web, 'assets'))
    writeFileSync(join(web, 'index.html'), PAGE)
    writeFileSync(join(web, 'assets/app-1a2b.js'), SCRIPT)
    writeFileSync(join(web, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
    app = await createApp({ config: loadConfig({}), log: createLog('silent'), versions, parts })
    await registerWebFiles(app, web, loadConfig({}))
    app.get('/api/refuses', () => {
      throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'id', params: { id: 7 } })
    })
    app.get('/api/breaks', () => {
      throw new Error('secret detail of the inside')
    })
    app.get('/api/away', () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    app.post('/api/echo', (request) => request.body)
    app.get('/api/long', () => ({ text: 'x'.repeat(5_000) }))
  })
  after(async () => {
    await app.close()
    rmSync(web, { recursive: true })
  })

  it('answers a refusal with its code, field and params', async () => {
    const answer = await app.inject('/api/refuses')
    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { error: { code: 'WORK_CENTER_NOT_FOUND', field: 'id', params: { id: 7 } } })
  })

  it('masks an unexpected error and gives the id under which it is logged', async () => {
    const answer = await app.inject('/api/breaks')
    assert.equal(answer.statusCode, 500)
    assert.deepEqual(answer.json(), { error: { code: 'UNEXPECTED', params: { id: answer.headers['x-request-id'] } } })
    assert.doesNotMatch(answer.body, /inside/)
  })

  it('answers 503 with Retry-After while the database is away', async () => {
    const answer = await app.inject('/api/away')
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.headers['retry-after'], '2')
    assert.deepEqual(answer.json(), { error: { code: 'SERVICE_UNAVAILABLE', params: {} } })
  })

  it('gives up a request that does not arrive', () => {
    assert.equal(app.server.requestTimeout, 60_000)
    assert.ok(app.server.headersTimeout > 0 && app.server.headersTimeout <= 60_000)
  })

  it('refuses a body over the limit and one that is not JSON, by code', async () => {
    const large = await app.inject({ method: 'POST', url: '/api/echo', payload: { text: 'x'.repeat(1_100_000) } })
    assert.deepEqual([large.statusCode, large.json()], [413, { error: { code: 'TOO_LARGE', params: {} } }])
    const broken = await app.inject({ method: 'POST', url: '/api/echo', headers: { 'content-type': 'application/json' }, payload: '{' })
    assert.deepEqual([broken.statusCode, broken.json()], [400, { error: { code: 'BAD_REQUEST', params: {} } }])
  })

  it('believes the proxy in front about the client, and the client nothing', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
    const ipWith = async (environment: Readonly<Record<string, string>>) => {
      const one = await createApp({ config: loadConfig(environment), log: createLog('silent'), versions, parts })
      one.get('/api/ip', (request) => ({ ip: request.ip }))
      const answer = await one.inject({ url: '/api/ip', headers })
      await one.close()
      return answer.json<{ readonly ip: string }>().ip
    }
    assert.equal(await ipWith({ TRUST_PROXY: 'on' }), '203.0.113.7')
    assert.equal(await ipWith({}), '127.0.0.1')
  })

  it('lets no script run and no style apply but its own', async () => {
    const { headers } = await app.inject('/')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /script-src 'self'(;|$)/)
    assert.match(policy, /style-src 'self'(;|$)/)
    assert.match(policy, /connect-src 'self' ws:\/\/127\.0\.0\.1:3000(;|$)/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['strict-transport-security'], undefined)
  })

  it('insists on TLS only where it is reached by it', async () => {
    const config = loadConfig({ PUBLIC_URL: 'https://factory.example' })
    const secure = await createApp({ config, log: createLog('silent'), versions, parts })
    const { headers } = await secure.inject('/api/health')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    assert.match(String(headers['content-security-policy']), /wss:\/\/factory\.example.*upgrade-insecure-requests/)
    await secure.close()
  })

  it('serves files named by their content for a year, compressed beforehand', async () => {
    const answer = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers['content-encoding'], 'br')
    assert.ok(answer.rawPayload.length < SCRIPT.length / 10)
    const plain = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.body, SCRIPT)
  })

  it('sends with a file what concerns a file, and the policy of pages with pages only', async () => {
    const { headers } = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
    assert.equal(headers['content-security-policy'], undefined)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)
    assert.ok(size < 500, `${size} bytes of headers`)
  })

  for (const url of ['/', '/boxes/01a1fb1e-b2ea-7f7f-add1-ef2b003ded01', '/losses?page=2', '/settings/']) {
    it(`answers a person at ${url} with the app's page, never from a cache unasked`, async () => {
      const answer = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
      assert.deepEqual([answer.statusCode, answer.body, answer.headers['cache-control']], [200, PAGE, 'no-cache'])
    })
  }

  for (const url of ['/api/nothing', '/api', '/identity/nothing', '/assets/gone.js', '/api?x=/losses']) {
    it(`answers 404 at ${url}, not the app's page`, async () => {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } })
      assert.deepEqual([answer.statusCode, answer.json()], [404, { error: { code: 'NOT_FOUND', params: {} } }])
    })
  }

  it('does not reach out of its folder', async () => {
    const answer = await app.inject({ url: '/..%2f..%2fetc/passwd', headers: { accept: 'text/html' } })
    assert.doesNotMatch(answer.body, /root:/)
  })

  it('compresses long answers', async () => {
    const answer = await app.inject({ url: '/api/long', headers: { 'accept-encoding': 'gzip' } })
    assert.equal(answer.headers['content-encoding'], 'gzip')
  })

  it('is healthy while all parts work, degraded when one has limits, and 503 when one is down or throws', async () => {
    const cases: readonly (readonly [PartCheck, number, string])[] = [
      [() => ({ status: 'ready' }), 200, 'ready'],
      [() => Promise.resolve({ status: 'degraded', detail: 'slow' }), 200, 'degraded'],
      [() => ({ status: 'down', detail: 'starting' }), 503, 'down'],
      [() => Promise.reject(new Error('no answer within 1000 ms')), 503, 'down'],
    ]
    for (const [check, statusCode, status] of cases) {
      parts.set('mqtt', check)
      const answer = await app.inject('/api/health')
      const health = answer.json<{
        status: string
        version: string
        postgres: string
        schema: string
        parts: Record<string, { status: string }>
      }>()
      assert.deepEqual(
        [answer.statusCode, health.status, health.version, health.parts['mqtt']?.status],
        [statusCode, status, '1.2.3', status],
      )
    }
    parts.clear()
  })

  it('tells its metrics as text', async () => {
    const answer = await app.inject('/api/metrics')
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
    assert.match(answer.body, /trueline_http_request_seconds_count\{method="GET",route="\/api\/refuses",status="404"\} 1\n/)
  })
})
