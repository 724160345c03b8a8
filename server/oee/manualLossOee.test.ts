import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 420 * MINUTE_MS
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

type Preview = { readonly shiftName: string; readonly oeeBefore: number; readonly oeeAfter: number } | null

describe('what an entered loss makes of the shift', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let lunch: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 420,
      stops: [{ from: 90, to: 130, powerKw: 2 }],
      silent: [{ from: 220, to: 260, powerKw: 0 }],
    })
    // Availability alone makes OEE here.
    await api.database.pool.query('update work_center set calculate_performance = false, calculate_quality = false where id = $1', [
      press.workCenterId,
    ])
    jam = await reasonOf('name: "Jam"')
    lunch = await reasonOf('name: "Lunch", type: PLANNED, includeInOeeCalculation: false')
  })
  after(() => api.close())

  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const reasonOf = async (input: string): Promise<number> =>
    ((await ask(`mutation { createLossReason(input: { ${input} }) { id } }`))['createLossReason'] as { readonly id: number }).id
  const range = (from: number, to: number) => `workCenterId: ${press.workCenterId}, timeStart: "${at(from)}", timeEnd: "${at(to)}"`
  const preview = async (from: number, to: number, reasonId: number): Promise<Preview> => {
    const data = await ask(`{ manualLossPreview(${range(from, to)}) { oee(reasonId: ${reasonId}) { shiftName oeeBefore oeeAfter } } }`)
    return (data['manualLossPreview'] as { readonly oee: Preview }).oee
  }
  /** Enters the loss, returns the OEE of the shift with it, and takes it back. */
  const entered = async (from: number, to: number, reasonId: number): Promise<number> => {
    const batchId = crypto.randomUUID()
    await ask(`mutation { createLoss(batchId: "${batchId}", input: { ${range(from, to)}, reasonId: ${reasonId} }) { id } }`)
    const oee = await settledOee()
    await ask(`mutation { undoLossBatch(batchId: "${batchId}") { undoneCount } }`)
    await settledOee()
    return oee
  }
  const settledOee = async (): Promise<number> =>
    await eventually(async () => {
      const data = await ask(
        `{ currentShift(workCenterId: ${press.workCenterId}) { oee { oee { exactValue } } } lossesPages(filter: { source: STATUS }) { items { isRecalculating } } }`,
      )
      const { items } = data['lossesPages'] as { readonly items: readonly { readonly isRecalculating: boolean }[] }
      const { oee } = data['currentShift'] as { readonly oee: { readonly oee: { readonly exactValue: number } } }
      return items.some(({ isRecalculating }) => isRecalculating) ? undefined : oee.oee.exactValue
    })

  for (const [what, from, to, counts] of [
    ['silence that becomes a loss', 225, 245, true],
    ['part of a stop that becomes a break', 100, 110, false],
  ] as const)
    it(`is foretold: ${what}`, async () => {
      const reasonId = counts ? jam : lunch
      const before = await settledOee()
      const told = await preview(from, to, reasonId)
      assert.ok(told !== null)
      assert.ok(Math.abs(told.oeeBefore * 100 - before) < 1e-9, `${told.oeeBefore} and ${before}`)
      const real = await entered(from, to, reasonId)
      assert.ok(Math.abs(told.oeeAfter * 100 - real) < 1e-9, `${told.oeeAfter} and ${real}`)
      assert.notEqual(real, before)
    })

  it('is nothing where silence becomes a break: neither is planned time', async () => {
    assert.equal(await preview(225, 245, lunch), null)
    assert.equal(await entered(225, 245, lunch), await settledOee())
  })

  it('is nothing where a stop stays a loss, and an unknown reason is refused', async () => {
    assert.equal(await preview(100, 110, jam), null)
    const { errors } = await api.ask(`{ manualLossPreview(${range(100, 110)}) { oee(reasonId: 99999) { shiftName } } }`)
    assert.equal(errors[0]?.extensions.code, 'LOSS_REASON_NOT_FOUND')
  })
})
