import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

describe('output that is confirmed up to when it was shown', () => {
  let site: OutputSite
  let order: OrderNow
  let minute = 1

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(2000, 1.5)
  })
  after(() => site.close())

  const run = async (minutes: number, perMinute = 10) => {
    await site.run(minute, minute + minutes, { perMinute })
    minute += minutes
  }
  /** What a sheet sends that was opened at the minute. */
  const sheet = (units: number, at: number, more = '') =>
    `jobOrderId: ${order.id}, acceptedOutput: ${units}, cutAtNow: true, cutAt: "${new Date(at).toISOString()}"${more}`
  const refused = (args: string, as?: 'OPERATOR') =>
    site.refused('confirmOutput', `workCenterId: ${site.press.workCenterId}, ${args}`, undefined, as)
  const counted = async () => {
    const now = await site.order(order.id)
    return { accepted: now.acceptedOutput, counted: now.countedOutput?.totalOutput, made: now.madeOutput.totalOutput }
  }

  it('is posted with what the device had counted then, and the rest waits', async () => {
    await run(20)
    const shown = site.clock
    await run(2, 6)
    const [row] = await site.confirm(sheet(200, shown))
    assert.deepEqual([row?.output, row?.difference], [200, 0])
    assert.deepEqual(await counted(), { accepted: 200, counted: 12, made: 212 })
  })

  it('is shared over what waited then: what was counted since takes nothing of it', async () => {
    // The twelve of before belong to an older segment than the two hundred.
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await run(1, 0)
    await site.done('startJobOrder', `id: ${order.id}`, '{ id }')
    await run(20)
    const shown = site.clock
    await run(2, 6)
    const rows = await site.confirm(sheet(212, shown))
    assert.deepEqual(
      rows.map(({ output, difference }) => [output, difference]),
      [
        [12, 0],
        [200, 0],
      ],
    )
    assert.deepEqual(await counted(), { accepted: 412, counted: 12, made: 424 })
  })

  it('is cut also where its segment ended meanwhile, so that the rest of it can be confirmed', async () => {
    await run(3)
    const tapped = site.clock
    await run(2)
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    await run(1, 0)
    const [row] = await site.confirm(sheet(42, tapped))
    assert.deepEqual([row?.output, row?.difference], [42, 0])
    assert.deepEqual(await counted(), { accepted: 454, counted: 20, made: 474 })
    const [rest] = await site.confirm(sheet(20, site.clock))
    assert.deepEqual([rest?.output, rest?.difference], [20, 0])
    assert.deepEqual(await counted(), { accepted: 474, counted: 0, made: 474 })
  })

  it('is refused to a sheet that somebody else was faster than, and booked once', async () => {
    await site.done('startJobOrder', `id: ${order.id}`, '{ id }')
    await run(14)
    const opened = site.clock
    await run(10)
    const cut = site.clock
    assert.equal((await site.confirm(sheet(240, cut))).length, 1)
    const done = await counted()
    await run(1, 3)
    assert.deepEqual(await refused(sheet(140, opened), 'OPERATOR'), ['outputIIoTs: SEGMENT_CONFIRMED'])
    // Of two cuts within seconds the first holds: this one is of what the other ended.
    assert.deepEqual(await refused(sheet(241, cut + 5 * SECOND_MS), 'OPERATOR'), ['outputIIoTs: SEGMENT_CONFIRMED'])
    assert.deepEqual(await counted(), { accepted: done.accepted, counted: 3, made: done.made + 3 })
    // It says who was faster, and when.
    const args = `workCenterId: ${site.press.workCenterId}, ${sheet(140, opened)}`
    const { errors } = await site.ask(`mutation { confirmOutput(${args}) { id } }`, 'OPERATOR')
    const { at, by, name } = errors[0]?.extensions.params ?? {}
    assert.deepEqual([at, by], [cut, site.api.users.ADMIN])
    assert.ok(typeof name === 'string' && name !== '')
    await site.set({ allow_multiple_output_confirmation: true })
    assert.deepEqual(await refused(sheet(140, opened), 'OPERATOR'), ['outputIIoTs: SEGMENT_CONFIRMED'])
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('takes nothing of the order that runs where it is of another one that waits', async () => {
    await site.confirm(sheet(3, site.clock))
    const waiting = order
    const made = await counted()
    order = await site.startOrder(2000, minute + 0.5)
    await run(24)
    assert.deepEqual(await counted(), { accepted: 0, counted: 240, made: 240 })
    await site.confirm(`jobOrderId: ${waiting.id}, acceptedOutput: 5`)
    assert.deepEqual(await counted(), { accepted: 0, counted: 240, made: 240 })
    const form = await site.done<{ totalOutput: number }>(
      'outputToConfirm',
      `?workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}`,
      '{ totalOutput }',
    )
    assert.equal(form.totalOutput, 240)
    await site.confirm(sheet(240, site.clock))
    assert.deepEqual(await counted(), { accepted: 240, counted: 0, made: 240 })
    const other = await site.order(waiting.id)
    assert.deepEqual([other.acceptedOutput, other.madeOutput.totalOutput], [made.accepted + 5, made.made + 5])
  })

  it('is put right at its instant where it was of no segment, and does not use up the one that counts', async () => {
    site.clock += 60 * SECOND_MS
    const [row] = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 5`)
    await run(3)
    const [right] = await site.done<readonly { id: number }[]>(
      'correctOutputConfirmation',
      `id: ${row?.id}, acceptedOutput: 6, comment: "one more"`,
      '{ id }',
    )
    const { rows } = await site.api.database.pool.query<{ has_segment: boolean; end_at: number | null }>(
      'select has_segment, end_at from output_confirmation where id = $1',
      [right?.id],
    )
    assert.deepEqual(rows, [{ has_segment: false, end_at: null }])
    assert.deepEqual(await counted(), { accepted: 246, counted: 24, made: 270 })
  })

  it('is refused of a second sheet of the same person that shows what the first one booked', async () => {
    const shown = (await counted()).counted ?? 0
    const first = site.clock
    site.clock += 60 * SECOND_MS
    const second = site.clock
    site.clock += 60 * SECOND_MS
    await site.confirm(sheet(shown, first))
    const { accepted } = await counted()
    assert.deepEqual(await refused(sheet(shown, second)), ['outputIIoTs: SEGMENT_CONFIRMED'])
    assert.equal((await counted()).accepted, accepted)
    assert.ok(shown > 0)
  })

  it('is offered without an order as far back as it can be confirmed', async () => {
    // Ten were made before the first order began.
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    site.clock += 42 * DAY_MS
    minute += 42 * 1440
    await run(5)
    const form = () =>
      site.done<{ totalOutput: number; countedTo: string }>(
        'outputToConfirm',
        `?workCenterId: ${site.press.workCenterId}`,
        '{ totalOutput countedTo }',
      )
    const { totalOutput, countedTo } = await form()
    const rows = await site.confirm(`acceptedOutput: ${totalOutput}, cutAtNow: true, cutAt: "${countedTo}"`)
    assert.deepEqual(
      rows.map(({ difference }) => difference),
      rows.map(() => 0),
    )
    assert.equal((await form()).totalOutput, 0)
  })
})
