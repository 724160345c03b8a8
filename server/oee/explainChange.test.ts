import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

type Row = Readonly<Record<string, unknown>>
type Exact = { readonly exactValue: number }

describe('why OEE changed', () => {
  let api: TestApi
  let now = DAY_START + 9 * HOUR_MS
  before(async () => {
    api = await startTestApi({ now: () => now })
  })
  after(() => api.close())

  const FIELDS = `before { exactValue } now { exactValue } difference { exactValue } against { shiftDate }
    parts { cause reason { name } points { exactValue } lostBefore { exactValue } lostNow { exactValue } }
    rate { exactValue } mix { exactValue } workCenters { workCenter { name } rate { exactValue } mix { exactValue } }`
  const explain = async (input: string): Promise<Row | null> => {
    const { data, errors } = await api.ask(`{ explainChange(input: { ${input} }) { ${FIELDS} } }`)
    assert.deepEqual(errors, [])
    return data['explainChange'] as Row | null
  }
  const ofShift = (press: number, more = '') =>
    explain(`workCenterIds: [${press}], timeStart: "${new Date(DAY_START).toISOString()}" ${more}`)
  const exact = (value: unknown) => (value as Exact).exactValue
  const on = (day: number, more: object = {}) => {
    const start = DAY_START + day * DAY_MS
    return { start, date: new Date(start).toISOString().slice(0, 10), ...more }
  }

  it('names each cause, and its parts sum to the difference exactly', async () => {
    const press = await addPress(api, 'change-1')
    const { rows } = await api.database.pool.query<{ id: number }>(
      "insert into loss_reason (company_id, name) values ('ACME1', 'Jam') returning id",
    )
    // 370 good minutes of 450 the day before, 270 today.
    await addShift(api, press, on(-1, { total: 380, rejected: 10 }))
    await addShift(api, press)
    await addLoss(api, press, [60, 100], { reason_id: rows[0]?.id ?? 0, reason_source: 'MANUAL' })
    await addLoss(api, press, [200, 230])
    const change = (await ofShift(press)) ?? {}
    assert.deepEqual([exact(change['before']).toFixed(2), exact(change['now']).toFixed(2)], ['82.22', '60.00'])
    assert.deepEqual(change['against'], [{ shiftDate: '2026-05-03' }])
    const parts = change['parts'] as readonly Row[]
    // Both days stood for 90 minutes; of the day before no loss says why.
    assert.deepEqual(
      parts.map(({ cause, reason, points }) => [cause, (reason as Row | null)?.['name'], exact(points).toFixed(2)]),
      [
        ['SPEED', undefined, '-17.78'],
        ['NOT_TRACKED', undefined, '15.56'],
        ['REASON', 'Jam', '-8.89'],
        ['UNEXPLAINED', undefined, '-6.67'],
        ['QUALITY', undefined, '-4.44'],
      ],
    )
    const sum = parts.reduce((all, { points }) => all + exact(points), 0)
    assert.ok(Math.abs(sum - exact(change['difference'])) < 1e-9)
  })

  it('compares with the same shift before and with the usual, and passes by shifts that say nothing', async () => {
    const press = await addPress(api, 'change-2')
    for (let day = 1; day <= 12; day++) await addShift(api, press, on(-day, { total: 300 + (day % 2) * 40, rejected: 0 }))
    const unpriced = await addShift(api, press, { ...on(-1), start: DAY_START - 10 * HOUR_MS, shiftId: 2 })
    await api.database.pool.query('update shift set net_operating_ms = null, quality_loss_ms = null where id = $1', [unpriced])
    await addShift(api, press)
    const datesOf = async (base: string) =>
      (((await ofShift(press, `against: ${base}`)) ?? {})['against'] as readonly Row[]).map((one) => one['shiftDate'])
    assert.deepEqual(await datesOf('PREVIOUS'), ['2026-05-03'])
    assert.deepEqual(await datesOf('SAME_SHIFT'), ['2026-05-03'])
    assert.equal((await datesOf('USUAL')).length, 10)
    // A ratio of sums: half of them 340, half 300 of 450.
    assert.equal(exact((await ofShift(press, 'against: USUAL'))?.['before']).toFixed(4), (100 * (320 / 450)).toFixed(4))
  })

  it('tells nothing where there is nothing before', async () => {
    const press = await addPress(api, 'change-3')
    await addShift(api, press)
    assert.equal(await ofShift(press), null)
  })

  it('splits the change of several machines into rate and mix, which sum to it', async () => {
    now = DAY_START + 17 * HOUR_MS
    const [first, second] = [await addPress(api, 'change-4'), await addPress(api, 'change-5')]
    await addShift(api, first, on(-1, { total: 400, rejected: 0 }))
    await addShift(api, second, on(-1, { total: 200, rejected: 0 }))
    await addShift(api, first, { total: 350, rejected: 0 })
    await addShift(api, second, { total: 220, rejected: 0 })
    await addShift(api, second, { start: DAY_START + 8 * HOUR_MS, shiftId: 2, total: 220, rejected: 0 })
    const dates = 'baseFrom: "2026-05-03", baseTo: "2026-05-03", dateFrom: "2026-05-04", dateTo: "2026-05-04"'
    const change = (await explain(`workCenterIds: [${first}, ${second}], ${dates}`)) ?? {}
    const [rate, mix, difference] = [exact(change['rate']), exact(change['mix']), exact(change['difference'])]
    assert.ok(Math.abs(rate + mix - difference) < 1e-9)
    assert.ok(mix < 0, 'the slower machine ran longer')
    // As many days before are the base where none are named.
    assert.deepEqual(await explain(`workCenterIds: [${first}, ${second}], dateFrom: "2026-05-04", dateTo: "2026-05-04"`), change)
    assert.deepEqual(
      (change['workCenters'] as readonly Row[]).map(({ workCenter }) => workCenter),
      [{ name: 'change-4' }, { name: 'change-5' }],
    )
  })

  it('compares shifts that are over with as many of the days before (W-33)', async () => {
    const press = await addPress(api, 'change-7')
    now = DAY_START + 12 * HOUR_MS
    for (const [day, total] of [
      [-7, 300],
      [-6, 340],
      [0, 400],
    ] as const) {
      await addShift(api, press, on(day, { total, rejected: 0 }))
      const second = DAY_START + day * DAY_MS + 8 * HOUR_MS
      await addShift(api, press, { ...on(day), start: second, shiftId: 2, total: 100, rejected: 0 })
    }
    const week = 'dateFrom: "2026-05-04", dateTo: "2026-05-10"'
    const change = (await explain(`workCenterIds: [${press}], ${week}`)) ?? {}
    // The first shift of Monday against the first one of the Monday before: the second one runs, Tuesday is to come.
    assert.deepEqual(
      [exact(change['before']), exact(change['now'])].map((value) => value.toFixed(2)),
      ['66.67', '88.89'],
    )
    now = DAY_START + 17 * HOUR_MS
    const later = (await explain(`workCenterIds: [${press}], ${week}`)) ?? {}
    assert.deepEqual(
      [exact(later['before']), exact(later['now'])].map((value) => value.toFixed(2)),
      ['44.44', '55.56'],
    )
  })

  it('takes the days of the plant, not those of UTC', async () => {
    const press = await addPress(api, 'change-8')
    await addShift(api, press, on(-7, { total: 300, rejected: 0 }))
    await addShift(api, press, on(0, { total: 360, rejected: 0 }))
    // 00:30 on Monday in Kyiv, 21:30 on Sunday in UTC: a week later Monday the 4th is one of the seven days before today.
    now = DAY_START + 6 * DAY_MS + 15.5 * HOUR_MS
    const change = (await explain(`workCenterIds: [${press}]`)) ?? {}
    assert.equal(change['now'] == null, true, 'the last seven days begin on Tuesday the 5th')
    now -= 2 * HOUR_MS
    assert.equal(exact((await explain(`workCenterIds: [${press}]`))?.['now']).toFixed(2), '80.00')
    now = DAY_START + 9 * HOUR_MS
  })

  it('ends a stop that goes on where the figures of its shift end', async () => {
    const press = await addPress(api, 'change-9')
    await addShift(api, press, on(-1))
    const id = await addShift(api, press)
    await api.database.pool.query('update shift set as_of = start_at + 100 * 60000 where id = $1', [id])
    await addLoss(api, press, [60, 61])
    await api.database.pool.query('update loss set end_at = null where work_center_id = $1', [press])
    const parts = ((await ofShift(press)) ?? {})['parts'] as readonly Row[]
    const lost = parts.find(({ cause }) => cause === 'UNEXPLAINED')
    // 40 of 450 minutes, although it is 15:00 by now.
    assert.equal(exact(lost?.['lostNow']).toFixed(4), ((100 * 40) / 450).toFixed(4))
  })

  it('refuses what cannot be compared, with its field', async () => {
    const press = await addPress(api, 'change-6')
    const refusal = async (input: string) => {
      const { errors } = await api.ask(`{ explainChange(input: { ${input} }) { before { exactValue } } }`)
      return [errors[0]?.extensions?.code, errors[0]?.extensions?.field]
    }
    assert.deepEqual(await refusal('timeStart: "2026-05-04T06:00:00Z"'), ['REQUIRED', 'workCenterIds'])
    const wide = 'baseFrom: "2026-01-01", baseTo: "2026-04-30"'
    assert.deepEqual(await refusal(wide), ['INVALID_PERIOD', 'baseTo'])
    assert.deepEqual(await refusal('dateFrom: "2026-01-01"'), ['INVALID_PERIOD', 'dateTo'])
    assert.deepEqual(await refusal('baseFrom: "2026-05-02", baseTo: "2026-05-01"'), ['INVALID_PERIOD', 'baseTo'])
    assert.deepEqual(await refusal('workCenterIds: [999999], timeStart: "2026-05-04T06:00:00Z"'), ['WORK_CENTER_NOT_FOUND', undefined])
    const { errors } = await api.ask(
      `{ explainChange(input: { workCenterIds: [${press}], timeStart: "2026-05-04T06:00:00Z" }) { before { exactValue } } }`,
      { as: api.stranger },
    )
    assert.equal(errors[0]?.extensions?.code, 'WORK_CENTER_NOT_FOUND')
  })
})
