import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Caller } from '#server/access/caller.ts'
import { loadConfig } from '#server/config.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { registerSupportFiles } from './supportFileRoutes.ts'

const ACME = asId<CompanyId>('ACME1')
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

type File = { readonly id: string; readonly name: string; readonly contentType: string }
type Support = { readonly id: number; readonly files: readonly File[]; readonly messages: readonly { readonly files: readonly File[] }[] }

describe('files of questions to the provider', () => {
  let api: TestApi
  let app: FastifyInstance
  let jpeg: Buffer
  let now = Date.UTC(2026, 10, 23, 9)
  const callers = new Map<string, Caller>()

  before(async () => {
    api = await startTestApi({ now: () => now })
    const provider = asId<UserId>(api.users.PROVIDER_SUPPORT)
    await api.database.pool.query(`update app_user set provider_role = 'PROVIDER_SUPPORT' where id = $1`, [provider])
    for (const role of ['ADMIN', 'USER', 'OPERATOR'] as const) callers.set(role, callerOf(asId<UserId>(api.users[role]), role, ACME))
    callers.set('stranger', callerOf(asId<UserId>('0198f7c2-7d6e-7cc3-98c4-dc0c0c073990'), 'ADMIN', asId<CompanyId>('OTHER')))
    callers.set('demo', callerOf(asId<UserId>(api.users.USER), 'USER', asId<CompanyId>(DEMO_COMPANY_ID)))
    const outside = { ...callerOf(provider, 'ADMIN', ACME), membership: null }
    callers.set('provider', outside)
    callers.set('entered', callerOf(provider, 'PROVIDER_SUPPORT', ACME))
    callers.set('key', { ...outside, apiKeyId: randomUUID() })
    app = await createApp({
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    registerSupportFiles(app, {
      database: api.database,
      findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
      now: () => now,
    })
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2F9E44' } })
      .jpeg()
      .toBuffer()
  })
  after(async () => {
    await app.close()
    await api.close()
  })

  const callerOf = (userId: UserId, role: Role, companyId: CompanyId): Caller => ({
    principal: { userId, companyId },
    membership: { companyId, companyName: '', companyPhotoUrl: null, userId, role, isStation: false, sort: 0, expiresOn: null },
    authLevel: 'PROVEN',
    language: 'en',
  })
  const send = async (payload: Buffer, { as = 'USER', id = randomUUID(), request = '' } = {}) => {
    now += 60_001
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/support-files/${id}?name=screen.jpg${request}`,
      headers: { authorization: as, 'content-type': 'application/octet-stream' },
      payload,
    })
    return { id, status: answer.statusCode, code: answer.json<{ error?: { code: string } }>().error?.code ?? null }
  }
  const get = async (id: string, as: string) =>
    (await app.inject({ url: `/api/support-files/${id}`, headers: { authorization: as } })).statusCode
  const codesOf = ({ errors }: Awaited<ReturnType<TestApi['ask']>>) =>
    errors.map(({ extensions }) => [extensions.code, extensions.field ?? null])
  const create = (fileIds: readonly string[], as: 'ADMIN' | 'USER' = 'USER') =>
    api.ask(
      `mutation { createSupportRequest(input: { content: "See the photo", fileIds: ${JSON.stringify(fileIds)} }) { id files { id name contentType } } }`,
      { as },
    )
  const answer = (id: number, fileIds: readonly string[], as: 'PROVIDER_SUPPORT' | 'USER') =>
    api.ask(`mutation { answerSupportRequest(id: ${id}, content: "Here", fileIds: ${JSON.stringify(fileIds)}) }`, { as })
  const asked = async (fileIds: readonly string[]): Promise<Support> => {
    const { data, errors } = await create(fileIds)
    assert.deepEqual(errors, [])
    return data['createSupportRequest'] as Support
  }
  const visits = async () =>
    (
      await api.database.pool.query<{ subject: string; user_id: string; company_id: string }>(
        `select subject, user_id, company_id from audit_log where action = 'READ_SUPPORT_FILE' order by id`,
      )
    ).rows

  it('go with the question, and with answers of both sides', async () => {
    const [photo, more, manual] = [await send(jpeg), await send(PDF), randomUUID()]
    const { id, files } = await asked([photo.id])
    assert.deepEqual(files, [{ id: photo.id, name: 'screen.jpg', contentType: 'image/webp' }])
    assert.deepEqual((await answer(id, [more.id], 'USER')).errors, [])
    assert.equal((await send(PDF, { as: 'provider', id: manual, request: `&request=${id}` })).status, 200)
    assert.deepEqual((await answer(id, [manual], 'PROVIDER_SUPPORT')).errors, [])
    const { data } = await api.ask(`{ supportRequests { id files { id } messages { files { id contentType } } } }`, { as: 'USER' })
    const [request] = data['supportRequests'] as readonly Support[]
    assert.deepEqual(
      request?.messages.map(({ files: [file] }) => [file?.id, file?.contentType]),
      [
        [more.id, 'application/pdf'],
        [manual, 'application/pdf'],
      ],
    )
    assert.deepEqual([await get(manual, 'USER'), await get(photo.id, 'ADMIN')], [200, 200])
  })

  it('are read by who sent them until they are sent, then by who reads the question; the provider leaves an entry', async () => {
    const { id: fileId } = await send(jpeg)
    const statuses = async () => {
      const codes: number[] = []
      for (const as of ['USER', 'ADMIN', 'OPERATOR', 'stranger', 'provider', 'key', 'nobody']) codes.push(await get(fileId, as))
      return codes
    }
    const before = await visits()
    assert.deepEqual(await statuses(), [200, 404, 404, 404, 404, 404, 401])
    assert.deepEqual(await visits(), before)
    const { id } = await asked([fileId])
    assert.deepEqual(await statuses(), [200, 200, 404, 404, 200, 404, 401])
    const visit = { subject: `support request ${id}`, user_id: api.users.PROVIDER_SUPPORT, company_id: ACME }
    assert.deepEqual((await visits()).slice(before.length), [visit])
    assert.equal(await get(fileId, 'entered'), 200)
    assert.deepEqual((await visits()).slice(before.length), [visit, visit])
  })

  it('are refused from others, of others, twice, and in the demo', async () => {
    const [mine, used] = [await send(jpeg), await send(jpeg)]
    const { id } = await asked([used.id])
    const missing = [['ATTACHMENT_NOT_FOUND', 'fileIds']]
    assert.deepEqual(codesOf(await create([mine.id], 'ADMIN')), missing)
    assert.deepEqual(codesOf(await create([used.id])), missing)
    assert.deepEqual(codesOf(await answer(id, [randomUUID()], 'USER')), missing)
    const eleven = Array.from({ length: 11 }, () => randomUUID())
    assert.deepEqual(codesOf(await create(eleven)), [['VALUE_OUT_OF_RANGE', 'fileIds']])
    assert.equal((await send(PDF, { as: 'demo' })).code, 'DEMO_ACCOUNT')
    assert.equal((await send(PDF, { as: 'provider' })).code, 'NO_COMPANY')
    for (const as of ['OPERATOR', 'stranger', 'key'])
      assert.equal((await send(PDF, { as, request: `&request=${id}` })).code, 'SUPPORT_REQUEST_NOT_FOUND', as)
    for (const request of ['&request=0', '&request=x', '&request=99999999999'])
      assert.equal((await send(PDF, { request })).code, 'SUPPORT_REQUEST_NOT_FOUND', request)
    assert.equal((await send(Buffer.from('<svg/>'))).code, 'ATTACHMENT_NOT_VALID')
  })

  it('sent again under their id are one, another under it is refused, and what nothing sent goes after 14 days', async () => {
    const { id } = await send(jpeg)
    assert.equal((await send(jpeg, { id })).status, 200)
    assert.equal((await send(PDF, { id })).code, 'REQUEST_KEY_REUSED')
    now += 13 * DAY_MS
    await send(PDF)
    assert.equal(await get(id, 'USER'), 200)
    now += DAY_MS
    await send(PDF)
    assert.equal(await get(id, 'USER'), 404)
  })
})
