import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { FILE_PART_BYTES } from '#engine/checklist/answerFile.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Caller } from '#server/access/caller.ts'
import { loadConfig } from '#server/config.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { registerChecklistFiles } from './checklistFileRoutes.ts'
import { seedChecklist } from './testing.ts'

const MEGABYTE = 1024 * 1024
const PART = FILE_PART_BYTES
type Run = {
  readonly files: readonly { readonly id: string }[]
  readonly submissions: readonly { readonly kind: string; readonly submittedBy: { readonly id: string } }[]
}
const SCRIPT = Buffer.from('<html><script>alert(document.domain)</script></html>')

describe('photos and documents of checklists', () => {
  let api: TestApi
  let app: FastifyInstance
  let jpeg: Buffer
  let now = DAY_START
  let occurrenceId = 0
  const callers = new Map<string, Caller>()

  before(async () => {
    api = await startTestApi({ now: () => now })
    const press = await addPress(api, 'Press')
    const lathe = await addPress(api, 'Lathe')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      lathe,
    ])
    occurrenceId = (await seedChecklist(api, press)).occurrenceId
    const userOf = (role: 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER') => asId<UserId>(api.users[role])
    for (const role of ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const)
      callers.set(role, callerOf(userOf(role), role, asId<CompanyId>(ACME)))
    callers.set('stranger', callerOf(asId<UserId>('0198f7c2-7d6e-7cc3-98c4-dc0c0c073990'), 'ADMIN', asId<CompanyId>(OTHER)))
    callers.set('visitor', callerOf(userOf('ADMIN'), 'ADMIN', asId<CompanyId>(DEMO_COMPANY_ID)))
    app = await started()
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2F9E44' } })
      .withExif({ IFD3: { GPSLatitude: '52/1 13/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
  })
  after(async () => {
    await app.close()
    await api.close()
  })

  const started = async (): Promise<FastifyInstance> => {
    const server = await createApp({
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    registerChecklistFiles(server, {
      database: api.database,
      findCaller: ({ authorization }) => Promise.resolve(callers.get(authorization ?? '') ?? null),
      now: () => now,
    })
    return server
  }
  const callerOf = (userId: UserId, role: Role, companyId: CompanyId): Caller => ({
    principal: { userId, companyId },
    membership: { companyId, companyName: '', companyPhotoUrl: null, userId, role, isStation: false, sort: 0, expiresOn: null },
    authLevel: 'PROVEN',
    language: 'en',
  })
  const send = async (
    payload: Buffer,
    { as = 'USER', id = randomUUID(), name = 'guard.jpg' }: { readonly as?: string; readonly id?: string; readonly name?: string } = {},
  ) => {
    now += 2_000
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/checklist-files/${id}?name=${encodeURIComponent(name)}`,
      headers: { authorization: as, 'content-type': 'image/jpeg' },
      payload,
    })
    const body = answer.json<{ contentType?: string; width?: number; error?: { code: string } }>()
    return { ...body, id, status: answer.statusCode, code: body.error?.code ?? null }
  }
  type Progress = { readonly received?: number; readonly size?: number; readonly isStored?: boolean }
  const ask = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { as = 'USER', payload }: { readonly as?: string; readonly payload?: Buffer } = {},
  ) => {
    now += 2_000
    const headers = { authorization: as, ...(payload !== undefined && { 'content-type': 'image/jpeg' }) }
    const answer = await app.inject({ method, url: `/api/checklist-files/${path}`, headers, ...(payload !== undefined && { payload }) })
    type Body = Progress & { contentType?: string; width?: number; error?: { code: string; field?: string } }
    const body = answer.json<Body>()
    return { ...body, status: answer.statusCode, code: body.error?.code ?? null, field: body.error?.field ?? null }
  }
  const progress = ({ received, size, isStored }: Progress) => [received, size, isStored]
  const partsOf = async (id: string): Promise<number> =>
    (await api.database.pool.query('select from checklist_file_part where file_id = $1', [id])).rows.length
  const get = (id: string, as = 'USER') => app.inject({ url: `/api/checklist-files/${id}`, headers: { authorization: as } })

  it('are made anew: what lies behind the picture, and the place where it was taken, do not stay', async () => {
    const sent = await send(Buffer.concat([jpeg, SCRIPT]))
    assert.deepEqual([sent.status, sent.contentType, sent.width], [200, 'image/webp', 40])
    const { rawPayload, headers } = await get(sent.id)
    assert.equal(rawPayload.includes('<script>'), false)
    const { exif, format } = await sharp(rawPayload).metadata()
    assert.deepEqual([exif, format], [undefined, 'webp'])
    assert.deepEqual([headers['x-content-type-options'], headers['content-security-policy']], ['nosniff', "default-src 'none'; sandbox"])
  })

  it('that are no pictures and no PDF are refused, whatever they are called and begin with', async () => {
    const zip = Buffer.from('PK\u0003\u0004word/document.xml')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const beginsLikeJpeg = Buffer.concat([jpeg.subarray(0, 12), SCRIPT])
    const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000')
    for (const [name, payload] of Object.entries({
      'plan.pdf': zip,
      'photo.png': svg,
      'photo.jpg': beginsLikeJpeg,
      'a.gif': gif,
      'b.jpg': Buffer.alloc(0),
    }))
      assert.equal((await send(payload, { name })).code, 'ATTACHMENT_NOT_VALID', name)
  })

  it('that are a PDF with a page of a browser in it are only downloaded, and run nothing', async () => {
    const { id, contentType } = await send(Buffer.concat([Buffer.from('%PDF-1.7\n'), SCRIPT]), { name: 'plan.html' })
    assert.equal(contentType, 'application/pdf')
    const { headers } = await get(id)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.deepEqual([headers['content-type'], headers['x-content-type-options']], ['application/pdf', 'nosniff'])
  })

  it('of 20 MB are taken, and of 30 MB refused before they are read to the end, in one piece as in parts', async () => {
    const sizeOf = (megabytes: number) => Buffer.concat([jpeg, Buffer.alloc(megabytes * MEGABYTE - jpeg.length)])
    assert.equal((await send(sizeOf(20))).status, 200)
    const { status, code } = await send(sizeOf(30))
    assert.deepEqual([status, code], [413, 'TOO_LARGE'])
    const refused = await ask('PUT', `${randomUUID()}/parts/0?size=${30 * MEGABYTE}`, { payload: jpeg })
    assert.deepEqual([refused.code, refused.field], ['VALUE_OUT_OF_RANGE', 'size'])
    assert.equal((await ask('PUT', `${randomUUID()}/parts/0?size=${MEGABYTE}`, { payload: Buffer.alloc(PART + 1) })).status, 413)
  })

  it('sent in parts go on after a break where they were, also on another server, and are the same file', async () => {
    const photo = Buffer.concat([jpeg, Buffer.alloc(2 * PART)])
    const id = randomUUID()
    const part = (at: number, more: object = {}) => {
      const payload = photo.subarray(at, at + PART)
      return ask('PUT', `${id}/parts/${at}?size=${photo.length}`, { payload, ...more })
    }
    assert.equal((await part(0)).received, PART)
    await app.close()
    app = await started()
    assert.deepEqual(progress(await ask('GET', `${id}/parts`)), [PART, photo.length, false])
    // What came already, and what leaves a gap, changes nothing: it is told where to go on.
    assert.equal((await part(0)).received, PART)
    assert.equal((await part(2 * PART)).received, PART)
    assert.equal((await ask('POST', `${id}?name=a.jpg`)).code, 'ATTACHMENT_NOT_FOUND')
    await part(PART)
    assert.equal((await part(2 * PART)).received, photo.length)
    // Parts are of who sent them.
    for (const as of ['ADMIN', 'stranger']) assert.deepEqual(progress(await ask('GET', `${id}/parts`, { as })), [0, 0, false])
    assert.equal((await ask('GET', `${id}/parts`, { as: 'GUEST' })).code, 'FORBIDDEN')
    assert.equal((await ask('POST', `${id}?name=a.jpg`, { as: 'ADMIN' })).code, 'ATTACHMENT_NOT_FOUND')
    const made = await ask('POST', `${id}?name=a.jpg`)
    assert.deepEqual([made.contentType, made.width], ['image/webp', 40])
    assert.deepEqual(progress(await ask('GET', `${id}/parts`)), [0, 0, true])
    assert.equal((await send(photo, { id })).status, 200)
    assert.deepEqual(await partsOf(id), 0)
  })

  it('made smaller in the middle begin anew under their id', async () => {
    const id = randomUUID()
    await ask('PUT', `${id}/parts/0?size=${2 * PART}`, { payload: Buffer.alloc(PART) })
    // A later part of another file is told that nothing of it is there.
    assert.equal((await ask('PUT', `${id}/parts/5?size=${jpeg.length}`, { payload: jpeg.subarray(5) })).received, PART)
    assert.deepEqual(progress(await ask('PUT', `${id}/parts/0?size=${jpeg.length}`, { payload: jpeg })), [jpeg.length, jpeg.length, false])
    assert.equal((await ask('POST', `${id}?name=small.jpg`)).width, 40)
  })

  it('that turn out to be no picture are gone with their parts; of too many unfinished ones the oldest is forgotten', async () => {
    const id = randomUUID()
    const wrong = Buffer.concat([jpeg.subarray(0, 12), SCRIPT])
    await ask('PUT', `${id}/parts/0?size=${wrong.length}`, { payload: wrong })
    assert.equal((await ask('POST', `${id}?name=a.jpg`)).code, 'ATTACHMENT_NOT_VALID')
    assert.equal(await partsOf(id), 0)
    const begin = (file: string) => ask('PUT', `${file}/parts/0?size=9`, { payload: Buffer.from('begun') })
    const begun = Array.from({ length: 21 }, () => randomUUID())
    for (const file of begun) {
      assert.equal((await begin(file)).received, 5)
      now += 1000
    }
    assert.deepEqual([await partsOf(begun[0] ?? ''), await partsOf(begun[1] ?? ''), await partsOf(begun[20] ?? '')], [0, 1, 1])
    // What nobody finished is gone after 14 days.
    now += 15 * 24 * 3_600_000
    assert.equal((await begin(randomUUID())).received, 5)
    assert.equal((await api.database.pool.query('select from checklist_file_part')).rows.length, 1)
  })

  it('keep how they were taken, and only those of the camera are proof where a task asks for that', async () => {
    const wrong = await ask('PUT', `${randomUUID()}?name=a.jpg&source=SCANNER`, { payload: jpeg })
    assert.deepEqual([wrong.code, wrong.field], ['INVALID_FORMAT', 'source'])
    const sent = async (query: string) => {
      const id = randomUUID()
      assert.equal((await ask('PUT', `${id}?name=a.jpg${query}`, { payload: jpeg })).status, 200)
      return id
    }
    const [chosen, unknown, taken] = [await sent('&source=FILE'), await sent(''), await sent('&source=CAMERA')]
    const { rows } = await api.database.pool.query<{ place: number }>(
      'select work_center_id as place from checklist_occurrence where id = $1',
      [occurrenceId],
    )
    const place = rows[0]?.place ?? 0
    const mutation = async (text: string, as: 'ADMIN' | 'USER' = 'USER') => {
      const { data, errors } = await api.ask(`mutation { ${text} }`, { as })
      return { data, refused: errors.map(({ extensions }) => [extensions.code, extensions.field]) }
    }
    const task = '{ id: "guard", description: "Guard", type: YES_NO, photoProofRequired: true, photoFromCameraOnly: true }'
    const made = await mutation(
      `createOrUpdateChecklist(input: { name: "Proof", active: true, workCenterIds: [${place}], tasks: [${task}],
        frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true } }) { id tasks { photoFromCameraOnly } }`,
      'ADMIN',
    )
    const list = made.data['createOrUpdateChecklist'] as { readonly id: number; readonly tasks: readonly unknown[] }
    assert.deepEqual(list.tasks, [{ photoFromCameraOnly: true }])
    const begun = await mutation(`startChecklist(checklistId: ${list.id}, workCenterId: ${place}) { id }`)
    const run = (begun.data['startChecklist'] as { readonly id: number }).id
    const submit = (fileId: string) =>
      mutation(
        `submitChecklist(occurrenceId: ${run}, answers: [{ taskId: "guard", yes: true, fileIds: ["${fileId}"] }]) { files { id source } }`,
      )
    for (const id of [chosen, unknown]) assert.deepEqual((await submit(id)).refused, [['CAMERA_PHOTO_REQUIRED', 'guard']])
    assert.deepEqual((await submit(taken)).data['submitChecklist'], { files: [{ id: taken, source: 'CAMERA' }] })
  })

  it('of who a run was taken over from are seen and handed in by who goes on with it', async () => {
    const { rows } = await api.database.pool.query<{ place: number }>(
      'select work_center_id as place from checklist_occurrence where id = $1',
      [occurrenceId],
    )
    const task = '{ id: "guard", description: "Guard", type: YES_NO, photoProofRequired: true }'
    const mutation = async (text: string, as: 'ADMIN' | 'USER') => {
      const { data, errors } = await api.ask(`mutation { ${text} }`, { as })
      assert.deepEqual(errors, [])
      return Object.values(data)[0] as { readonly id: number }
    }
    const place = rows[0]?.place ?? 0
    const { id: list } = await mutation(
      `createOrUpdateChecklist(input: { name: "Taken over", active: true, workCenterIds: [${place}], tasks: [${task}],
        frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true } }) { id }`,
      'ADMIN',
    )
    const { id: run } = await mutation(`startChecklist(checklistId: ${list}, workCenterId: ${place}) { id }`, 'USER')
    const { id: photo } = await send(jpeg, { as: 'USER' })
    const answer = `answers: [{ taskId: "guard", yes: true, fileIds: ["${photo}"] }]`
    await mutation(`saveChecklistAnswers(occurrenceId: ${run}, ${answer}) { id }`, 'USER')
    assert.equal((await get(photo, 'ADMIN')).statusCode, 404)
    await mutation(`saveChecklistAnswers(occurrenceId: ${run}, answers: [], isTakenOver: true) { id }`, 'ADMIN')
    assert.equal((await get(photo, 'ADMIN')).statusCode, 200)
    const done = await mutation(`submitChecklist(occurrenceId: ${run}, answers: []) { id files { id } submissions { kind } }`, 'ADMIN')
    assert.deepEqual(done, { id: run, files: [{ id: photo }], submissions: [{ kind: 'FIRST' }] })
  })

  it('taken at a station are handed in by who goes on with the run elsewhere, and a lost one holds nobody up', async () => {
    const { rows } = await api.database.pool.query<{ place: number }>(
      'select work_center_id as place from checklist_occurrence where id = $1',
      [occurrenceId],
    )
    const place = rows[0]?.place ?? 0
    const people = await api.database.pool.query<{ id: UserId }>(
      `with made as (insert into app_user (email, first_name, last_name, email_verified_on)
         select name || '@acme.example', name, 'Person', now() from unnest('{station,anna}'::text[]) name returning id, first_name),
       members as (insert into membership (company_id, user_id, role, is_station) select $1, id, 'OPERATOR', first_name = 'station' from made),
       places as (insert into operator_work_center (company_id, user_id, work_center_id) select $1, id, $2 from made)
       select id from made order by first_name desc`,
      [ACME, place],
    )
    const [station, anna] = people.rows.map(({ id }) => id)
    assert.ok(station !== undefined && anna !== undefined)
    callers.set('station', callerOf(station, 'OPERATOR', asId<CompanyId>(ACME)))
    const tasks = ['guard', 'belt'].map((id) => `{ id: "${id}", description: "${id}", type: YES_NO, photoProofRequired: true }`)
    const answered = async (text: string, who: { readonly as?: 'ADMIN' | 'USER' | UserId; readonly acting?: UserId }) => {
      const headers = { authorization: `Bearer ${await api.token(station)}`, 'x-schema-code': ACME, 'x-acting-user': who.acting ?? '' }
      const query = `mutation { ${text} }`
      const { data, errors } = await (who.acting === undefined ? api.ask(query, who) : api.post(JSON.stringify({ query }), headers))
      assert.deepEqual(errors, [], text)
      return Object.values(data)[0] as { readonly id: number }
    }
    const { id: list } = await answered(
      `createOrUpdateChecklist(input: { name: "At the station", active: true, workCenterIds: [${place}], tasks: [${tasks.join()}],
        frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true } }) { id }`,
      { as: 'ADMIN' },
    )
    const begun = `startChecklist(checklistId: ${list}, workCenterId: ${place}) { id }`
    const save = (run: number, answers: string) =>
      `saveChecklistAnswers(occurrenceId: ${run}, answers: [${answers}], isTakenOver: true) { id }`
    const answer = (task: string, photo: string) => `{ taskId: "${task}", yes: true, fileIds: ["${photo}"] }`
    const photo = async (as: string) => (await send(jpeg, { as })).id
    const submit = (run: number, answers = '') =>
      `submitChecklist(occurrenceId: ${run}, answers: [${answers}]) { files { id } submissions { kind submittedBy { id } } }`
    const kinds = (own: string) => [
      { kind: 'ALSO', submittedBy: { id: anna } },
      { kind: 'FIRST', submittedBy: { id: own } },
    ]
    const asAnna = { acting: anna }

    const taken = await answered(begun, asAnna)
    const [guard, belt] = [await photo('station'), await photo('USER')]
    await answered(save(taken.id, answer('guard', guard)), asAnna)
    await answered(save(taken.id, answer('belt', belt)), { as: 'USER' })
    const { files, submissions } = (await answered(submit(taken.id), { as: 'USER' })) as unknown as Run
    assert.deepEqual([files.map(({ id }) => id).toSorted(), submissions.length], [[guard, belt].toSorted(), 1])

    // Handed in by somebody who took nothing over: what she said stands beside it, with its photo.
    const beside = await answered(begun, asAnna)
    const [hers, his] = [await photo('station'), [await photo('USER'), await photo('USER')] as const]
    await answered(save(beside.id, answer('guard', hers)), asAnna)
    const own = (await answered(submit(beside.id, `${answer('guard', his[0])}, ${answer('belt', his[1])}`), {
      as: 'USER',
    })) as unknown as Run
    assert.deepEqual([own.files.map(({ id }) => id).toSorted(), own.submissions], [[hers, ...his].toSorted(), kinds(api.users.USER)])

    // She goes on with it on her own telephone.
    const moved = await answered(begun, asAnna)
    callers.set('anna', callerOf(anna, 'OPERATOR', asId<CompanyId>(ACME)))
    const [there, here] = [await photo('station'), await photo('anna')]
    await answered(save(moved.id, answer('guard', there)), asAnna)
    await answered(save(moved.id, answer('belt', here)), { as: anna })
    const hersAlone = (await answered(submit(moved.id), { as: anna })) as unknown as Run
    assert.deepEqual(hersAlone.files.map(({ id }) => id).toSorted(), [there, here].toSorted())

    // The photo is gone: who goes on takes it anew.
    const lost = await answered(begun, asAnna)
    const gone = await photo('station')
    await answered(save(lost.id, answer('guard', gone)), asAnna)
    await api.database.pool.query('delete from checklist_file where id = $1', [gone])
    await answered(save(lost.id, answer('belt', await photo('USER'))), { as: 'USER' })
    const { errors } = await api.ask(`mutation { ${submit(lost.id)} }`, { as: 'USER' })
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['ATTACHMENT_NOT_FOUND', 'guard']],
    )
    const anew = (await answered(submit(lost.id, answer('guard', await photo('USER'))), { as: 'USER' })) as unknown as Run
    assert.deepEqual([anew.files.length, anew.submissions], [2, kinds(api.users.USER)])
  })

  it('sent again under their id are one; another one under it is refused', async () => {
    const { id } = await send(jpeg)
    assert.equal((await send(jpeg, { id })).status, 200)
    assert.equal((await send(Buffer.concat([jpeg, SCRIPT]), { id })).code, 'REQUEST_KEY_REUSED')
  })

  it('are for who answers; what an answer shows for who sees its work center, and nobody of another company', async () => {
    assert.equal((await send(jpeg, { as: 'GUEST' })).code, 'FORBIDDEN')
    assert.equal((await send(jpeg, { as: 'visitor' })).code, 'DEMO_ACCOUNT')
    assert.equal((await send(jpeg, { as: 'nobody' })).code, 'UNAUTHENTICATED')
    assert.equal((await send(jpeg, { id: 'no-id' })).code, 'ATTACHMENT_NOT_VALID')
    const { id } = await send(jpeg)
    const statuses = async () => {
      const answers = await Promise.all(['USER', 'ADMIN', 'GUEST', 'OPERATOR', 'stranger'].map((as) => get(id, as)))
      return answers.map(({ statusCode }) => statusCode)
    }
    assert.deepEqual(await statuses(), [200, 404, 403, 404, 404])
    await api.database.pool.query('update checklist_file set occurrence_id = $1 where company_id = $2 and id = $3', [
      occurrenceId,
      ACME,
      id,
    ])
    // The operator has another machine.
    assert.deepEqual(await statuses(), [200, 200, 403, 404, 404])
  })
})
