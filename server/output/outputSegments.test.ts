import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

type Segment = {
  readonly id: number
  readonly totalOutput: number
  readonly acceptedOutput: number
  readonly countedOutput: number | null
  readonly timeStart: string
  readonly timeEnd: string | null
  readonly productionOrders: readonly { readonly id: number }[]
  readonly shift: { readonly shiftDate: string } | null
  readonly confirmation: Readonly<
    Record<'confirmed' | 'registered' | 'unconfirmed', { readonly total: number; readonly percent: number | null }>
  >
}
const SEGMENT = `{ id totalOutput acceptedOutput countedOutput timeStart timeEnd productionOrders { id } shift { shiftDate } activities { count }
  confirmation { registered { total percent } confirmed { total percent } unconfirmed { total percent } } }`

describe('what devices registered', () => {
  let site: OutputSite
  let order: OrderNow
  let first: Segment

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 20)
    order = await site.startOrder(500, 20.5)
    await site.run(20, 40)
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await site.run(40, 45)
  })
  after(() => site.close())

  const list = async (args: string) => await site.done<readonly Segment[]>('outputIIoTs', `?${args}`, SEGMENT)

  it('is listed with what of it waits, the last ahead; what counts on only where all is asked for', async () => {
    const waiting = await list(`workCenterIds: [${site.press.workCenterId}]`)
    assert.deepEqual(
      waiting.map(({ totalOutput, timeEnd }) => [totalOutput, timeEnd === null]),
      [
        [200, false],
        [200, false],
      ],
    )
    assert.equal((await list('enabledForConfirmation: false')).length, 3)
    const [ofOrder, ...none] = await list(`orderLike: "jo-", enabledForConfirmation: false`)
    assert.deepEqual([ofOrder?.productionOrders.map(({ id }) => id), ofOrder?.shift?.shiftDate, none.length], [[order.id], '2026-05-04', 0])
    const without = await list('issues: NO_PRODUCTION_ORDER, enabledForConfirmation: false')
    assert.deepEqual(
      without.map(({ productionOrders }) => productionOrders.length),
      [0, 0],
    )
    first = waiting[1] ?? assert.fail()
  })

  it('is corrected where the device counted wrongly; its own counts stay known (O-13)', async () => {
    const edited = await site.done<Segment>(
      'editOutput',
      `outputIIoTId: ${first.id}, totalOutput: 180, rejectedOutput: 4, comment: "test run"`,
      SEGMENT,
    )
    assert.deepEqual([edited.totalOutput, edited.acceptedOutput, edited.countedOutput], [180, 176, 200])
    const again = await site.done<Segment>(
      'editOutput',
      `outputIIoTId: ${first.id}, totalOutput: 190, rejectedOutput: 0, comment: "counted by hand"`,
      SEGMENT,
    )
    assert.deepEqual([again.totalOutput, again.acceptedOutput, again.countedOutput], [190, 190, 200])
    const { data } = await site.api.ask(
      `{ outputIIoTsPages(filter: { ids: [${again.id}] }) { items { corrections { acceptedOutput rejectedOutput comment createdBy { email } } } } }`,
    )
    const { items } = data['outputIIoTsPages'] as { readonly items: readonly { readonly corrections: unknown }[] }
    const createdBy = { email: 'admin@test.example' }
    assert.deepEqual(items[0]?.corrections, [
      { acceptedOutput: 14, rejectedOutput: -4, comment: 'counted by hand', createdBy },
      { acceptedOutput: -24, rejectedOutput: 4, comment: 'test run', createdBy },
    ])
    const refused = (args: string) => site.refused('editOutput', `outputIIoTId: ${first.id}, ${args}`, '{ id }')
    assert.deepEqual(await refused('totalOutput: 5, rejectedOutput: 9, comment: "more"'), ['totalOutput: COUNTS_DISAGREE'])
    assert.deepEqual(await refused('comment: "more"'), ['totalOutput: REQUIRED'])
    assert.deepEqual(await refused('totalOutput: 1, comment: "x"'), ['comment: LENGTH_OUT_OF_RANGE'])
    const foreign = await site.api.ask(`mutation { editOutput(outputIIoTId: ${first.id}, totalOutput: 1, comment: "not mine") { id } }`, {
      as: site.api.stranger,
    })
    assert.deepEqual(
      foreign.errors.map(({ extensions }) => extensions.code),
      ['OUTPUT_SEGMENT_NOT_FOUND'],
    )
  })

  it('is corrected while it counts by the difference to what was seen: what is counted meanwhile stays (O-13)', async () => {
    const other = await startOutputSite()
    try {
      await other.run(0, 10)
      const [seen] = await other.done<readonly Segment[]>('outputIIoTs', '?enabledForConfirmation: false', SEGMENT)
      assert.ok(seen)
      assert.deepEqual([seen.totalOutput, seen.timeEnd], [100, null])
      await other.run(10, 13)
      const args = (total: number, corrections: number) =>
        `outputIIoTId: ${seen.id}, totalOutput: ${total}, rejectedOutput: 0, comment: "five test parts",
          seen: { acceptedOutput: 100, rejectedOutput: 0, corrections: ${corrections} }`
      const refused = await other.refused('editOutput', `outputIIoTId: ${seen.id}, totalOutput: 95, comment: "test parts"`, '{ id }')
      assert.deepEqual(refused, ['seen: SEGMENT_STILL_COUNTING'])
      const edited = await other.done<Segment>('editOutput', args(95, 0), SEGMENT)
      assert.deepEqual([edited.totalOutput, edited.acceptedOutput, edited.countedOutput], [125, 125, 130])
      // Who still looks at the count of before would take its difference off twice.
      assert.deepEqual(await other.refused('editOutput', args(95, 0), '{ id }'), ['seen: CONFLICT'])
      // What was seen is right: nothing is corrected, and whoever looks still sees the newest.
      assert.equal((await other.done<Segment>('editOutput', args(100, 1), SEGMENT)).totalOutput, 125)
      assert.equal((await other.done<Segment>('editOutput', args(100, 1), SEGMENT)).totalOutput, 125)
      const below = args(95, 1).replace('acceptedOutput: 100', 'acceptedOutput: -1')
      assert.deepEqual(await other.refused('editOutput', below, '{ id }'), ['seen.acceptedOutput: VALUE_OUT_OF_RANGE'])
    } finally {
      await other.close()
    }
  })

  it('is offered for confirmation one by one, by its id', async () => {
    const toConfirm = async (args: string) =>
      await site.done<{ acceptedOutput: number; problem: string | null }>(
        'outputToConfirm',
        `?workCenterId: ${site.press.workCenterId}, ${args}`,
        '{ acceptedOutput problem }',
      )
    const [second] = await list(`jobOrderIds: [${order.id}]`)
    const [now] = await list(`ids: [${first.id}], enabledForConfirmation: false`)
    assert.deepEqual(await toConfirm(`outputIIoTs: [${first.id}]`), { acceptedOutput: now?.acceptedOutput, problem: null })
    assert.deepEqual(await toConfirm(`jobOrderId: ${order.id}, outputIIoTs: [${second?.id}]`), {
      acceptedOutput: second?.acceptedOutput,
      problem: null,
    })
    // Of an order only what was made of it.
    assert.deepEqual(await toConfirm(`jobOrderId: ${order.id}, outputIIoTs: [${first.id}]`), {
      acceptedOutput: 0,
      problem: 'OUTPUT_SEGMENT_NOT_FOUND',
    })
  })

  it('is given the order that made it, afterwards (O-14)', async () => {
    const available = await site.done<readonly { id: number }[]>('availableJobOrderForOutputIIoT', `?outputIIoTId: ${first.id}`, '{ id }')
    assert.deepEqual(
      available.map(({ id }) => id),
      [order.id],
    )
    const assigned = await site.done<Segment>(
      'addProductionOrdersToOutput',
      `outputIIoTId: ${first.id}, jobOrderIds: [${order.id}]`,
      SEGMENT,
    )
    assert.deepEqual(
      assigned.productionOrders.map(({ id }) => id),
      [order.id],
    )
    const { madeOutput } = await site.order(order.id)
    // The order goes on without a change, so that both are one segment now.
    assert.equal(madeOutput.totalOutput, 390)
    const open = (await list('enabledForConfirmation: false'))[0]
    const refused = (id: number | undefined, orderId: number) =>
      site.refused('addProductionOrdersToOutput', `outputIIoTId: ${id}, jobOrderIds: [${orderId}]`, '{ id }')
    assert.deepEqual(await refused(open?.id, order.id), ['SEGMENT_STILL_COUNTING'])
    assert.deepEqual(await refused(first.id, 99_999), ['JOB_ORDER_NOT_FOUND'])
  })

  it('puts a planned order on hold with what it made, in the place of another', async () => {
    const input = `status: PLANNED, productId: 1, workCenterId: ${site.press.workCenterId}, planOutput: 50, planCycleTime: 6`
    const planned = await site.done<OrderNow & { readonly orderCode: string }>('createJobOrder', `input: { ${input} }`, '{ id orderCode }')
    const args = `outputIIoTId: ${first.id}, jobOrderIds: [${planned.id}], replace: true`
    const replaced = await site.done<Segment>('addProductionOrdersToOutput', args, SEGMENT)
    assert.deepEqual(
      replaced.productionOrders.map(({ id }) => id),
      [planned.id],
    )
    const now = await site.order(planned.id)
    assert.deepEqual([now.status, now.madeOutput.totalOutput], ['ON_HOLD', 390])
    assert.equal((await site.order(order.id)).madeOutput.totalOutput, 0)
    const { events } = await site.done<{ readonly events: readonly { readonly kind: string; readonly details: string }[] }>(
      'jobOrder',
      `?id: ${order.id}`,
      '{ events { kind details } }',
    )
    const [gave] = events
    const { givenTo } = JSON.parse(gave?.details ?? '{}') as { readonly givenTo?: string }
    assert.deepEqual([gave?.kind, givenTo], ['ASSIGNED', planned.orderCode])
    order = planned
  })

  it('is shown with the share that is confirmed', async () => {
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 117`)
    const [segment] = await list(`jobOrderIds: [${order.id}], enabledForConfirmation: false`)
    assert.deepEqual(segment?.confirmation, {
      registered: { total: 390, percent: 100 },
      confirmed: { total: 117, percent: 30 },
      unconfirmed: { total: 273, percent: 70 },
    })
    assert.equal(segment.timeStart, new Date(START).toISOString())
    assert.deepEqual(await site.refused('editOutput', `outputIIoTId: ${segment.id}, totalOutput: 1, comment: "late"`, '{ id }'), [
      'SEGMENT_CONFIRMED',
    ])
  })

  it('waits for nobody once its shift is confirmed', async () => {
    const waiting = async () =>
      await Promise.all([list('issues: ALL, enabledForConfirmation: false'), list('issues: ALL'), list('enabledForConfirmation: true')])
    assert.ok((await waiting()).every((segments) => segments.length > 0))
    await site.api.database.pool.query(`update shift set status = 'CONFIRMED' where work_center_id = $1`, [site.press.workCenterId])
    assert.deepEqual(await waiting(), [[], [], []])
    assert.ok((await list('enabledForConfirmation: false')).length > 0)
  })
})

describe('output that is given an order afterwards', () => {
  let site: OutputSite
  let order: OrderNow
  let segment: Segment
  let other = 0

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 20)
    order = await site.startOrder(500, 20.5)
    await site.run(20, 30)
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await site.run(30, 32)
    const all = await site.done<readonly Segment[]>('outputIIoTs', '?enabledForConfirmation: false', SEGMENT)
    segment = all.at(-1) ?? assert.fail()
  })
  after(() => site.close())

  const assigned = (ids: readonly number[]) => `outputIIoTId: ${segment.id}, jobOrderIds: [${ids.join(', ')}]`
  const refused = (ids: readonly number[], as?: 'OPERATOR') => site.refused('addProductionOrdersToOutput', assigned(ids), '{ id }', as)
  const planned = async (productId: number) =>
    (
      await site.done<{ id: number }>(
        'createJobOrder',
        `input: { productId: ${productId}, workCenterId: ${site.press.workCenterId}, planOutput: 50, planCycleTime: 6, status: DRAFT }`,
        '{ id }',
      )
    ).id
  const toPlanned = (id: number) => site.api.database.pool.query(`update job_order set status = 'PLANNED' where id = $1`, [id])

  it('gets one whose product is counted in its unit (J-2)', async () => {
    const { id: cable } = await site.done<{ id: number }>(
      'createOrUpdateItem',
      'input: { name: "Cable", sku: "CA", measureUnitId: 2 }',
      '{ id }',
    )
    const inMetres = await planned(cable)
    await toPlanned(inMetres)
    const available = await site.done<readonly { id: number }[]>('availableJobOrderForOutputIIoT', `?outputIIoTId: ${segment.id}`, '{ id }')
    assert.deepEqual(
      available.map(({ id }) => id),
      [order.id],
    )
    assert.deepEqual(await refused([inMetres]), ['jobOrderIds: UNIT_MISMATCH'])
  })

  it('gets no more at once than the work center may have (J-4)', async () => {
    await site.set({ max_parallel_orders: 1 })
    other = await planned(1)
    await toPlanned(other)
    assert.deepEqual(await refused([order.id, other]), ['PARALLEL_ORDERS_FULL'])
    await site.done('addProductionOrdersToOutput', assigned([order.id]), '{ id }')
    assert.deepEqual(await refused([other]), ['PARALLEL_ORDERS_FULL'])
    await site.done('addProductionOrdersToOutput', `${assigned([other])}, replace: true`, '{ id }')
    await site.set({ max_parallel_orders: null })
  })

  it('ends the undo of what was done with the order before', async () => {
    await site.done('startJobOrder', `id: ${order.id}`, '{ id }')
    site.clock += 2000
    const { events } = await site.done<{ events: readonly { id: string }[] }>('stopJobOrder', `id: ${order.id}`, '{ events { id } }')
    await site.done('addProductionOrdersToOutput', assigned([order.id]), '{ id }')
    const { errors } = await site.ask(`mutation { undoJobOrderAction(eventId: "${events[0]?.id}") { id } }`)
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions.params?.['cause']]),
      [['UNDO_TOO_LATE', 'CHANGED']],
    )
    await site.done('addProductionOrdersToOutput', `${assigned([other])}, replace: true`, '{ id }')
  })

  it('gives back what gave way when the assignment is taken back, all of it at once', async () => {
    const stateOf = async () =>
      await Promise.all(
        [order.id, other].map((id) =>
          site.done<unknown>('jobOrder', `?id: ${id}`, '{ status acceptedOutput runs { timeStart timeEnd } madeOutput { totalOutput } }'),
        ),
      )
    const before = await stateOf()
    await site.done('addProductionOrdersToOutput', `${assigned([order.id])}, replace: true`, '{ id }')
    assert.notDeepEqual(await stateOf(), before)
    const { events } = await site.done<{ events: readonly { id: string; kind: string }[] }>(
      'jobOrder',
      `?id: ${order.id}`,
      '{ events { id kind } }',
    )
    assert.equal(events[0]?.kind, 'ASSIGNED')
    await site.done('undoJobOrderAction', `eventId: "${events[0]?.id}"`, '{ id }')
    assert.deepEqual(await stateOf(), before)
  })

  it('gives back a run after which its order ran once more', async () => {
    const stateOf = async () =>
      await Promise.all(
        [order.id, other].map((id) => site.done<unknown>('jobOrder', `?id: ${id}`, '{ status runs { timeStart timeEnd } }')),
      )
    // The other one made this segment, and is worked on since.
    await site.done('startJobOrder', `id: ${other}, running: STOP`, '{ id }')
    const before = await stateOf()
    await site.done('addProductionOrdersToOutput', `${assigned([order.id])}, replace: true`, '{ id }')
    assert.notDeepEqual(await stateOf(), before)
    const { events } = await site.done<{ events: readonly { id: string; kind: string }[] }>(
      'jobOrder',
      `?id: ${other}`,
      '{ events { id kind } }',
    )
    assert.equal(events[0]?.kind, 'ASSIGNED')
    await site.done('undoJobOrderAction', `eventId: "${events[0]?.id}"`, '{ id }')
    assert.deepEqual(await stateOf(), before)
    await site.done('stopJobOrder', `id: ${other}`, '{ id }')
  })

  it('gets none that is finished, nor one long ago, but by who manages orders (J-3)', async () => {
    await site.done('closeJobOrder', `id: ${order.id}`, '{ id }')
    assert.deepEqual(await refused([order.id], 'OPERATOR'), ['jobOrderIds: INVALID_JOB_ORDER_TRANSITION'])
    // It says who finished it, and when.
    const { errors } = await site.ask(`mutation { addProductionOrdersToOutput(${assigned([order.id])}) { id } }`, 'OPERATOR')
    const { status, since, by, name } = errors[0]?.extensions.params ?? {}
    assert.deepEqual([status, since, by], ['TECHNICALLY_COMPLETED', site.clock, site.api.users.ADMIN])
    assert.ok(typeof name === 'string' && name !== '')
    // The shift after it is in progress for longer than half an hour.
    await site.run(32, 540, { perMinute: 1 })
    assert.deepEqual(await refused([order.id], 'OPERATOR'), ['outputIIoTId: START_TOO_EARLY'])
    await site.done('addProductionOrdersToOutput', assigned([order.id]), '{ id }')
  })
})
