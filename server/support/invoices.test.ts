import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { DEMO_COMPANY_ID, ROLES } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { MAX_INVOICE_BYTES } from '#engine/company/invoice.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Caller } from '#server/access/caller.ts'
import { loadConfig } from '#server/config.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { registerInvoices } from './invoiceRoutes.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

type Listed = { readonly id: string; readonly number: string; readonly issuedOn: string; readonly name: string; readonly size: number }

describe('invoices that the provider puts into a company', () => {
  let api: TestApi
  let app: FastifyInstance
  let now = Date.UTC(2026, 10, 23, 9)
  const callers = new Map<string, Caller>()

  before(async () => {
    api = await startTestApi({ now: () => now })
    await api.database.pool.query(
      `insert into company (id, name, country) values ('${DEMO_COMPANY_ID}', 'Demo', 'ua') on conflict do nothing`,
    )
    for (const role of ROLES) callers.set(role, callerOf(asId<UserId>(api.users[role]), role, ACME))
    const provider = asId<UserId>(api.users.PROVIDER_SUPPORT)
    callers.set('stranger', callerOf(asId<UserId>(api.stranger), 'ADMIN', OTHER))
    callers.set('elsewhere', callerOf(provider, 'PROVIDER_SUPPORT', OTHER))
    callers.set('demo', callerOf(provider, 'PROVIDER_SUPPORT', asId<CompanyId>(DEMO_COMPANY_ID)))
    callers.set('outside', { ...callerOf(provider, 'PROVIDER_SUPPORT', ACME), membership: null })
    callers.set('unproven', { ...callerOf(provider, 'PROVIDER_SUPPORT', ACME), authLevel: 'UNPROVEN' })
    callers.set('key', { ...callerOf(asId<UserId>(api.users.ADMIN), 'ADMIN', ACME), apiKeyId: randomUUID() })
    callers.set('provider key', { ...callerOf(provider, 'PROVIDER_ADMIN', ACME), apiKeyId: randomUUID() })
    app = await createApp({
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    registerInvoices(app, {
      database: api.database,
      findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
      now: () => now,
    })
  })
  after(async () => {
    await app.close()
    await api.close()
  })
  beforeEach(async () => {
    await api.database.pool.query('delete from invoice')
    await api.database.pool.query(`delete from audit_log where action like '%INVOICE'`)
  })

  const callerOf = (userId: UserId, role: Role, companyId: CompanyId): Caller => ({
    principal: { userId, companyId },
    membership: { companyId, companyName: '', companyPhotoUrl: null, userId, role, isStation: false, sort: 0, expiresOn: null },
    authLevel: 'PROVEN',
    language: 'en',
  })
  const put = async ({
    as = 'PROVIDER_SUPPORT',
    id = randomUUID(),
    number = '2026/11',
    issuedOn = '2026-11-23',
    payload = PDF,
  }: {
    readonly as?: string
    readonly id?: string
    readonly number?: string
    readonly issuedOn?: string
    readonly payload?: Buffer
  } = {}) => {
    now += 60_001
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/invoices/${id}?${new URLSearchParams({ name: 'November.pdf', number, issuedOn }).toString()}`,
      headers: { authorization: as, 'content-type': 'application/pdf' },
      payload,
    })
    const { error } = answer.json<{ error?: { code: string; field?: string; params?: object } }>()
    return {
      id,
      status: answer.statusCode,
      error: error === undefined ? null : [error.code, error.field ?? null],
      params: error?.params ?? {},
    }
  }
  const get = async (id: string, as: string) => await app.inject({ url: `/api/invoices/${id}`, headers: { authorization: as } })
  const listed = async (args = '', as: Role = 'ADMIN') => {
    const { data, errors } = await api.ask(`{ invoices${args} { totalItems hasNext items { id number issuedOn name size addedAt } } }`, {
      as,
    })
    assert.deepEqual(errors, [])
    return data['invoices'] as { readonly totalItems: number; readonly hasNext: boolean; readonly items: readonly Listed[] }
  }
  const remove = async (id: string, as: Role) => {
    const { data, errors } = await api.ask(`mutation { removeInvoice(id: "${id}") }`, { as })
    return errors[0]?.extensions.code ?? data['removeInvoice']
  }
  const told = async () => {
    const { rows } = await api.database.pool.query<{ told: string }>(
      `select action || ' ' || subject || ' ' || user_id as told from audit_log where action like '%INVOICE' order by id`,
    )
    return rows.map(({ told: text }) => text)
  }

  it('are put there by its people alone, who may read the settings of the company', async () => {
    const codes: Record<string, unknown> = {}
    for (const as of [...ROLES, 'key', 'provider key', 'demo', 'outside', 'unproven', 'nobody'])
      codes[as] = (await put({ as, number: as })).error?.[0] ?? 'added'
    assert.deepEqual(codes, {
      ADMIN: 'FORBIDDEN',
      USER: 'FORBIDDEN',
      OPERATOR: 'FORBIDDEN',
      GUEST: 'FORBIDDEN',
      PROVIDER_ADMIN: 'added',
      PROVIDER_SUPPORT: 'added',
      PROVIDER_USER: 'FORBIDDEN',
      key: 'FORBIDDEN',
      'provider key': 'FORBIDDEN',
      demo: 'DEMO_ACCOUNT',
      outside: 'NO_COMPANY',
      unproven: 'EMAIL_NOT_VERIFIED',
      nobody: 'UNAUTHENTICATED',
    })
    assert.equal((await listed()).totalItems, 2)
  })

  it('are downloaded as they were sent by who reads the settings, by no key and by no other company', async () => {
    const { id } = await put()
    const codes: Record<string, number> = {}
    for (const as of [...ROLES, 'key', 'provider key', 'stranger', 'elsewhere', 'outside', 'nobody'])
      codes[as] = (await get(id, as)).statusCode
    assert.deepEqual(
      Object.keys(codes).filter((as) => codes[as] === 200),
      ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT'],
    )
    assert.deepEqual([codes['key'], codes['USER'], codes['stranger'], codes['elsewhere'], codes['nobody']], [403, 403, 404, 404, 401])
    const { rawPayload, headers } = await get(id, 'ADMIN')
    assert.deepEqual(rawPayload, PDF)
    assert.deepEqual([headers['content-type'], headers['content-disposition']], ['application/pdf', 'attachment; filename=November.pdf'])
    assert.equal(headers['cache-control'], 'private, no-store')
    for (const unknown of [randomUUID(), 'no-id'])
      assert.equal((await get(unknown, 'ADMIN')).json<{ error: { code: string } }>().error.code, 'INVOICE_NOT_FOUND')
    const foreign = await api.ask('{ invoices { totalItems } }', { as: api.stranger, company: OTHER })
    assert.deepEqual(foreign.data['invoices'], { totalItems: 0 })
  })

  it('are listed in pages, the newest first by their dates, then by when they were added', async () => {
    for (const [number, issuedOn] of [
      ['2', '2026-11-01'],
      ['3', '2026-11-01'],
      ['1', '2025-12-31'],
      ['4', '2026-12-01'],
    ] as const)
      await put({ number, issuedOn })
    const { items } = await listed()
    assert.deepEqual(
      items.map(({ number, issuedOn, name, size }) => [number, issuedOn, name, size]),
      [
        ['4', '2026-12-01', 'November.pdf', PDF.length],
        ['3', '2026-11-01', 'November.pdf', PDF.length],
        ['2', '2026-11-01', 'November.pdf', PDF.length],
        ['1', '2025-12-31', 'November.pdf', PDF.length],
      ],
    )
    const second = await listed('(current: 2, size: 3)', 'PROVIDER_SUPPORT')
    assert.deepEqual([second.totalItems, second.hasNext, second.items.map(({ number }) => number)], [4, false, ['1']])
    const { errors } = await api.ask('{ invoices(size: 0) { totalItems } }')
    assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.field], ['VALUE_OUT_OF_RANGE', 'size'])
  })

  it('are a PDF by its content, of at most 10 MB, with a number and a day of the calendar', async () => {
    const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#2F9E44' } })
      .png()
      .toBuffer()
    for (const payload of [png, Buffer.from('<svg/>'), Buffer.from('MZ'), Buffer.alloc(0)])
      assert.deepEqual((await put({ payload })).error, ['INVOICE_NOT_PDF', 'file'], payload.toString('latin1').slice(0, 5))
    assert.equal((await put({ payload: Buffer.concat([PDF, Buffer.alloc(MAX_INVOICE_BYTES)]) })).status, 413)
    assert.deepEqual((await put({ id: 'no-id' })).error?.[0], 'ATTACHMENT_NOT_VALID')
    const long = await put({ number: 'x'.repeat(61) })
    assert.deepEqual([long.error, long.params], [['LENGTH_OUT_OF_RANGE', 'number'], { min: 1, max: 60 }])
    for (const number of ['7\0', '7\u202E1', '7\n1']) {
      const { status, error, params } = await put({ number })
      assert.deepEqual([status, error, params], [422, ['INVALID_FORMAT', 'number'], { example: 'INV-2026/11' }])
    }
    assert.deepEqual((await put({ number: ' ' })).error, ['REQUIRED', 'number'])
    for (const issuedOn of ['', '2026-02-30', '1999-12-31', '01.11.2026']) {
      const { error, params } = await put({ issuedOn })
      assert.deepEqual([error, params], [['INVOICE_DAY', 'issuedOn'], { min: '2000-01-01', max: '2099-12-31' }], issuedOn)
    }
    assert.equal((await listed()).totalItems, 0)
  })

  it('sent again under their id are one; another under it, and another of the number, are refused', async () => {
    const { id } = await put()
    assert.equal((await put({ id })).status, 200)
    assert.deepEqual((await put({ id, issuedOn: '2026-11-24' })).error, ['REQUEST_KEY_REUSED', 'id'])
    assert.deepEqual((await put({ id, payload: Buffer.concat([PDF, PDF]) })).error, ['REQUEST_KEY_REUSED', 'id'])
    const taken = await put({ number: ' 2026/11 ' })
    assert.deepEqual([taken.error, taken.params], [['INVOICE_NUMBER_TAKEN', 'number'], { number: '2026/11' }])
    assert.equal((await put({ as: 'elsewhere', id })).status, 200, 'ids and numbers are of each company its own')
    assert.deepEqual([(await listed()).totalItems, (await told()).length], [1, 2])
  })

  it('are removed by its people alone, with an entry for what was added and removed', async () => {
    const { id } = await put()
    const codes: unknown[] = []
    for (const role of ROLES.filter((one) => one !== 'PROVIDER_ADMIN' && one !== 'PROVIDER_SUPPORT')) codes.push(await remove(id, role))
    assert.deepEqual(codes, ['FORBIDDEN', ...Array.from({ length: 4 }, () => 'INVOICE_NOT_FOUND')])
    const { id: foreign } = await put({ as: 'elsewhere' })
    assert.equal(await remove(foreign, 'PROVIDER_ADMIN'), 'INVOICE_NOT_FOUND')
    assert.equal(await remove(id, 'PROVIDER_ADMIN'), true)
    assert.equal(await remove(id, 'PROVIDER_ADMIN'), 'INVOICE_NOT_FOUND')
    assert.deepEqual([(await get(id, 'ADMIN')).statusCode, (await listed()).totalItems], [404, 0])
    assert.deepEqual(await told(), [
      `ADD_INVOICE invoice 2026/11 ${api.users.PROVIDER_SUPPORT}`,
      `ADD_INVOICE invoice 2026/11 ${api.users.PROVIDER_SUPPORT}`,
      `REMOVE_INVOICE invoice 2026/11 ${api.users.PROVIDER_ADMIN}`,
    ])
    assert.equal((await put({ id })).status, 200, 'what was removed may be added again')
  })
})
