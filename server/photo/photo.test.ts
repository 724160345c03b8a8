import assert from 'node:assert/strict'
import { crc32, deflateSync } from 'node:zlib'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { insertMembership } from '#server/company/membership.store.ts'
import { loadConfig } from '#server/config.ts'
import type { Caller } from '#server/access/caller.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { registerPhotos } from './photoRoutes.ts'
import { PHOTO_SIZE } from './reencode.ts'

const ACME = asId<CompanyId>('ACME1')
let db: TestDatabase
let app: FastifyInstance
let now = Date.UTC(2026, 0, 15)
const callers = new Map<string, Caller>()

before(async () => {
  db = await createTestDatabase()
  app = await createApp({
    config: loadConfig({}),
    log: createLog('silent'),
    versions: { product: '', postgres: '', schema: '' },
    parts: new Map(),
  })
  registerPhotos(app, {
    database: db.database,
    findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
    now: () => now,
  })
  await db.database.inSystem(async (tx) => {
    await tx.insertInto('company').values({ id: ACME, name: 'Acme', country: 'pl' }).execute()
    for (const [name, role] of [
      ['admin@acme.example', 'ADMIN'],
      ['user@acme.example', 'USER'],
      ['olena@demo.trueline.example', 'ADMIN'],
      ['new@acme.example', 'ADMIN'],
    ] as const) {
      const verified = name.startsWith('new') ? null : new Date(now)
      const row = await tx
        .insertInto('app_user')
        .values({ email: name, email_verified_on: verified })
        .returning('id')
        .executeTakeFirstOrThrow()
      const userId = asId<UserId>(row.id)
      await insertMembership(tx, { companyId: ACME, userId, role })
      const membership = {
        companyId: ACME,
        companyName: 'Acme',
        companyPhotoUrl: null,
        userId,
        role,
        isStation: false,
        sort: 0,
        expiresOn: null,
      }
      callers.set(name, {
        principal: { userId, companyId: ACME },
        membership,
        authLevel: verified === null ? 'UNPROVEN' : 'PROVEN',
        language: 'en',
      })
    }
  })
})
after(async () => {
  await app.close()
  await db.drop()
})

async function send(kind: string, payload: Buffer, options: { readonly as?: string; readonly type?: string } = {}) {
  now += 60_001
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/photo/${kind}`,
    headers: { authorization: options.as ?? 'admin@acme.example', 'content-type': options.type ?? 'image/jpeg' },
    payload,
  })
  const body = answer.json<{ photo?: string; error?: { code: string } }>()
  return { status: answer.statusCode, photo: body.photo ?? '', code: body.error?.code }
}

const read = (url: string) => app.inject({ url })
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c62814' } })
const stored = async () => Number((await db.database.pool.query<{ n: string }>('select count(*) as n from photo')).rows[0]?.n)

describe('a photo', () => {
  test('is stored as a square without what came with it, shown to everybody who has its address, and replaced by the next', async () => {
    // The left half is red; the orientation says that the left side is at the bottom.
    const half = await picture(300, 400).png().toBuffer()
    const turned = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ffffff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const first = await send('user', turned)
    assert.equal(first.status, 200)
    const shown = await read(first.photo)
    assert.equal(shown.headers['content-type'], 'image/webp')
    assert.equal(shown.headers['x-content-type-options'], 'nosniff')
    assert.match(String(shown.headers['cache-control']), /immutable/)
    const metadata = await sharp(shown.rawPayload).metadata()
    assert.deepEqual([metadata.format, metadata.width, metadata.height, metadata.exif, metadata.icc, metadata.orientation].slice(0, 4), [
      'webp',
      PHOTO_SIZE,
      PHOTO_SIZE,
      undefined,
    ])
    assert.ok(!shown.rawPayload.includes('secret place'))
    const { data, info } = await sharp(shown.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const greenAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? -1
    assert.ok(greenAt(128, 10) < 100 && greenAt(128, 245) > 200, 'turned upright')

    const second = await send('user', await picture(300, 300).webp().toBuffer())
    assert.notEqual(second.photo, first.photo)
    assert.equal((await read(first.photo)).statusCode, 404)
    const person = await db.database.pool.query<{ photo: string }>(`select photo from app_user where email = 'admin@acme.example'`)
    assert.equal(person.rows[0]?.photo, second.photo)
    assert.equal(await stored(), 1)

    const removed = await app.inject({ method: 'DELETE', url: '/api/photo/user', headers: { authorization: 'admin@acme.example' } })
    assert.deepEqual([removed.statusCode, removed.json()], [200, { photo: null }])
    assert.equal(await stored(), 0)
  })

  test('of a company is changed by its administrators only, and the log tells it', async () => {
    const bytes = await picture(40, 40).png().toBuffer()
    assert.deepEqual(await send('company', bytes, { as: 'user@acme.example' }), { status: 403, photo: '', code: 'FORBIDDEN' })
    assert.equal((await send('company', bytes, { as: 'nobody' })).status, 401)
    const { photo } = await send('company', bytes)
    const { rows } = await db.database.pool.query<{ photo_url: string }>('select photo_url from company where id = $1', [ACME])
    assert.equal(rows[0]?.photo_url, photo)
    const log = await db.database.pool.query<{ action: string }>('select action from audit_log where company_id = $1', [ACME])
    assert.deepEqual(log.rows, [{ action: 'CHANGE_COMPANY_PHOTO' }])
  })

  test('of a work center is changed by whoever may change its settings, and outlives that of the company', async () => {
    const bytes = await picture(40, 40).png().toBuffer()
    const { rows: made } = await db.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('ACME1', 'Press 1'), ('ACME1', 'Press 2') returning id`,
    )
    await db.database.pool.query(`insert into company (id, name, country) values ('OTHER', 'Other', 'pl')`)
    const { rows: foreign } = await db.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('OTHER', 'Their press') returning id`,
    )
    const [press, lathe] = made.map(({ id }) => id)
    assert.deepEqual(await send(`work-center/${press}`, bytes, { as: 'user@acme.example' }), { status: 403, photo: '', code: 'FORBIDDEN' })
    for (const id of [foreign[0]?.id, 0, -1, 999_999, 2_147_483_648, 9_999_999_999, '1e1', '%00', "1'or'1"]) {
      const { status, code } = await send(`work-center/${id}`, bytes)
      assert.deepEqual([status, code], [404, 'WORK_CENTER_NOT_FOUND'], String(id))
    }
    const first = await send(`work-center/${press}`, bytes)
    const other = await send(`work-center/${lathe}`, bytes)
    assert.equal((await read(first.photo)).headers['content-type'], 'image/webp')
    const photos = async () =>
      (
        await db.database.pool.query<{ photo: string | null }>(`select photo from work_center where company_id = 'ACME1' order by id`)
      ).rows.map(({ photo }) => photo)
    assert.deepEqual(await photos(), [first.photo, other.photo])
    const second = await send(`work-center/${press}`, bytes)
    assert.equal((await read(first.photo)).statusCode, 404)
    assert.equal((await read(other.photo)).statusCode, 200, 'one of another work center stays')
    const ofCompany = await send('company', bytes)
    await app.inject({ method: 'DELETE', url: '/api/photo/company', headers: { authorization: 'admin@acme.example' } })
    assert.equal((await read(ofCompany.photo)).statusCode, 404)
    assert.equal((await read(second.photo)).statusCode, 200, "those of work centers are not the company's own")
    const headers = { authorization: 'admin@acme.example' }
    const removed = await app.inject({ method: 'DELETE', url: `/api/photo/work-center/${press}`, headers })
    assert.deepEqual([removed.statusCode, removed.json(), await photos()], [200, { photo: null }, [null, other.photo]])
    assert.equal((await read(second.photo)).statusCode, 404)
    const log = await db.database.pool.query<{ action: string; subject: string; details: object }>(
      `select action, subject, details from audit_log where action like '%WORK_CENTER_PHOTO' order by id`,
    )
    assert.deepEqual(
      log.rows.map(({ action, subject }) => [action, subject]),
      [
        ['CHANGE_WORK_CENTER_PHOTO', 'work center Press 1'],
        ['CHANGE_WORK_CENTER_PHOTO', 'work center Press 2'],
        ['CHANGE_WORK_CENTER_PHOTO', 'work center Press 1'],
        ['DELETE_WORK_CENTER_PHOTO', 'work center Press 1'],
      ],
    )
    assert.deepEqual(log.rows[0]?.details, { workCenterId: press })
    await db.database.pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [lathe])
    assert.deepEqual((await send(`work-center/${lathe}`, bytes)).code, 'WORK_CENTER_ARCHIVED')
  })

  test('of demo people and of unproven addresses stays as it is', async () => {
    const bytes = await picture(40, 40).png().toBuffer()
    assert.equal((await send('user', bytes, { as: 'olena@demo.trueline.example' })).code, 'DEMO_ACCOUNT')
    assert.equal((await send('user', bytes, { as: 'new@acme.example' })).code, 'EMAIL_NOT_VERIFIED')
    // Nor of one that a company made which the person has left since.
    await db.database.pool.query(`update app_user set made_by_company = $1 where email = 'new@acme.example'`, [ACME])
    assert.equal((await send('user', bytes, { as: 'new@acme.example' })).code, 'EMAIL_NOT_VERIFIED')
  })

  test('is one only by its content', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
    const gif = await picture(9, 9).gif().toBuffer()
    const cut = (await picture(200, 200).jpeg().toBuffer()).subarray(0, 400)
    for (const [name, bytes] of [
      ['svg', svg],
      ['gif', gif],
      ['text', Buffer.from('no picture')],
      ['empty', Buffer.alloc(0)],
      ['cut off', cut],
      ['only its first bytes', Buffer.from('\x89PNG\r\n\x1a\n<svg>', 'latin1')],
    ] as const) {
      const answer = await send('user', bytes)
      assert.deepEqual([answer.status, answer.code], [422, 'PHOTO_NOT_VALID'], name)
    }
  })

  test('keeps nothing that stands behind the picture', async () => {
    const script = '<script>alert(document.domain)</script>'
    const polyglot = Buffer.concat([await picture(64, 64).jpeg().toBuffer(), Buffer.from(script)])
    const { photo } = await send('user', polyglot, { type: 'text/html' })
    const shown = await read(photo)
    assert.equal(shown.headers['content-type'], 'image/webp')
    assert.ok(!shown.rawPayload.includes('<script>'))
  })

  test('with more pixels than any camera makes is refused before it is unpacked', async () => {
    const bomb = emptyPng(60_000, 60_000)
    assert.ok(bomb.length < 1_000_000)
    const before = process.memoryUsage().rss
    const answer = await send('user', bomb)
    assert.deepEqual([answer.status, answer.code], [422, 'PHOTO_NOT_VALID'])
    assert.ok(process.memoryUsage().rss - before < 500_000_000)
  })

  test('of more than 5 MB is refused', async () => {
    const answer = await send('user', Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(5 * 1024 * 1024)]))
    assert.deepEqual([answer.status, answer.code], [413, 'TOO_LARGE'])
  })

  test('with an address that is none is not found', async () => {
    for (const id of ['x', '00000000-0000-0000-0000-000000000000', "1' or '1'='1"]) {
      assert.equal((await read(`/api/photo/${encodeURIComponent(id)}`)).statusCode, 404, id)
    }
  })
})

/** Returns a PNG that claims to be this large and has the rows of a much smaller one. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
