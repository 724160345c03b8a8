import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { CONFIRMATION, START, startOutputSite } from '#server/testing/outputSite.ts'
import type { ConfirmationRow, OrderNow, OutputSite } from '#server/testing/outputSite.ts'

describe('what stands in the way of confirming output', () => {
  let site: OutputSite
  let order: OrderNow
  let burr = 0
  let minute = 1
  const act = (args: string) => `workCenterId: ${site.press.workCenterId}, ${args}`
  const run = async (minutes: number, rejectEach: number | null = null) => {
    await site.run(minute, minute + minutes, { rejectEach })
    minute += minutes
  }
  const query = async <T>(text: string, values: readonly unknown[] = []) =>
    (await site.api.database.pool.query(text, [...values])).rows as readonly T[]

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(500, 1.5)
    burr = (await site.done<{ id: number }>('createLossReason', 'input: { name: "Burr", category: QUALITY }', '{ id }')).id
    await run(10, 2)
  })
  after(() => site.close())

  it('is told of numbers beside their fields', async () => {
    const refused = (args: string) => site.refused('confirmOutput', act(`jobOrderId: ${order.id}, cutAtNow: true, ${args}`))
    assert.deepEqual(await refused('acceptedOutput: 0'), ['acceptedOutput: OUTPUT_NOT_POSITIVE'])
    assert.deepEqual(await refused('acceptedOutput: -60, rejectedOutput: 1'), ['acceptedOutput: VALUE_OUT_OF_RANGE'])
    assert.deepEqual(await refused('acceptedOutput: 1.5'), ['acceptedOutput: NOT_WHOLE'])
    assert.deepEqual(await refused('acceptedOutput: 1.5, containerCodes: ["W-1", "W-2"]'), ['acceptedOutput: NOT_WHOLE'])
    assert.deepEqual(await refused('acceptedOutput: 2, containerCodes: ["W-1", "W-2", "W-3"]'), ['containerCodes: VALUE_OUT_OF_RANGE'])
  })

  it('is not the kind of unit: pieces fill containers whole, a whole number of metres in three places', async () => {
    const made = async (codes: string) => {
      const rows = await site.confirm(`jobOrderId: ${order.id}, cutAtNow: true, acceptedOutput: 100, containerCodes: [${codes}]`)
      return { id: rows[0]?.id, units: rows.map(({ output }) => output) }
    }
    const pieces = await made('"K-1", "K-2", "K-3"')
    assert.deepEqual(pieces.units, [34, 33, 33])
    const correct = `id: ${pieces.id}, comment: "two were made"`
    assert.deepEqual(
      await site.refused('correctOutputConfirmation', `${correct}, acceptedOutput: 2, containerCodes: ["K-1", "K-2", "K-3"]`),
      ['containerCodes: VALUE_OUT_OF_RANGE'],
    )
    await site.done('cancelOutputConfirmation', `id: ${pieces.id}, comment: "was metres"`, '{ id }')
    await site.set({ type: 'CONTINUOUS' })
    const metres = await made('"K-4", "K-5", "K-6"')
    assert.deepEqual(metres.units, [33.334, 33.333, 33.333])
    await site.done('cancelOutputConfirmation', `id: ${metres.id}, comment: "was pieces"`, '{ id }')
    await site.set({ type: 'DISCRETE' })
  })

  it('is told of reasons, which become losses of rejects and go with the posting', async () => {
    await site.set({ quality_reason_required_on_confirmation: true })
    const given = (units: number) => `acceptedOutput: 91, rejectedOutput: 9, qualityReasons: [{ reasonId: ${burr}, output: ${units} }]`
    const refused = (args: string) => site.refused('confirmOutput', act(`jobOrderId: ${order.id}, cutAtNow: true, ${args}`))
    assert.deepEqual(await refused(given(8)), ['qualityReasons: QUALITY_REASON_REQUIRED'])
    assert.deepEqual(await refused(given(10)), ['qualityReasons: QUALITY_REASONS_EXCEED'])
    assert.deepEqual(await refused('rejectedOutput: 1, qualityReasons: [{ reasonId: 999, output: 1 }]'), [
      'qualityReasons: LOSS_REASON_NOT_FOUND',
    ])
    const [row] = await site.confirm(`jobOrderId: ${order.id}, cutAtNow: true, ${given(9)}`)
    const losses = () =>
      query<{ reason: number | null; units: number }>(
        `select reason_id as reason, quantity::float8 as units from loss where source = 'OUTPUT' and quantity > 0 and start_at >= $1 order by start_at, part`,
        [START],
      )
    assert.deepEqual(await losses(), [{ reason: burr, units: 9 }])
    await site.done('cancelOutputConfirmation', `id: ${row?.id}, comment: "wrong order"`, '{ id }')
    // What the device had counted as rejects has no reason.
    assert.deepEqual(await losses(), [{ reason: null, units: 5 }])
    await site.set({ quality_reason_required_on_confirmation: false })
  })

  it('is no reason that was missing already where a confirmation is put right; new rejects need one', async () => {
    const [row] = await site.confirm(`jobOrderId: ${order.id}, cutAtNow: true, acceptedOutput: 91, rejectedOutput: 9`)
    await site.set({ quality_reason_required_on_confirmation: true })
    const correct = (rejected: number) => `id: ${row?.id}, acceptedOutput: 90, rejectedOutput: ${rejected}, comment: "one fewer"`
    assert.deepEqual(await site.refused('correctOutputConfirmation', correct(10)), ['qualityReasons: QUALITY_REASON_REQUIRED'])
    const [right] = await site.done<readonly { id: number }[]>('correctOutputConfirmation', correct(9), '{ id }')
    await site.set({ quality_reason_required_on_confirmation: false })
    await site.done('cancelOutputConfirmation', `id: ${right?.id}, comment: "wrong order"`, '{ id }')
  })

  it('is a time at which none of it can have been made', async () => {
    const create = (time: string) =>
      site.refused(
        'outputConfirmationsCreate',
        `input: { jobOrderId: ${order.id}, workCenterId: ${site.press.workCenterId}, cutAtNow: true, batches: [{ output: 1, batchTime: "${time}" }] }`,
      )
    assert.deepEqual(await create('2030-01-01T00:00:00Z'), ['input.batches: VALUE_OUT_OF_RANGE'])
    assert.deepEqual(await create('2001-01-01T00:00:00Z'), ['input.batches: VALUE_OUT_OF_RANGE'])
  })

  it('is the second posting of a segment, unless several are allowed', async () => {
    await run(5)
    const [first] = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 100, cutAtNow: true`)
    assert.ok(first)
    const [{ id } = { id: 0 }] = await query<{ id: number }>(
      'select id from output_segment where work_center_id = $1 and end_at is not null order by start_at desc limit 1',
      [site.press.workCenterId],
    )
    const again = `jobOrderId: ${order.id}, acceptedOutput: 5, outputIIoTs: [${id}]`
    assert.deepEqual(await site.refused('confirmOutput', act(again)), ['outputIIoTs: SEGMENT_CONFIRMED'])
    assert.deepEqual(await site.refused('confirmOutput', act(`jobOrderId: ${order.id}, acceptedOutput: 5, outputIIoTs: [${id}, 77]`)), [
      'outputIIoTs: OUTPUT_SEGMENT_NOT_FOUND',
    ])
    await site.set({ allow_multiple_output_confirmation: true })
    assert.equal((await site.confirm(again)).length, 1)
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('is no order where one is required; else what was made without one is confirmed', async () => {
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await run(4)
    await site.set({ is_job_order_required_for_confirmation: true })
    assert.deepEqual(await site.refused('confirmOutput', act('acceptedOutput: 40, cutAtNow: true')), ['jobOrderId: REQUIRED'])
    await site.set({ is_job_order_required_for_confirmation: false })
    // Before the order began it made ten.
    const rows = await site.confirm('acceptedOutput: 50, cutAtNow: true')
    assert.deepEqual(
      rows.map(({ output, difference }) => [output, difference]),
      [
        [10, 0],
        [40, 0],
      ],
    )
  })

  it('is a foreign order, a foreign confirmation, and an operator of another machine', async () => {
    const [{ id } = { id: 0 }] = await query<{ id: number }>('select min(id) as id from output_confirmation')
    const foreign = async (mutation: string) =>
      (await site.api.ask(`mutation { ${mutation} ${CONFIRMATION} }`, { as: site.api.stranger })).errors.map(
        ({ extensions }) => extensions.code,
      )
    assert.deepEqual(await foreign(`cancelOutputConfirmation(id: ${id}, comment: "not mine")`), ['CONFIRMATION_NOT_FOUND'])
    assert.deepEqual(await foreign(`correctOutputConfirmation(id: ${id}, acceptedOutput: 1, comment: "not mine")`), [
      'CONFIRMATION_NOT_FOUND',
    ])
    assert.deepEqual(await foreign(`confirmOutput(workCenterId: ${site.press.workCenterId}, acceptedOutput: 1)`), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(await site.refused('confirmOutput', act('jobOrderId: 99999, acceptedOutput: 1')), ['JOB_ORDER_NOT_FOUND'])
    await query('delete from operator_work_center')
    assert.deepEqual(await site.refused('confirmOutput', act('acceptedOutput: 1'), CONFIRMATION, 'OPERATOR'), ['WORK_CENTER_NOT_FOUND'])
    await query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      site.press.companyId,
      site.api.users.OPERATOR,
      site.press.workCenterId,
    ])
  })

  it('is that it is of others: operators take back their own of the shift', async () => {
    await site.done('startJobOrder', `id: ${order.id}`, '{ id }')
    await run(6)
    const [own] = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 60, cutAtNow: true`, 'OPERATOR')
    const [others] = await site.done<readonly ConfirmationRow[]>(
      'outputConfirmations',
      `?outputType: ACCEPTED, jobOrderIds: [${order.id}]`,
      CONFIRMATION,
    )
    assert.equal(others?.id, own?.id)
    const [first] = await query<{ id: number }>(`select min(id) as id from output_confirmation where type = 'CONFIRMED'`)
    const cancel = (id: number | undefined) =>
      site.refused('cancelOutputConfirmation', `id: ${id}, comment: "my mistake"`, CONFIRMATION, 'OPERATOR')
    assert.deepEqual(await cancel(first?.id), ['CONFIRMATION_OF_OTHERS'])
    assert.deepEqual(await cancel(own?.id), [])
  })

  it('is nothing when two people confirm, or cancel and confirm, at once: one waits for the other', async () => {
    const total = async () => (await site.order(order.id)).acceptedOutput
    const before = await total()
    await run(6)
    const both = await Promise.all(
      [30, 31].map((units) =>
        site.ask(`mutation { confirmOutput(${act(`jobOrderId: ${order.id}, acceptedOutput: ${units}, cutAtNow: true`)}) { id output } }`),
      ),
    )
    const done = both.flatMap(({ data, errors }) =>
      errors.length > 0 ? [] : (data['confirmOutput'] as readonly { id: number; output: number }[]),
    )
    const sum = done.reduce((units, row) => units + row.output, 0)
    assert.equal(await total(), before + sum)
    const [row] = done
    const twice = await Promise.all(
      ['one', 'two'].map((word) => site.ask(`mutation { cancelOutputConfirmation(id: ${row?.id}, comment: "at once ${word}") { id } }`)),
    )
    assert.deepEqual(twice.map(({ errors }) => errors.map(({ extensions }) => extensions.code).join()).sort(), [
      '',
      'CONFIRMATION_CANCELED',
    ])
    assert.equal(await total(), before + sum - (row?.output ?? 0))
  })

  it('is a confirmed shift: nothing there is confirmed, taken back or put right', async () => {
    await site.done('closeJobOrder', `id: ${order.id}`, '{ id }')
    const [last] = await query<{ id: number }>(`select max(id) as id from output_confirmation where type = 'CONFIRMED'`)
    site.clock = START + 8 * HOUR_MS + 5 * MINUTE_MS
    await site.run(485, 486)
    const [shift] = await query<{ id: number }>('select id from shift where start_at = $1', [START])
    const confirm = site.ask(`mutation { confirmShift(id: ${shift?.id}, comment: "as it is") { id status } }`)
    const confirmed = await confirm
    assert.deepEqual(confirmed.errors, [])
    assert.deepEqual(await site.refused('cancelOutputConfirmation', `id: ${last?.id}, comment: "too late"`), ['SHIFT_CONFIRMED'])
    assert.deepEqual(await site.refused('correctOutputConfirmation', `id: ${last?.id}, acceptedOutput: 1, comment: "too late"`), [
      'SHIFT_CONFIRMED',
    ])
    const { errors } = await site.ask(`mutation { cancelOutputConfirmation(id: ${last?.id}, comment: "too late") { id } }`)
    const { shiftId, shift: name, day } = errors[0]?.extensions.params ?? {}
    assert.deepEqual([shiftId, typeof name, day], [shift?.id, 'string', new Date(START).toISOString().slice(0, 10)])
    const [segment] = await query<{ id: number }>(
      'select id from output_segment where $1 = any(job_order_ids) and end_at is not null and not is_confirmed order by start_at limit 1',
      [order.id],
    )
    const before = await query('select sum(accepted) as sum from output_confirmation')
    const late = `jobOrderId: ${order.id}, acceptedOutput: 1, outputIIoTs: [${segment?.id}], requestKey: "${randomUUID()}"`
    assert.deepEqual(await site.refused('confirmOutput', act(late)), ['outputIIoTs: SHIFT_CONFIRMED'])
    assert.deepEqual(await query('select sum(accepted) as sum from output_confirmation'), before)
  })
})
