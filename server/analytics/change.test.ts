import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

type Exact = { readonly exactValue: number }
type Answer = {
  readonly over: object | null
  readonly before: object | null
  readonly whole: { readonly compared: { readonly value: number } | null; readonly before: { readonly value: number } | null }
  readonly change: {
    readonly before: Exact
    readonly now: Exact
    readonly difference: Exact
    readonly workCenters: readonly { readonly workCenter: { readonly name: string }; readonly rate: Exact; readonly mix: Exact }[]
  } | null
}

describe('why a figure of OEE changed', () => {
  let api: TestApi
  let first: number
  /** Wednesday, 01:00 in Kyiv: the night shift of Tuesday goes on. */
  let now = DAY_START + 40 * HOUR_MS
  before(async () => {
    api = await startTestApi({ now: () => now })
    first = await addPress(api, 'First')
    const second = await addPress(api, 'Second')
    await api.database.pool.query('update work_center set calculate_performance = false where id = $1', [second])
    // From Monday of the week before until Wednesday, three shifts a day, ever more made; the second press works less.
    for (const day of [-7, -6, -5, -4, 0, 1, 2]) {
      const date = new Date(DAY_START + day * DAY_MS).toISOString().slice(0, 10)
      for (const number of [0, 1, 2]) {
        const start = DAY_START + day * DAY_MS + (number * 8 - 2) * HOUR_MS
        if (start > now) continue
        await addShift(api, first, { start, date, shiftId: number + 1, total: 300 + 3 * day + 20 * number, rejected: 12 })
        if (number !== 1) await addShift(api, second, { start, date, shiftId: number + 1, hours: 8 + day / 8, total: 240 - 5 * day })
      }
    }
    await api.database.pool.query(`update shift set code = case shift_id when 3 then 'N' else 'A' end`)
  })
  after(() => api.close())

  const ask = async (input: string): Promise<Answer> => {
    const { data, errors } = await api.ask(`{ analytics(input: { ${input} }) {
      over { dateFrom dateTo } before { dateFrom dateTo } whole { compared { value } before { value } }
      change { before { exactValue } now { exactValue } difference { exactValue }
        workCenters { workCenter { name } rate { exactValue } mix { exactValue } } } } }`)
    assert.deepEqual(errors, [])
    return data['analytics'] as Answer
  }
  const week = 'measure: OEE, dateFrom: "2026-05-04", dateTo: "2026-05-10"'
  const assertExact = ({ whole, change }: Answer, about: string) => {
    assert.ok(change && whole.compared && whole.before, about)
    const close = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${about}: ${actual} and ${expected}`)
    close(change.now.exactValue, whole.compared.value * 100)
    close(change.before.exactValue, whole.before.value * 100)
    const parts = change.workCenters.reduce((sum, { rate, mix }) => sum + rate.exactValue + mix.exactValue, 0)
    close(parts, (whole.compared.value - whole.before.value) * 100)
    assert.notEqual(Math.round(parts * 1000), 0, 'something is to be explained')
  }

  it('adds up to what the figure says of a week that goes on, of the days whose shifts are all over', async () => {
    const answer = await ask(`${week}, comparison: PREVIOUS`)
    assert.deepEqual(answer.over, { dateFrom: '2026-05-04', dateTo: '2026-05-04' }, 'a night shift of Tuesday is not over')
    assert.deepEqual(answer.before, { dateFrom: '2026-04-27', dateTo: '2026-04-27' })
    assertExact(answer, 'at night')
    now += 9 * HOUR_MS
    const later = await ask(`${week}, comparison: PREVIOUS`)
    assert.deepEqual(later.over, { dateFrom: '2026-05-04', dateTo: '2026-05-05' }, 'six shifts against six (W-33)')
    assertExact(later, 'in the morning')
    assert.deepEqual(later.change?.workCenters.map(({ workCenter }) => workCenter.name).toSorted(), ['First', 'Second'])
  })

  it('adds up whatever the question is narrowed to, divided by and compared with', async () => {
    for (const more of ['shiftCodes: ["N"]', 'weekdays: [2]', `workCenterIds: [${first}]`, 'by: [SHIFT, DAY]', 'by: [WORK_CENTER]'])
      assertExact(await ask(`${week}, comparison: PREVIOUS, ${more}`), more)
  })

  it('is told of weeks that are as long as those before alone, while the cells add up to both periods (N-8)', async () => {
    const alike = async (dates: string) => {
      const { data, errors } = await api.ask(`{ analytics(input: { measure: AVAILABILITY, by: [WEEK], comparison: PREVIOUS, ${dates} }) {
        before { dateFrom dateTo } whole { isComparable before { base } } cells { keys isComparable before { base } } } }`)
      assert.deepEqual(errors, [])
      const { before, whole, cells } = data['analytics'] as {
        before: unknown
        whole: { isComparable: boolean; before: { base: number } }
        cells: { keys: string[]; isComparable: boolean; before: { base: number } | null }[]
      }
      assert.equal(
        cells.reduce((sum, cell) => sum + (cell.before?.base ?? 0), 0),
        whole.before.base,
      )
      assert.ok(whole.isComparable)
      return [before, cells.map(({ keys, isComparable }) => [...keys, isComparable])]
    }
    // Tuesday to Monday: of both weeks the same days.
    assert.deepEqual(await alike('dateFrom: "2026-04-28", dateTo: "2026-05-04"'), [
      { dateFrom: '2026-04-21', dateTo: '2026-04-27' },
      [
        ['2026-04-27', true],
        ['2026-05-04', true],
      ],
    ])
    // Eight days: six and two of Tuesday's, seven and one of Monday's.
    assert.deepEqual(await alike('dateFrom: "2026-04-28", dateTo: "2026-05-05"'), [
      { dateFrom: '2026-04-20', dateTo: '2026-04-27' },
      [
        ['2026-04-27', false],
        ['2026-05-04', false],
      ],
    ])
  })

  it('is not told of other figures, nor where nothing is compared', async () => {
    assert.equal((await ask(`${week.replace('OEE', 'QUALITY')}, comparison: PREVIOUS`)).change, null)
    assert.equal((await ask(week)).change, null)
    assert.equal((await ask(`${week}, comparison: YEAR_BEFORE`)).change, null)
  })
})
