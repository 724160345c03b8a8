import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 10 * 60 * MINUTE_MS

type Row = Readonly<Record<string, unknown>>

describe('settings of what is tracked by itself', () => {
  let api: TestApi
  let press = 0
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    const stops = [{ from: 100, to: 130, powerKw: 2 }]
    press = (await addPressWithStops(api, ACME, { start: START, until: 590, stops })).workCenterId
  })
  after(() => api.close())

  const ok = async (text: string): Promise<Row> => {
    const { errors, data } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const present = async () => {
    const { lossesPages, shiftsOee } = await ok(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press}] }) { totalItems } shiftsOee(workCenterId: ${press}) { shiftOeeDetails { availabilityLosses } } }`,
    )
    const lost = (shiftsOee as { readonly shiftOeeDetails: readonly { readonly availabilityLosses: number }[] }).shiftOeeDetails
    return { losses: (lossesPages as Row)['totalItems'], lost: lost.reduce((sum, one) => sum + one.availabilityLosses, 0) }
  }

  it('takes the losses of stops away and brings them back, while the downtime stays (S-21)', async () => {
    const tracked = await present()
    assert.equal(tracked.losses, 1)
    assert.ok(tracked.lost >= 30 * 60)
    const track = (isTracked: boolean) =>
      ok(`mutation { editBox(input: { id: ${press}, autoDowntimeTracking: ${isTracked} }) { autoDowntimeTracking } }`)
    const explained = async () => {
      const { shifts } = await ok(`{ shifts(filter: { workCenterIds: [${press}] }) { explainedShare untrackedDuration } }`)
      return (shifts as readonly Row[]).find(({ untrackedDuration, explainedShare }) => explainedShare !== null || untrackedDuration !== 0)
    }
    assert.deepEqual(await explained(), { explainedShare: 0, untrackedDuration: 0 })
    assert.deepEqual(await track(false), { editBox: { autoDowntimeTracking: false } })
    assert.deepEqual(await present(), { losses: 0, lost: tracked.lost })
    // Nobody is asked for them: neither explained nor unexplained.
    const { explainedShare, untrackedDuration } = (await explained()) ?? {}
    assert.equal(explainedShare, null)
    assert.ok(Number(untrackedDuration) >= 30 * 60, String(untrackedDuration))
    assert.deepEqual(await track(true), { editBox: { autoDowntimeTracking: true } })
    assert.deepEqual(await present(), tracked)
  })

  it('says who counts the output and how parallel orders share the counter, and has the shifts worked out anew', async () => {
    api.awaitedReloads.length = 0
    await ok(`mutation { updateOutputSettings(input: { workCenterId: ${press}, autoOutputTracking: false }) { version } }`)
    await ok(`mutation { updateJobOrderSettings(input: { workCenterId: ${press}, parallelMode: SIMULTANEOUS }) { version } }`)
    assert.deepEqual(api.awaitedReloads, [press, press])
    assert.deepEqual(
      await ok(
        `{ outputSettings(workCenterId: ${press}) { autoOutputTracking } jobOrderSettings(workCenterId: ${press}) { parallelMode } }`,
      ),
      { outputSettings: { autoOutputTracking: false }, jobOrderSettings: { parallelMode: 'SIMULTANEOUS' } },
    )
    const { auditLog } = await ok('{ auditLog(filter: { action: "UPDATE_JOB_ORDER_SETTINGS" }) { items { details } } }')
    const [entry] = (auditLog as { readonly items: readonly { readonly details: string }[] }).items
    assert.deepEqual(JSON.parse(entry?.details ?? '{}'), {
      workCenterId: press,
      before: { parallelMode: 'ALTERNATING' },
      after: { parallelMode: 'SIMULTANEOUS' },
    })
  })
})
