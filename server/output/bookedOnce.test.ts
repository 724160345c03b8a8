import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CONFIRMATION, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'

type Segment = { readonly id: number; readonly totalOutput: number; readonly timeEnd: string | null }

describe('a confirmation that names no output and cuts none (O-23)', () => {
  let site: OutputSite
  let minute = 0
  before(async () => {
    site = await startOutputSite()
  })
  after(() => site.close())
  beforeEach(() => site.set({ allow_multiple_output_confirmation: true }))

  const refused = (units: number, more = '') =>
    site.refused(
      'confirmOutput',
      `workCenterId: ${site.press.workCenterId}, acceptedOutput: ${units}, rejectedOutput: 0, cutAtNow: false ${more}`,
      CONFIRMATION,
    )
  const run = (minutes: number) => site.run(minute, (minute += minutes))
  const segments = () =>
    site.done<{ items: Segment[] }>(
      'outputIIoTsPages',
      `?filter: { workCenterIds: [${site.press.workCenterId}], enabledForConfirmation: false }`,
      '{ items { id totalOutput timeEnd } }',
    )

  test('confirms what was counted without an order once: asked again there is nothing that it could be of', async () => {
    await run(10)
    await site.confirm('acceptedOutput: 100, rejectedOutput: 0, cutAtNow: false')
    assert.deepEqual(await refused(100), ['outputIIoTs: SEGMENT_CONFIRMED'])
    await run(5)
    await site.confirm('acceptedOutput: 50, rejectedOutput: 0, cutAtNow: false')
    assert.deepEqual(await refused(1), ['outputIIoTs: SEGMENT_CONFIRMED'])
  })

  test('is no more of an order, and more than was counted is said of the output by its id', async () => {
    const { id } = await site.startOrder(1000, minute)
    await run(10)
    const of = `, jobOrderId: ${id}`
    await site.confirm(`acceptedOutput: 110, rejectedOutput: 0, cutAtNow: false ${of}`)
    assert.deepEqual(await refused(100, of), ['outputIIoTs: SEGMENT_CONFIRMED'])
    const counting = (await segments()).items.find(({ timeEnd }) => timeEnd === null)
    await site.confirm(`acceptedOutput: 7, rejectedOutput: 0, cutAtNow: false, outputIIoTs: [${counting?.id}] ${of}`)
    assert.equal((await site.order(id)).acceptedOutput, 117)
  })
})

test('a machine without a counter is confirmed at the instant, as often as people say (O-23)', async () => {
  const site = await startOutputSite()
  try {
    await site.set({ allow_multiple_output_confirmation: true })
    await site.run(0, 5, { perMinute: 0 })
    for (const units of [40, 2]) await site.confirm(`acceptedOutput: ${units}, rejectedOutput: 0, cutAtNow: false`)
    const { rows } = await site.api.database.pool.query<{ sum: number }>('select sum(accepted)::int as sum from output_confirmation')
    assert.equal(rows[0]?.sum, 42)
  } finally {
    await site.close()
  }
})
