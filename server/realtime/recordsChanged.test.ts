import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HubConnection } from '@microsoft/signalr'
import type { Transaction } from 'kysely'
import type { RecordsChange } from '#engine/event/recordsChange.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { beginRun, markDone, markFailure, storeProgress } from '#server/jobs/jobRun.store.ts'

let api: TestApi
const connections: HubConnection[] = []
const wc = (id: number) => asId<WorkCenterId>(id)

before(async () => {
  api = await startTestApi({ checkEveryMs: 3_600_000, recordsFrameMs: 300 })
})
after(async () => {
  await Promise.all(connections.map((connection) => connection.stop()))
  await api.close()
})

async function connect(userId: UserId, workCenterIds: readonly number[] | null = null, companyId?: typeof OTHER) {
  const page = await open(userId, companyId)
  await page.connection.invoke('SubscribeWorkCenters', workCenterIds)
  return page
}

/** Returns a connection that is not subscribed yet. */
async function open(userId: UserId, companyId?: typeof OTHER) {
  const token = await api.token(userId, companyId === undefined ? {} : { companyId })
  const options = { skipNegotiation: true, transport: HttpTransportType.WebSockets, accessTokenFactory: () => token }
  const connection = new HubConnectionBuilder().withUrl(`${api.origin}/api/supervisor`, options).configureLogging(LogLevel.None).build()
  connections.push(connection)
  const messages: (readonly RecordsChange[])[] = []
  const waiting: (() => void)[] = []
  connection.on('recordsChanged', ({ changes }: { readonly changes: readonly RecordsChange[] }) => {
    messages.push(changes)
    for (const goOn of waiting.splice(0)) goOn()
  })
  let resyncs = 0
  connection.on('resync', () => resyncs++)
  const closed = Promise.withResolvers<void>()
  connection.onclose(() => closed.resolve())
  await connection.start()
  return {
    connection,
    messages,
    resyncs: () => resyncs,
    closed: closed.promise,
    /** Resolves with the next message. */
    next: async () => {
      const count = messages.length
      await new Promise<void>((resolve) => void waiting.push(resolve))
      return messages[count]
    },
  }
}

const notify = (changes: readonly RecordsChange[], company = ACME) =>
  api.database.inTenant(company, (tenant) => notifyRecordsChanged(tenant, changes))

test('changes are gathered per work center, their stretches united, and told after the commit', async () => {
  const page = await connect(api.users.USER)
  const heard = page.next()
  await notify([
    { workCenterId: wc(1), kinds: ['loss'], from: 100, to: 200 },
    { workCenterId: wc(2), kinds: ['status'], from: 5, to: null },
  ])
  await notify([{ workCenterId: wc(1), kinds: ['shift', 'loss'], from: 50, to: 150 }])
  assert.deepEqual(await heard, [
    { workCenterId: 1, kinds: ['loss', 'shift'], from: 50, to: 200 },
    { workCenterId: 2, kinds: ['status'], from: 5, to: null },
  ])
  assert.equal(page.messages.length, 1)
})

test('what was rolled back is never told', async () => {
  const page = await connect(api.users.USER)
  const heard = page.next()
  const undone = api.database.inTenant(ACME, async (tenant) => {
    await notifyRecordsChanged(tenant, [{ workCenterId: wc(1), kinds: ['loss'], from: 0, to: 1 }])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await notify([{ workCenterId: wc(1), kinds: ['status'], from: 7, to: 8 }])
  assert.deepEqual(await heard, [{ workCenterId: 1, kinds: ['status'], from: 7, to: 8 }])
})

test('nobody hears of another company, of kinds without the right, or of work centers that were not asked for', async () => {
  const [admin, user, one] = [await connect(api.users.ADMIN), await connect(api.users.USER), await connect(api.users.USER, [2])]
  const all = [admin.next(), user.next(), one.next()]
  await notify([{ workCenterId: null, kinds: ['people'], from: 0, to: null }], OTHER)
  await notify([
    { workCenterId: null, kinds: ['people', 'apiKey'], from: 0, to: null },
    { workCenterId: wc(1), kinds: ['workCenter', 'settings'], from: 0, to: null },
    { workCenterId: wc(2), kinds: ['settings'], from: 0, to: null },
    { workCenterId: wc(2), kinds: ['shift'], from: 3, to: 4 },
  ])
  const [toAdmin, toUser, toOne] = await Promise.all(all)
  assert.deepEqual(toAdmin, [
    { workCenterId: null, kinds: ['people', 'apiKey'], from: 0, to: null },
    { workCenterId: 1, kinds: ['workCenter', 'settings'], from: 0, to: null },
    { workCenterId: 2, kinds: ['shift', 'settings'], from: 0, to: null },
  ])
  assert.deepEqual(toUser?.slice(-2), [
    { workCenterId: 1, kinds: ['workCenter'], from: 0, to: null },
    { workCenterId: 2, kinds: ['shift'], from: 0, to: null },
  ])
  assert.ok(!toUser?.some((change) => change.kinds.some((kind) => ['people', 'apiKey', 'settings', 'audit'].includes(kind))))
  assert.deepEqual(toOne, [{ workCenterId: 2, kinds: ['shift'], from: 0, to: null }])
})

test('many work centers in one transaction are told in full', async () => {
  const page = await connect(api.users.USER)
  const heard = page.next()
  await notify(Array.from({ length: 500 }, (_, id) => ({ workCenterId: wc(id + 1), kinds: ['status' as const], from: 1e12, to: null })))
  assert.equal((await heard)?.length, 500)
})

test('a page that asked before it listened hears what changed in between, and asks everything again when that was long ago', async () => {
  const askedAt = performance.now()
  const page = await connect(api.users.ADMIN)
  const heard = page.next()
  await notify([{ workCenterId: wc(8), kinds: ['people'], from: 0, to: null }], OTHER)
  await notify([{ workCenterId: wc(7), kinds: ['loss'], from: 3, to: 4 }])
  await heard
  const late = await open(api.users.ADMIN)
  await late.connection.invoke('SubscribeWorkCenters', null, Math.ceil(performance.now() - askedAt))
  await eventually(async () => late.messages.length > 0 || undefined)
  const changes = late.messages.flat()
  assert.ok(changes.some((change) => change.workCenterId === 7 && change.kinds.includes('loss')))
  assert.ok(!changes.some((change) => change.workCenterId === 8))
  assert.equal(late.resyncs(), 0)
  await late.connection.invoke('SubscribeWorkCenters', null, 120_000)
  await eventually(async () => late.resyncs() > 0 || undefined)
  await assert.rejects(late.connection.invoke('SubscribeWorkCenters', null, -1), /BAD_ARGUMENTS askedMsAgo/)
})

test('somebody who was removed hears nothing of what is committed after it, although another process removed them', async () => {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `insert into app_user (email, email_verified_on) values ('gone@acme.example', now()) returning id`,
  )
  const id = asId<UserId>(rows[0]?.id ?? '')
  await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('ACME1', $1, 'USER')`, [id])
  const page = await connect(id)
  await api.database.pool.query(`delete from membership where user_id = $1`, [id])
  await notify([
    { workCenterId: null, kinds: ['people'], from: 0, to: null },
    { workCenterId: wc(1), kinds: ['loss'], from: 0, to: null },
  ])
  await page.closed
  assert.deepEqual(page.messages, [])
})

test('a change of settings tells those who may see settings, and names the work center', async () => {
  const page = await connect(api.users.ADMIN)
  const heard = page.next()
  const { errors } = await api.ask('mutation { createTeam(name: "Nights", color: "#123456") { id } }', { as: 'ADMIN' })
  assert.deepEqual(errors, [])
  assert.deepEqual(await heard, [{ workCenterId: null, kinds: ['company', 'people', 'audit'], from: 0, to: null }])
})

test('jobs are told to those who may see them, from waiting to their end', async () => {
  const [admin, user] = [await connect(api.users.ADMIN), await connect(api.users.USER)]
  const waiting = admin.next()
  const { data, errors } = await api.ask('mutation { exportAuditLog }', { as: 'ADMIN' })
  assert.deepEqual(errors, [])
  const change = { workCenterId: null, kinds: ['job'], from: 0, to: null }
  assert.deepEqual(await waiting, [change])
  const id = String(data['exportAuditLog'])
  const step = async (work: (tx: Transaction<DB>) => Promise<unknown>) => {
    const heard = admin.next()
    await api.database.inSystem(work)
    return await heard
  }
  assert.deepEqual(await step((tx) => beginRun(tx, id, 'HEAVY')), [change])
  assert.deepEqual(await step((tx) => storeProgress(tx, id, 40)), [change])
  assert.deepEqual(await step((tx) => markFailure(tx, id, { errorId: id, message: 'no', nextTry: new Date() })), [change])
  assert.deepEqual(await step((tx) => markDone(tx, id)), [change])
  assert.deepEqual(user.messages, [])
})
