import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { loadConfig } from '#server/config.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { openUnsubscribing } from './unsubscribe.ts'
import type { Unsubscribing } from './unsubscribe.ts'

const READER = { list: 'REPORT', companyId: asId<CompanyId>('ACME1'), key: '7', userId: asId<UserId>('b') }

describe('the link that ends e-mails', () => {
  let cluster: TestDatabase
  let app: FastifyInstance
  let links: Unsubscribing
  const done: string[] = []

  before(async () => {
    cluster = await createTestDatabase()
    app = await createApp({
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    links = await openUnsubscribing(app, { database: cluster.database, publicUrl: 'https://oee.example' })
    const say = (act: string) => (asked: typeof READER) => {
      done.push(`${act} ${asked.companyId} ${asked.key} ${asked.userId}`)
      return Promise.resolve(asked.key === '7' ? { name: '<b>Downtime</b>', language: 'uk' as const } : null)
    }
    links.handle('REPORT', { name: say('name'), leave: say('leave'), comeBack: say('comeBack') })
    await app.ready()
  })
  after(async () => {
    await app.close()
    await cluster.drop()
  })

  const open = (method: 'GET' | 'POST', path: string, payload = '') =>
    app.inject({ method, url: path, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const pathOf = (asked: typeof READER) => links.linkOf(asked).slice('https://oee.example'.length)

  it('changes nothing when it is opened, ends them by its button or that of a mail program, and takes that back', async () => {
    const path = pathOf(READER)
    const asked = await open('GET', path)
    assert.deepEqual([asked.statusCode, done.splice(0)], [200, ['name ACME1 7 b']])
    assert.ok(
      asked.body.includes('&#60;b&#62;Downtime') && asked.body.includes('Більше не отримувати') && asked.body.includes('method="post"'),
    )
    const left = await open('POST', path, 'List-Unsubscribe=One-Click')
    assert.deepEqual([left.statusCode, done.splice(0)], [200, ['leave ACME1 7 b']])
    assert.ok(left.body.includes(`action="${path}?again=1"`))
    assert.deepEqual([(await open('POST', `${path}?again=1`)).statusCode, done.splice(0)], [200, ['comeBack ACME1 7 b']])
  })

  it('leads nowhere once it was changed, is of no list, or its thing is gone', async () => {
    const path = pathOf(READER)
    const [said = '', signed = ''] = path.slice('/api/unsubscribe/'.length).split('.')
    const other = Buffer.from(JSON.stringify(['REPORT', 'ACME1', '7', 'c'])).toString('base64url')
    for (const wrong of [`${other}.${signed}`, `${said}.${signed.startsWith('A') ? 'B' : 'A'}${signed.slice(1)}`, said, 'x'])
      assert.equal((await open('POST', `/api/unsubscribe/${wrong}`)).statusCode, 404, wrong)
    assert.deepEqual(done, [])
    assert.equal((await open('GET', pathOf({ ...READER, key: '8' }))).statusCode, 404)
    assert.equal((await open('GET', pathOf({ ...READER, list: 'NONE' }))).statusCode, 404)
  })
})
