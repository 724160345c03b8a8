import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import OdooAwait from 'odoo-await'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { DOUBLE_DATABASE, DOUBLE_KEY, DOUBLE_LOGIN, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import { ConnectorFailure } from './connector.ts'
import type { Connector, OursOf, Posting } from './connector.ts'
import { odooConnector } from './odoo.ts'

const fetcher = createGuardedFetch({ allowsPrivate: true })
const VERSIONS = [16, 17, 18, 19, 20]
const posting = (accepted: number, more: Partial<Posting> = {}): Posting => ({
  operation: 'OUTPUT',
  key: '5/1',
  externalId: 'mrp.workorder/71',
  figures: { accepted, rejected: 12 },
  said: null,
  isFirst: false,
  ...more,
})
const allOver: OursOf = async (ids) => new Map(ids.map((id) => [id, { isOpen: false, hasUntold: false, said: null }]))
const failure = (code: string, isTransient: boolean) => (error: unknown) => {
  assert.ok(error instanceof ConnectorFailure, String(error))
  assert.deepEqual([error.code, error.isTransient], [code, isTransient])
  return true
}

describe('the connector of Odoo', () => {
  let odoo: OdooDouble
  before(async () => {
    odoo = await startOdooDouble()
  })
  after(() => odoo.close())
  beforeEach(() => fill(odoo))
  /** All orders are over here and told, unless that is said. */
  const connect = (more: Partial<Parameters<typeof odooConnector>[1]> = {}, oursOf: OursOf = allOver): Connector => {
    const settings = { url: odoo.url, database: DOUBLE_DATABASE, login: DOUBLE_LOGIN, apiKey: DOUBLE_KEY, closes: false, ...more }
    return odooConnector(fetcher, settings, oursOf)
  }

  it('tells a module that is not there from a right that is missing and from a field that is hidden', async () => {
    /** Answers the question for the fields of the model in another way. */
    const answering = (model: string, status: number, json: object): GuardedFetch => {
      return async (request) => {
        const asked = `${request.url} ${typeof request.body === 'string' ? request.body : ''}`
        if (!asked.includes(model) || !asked.includes('fields_get')) return await fetcher(request)
        return { status, headers: {}, body: Buffer.from(JSON.stringify(json)) }
      }
    }
    const settings = { url: odoo.url, database: DOUBLE_DATABASE, login: DOUBLE_LOGIN, apiKey: DOUBLE_KEY, closes: false }
    const missing = async (outbound: GuardedFetch) => (await odooConnector(outbound, settings).probe()).missing
    const ofSteps = (reason: string) => ['CYCLE_TIMES', 'WORK_ORDERS'].map((capability) => ({ capability, reason }))
    odoo.moveTo(19)
    assert.deepEqual(await missing(fetcher), [])
    assert.deepEqual(await missing(answering('mrp.workorder', 404, { message: 'no such model' })), ofSteps('MODULE'))
    assert.deepEqual(await missing(answering('mrp.workorder', 403, { message: 'not allowed' })), ofSteps('RIGHTS'))
    const noQuantity = { name: {}, state: {}, product_id: {}, product_qty: {}, product_uom_id: {}, date_start: {} }
    const hidden = answering('mrp.workorder', 200, { state: {}, production_id: {}, workcenter_id: {}, duration_expected: {} })
    assert.deepEqual(
      await missing((request) =>
        request.url.includes('mrp.production/') ? answering('mrp.production', 200, noQuantity)(request) : hidden(request),
      ),
      [
        { capability: 'QUANTITIES', reason: 'FIELD' },
        { capability: 'CLOSING', reason: 'FIELD' },
      ],
    )
    odoo.moveTo(18)
    const refused = { error: { code: 200, message: 'Odoo Server Error', data: { name: 'odoo.exceptions.AccessError', message: 'no' } } }
    assert.deepEqual(await missing(answering('mrp.workorder', 200, refused)), ofSteps('RIGHTS'))
  })

  for (const version of VERSIONS)
    it(`reads work centers and orders of ${version}, and says quantities`, async () => {
      odoo.moveTo(version)
      const connector = connect()
      const probe = await connector.probe()
      assert.deepEqual([probe.system, probe.version], ['Odoo', `${version}.0`])
      assert.ok(probe.capabilities.includes('QUANTITIES') && probe.capabilities.includes('PLANNED_TIMES'))
      assert.deepEqual(await connector.listWorkCenters(), [
        { id: '2', code: 'P1', name: 'Press <b>1</b>' },
        { id: '3', code: null, name: 'Saw' },
      ])
      const { orders, newest } = await connector.listOrders({ since: null, placeIds: null })
      assert.deepEqual(
        orders.map(({ code, placeId, plannedQuantity, productCode, planStart, targetCycleTime, meaning }) => ({
          code,
          placeId,
          plannedQuantity,
          productCode,
          planStart,
          targetCycleTime,
          meaning,
        })),
        [
          {
            code: 'MO/7/71',
            placeId: '2',
            plannedQuantity: 400,
            productCode: 'B-8',
            planStart: Date.UTC(2026, 10, 24, 5),
            targetCycleTime: 9,
            meaning: 'RELEASED',
          },
          {
            code: 'MO/8',
            placeId: '3',
            plannedQuantity: 50,
            productCode: 'odoo-4',
            planStart: Date.UTC(2026, 10, 25),
            targetCycleTime: null,
            meaning: 'DRAFT',
          },
        ],
      )
      assert.equal(newest, '2026-11-20 10:01:00')
      assert.deepEqual(await connector.post(posting(400)), { kind: 'DONE', made: 400 })
      assert.equal(odoo.data.productions[0]?.made, 400)
      assert.deepEqual(
        odoo.data.notes.map(({ productionId }) => productionId),
        [7],
      )
    })

  /** An Odoo whose pages of work centers are made. */
  const paged = (idOf: (at: number, page: number) => number): { readonly connector: Connector; readonly pages: () => number } => {
    let pages = 0
    const settings = { url: odoo.url, database: DOUBLE_DATABASE, login: DOUBLE_LOGIN, apiKey: DOUBLE_KEY, closes: false }
    const connector = odooConnector(async (request) => {
      if (!request.url.endsWith('/mrp.workcenter/search_read')) return await fetcher(request)
      const rows = Array.from({ length: 1000 }, (_, at) => ({ id: idOf(at, pages), name: 'x', code: false }))
      pages++
      assert.ok(pages <= 60, 'it goes on for ever')
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(rows)) }
    }, settings)
    return { connector, pages: () => pages }
  }

  it('reads no page twice, and no more than it may keep', async () => {
    odoo.moveTo(19)
    const again = paged((at) => at + 1)
    await assert.rejects(again.connector.listWorkCenters(), failure('INTEGRATION_UNEXPECTED', false))
    assert.equal(again.pages(), 2)
    const endless = paged((at, page) => page * 1000 + at + 1)
    await assert.rejects(endless.connector.listWorkCenters(), failure('INTEGRATION_TOO_LARGE', false))
    assert.equal(endless.pages(), 50)
  })

  it('reads what changed since, with all work orders of a changed order and the order of a changed work order', async () => {
    odoo.moveTo(19)
    const connector = connect()
    const since = '2026-11-20 10:01:00'
    assert.deepEqual(
      (await connector.listOrders({ since, placeIds: null })).orders.map(({ code }) => code),
      ['MO/7/71'],
    )
    const [order] = odoo.data.productions
    assert.ok(order)
    order.writeDate = '2026-11-20 12:00:00'
    order.state = 'done'
    const read = await connector.listOrders({ since: '2026-11-20 11:00:00', placeIds: null })
    assert.deepEqual(
      read.orders.map(({ code, meaning }) => [code, meaning]),
      [['MO/7/71', 'ENDED']],
    )
    assert.equal(read.newest, '2026-11-20 12:00:00')
  })

  it('says a figure again after the connection was lost behind the writing, and the next one over it', async () => {
    for (const version of [18, 19]) {
      fill(odoo)
      odoo.moveTo(version)
      const connector = connect()
      await connector.probe()
      // Signing in; the work order, those of its order and the order are read before, then comes the writing.
      if (version < 19) await connector.listWorkCenters()
      odoo.trap('PASS', 'PASS', 'PASS', 'CUT_AFTER_WRITE')
      await assert.rejects(connector.post(posting(400)), failure('INTEGRATION_UNREACHABLE', true))
      assert.equal(odoo.data.productions[0]?.made, 400)
      assert.deepEqual(await connector.post(posting(400)), { kind: 'DONE', made: 400 })
      assert.deepEqual(await connector.post(posting(412, { said: 400 })), { kind: 'DONE', made: 412 })
      assert.equal(odoo.data.productions[0]?.made, 412)
    }
  })

  it('overwrites no figure that somebody else set', async () => {
    odoo.moveTo(19)
    const [order] = odoo.data.productions
    assert.ok(order)
    order.made = 350
    assert.deepEqual(await connect().post(posting(412, { said: 400 })), { kind: 'CONFLICT', theirs: 350 })
    assert.equal(order.made, 350)
  })

  /** A second work order of the manufacturing order; from 18 on its sequence says that it is the first one, before by its planned start. */
  const addFirst = (): void => {
    const [work] = odoo.data.workOrders
    assert.ok(work)
    odoo.data.workOrders.push({ ...work, id: 72, workCenterId: 3, sequence: 10, start: '2026-11-24 04:00:00' })
  }

  it('says the quantity of an order by its last work order alone, and notes what the others made', async () => {
    for (const version of [16, 18, 19]) {
      fill(odoo)
      odoo.moveTo(version)
      addFirst()
      const connector = connect()
      const first = (accepted: number, key: string) => posting(accepted, { externalId: 'mrp.workorder/72', key })
      assert.deepEqual(await connector.post(first(400, '1/2')), { kind: 'DONE', made: null })
      assert.deepEqual(await connector.post(posting(100, { key: '2/1' })), { kind: 'DONE', made: 100 })
      // Once more, as after a lost answer.
      assert.deepEqual(await connector.post(first(420, '3/2')), { kind: 'DONE', made: null })
      assert.deepEqual(await connector.post(first(420, '3/2')), { kind: 'DONE', made: null })
      assert.deepEqual(await connector.post(first(420, '4/2')), { kind: 'DONE', made: null })
      assert.deepEqual(await connector.post(posting(150, { key: '5/1', said: 100 })), { kind: 'DONE', made: 150 })
      assert.equal(odoo.data.productions[0]?.made, 150)
      assert.deepEqual(
        odoo.data.notes.map(({ body }) => body),
        [
          'Trueline 1/2: accepted 400, rejected 12 so far by work order 72.',
          'Trueline 2/1: accepted 100, rejected 12 so far.',
          'Trueline 3/2: accepted 420, rejected 12 so far by work order 72.',
          'Trueline 4/2: accepted 420, rejected 12 so far by work order 72.',
          'Trueline 5/1: accepted 150, rejected 12 so far.',
        ],
      )
      const { orders } = await connector.listOrders({ since: null, placeIds: null })
      assert.deepEqual(
        orders.slice(0, 2).map(({ externalId, madeQuantity }) => [externalId, madeQuantity]),
        [
          ['mrp.workorder/71', 150],
          ['mrp.workorder/72', null],
        ],
      )
    }
  })

  it('takes a figure back to 0, though Odoo ignores that at its work orders', async () => {
    for (const version of [16, 18, 19]) {
      fill(odoo)
      odoo.moveTo(version)
      const connector = connect()
      assert.deepEqual(await connector.post(posting(400)), { kind: 'DONE', made: 400 })
      assert.deepEqual(await connector.post(posting(0, { said: 400 })), { kind: 'DONE', made: 0 })
      assert.equal(odoo.data.productions[0]?.made, 0)
    }
  })

  it('asks a person where another figure stands there than was written', async () => {
    odoo.moveTo(19)
    const [order] = odoo.data.productions
    assert.ok(order)
    order.hasSerials = true
    assert.deepEqual(await connect().post(posting(400)), { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NOT_TAKEN' })
    assert.equal(order.made, 1)
    assert.deepEqual(odoo.data.notes, [])
  })

  it('closes an order once all of its work orders are over here, the last one among them', async () => {
    odoo.moveTo(19)
    const standing = (told: Readonly<Record<string, readonly [isOpen: boolean, hasUntold: boolean]>>) => {
      const ours = new Map(
        Object.entries(told).map(([id, [isOpen, hasUntold]]) => [`mrp.workorder/${id}`, { isOpen, hasUntold, said: null }]),
      )
      return async () => ours
    }
    const state = async (externalId: string, told: Parameters<typeof standing>[0]) => {
      fill(odoo)
      addFirst()
      const answer = await connect({ closes: true }, standing(told)).post(posting(400, { operation: 'CLOSED', externalId }))
      assert.equal(answer.kind, 'DONE')
      return odoo.data.productions[0]?.state
    }
    assert.equal(await state('mrp.workorder/72', { 71: [true, false], 72: [false, true] }), 'confirmed')
    assert.equal(await state('mrp.workorder/71', { 71: [false, true], 72: [true, false] }), 'confirmed')
    assert.equal(await state('mrp.workorder/71', { 71: [false, true], 72: [false, false] }), 'done')
    // The last one was closed first.
    assert.equal(await state('mrp.workorder/72', { 71: [false, false], 72: [false, true] }), 'done')
    // Its figure is on its way, and its closing behind it.
    assert.equal(await state('mrp.workorder/72', { 71: [false, true], 72: [false, true] }), 'confirmed')
    // Opened again meanwhile.
    assert.equal(await state('mrp.workorder/71', { 71: [true, true], 72: [false, false] }), 'confirmed')
    // The last one is made at a work center that is not matched.
    assert.equal(await state('mrp.workorder/72', { 72: [false, true] }), 'confirmed')
    // Closed there already.
    fill(odoo)
    odoo.calls.length = 0
    Object.assign(odoo.data.productions[0] ?? {}, { state: 'done', made: 400 })
    const again = posting(400, { operation: 'CLOSED', said: 400 })
    assert.deepEqual(await connect({ closes: true }, standing({ 71: [false, true] })).post(again), { kind: 'DONE', made: 400 })
    assert.ok(!odoo.calls.includes('mrp.production.button_mark_done'))
  })

  it('opens no order that is done there, and says so', async () => {
    odoo.moveTo(19)
    const [order] = odoo.data.productions
    assert.ok(order)
    const reopened = () => connect({ closes: true }).post(posting(400, { operation: 'REOPENED', said: 400 }))
    assert.deepEqual(await reopened(), { kind: 'DONE', made: null })
    Object.assign(order, { state: 'done', made: 400 })
    assert.deepEqual(await reopened(), { kind: 'NEEDS_PERSON', code: 'INTEGRATION_STILL_CLOSED' })
    const body = 'Trueline 5/1: open again here, accepted 400, rejected 12 so far.'
    assert.deepEqual([order.state, order.made, odoo.data.notes], ['done', 400, [{ productionId: 7, body }]])
  })

  it('cancels no order, and notes once that it was cancelled here, without a figure', async () => {
    odoo.moveTo(19)
    const [order] = odoo.data.productions
    assert.ok(order)
    const cancelled = () => connect({ closes: true }).post(posting(400, { operation: 'CANCELLED' }))
    assert.deepEqual(
      [await cancelled(), await cancelled()],
      [
        { kind: 'DONE', made: null },
        { kind: 'DONE', made: null },
      ],
    )
    const body = 'Trueline 5/1: cancelled here, accepted 400, rejected 12 so far.'
    assert.deepEqual([order.state, order.made, odoo.data.notes], ['confirmed', 0, [{ productionId: 7, body }]])
  })

  it('takes a wizard for a question, not for success', async () => {
    odoo.moveTo(19)
    odoo.data.asksOnClose = true
    assert.deepEqual(await connect({ closes: true }).post(posting(400, { operation: 'CLOSED' })), {
      kind: 'NEEDS_PERSON',
      code: 'INTEGRATION_WIZARD',
    })
    assert.equal(odoo.data.productions[0]?.state, 'confirmed')
    odoo.data.asksOnClose = false
    assert.equal((await connect({ closes: true }).post(posting(400, { operation: 'CLOSED', said: 400 }))).kind, 'DONE')
    assert.equal(odoo.data.productions[0]?.state, 'done')
    fill(odoo)
    assert.equal((await connect().post(posting(400, { operation: 'CLOSED' }))).kind, 'DONE')
    assert.equal(odoo.data.productions[0]?.state, 'confirmed')
  })

  it('takes what the rules of records hide for no deleted order', async () => {
    for (const version of [18, 19]) {
      odoo.moveTo(version)
      odoo.data.hidden = ['mrp.production/7', 'mrp.workorder/71']
      const ids = ['mrp.workorder/71', 'mrp.production/7', 'mrp.workorder/99', 'mrp.production/99']
      const found = await connect().findOrders?.(ids, null)
      assert.deepEqual([found?.orders, found?.gone, found?.asked], [[], ['mrp.workorder/99', 'mrp.production/99'], ids], `${version}`)
    }
    odoo.data.hidden = []
  })

  it('reads no orders as a whole where it may not read the work orders that there are', async () => {
    odoo.moveTo(19)
    const outbound: GuardedFetch = async (request) =>
      request.url.endsWith('/mrp.workorder/fields_get')
        ? { status: 403, headers: {}, body: Buffer.from('{"message": "not allowed"}') }
        : await fetcher(request)
    const connector = odooConnector(outbound, {
      url: odoo.url,
      database: DOUBLE_DATABASE,
      login: DOUBLE_LOGIN,
      apiKey: DOUBLE_KEY,
      closes: false,
    })
    await connector.probe()
    await assert.rejects(connector.listOrders({ since: null, placeIds: null }), failure('INTEGRATION_SIGN_IN', false))
  })

  it('tells a wrong key, a page of a proxy, a deleted record and a foreign address apart', async () => {
    for (const version of [16, 19]) {
      odoo.moveTo(version)
      await assert.rejects(connect({ apiKey: 'wrong' }).probe(), failure('INTEGRATION_SIGN_IN', false))
      odoo.trap('HTML_502')
      await assert.rejects(connect().probe(), failure('INTEGRATION_NOT_JSON', true))
      await assert.rejects(connect().post(posting(1, { externalId: 'mrp.workorder/999' })), failure('INTEGRATION_ANSWERED', false))
    }
    await assert.rejects(connect({ url: `${odoo.url}/nothing` }).probe(), failure('INTEGRATION_NOT_JSON', false))
    await assert.rejects(connect({ url: 'http://127.0.0.1:1' }).probe(), failure('INTEGRATION_UNREACHABLE', true))
  })

  it('never tells the trace of an error', async () => {
    odoo.moveTo(19)
    await assert.rejects(connect().post(posting(1, { externalId: 'mrp.workorder/999' })), (error: unknown) => {
      assert.ok(error instanceof ConnectorFailure)
      assert.equal(JSON.stringify(error.params).includes('secret trace'), false)
      assert.match(String(error.params['message']), /deleted/)
      return true
    })
  })

  it('finds the version anew after an upgrade between two runs', async () => {
    odoo.moveTo(18)
    assert.equal((await connect().probe()).version, '18.0')
    odoo.moveTo(19)
    assert.equal((await connect().probe()).version, '19.0')
    assert.equal((await connect().listOrders({ since: null, placeIds: null })).orders.length, 2)
  })
})

describe('the double of Odoo', () => {
  it('is understood by a client that others made', async () => {
    const odoo = await startOdooDouble({ version: 18 })
    fill(odoo)
    try {
      const client = new OdooAwait({ baseUrl: odoo.url, db: DOUBLE_DATABASE, username: DOUBLE_LOGIN, password: DOUBLE_KEY })
      assert.equal(await client.connect(), 2)
      const [order] = await client.searchRead('mrp.production', { id: 7 }, ['name', 'product_qty', 'product_id'])
      assert.deepEqual(order, { id: 7, name: 'MO/7', product_qty: 400, product_id: [3, 'Bolt & nut <M8>'] })
      await client.update('mrp.workorder', 71, { qty_producing: 30 })
      assert.equal(odoo.data.productions[0]?.made, 30)
      const stranger = new OdooAwait({ baseUrl: odoo.url, db: DOUBLE_DATABASE, username: DOUBLE_LOGIN, password: 'wrong' })
      await assert.rejects(stranger.connect(), /credentials/)
    } finally {
      await odoo.close()
    }
  })
})

/** Reads, writes and is refused as others do by odoorpc of Debian, which Odoo's integrators use; what it found it prints as JSON. */
const BY_ODOORPC = `
import json, sys, odoorpc
port, database, login, key = sys.argv[1:]
odoo = odoorpc.ODOO('127.0.0.1', protocol='jsonrpc', port=int(port))
found = {'version': odoo.version}
try:
    odoo.login(database, login, 'wrong')
except odoorpc.error.RPCError as error:
    found['refused'] = str(error)
odoo.login(database, login, key)
found['user'] = odoo.env.uid
[order] = odoo.execute_kw('mrp.production', 'search_read', [[['id', '=', 7]]], {'fields': ['name', 'product_qty', 'product_id']})
found['order'] = order
odoo.execute_kw('mrp.workorder', 'write', [[71], {'qty_producing': 31}])
try:
    odoo.execute_kw('mrp.nothing', 'read', [[1]])
except odoorpc.error.RPCError as error:
    found['unknown'] = str(error)
print(json.dumps(found))
`

/** The Python that Debian's packages belong to. */
const PYTHON = '/usr/bin/python3'
const HAS_ODOORPC = existsSync(PYTHON) && existsSync('/usr/lib/python3/dist-packages/odoorpc')

/** What Odoo's own tests of JSON-2 say, as requests and answers. */
const JSON_2_FACTS: readonly (readonly [
  fact: string,
  path: string,
  how: { readonly key?: string; readonly body?: unknown },
  status: number,
  answer: RegExp,
])[] = [
  [
    'a model’s method answers its result bare',
    'mrp.production/search_read',
    { body: { domain: [['id', '=', 7]], fields: ['name'] } },
    200,
    /^\[\{.*MO\/7/,
  ],
  ['a method of records takes their ids by name', 'mrp.production/read', { body: { ids: [7], fields: ['name'] } }, 200, /MO\/7/],
  ['no key is refused', 'mrp.production/read', { key: '', body: { ids: [7] } }, 401, /"message"/],
  ['a wrong key is refused', 'mrp.production/read', { key: 'wrong', body: { ids: [7] } }, 401, /Invalid apikey/],
  ['an unknown model is not found', 'mrp.nothing/read', { body: { ids: [7] } }, 404, /mrp\.nothing/],
  ['an unknown method is not found', 'mrp.production/nothing', { body: {} }, 404, /"message"/],
  [
    'errors are objects with name, message, arguments, context, debug',
    'mrp.nothing/read',
    { body: {} },
    404,
    /"name".*"message".*"arguments".*"context".*"debug"/,
  ],
]

describe('the double of Odoo and its facts', () => {
  it('is understood by odoorpc, where it is installed', async (t) => {
    if (!HAS_ODOORPC) return t.skip('odoorpc is not installed: the double was not asked by it (Debian: python3-odoorpc)')
    const odoo = await startOdooDouble({ version: 18 })
    fill(odoo)
    try {
      const { port } = new URL(odoo.url)
      const { stdout } = await promisify(execFile)(PYTHON, ['-c', BY_ODOORPC, port, DOUBLE_DATABASE, DOUBLE_LOGIN, DOUBLE_KEY])
      assert.deepEqual(JSON.parse(stdout), {
        version: '18.0',
        refused: 'Access Denied',
        user: 2,
        order: { id: 7, name: 'MO/7', product_qty: 400, product_id: [3, 'Bolt & nut <M8>'] },
        unknown: 'the model mrp.nothing does not exist',
      })
      assert.equal(odoo.data.productions[0]?.made, 31)
    } finally {
      await odoo.close()
    }
  })

  for (const [fact, path, { key = DOUBLE_KEY, body }, status, answer] of JSON_2_FACTS)
    it(`JSON-2: ${fact}`, async () => {
      const odoo = await startOdooDouble({ version: 19 })
      fill(odoo)
      try {
        const got = await fetch(`${odoo.url}/json/2/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `bearer ${key}` }) },
          body: JSON.stringify(body),
        })
        assert.equal(got.status, status)
        assert.match(await got.text(), answer)
      } finally {
        await odoo.close()
      }
    })
})

function fill({ data }: OdooDouble): void {
  const writeDate = '2026-11-20 10:00:00'
  Object.assign(data, {
    workCenters: [
      { id: 2, code: 'P1', name: 'Press <b>1</b>' },
      { id: 3, code: false, name: 'Saw' },
    ],
    products: [
      { id: 3, name: 'Bolt & nut <M8>', default_code: 'B-8' },
      { id: 4, name: 'Plate', default_code: false },
    ],
    boms: [
      {
        id: 5,
        operations: [
          { workCenterId: 2, sequence: 20 },
          { workCenterId: 3, sequence: 10 },
        ],
      },
    ],
    productions: [
      {
        id: 7,
        name: 'MO/7',
        state: 'confirmed',
        productId: 3,
        quantity: 400,
        start: '2026-11-24 05:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
      {
        id: 8,
        name: 'MO/8',
        state: 'draft',
        productId: 4,
        quantity: 50,
        start: '2026-11-25 00:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
      {
        id: 9,
        name: 'MO/9',
        state: 'done',
        productId: 4,
        quantity: 50,
        start: '2026-11-23 00:00:00',
        end: false,
        bomId: 5,
        made: 50,
        writeDate,
      },
    ],
    workOrders: [
      {
        id: 71,
        state: 'ready',
        productionId: 7,
        workCenterId: 2,
        minutes: 60,
        start: '2026-11-24 05:00:00',
        end: false,
        writeDate: '2026-11-20 10:01:00',
      },
    ],
    notes: [],
    asksOnClose: false,
  })
}
