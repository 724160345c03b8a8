import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { takeMaterials } from './consume.ts'

type Stock = {
  readonly id: number
  readonly balance: number
  readonly workCenterId: number | null
  readonly batch: { readonly id: number; readonly code: string; readonly balance: number } | null
}
const STOCK = 'id balance workCenterId batch { id code balance }'
const NOW = Date.UTC(2026, 10, 23, 10)

describe('stock', () => {
  let api: TestApi
  let press = 0
  let lathe = 0
  let coil = 0
  let oil = 0
  let count = 0
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    coil = await item('Metal sheet', 'MS-0253', 1, true)
    oil = await item('Oil', 'OIL', 11, false)
  })
  after(() => api.close())

  type As = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
  const ask = (query: string, as: As = 'USER') => api.ask(query, { as })
  const done = async <T>(name: string, query: string, as: As = 'USER'): Promise<T> => {
    const { data, errors } = await ask(query, as)
    assert.deepEqual(errors, [])
    return data[name] as T
  }
  const refusalsOf = ({ errors }: Answer) =>
    errors.map(({ extensions: { code, field } }) => (field === undefined ? code : `${field}: ${code}`))
  const item = async (name: string, sku: string, unit: number, isTracked: boolean) => {
    const input = `{ name: "${name}", sku: "${sku}", measureUnitId: ${unit}, isBatchTracked: ${isTracked} }`
    return (await done<{ id: number }>('createOrUpdateItem', `mutation { createOrUpdateItem(input: ${input}) { id } }`)).id
  }
  const receive = (quantity: number, more = '', code = `COIL-${++count}`) =>
    done<{ id: number; code: string; barCode: string; balance: number }>(
      'createBatch',
      `mutation { createBatch(itemId: ${coil}, code: "${code}", quantity: ${quantity} ${more}) { id code barCode balance } }`,
    )
  const install = (args: string, as: As = 'OPERATOR') => ask(`mutation { installBatch(workCenterId: ${press}, ${args}) { ${STOCK} } }`, as)
  const stockOf = ({ data, errors }: Answer, name: string) => {
    assert.deepEqual(errors, [])
    return data[name] as Stock
  }
  const stocksAt = (workCenterId: number, more = '') =>
    done<Stock[]>('stocks', `{ stocks(workCenterId: ${workCenterId}, hasBalance: true ${more}) { ${STOCK} } }`)

  it('tells everybody who works with orders how material is tracked there, as confirming needs it', async () => {
    for (const as of ['OPERATOR', 'USER', 'GUEST'] as const) {
      const { data, errors } = await ask(`{ jobOrderSettings(workCenterId: ${press}) { consumptionTracking trackScraps } }`, as)
      assert.deepEqual([errors, data], [[], { jobOrderSettings: { consumptionTracking: 'NO_TRACKING', trackScraps: false } }], as)
    }
  })

  it('is received as a batch, whose code no other batch of the item has', async () => {
    const batch = await receive(1500.25)
    assert.equal(batch.barCode, batch.code)
    assert.equal(batch.balance, 1500.25)
    const again = `mutation { createBatch(itemId: ${coil}, code: "${batch.code.toLowerCase()}", quantity: 1) { id } }`
    assert.deepEqual(refusalsOf(await ask(again)), ['code: NOT_UNIQUE'])
    assert.deepEqual(refusalsOf(await ask(`mutation { createBatch(itemId: ${oil}, code: "", quantity: 0) { id } }`)), ['code: REQUIRED'])
    assert.deepEqual(refusalsOf(await ask(`mutation { createBatch(itemId: 999, code: "X", quantity: 1) { id } }`)), ['ITEM_NOT_FOUND'])
  })

  it('is received once for a key, also when its answer was lost: there is one batch to print a label of', async () => {
    const said = (code: string) =>
      ask(
        `mutation { createBatch(itemId: ${coil}, code: "${code}", quantity: 25, workCenterId: ${press}, requestKey: "018f0000-0000-7000-8000-00000000ba7c") { id code barCode balance } }`,
      )
    const first = await said('LABEL-1')
    assert.deepEqual(first.errors, [])
    const again = await said('LABEL-1')
    assert.deepEqual(again, first)
    assert.deepEqual(refusalsOf(await said('LABEL-2')), ['requestKey: REQUEST_KEY_REUSED'])
    const { id } = first.data['createBatch'] as { readonly id: number }
    const { items } = await done<{ items: { kind: string; quantity: number }[] }>(
      'stockMovements',
      `{ stockMovements(batchIds: [${id}], size: 100) { items { kind quantity } } }`,
    )
    assert.equal(items.filter(({ kind }) => kind === 'RECEIVED').length, 1)
  })

  it('is taken away, written off and counted at an archived work center, and installed there no more', async () => {
    const batch = await receive(100)
    assert.deepEqual(refusalsOf(await install(`batchId: ${batch.id}, quantity: 60`)), [])
    await api.database.pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [press])
    try {
      const at = `batchId: ${batch.id}, workCenterId: ${press}`
      const off = await ask(`mutation { chargeOffBatch(${at}, balance: 10) { balance } }`)
      assert.deepEqual(off.data, { chargeOffBatch: { balance: 50 } })
      const counted = await ask(`mutation { adjustStock(itemId: ${coil}, ${at}, newBalance: 45, comment: "counted") { balance } }`, 'ADMIN')
      assert.deepEqual(counted.data, { adjustStock: { balance: 45 } })
      const back = await ask(`mutation { uninstallBatch(${at}) { movedQuantity } }`)
      assert.deepEqual(back.data, { uninstallBatch: { movedQuantity: 45 } })
      assert.deepEqual(refusalsOf(await install(`batchId: ${batch.id}`)), ['WORK_CENTER_ARCHIVED'])
    } finally {
      await api.database.pool.query(`update work_center set device_status = 'ACTIVE' where id = $1`, [press])
    }
  })

  it('is installed in parts, by the scanned code too, and never more than there is', async () => {
    const batch = await receive(100)
    assert.equal(stockOf(await install(`batchId: ${batch.id}, quantity: 40`), 'installBatch').balance, 40)
    assert.deepEqual((await install(`batchId: ${batch.id}, quantity: 61`)).errors[0]?.extensions, {
      code: 'BATCH_BALANCE_TOO_SMALL',
      field: 'quantity',
      params: { balance: 60, required: 61, available: 60 },
    })
    assert.equal(stockOf(await install(`code: " ${batch.code.toLowerCase()} "`), 'installBatch').balance, 100)
    assert.deepEqual(refusalsOf(await install('code: "nothing"')), ['code: BATCH_NOT_FOUND'])
    assert.deepEqual(refusalsOf(await install('batchId: 9999')), ['batchId: BATCH_NOT_FOUND'])
    const back = await ask(`mutation { uninstallBatch(batchId: ${batch.id}, workCenterId: ${press}) { ${STOCK} } }`, 'OPERATOR')
    assert.deepEqual([stockOf(back, 'uninstallBatch').balance, stockOf(back, 'uninstallBatch').workCenterId], [100, null])
    const twice = await ask(`mutation { uninstallBatch(batchId: ${batch.id}, workCenterId: ${press}) { id } }`)
    assert.deepEqual(refusalsOf(twice), ['batchId: BATCH_NOT_INSTALLED'])
  })

  it('tells of installing and taking off how much was moved, also when the answer is asked for again', async () => {
    const batch = await receive(100)
    const key = randomUUID()
    const put = () =>
      ask(
        `mutation { installBatch(batchId: ${batch.id}, workCenterId: ${press}, quantity: 70, requestKey: "${key}") { balance movedQuantity } }`,
      )
    assert.deepEqual((await put()).data['installBatch'], { balance: 70, movedQuantity: 70 })
    assert.deepEqual((await put()).data['installBatch'], { balance: 70, movedQuantity: 70 })
    await ask(`mutation { chargeOffBatch(batchId: ${batch.id}, workCenterId: ${press}, balance: 30) { id } }`)
    const off = await ask(`mutation { uninstallBatch(batchId: ${batch.id}, workCenterId: ${press}) { balance movedQuantity } }`)
    // 30 were in the store all the time: what came back is 40, whatever a page remembers.
    assert.deepEqual(off.data['uninstallBatch'], { balance: 70, movedQuantity: 40 })
    const { stocks } = (await ask('{ stocks(hasBalance: true) { movedQuantity } }')).data as { stocks: readonly unknown[] }
    assert.deepEqual(new Set(stocks.map((one) => JSON.stringify(one))), new Set(['{"movedQuantity":null}']))
  })

  it('is installed when a device says that it was, and its turn is by that; not longer ago than two weeks', async () => {
    const mill = await addPress(api, 'Mill')
    const [late, early] = [await receive(10), await receive(10)]
    const at = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
    const put = (id: number, hours: number, key = randomUUID()) =>
      ask(
        `mutation { installBatch(batchId: ${id}, workCenterId: ${mill}, occurredAt: "${at(hours)}", requestKey: "${key}") { installedOn } }`,
      )
    assert.deepEqual((await put(late.id, 1)).data['installBatch'], {
      installedOn: at(1),
    })
    const key = randomUUID()
    assert.deepEqual((await put(early.id, 2, key)).errors, [])
    assert.deepEqual((await put(early.id, 2, key)).errors, [], 'sent twice')
    // A clock that is ahead dates nothing forward.
    const ahead = await receive(10)
    assert.equal(((await put(ahead.id, -1)).data['installBatch'] as { installedOn: string }).installedOn, at(0))
    assert.deepEqual(refusalsOf(await put((await receive(1)).id, 15 * 24)), ['occurredAt: SAID_TOO_LONG_AGO'])
    const { rows } = await api.database.pool.query<{ batch_id: number }>(
      'select batch_id from stock where company_id = $1 and work_center_id = $2 and balance > 0 order by installed_on limit 2',
      [ACME, mill],
    )
    assert.deepEqual(
      rows.map((row) => row.batch_id),
      [early.id, late.id],
    )
  })

  it('is charged off as far as it is there, once for a key', async () => {
    const batch = await receive(10, `, workCenterId: ${press}`)
    const charge = (balance: number, key = randomUUID()) =>
      ask(
        `mutation { chargeOffBatch(batchId: ${batch.id}, workCenterId: ${press}, balance: ${balance}, requestKey: "${key}") { balance } }`,
      )
    const key = randomUUID()
    assert.deepEqual((await charge(4, key)).data, { chargeOffBatch: { balance: 6 } })
    assert.deepEqual((await charge(4, key)).data, { chargeOffBatch: { balance: 6 } })
    assert.deepEqual(refusalsOf(await charge(5, key)), ['requestKey: REQUEST_KEY_REUSED'])
    assert.deepEqual(refusalsOf(await charge(7)), ['balance: BATCH_BALANCE_TOO_SMALL'])
    assert.deepEqual(refusalsOf(await charge(0)), ['balance: VALUE_OUT_OF_RANGE'])
  })

  it('is set after a count by who manages output, with a comment', async () => {
    const adjust = (newBalance: number, as: As, comment = 'counted') =>
      ask(
        `mutation { adjustStock(itemId: ${oil}, workCenterId: ${press}, newBalance: ${newBalance}, comment: "${comment}") { balance } }`,
        as,
      )
    assert.deepEqual(refusalsOf(await adjust(5, 'USER')), ['FORBIDDEN'])
    assert.deepEqual(refusalsOf(await adjust(5, 'ADMIN', '')), ['comment: REQUIRED'])
    assert.deepEqual((await adjust(5.5, 'ADMIN')).data, { adjustStock: { balance: 5.5 } })
    assert.deepEqual((await adjust(0, 'ADMIN')).data, { adjustStock: { balance: 0 } })
    const { items } = await done<{ items: { kind: string; quantity: number }[] }>(
      'stockMovements',
      `{ stockMovements(itemIds: [${oil}], size: 100) { items { kind quantity } } }`,
    )
    assert.deepEqual(
      items.map(({ kind, quantity }) => [kind, quantity]),
      [
        ['COUNTED', -5.5],
        ['COUNTED', 5.5],
      ],
    )
  })

  it('warns of a batch that has expired, and is strict where the bill of material is checked', async () => {
    const old = await receive(5, ', expiresOn: "2026-11-22"')
    const { items } = await done<{ items: { isExpired: boolean }[] }>('batches', `{ batches(ids: [${old.id}]) { items { isExpired } } }`)
    assert.deepEqual(items, [{ isExpired: true }])
    const track = (mode: string) => api.database.pool.query('update work_center set consumption_tracking = $2 where id = $1', [press, mode])
    await track('WITH_BOM_VALIDATION')
    assert.deepEqual(refusalsOf(await install(`batchId: ${old.id}`)), ['batchId: BATCH_EXPIRED'])
    await track('WITHOUT_BOM_VALIDATION')
    assert.deepEqual((await install(`batchId: ${old.id}`)).errors, [])
  })

  it('calls a batch expired by the calendar of the plant, where a day is over sooner or later than in UTC', async () => {
    const { pool } = api.database
    const { rows } = await pool.query<{ time_zone: string }>('select time_zone from company where id = $1', [ACME])
    const zoned = (zone: string | undefined) => pool.query('update company set time_zone = $2 where id = $1', [ACME, zone])
    const [yesterday, today] = [await receive(5, ', expiresOn: "2026-11-22"'), await receive(5, ', expiresOn: "2026-11-23"')]
    await pool.query(`update work_center set consumption_tracking = 'WITH_BOM_VALIDATION' where id = $1`, [press])
    const found = async (id: number) => {
      const page = await done<{ items: { isExpired: boolean }[] }>('batches', `{ batches(ids: [${id}]) { items { isExpired } } }`)
      return [page.items[0]?.isExpired, refusalsOf(await install(`batchId: ${id}, quantity: 1`))]
    }
    // 10:00 UTC is the 24th at midnight in Kiritimati, and the 22nd at 23:00 in Pago Pago.
    await zoned('Pacific/Pago_Pago')
    assert.deepEqual(await found(yesterday.id), [false, []])
    await zoned('Pacific/Kiritimati')
    assert.deepEqual(await found(today.id), [true, ['batchId: BATCH_EXPIRED']])
    await zoned(rows[0]?.time_zone)
    assert.deepEqual(await found(today.id), [false, []])
    await pool.query(`update work_center set consumption_tracking = 'WITHOUT_BOM_VALIDATION' where id = $1`, [press])
  })

  it('covers what output took of nothing, as far as the batch goes', async () => {
    const bolt = await item('Bolt', 'BOLT', 1, true)
    const input = `{ orderCode: "COVER-1", status: PLANNED, productId: ${coil}, workCenterId: ${press}, planOutput: 10, planCycleTime: 1, bom: [{ materialId: ${bolt}, requiredInputQuantity: 2 }] }`
    const order = await done<{ id: number }>('createJobOrder', `mutation { createJobOrder(input: ${input}) { id } }`)
    await api.database.inTenant(ACME, async (tenant) =>
      takeMaterials(tenant, {
        place: await requireActive(tenant, asId<WorkCenterId>(press)),
        jobOrderId: asId<JobOrderId>(order.id),
        itemId: asId<ItemId>(coil),
        inputs: [
          {
            confirmationId: 777,
            consumptions: [{ itemId: asId<ItemId>(bolt), quantity: 20, batchId: null }],
            scraps: [{ itemId: asId<ItemId>(bolt), quantity: 1 }],
          },
        ],
        rows: [],
        comment: null,
        allowUncovered: false,
        mayModify: false,
        shiftOf: () => Promise.resolve({ date: '2026-11-23', code: 'A' }),
        by: { userId: api.users.USER, viaStation: null, at: new Date(NOW) },
      }),
    )
    const uncovered = () =>
      done<{ id: number; quantity: number }[]>(
        'uncoveredConsumptions',
        `{ uncoveredConsumptions(jobOrderIds: [${order.id}]) { id quantity } }`,
      )
    const [first] = await uncovered()
    assert.equal(first?.quantity, 20)
    const bolts = `mutation { createBatch(itemId: ${bolt}, code: "B", quantity: 15) { id } }`
    const batch = await done<{ id: number }>('createBatch', bolts)
    const cover = (id: number, batchId: number, as: As = 'USER') => ask(`mutation { coverConsumption(id: ${id}, batchId: ${batchId}) }`, as)
    assert.deepEqual(refusalsOf(await cover(first.id, batch.id, 'OPERATOR')), ['PLANNERS_ONLY'])
    // Whoever cancels the posting holds the work center: covering waits for it.
    const { covering } = await api.database.inTenant(ACME, async (tenant) => {
      await lockWorkCenters(tenant, [asId<WorkCenterId>(press)])
      const answer = cover(first.id, batch.id)
      assert.equal(await Promise.race([answer.then(() => 'covered'), setTimeout(300, 'waits')]), 'waits')
      return { covering: answer }
    })
    assert.deepEqual((await covering).data, { coverConsumption: 15 })
    assert.deepEqual(refusalsOf(await cover(first.id, batch.id)), ['CONSUMPTION_NOT_FOUND'])
    const [rest] = await uncovered()
    assert.equal(rest?.quantity, 5)
    assert.deepEqual(refusalsOf(await cover(rest.id, batch.id)), ['batchId: BATCH_BALANCE_TOO_SMALL'])
    const lines = await done<unknown>(
      'jobOrderBom',
      `{ jobOrderBom(id: ${order.id}) { consumedQuantity uncoveredQuantity stockQuantity requiredQuantity } }`,
    )
    assert.deepEqual(lines, [{ consumedQuantity: 20, uncoveredQuantity: 5, stockQuantity: null, requiredQuantity: 20 }])
  })

  it('tells all that a scanned text can be, and nothing of an unknown one', async () => {
    await receive(1, '', 'SAME')
    await done('createJobOrder', `mutation { createJobOrder(input: { orderCode: "same", workCenterId: ${press} }) { id } }`)
    await api.database.pool.query(`insert into container (company_id, code) values ('ACME1', 'Same')`)
    const scanned = (text: string, as: As = 'USER') =>
      done<{ kind: string; code: string }[]>(
        'scan',
        `{ scan(text: "${text}", workCenterId: ${press}) { kind code container { status } } }`,
        as,
      )
    assert.deepEqual(
      (await scanned(' SAME\\r\\n')).map(({ kind }) => kind),
      ['CONTAINER', 'BATCH', 'JOB_ORDER'],
    )
    // Operators see no drafts.
    assert.deepEqual(
      (await scanned('same', 'OPERATOR')).map(({ kind }) => kind),
      ['CONTAINER', 'BATCH'],
    )
    // Of an order beyond the quota an operator learns that there is one, and no more.
    const { pool } = api.database
    await pool.query(`update job_order set status = 'PLANNED', queue_rank = 1e9 where order_code = 'same'`)
    await pool.query(
      `insert into job_order (company_id, order_code, status, work_center_id, queue_rank) values ('ACME1', 'FIRST', 'PLANNED', $1, 1)`,
      [press],
    )
    await pool.query('update work_center set operator_access_quota = 1 where id = $1', [press])
    const ofOrders = async (text: string, as: As) =>
      (
        await done<{ kind: string; jobOrder: { orderCode: string } | null }[]>(
          'scan',
          `{ scan(text: "${text}", workCenterId: ${press}) { kind jobOrder { orderCode } } }`,
          as,
        )
      ).flatMap(({ kind, jobOrder }) => (kind === 'JOB_ORDER' ? [jobOrder?.orderCode ?? null] : []))
    assert.deepEqual(await ofOrders('same', 'USER'), ['same'])
    assert.deepEqual([await ofOrders('same', 'OPERATOR'), await ofOrders('first', 'OPERATOR')], [[null], ['FIRST']])
    assert.deepEqual(
      (await scanned('ms-0253')).map(({ kind, code }) => `${kind} ${code}`),
      ['ITEM MS-0253'],
    )
    assert.deepEqual(await scanned('no such code'), [])
    assert.deepEqual(refusalsOf(await ask('{ scan(text: " ") { kind } }')), ['text: REQUIRED'])
  })

  it('is listed in pages, by where it is, and with the movements of a batch, wherever it was', async () => {
    const tin = await item('Tin', 'TIN', 1, true)
    const received = async (code: string, more = '') =>
      (await done<{ id: number }>('createBatch', `mutation { createBatch(itemId: ${tin}, code: "${code}", quantity: 9 ${more}) { id } }`))
        .id
    const first = await received('T-1', `, workCenterId: ${press}`)
    await received('T-2')
    await received('T-3', `, workCenterId: ${lathe}`)
    type Page = { readonly totalItems: number; readonly hasNext: boolean; readonly items: readonly { batch: { code: string } }[] }
    const list = async (args: string, as: As = 'USER') => {
      const fields = 'totalItems hasNext items { batch { code } }'
      const page = await done<Page>('stocksPages', `{ stocksPages(itemIds: [${tin}], hasBalance: true ${args}) { ${fields} } }`, as)
      return [page.items.map(({ batch }) => batch.code).join(' '), page.totalItems, page.hasNext]
    }
    assert.deepEqual(await list(', size: 2'), ['T-1 T-3', 3, true])
    assert.deepEqual(await list(', size: 2, page: 2'), ['T-2', 3, false])
    assert.deepEqual(await list(', isInstalled: false'), ['T-2', 1, false])
    assert.deepEqual(await list(`, workCenterIds: [${lathe}]`), ['T-3', 1, false])
    // An operator sees what is at the own machines and what is installed nowhere.
    assert.deepEqual(await list('', 'OPERATOR'), ['T-1 T-2', 2, false])
    assert.deepEqual(await list(`, workCenterIds: [${lathe}]`, 'OPERATOR'), ['', 0, false])
    await done(
      'chargeOffBatch',
      `mutation { chargeOffBatch(batchId: ${first}, workCenterId: ${press}, balance: 2, comment: "torn") { id } }`,
    )
    const { items } = await done<{ items: readonly { kind: string; quantity: number; comment: string | null }[] }>(
      'stockMovements',
      `{ stockMovements(batchIds: [${first}]) { items { kind quantity comment } } }`,
    )
    assert.deepEqual(
      items.map(({ kind, quantity, comment }) => [kind, quantity, comment]),
      [
        ['CHARGED_OFF', -2, 'torn'],
        ['INSTALLED', 9, null],
        ['INSTALLED', -9, null],
        ['RECEIVED', 9, null],
      ],
    )
  })

  it('knows the reasons of a printed sheet, but none that is hidden or of another company', async () => {
    const insert = async (company: string, name: string, isHidden: boolean) =>
      (
        await api.database.pool.query<{ id: number }>(
          `insert into loss_reason (company_id, name, category, is_hidden) values ($1, $2, 'QUALITY', $3) returning id`,
          [company, name, isHidden],
        )
      ).rows[0]?.id ?? 0
    const [burr, hidden, foreign] = [
      await insert(ACME, 'Burr', false),
      await insert(ACME, 'Old', true),
      await insert(OTHER, 'Theirs', false),
    ]
    const scanned = (id: number) =>
      done<unknown[]>(
        'scan',
        `{ scan(text: "reason-${id}", workCenterId: ${press}) { kind id code lossReason { name category } item { name } } }`,
        'OPERATOR',
      )
    assert.deepEqual(await scanned(burr), [
      { kind: 'REASON', id: burr, code: `REASON-${burr}`, lossReason: { name: 'Burr', category: 'QUALITY' }, item: null },
    ])
    assert.deepEqual([await scanned(hidden), await scanned(foreign)], [[], []])
  })

  it('shows the balance of an instant and of a place', async () => {
    const batch = await receive(30, `, workCenterId: ${lathe}`)
    const [stock] = await stocksAt(lathe)
    assert.deepEqual([stock?.batch?.id, stock?.balance], [batch.id, 30])
    assert.deepEqual(await stocksAt(lathe, ', skuFilter: "oil"'), [])
    const before = new Date(NOW - 1).toISOString()
    assert.deepEqual(await done('stocks', `{ stocks(workCenterId: ${lathe}, asOf: "${before}") { balance } }`), [])
    const page = await done<{ totalItems: number }>('batches', `{ batches(search: "${batch.code}", hasBalance: true) { totalItems } }`)
    assert.equal(page.totalItems, 1)
  })

  it('of work centers that a person may not see, and of another company, is not found', async () => {
    const batch = await receive(3)
    const elsewhere = await ask(`mutation { installBatch(batchId: ${batch.id}, workCenterId: ${lathe}) { id } }`, 'OPERATOR')
    assert.deepEqual(refusalsOf(elsewhere), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(
      (await done<Stock[]>('stocks', `{ stocks(hasBalance: true) { ${STOCK} } }`, 'OPERATOR')).filter((one) => one.workCenterId === lathe),
      [],
    )
    const theirs = async (insert: string, values: readonly unknown[] = []) =>
      (await api.database.pool.query<{ id: number }>(`${insert} returning id`, [OTHER, ...values])).rows[0]?.id ?? 0
    const theirItem = await theirs(`insert into item (company_id, name, sku, measurement_unit) values ($1, 'Theirs', 'T', 'pcs')`)
    const foreign = {
      item: theirItem,
      batch: await theirs(`insert into batch (company_id, item_id, code, bar_code) values ($1, $2, 'THEIRS', 'THEIRS')`, [theirItem]),
      container: await theirs(`insert into container (company_id, code) values ($1, 'THEIRS')`),
    }
    for (const [text, code] of [
      [`installBatch(batchId: ${foreign.batch}, workCenterId: ${press}) { id }`, 'batchId: BATCH_NOT_FOUND'],
      [`installBatch(code: "THEIRS", workCenterId: ${press}) { id }`, 'code: BATCH_NOT_FOUND'],
      [`uninstallBatch(batchId: ${foreign.batch}, workCenterId: ${press}) { id }`, 'batchId: BATCH_NOT_FOUND'],
      [`chargeOffBatch(batchId: ${foreign.batch}, balance: 1) { id }`, 'batchId: BATCH_NOT_FOUND'],
      [`createBatch(itemId: ${foreign.item}, code: "Z", quantity: 1) { id }`, 'ITEM_NOT_FOUND'],
      [`adjustStock(itemId: ${foreign.item}, newBalance: 1, comment: "counted") { id }`, 'ITEM_NOT_FOUND'],
      [`adjustStock(itemId: ${coil}, batchId: ${foreign.batch}, newBalance: 1, comment: "counted") { id }`, 'batchId: BATCH_NOT_FOUND'],
      [`emptyContainer(id: ${foreign.container}) { id }`, 'CONTAINER_NOT_FOUND'],
      [`saveItemBom(itemId: ${foreign.item}, bom: []) { id }`, 'ITEM_NOT_FOUND'],
      [
        `saveItemBom(itemId: ${coil}, bom: [{ materialId: ${foreign.item}, requiredInputQuantity: 1 }]) { id }`,
        'bom.0.materialId: ITEM_NOT_FOUND',
      ],
    ] as const)
      assert.deepEqual(refusalsOf(await ask(`mutation { ${text} }`, 'ADMIN')), [code], text)
    assert.deepEqual(await done('scan', '{ scan(text: "THEIRS") { kind } }'), [])
    assert.deepEqual(await done('batches', `{ batches(ids: [${foreign.batch}]) { totalItems } }`), { totalItems: 0 })
    assert.deepEqual(refusalsOf(await ask(`mutation { installBatch(batchId: ${batch.id}, workCenterId: ${press}) { id } }`, 'GUEST')), [
      'FORBIDDEN',
    ])
  })
})
