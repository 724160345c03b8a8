import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'
import { confirmCounted } from './autoConfirm.service.ts'

type Row = {
  readonly jobOrderId: number | null
  readonly output: number
  readonly outputType: string
  readonly isAutomatic: boolean
  readonly operator: { readonly id: string } | null
}

/** The shift lasts from minute 0 to 480; the product looks at it from 485 on. */
const SHIFT_MINUTES = 480

const rowsOf = async (site: OutputSite) => {
  const page = await site.done<{ readonly items: readonly Row[] }>(
    'outputConfirmationsPages',
    '?size: 50',
    '{ items { jobOrderId output outputType isAutomatic operator { id } } }',
  )
  return page.items.map(({ jobOrderId, output, outputType, isAutomatic, operator }) => [
    jobOrderId,
    output,
    outputType,
    isAutomatic,
    operator !== null,
  ])
}

const setting = (site: OutputSite, autoConfirm: string) =>
  site.done('updateOutputSettings', `input: { workCenterId: ${site.press.workCenterId}, autoConfirm: ${autoConfirm} }`, '{ autoConfirm }')

describe('what was counted in a shift that is over', () => {
  let site: OutputSite
  let order: OrderNow

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 10)
    await setting(site, 'ON_SHIFT_END')
    await site.run(10, 400)
    order = await site.startOrder(790, 400.5)
    await site.run(400, SHIFT_MINUTES + 20, { rejectEach: 40 })
  })
  after(() => site.close())

  it('waits until the last counts have arrived, then is confirmed once, by nobody', async () => {
    const { clock } = site
    site.clock = START + (SHIFT_MINUTES + 4) * MINUTE_MS
    assert.equal(await confirmCounted(site.api.deps), 0)
    site.clock = clock
    assert.equal(await confirmCounted(site.api.deps), 2)
    assert.equal(await confirmCounted(site.api.deps), 0)
    const rows = await rowsOf(site)
    const sum = (id: number | null, type: string) =>
      rows.reduce((all, [jobOrderId, output, outputType]) => (jobOrderId === id && outputType === type ? all + Number(output) : all), 0)
    const { madeOutput, countedOutput, acceptedOutput, rejectedOutput } = await site.order(order.id)
    assert.deepEqual([sum(order.id, 'ACCEPTED'), sum(order.id, 'REJECTED')], [acceptedOutput, rejectedOutput])
    assert.ok(rejectedOutput > 0)
    // The next shift goes on with the same order.
    assert.equal(madeOutput.totalOutput, acceptedOutput + rejectedOutput + (countedOutput?.totalOutput ?? 0))
    assert.ok(rows.every(([, , , isAutomatic, hasOperator]) => isAutomatic === true && hasOperator === false))
  })

  it('leaves late counts to people where a segment is confirmed once, and confirms them where it may be several times', async () => {
    const { pool } = site.api.database
    const find = async () =>
      (
        await site.done<readonly { readonly id: number; readonly automaticProblem: string | null }[]>(
          'outputIIoTs',
          `?jobOrderIds: [${order.id}], enabledForConfirmation: false`,
          '{ id automaticProblem }',
        )
      ).at(-1)
    const [{ isAutomatic: wasAutomatic } = { isAutomatic: false }] = (
      await pool.query<{ isAutomatic: boolean }>('select bool_and(is_automatic) as "isAutomatic" from output_posting')
    ).rows
    assert.equal(wasAutomatic, true)
    // A count that was corrected upwards waits like one that came late.
    const late = async (by: number) => {
      await pool.query(
        `insert into output_correction (company_id, work_center_id, start_at, end_at, accepted, rejected, comment)
         select company_id, work_center_id, start_at, end_at, $2, 0, 'late' from output_segment where company_id = $1 and shift_start_at = $3
         order by start_at desc limit 1`,
        [ACME, by, START],
      )
      await site.api.database.inTenant(ACME, (tenant) =>
        markForRecalculation(
          tenant,
          [{ workCenterId: site.press.workCenterId, from: START, to: null, cause: 'OUTPUT_CONFIRMATION' }],
          null,
        ),
      )
      await site.api.reload(ACME, site.press.workCenterId)
    }
    await late(12)
    assert.equal(await confirmCounted(site.api.deps), 1)
    assert.equal((await find())?.automaticProblem, 'SEGMENT_CONFIRMED')
    assert.equal(await confirmCounted(site.api.deps), 0)
    await site.set({ allow_multiple_output_confirmation: true })
    const before = (await site.order(order.id)).acceptedOutput
    await late(3)
    assert.equal(await confirmCounted(site.api.deps), 1)
    assert.equal((await site.order(order.id)).acceptedOutput, before + 15)
    assert.equal((await find())?.automaticProblem, null)
  })
})

describe('what was counted of an order that is closed', () => {
  let site: OutputSite

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 5)
    await setting(site, 'ON_CLOSE')
  })
  after(() => site.close())

  it('is confirmed, and the order is completed where that is its plan; what has no order waits', async () => {
    const order = await site.startOrder(100, 5.5)
    await site.run(5, 20)
    const closed = await site.done<OrderNow>('closeJobOrder', `id: ${order.id}`, '{ status }')
    assert.equal(closed.status, 'TECHNICALLY_COMPLETED')
    await site.run(20, 25)
    assert.equal(await confirmCounted(site.api.deps), 1)
    const now = await site.order(order.id)
    assert.deepEqual([now.status, now.acceptedOutput, now.countedOutput?.totalOutput], ['COMPLETED', 150, 0])
    const events = await site.done<{ readonly events: readonly { readonly kind: string; readonly source: string }[] }>(
      'jobOrder',
      `?id: ${order.id}`,
      '{ events { kind source } }',
    )
    const bySystem = events.events.filter(({ source }) => source === 'SYSTEM').map(({ kind }) => kind)
    assert.deepEqual(new Set(bySystem), new Set(['CLOSED', 'CONFIRMED']))
    assert.equal(await confirmCounted(site.api.deps), 0)
  })

  it('is left to people where a rule forbids it, and to the person who was faster', async () => {
    await site.set({ require_reason_for_each_rejection: true, quality_reason_required_on_confirmation: true })
    const second = await site.startOrder(500, 25.5)
    await site.run(25, 35, { rejectEach: 5 })
    await site.done('closeJobOrder', `id: ${second.id}`, '{ status }')
    assert.equal(await confirmCounted(site.api.deps), 1)
    const waits = await site.order(second.id)
    assert.deepEqual([waits.status, waits.acceptedOutput], ['TECHNICALLY_COMPLETED', 0])
    const [segment] = await site.done<readonly { readonly automaticProblem: string | null }[]>(
      'outputIIoTs',
      `?jobOrderIds: [${second.id}]`,
      '{ automaticProblem }',
    )
    assert.equal(segment?.automaticProblem, 'QUALITY_REASON_REQUIRED')
    await site.set({ require_reason_for_each_rejection: false, quality_reason_required_on_confirmation: false })

    const third = await site.startOrder(500, 35.5)
    await site.run(35, 45)
    await site.done('closeJobOrder', `id: ${third.id}`, '{ status }')
    const { countedOutput } = await site.order(third.id)
    // The sheet was opened before the product looked.
    const openedAt = new Date(site.clock).toISOString()
    site.clock += 2000
    const [byPerson] = await Promise.allSettled([
      site.confirm(`jobOrderId: ${third.id}, acceptedOutput: ${countedOutput?.totalOutput}, cutAt: "${openedAt}"`),
      confirmCounted(site.api.deps),
    ])
    const { acceptedOutput } = await site.order(third.id)
    assert.equal(acceptedOutput, countedOutput?.totalOutput, byPerson.status)
  })

  it('takes the material that its order needs, and waits where a strict work center has too little (O-19, M-9)', async () => {
    const { workCenterId } = site.press
    const { id: spoke } = await site.done<{ id: number }>(
      'createOrUpdateItem',
      'input: { name: "Spoke", sku: "SP", measureUnitId: 1, isBatchTracked: true }',
      '{ id }',
    )
    const receive = (code: string, quantity: number) =>
      site.done('createBatch', `itemId: ${spoke}, code: "${code}", quantity: ${quantity}, workCenterId: ${workCenterId}`, '{ id }')
    const left = async () =>
      (await site.done<readonly { balance: number }[]>('stocks', `?workCenterId: ${workCenterId}, itemIds: [${spoke}]`, '{ balance }')).map(
        ({ balance }) => balance,
      )
    let minute = 45
    /** Makes 50 pieces of two spokes each; returns the order, what is uncovered of it and why it waits. */
    const make = async (tracking: string) => {
      await site.set({ consumption_tracking: tracking })
      const bom = `, bom: [{ materialId: ${spoke}, requiredInputQuantity: 2 }]`
      const order = await site.startOrder(500, minute + 0.5, bom)
      await site.run(minute, minute + 5)
      await site.done('closeJobOrder', `id: ${order.id}`, '{ status }')
      minute += 5
      await site.run(minute, minute + 1)
      minute += 1
      assert.equal(await confirmCounted(site.api.deps), 1)
      const [line] = await site.done<readonly { consumedQuantity: number; uncoveredQuantity: number }[]>(
        'jobOrderBom',
        `?id: ${order.id}`,
        '{ consumedQuantity uncoveredQuantity }',
      )
      const segments = await site.done<readonly { readonly automaticProblem: string | null }[]>(
        'outputIIoTs',
        `?jobOrderIds: [${order.id}], enabledForConfirmation: false`,
        '{ automaticProblem }',
      )
      const { acceptedOutput } = await site.order(order.id)
      return { acceptedOutput, ...line, problems: segments.flatMap(({ automaticProblem }) => automaticProblem ?? []) }
    }
    await receive('S1', 150)
    assert.deepEqual(await make('NO_TRACKING'), { acceptedOutput: 50, consumedQuantity: 0, uncoveredQuantity: 0, problems: [] })
    assert.deepEqual(await make('WITHOUT_BOM_VALIDATION'), {
      acceptedOutput: 50,
      consumedQuantity: 100,
      uncoveredQuantity: 0,
      problems: [],
    })
    assert.deepEqual(await left(), [50])
    assert.deepEqual(await make('WITHOUT_BOM_VALIDATION'), {
      acceptedOutput: 50,
      consumedQuantity: 100,
      uncoveredQuantity: 50,
      problems: [],
    })
    assert.deepEqual(await left(), [0])
    // Two batches, of which a person would have to name one.
    await receive('S2', 30)
    site.clock += 1000
    await receive('S3', 100)
    const strict = await make('WITH_BOM_VALIDATION')
    assert.deepEqual(strict, { acceptedOutput: 50, consumedQuantity: 100, uncoveredQuantity: 0, problems: [] })
    assert.deepEqual(await left(), [0, 0, 30])
    const short = await make('WITH_BOM_VALIDATION')
    assert.deepEqual(short, { acceptedOutput: 0, consumedQuantity: 0, uncoveredQuantity: 0, problems: ['BATCH_BALANCE_TOO_SMALL'] })
    assert.deepEqual(await left(), [0, 0, 30])
    await site.set({ consumption_tracking: 'NO_TRACKING' })
  })

  it('is not what ended before the setting', async () => {
    await setting(site, 'OFF')
    const order = await site.startOrder(500, 90.5)
    await site.run(75, 95)
    await site.done('closeJobOrder', `id: ${order.id}`, '{ status }')
    await site.run(95, 97)
    await setting(site, 'ON_CLOSE')
    assert.equal(await confirmCounted(site.api.deps), 0)
    assert.equal((await site.order(order.id)).acceptedOutput, 0)
  })
})
