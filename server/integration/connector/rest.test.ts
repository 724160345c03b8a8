import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { FACTORY_ONLINE } from '#engine/integration/rest/restSettings.ts'
import type { RestSettings } from '#engine/integration/rest/restSettings.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { REST_CLIENT, REST_HMAC, REST_KEY, startRestDouble } from '#server/testing/restDouble.ts'
import type { RestDouble } from '#server/testing/restDouble.ts'
import { ConnectorFailure } from './connector.ts'
import type { Posting } from './connector.ts'
import { restConnector } from './rest.ts'
import type { RestAccess } from './restSignIn.ts'

const fetcher = createGuardedFetch({ allowsPrivate: true })
const ALL = { since: null, placeIds: null }
const posting = (accepted: number, said: number | null = null): Posting => ({
  operation: 'OUTPUT',
  key: '5/1',
  externalId: 'o 1',
  figures: { accepted, rejected: 12 },
  said,
})
const failure = (code: string, isTransient: boolean) => (error: unknown) => {
  assert.ok(error instanceof ConnectorFailure, String(error))
  assert.deepEqual([error.code, error.isTransient], [code, isTransient])
  return true
}

describe('the connector of a REST interface', () => {
  let double: RestDouble
  before(async () => {
    double = await startRestDouble()
  })
  after(() => double.close())
  beforeEach(() => {
    double.reset()
    double.data.places = [
      { id: 'P1', code: 'P-1', name: 'Press' },
      { id: 'S1', name: 'Saw' },
    ]
    double.data.orders = Array.from({ length: 5 }, (_, at) => ({
      id: `o ${at + 1}`,
      code: `A-${at + 1}`,
      status: 'released',
      plannedQuantity: 100 * (at + 1),
      product: { code: 'B-8', name: 'Bolt' },
      workCenterId: 'P1',
      planStart: '2026-11-24T06:00:00Z',
      acceptedQuantity: 0,
      changedAt: `2026-11-20T10:0${at}:00Z`,
    }))
  })
  const connect = (rest: Partial<RestSettings> = {}, more: Partial<RestAccess> = {}) =>
    restConnector(fetcher, {
      url: double.url,
      rest: { ...FACTORY_ONLINE, ...rest },
      login: 'planner',
      secrets: { apiKey: REST_KEY },
      system: 'Factory Online',
      ...more,
    })
  const codes = async (rest: Partial<RestSettings>, more: Partial<RestAccess> = {}) =>
    (await connect(rest, more).listOrders(ALL)).orders.map(({ code }) => code).join()

  it('tells what it can, its work centers, statuses and orders', async () => {
    const connector = connect()
    const { system, capabilities } = await connector.probe()
    assert.deepEqual([system, capabilities], ['Factory Online', ['WORK_CENTERS', 'ORDERS', 'PLANNED_TIMES', 'CYCLE_TIMES', 'QUANTITIES']])
    assert.deepEqual(await connector.listWorkCenters(), [
      { id: 'P1', code: 'P-1', name: 'Press' },
      { id: 'S1', code: null, name: 'Saw' },
    ])
    const { orders, newest } = await connector.listOrders(ALL)
    assert.deepEqual([orders.length, orders[0]?.externalId, orders[0]?.productCode, newest], [5, 'o 1', 'B-8', '2026-11-20T10:04:00.000Z'])
    assert.deepEqual((await connect({ outputUrl: '' }).probe()).capabilities.includes('QUANTITIES'), false)
  })

  it('reads each way of paging to its end', async () => {
    const pages = [
      { paging: 'CURSOR', pageName: 'cursor' },
      { paging: 'PAGE', pageName: 'page' },
      { paging: 'OFFSET', pageName: 'offset' },
      { paging: 'LINK' },
    ] as const
    for (const way of pages) {
      double.ways.paging = way.paging
      assert.equal(await codes({ ...way, pageSize: 2 }), 'A-1,A-2,A-3,A-4,A-5', way.paging)
    }
    double.ways.paging = 'CURSOR'
    assert.equal(await codes({ paging: 'NONE', pageSize: 2 }), 'A-1,A-2,A-3,A-4,A-5')
  })

  it('signs in by each way, and asks for one token a connection', async () => {
    const ways: readonly (readonly [RestDouble['ways']['auth'], RestAccess['secrets']])[] = [
      ['API_KEY', { apiKey: REST_KEY }],
      ['BEARER', { apiKey: REST_KEY }],
      ['BASIC', { apiKey: REST_KEY }],
      ['HMAC', { hmac: REST_HMAC }],
      ['OAUTH2', REST_CLIENT],
    ]
    for (const [auth, secrets] of ways) {
      double.ways.auth = auth
      assert.equal(await codes({ auth, pageSize: 2 }, { secrets }), 'A-1,A-2,A-3,A-4,A-5', auth)
      await assert.rejects(connect({ auth: 'NONE' }, { secrets: {} }).probe(), failure('INTEGRATION_SIGN_IN', false))
      await assert.rejects(
        connect({ auth }, { secrets: { apiKey: 'wrong', hmac: 'wrong', clientId: 'x', clientSecret: 'x' } }).probe(),
        failure('INTEGRATION_SIGN_IN', false),
      )
    }
    assert.equal(double.tokens, 1)
  })

  it('signs what it writes, too', async () => {
    double.ways.auth = 'HMAC'
    assert.deepEqual(await connect({ auth: 'HMAC' }, { secrets: { hmac: REST_HMAC } }).post(posting(400)), { kind: 'DONE', made: 400 })
    assert.equal(double.data.orders[0]?.['acceptedQuantity'], 400)
  })

  it('reads what changed since, five seconds before it again', async () => {
    const { orders, newest } = await connect().listOrders({ since: '2026-11-20T10:03:04.000Z', placeIds: null })
    assert.deepEqual([orders.map(({ code }) => code), newest], [['A-4', 'A-5'], '2026-11-20T10:04:00.000Z'])
    const later = await connect().listOrders({ since: '2026-11-21T00:00:00.000Z', placeIds: null })
    assert.deepEqual([later.orders.length, later.newest], [0, '2026-11-21T00:00:00.000Z'])
  })

  it('says 400 again after the connection was lost behind the writing, then 412, and never 812', async () => {
    const connector = connect()
    double.trap('PASS', 'CUT_AFTER_WRITE')
    await assert.rejects(connector.post(posting(400)), failure('INTEGRATION_UNREACHABLE', true))
    assert.deepEqual(await connector.post(posting(400)), { kind: 'DONE', made: 400 })
    assert.deepEqual(await connector.post(posting(412, 400)), { kind: 'DONE', made: 412 })
    assert.equal(double.data.orders[0]?.['acceptedQuantity'], 412)
  })

  it('overwrites no figure that somebody else set, and tells a deleted order', async () => {
    const [order] = double.data.orders
    assert.ok(order)
    order['acceptedQuantity'] = 350
    assert.deepEqual(await connect().post(posting(412, 400)), { kind: 'CONFLICT', theirs: 350 })
    assert.equal(order['acceptedQuantity'], 350)
    double.data.orders = []
    await assert.rejects(connect().post(posting(412)), failure('INTEGRATION_RECORD_GONE', false))
    await assert.rejects(connect({ outputUrl: '' }).post(posting(412)), failure('INTEGRATION_NO_QUANTITIES', false))
  })

  it('tells an error in a good answer, a page of a proxy, a key that ends between pages and a wrong address apart', async () => {
    double.trap('ERROR_IN_200')
    await assert.rejects(connect().listWorkCenters(), (error: unknown) => {
      assert.ok(error instanceof ConnectorFailure)
      assert.deepEqual([error.code, error.params['message']], ['INTEGRATION_ANSWERED', 'The database is locked'])
      return true
    })
    double.trap('HTML_502')
    await assert.rejects(connect().listOrders(ALL), failure('INTEGRATION_NOT_JSON', true))
    double.trap('PASS', 'KEY_ENDED')
    await assert.rejects(connect({ pageSize: 2 }).listOrders(ALL), failure('INTEGRATION_SIGN_IN', false))
    double.reset()
    await assert.rejects(connect({ ordersUrl: '/v1/nothing' }).listOrders(ALL), failure('INTEGRATION_ANSWERED', false))
    await assert.rejects(connect({ ordersList: 'data' }).listOrders(ALL), failure('INTEGRATION_UNEXPECTED', false))
    await assert.rejects(connect({}, { url: 'http://127.0.0.1:1' }).probe(), failure('INTEGRATION_UNREACHABLE', true))
  })

  it('sends its key to no other server that a link names, and reads no page twice', async () => {
    const answering = (link: string) =>
      restConnector(async () => ({ status: 200, headers: { link }, body: Buffer.from('{"items":[{"id":"1"}]}') }), {
        url: double.url,
        rest: { ...FACTORY_ONLINE, paging: 'LINK' },
        login: null,
        secrets: { apiKey: REST_KEY },
        system: 'x',
      }).listWorkCenters()
    await assert.rejects(answering('<https://elsewhere.example/next>; rel="next"'), failure('INTEGRATION_REDIRECT_REFUSED', false))
    await assert.rejects(answering('</v1/work-centers?limit=500>; rel="next"'), failure('INTEGRATION_UNEXPECTED', false))
  })

  it('names the field that it cannot read, and imports nothing of that answer', async () => {
    const [, order] = double.data.orders
    assert.ok(order)
    order['planStart'] = 'soon'
    await assert.rejects(connect().listOrders(ALL), (error: unknown) => {
      assert.ok(error instanceof ConnectorFailure)
      assert.deepEqual([error.code, error.params], ['INTEGRATION_UNREAD', { field: 'planStart', value: 'soon', path: 'planStart' }])
      return true
    })
  })

  it('shows a record as it is answered', async () => {
    const { records } = await connect({ pageSize: 2 }).sample('ORDERS')
    assert.deepEqual([records.length, records[0]?.value], [2, double.data.orders[0]])
  })
})
