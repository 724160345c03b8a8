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
  isFirst: false,
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

  it('reads all pages of a system that hands out smaller ones than it was asked for', async () => {
    double.ways.mostOnPage = 2
    for (const behind of ['EMPTY', 'NOT_FOUND', 'LAST'] as const) {
      double.ways.behind = behind
      for (const [paging, pageName] of [
        ['PAGE', 'page'],
        ['OFFSET', 'offset'],
      ] as const) {
        double.ways.paging = paging
        assert.equal(await codes({ paging, pageName, pageSize: 100 }), 'A-1,A-2,A-3,A-4,A-5', `${paging} ${behind}`)
      }
    }
    assert.equal((await connect({ paging: 'OFFSET', pageName: 'offset' }).listWorkCenters()).length, 2)
  })

  it('begins with page 0 where that is the first one', async () => {
    Object.assign(double.ways, { paging: 'PAGE', firstPage: 0 })
    assert.equal(await codes({ paging: 'PAGE', pageName: 'page', pageSize: 2, firstPage: 0 }), 'A-1,A-2,A-3,A-4,A-5')
    assert.equal(await codes({ paging: 'PAGE', pageName: 'page', pageSize: 2 }), 'A-3,A-4,A-5')
  })

  it('takes no full first page that comes again for the whole list', async () => {
    Object.assign(double.ways, { paging: 'PAGE', behind: 'FIRST' })
    const read = (pageSize: number) => connect({ paging: 'PAGE', pageName: 'p', pageSize }).listOrders(ALL)
    await assert.rejects(read(2), failure('INTEGRATION_UNEXPECTED', false))
    // All of them fit on one page.
    assert.equal((await read(100)).orders.length, 5)
  })

  it('goes on by the records around lists in lists', async () => {
    double.ways.paging = 'OFFSET'
    double.data.orders = Array.from({ length: 5 }, (_, at) => ({
      id: `p${at}`,
      // The orders of the second and third page have nothing to do.
      works: at >= 2 && at < 4 ? [] : [{ ...double.data.orders[at], id: `w${at}` }],
    }))
    const way = { paging: 'OFFSET', pageName: 'offset', pageSize: 1, ordersList: 'items[].works' } as const
    assert.equal(await codes(way), 'A-1,A-2,A-5')
  })

  it('reads no more than 50 MB of a list', async () => {
    let asked = 0
    const body = Buffer.from(JSON.stringify({ items: [{ id: '1' }], text: 'x'.repeat(4_000_000) }))
    const connector = restConnector(
      async () => ({ status: 200, headers: { link: `</v1/work-centers?page=${++asked}>; rel="next"` }, body }),
      { url: double.url, rest: { ...FACTORY_ONLINE, paging: 'LINK' }, login: null, secrets: { apiKey: REST_KEY }, system: 'x' },
    )
    await assert.rejects(connector.listWorkCenters(), failure('INTEGRATION_TOO_LARGE', false))
    assert.equal(asked, 13)
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

  it('takes a page that says that an order is gone for no failure of the connection, and a figure as heard that is answered by a word', async () => {
    double.trap('HTML_404')
    await assert.rejects(connect().post(posting(412)), failure('INTEGRATION_RECORD_GONE', false))
    double.trap('PASS', 'HTML_404')
    await assert.rejects(connect().post(posting(412)), failure('INTEGRATION_RECORD_GONE', false))
    double.trap('HTML_200')
    await assert.rejects(connect().post(posting(412)), failure('INTEGRATION_NOT_JSON', false))
    double.trap('PASS', 'TEXT_AFTER_WRITE')
    assert.deepEqual(await connect().post(posting(412)), { kind: 'DONE', made: 412 })
    assert.equal(double.data.orders[0]?.['acceptedQuantity'], 412)
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

  it('tells an order that it cannot read with its field, and reads the others', async () => {
    const [, order] = double.data.orders
    assert.ok(order)
    order['planStart'] = 'soon'
    const { orders, unread } = await connect().listOrders(ALL)
    assert.equal(orders.map(({ code }) => code).join(), 'A-1,A-3,A-4,A-5')
    assert.deepEqual(unread, [{ code: 'A-2', placeId: 'P1', meaning: 'RELEASED', field: 'planStart', value: 'soon', path: 'planStart' }])
    assert.deepEqual((await connect().listOrders({ since: null, placeIds: ['S1'] })).unread, [])
    await connect().probe()
  })

  it('says in the check which path is wrong where no order can be read', async () => {
    const { orderPaths } = FACTORY_ONLINE
    await assert.rejects(connect({ orderPaths: { ...orderPaths, code: 'number' } }).probe(), (error: unknown) => {
      assert.ok(error instanceof ConnectorFailure)
      assert.deepEqual([error.code, error.params], ['INTEGRATION_UNREAD', { field: 'code', value: '', path: 'number' }])
      return true
    })
  })

  /** What each order is answered with; the others as the double does. */
  const answering = (answers: Readonly<Record<string, readonly [status: number, body: string]>>, asked: string[] = []) =>
    restConnector(
      async (request) => {
        const id = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '')
        asked.push(id)
        const answer = answers[id]
        if (answer === undefined) return await fetcher(request)
        return { status: answer[0], headers: {}, body: Buffer.from(answer[1]) }
      },
      { url: double.url, rest: FACTORY_ONLINE, login: null, secrets: { apiKey: REST_KEY }, system: 'x' },
    )
  const find = async (connector: ReturnType<typeof answering>, ids: readonly string[], listed: string | null = 'o 1') => {
    const found = await connector.findOrders?.(ids, listed)
    return { orders: found?.orders.map(({ externalId }) => externalId), gone: found?.gone, asked: found?.asked.length }
  }

  it('asks for orders one by one, and takes what is wrong with one for no failure of the others', async () => {
    const connector = answering({
      page: [404, '<h1>Not found</h1>'],
      ended: [410, ''],
      forbidden: [403, '{"message": "no"}'],
      bad: [400, '{"message": "no such id"}'],
      error: [200, '{"error": "locked"}'],
    })
    const ids = ['page', 'forbidden', 'bad', 'error', 'o 2', 'none', 'ended']
    assert.deepEqual(await find(connector, ids), { orders: ['o 2'], gone: ['page', 'none', 'ended'], asked: 7 })
  })

  it('stops asking for orders at the first that is not heard', async () => {
    const asked: string[] = []
    const connector = answering({ busy: [503, '{}'] }, asked)
    assert.deepEqual(await find(connector, ['o 2', 'none', 'busy', 'o 3']), { orders: ['o 2'], gone: ['none'], asked: 3 })
    assert.deepEqual(asked, ['o 2', 'none', 'busy'])
  })

  it('takes no order for deleted where one that was just listed is not found either, or where far too many are missing', async () => {
    const wrong = connect({ orderUrl: '/v2/job-orders/{id}' })
    assert.deepEqual(await find(wrong, ['o 7', 'o 8']), { orders: [], gone: [], asked: 2 })
    assert.deepEqual(await find(connect(), ['o 7', 'o 8'], null), { orders: [], gone: [], asked: 2 })
    assert.deepEqual(await find(connect(), ['o 7', 'o 8']), { orders: [], gone: ['o 7', 'o 8'], asked: 2 })
    const many = Array.from({ length: 60 }, (_, at) => `gone ${at}`)
    assert.deepEqual(await find(connect(), many), { orders: [], gone: [], asked: 50 })
  })

  it('shows a record as it is answered', async () => {
    const { records } = await connect({ pageSize: 2 }).sample('ORDERS')
    assert.deepEqual([records.length, records[0]?.value], [2, double.data.orders[0]])
  })
})
