import assert from 'node:assert/strict'
import { after, before, it, suite } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { untilFolded, untilRecalculated } from '#server/testing/stoppedPress.ts'

/** A reading of the counter, in minutes since the start of the shift. */
type Reading = readonly [minute: number, total: number]

suite('a counter that starts again and jumps in what is confirmed already, told late by its device', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
    await site.set({ allow_multiple_output_confirmation: true })
  })
  after(() => site.close())

  const send = async (readings: readonly Reading[]) => {
    const { origin, database } = site.api
    const last = readings.at(-1)?.[0] ?? 0
    site.clock = Math.max(site.clock, START + (last + 0.5) * MINUTE_MS)
    const answer = await fetch(`${origin}/api/devices/${site.press.deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.press.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        readings.map(([minute, total]) => ({
          at: START + minute * MINUTE_MS,
          values: { POWER: 12, TOTAL_OUTPUT: total, REJECTED_OUTPUT: 0 },
        })),
      ),
    })
    assert.equal(answer.status, 202)
    await untilFolded(database, site.press, START + Math.floor(last) * MINUTE_MS)
    await untilRecalculated(database, site.press)
  }
  const minutes = (from: number, until: number, total: (minute: number) => number): readonly Reading[] =>
    Array.from({ length: until - from }, (_none, index): Reading => [from + index, total(from + index)])
  const figures = async (orderId: number) => {
    const { acceptedOutput, countedOutput, madeOutput } = await site.order(orderId)
    const { rows } = await site.api.database.pool.query<{ shift: number; segments: number }>(
      `select h.accepted_output::float8 as shift,
        (select sum(effective_accepted) from output_segment s where s.company_id = h.company_id and s.work_center_id = h.work_center_id
          and s.shift_start_at = h.start_at)::float8 as segments
       from shift h where h.work_center_id = $1 and h.start_at = $2`,
      [site.press.workCenterId, START],
    )
    assert.equal(rows[0]?.shift, rows[0]?.segments)
    return { accepted: acceptedOutput, counted: countedOutput?.totalOutput, made: madeOutput.totalOutput }
  }

  /** Samples are folded later than they are taken. */
  const become = async (orderId: number, expected: Awaited<ReturnType<typeof figures>>) => {
    const found = await eventually(async () => {
      await untilRecalculated(site.api.database, site.press)
      const now = await figures(orderId)
      return now.counted === expected.counted ? now : undefined
    })
    assert.deepEqual(found, expected)
  }

  it('adds what was made between, once: what people said stands, the rest waits for them, and no jump is output', async () => {
    await send(minutes(0, 2, (minute) => minute * 10))
    const order = await site.startOrder(2000, 1)
    // Silent from the eleventh minute to the twentieth, and back with a counter that has started again at the thirteenth.
    await send([...minutes(2, 11, (minute) => minute * 10), ...minutes(20, 41, (minute) => 75 + (minute - 20) * 10)])
    const told = await figures(order.id)
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${told.made}, cutAtNow: true`)
    await send(minutes(41, 43, () => 275))
    assert.deepEqual(await figures(order.id), { accepted: told.made, counted: 0, made: told.made })

    // What the device kept: 20 more before it started again, and a jump that is none.
    await send([
      [11, 110],
      [12, 120],
      [13, 5],
      [14, 15],
      [15, 25],
      [16, 35],
      [16.5, 40_000],
      [17, 45],
      [18, 55],
      [19, 65],
    ])
    const late = { accepted: told.made, counted: 20, made: told.made + 20 }
    await become(order.id, late)
    // Told twice it is counted once.
    await send([
      [12, 120],
      [13, 5],
      [16.5, 40_000],
    ])
    await send([[43, 275]])
    await become(order.id, late)

    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 20`)
    assert.deepEqual(await figures(order.id), { accepted: told.made + 20, counted: 0, made: told.made + 20 })
  })
})
