import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { loadConfig } from '#server/config.ts'
import { createPageReader } from '#server/http/pageSettings.ts'
import { ACCOUNT_PAGES, registerAccountPages } from './identityPage.ts'

let app: FastifyInstance
let directory: string

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'identity-page-'))
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  registerAccountPages(app, createPageReader(join(directory, 'identity.html'), loadConfig({})))
})
after(async () => {
  await app.close()
  await rm(directory, { recursive: true })
})

test('the pages of people without a session are the one of sign-in, under its strict policy', async () => {
  assert.equal((await app.inject('/registration')).statusCode, 503, 'not built yet')
  await writeFile(join(directory, 'identity.html'), '<!doctype html><title>Trueline</title>')
  for (const url of ACCOUNT_PAGES.flatMap((path) => [path, `${path}/`, `${path}?hash=a&lang=pl`])) {
    const page = await app.inject(url)
    assert.deepEqual([page.statusCode, page.body], [200, '<!doctype html><title>Trueline</title>'], url)
    const policy = String(page.headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) assert.ok(policy.includes(rule), rule)
    assert.ok(!policy.includes('unsafe'))
    assert.deepEqual([page.headers['referrer-policy'], page.headers['cache-control']], ['no-referrer', 'no-store'])
  }
})

test('the page to change a password belongs to the application', async () => {
  for (const url of ['/password', '/password/', '/password/other']) assert.equal((await app.inject(url)).statusCode, 404, url)
})
