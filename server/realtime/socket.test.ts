import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HubConnection } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { WebSocket } from 'ws'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { HUB_METHODS, HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveWorkCenter, WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import { ACME, OTHER, PUBLIC_URL, seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

const { subscribeWorkCenters, unsubscribe } = HUB_METHODS

describe('supervisor hub with the official client', () => {
  let api: TestApi
  const connections: HubConnection[] = []
  before(async () => {
    api = await startTestApi()
  })
  after(async () => {
    await Promise.all(connections.map((connection) => connection.stop()))
    await api.close()
  })

  async function connect(options: { token?: string; protocol?: 'json' | 'messagepack'; query?: string } = {}): Promise<HubConnection> {
    const token = options.token ?? (await api.token(api.users.USER))
    const builder = new HubConnectionBuilder()
      .withUrl(`${api.origin}/api/supervisor${options.query ?? ''}`, {
        skipNegotiation: true,
        transport: HttpTransportType.WebSockets,
        accessTokenFactory: () => token,
      })
      .configureLogging(LogLevel.None)
    if (options.protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol())
    const connection = builder.build()
    connections.push(connection)
    await connection.start()
    return connection
  }

  for (const [protocol, first] of [
    ['json', 101],
    ['messagepack', 201],
  ] as const) {
    it(`speaks ${protocol}: snapshot, frames in sequence, unsubscribe, unknown method`, async () => {
      api.live.publish(live(ACME, first, 100))
      const connection = await connect({ protocol })
      const frames: WorkCentersChanged[] = []
      connection.on(HUB_TARGETS.workCentersChanged, (frame: WorkCentersChanged) => frames.push(frame))
      const snapshot = await connection.invoke<WorkCentersChanged>(subscribeWorkCenters, [first, first + 1])
      assert.equal(snapshot.sequence, 0)
      assert.deepEqual(plain(snapshot.workCenters), [plain(live(ACME, first, 100))])
      api.live.publish(live(ACME, first, 101))
      await until(() => frames.length === 1)
      api.live.publish(live(ACME, first, 102))
      api.live.publish(live(ACME, first + 1, 103))
      await until(() => frames.length === 2)
      assert.deepEqual(
        frames.map((frame) => [frame.sequence, frame.workCenters.map((one) => one.at)]),
        [
          [1, [101]],
          [2, [102, 103]],
        ],
      )
      assert.deepEqual(plain(frames[1]?.workCenters[1]), plain(live(ACME, first + 1, 103)))
      await connection.invoke(unsubscribe)
      api.live.publish(live(ACME, first, 104))
      await sleep(120)
      assert.equal(frames.length, 2)
      await assert.rejects(connection.invoke('Nothing'), /UNKNOWN_METHOD/)
      await assert.rejects(connection.invoke(subscribeWorkCenters, ['x']), /BAD_ARGUMENTS/)
    })
  }

  it('sends a page only the work centers that it asked for, and none of another company', async () => {
    const connection = await connect()
    const heard: number[] = []
    connection.on(HUB_TARGETS.workCentersChanged, (frame: WorkCentersChanged) => heard.push(...frame.workCenters.map((one) => one.at)))
    await connection.invoke(subscribeWorkCenters, [2])
    api.live.publish(live(ACME, 1, 1))
    api.live.publish(live(OTHER, 2, 2))
    api.live.publish(live(ACME, 2, 3))
    await until(() => heard.length > 0)
    await sleep(120)
    assert.deepEqual(heard, [3])
  })

  it('shows an operator only the assigned work centers, in the snapshot too', async () => {
    const ids = await assignOne(api)
    const connection = await connect({ token: await api.token(api.users.OPERATOR) })
    const heard: number[] = []
    connection.on(HUB_TARGETS.workCentersChanged, (frame: WorkCentersChanged) =>
      heard.push(...frame.workCenters.map((one) => one.workCenterId)),
    )
    for (const id of ids) api.live.publish(live(ACME, id, 1))
    const snapshot = await connection.invoke<WorkCentersChanged>(subscribeWorkCenters, null)
    assert.deepEqual(
      snapshot.workCenters.map((one) => one.workCenterId),
      [ids[0]],
    )
    for (const id of ids) api.live.publish(live(ACME, id, 2))
    await until(() => heard.length > 0)
    assert.deepEqual([...new Set(heard)], [ids[0]])
  })

  it('takes token and company from the address, as browsers need', async () => {
    const token = await api.token(api.users.USER)
    const accepted = await upgrade(`${api.origin}/api/supervisor?access_token=${token}&x-schema-code=${ACME}`)
    assert.equal(accepted, 101)
    const foreign = await upgrade(`${api.origin}/api/supervisor?access_token=${token}&x-schema-code=${OTHER}`)
    assert.equal(foreign, 401)
  })

  it('refuses the upgrade without a valid token, from another site, and elsewhere', async () => {
    const token = await api.token(api.users.USER)
    const headers = { authorization: `Bearer ${token}` }
    const url = `${api.origin}/api/supervisor`
    assert.equal(await upgrade(url), 401)
    assert.equal(await upgrade(url, { authorization: `Bearer ${await api.token(api.users.USER, { expiresIn: '-1 minute' })}` }), 401)
    assert.equal(await upgrade(url, { authorization: `Bearer ${await api.token(api.users.USER, { key: 'wrong' })}` }), 401)
    assert.equal(await upgrade(url, { authorization: `Bearer ${await api.token(api.users.USER, { key: 'none' })}` }), 401)
    assert.equal(await upgrade(url, { ...headers, 'x-schema-code': OTHER }), 401)
    assert.equal(await upgrade(url, { ...headers, origin: 'https://elsewhere.example' }), 403)
    assert.equal(await upgrade(`${api.origin}/api/other`, headers), 404)
    assert.equal(await upgrade(url, { ...headers, origin: api.origin }), 101)
    assert.equal(await upgrade(url, { ...headers, origin: PUBLIC_URL }), 101)
  })

  it('closes the connection when the token ends', async () => {
    const connection = await connect({ token: await api.token(api.users.USER, { expiresIn: '1 second' }) })
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
    assert.match(String(await closed), /TOKEN_EXPIRED/)
  })

  it('closes the connection when the work centers of an operator are assigned anew', async () => {
    const connection = await connect({ token: await api.token(api.users.OPERATOR) })
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
    await sleep(700)
    assert.equal(connection.state, 'Connected')
    await assignOne(api, ['aa-0003', 'aa-0004'])
    assert.match(String(await closed), /UNAUTHENTICATED/)
  })

  it('closes a connection that floods it, with pings too, and refuses frames beyond 64 KB', async () => {
    const headers = { authorization: `Bearer ${await api.token(api.users.USER)}` }
    for (const [flood, code] of [
      ['{"type":6}\x1e'.repeat(3000), 1000],
      [`{"type":6,"x":"${'x'.repeat(70_000)}"}\x1e`, 1009],
    ] as const) {
      const socket = new WebSocket(`${api.origin}/api/supervisor`, { headers })
      await once(socket, 'open')
      socket.send('{"protocol":"json","version":1}\x1e')
      await once(socket, 'message')
      socket.send(flood)
      const [closedWith] = (await once(socket, 'close')) as [number]
      assert.equal(closedWith, code)
    }
  })

  it('survives what is no message, and ends that connection only', async () => {
    const token = await api.token(api.users.USER)
    const socket = new WebSocket(`${api.origin}/api/supervisor`, { headers: { authorization: `Bearer ${token}` } })
    await once(socket, 'open')
    socket.send('{"protocol":"json","version":1}\x1e')
    await once(socket, 'message')
    socket.send('{nonsense\x1e')
    await once(socket, 'close')
    const unknown = new WebSocket(`${api.origin}/api/supervisor`, { headers: { authorization: `Bearer ${token}` } })
    await once(unknown, 'open')
    unknown.send('{"protocol":"soap","version":1}\x1e')
    const [answer] = (await once(unknown, 'message')) as [Buffer]
    assert.match(answer.toString(), /UNKNOWN_PROTOCOL/)
    await once(unknown, 'close')
    assert.equal((await connect()).state, 'Connected')
  })

  it('sends a slow page no frames beyond 1 MB, then tells it to start over', async () => {
    const token = await api.token(api.users.USER)
    const socket = new WebSocket(`${api.origin}/api/supervisor`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const texts: string[] = []
    socket.on('message', (data: Buffer) => texts.push(data.toString()))
    socket.send('{"protocol":"json","version":1}\x1e')
    socket.send(`{"type":1,"target":"${subscribeWorkCenters}","invocationId":"1","arguments":[null]}\x1e`)
    await until(() => texts.some((text) => text.includes('"invocationId":"1"')))
    socket.pause()
    // Other files of tests have used this process before.
    const before = process.memoryUsage().rss
    const large = {
      ...live(ACME, 7, 1),
      values: Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`V${at}`, { at, value: at }])),
    }
    for (let frame = 0; frame < 80; frame++) {
      api.live.publish({ ...large, at: frame })
      await sleep(55)
    }
    const grown = process.memoryUsage().rss - before
    socket.resume()
    await sleep(500)
    api.live.publish({ ...live(ACME, 7, 9999) })
    await until(() => texts.some((text) => text.includes('"at":9999')))
    assert.ok(texts.some((text) => text.includes(`"target":"${HUB_TARGETS.resync}"`)))
    assert.ok(texts.filter((text) => text.includes('workCentersChanged')).length < 80)
    assert.ok(grown < 2 ** 28, `${grown} bytes more`)
    socket.terminate()
  })
})

async function assignOne(api: TestApi, codes: readonly string[] = ['aa-0001', 'aa-0002']): Promise<readonly number[]> {
  const ids: number[] = []
  for (const code of codes) {
    const device = await seedDevice(api.database, code)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name, device_id) values ($1, $2, $3) returning id`,
      [ACME, code, device],
    )
    ids.push(rows[0]?.id ?? 0)
  }
  await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
    ACME,
    api.users.OPERATOR,
    ids[0],
  ])
  return ids
}

function upgrade(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000 && !isDone(); tries++) await sleep(10)
  assert.ok(isDone(), 'it did not happen within a minute')
}

/** MessagePack and JSON both leave only plain values. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function live(companyId: CompanyId, id: number, at: number): LiveWorkCenter {
  return {
    companyId,
    workCenterId: asId<WorkCenterId>(id),
    deviceId: asId<DeviceId>('00000000-0000-0000-0000-000000000001'),
    at,
    lastSampleAt: at,
    reportPeriodMs: null,
    state: 'WORK_WITH_LOAD',
    status: {
      kind: 'OFF',
      noDataCause: null,
      statusRuleId: null,
      name: null,
      color: null,
      isEffective: false,
      isScheduledLoss: false,
      since: at,
    },
    stop: null,
    reasonNames: {},
    seededNames: {},
    shift: null,
    oee: null,
    output: null,
    unclassifiedLossCount: 0,
    values: { POWER: { at, value: 12.5 } },
  }
}
