import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { loadConfig } from '#server/config.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { queueEmail } from './email.store.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { untilSo } from '#server/jobs/testing.ts'
import { startMail } from './mail.ts'
import type { Mail } from './mail.ts'

const LINK = 'http://127.0.0.1:3000/password/restore?hash=h&lang=pl'
const log = createLog('silent')
const versions = { product: '', postgres: '', schema: '' }

let cluster: TestDatabase
let app: Awaited<ReturnType<typeof createApp>>
let mail: Mail
let path: string

before(async () => {
  cluster = await createTestDatabase()
  ;[app, mail] = await open({})
  const url = new URL(mail.outboxUrl ?? 'http://none')
  path = url.pathname + url.search
})
after(async () => {
  await mail.close()
  await app.close()
  await cluster.drop()
})
beforeEach(() => cluster.database.inSystem((tx) => tx.deleteFrom('email').execute()))

async function open(environment: Readonly<Record<string, string>>, at = Date.now()) {
  const config = loadConfig(environment)
  const opened = await createApp({ config, log, versions, parts: new Map() })
  const jobs = createJobs({ database: cluster.database, log })
  const part = await startMail({ app: opened, config, database: cluster.database, jobs, log, now: () => at })
  await jobs.start()
  return [opened, { ...part, close: () => jobs.close().then(() => part.close()) }] as const
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}, from = '127.0.0.1') =>
  app.inject({ url, headers, remoteAddress: from })

const queue = (to: string, company: string) =>
  cluster.database.inSystem((tx) =>
    queueEmail(tx, { to, language: 'pl', kind: 'INVITATION', params: { link: LINK, company, inviter: 'Olena', role: 'USER' } }),
  )

describe('the outbox', () => {
  it('lists the e-mails, the newest first, and opens one as text with its link and as HTML in a frame', async () => {
    await queue('first@factory.example', 'Acme')
    await queue('second@factory.example', '<script>alert(1)</script>')
    const list = await get(path)
    assert.equal(list.statusCode, 200)
    assert.ok(list.body.indexOf('second@factory.example') < list.body.indexOf('first@factory.example'))
    assert.ok(!list.body.includes('<script'))
    const emailPath = (/href="([^"]+)"/.exec(list.body)?.[1] ?? '').replaceAll('&#38;', '&')
    const email = await get(emailPath)
    assert.ok(email.body.includes(`<a href="${LINK.replaceAll('&', '&#38;')}"`))
    assert.ok(!email.body.includes('<script') && !email.body.includes('srcdoc'))
    const framePath = /<iframe[^>]+sandbox="[^"]*"[^>]+src="([^"]+)"/.exec(email.body)?.[1] ?? ''
    const frame = await get(framePath)
    assert.match(String(frame.headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.ok(frame.body.includes(LINK.replaceAll('&', '&#38;')) && !frame.body.includes('<script'))
    for (const page of [list, email, frame]) {
      assert.deepEqual(
        [page.headers['cache-control'], page.headers['x-robots-tag'], page.headers['referrer-policy']],
        ['no-store', 'noindex, nofollow', 'no-referrer'],
      )
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
    }
  })

  it('speaks the language of the browser', async () => {
    assert.ok((await get(path, { 'accept-language': 'uk-UA,uk;q=0.9' })).body.includes('Листів немає'))
    assert.ok((await get(path, { 'accept-language': 'fr' })).body.includes('There are no letters'))
  })

  it('is not there without its key, for e-mails that are not, and for whoever guesses', async () => {
    await queue('first@factory.example', 'Acme')
    const key = new URL(mail.outboxUrl ?? '').searchParams.get('key') ?? ''
    const [email] = await cluster.database.inSystem((tx) => tx.selectFrom('email').select('id').execute())
    for (const wrong of [
      '/identity/outbox',
      '/identity/outbox?key=',
      `/identity/outbox?key=${key}x`,
      `/identity/outbox/${email?.id}?key=x`,
      `/identity/outbox/${email?.id}/html`,
    ]) {
      assert.equal((await get(wrong, {}, '192.0.2.1')).statusCode, 404, wrong)
    }
    assert.equal((await get(`/identity/outbox/${email?.id}?key=${key}`)).statusCode, 200)
    assert.equal((await get(`/identity/outbox/0199f1a0-0000-7000-8000-000000000000?key=${key}`)).statusCode, 404)
    assert.equal((await get(`/identity/outbox/nothing?key=${key}`)).statusCode, 404)
    const guesses = []
    for (let at = 0; at < 25; at++) guesses.push((await get('/identity/outbox?key=guess', {}, '192.0.2.2')).statusCode)
    assert.deepEqual([...new Set(guesses)], [404, 429])
    assert.equal((await get(path, {}, '192.0.2.3')).statusCode, 200)
  })

  it('has another key at each start; a restart leaves those of before working, until a day after they were given out', async () => {
    const [again, second] = await open({}, Date.now() + 60_000)
    assert.notEqual(second.outboxUrl, mail.outboxUrl)
    assert.equal((await again.inject({ url: path })).statusCode, 200)
    await second.close()
    await again.close()
    const [tomorrow, third] = await open({}, Date.now() + 86_400_000 + 1000)
    assert.equal((await tomorrow.inject({ url: path })).statusCode, 404)
    await third.close()
    await tomorrow.close()
  })

  it('is told to nobody by the log of a server that others reach', async () => {
    const [elsewhere, other] = await open({ PUBLIC_URL: 'https://factory.example' })
    assert.equal(other.outboxUrl, null)
    assert.equal((await elsewhere.inject({ url: path })).statusCode, 200)
    await other.close()
    await elsewhere.close()
  })

  it('is not there with a mail server', async () => {
    const [sending, other] = await open({ SMTP_URL: 'smtp://127.0.0.1:9' })
    assert.equal(other.outboxUrl, null)
    assert.equal((await sending.inject({ url: path })).statusCode, 404)
    await other.close()
    await sending.close()
  })

  it('keeps e-mails for a week', async () => {
    await queue('old@factory.example', 'Acme')
    await queue('new@factory.example', 'Acme')
    const weekAgo = new Date(Date.now() - 7 * 86_400_000 - 1000)
    await cluster.database.inSystem((tx) =>
      tx.updateTable('email').set({ created_on: weekAgo }).where('recipient', 'like', 'old%').execute(),
    )
    const [again, second] = await open({})
    const list = await untilSo(
      () => get(path),
      ({ body }) => !body.includes('old@'),
    )
    assert.ok(list.body.includes('new@') && !list.body.includes('old@'))
    const rows = await cluster.database.inSystem((tx) => tx.selectFrom('email').select(['recipient', 'text_body', 'html_body']).execute())
    assert.deepEqual(
      rows.filter((row) => row.text_body === null && row.html_body === null).map((row) => row.recipient),
      ['old@factory.example'],
    )
    await second.close()
    await again.close()
  })
})
