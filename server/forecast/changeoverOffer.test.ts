import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { measureDueChangeovers } from './measureChangeovers.service.ts'

const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
const minuteOf = (instant: string) => (Date.parse(instant) - START) / MINUTE_MS

type Offer = {
  readonly fromJobOrder: { readonly id: number }
  readonly toJobOrder: { readonly id: number }
  readonly timeStart: string
  readonly timeEnd: string
  readonly losses: readonly { readonly id: number; readonly version: number; readonly timeStart: string; readonly timeEnd: string }[]
  readonly reasons: readonly { readonly id: number; readonly name: string }[]
}
const OFFER = '{ fromJobOrder { id } toJobOrder { id } timeStart timeEnd losses { id version timeStart timeEnd } reasons { id name } }'

describe('the reason of a changeover', () => {
  let site: OutputSite
  const orders = { red: 0, blue: 0 }
  before(async () => {
    site = await startOutputSite()
    await site.api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
      values ('ACME1', 0, 'UTC', 1, 'D', 'Day', '06:00', '18:00'), ('ACME1', 0, 'UTC', 2, 'N', 'Night', '18:00', '06:00')`,
    )
    for (const name of ['red', 'blue'] as const) {
      const product = await site.done<{ id: number }>(
        'createOrUpdateItem',
        `input: { name: "${name}", sku: "${name}", measureUnitId: 1 }`,
        '{ id }',
      )
      const input = `status: PLANNED, productId: ${product.id}, workCenterId: ${site.press.workCenterId}, planOutput: 600, planCycleTime: 6`
      orders[name] = (await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')).id
    }
  })
  after(() => site.close())

  const measure = () =>
    measureDueChangeovers({ database: site.api.database, readSamples: site.api.readSamples, shiftTimes: readShiftTimes }, site.clock)
  const offers = (as?: 'OPERATOR') =>
    site.done<readonly Offer[]>('changeoverOffers', `?workCenterId: ${site.press.workCenterId}`, OFFER, as)
  const start = (id: number, minute: number) => site.done('startJobOrder', `id: ${id}, at: "${at(minute)}", running: STOP`, '{ id }')

  it('is offered once the changeover is measured, for the stops inside it', async () => {
    await start(orders.red, 0)
    await site.run(0, 30)
    await site.run(30, 50, { isStopped: true, perMinute: 0 })
    await start(orders.blue, 40)
    assert.equal(await measure(), 2)
    assert.deepEqual(await offers(), [])
    await site.run(50, 62)
    // Nothing was found at minute 50: it is looked for again before the run is as old as any other measurement needs.
    assert.equal(await measure(), 1)
    // Nobody made a reason of that activity yet.
    assert.deepEqual(await offers(), [])
    await site.done('createLossReason', 'input: { name: "Jam", activityTypes: [BREAKDOWN_TIME] }', '{ id }')
    await site.done('createLossReason', 'input: { name: "Changeover", activityTypes: [CHANGEOVER_TIME] }', '{ id }')
    const [offer] = await offers('OPERATOR')
    assert.ok(offer)
    assert.deepEqual([offer.fromJobOrder.id, offer.toJobOrder.id], [orders.red, orders.blue])
    assert.deepEqual(
      offer.reasons.map(({ name }) => name),
      ['Changeover'],
    )
    assert.equal(offer.losses.length, 1)
    assert.ok(offer.losses.every(({ timeStart, timeEnd }) => minuteOf(timeStart) >= 29 && minuteOf(timeEnd) <= 52))
    assert.ok(minuteOf(offer.timeStart) >= 29 && minuteOf(offer.timeStart) <= 31 && minuteOf(offer.timeEnd) >= 50)
  })

  it('is gone once it was given, by one tap for all', async () => {
    const [offer] = await offers('OPERATOR')
    assert.ok(offer)
    const ids = offer.losses.map(({ id }) => id)
    const versions = offer.losses.map(({ version }) => version)
    const given = await site.done<readonly { reason: { name: string } }[]>(
      'updateLosses',
      `input: { ids: [${ids.join()}], versions: [${versions.join()}], reasonId: ${offer.reasons[0]?.id} }`,
      '{ reason { name } }',
      'OPERATOR',
    )
    assert.deepEqual(
      given.map(({ reason }) => reason.name),
      ids.map(() => 'Changeover'),
    )
    assert.deepEqual(await offers(), [])
    await site.done('updateLosses', `input: { ids: [${ids.join()}], reasonId: null }`, '{ id }')
    assert.equal((await offers()).length, 1)
  })

  it('is not offered in a confirmed shift, nor a day later', async () => {
    const { pool } = site.api.database
    const before = site.clock
    site.clock += 25 * 60 * MINUTE_MS
    assert.deepEqual(await offers(), [])
    site.clock = before
    assert.equal((await offers()).length, 1)
    await pool.query("update shift set status = 'CONFIRMED'")
    assert.deepEqual(await offers(), [])
  })
})
