import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { createApp } from './app.ts'
import { registerWebFiles } from './webFiles.ts'

const AUTHORITY = 'https://sign-in.example/realm'
const CONFIG = loadConfig({
  OPENID_AUTHORITY: AUTHORITY,
  OPENID_SCOPE: 'openid "oee" <all>',
  TRUSTED_ISSUERS: JSON.stringify([{ issuer: AUTHORITY, audience: 'oee' }]),
  REGISTRATION: 'off',
  TERMS_URL: 'https://factory.example/?a=1&b=$&',
})

const web = mkdtempSync(join(tmpdir(), 'trueline-pages-'))
const built = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body></body></html>`
let app: FastifyInstance

before(async () => {
  for (const name of ['index', 'identity']) {
    writeFileSync(join(web, `${name}.html`), built(name))
    writeFileSync(join(web, `${name}.html.br`), brotliCompressSync(built(name)))
  }
  app = await createApp({ config: CONFIG, log: createLog('silent'), versions: { product: '', postgres: '', schema: '' }, parts: new Map() })
  await registerWebFiles(app, web, CONFIG)
})
after(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})

function settingsOf(html: string): unknown {
  const [, content = ''] = /<meta name="trueline-settings" content="([^"]*)"/.exec(html) ?? []
  return JSON.parse(content.replace(/&#(\d+);/g, (_sign, code: string) => String.fromCharCode(Number(code))))
}

const EXPECTED = {
  openId: { authority: AUTHORITY, clientId: 'trueline-web', scope: 'openid "oee" <all>', companySuffix: false },
  analyticsId: '',
  isRegistrationOpen: false,
  termsUrl: 'https://factory.example/?a=1&b=$&',
  privacyUrl: null,
}

test('the pages tell the screens the settings, escaped, plain and compressed alike', async () => {
  for (const url of ['/', '/index.html', '/identity.html', '/boxes']) {
    const plain = await app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity' } })
    assert.deepEqual(settingsOf(plain.body), EXPECTED, url)
    const small = await app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' } })
    assert.equal(small.headers['content-encoding'], 'br', url)
    assert.equal(brotliDecompressSync(small.rawPayload).toString(), plain.body, url)
  }
})

test('a page is not sent again to who has it, and is read anew when it was built anew', async () => {
  const first = await app.inject({ url: '/' })
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  writeFileSync(join(web, 'index.html'), built('anew'))
  utimesSync(join(web, 'index.html'), new Date(), new Date(Date.now() + 60_000))
  const anew = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
  assert.ok(anew.statusCode === 200 && anew.body.includes('<title>anew</title>'))
})

test('the provider to sign in at may be connected to, framed and posted to', async () => {
  const policy = String((await app.inject({ url: '/' })).headers['content-security-policy'])
  for (const directive of ['connect-src', 'frame-src', 'form-action']) {
    assert.match(policy, new RegExp(`${directive} [^;]*https://sign-in\\.example`))
  }
})
