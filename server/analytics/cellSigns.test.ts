import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const NOW = DAY_START + DAY_MS + 4 * HOUR_MS
const [BEFORE, TODAY] = ['2026-05-04', '2026-05-05']

type Figure = { readonly part: number } | null
type Cell = { readonly keys: readonly string[]; readonly before: Figure; readonly isBeforeUnknown: boolean }
type Answer = {
  readonly signs: readonly { readonly keys: readonly (string | null)[]; readonly running: number; readonly restated: number }[]
  readonly cells: readonly Cell[]
  readonly whole: Cell
}

/** Two machines on two days: the saw was hardly connected on the first, and a shift of the press runs on the second. */
describe('what figures are made of, and compared with (N-9)', () => {
  let api: TestApi
  let [press, saw, now] = [0, 0, NOW]
  before(async () => {
    api = await startTestApi({ now: () => now })
    ;[press, saw] = [await addPress(api, 'Press'), await addPress(api, 'Saw')]
    for (const id of [press, saw])
      for (const [day, date] of [BEFORE, TODAY].entries()) {
        const start = DAY_START + day * DAY_MS
        await addShift(api, id, { start, date })
        await addLoss(api, id, [(day * DAY_MS) / 60_000 + 10, (day * DAY_MS) / 60_000 + 40], { shift_start_at: start })
      }
    const { pool } = api.database
    await pool.query(`update shift set status = 'CONFIRMED', revision = 1 where shift_date = $1 or work_center_id = $2`, [BEFORE, saw])
    await pool.query('update shift set revision = 3 where work_center_id = $1 and shift_date = $2', [saw, TODAY])
    await pool.query('update shift set no_data_ms = elapsed_ms * 6 / 10 where work_center_id = $1 and shift_date = $2', [saw, BEFORE])
  })
  after(() => api.close())

  const ask = async (input: string): Promise<Answer> => {
    const { data, errors } =
      await api.ask(`{ analytics(input: { ${input}, comparison: PREVIOUS, dateFrom: "${TODAY}", dateTo: "${TODAY}" }) {
      signs { keys running restated } cells { keys before { part } isBeforeUnknown } whole { before { part } isBeforeUnknown } } }`)
    assert.deepEqual(errors, [])
    return data['analytics'] as Answer
  }

  it('is said of shifts that go on and of those that were confirmed again, by what shifts know', async () => {
    const running = { running: 1, restated: 0 }
    const restated = { running: 0, restated: 1 }
    assert.deepEqual((await ask('measure: OEE, by: [WORK_CENTER]')).signs, [
      { keys: [`${press}`], ...running },
      { keys: [`${saw}`], ...restated },
    ])
    assert.deepEqual((await ask('measure: DURATION, by: [REASON, WORK_CENTER]')).signs, [
      { keys: [null, `${press}`], ...running },
      { keys: [null, `${saw}`], ...restated },
    ])
    assert.deepEqual((await ask('measure: DURATION, by: [REASON]')).signs, [{ keys: [null], running: 1, restated: 1 }])
    assert.deepEqual((await ask(`measure: OEE, by: [DAY], workCenterIds: [${press}]`)).signs, [{ keys: [TODAY], ...running }])
  })

  it('is nothing where less than half of the time before is known, of a machine or of all', async () => {
    // Only days that are over are compared.
    now = NOW + DAY_MS
    const both = await ask('measure: DURATION, by: [WORK_CENTER]')
    const one = await ask(`measure: DURATION, by: [REASON], workCenterIds: [${saw}]`)
    const cellOf = (id: number) => both.cells.find(({ keys }) => keys[0] === `${id}`)
    assert.deepEqual([cellOf(press)?.before, cellOf(press)?.isBeforeUnknown], [{ part: 1800 }, false])
    assert.deepEqual([cellOf(saw)?.before, cellOf(saw)?.isBeforeUnknown], [null, true])
    // Of both together most of the time is known.
    assert.deepEqual([both.whole.before, both.whole.isBeforeUnknown], [{ part: 3600 }, false])
    assert.deepEqual([one.whole.before, one.whole.isBeforeUnknown], [null, true])
  })
})
