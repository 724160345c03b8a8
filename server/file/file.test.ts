import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { loadConfig } from '#server/config.ts'
import type { Caller } from '#server/access/caller.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { byteRange } from './byteRange.ts'
import { writeFile } from './fileContent.ts'
import type { NewFile } from './file.store.ts'
import { PART_BYTES, weekOf } from './fileKind.ts'
import { registerFiles } from './fileRoutes.ts'
import { tidyFileWeeks } from './fileUpkeep.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')
const log = createLog('silent')

let db: TestDatabase
let app: FastifyInstance
let anna = asId<UserId>('')
let now = Date.now()
const callers = new Map<string, Caller>()

before(async () => {
  db = await createTestDatabase()
  app = await createApp({ config: loadConfig({}), log, versions: { product: '', postgres: '', schema: '' }, parts: new Map() })
  registerFiles(app, {
    mayReadReport: () => Promise.resolve(true),
    database: db.database,
    findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
    now: () => now,
  })
  for (const id of [ACME, OTHER]) await db.database.pool.query(`insert into company (id, name, country) values ($1, $1, 'pl')`, [id])
  for (const [name, companyId, role] of [
    ['anna', ACME, 'ADMIN'],
    ['boris', ACME, 'ADMIN'],
    ['vera', ACME, 'USER'],
    ['stranger', OTHER, 'ADMIN'],
  ] as const) {
    const { rows } = await db.database.pool.query<{ id: string }>('insert into app_user (email) values ($1) returning id', [
      `${name}@acme.example`,
    ])
    const userId = asId<UserId>(rows[0]?.id ?? '')
    if (name === 'anna') anna = userId
    const membership = {
      companyId,
      companyName: companyId,
      companyPhotoUrl: null,
      userId,
      role,
      isStation: false,
      sort: 0,
      expiresOn: null,
    }
    const caller = { principal: { userId, companyId }, membership, authLevel: 'PROVEN', language: 'en' } as const
    callers.set(name, caller)
    callers.set(`key of ${name}`, { ...caller, authLevel: 'COMPANY', apiKeyId: randomUUID() })
  }
})
after(async () => {
  await app.close()
  await db.drop()
})
beforeEach(async () => {
  now = Date.now()
  await db.database.pool.query('delete from file')
  await db.database.pool.query('delete from file_part')
})

const report = (over: Partial<NewFile> = {}): NewFile => ({
  kind: 'EXPORT',
  name: 'Звіт «зміна».csv',
  contentType: 'text/csv; charset=utf-8',
  userId: anna,
  needs: { action: 'MODIFY', subject: 'COMPANY_USERS' },
  ...over,
})
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  await Promise.resolve()
}
const store = (bytes: Buffer, over: Partial<NewFile> = {}, limitBytes = Infinity, size = 100_000) =>
  writeFile({ database: db.database, now: () => now, limitBytes }, ACME, report(over), inPieces(bytes, size))
const get = (id: string, as = 'anna', headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url: `/api/file/${id}`, headers: { authorization: as, ...headers } })
const codeOf = (answer: Awaited<ReturnType<typeof get>>) => [answer.statusCode, answer.json<{ error: { code: string } }>().error.code]
const count = async (table: 'file_part' | 'file') =>
  Number((await db.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)

describe('a file', () => {
  it('comes back as it was written, whatever the pieces, under its own name', async () => {
    for (const [length, size] of [
      [0, 1],
      [1, 1],
      [PART_BYTES, 4096],
      [2 * PART_BYTES + 17, 3 * PART_BYTES],
      [PART_BYTES + 1, 333_333],
    ] as const) {
      const bytes = randomBytes(length)
      const { id, size: stored } = await store(bytes, {}, Infinity, size)
      const answer = await get(id)
      assert.deepEqual([answer.statusCode, stored], [200, length])
      assert.ok(answer.rawPayload.equals(bytes), `${length} in pieces of ${size}`)
      assert.equal(answer.headers['etag'], `"${createHash('sha256').update(bytes).digest('hex')}"`)
      assert.equal(answer.headers['content-length'], String(length))
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.match(String(answer.headers['content-disposition']), /^attachment; filename=".*"; filename\*=UTF-8''%D0%97%D0%B2%D1%96%D1%82/)
      assert.match(String(answer.headers['cache-control']), /no-store/)
    }
  })

  it('is read in ranges', async () => {
    const bytes = randomBytes(2 * PART_BYTES + 100)
    const { id } = await store(bytes)
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${PART_BYTES - 5}-${PART_BYTES + 4}`, PART_BYTES - 5, PART_BYTES + 5],
      [`bytes=${2 * PART_BYTES}-`, 2 * PART_BYTES, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
    ] as const) {
      const answer = await get(id, 'anna', { range })
      assert.deepEqual([answer.statusCode, answer.headers['content-range']], [206, `bytes ${start}-${end - 1}/${bytes.length}`])
      assert.ok(answer.rawPayload.equals(bytes.subarray(start, end)), range)
    }
    const outside = await get(id, 'anna', { range: `bytes=${bytes.length}-` })
    assert.deepEqual([outside.statusCode, outside.headers['content-range']], [416, `bytes */${bytes.length}`])
    assert.equal((await get(id, 'anna', { range: 'bytes=0-0', 'if-range': '"another"' })).statusCode, 200)
    assert.deepEqual(byteRange('bytes=0-1,3-4', 10), { start: 0, end: 10, isPart: false })
  })

  it('is read by its owner only, as long as that person may', async () => {
    const { id } = await store(Buffer.from('secret'))
    assert.deepEqual(codeOf(await get(id, 'nobody')), [401, 'UNAUTHENTICATED'])
    assert.deepEqual(codeOf(await get(id, 'boris')), [404, 'FILE_NOT_FOUND'])
    assert.deepEqual(codeOf(await get(id, 'stranger')), [404, 'FILE_NOT_FOUND'])
    assert.deepEqual(codeOf(await get('no-id')), [404, 'FILE_NOT_FOUND'])
    const { id: shared } = await store(Buffer.from('for administrators'), { kind: 'REPORT', userId: null })
    assert.equal((await get(shared, 'boris')).body, 'for administrators')
    assert.deepEqual(codeOf(await get(shared, 'vera')), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await get(shared, 'stranger')), [404, 'FILE_NOT_FOUND'])
    for (const closed of [id, shared]) assert.deepEqual(codeOf(await get(closed, 'key of anna')), [403, 'FORBIDDEN'])
  })

  it('of which the writing fails leaves nothing', async () => {
    async function* failing() {
      yield randomBytes(2 * PART_BYTES)
      await Promise.resolve()
      throw new Error('no more')
    }
    await assert.rejects(writeFile({ database: db.database }, ACME, report(), failing()), /no more/)
    assert.equal(await count('file_part'), 0)
  })

  it('that a dead process left unfinished goes with all its bytes', async () => {
    const { id } = await store(randomBytes(2 * PART_BYTES + 1), { kind: 'REPORT' })
    await db.database.pool.query(`update file set state = 'WRITING', created_on = now() - interval '2 days' where id = $1`, [id])
    await tidyFileWeeks({ database: db.database, log, now: () => now })
    assert.deepEqual([await count('file_part'), await count('file')], [0, 1])
  })

  it('makes room by the oldest exports, never by reports', async () => {
    const limit = 3 * PART_BYTES
    const piece = (letter: string) => Buffer.alloc(PART_BYTES, letter)
    const { id: kept } = await store(piece('r'), { kind: 'REPORT' }, limit)
    const { id: first } = await store(piece('a'), {}, limit)
    const { id: second } = await store(piece('b'), {}, limit)
    const { id: third } = await store(piece('c'), {}, limit)
    assert.deepEqual(codeOf(await get(first)), [410, 'FILE_EXPIRED'])
    for (const id of [kept, second, third]) assert.equal((await get(id)).statusCode, 200)
    await assert.rejects(store(Buffer.alloc(2 * PART_BYTES + 1), {}, limit), { code: 'FILE_SPACE_FULL' })
    assert.equal((await get(kept)).statusCode, 200)
    assert.deepEqual(codeOf(await get(third)), [410, 'FILE_EXPIRED'])
  })

  it('expires, and its week of bytes goes at once while the row tells that it was there', async () => {
    const day = now
    await tidyFileWeeks({ database: db.database, log, now: () => day })
    const { id } = await store(Buffer.from('short'))
    const { id: longer } = await store(Buffer.from('long'), { kind: 'REPORT' })
    now = day + DAY_MS + 1
    assert.deepEqual(codeOf(await get(id)), [410, 'FILE_EXPIRED'])
    const week = `file_part_${weekOf(new Date(day + DAY_MS)).replaceAll('-', '_')}`
    const weeks = async () =>
      (
        await db.database.pool.query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'file_part'::regclass`,
        )
      ).rows.map(({ name }) => name)
    assert.ok((await weeks()).includes(week))
    now = day + 15 * DAY_MS
    await tidyFileWeeks({ database: db.database, log, now: () => now })
    assert.ok(!(await weeks()).includes(week))
    assert.deepEqual([await count('file_part'), await count('file')], [1, 2])
    assert.deepEqual(codeOf(await get(id)), [410, 'FILE_EXPIRED'])
    assert.equal((await get(longer)).body, 'long')
    const storage = await db.database.pool.query<{ attstorage: string }>(
      `select distinct attstorage from pg_attribute where attname = 'bytes' and attrelid in (select inhrelid from pg_inherits where inhparent = 'file_part'::regclass)`,
    )
    assert.deepEqual(storage.rows, [{ attstorage: 'e' }])
  })
})
