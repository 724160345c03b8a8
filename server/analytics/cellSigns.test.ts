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

  it('is nothing of energy that is known for less than half of the time of the shifts, now or before (S-13)', async () => {
    now = NOW + DAY_MS
    const mill = await addPress(api, 'Mill')
    for (const [day, date] of [BEFORE, TODAY].entries()) await addShift(api, mill, { start: DAY_START + day * DAY_MS, date })
    // Of the press one of the eight hours of today, of the mill one of the day before.
    for (const [id, hours] of [
      [press, [8, 1]],
      [mill, [1, 8]],
    ] as const)
      for (const [day, count] of hours.entries())
        for (let hour = 0; hour < count; hour++)
          await api.database.pool.query(
            `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw, quarter_source)
             values ('ACME1', $1, $2, 10, 3600000, false, array_fill(2.5::float8, array[4]), array_fill(900000, array[4]), array_fill(10::float8, array[4]), array_fill('POWER'::text, array[4]))`,
            [id, DAY_START + day * DAY_MS + hour * HOUR_MS],
          )
    const energy = async (by: string, more = '') => {
      const { data, errors } =
        await api.ask(`{ analytics(input: { measure: ENERGY, by: [${by}], comparison: PREVIOUS, dateFrom: "${TODAY}", dateTo: "${TODAY}" ${more} }) {
        measured { measured total } cells { keys ...all } whole { ...all } } }
        fragment all on AnalyticsCell { figure { part } before { part } isBeforeUnknown isComparable coverage { part base } }`)
      assert.deepEqual(errors, [])
      return data['analytics'] as {
        readonly measured: unknown
        readonly cells: readonly { readonly keys: readonly string[] }[]
        readonly whole: unknown
      }
    }
    const known = (hours: number, of: number) => ({ part: hours * HOUR_MS, base: of * HOUR_MS })
    const little = { figure: { part: 10 }, before: { part: 80 }, isBeforeUnknown: false, isComparable: false, coverage: known(1, 8) }
    const byPlace = await energy('WORK_CENTER')
    // The saw has no meter: nobody asks for its energy.
    assert.deepEqual(byPlace.measured, { measured: 2, total: 3 })
    assert.deepEqual(byPlace.cells, [
      { keys: [`${mill}`], figure: { part: 80 }, before: null, isBeforeUnknown: true, isComparable: true, coverage: known(8, 8) },
      { keys: [`${press}`], ...little },
    ])
    const whole = { figure: { part: 90 }, before: { part: 90 }, isBeforeUnknown: false, isComparable: true, coverage: known(9, 16) }
    assert.deepEqual(byPlace.whole, whole)
    const own = `, workCenterIds: [${press}]`
    assert.deepEqual((await energy('DAY', own)).cells, [{ keys: [TODAY], ...little }])
    const byHour = await energy('HOUR', own)
    assert.deepEqual(byHour.whole, little)
    assert.deepEqual(
      byHour.cells.map((cell) => [...cell.keys, Object(cell).coverage, Object(cell).isComparable]),
      Array.from({ length: 8 }, (_, hour) => [`${9 + hour}`, known(hour === 0 ? 1 : 0, 1), hour === 0]),
    )
    assert.deepEqual((await energy('WEEK', own + ', hoursOfDay: [9, 10]')).whole, {
      figure: { part: 10 },
      before: { part: 20 },
      isBeforeUnknown: false,
      isComparable: true,
      coverage: known(1, 2),
    })
  })
})
