import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HubConnection } from '@microsoft/signalr'
import type { JobOrdersChanged } from '#engine/jobOrder/liveOrder.ts'
import type { UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { testClusterUrl } from '#server/testing/testCluster.ts'
import { eventually } from '#server/testing/testMachines.ts'

const FRAME_MS = 150
let now = DAY_START + 2 * HOUR_MS
let api: TestApi
let press = 0
let lathe = 0
let tube = 0
let count = 0
const connections: HubConnection[] = []

before(async () => {
  api = await startTestApi({ now: () => now, orderFrameMs: FRAME_MS, checkEveryMs: 3_600_000 })
  press = await addPress(api, 'Press')
  lathe = await addPress(api, 'Lathe')
  for (const place of [press, lathe]) await addShift(api, place, { hours: 8 })
  tube = Number((await mutate('createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id }'))['id'])
  await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
    'ACME1',
    api.users.OPERATOR,
    press,
  ])
  await api.database.pool.query('update work_center set operator_access_quota = 2 where id = $1', [press])
})
after(async () => {
  await Promise.all(connections.map((connection) => connection.stop()))
  await api.close()
})

async function mutate(mutation: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'ADMIN'): Promise<Readonly<Record<string, unknown>>> {
  const { data, errors } = await api.ask(`mutation { done: ${mutation} }`, { as })
  assert.deepEqual(errors, [])
  return data['done'] as Readonly<Record<string, unknown>>
}

async function planned(workCenterId: number): Promise<number> {
  const input = `orderCode: "H-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${workCenterId}, planOutput: 500, planCycleTime: 12`
  return Number((await mutate(`createJobOrder(input: { ${input} }) { id }`))['id'])
}

/** An order that the hub has told of: one that comes and changes between two looks is told as it is then, and not at all where it went. */
async function heardOf(workCenterId: number): Promise<number> {
  const witness = await listen(api.users.ADMIN)
  const order = await planned(workCenterId)
  await witness.until(has(order))
  return order
}

async function listen(userId: UserId, workCenterIds: readonly number[] | null = null, companyId?: typeof OTHER) {
  const token = await api.token(userId, companyId === undefined ? {} : { companyId })
  const options = { skipNegotiation: true, transport: HttpTransportType.WebSockets, accessTokenFactory: () => token }
  const connection = new HubConnectionBuilder().withUrl(`${api.origin}/api/supervisor`, options).configureLogging(LogLevel.None).build()
  connections.push(connection)
  const frames: JobOrdersChanged[] = []
  connection.on('jobOrdersChanged', (frame: JobOrdersChanged) => void frames.push(frame))
  let resyncs = 0
  connection.on('resync', () => void resyncs++)
  await connection.start()
  await connection.invoke('SubscribeJobOrders', workCenterIds)
  const take = () => frames.splice(0)
  /** Resolves with the frames until one satisfies. */
  const until = async (isIt: (frame: JobOrdersChanged) => boolean) => {
    await eventually(async () => frames.some(isIt) || undefined)
    return take()
  }
  return { connection, take, until, resyncs: () => resyncs }
}

const has = (id: number) => (frame: JobOrdersChanged) => frame.orders.some((order) => order.id === id)

const is = (id: number, status: string) => (frame: JobOrdersChanged) =>
  frame.orders.some((order) => order.id === id && order.status === status)

test('a start by one person is told to all who see the order, with its queue, and to nobody else', async () => {
  const order = await planned(press)
  const [user, elsewhere, operator, stranger] = [
    await listen(api.users.USER),
    await listen(api.users.USER, [lathe]),
    await listen(api.users.OPERATOR),
    await listen(api.users.ADMIN, null, OTHER).catch(() => null),
  ]
  assert.equal(stranger, null, 'nobody hears of a company of which they are no member')
  await mutate(`startJobOrder(id: ${order}) { id }`, 'OPERATOR')
  const [frame] = await user.until(has(order))
  const told = frame?.orders.find(({ id }) => id === order)
  assert.deepEqual(
    [told?.status, told?.workCenterId, told?.runSince, told?.confirmed, frame?.sequence],
    ['PROGRESS', press, DAY_START + 2 * HOUR_MS, { accepted: 0, rejected: 0 }, 1],
  )
  assert.deepEqual(
    frame?.queues.map(({ workCenterId }) => workCenterId),
    [press],
  )
  await operator.until(has(order))
  assert.deepEqual(elsewhere.take(), [], 'the lathe has nothing to do with it')
  await mutate(`closeJobOrder(id: ${order}) { id }`)
  const [closed] = await user.until(has(order))
  assert.equal(closed?.orders.find(({ id }) => id === order)?.status, 'TECHNICALLY_COMPLETED')
})

test('what happens within a frame is told once, as it is in the end', async () => {
  const page = await listen(api.users.USER)
  const order = await planned(press)
  await page.until(has(order))
  await mutate(`startJobOrder(id: ${order}) { id }`)
  now += MINUTE_MS
  await mutate(`stopJobOrder(id: ${order}) { id }`)
  await mutate(`updateJobOrder(input: { id: ${order}, version: 3, notes: "again" }) { id }`)
  const frames = await page.until((frame) => frame.orders.some(({ id, version }) => id === order && version === 4))
  assert.ok(frames.length < 3, `${frames.length} frames for three changes`)
  assert.equal(frames.at(-1)?.orders.find(({ id }) => id === order)?.status, 'ON_HOLD')
  await mutate(`cancelJobOrder(id: ${order}) { id }`)
  await page.until(has(order))
})

test('an operator hears of so many planned orders as the quota says, and what falls out of it is taken away', async () => {
  const [first, second] = [await planned(press), await planned(press)]
  const [page, planner] = [await listen(api.users.OPERATOR), await listen(api.users.USER)]
  const third = await planned(press)
  const lathes = await planned(lathe)
  await planner.until(has(lathes))
  assert.ok(page.take().every((frame) => !has(third)(frame) && !has(lathes)(frame)))
  await mutate(`updateJobOrderPriority(id: ${third}, priority: 1) { id }`)
  const frames = await page.until(has(third))
  assert.ok(frames.some(({ removed }) => removed.some((id) => id === second)))
  assert.ok(!frames.some(has(first)))
})

test('an order that moves is taken away from who hears of the work center alone that it leaves', async () => {
  const order = await heardOf(lathe)
  const [page, other] = [await listen(api.users.USER, [lathe]), await listen(api.users.USER, [press])]
  await mutate(`updateJobOrderPriority(id: ${order}, priority: 1, workCenterId: ${press}) { id }`)
  const frames = await page.until(({ removed }) => removed.some((id) => id === order))
  assert.ok(frames.at(-1)?.orders.every(({ id }) => id !== order))
  await other.until(has(order))
})

test('after a gap a page asks everything again, and is told how the order that was in progress ended meanwhile', async () => {
  const order = await heardOf(press)
  await mutate(`startJobOrder(id: ${order}) { id }`)
  const page = await listen(api.users.USER)
  const before = page.resyncs()
  const { rows } = await api.database.pool.query<{ name: string }>('select current_database() as name')
  // Nothing is heard while the connection of the feed is away.
  const owner = new Client({ connectionString: await testClusterUrl() })
  await owner.connect()
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]?.name])
  await owner.end()
  await sleep(100)
  now += MINUTE_MS
  await mutate(`stopJobOrder(id: ${order}) { id }`)
  const frames = await page.until(is(order, 'ON_HOLD'))
  const told = frames.flatMap(({ orders }) => orders).findLast(({ id }) => id === order)
  assert.equal(told?.runSince, null)
  await eventually(async () => page.resyncs() > before || undefined)
  await mutate(`cancelJobOrder(id: ${order}) { id }`)
  await page.until(is(order, 'CANCELLED'))
})

test('wrong arguments are refused by name, and an ended subscription hears nothing more', async () => {
  const page = await listen(api.users.ADMIN)
  await assert.rejects(page.connection.invoke('SubscribeJobOrders', 'all'), /BAD_ARGUMENTS workCenterIds/)
  await page.connection.invoke('Unsubscribe')
  const order = await heardOf(press)
  const witness = await listen(api.users.ADMIN)
  await mutate(`cancelJobOrder(id: ${order}) { id }`)
  await witness.until(has(order))
  assert.deepEqual(page.take(), [])
})
