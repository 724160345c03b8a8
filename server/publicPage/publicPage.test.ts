import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { PublicPage, PublicView } from '#engine/workCenter/publicView.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, PUBLIC_URL, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { openStream } from './testing.ts'

const START = Date.UTC(2026, 2, 2, 6)
/** Three hours into the first shift. */
const NOW = START + 180 * MINUTE_MS

let api: TestApi
let press: TestMachine
let now = NOW

before(async () => {
  api = await startTestApi({
    ingest: true,
    now: () => now,
    // So seldom that what ends here is ended by the change itself.
    publicPages: { checkEveryMs: 3_600_000, limits: { requests: 1_000, misses: 100, streamsOfLink: 3, streamsOfAddress: 4 } },
  })
  press = await addPressWithStops(api, ACME, { start: START, until: 180, stops: [{ from: 60, to: 90, powerKw: 2 }] })
})
after(() => api.close())

const OPEN = `mutation ($id: Int!, $undo: Boolean! = false) { openPublicAccess(workCenterId: $id, undo: $undo) { id name url openedOn openedBy { fullName } } }`
const CLOSE = `mutation ($id: Int!) { closePublicAccess(workCenterId: $id) { id isPublic version } }`
const READ = `query ($id: Int!) { workCenter(id: $id) { isPublic version uiPage { id url } } }`

type Page = { readonly id: string; readonly name: string; readonly url: string; readonly openedOn: string }

async function open(undo = false): Promise<Page> {
  const { data, errors } = await api.ask(OPEN, { variables: { id: press.workCenterId, undo } })
  assert.deepEqual(errors, [])
  return data['openPublicAccess'] as Page
}

async function close(): Promise<void> {
  const { data, errors } = await api.ask(CLOSE, { variables: { id: press.workCenterId } })
  assert.deepEqual([errors, (data['closePublicAccess'] as { readonly isPublic: boolean }).isPublic], [[], false])
}

async function read(as: 'ADMIN' | 'USER' | 'OPERATOR' = 'ADMIN') {
  const { data } = await api.ask(READ, { as, variables: { id: press.workCenterId } })
  return data['workCenter'] as { readonly isPublic: boolean; readonly version: number; readonly uiPage: Page | null }
}

const tokenOf = ({ url }: Page): string => url.slice(url.lastIndexOf('/') + 1)
const get = (token: string): Promise<Response> => fetch(`${api.origin}/api/public/${token}`)

function publish(change: Partial<LiveWorkCenter>): void {
  const known = api.live.latest(ACME, press.workCenterId)
  assert.ok(known)
  api.live.publish({ ...known, ...change })
}

test('a page opens once, keeps its link while it is open, and its work center says so without another version', async () => {
  const before = await read()
  assert.deepEqual([before.isPublic, before.uiPage], [false, null])
  const page = await open()
  assert.match(page.url, new RegExp(`^${PUBLIC_URL}/public/[A-Za-z0-9_-]{22}$`))
  assert.deepEqual([page.name, page.openedOn], ['Press', new Date(NOW).toISOString()])
  assert.deepEqual(await open(), page)
  assert.deepEqual(await read(), { isPublic: true, version: before.version, uiPage: { id: page.id, url: page.url } })
  const { rows } = await api.database.pool.query('select * from public_access')
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(tokenOf(page)), 'the link is kept sealed')
  await close()
  assert.deepEqual(await read(), { isPublic: false, version: before.version, uiPage: null })
})

test('closing is taken back within a minute under the same link; later, or not as an undo, the link is another', async () => {
  const page = await open()
  await close()
  assert.equal((await get(tokenOf(page))).status, 404)
  now += 59_000
  assert.equal((await open(true)).url, page.url)
  assert.equal((await get(tokenOf(page))).status, 200)
  await close()
  now += 61_000
  const later = await open(true)
  assert.notEqual(later.url, page.url)
  await close()
  assert.notEqual((await open()).url, later.url)
  for (const old of [page, later]) assert.equal((await get(tokenOf(old))).status, 404)
  await close()
  now = NOW
  const { data } = await api.ask('{ auditLog(size: 100) { items { action subject } } }')
  const actions = (data['auditLog'] as { readonly items: readonly { readonly action: string; readonly subject: string }[] }).items
  assert.deepEqual(actions.find((one) => one.action === 'CLOSE_PUBLIC_ACCESS')?.subject, 'work center Press')
  assert.equal(actions.filter((one) => one.action === 'OPEN_PUBLIC_ACCESS').length, 5)
})

test('people of another company neither open nor close nor read a page, and of ours only who may read the settings sees the link', async () => {
  const page = await open()
  for (const text of [OPEN, CLOSE]) {
    const { errors } = await api.ask(text, { as: api.stranger, variables: { id: press.workCenterId } })
    assert.deepEqual(
      errors.map((error) => error.extensions.code),
      ['WORK_CENTER_NOT_FOUND'],
    )
  }
  const { errors } = await api.ask(READ, { as: api.stranger, variables: { id: press.workCenterId } })
  assert.deepEqual(
    errors.map((error) => error.extensions.code),
    ['WORK_CENTER_NOT_FOUND'],
  )
  assert.equal((await read()).uiPage?.url, page.url)
  for (const role of ['USER', 'OPERATOR'] as const) assert.equal((await read(role))?.uiPage ?? null, null, role)
  await close()
})

test('the page tells the figures and the statuses, and nothing of people, reasons, comments or what is inside', async () => {
  const SECRET = 'Zvezdochka'
  const { pool } = api.database
  await pool.query(`update app_user set first_name = $1, last_name = $1 where id = $2`, [SECRET, api.users.ADMIN])
  await pool.query(`update work_center set responsible_id = $1, comment = $2, description = $2, external_code = $2 where id = $3`, [
    api.users.ADMIN,
    SECRET,
    press.workCenterId,
  ])
  const made = await api.ask(`mutation { createLossReason(input: { name: "${SECRET} reason" }) { id } }`)
  const { data } = await api.ask('{ lossesPages { items { id } } }')
  const [stop] = (data['lossesPages'] as { readonly items: readonly { readonly id: number }[] }).items
  const said = await api.ask(`mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { comment reason { name } } }`, {
    variables: { input: { id: stop?.id, reasonId: (made.data['createLossReason'] as { readonly id: number }).id, comment: SECRET } },
  })
  assert.deepEqual(said.data['updateLoss'], { comment: SECRET, reason: { name: `${SECRET} reason` } })
  await pool.query(`update shift set comment = $1 where company_id = $2`, [SECRET, ACME])

  const page = await open()
  const answer = await get(tokenOf(page))
  const text = await answer.text()
  const shown = JSON.parse(text) as PublicPage
  assert.deepEqual(
    [answer.headers.get('cache-control'), answer.headers.get('referrer-policy'), answer.headers.get('x-robots-tag')],
    ['no-store', 'no-referrer', 'noindex'],
  )
  for (const inside of [SECRET, ACME, press.deviceId, page.id, api.users.ADMIN]) assert.ok(!text.includes(inside), inside)
  assert.deepEqual(keysOf(shown), ALLOWED)
  const { view, strip } = shown
  assert.deepEqual([view.name, view.timeZone, view.status?.name, view.serverTime], ['Press', 'Europe/Kyiv', 'Running', NOW])
  assert.ok(view.shift && view.oee?.availability != null && view.output)
  assert.deepEqual(
    strip.map((run) => [(run.start - START) / MINUTE_MS, run.isEffective, run.look]),
    [
      [0, true, null],
      [60, false, 'KNOWN'],
      [90, true, null],
    ],
  )
  await close()
})

test('a stream begins with what there is, tells figures at most once a second, and ends with a word when access is closed', async () => {
  const page = await open()
  const stream = await openStream(`${api.origin}/api/public/${tokenOf(page)}/events`)
  const first = await stream.next<PublicView>('view')
  assert.equal(first.status?.name, 'Running')
  await stream.next('strip')
  for (const total of [11, 12, 13]) publish({ output: { total, accepted: total, rejected: 0, targetToDate: 20, targetFullShift: 480 } })
  const told = await eventually(async () => {
    const view = await stream.next<PublicView>('view')
    return view.output?.total === 13 ? view : undefined
  })
  assert.equal(told.output?.targetFullShift, 480)
  assert.ok(stream.heard('view') <= 3, 'what is published together is told together')
  await close()
  await stream.next('closed')
  await stream.ended
  assert.equal((await fetch(`${api.origin}/api/public/${tokenOf(page)}/events`)).status, 404)
})

test('a page that was closed elsewhere ends within a look, and so does that of a deleted work center', async () => {
  const other = await startTestApi({ publicPages: { checkEveryMs: 50 } })
  try {
    const { rows } = await other.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('ACME1', 'Saw'), ('ACME1', 'Mill') returning id`,
    )
    const links = []
    for (const { id } of rows) {
      const { data } = await other.ask(OPEN, { variables: { id } })
      links.push(tokenOf(data['openPublicAccess'] as Page))
    }
    const streams = await Promise.all(links.map((link) => openStream(`${other.origin}/api/public/${link}/events`)))
    await Promise.all(streams.map((stream) => stream.next('view')))
    // As another process of the same product would.
    await other.database.pool.query('update public_access set closed_on = now() where work_center_id = $1', [rows[0]?.id])
    await streams[0]?.next('closed')
    const deleted = await other.ask('mutation ($id: Int!) { deleteBox(boxId: $id) { isPublic } }', { variables: { id: rows[1]?.id } })
    assert.deepEqual([deleted.errors, deleted.data], [[], { deleteBox: { isPublic: false } }])
    await streams[1]?.next('closed')
    await Promise.all(streams.map((stream) => stream.ended))
  } finally {
    await other.close()
  }
})

test('streams end with a word when the server goes', async () => {
  const other = await startTestApi()
  const { rows } = await other.database.pool.query<{ id: number }>(
    `insert into work_center (company_id, name) values ('ACME1', 'Saw') returning id`,
  )
  const { data } = await other.ask(OPEN, { variables: { id: rows[0]?.id } })
  const stream = await openStream(`${other.origin}/api/public/${tokenOf(data['openPublicAccess'] as Page)}/events`)
  await stream.next('view')
  await Promise.all([stream.next('restart'), other.close()])
  await stream.ended
})

test('links that lead nowhere get one answer, whatever they look like', async () => {
  const page = await open()
  await close()
  const texts = [tokenOf(page), 'A'.repeat(22), 'x', "';--", 'ж', 'A'.repeat(90), `${tokenOf(page)}/nothing`]
  const answers = await Promise.all(
    texts.map(async (text) => {
      const answer = await get(text.includes('/') ? text : encodeURIComponent(text))
      const { headers } = answer
      const kept = ['cache-control', 'referrer-policy', 'x-robots-tag', 'content-type'].map((name) => headers.get(name))
      return [answer.status, await answer.text(), ...kept]
    }),
  )
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.deepEqual(answers[0]?.slice(0, 2), [404, '{"error":{"code":"NOT_FOUND","params":{}}}'])
})

test('so many streams of a link and of an address are open at once, and one that ends makes room', async () => {
  const link = tokenOf(await open())
  const url = `${api.origin}/api/public/${link}/events`
  const streams = await Promise.all([openStream(url), openStream(url), openStream(url)])
  const refused = await fetch(url)
  assert.deepEqual([refused.status, refused.headers.get('cache-control')], [429, 'no-store'])
  assert.equal((await get(link)).status, 200, 'what it shows can still be asked for')
  streams[0]?.abort()
  const next = await eventually(async () => openStream(url).catch(() => undefined))
  await next.next('view')
  for (const stream of [...streams, next]) stream.abort()
  await close()
})

test('whoever tries links is stopped after some, and is told when to go on', async () => {
  const other = await startTestApi({ publicPages: { limits: { misses: 5 } } })
  try {
    const statuses = []
    for (let at = 0; at < 7; at++) statuses.push((await fetch(`${other.origin}/api/public/${String(at).repeat(22)}`)).status)
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429])
    const refused = await fetch(`${other.origin}/api/public/${'9'.repeat(22)}`)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  } finally {
    await other.close()
  }
})

test('screens of one address that all ask at once shut each other out of nothing: only links that lead nowhere count as such', async () => {
  const other = await startTestApi({ publicPages: { limits: { misses: 5, requests: 50 } } })
  try {
    const { rows } = await other.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('ACME1', 'Saw') returning id`,
    )
    const { data } = await other.ask(OPEN, { variables: { id: rows[0]?.id } })
    const link = tokenOf(data['openPublicAccess'] as Page)
    const answers = await Promise.all(Array.from({ length: 25 }, () => fetch(`${other.origin}/api/public/${link}`)))
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
  } finally {
    await other.close()
  }
})

const ALLOWED = [
  'strip[].color',
  'strip[].end',
  'strip[].isEffective',
  'strip[].isScheduledLoss',
  'strip[].kind',
  'strip[].look',
  'strip[].start',
  'view.lastSampleAt',
  'view.name',
  'view.oee.availability',
  'view.oee.oee',
  'view.oee.performance',
  'view.oee.quality',
  'view.output.accepted',
  'view.output.rejected',
  'view.output.targetFullShift',
  'view.output.targetToDate',
  'view.output.total',
  'view.serverTime',
  'view.shift.end',
  'view.shift.name',
  'view.shift.start',
  'view.status.color',
  'view.status.isEffective',
  'view.status.isScheduledLoss',
  'view.status.kind',
  'view.status.look',
  'view.status.name',
  'view.status.noDataCause',
  'view.status.since',
  'view.targets.availability',
  'view.targets.oee',
  'view.targets.performance',
  'view.targets.quality',
  'view.timeZone',
  'view.unit.code',
  'view.unit.shortName',
]

/** Returns the places of all values, sorted. */
function keysOf(value: unknown, path = ''): readonly string[] {
  const keys =
    typeof value !== 'object' || value === null
      ? [path]
      : Array.isArray(value)
        ? value.flatMap((one) => keysOf(one, `${path}[]`))
        : Object.entries(value).flatMap(([key, one]) => keysOf(one, path === '' ? key : `${path}.${key}`))
  return [...new Set(keys)].toSorted()
}

test('a link that cannot be read is answered like one that leads nowhere, and kept by nobody', async () => {
  const [unreadable, unknown] = [await get('%ff'), await get('nowhere')]
  assert.deepEqual([unreadable.status, await unreadable.json()], [404, await unknown.json()])
  for (const header of ['cache-control', 'referrer-policy']) assert.equal(unreadable.headers.get(header), unknown.headers.get(header))
})
