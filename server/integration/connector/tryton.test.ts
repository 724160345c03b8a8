import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { listenFree } from '#server/testing/listenFree.ts'
import { HAS_TRYTON, startTryton, TRYTON_DATABASE, TRYTON_LOGIN, TRYTON_PASSWORD } from '#server/testing/trytonServer.ts'
import type { TrytonServer } from '#server/testing/trytonServer.ts'
import { ConnectorFailure } from './connector.ts'
import type { Connector, Posting } from './connector.ts'
import { trytonConnector } from './tryton.ts'

const fetcher = createGuardedFetch({ allowsPrivate: true })
const connectTo = (url: string, more: Partial<Parameters<typeof trytonConnector>[1]> = {}): Connector =>
  trytonConnector(fetcher, {
    url,
    database: TRYTON_DATABASE,
    login: TRYTON_LOGIN,
    password: TRYTON_PASSWORD,
    zone: async () => 'Europe/Warsaw',
    ...more,
  })
const posting = (accepted: number, said: number | null, externalId = 'production.work/1'): Posting => ({
  operation: 'OUTPUT',
  key: '5/1',
  externalId,
  figures: { accepted, rejected: 12 },
  said,
  isFirst: false,
})
const failure = (code: string, isTransient: boolean, message?: string) => (error: unknown) => {
  assert.ok(error instanceof ConnectorFailure, String(error))
  assert.deepEqual([error.code, error.isTransient], [code, isTransient])
  if (message !== undefined) assert.equal(error.params['message'], message)
  return true
}

describe(
  'the connector and a real Tryton',
  {
    skip: HAS_TRYTON
      ? false
      : 'Tryton is not installed: nothing was asked of a real one (Debian: tryton-server, tryton-modules-production-work)',
  },
  () => {
    let tryton: TrytonServer
    before(async () => {
      tryton = await startTryton()
    })
    after(() => tryton?.close())

    it('says what it can, and lists work centers and statuses', async () => {
      const connector = connectTo(tryton.url)
      const probe = await connector.probe()
      assert.equal(probe.system, 'Tryton')
      assert.match(probe.version, /^\d+\.\d+/)
      assert.deepEqual(probe.capabilities, ['WORK_CENTERS', 'ORDERS', 'PLANNED_TIMES', 'QUANTITIES', 'WORK_ORDERS'])
      assert.deepEqual(await connector.listWorkCenters(), [
        { id: '1', code: null, name: 'Hall' },
        { id: '2', code: null, name: 'Hall / Press 1' },
      ])
      assert.ok((await connector.listStatuses()).some(({ code, isImported }) => code === 'running' && isImported))
    })

    it('reads orders, and afterwards only what changed', async () => {
      const connector = connectTo(tryton.url)
      const { orders, newest } = await connector.listOrders({ since: null, placeIds: null })
      assert.deepEqual(
        orders.map((order) => [order.externalId, order.code, order.externalStatus, order.meaning, order.placeId, order.plannedQuantity]),
        [
          ['production.work/1', '1/1', 'waiting', 'RELEASED', '2', 400],
          ['production/2', '2', 'draft', 'DRAFT', null, 50],
        ],
      )
      const [first] = orders
      assert.deepEqual(
        [first?.productCode, first?.productName, first?.planStart, first?.planEnd, first?.madeQuantity],
        ['B-8', '[B-8] Bolt & nut <M8>', Date.UTC(2026, 10, 23, 23), Date.UTC(2026, 10, 25, 23), 400],
      )
      assert.ok(newest !== null)
      const later = new Date(Date.parse(newest) + 60_000).toISOString()
      assert.deepEqual((await connector.listOrders({ since: later, placeIds: null })).orders, [])
      assert.equal((await connector.listOrders({ since: newest, placeIds: ['2'] })).orders.length, 2)
    })

    it('says the quantity as that of the output, again the same, and leaves what somebody else set', async () => {
      const connector = connectTo(tryton.url)
      const quantity = async () => JSON.stringify(await tryton.call('stock.move', 'search_read', [], 0, 1, null, ['quantity']))
      assert.deepEqual(await connector.post(posting(30, 400)), { kind: 'DONE', made: 30 })
      assert.match(await quantity(), /"quantity":30/)
      assert.deepEqual(await connector.post(posting(30, 400)), { kind: 'DONE', made: 30 })
      assert.deepEqual(await connector.post(posting(42, 30)), { kind: 'DONE', made: 42 })
      await tryton.call('stock.move', 'write', [1], { quantity: 77 })
      assert.deepEqual(await connector.post(posting(50, 42)), { kind: 'CONFLICT', theirs: 77 })
      assert.match(await quantity(), /"quantity":77/)
      assert.deepEqual(await connector.post(posting(5, 0, 'production/2')), { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' })
      await assert.rejects(connector.post(posting(5, 0, 'production/99')), failure('INTEGRATION_RECORD_GONE', false))
    })

    it('tells a wrong password and an unknown database', async () => {
      await assert.rejects(connectTo(tryton.url, { password: 'wrong' }).probe(), failure('INTEGRATION_SIGN_IN', false))
      await assert.rejects(connectTo(tryton.url, { database: 'nope' }).probe(), failure('INTEGRATION_ANSWERED', true))
    })

    it('follows a production that is run and done', async () => {
      const connector = connectTo(tryton.url)
      await tryton.call('production', 'assign_try', [1])
      await tryton.call('production', 'run', [1])
      const meanings = async () =>
        (await connector.listOrders({ since: '2020-01-01T00:00:00Z', placeIds: ['2'] })).orders.map(({ meaning }) => meaning)
      assert.equal((await meanings())[0], 'RELEASED')
      await tryton.call('production.work', 'start', [1])
      await tryton.call('production.work', 'stop', [1])
      await tryton.call('production', 'done', [1])
      assert.equal((await meanings())[0], 'ENDED')
      assert.deepEqual(await connector.post(posting(90, 77)), { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' })
    })
  },
)

describe('the connector of Tryton', () => {
  const told: { method: string; authorization: string | undefined }[] = []
  /** What is answered to the methods whose names end so; whatever is left out is answered as an empty Tryton does. */
  let answers: Record<string, readonly (readonly [status: number, body: string])[]> = {}
  let server: Server
  let url = ''
  const usual: Readonly<Record<string, unknown>> = {
    'server.version': '7.0.4',
    'db.login': [1, 'session'],
    get_preferences: { company: 3 },
    'ir.model.search_read': [
      { id: 1, model: 'production' },
      { id: 2, model: 'production.work.center' },
    ],
  }
  before(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { method = '' } = JSON.parse(Buffer.concat(parts).toString()) as { method?: string }
        told.push({ method, authorization: request.headers.authorization })
        const name = Object.keys(answers).find((end) => method.endsWith(end))
        const [next, ...rest] = name === undefined ? [] : (answers[name] ?? [])
        if (name !== undefined) answers[name] = rest
        const result = Object.entries(usual).find(([end]) => method.endsWith(end))?.[1] ?? []
        response.statusCode = next?.[0] ?? 200
        response.end(next?.[1] ?? JSON.stringify({ id: 1, result }))
      })
    })
    url = `http://127.0.0.1:${await listenFree(server)}`
  })
  after(() => server.close())
  beforeEach(() => {
    told.length = 0
    answers = {}
  })

  it('signs in once, and again where the session ended', async () => {
    const connector = connectTo(url)
    assert.equal((await connector.probe()).version, '7.0.4')
    assert.deepEqual((await connector.probe()).capabilities.includes('WORK_ORDERS'), false)
    answers = { 'work.center.search_read': [[401, '']] }
    assert.deepEqual(await connector.listWorkCenters(), [])
    assert.equal(told.filter(({ method }) => method.endsWith('db.login')).length, 2)
    assert.equal(told.at(-1)?.authorization, `Session ${Buffer.from('admin:1:session').toString('base64')}`)
    answers = {
      'work.center.search_read': [
        [401, ''],
        [401, ''],
      ],
    }
    await assert.rejects(connector.listWorkCenters(), failure('INTEGRATION_SIGN_IN', false))
  })

  it('tells what people did wrong from what may pass, and no trace of an error', async () => {
    const trouble = (error: unknown) => [[200, JSON.stringify({ id: 1, error })]] as const
    const connector = connectTo(url)
    await connector.probe()
    const ask = connector.listWorkCenters.bind(connector)
    answers = { 'work.center.search_read': trouble(['UserError', ['Not\nallowed', 'Description', null]]) }
    await assert.rejects(ask(), failure('INTEGRATION_ANSWERED', false, 'Not allowed'))
    answers = { 'work.center.search_read': trouble(['could not serialize access', 'Traceback (most recent call last): secret']) }
    await assert.rejects(ask(), failure('INTEGRATION_ANSWERED', true, 'could not serialize access'))
    answers = { 'work.center.search_read': [[502, '<html>Bad gateway']] }
    await assert.rejects(ask(), failure('INTEGRATION_NOT_JSON', true))
    answers = {
      'work.center.search_read': [
        [403, '<html>Forbidden'],
        [403, '<html>Forbidden'],
      ],
    }
    await assert.rejects(ask(), failure('INTEGRATION_SIGN_IN', false))
    answers = { 'work.center.search_read': [[200, JSON.stringify({ id: 1, result: 'a text' })]] }
    await assert.rejects(ask(), failure('INTEGRATION_UNEXPECTED', false))
  })

  it('takes what a planner changed before the first quantity for the plan, and any other figure for somebody else’s', async () => {
    const result = (rows: readonly object[]) => [[200, JSON.stringify({ id: 1, result: rows })]] as const
    const post = async (quantity: number, isFirst: boolean) => {
      answers = {
        'production.search_read': result([{ id: 7, uom: 1, quantity: 450, 'product.': { id: 5, rec_name: 'Bolt' } }]),
        'stock.move.search_read': result([{ id: 3, production_output: 7, product: 5, uom: 1, quantity, state: 'draft' }]),
      }
      told.length = 0
      const answer = await connectTo(url).post({ ...posting(30, 400, 'production/7'), isFirst })
      return { ...answer, isWritten: told.some(({ method }) => method.endsWith('stock.move.write')) }
    }
    assert.deepEqual(await post(450, true), { kind: 'DONE', made: 30, isWritten: true })
    assert.deepEqual(await post(77, true), { kind: 'CONFLICT', theirs: 77, isWritten: false })
    assert.deepEqual(await post(450, false), { kind: 'CONFLICT', theirs: 450, isWritten: false })
  })

  it('takes no order for deleted where none of several is found', async () => {
    const connector = connectTo(url)
    await connector.probe()
    assert.deepEqual(await connector.findOrders?.(['production/7', 'production/8'], null), {
      orders: [],
      gone: [],
      asked: ['production/7', 'production/8'],
    })
    assert.deepEqual((await connector.findOrders?.(['production/7'], null))?.gone, ['production/7'])
  })

  it('says that a Tryton without production has no orders, and what is no Tryton', async () => {
    answers = { 'ir.model.search_read': [[200, JSON.stringify({ id: 1, result: [{ id: 1, model: 'production' }] })]] }
    await assert.rejects(connectTo(url).probe(), failure('INTEGRATION_NO_ORDERS', false))
    answers = { 'server.version': [[200, '{"id":1,"result":{}}']] }
    await assert.rejects(connectTo(url).probe(), failure('INTEGRATION_UNEXPECTED', false))
  })
})
