import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startOutputSite, START } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { untilRecalculated } from '#server/testing/stoppedPress.ts'

/** What people confirm is in the hours of the clock as soon as it is in the record of the shift (S-62a), so both divide energy by the same units (D-34). */
describe('good units of energy after a confirmation', () => {
  let site: OutputSite
  before(async () => {
    site = await startOutputSite()
  })
  after(() => site.close())

  const iso = (at: number) => new Date(at).toISOString()
  const period = `period: { start: "${iso(START)}", end: "${iso(START + 8 * HOUR_MS)}" }`
  const byClock = async () => {
    const { press } = site
    const stat = await site.done<{ acceptedOutput: number }>(
      'energyStat',
      `?workCenterId: ${press.workCenterId}, ${period}`,
      '{ acceptedOutput }',
    )
    const hours = await site.done<readonly { acceptedOutput: number | null }[]>(
      'energyCosts',
      `?workCenterIds: [${press.workCenterId}], ${period}, splitBy: HOUR`,
      '{ acceptedOutput }',
    )
    const shifts = await site.done<readonly { acceptedOutput: number | null }[]>(
      'energyCosts',
      `?workCenterIds: [${press.workCenterId}], ${period}, splitBy: SHIFT`,
      '{ acceptedOutput }',
    )
    const sumOf = (rows: readonly { acceptedOutput: number | null }[]) =>
      rows.reduce((sum, { acceptedOutput }) => sum + (acceptedOutput ?? 0), 0)
    return [stat.acceptedOutput, sumOf(hours), sumOf(shifts)]
  }
  const ofShift = async () => {
    const [row] = await site.done<readonly { outputs: readonly { acceptedOutput: number }[] }[]>(
      'oeeStatistics',
      `?filter: { workCenterIds: [${site.press.workCenterId}], ${period} }`,
      '{ outputs { acceptedOutput } }',
    )
    return row?.outputs[0]?.acceptedOutput
  }

  it('are those of the shift, by the clock and by shift, before and after people confirm more or less than was counted', async () => {
    await site.run(0, 30)
    const order = await site.startOrder(2000, 30.5)
    await site.run(30, 130)
    const counted = await ofShift()
    assert.ok(counted !== undefined && counted > 1000)
    assert.deepEqual(await byClock(), [counted, counted, counted])
    const other = await site.startOrder(2000, 131)
    await site.run(131, 150)
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 700, rejectedOutput: 20, closeAfterConfirmation: true`)
    await site.run(150, 170)
    const confirmed = await ofShift()
    assert.ok(confirmed !== undefined && confirmed !== counted)
    assert.deepEqual(await byClock(), [confirmed, confirmed, confirmed])
    // Of an order that ran long ago, and after the shift.
    await site.run(9 * 60, 9 * 60 + 10)
    await site.confirm(`jobOrderId: ${other.id}, acceptedOutput: 90, rejectedOutput: 0, closeAfterConfirmation: true`)
    await untilRecalculated(site.api.database, site.press)
    const late = await ofShift()
    assert.ok(late !== undefined && late !== confirmed)
    assert.deepEqual(await byClock(), [late, late, late])
  })
})
