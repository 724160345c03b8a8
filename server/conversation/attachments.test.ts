import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Caller } from '#server/access/caller.ts'
import { loadConfig } from '#server/config.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { registerAttachments } from './attachmentRoutes.ts'
import { addMessage, deleteMessage } from './conversation.service.ts'

const ACME = asId<CompanyId>('ACME1')
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

describe('files that people send', () => {
  let api: TestApi
  let app: FastifyInstance
  let now = DAY_START
  let order = 0
  const callers = new Map<string, Caller>()
  const userOf = (role: 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER') => asId<UserId>(api.users[role])

  before(async () => {
    api = await startTestApi({ now: () => now })
    const press = await addPress(api, 'Press')
    const lathe = await addPress(api, 'Lathe')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      lathe,
    ])
    const { data } = await api.ask(`mutation { createJobOrder(input: { workCenterId: ${press} }) { id } }`, { as: 'ADMIN' })
    order = (data['createJobOrder'] as { readonly id: number }).id
    for (const role of ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const) callers.set(role, callerOf(userOf(role), role, ACME))
    callers.set('stranger', callerOf(asId<UserId>('0198f7c2-7d6e-7cc3-98c4-dc0c0c073990'), 'ADMIN', asId<CompanyId>('OTHER')))
    callers.set('visitor', callerOf(userOf('ADMIN'), 'ADMIN', asId<CompanyId>(DEMO_COMPANY_ID)))
    callers.set('unproven', { ...callerOf(userOf('ADMIN'), 'ADMIN', ACME), authLevel: 'UNPROVEN' })
    app = await createApp({
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    registerAttachments(app, {
      database: api.database,
      findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
      now: () => now,
    })
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
  const send = async (payload: Buffer, as = 'USER', name = 'coil.pdf') => {
    now += 60_001
    const answer = await app.inject({
      method: 'POST',
      url: `/api/attachments?name=${encodeURIComponent(name)}`,
      headers: { authorization: as, 'content-type': 'application/octet-stream' },
      payload,
    })
    const body = answer.json<{ id?: string; name?: string; contentType?: string; width?: number; error?: { code: string } }>()
    return { ...body, id: body.id ?? '', code: body.error?.code ?? null, status: answer.statusCode }
  }
  const get = (id: string, as = 'USER') => app.inject({ url: `/api/attachments/${id}`, headers: { authorization: as } })
  const writer = (role: 'ADMIN' | 'USER') => ({ companyId: ACME, userId: userOf(role) })
  const deps = () => ({ database: api.database, now: () => now })
  const put = (content: string, role: 'ADMIN' | 'USER' = 'USER') =>
    addMessage(
      deps(),
      writer(role),
      null,
      { beside: { jobOrderId: asId<JobOrderId>(order) }, content, contentType: 'ATTACHMENT', occurredAt: null },
      null,
    )

  it('are made anew where they are pictures, at most 2,048 pixels wide and without what the camera wrote', async () => {
    const photo = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#446688' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'Olena Kovalenko' } })
      .toBuffer()
    const sent = await send(photo, 'USER', 'C:\\photos\\coil.jpg')
    assert.deepEqual([sent.name, sent.contentType, sent.width], ['coil.jpg', 'image/webp', 2048])
    const { headers, rawPayload } = await get(sent.id)
    assert.equal(headers['content-type'], 'image/webp')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-disposition']), /^inline/)
    assert.equal(rawPayload.includes('Olena'), false)
  })

  it('are kept where they are documents, and never opened in the page', async () => {
    const sent = await send(PDF)
    const { headers, rawPayload } = await get(sent.id)
    assert.deepEqual(rawPayload, PDF)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.match(String(headers['content-security-policy']), /sandbox/)
  })

  it('are refused where they are anything else', async () => {
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'MZ...', '%PD', ''])
      assert.equal((await send(Buffer.from(other))).code, 'ATTACHMENT_NOT_VALID')
    assert.equal((await send(Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]))).code, 'ATTACHMENT_NOT_VALID')
    assert.equal((await send(Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]))).status, 413)
    assert.equal((await send(PDF, 'nobody')).code, 'UNAUTHENTICATED')
    assert.equal((await send(PDF, 'GUEST')).code, 'FORBIDDEN')
    assert.equal((await send(PDF, 'visitor')).code, 'DEMO_ACCOUNT')
    assert.equal((await send(PDF, 'unproven')).code, 'EMAIL_NOT_VERIFIED')
  })

  it('are read by who sent them until they are in a message, then by who may see the order', async () => {
    const sent = await send(PDF)
    assert.equal((await get(sent.id, 'ADMIN')).statusCode, 404)
    await assert.rejects(put(sent.id, 'ADMIN'), { code: 'ATTACHMENT_NOT_FOUND' })
    const message = await put(sent.id)
    assert.equal((await get(sent.id, 'ADMIN')).statusCode, 200)
    assert.equal((await get(sent.id, 'OPERATOR')).statusCode, 404)
    assert.equal((await get(sent.id, 'stranger')).statusCode, 404)
    await assert.rejects(put(sent.id), { code: 'ATTACHMENT_NOT_FOUND' })
    await deleteMessage(deps(), writer('USER'), null, message.id)
    assert.equal((await get(sent.id)).statusCode, 404)
    assert.equal((await get('1')).statusCode, 404)
  })

  it('go after a day in which no message took them', async () => {
    const sent = await send(PDF)
    now += DAY_MS + 1
    await send(PDF)
    assert.equal((await get(sent.id)).statusCode, 404)
  })

  it('sent under an id of their device are one, and wait 14 days for what was said beside them', async () => {
    const id = '0198f7c2-7d6e-7cc3-98c4-dc0c0c0739a1'
    const again = async (payload: Buffer, as = 'USER', at = id) => {
      now += 60_001
      const sent = await app.inject({
        method: 'PUT',
        url: `/api/attachments/${at}?name=coil.pdf`,
        headers: { authorization: as, 'content-type': 'application/pdf' },
        payload,
      })
      return sent.json<{ id?: string; error?: { code: string } }>()
    }
    assert.deepEqual([(await again(PDF)).id, (await again(PDF)).id], [id, id])
    assert.equal((await again(Buffer.concat([PDF, PDF]))).error?.code, 'REQUEST_KEY_REUSED')
    assert.equal((await again(PDF, 'ADMIN')).error?.code, 'REQUEST_KEY_REUSED')
    assert.equal((await again(PDF, 'USER', 'coil')).error?.code, 'ATTACHMENT_NOT_VALID')
    assert.equal((await again(PDF, 'GUEST')).error?.code, 'FORBIDDEN')
    now += 13 * DAY_MS
    await send(PDF)
    assert.equal((await get(id)).statusCode, 200)
    now += DAY_MS
    await send(PDF)
    assert.equal((await get(id)).statusCode, 404)
  })
})
