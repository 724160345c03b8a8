import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'

/** Monday to Friday, 09:00 to 17:00 in Kyiv. */
const SHIFTS = '{ code: "A", name: "Day", timeStart: "09:00", timeEnd: "17:00", weekdays: [1, 2, 3, 4, 5] }'
type Told = {
  readonly orderCode: string
  readonly estimate: { readonly start: string; readonly end: string } | null
  readonly expectedNow: number | null
}

let api: TestApi
let now = DAY_START
let press = 0
let tube = 0

before(async () => {
  api = await startTestApi({ now: () => now })
  press = await addPress(api, 'Press')
  await ask(`createOrUpdateShifts(workCenterId: ${press}, validFrom: "2026-05-01T00:00:00Z", input: [${SHIFTS}]) { code }`)
  tube = Number(((await ask('createOrUpdateItem(input: { name: "Tube", sku: "DT-1", measureUnitId: 1 }) { id }')) as { id: number }).id)
})
after(() => api.close())

async function ask(mutation: string): Promise<unknown> {
  const { data, errors } = await api.ask(`mutation { done: ${mutation} }`, { as: 'ADMIN' })
  assert.deepEqual(errors, [])
  return data['done']
}
async function create(orderCode: string, more: string): Promise<number> {
  const input = `orderCode: "${orderCode}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, ${more}`
  return ((await ask(`createJobOrder(input: { ${input} }) { id }`)) as { readonly id: number }).id
}
async function told(): Promise<readonly Told[]> {
  const { data, errors } = await api.ask(
    `{ jobOrders(workCenterIds: [${press}], order: { field: PRIORITY, direction: ASC }) { orderCode expectedNow estimate { start end } } }`,
    { as: 'ADMIN' },
  )
  assert.deepEqual(errors, [])
  return data['jobOrders'] as readonly Told[]
}
const hoursOf = (estimate: Told['estimate']) =>
  estimate === null ? null : [estimate.start, estimate.end].map((at) => (Date.parse(at) - DAY_START) / HOUR_MS)

test('orders are estimated one after the other over nights, and what is due by now follows from the scheduled time of the window', async () => {
  // 5 hours and 6 hours at 36 s a unit.
  const first = await create(
    'E-1',
    `planOutput: 500, planCycleTime: 36, planStart: "2026-05-04T06:00:00Z", planEnd: "2026-05-05T10:00:00Z"`,
  )
  await create('E-2', 'planOutput: 600, planCycleTime: 36')
  await ask(`startJobOrder(id: ${first}) { id }`)
  now = DAY_START + HOUR_MS
  const orders = await told()
  assert.deepEqual(
    orders.map(({ orderCode, estimate }) => [orderCode, hoursOf(estimate)]),
    [
      ['E-1', [1, 6]],
      ['E-2', [6, 28]],
    ],
  )
  // One of the twelve scheduled hours of the window has passed.
  assert.equal(orders[0]?.expectedNow, 41.667)
  assert.equal(orders[1]?.expectedNow, null)
  now = DAY_START + 2 * DAY_MS
  assert.equal((await told())[0]?.expectedNow, 500)
})

test('however many orders wait, their estimates take the same statements', async () => {
  const statementsOf = async () => {
    const counted = countStatements()
    await told()
    counted.end()
    return counted.texts.length
  }
  const few = await statementsOf()
  for (let at = 0; at < 6; at++)
    await create(`F-${at}`, 'planOutput: 10, planCycleTime: 36, planStart: "2026-05-04T06:00:00Z", planEnd: "2026-05-05T10:00:00Z"')
  const more = await statementsOf()
  assert.equal(more, few)
})
