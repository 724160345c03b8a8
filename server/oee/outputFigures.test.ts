import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { startOutputSite, START } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'
import { addMachine } from '#server/testing/testMachines.ts'
import { outputReport } from './outputReport.service.ts'

type Figures = {
  readonly timeStart: string
  readonly acceptedOutput: number
  readonly totalOutput: number
  readonly confirmedOutput: number | null
  readonly planOutput: number | null
  readonly targetOutput: number | null
  readonly jobOrders: readonly { readonly id: number }[] | null
  readonly products: readonly { readonly sku: string }[] | null
}

describe('figures of output by order', () => {
  let site: OutputSite
  let first: OrderNow
  let second: OrderNow

  before(async () => {
    site = await startOutputSite()
    // 10 pieces a minute: 30 min without an order, the first order from 06:30, the second from 07:20.
    await site.run(0, 30)
    first = await site.startOrder(2000, 30.5)
    await site.run(30, 80)
    second = await site.startOrder(2000, 80.5)
    await site.run(80, 130)
    await site.confirm(`jobOrderId: ${first.id}, acceptedOutput: 400, rejectedOutput: 0, closeAfterConfirmation: false`)
  })
  after(() => site.close())

  const period = `period: { start: "${new Date(START).toISOString()}", end: "${new Date(START + 3 * HOUR_MS).toISOString()}" }`
  const chart = (args: string, fields = 'timeStart acceptedOutput confirmedOutput planOutput jobOrders { id }', as?: 'OPERATOR') =>
    site.done<readonly Figures[]>('outputChart', `?${period}, ${args}`, `{ ${fields} }`, as)
  const hourOf = ({ timeStart }: Figures) => (Date.parse(timeStart) - START) / HOUR_MS
  const orderOf = ({ jobOrders }: Figures) => jobOrders?.map(({ id }) => (id === first.id ? 'first' : 'second')).join('+')
  const sum = (rows: readonly Figures[], key: 'acceptedOutput' | 'confirmedOutput') => rows.reduce((all, row) => all + (row[key] ?? 0), 0)

  it('adds up by hour and order to what hours and orders made, and to what is confirmed', async () => {
    const own = `workCenterId: ${site.press.workCenterId}`
    const hours = await chart(own)
    const rows = await chart(`${own}, splitByJobOrder: true`)
    for (const hour of hours) {
      const parts = rows.filter((row) => hourOf(row) === hourOf(hour))
      assert.equal(sum(parts, 'acceptedOutput'), hour.acceptedOutput, `hour ${hourOf(hour)}`)
      assert.equal(sum(parts, 'confirmedOutput'), hour.confirmedOutput, `hour ${hourOf(hour)}`)
    }
    for (const order of [first, second]) {
      const parts = rows.filter(({ jobOrders }) => jobOrders?.[0]?.id === order.id)
      assert.equal(sum(parts, 'acceptedOutput'), (await site.order(order.id)).madeOutput.totalOutput)
    }
    assert.equal(sum(rows, 'confirmedOutput'), 400)
    assert.deepEqual(
      new Set(rows.map((row) => `${hourOf(row)} ${orderOf(row)}`)),
      new Set(['0 ', '0 first', '1 first', '1 second', '2 second']),
    )
  })

  it('is one bucket of the day of all work centers that one may see, in each unit', async () => {
    const [day, ...more] = await chart('bucketSeconds: 86400', 'totalOutput confirmedOutput workCenter { id }', 'OPERATOR')
    assert.deepEqual([day?.totalOutput, day?.confirmedOutput, more.length], [1300, 400, 0])
    const { errors } = await site.ask(`{ outputChart(${period}, bucketSeconds: 600) { totalOutput } }`)
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions['field']]),
      [['VALUE_OUT_OF_RANGE', 'bucketSeconds']],
    )
    assert.deepEqual(await site.api.ask(`{ outputChart(${period}) { totalOutput } }`, { as: site.api.stranger }).then(({ data }) => data), {
      outputChart: [],
    })
  })

  it('has no more points than can be drawn, of all zones together', async () => {
    const { database } = site.api
    const ids: number[] = []
    while (ids.length < 13) ids.push((await addMachine(database, ACME)).workCenterId)
    await database.pool.query(`update work_center set time_zone = 'America/New_York' where id = any($1)`, [ids.slice(6)])
    // 14 work centers of 1,440 hours, 7 in each zone.
    const days = `period: { start: "${new Date(START - 60 * 24 * HOUR_MS).toISOString()}", end: "${new Date(START).toISOString()}" }`
    const { errors } = await site.ask(`{ outputChart(${days}, bucketSeconds: 3600) { totalOutput } }`)
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions['field'], extensions['params']]),
      [['INVALID_PERIOD', 'period', { maxDays: 59 }]],
    )
    await database.pool.query(`update work_center set device_status = 'ARCHIVE' where id = any($1)`, [ids])
  })

  it('is reported by shift, by order and by product with the target of each', async () => {
    const report = (args: string) =>
      site.done<readonly Figures[]>(
        'outputReport',
        `?filter: { ${period} }${args}`,
        '{ totalOutput acceptedOutput confirmedOutput targetOutput jobOrders { id } products { sku } }',
      )
    const [whole] = await report('')
    assert.deepEqual([whole?.totalOutput, whole?.confirmedOutput, whole?.jobOrders, whole?.products], [1300, 400, null, null])
    const orders = await report(', splitBy: JOB_ORDER')
    assert.equal(orders.length, 3)
    assert.equal(sum(orders, 'acceptedOutput'), 1300)
    const ofFirst = orders.find(({ jobOrders }) => jobOrders?.[0]?.id === first.id)
    // 50 minutes at 6 s a piece.
    assert.deepEqual([ofFirst?.confirmedOutput, ofFirst?.targetOutput, ofFirst?.products], [400, 500, [{ sku: 'DT-1' }]])
    const without = orders.find(({ jobOrders }) => jobOrders?.length === 0)?.totalOutput ?? 0
    const products = await report(', splitBy: PRODUCT')
    const ofTube = products.find(({ products: of }) => of?.[0]?.sku === 'DT-1')
    const ofNone = products.find(({ products: of }) => of?.length === 0)
    assert.deepEqual([products.length, ofTube?.totalOutput, ofTube?.jobOrders?.length], [2, 1300 - without, 2])
    assert.deepEqual([ofNone?.totalOutput, ofNone?.jobOrders], [without, []])
  })

  it('is refused with more rows than a report may have, and told whole with as many', async () => {
    const question = {
      workCenterIds: [site.press.workCenterId],
      groupIds: null,
      period: { start: START, end: START + 3 * HOUR_MS },
      now: site.clock,
    }
    const rows = (most: number) =>
      site.api.database.inTenant(ACME, (tenant) => outputReport(tenant, question, { splitBy: 'JOB_ORDER', isConfirmedAsked: false, most }))
    assert.equal((await rows(3)).length, 3)
    await assert.rejects(rows(2), { code: 'TOO_MANY_RESULTS', field: 'splitBy', params: { max: 2 } })
  })

  it('has OEE by order: its times and output add up to those of the shift', async () => {
    type Row = {
      readonly jobOrders: readonly { readonly id: number }[]
      readonly totalOutput: number
      readonly targetOutput: number | null
      readonly plannedProductionTime: number
      readonly runTime: number
      readonly availability: { readonly realValue: number } | null
      readonly performance: { readonly realValue: number } | null
      readonly idealCycleTimes: readonly number[]
    }
    const asked = `workCenterId: ${site.press.workCenterId}, filter: { ${period} }`
    const rows = await site.done<readonly Row[]>(
      'oeeByOrder',
      `?${asked}`,
      '{ jobOrders { id } totalOutput targetOutput plannedProductionTime runTime availability { realValue } performance { realValue } idealCycleTimes }',
    )
    const [whole] = await site.done<
      readonly { readonly totalOutput: number; readonly runTime: number; readonly plannedProductionTime: number }[]
    >('oeeReport', `?filter: { ${period} }`, '{ totalOutput runTime plannedProductionTime }')
    const total = (key: 'plannedProductionTime' | 'runTime' | 'totalOutput') => rows.reduce((all, row) => all + row[key], 0)
    assert.equal(total('totalOutput'), whole?.totalOutput)
    assert.ok(Math.abs(total('runTime') - (whole?.runTime ?? 0)) <= 2)
    assert.ok(Math.abs(total('plannedProductionTime') - (whole?.plannedProductionTime ?? 0)) <= 2)
    const ofFirst = rows.find(({ jobOrders }) => jobOrders[0]?.id === first.id)
    // 10 pieces a minute at 6 s a piece, over 50 minutes.
    assert.deepEqual([ofFirst?.targetOutput, ofFirst?.idealCycleTimes, ofFirst?.plannedProductionTime], [500, [6], 3000])
    assert.equal(ofFirst?.availability?.realValue, 100)
    assert.ok(Math.abs((ofFirst?.performance?.realValue ?? 0) - 100) < 2, String(ofFirst?.performance?.realValue))
  })
})

describe('the target of an order that ran alone and then together with another one', () => {
  let site: OutputSite
  let first: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.set({ parallel_mode: 'SIMULTANEOUS' })
    await site.run(0, 1)
    first = await site.startOrder(2000, 1.5)
    await site.run(1, 21)
    const input = `status: PLANNED, productId: 1, workCenterId: ${site.press.workCenterId}, planOutput: 500, planCycleTime: 6`
    const { id } = await site.done<OrderNow>('createJobOrder', `input: { ${input} }`, '{ id }')
    await site.done('startJobOrder', `id: ${id}, at: "${new Date(START + 21.5 * MINUTE_MS).toISOString()}", running: KEEP`, '{ id }')
    await site.run(21, 41)
  })
  after(() => site.close())

  it('is unknown, as what it made in their time has none', async () => {
    const period = `period: { start: "${new Date(START).toISOString()}", end: "${new Date(START + 3 * HOUR_MS).toISOString()}" }`
    const fields = 'targetOutput attainment { realValue } totalOutput jobOrders { id }'
    type Row = { readonly jobOrders: readonly { readonly id: number }[]; readonly totalOutput: number } & Record<string, unknown>
    const ofFirst = (rows: readonly Row[]) => rows.find(({ jobOrders: [one, ...more] }) => one?.id === first.id && more.length === 0)
    const report = ofFirst(await site.done<readonly Row[]>('outputReport', `?filter: { ${period} }, splitBy: JOB_ORDER`, `{ ${fields} }`))
    const oee = ofFirst(
      await site.done<readonly Row[]>('oeeByOrder', `?workCenterId: ${site.press.workCenterId}, filter: { ${period} }`, `{ ${fields} }`),
    )
    const chart = ofFirst(
      await site.done<readonly Row[]>(
        'outputChart',
        `?${period}, bucketSeconds: 86400, splitByJobOrder: true`,
        '{ planOutput totalOutput jobOrders { id } }',
      ),
    )
    const made = (await site.order(first.id)).madeOutput.totalOutput
    assert.ok(made > 350, String(made))
    assert.deepEqual([report?.totalOutput, report?.['targetOutput'], report?.['attainment']], [made, null, null])
    assert.deepEqual([oee?.totalOutput, oee?.['targetOutput'], oee?.['attainment']], [made, null, null])
    assert.deepEqual([chart?.totalOutput, chart?.['planOutput']], [made, null])
  })
})
