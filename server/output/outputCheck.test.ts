import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import { addMachine } from '#server/testing/testMachines.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

type Check = {
  readonly jobOrder: { readonly id: number }
  readonly workCenter: { readonly id: number }
  readonly countedOutput: number
  readonly confirmedOutput: number
  readonly confirmedOff: number | null
  readonly materialOutput: number | null
  readonly materialOff: number | null
  readonly cause: string
}
const CHECKS = `{ examined isLimited items { jobOrder { id } workCenter { id } countedOutput confirmedOutput confirmedOff materialOutput materialOff cause } }`

describe('the three witnesses of what was made (F-6)', () => {
  let site: OutputSite
  let short: OrderNow
  let fair: OrderNow
  let wasteful: OrderNow
  let sheet = 0
  let minute = 1

  const checks = async (args = '', as?: 'OPERATOR') => {
    const query = args === '' ? `{ outputChecks ${CHECKS} }` : `{ outputChecks(${args}) ${CHECKS} }`
    const { data, errors } = await site.ask(query, as)
    assert.deepEqual(errors, [])
    return data['outputChecks'] as { readonly examined: number; readonly isLimited: boolean; readonly items: readonly Check[] }
  }
  /** Makes an order of so many minutes at ten pieces a minute. */
  const make = async (minutes: number, more = '') => {
    const order = await site.startOrder(1000, minute + 0.5, more)
    await site.run(minute, minute + minutes)
    minute += minutes
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    return order
  }

  before(async () => {
    site = await startOutputSite()
    await site.set({ allow_multiple_output_confirmation: true, consumption_tracking: 'WITHOUT_BOM_VALIDATION' })
    await site.run(0, 1)
    short = await make(20)
    await site.confirm(`jobOrderId: ${short.id}, acceptedOutput: 150`)
    fair = await make(20)
    await site.confirm(`jobOrderId: ${fair.id}, acceptedOutput: ${(await site.order(fair.id)).madeOutput.totalOutput}`)
    const input = 'name: "Sheet", sku: "MS-1", measureUnitId: 1'
    sheet = (await site.done<{ id: number }>('createOrUpdateItem', `input: { ${input} }`, '{ id }')).id
    const line = `materialId: ${sheet}, requiredInputQuantity: 2, expectedOutputQuantity: 1`
    wasteful = await make(20, `, bom: [{ ${line} }]`)
    const made = (await site.order(wasteful.id)).madeOutput.totalOutput
    // Two sheets a piece are right: the last of five confirmations took many more.
    for (const [index, part] of [40, 40, 40, 40, made - 160].entries()) {
      const taken = 2 * part + (index === 4 ? 100 : 0)
      await site.confirm(`jobOrderId: ${wasteful.id}, acceptedOutput: ${part}, consumptions: [{ itemId: ${sheet}, quantity: ${taken} }]`)
    }
  })
  after(() => site.close())

  it('disagree where not all was confirmed or more material went, each with its likely cause, the last order ahead', async () => {
    const { items, examined, isLimited } = await checks()
    assert.deepEqual([examined, isLimited], [3, false])
    assert.deepEqual(
      items.map(({ jobOrder, cause }) => [jobOrder.id, cause]),
      [
        [wasteful.id, 'MORE_SCRAP'],
        [short.id, 'NOT_ALL_CONFIRMED'],
      ],
    )
    const [more, less] = items
    assert.equal(less?.confirmedOutput, 150)
    assert.equal(less.confirmedOff, Math.round(((150 - less.countedOutput) / less.countedOutput) * 10_000) / 100)
    assert.equal(less.materialOutput, null)
    assert.equal(more?.materialOutput, more?.confirmedOutput === undefined ? null : more.confirmedOutput + 50)
  })

  it('are heard of the chosen work centers and of the period in which work began', async () => {
    const place = site.press.workCenterId
    assert.equal((await checks(`workCenterIds: [${place}]`)).items.length, 2)
    const period = (from: number, to: number) =>
      `period: { start: "${new Date(START + from).toISOString()}", end: "${new Date(START + to).toISOString()}" }`
    const early = await checks(period(0, 20 * 60_000))
    assert.deepEqual(
      early.items.map(({ jobOrder }) => jobOrder.id),
      [short.id],
    )
    const { errors } = await site.ask(`{ outputChecks(${period(1, 0)}) ${CHECKS} }`)
    assert.deepEqual(
      errors.map(({ extensions }) => extensions.code),
      ['INVALID_PERIOD'],
    )
  })

  it('are noted in the shift in which work on the order ended, whenever it began', async () => {
    const { workCenterId, companyId } = site.press
    const range = (from: number, to: number) => {
      const [start, end] = [from, to].map((minutes) => new Date(START + minutes * 60_000).toISOString())
      return `{ start: "${start}", end: "${end}" }`
    }
    const ended = async (from: number, to: number) => {
      const { items, examined } = await checks(`workCenterIds: [${workCenterId}], endedIn: ${range(from, to)}`)
      return { found: items.map(({ jobOrder }) => jobOrder.id), examined }
    }
    // The last one was worked on from minute 41 to 61.
    assert.deepEqual(await ended(50, 70), { found: [wasteful.id], examined: 1 })
    assert.deepEqual(await ended(0, 50), { found: [short.id], examined: 2 })
    assert.deepEqual(await ended(45, 50), { found: [], examined: 0 })
    // What is taken up again ends later.
    const again = [companyId, workCenterId, short.id, START + 65 * 60_000]
    await site.api.database.pool.query(
      'insert into job_order_run (company_id, work_center_id, job_order_id, start_at, end_at) values ($1, $2, $3, $4::int8, $4::int8 + 60000)',
      again,
    )
    assert.deepEqual((await ended(0, 50)).found, [])
    assert.deepEqual((await ended(50, 70)).found, [short.id, wasteful.id])
    await site.api.database.pool.query(
      'delete from job_order_run where company_id = $1 and work_center_id = $2 and job_order_id = $3 and start_at = $4',
      again,
    )
    const { errors } = await site.ask(`{ outputChecks(endedIn: ${range(0, 1)}) ${CHECKS} }`)
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions['field']]),
      [['REQUIRED', 'workCenterIds']],
    )
  })

  it('are not heard for those who see only some of the machines that worked on the order', async () => {
    const { items, examined } = await checks('', 'OPERATOR')
    assert.deepEqual([items.length, examined], [2, 3])
    const other = await addMachine(site.api.database, site.press.companyId)
    const values = [site.press.companyId, other.workCenterId, short.id, site.clock - 10_000, site.clock - 5_000]
    await site.api.database.pool.query(
      'insert into job_order_run (company_id, work_center_id, job_order_id, start_at, end_at) values ($1, $2, $3, $4, $5)',
      values,
    )
    const seen = async (as?: 'OPERATOR') => (await checks('', as)).items.map(({ jobOrder, workCenter }) => [jobOrder.id, workCenter.id])
    const { workCenterId } = site.press
    assert.deepEqual(await seen('OPERATOR'), [[wasteful.id, workCenterId]])
    // Who sees all of them is told where it was worked on last.
    assert.deepEqual(await seen(), [
      [short.id, other.workCenterId],
      [wasteful.id, workCenterId],
    ])
  })

  it('agree again once the rest is confirmed, and say nothing of an order that runs', async () => {
    const { countedOutput } = (await checks()).items.find(({ jobOrder }) => jobOrder.id === short.id) ?? { countedOutput: 0 }
    await site.confirm(`jobOrderId: ${short.id}, acceptedOutput: ${countedOutput - 150}`)
    await site.done('startJobOrder', `id: ${wasteful.id}`, '{ id }')
    const { items, examined } = await checks()
    assert.deepEqual([items, examined], [[], 2])
  })

  it('leave material that no batch covers in the shift in which the output was made, until a batch is named', async () => {
    const { workCenterId } = site.press
    const input = 'name: "Ink", sku: "INK-1", measureUnitId: 1, isBatchTracked: true'
    const ink = (await site.done<{ id: number }>('createOrUpdateItem', `input: { ${input} }`, '{ id }')).id
    const order = await make(10)
    const made = (await site.order(order.id)).madeOutput.totalOutput
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${made}, consumptions: [{ itemId: ${ink}, quantity: 7 }]`)
    const uncovered = async (from: number, to: number) => {
      const [start, end] = [from, to].map((minutes) => new Date(START + minutes * 60_000).toISOString())
      const args = `?workCenterIds: [${workCenterId}], period: { start: "${start}", end: "${end}" }`
      return await site.done<readonly { id: number; quantity: number }[]>('uncoveredConsumptions', args, '{ id quantity }')
    }
    assert.deepEqual(
      (await uncovered(50, 80)).map(({ quantity }) => quantity),
      [7],
    )
    // It was confirmed afterwards: that does not count.
    assert.deepEqual(await uncovered(0, 50), [])
    assert.deepEqual(await uncovered(72, 200), [])
    const batch = await site.done<{ id: number }>('createBatch', `itemId: ${ink}, code: "I-1", quantity: 100`, '{ id }')
    await site.ask(`mutation { coverConsumption(id: ${(await uncovered(50, 80))[0]?.id}, batchId: ${batch.id}) }`)
    assert.deepEqual(await uncovered(50, 80), [])
  })
})
