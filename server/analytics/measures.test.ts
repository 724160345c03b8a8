import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { sumsOfHours } from '#engine/oee/recordSums.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'

type Figure = { readonly value: number | null; readonly part: number; readonly base: number | null } | null
type Cell = { readonly keys: readonly string[]; readonly figure: Figure; readonly target: Figure }
type Answer = {
  readonly unit: string | null
  readonly units: readonly string[]
  readonly unpricedEnergy: number | null
  readonly untracked: number | null
  readonly targets: { readonly withTarget: number; readonly total: number } | null
  readonly measured: { readonly measured: number; readonly total: number } | null
  readonly names: readonly { readonly dimension: string; readonly key: string; readonly name: string }[]
  readonly cells: readonly Cell[]
  readonly whole: Cell
}

describe('measures of analytics', () => {
  let api: TestApi
  let press: number
  let mill: number
  let cable: number
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 30 * HOUR_MS })
    ;[press, mill, cable] = [await addPress(api, 'm-1'), await addPress(api, 'm-2'), await addPress(api, 'm-3')]
    for (const id of [press, mill, cable]) await addShift(api, id)
    await addSegment(api, press, [0, 480], { total: 4800 })
    await addSegment(api, mill, [0, 480], { total: 1200 })
    await addSegment(api, cable, [0, 480], { total: 77 })
    await api.database.pool.query(
      `update output_segment set effective_accepted = effective_total, unit = case when work_center_id = $1 then 'm' end`,
      [cable],
    )
  })
  after(() => api.close())

  const ask = async (input: string): Promise<Answer> => {
    const figure = '{ value part base }'
    const { data, errors } =
      await api.ask(`{ analytics(input: { ${input} }) { unit units unpricedEnergy untracked targets { withTarget total } measured { measured total }
      names { dimension key name } cells { keys figure ${figure} target ${figure} } whole { keys figure ${figure} target ${figure} } } }`)
    assert.deepEqual(errors, [])
    return data['analytics'] as Answer
  }
  const cellsOf = ({ cells }: Answer) => cells.map(({ keys, figure }) => [...keys, round(figure?.value)])
  const run = (sql: string, values: readonly unknown[] = []) => api.database.pool.query(sql, [...values])

  describe('energy', () => {
    before(async () => {
      // 12 and 6.75 kWh an hour by even quarters, an hour before the shift until an hour after it.
      for (const [id, kwh] of [
        [press, 12],
        [mill, 6.75],
        [cable, 1],
      ] as const)
        for (let hour = -1; hour < 9; hour++)
          await run(
            `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw, quarter_source)
             values ('ACME1', $1, $2, $3, 3600000, false, array_fill($3::float8 / 4, array[4]), array_fill(900000, array[4]), array_fill(1::float8, array[4]), array_fill('POWER'::text, array[4]))`,
            [id, DAY_START + hour * HOUR_MS, kwh],
          )
    })

    it('is that of the shifts, and the same by whatever it is divided', async () => {
      assert.deepEqual(cellsOf(await ask('measure: ENERGY, by: [WORK_CENTER]')), [
        [String(press), 96],
        [String(mill), 54],
        [String(cable), 8],
      ])
      for (const by of ['DAY', 'HOUR', 'WEEK, SHIFT', 'MONTH, GROUP', 'WEEKDAY, HOUR']) {
        const { whole, cells } = await ask(`measure: ENERGY, by: [${by}]`)
        assert.equal(whole.figure?.value, 158, by)
        assert.equal(round(cells.reduce((sum, { figure }) => sum + (figure?.part ?? 0), 0)), 158, by)
      }
      for (const { keys, figure } of (await ask('measure: ENERGY, by: [HOUR]')).cells) {
        const behind = await ask(`measure: ENERGY, by: [WORK_CENTER, DAY], hoursOfDay: [${keys[0]}]`)
        assert.equal(round(behind.whole.figure?.value), round(figure?.value), `at ${keys[0]}`)
        assert.equal(behind.cells.length, 3)
      }
    })

    it('takes the quarters of an hour that a shift border divides', async () => {
      const lathe = await addPress(api, 'm-4')
      await addShift(api, lathe, { start: DAY_START + 30 * MINUTE_MS, hours: 1 })
      await run(
        `insert into energy_hour select company_id, $2, hour_at, kwh, covered_ms, max_kw, source, is_assumed_balanced, array[1, 2, 4, 8], quarter_covered_ms, quarter_max_kw, quarter_source
         from energy_hour where work_center_id = $1`,
        [press, lathe],
      )
      assert.deepEqual(cellsOf(await ask(`measure: ENERGY, by: [HOUR], workCenterIds: [${lathe}]`)), [
        ['9', 12],
        ['10', 3],
      ])
      await run('delete from shift where work_center_id = $1', [lathe])
    })

    it('takes the quarters of an hour that the clock of the plant divides, as where clocks are half an hour apart', async () => {
      const loom = await addPress(api, 'm-5')
      await addShift(api, loom, { hours: 2 })
      // Kept by a clock of whole hours from UTC, before the plant went by that of India: 11:30 to 13:30 there.
      await run('update work_center set time_zone = $2 where id = $1', [loom, 'Asia/Kolkata'])
      await run(
        `insert into energy_hour select company_id, $2, hour_at, 15, covered_ms, max_kw, source, is_assumed_balanced, array[1, 2, 4, 8], quarter_covered_ms, quarter_max_kw, quarter_source
         from energy_hour where work_center_id = $1`,
        [press, loom],
      )
      assert.deepEqual(cellsOf(await ask(`measure: ENERGY, by: [HOUR], workCenterIds: [${loom}]`)), [
        ['11', 3],
        ['12', 15],
        ['13', 12],
      ])
      await run('delete from shift where work_center_id = $1', [loom])
    })

    it('of a unit is energy added over units added, of work centers that make that unit alone (W-35)', async () => {
      const answer = await ask('measure: ENERGY_PER_UNIT, by: [WORK_CENTER]')
      assert.deepEqual([answer.unit, answer.units], ['pcs', ['pcs', 'm']])
      assert.deepEqual(cellsOf(answer), [
        [String(mill), 0.045],
        [String(press), 0.02],
      ])
      assert.equal(answer.whole.figure?.value, 0.025)
      assert.equal((await ask('measure: ENERGY_PER_UNIT, by: [], unit: "m"')).whole.figure?.value, 8 / 77)
    })

    it('of a unit counts what was made in shifts with energy alone, and tells how many work centers have it (D-34)', async () => {
      const [metered, dumb] = [await addPress(api, 'm-6'), await addPress(api, 'm-7')]
      for (const id of [metered, dumb]) {
        await addShift(api, id, { hours: 4, date: '2026-05-05', start: DAY_START + 24 * HOUR_MS })
        await addSegment(api, id, [24 * 60, 28 * 60], { total: 1000 })
        // Shift by shift: what the metered one made on a day without samples is in no unit either.
        await addShift(api, id, { hours: 4, date: '2026-05-06', start: DAY_START + 48 * HOUR_MS })
        await addSegment(api, id, [48 * 60, 52 * 60], { total: 500 })
      }
      await run(
        'update output_segment set effective_accepted = effective_total, shift_start_at = start_at where work_center_id = any($1)',
        [[metered, dumb]],
      )
      // Two of the four hours, and none of the next shift: an hour before it is its neighbour's.
      await run(
        `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw, quarter_source)
         select 'ACME1', $1, hour_at, 50, 3600000, false, array_fill(12.5::float8, array[4]), array_fill(900000, array[4]), array_fill(50::float8, array[4]), array_fill('POWER'::text, array[4])
         from unnest($2::int8[]) as hour_at`,
        [metered, [24, 25, 47].map((hour) => DAY_START + hour * HOUR_MS)],
      )
      const dates = 'dateFrom: "2026-05-05", dateTo: "2026-05-06"'
      const answer = await ask(`measure: ENERGY_PER_UNIT, by: [DAY], ${dates}`)
      assert.deepEqual(cellsOf(answer), [['2026-05-05', 0.1]])
      assert.deepEqual([answer.whole.figure?.value, answer.measured], [0.1, { measured: 1, total: 2 }])
      for (const by of ['', 'GROUP', 'SHIFT', 'WEEK', 'WORK_CENTER'])
        assert.equal((await ask(`measure: ENERGY_PER_UNIT, by: [${by}], ${dates}`)).whole.figure?.value, 0.1, by)
      const energy = await ask(`measure: ENERGY, by: [], ${dates}`)
      assert.deepEqual([energy.whole.figure?.value, energy.measured], [100, { measured: 1, total: 2 }])
      assert.equal((await ask(`measure: OEE, by: [], ${dates}`)).measured, null)
      await run('delete from output_segment where work_center_id = any($1)', [[metered, dumb]])
      await run('delete from shift where work_center_id = any($1)', [[metered, dumb]])
    })

    it('costs what its minutes cost, by the clock of the plant', async () => {
      assert.deepEqual((await ask('measure: ENERGY_COST, by: [DAY]')).cells, [], 'no tariff is not free')
      // Half an hour of the second hour of the shift, in the clock of the plant 10:00 to 10:30.
      const peak = JSON.stringify([{ name: 'Peak', days: [1, 2, 3, 4, 5], from: 600, to: 630, pricePerKwh: 2 }])
      await run(
        `insert into energy_tariff (company_id, valid_from, currency, price_per_kwh, zones, changed_by, changed_on)
         select 'ACME1', '2026-05-01', 'EUR', 0.5, $1::jsonb, (select id from app_user limit 1), now()`,
        [peak],
      )
      const answer = await ask('measure: ENERGY_COST, by: [WORK_CENTER]')
      assert.deepEqual([answer.unit, answer.unpricedEnergy], ['EUR', 0])
      // 96 kWh at 0.5, and 6 of them at 2.
      assert.deepEqual(cellsOf(answer)[0], [String(press), 57])
      assert.deepEqual(cellsOf(await ask(`measure: ENERGY_COST, by: [HOUR], workCenterIds: [${press}]`)).slice(0, 3), [
        ['9', 6],
        ['10', 15],
        ['11', 6],
      ])
      const turn = (verb: string) => api.ask(`mutation { ${verb}Extension(id: "ENERGY") { id } }`)
      assert.deepEqual((await turn('deactivate')).errors, [])
      const off = await api.ask('{ analytics(input: { measure: ENERGY_COST, by: [] }) { units } }')
      assert.equal(off.errors[0]?.extensions.code, 'EXTENSION_OFF')
      assert.deepEqual((await turn('activate')).errors, [])
      assert.equal((await ask('measure: ENERGY_COST, by: [], unit: "PLN"')).unpricedEnergy, 158, 'a foreign currency holds none of it')
    })
  })

  describe('losses of planned time (N-20)', () => {
    const reasons = new Map<string, number>()
    const week = (date: string) => Date.parse(`${date}T06:00:00Z`)
    let saw = 0
    before(async () => {
      saw = await addPress(api, 'm-8')
      for (const name of ['Jam', 'Setup', 'No material']) {
        const { rows } = await run(`insert into loss_reason (company_id, name) values ('ACME1', $1) returning id`, [name])
        reasons.set(name, Number(Object(rows[0]).id))
      }
      // One shift of 450 planned minutes, after one, and two of the same week before.
      for (const date of ['2026-04-27', '2026-04-13', '2026-04-14', '2026-04-20']) await addShift(api, saw, { start: week(date), date })
      const lose = async (date: string, from: number, minutes: number, name: string | null = null) => {
        const at = (week(date) - DAY_START) / MINUTE_MS + from
        const reason = name === null ? {} : { reason_id: reasons.get(name) ?? 0, reason_source: 'MANUAL' }
        await addLoss(api, saw, [at, at + minutes], { shift_start_at: week(date), ...reason })
      }
      for (const from of [0, 10, 20, 30, 40]) await lose('2026-04-27', from, 5, 'Jam')
      await lose('2026-04-27', 60, 20, 'Setup')
      await lose('2026-04-27', 90, 10, 'No material')
      await lose('2026-04-27', 110, 4)
      await lose('2026-04-27', 120, 3)
      await lose('2026-04-20', 0, 40, 'Jam')
      for (const date of ['2026-04-13', '2026-04-14']) await lose(date, 0, 40, 'Jam')
    })
    after(async () => {
      await run('delete from loss where work_center_id = $1', [saw])
      await run('delete from shift where work_center_id = $1', [saw])
    })
    type Planned = {
      readonly keys: readonly (string | null)[]
      readonly planned: number
      readonly compared: number
      readonly before: number
    }
    const planned = async (input: string): Promise<Answer & { readonly planned: readonly Planned[] }> => {
      const { data, errors } = await api.ask(`{ analytics(input: { source: STATUS, workCenterIds: [${saw}], ${input} }) {
        planned { keys planned compared before } cells { keys figure { value part base } } whole { figure { part } before { part } } } }`)
      assert.deepEqual(errors, [])
      return data['analytics'] as Answer & { readonly planned: readonly Planned[] }
    }
    const monday = 'dateFrom: "2026-04-27", dateTo: "2026-05-03"'
    const SHIFT = 450 * 60

    it('are the points that each reason takes of OEE, and the time before is beside them (W-5, W-10)', async () => {
      const answer = await planned(`measure: DURATION, by: [REASON], comparison: PREVIOUS, ${monday}`)
      assert.deepEqual(answer.planned, [{ keys: [null], planned: SHIFT, compared: SHIFT, before: SHIFT }])
      const points = (part: number | undefined) => Math.round(((part ?? 0) / SHIFT) * 10_000) / 100
      assert.deepEqual(
        answer.cells.map(({ keys, figure }) => [keys[0], points(figure?.part)]),
        [
          [`${reasons.get('Jam')}`, 5.56],
          [`${reasons.get('Setup')}`, 4.44],
          [`${reasons.get('No material')}`, 2.22],
          ['UNCLASSIFIED', 1.56],
        ],
      )
      assert.equal(points(answer.whole.figure?.part), 13.78)
      // Against 40 minutes of as long a shift: 4.89 points more.
      assert.equal(points((answer.whole.figure?.part ?? 0) - (Object(answer.whole).before.part as number)), 4.89)
    })

    it('are over the shifts of each row, as many as it has, and over none by hours or of what is no loss', async () => {
      const weeks = await planned('measure: COUNT, by: [WEEK, REASON], dateFrom: "2026-04-13", dateTo: "2026-05-03"')
      assert.deepEqual(weeks.planned, [
        { keys: [null, null], planned: 4 * SHIFT, compared: 0, before: 0 },
        { keys: ['2026-04-13', null], planned: 2 * SHIFT, compared: 0, before: 0 },
        { keys: ['2026-04-20', null], planned: SHIFT, compared: 0, before: 0 },
        { keys: ['2026-04-27', null], planned: SHIFT, compared: 0, before: 0 },
      ])
      const places = await planned(`measure: DURATION, by: [REASON, WORK_CENTER], ${monday}`)
      assert.deepEqual(places.planned, [
        { keys: [null, null], planned: SHIFT, compared: 0, before: 0 },
        { keys: [null, `${saw}`], planned: SHIFT, compared: 0, before: 0 },
      ])
      // Of dates alone also those without a row: setups were not in each of the weeks.
      const setups = await planned(
        `measure: COUNT, by: [WEEK], reasonIds: [${reasons.get('Setup')}], dateFrom: "2026-04-13", dateTo: "2026-05-03"`,
      )
      assert.deepEqual(
        setups.planned.map(({ keys, planned: seconds }) => [keys[0], seconds / SHIFT]),
        [
          [null, 4],
          ['2026-04-13', 2],
          ['2026-04-20', 1],
          ['2026-04-27', 1],
        ],
      )
      assert.ok(setups.cells.length < 3)
      assert.deepEqual((await planned(`measure: DURATION, by: [HOUR], ${monday}`)).planned, [])
      assert.deepEqual((await planned(`measure: DURATION, by: [DAY], hoursOfDay: [9], ${monday}`)).planned, [])
      const { data } = await api.ask(`{ analytics(input: { measure: OEE, by: [DAY], ${monday} }) { planned { planned } } }`)
      assert.deepEqual(data['analytics'], { planned: [] })
    })
  })

  describe('OEE', () => {
    it('has a target of the work centers that have one', async () => {
      await run(`update work_center set target_oee = case id when $1 then 80 when $2 then 60 end where company_id = 'ACME1'`, [press, mill])
      const { whole, targets, cells } = await ask('measure: OEE, by: [WORK_CENTER]')
      assert.equal(round(whole.target?.value), 0.7, 'both have the same planned time')
      assert.deepEqual(targets, { withTarget: 2, total: 3 })
      assert.deepEqual(
        new Map(cells.map(({ keys, target }) => [keys[0], round(target?.value)])),
        new Map([
          [String(press), 0.8],
          [String(mill), 0.6],
          [String(cable), null],
        ]),
      )
      assert.equal((await ask('measure: OEE, by: [DAY]')).cells[0]?.target?.value, whole.target?.value)
    })

    it('by hour is what the hours of the work centers come to together', async () => {
      const terms = fc.sample(HOUR, 24)
      const own = new Map([press, mill, cable].map((id, at) => [id, terms.slice(at * 8, at * 8 + 8)]))
      for (const [id, hours] of own) for (const [at, hour] of hours.entries()) await addHour(api, id, at, hour)
      for (const [measure, factor] of [
        ['OEE', 'oee'],
        ['AVAILABILITY', 'availability'],
        ['PERFORMANCE', 'performance'],
      ] as const) {
        const { cells } = await ask(`measure: ${measure}, by: [HOUR]`)
        for (const { keys, figure } of cells) {
          const parts = [...own.values()].map((hours) => ({
            sums: sumsOfHours([hours[Number(keys[0]) - 9]].filter((one) => one !== undefined)),
          }))
          assert.equal(round(figure?.value), round(figuresOf(parts)[factor]), `${measure} at ${keys[0]}`)
        }
        assert.equal(cells.length, 8)
      }
      const both = await ask('measure: OEE, by: [WORK_CENTER, HOUR]')
      assert.equal(both.cells.length, 24)
      for (const measure of ['OEE', 'AVAILABILITY']) {
        const marks = await ask(`measure: ${measure}, by: [HOUR]`)
        for (const { keys, figure } of marks.cells) {
          const behind = await ask(`measure: ${measure}, by: [WORK_CENTER], hoursOfDay: [${keys[0]}]`)
          assert.deepEqual(behind.whole.figure, figure, `${measure} at ${keys[0]}`)
          assert.equal(behind.cells.length, 3)
        }
      }
    })
  })

  describe('what was made', () => {
    it('is told by the hour that counted it, and what no hour holds beside them, so that hours add up to the whole', async () => {
      const planer = await addPress(api, 'm-8')
      await addShift(api, planer)
      await addSegment(api, planer, [0, 480], { total: 100 })
      await run('update output_segment set effective_accepted = 100 where work_center_id = $1', [planer])
      const [hour] = fc.sample(HOUR, 1)
      assert.ok(hour)
      for (const [at, accepted] of [40, 55].entries())
        await addHour(api, planer, at, { ...hour, output: { total: accepted, accepted, rejected: 0 } })
      const { cells, whole } = await ask(`measure: OUTPUT, by: [HOUR], workCenterIds: [${planer}]`)
      assert.deepEqual(
        cells.map(({ keys, figure }) => [keys[0], figure?.part]).toSorted(([one], [other]) => String(one).localeCompare(String(other))),
        [
          ['', 5],
          ['10', 55],
          ['9', 40],
        ],
      )
      assert.equal(whole.figure?.value, 100)
      const at = async (hours: string) =>
        (await ask(`measure: OUTPUT, by: [WORK_CENTER], hoursOfDay: [${hours}], workCenterIds: [${planer}]`)).whole.figure?.value
      assert.deepEqual([await at('9'), await at('10'), await at('9, 10'), await at('11')], [40, 55, 95, 0])
      await run('update output_segment set effective_rejected = 4 where work_center_id = $1', [planer])
      await run('update hour_record set rejected_output = 1 where work_center_id = $1 and start_at = $2', [planer, DAY_START + HOUR_MS])
      const rejects = await ask(`measure: REJECTED, by: [HOUR], workCenterIds: [${planer}]`)
      assert.deepEqual(
        [rejects.whole.figure?.value, new Map(rejects.cells.map(({ keys, figure }) => [keys[0], figure?.part]))],
        [
          4,
          new Map([
            ['10', 1],
            ['', 3],
          ]),
        ],
      )
      await run('delete from shift where work_center_id = $1', [planer])
    })

    it('is told by order and by product, what several made together apart', async () => {
      const item = await rowId(
        `insert into item (company_id, name, sku, measurement_unit) values ('ACME1', 'Hub', 'H-1', 'pcs') returning id`,
      )
      const order = (code: string, product: number | null) =>
        rowId(`insert into job_order (company_id, order_code, item_id) values ('ACME1', $1, $2) returning id`, [code, product])
      const [a, b, c] = [await order('JO-A', item), await order('JO-B', item), await order('JO-C', null)]
      const saw = await addPress(api, 'm-5')
      await addShift(api, saw)
      for (const [from, orders, total] of [
        [0, [a], 100],
        [60, [a, b], 40],
        [120, [b, c], 7],
        [180, [], 3],
      ] as const)
        await addSegment(api, saw, [from, from + 60], { jobOrderIds: [...orders], total })
      // Segments have the orders that ran in them.
      for (const [id, from, to] of [
        [a, 0, 120],
        [b, 60, 180],
        [c, 120, 180],
      ] as const)
        await run(
          `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ('ACME1', $1, $2, $3, $4)`,
          [id, saw, DAY_START + from * MINUTE_MS, DAY_START + to * MINUTE_MS],
        )
      await run(
        `update output_segment set effective_accepted = effective_total, planned_ms = 3600000, run_ms = 1800000, net_operating_ms = effective_total * 10000, quality_loss_ms = 0
         where work_center_id = $1`,
        [saw],
      )
      const only = `workCenterIds: [${saw}]`
      const byOrder = await ask(`measure: OUTPUT, by: [ORDER], ${only}`)
      assert.deepEqual(cellsOf(byOrder), [
        [String(a), 100],
        ['SEVERAL', 47],
        ['', 3],
      ])
      assert.deepEqual(byOrder.names, [{ dimension: 'ORDER', key: String(a), name: 'JO-A' }])
      const byProduct = await ask(`measure: OUTPUT, by: [PRODUCT], ${only}`)
      assert.deepEqual(cellsOf(byProduct), [
        [String(item), 140],
        ['SEVERAL', 7],
        ['', 3],
      ])
      assert.equal(byProduct.names[0]?.name, 'Hub')
      assert.deepEqual(cellsOf(await ask(`measure: OEE, by: [PRODUCT], ${only}`)), [
        [String(item), round(1_400_000 / 7_200_000)],
        ['SEVERAL', round(70_000 / 3_600_000)],
        ['', round(30_000 / 3_600_000)],
      ])
      assert.deepEqual(cellsOf(await ask(`measure: AVAILABILITY, by: [ORDER, WORK_CENTER], ${only}`))[0]?.[2], 0.5)
      // A mark opens the question that is narrowed to it: its parts add up to it.
      for (const measure of ['OUTPUT', 'OEE', 'AVAILABILITY'])
        for (const [dimension, filter] of [
          ['ORDER', 'orders'],
          ['PRODUCT', 'products'],
        ] as const) {
          const marks = await ask(`measure: ${measure}, by: [${dimension}], ${only}`)
          assert.equal(marks.cells.length, 3)
          for (const { keys, figure } of marks.cells) {
            const behind = await ask(`measure: ${measure}, by: [WORK_CENTER, SHIFT], ${filter}: ["${keys[0]}"], ${only}`)
            assert.deepEqual(behind.whole.figure, figure, `${measure} of ${dimension} ${keys[0]}`)
            assert.equal(behind.cells.length, 1)
          }
        }
      const named = await ask(`measure: OUTPUT, by: [SHIFT], orders: ["${a}"], products: ["${item}"], ${only}`)
      assert.deepEqual(new Set(named.names.map(({ name }) => name)), new Set(['JO-A', 'Hub']))
      assert.equal(named.whole.figure?.value, 100)
      const namesIn = async (input: string) => new Set((await ask(`measure: OEE, by: [DAY], ${input}`)).names.map(({ name }) => name))
      // What is made elsewhere keeps its number, and so does an id that there cannot be.
      const elsewhere = await order('JO-D', null)
      const foreign = await rowId(
        `insert into item (company_id, name, sku, measurement_unit) values ('ACME1', 'Rim', 'R-1', 'pcs') returning id`,
      )
      const draft = await order('JO-E', foreign)
      await run('update job_order set work_center_id = $1 where id = $2', [saw, draft])
      const orders = `orders: ["${a}", "${elsewhere}", "${draft}", "99999999999"]`
      const products = `products: ["${item}", "${foreign}", "99999999999"]`
      assert.deepEqual(await namesIn(`${orders}, ${products}, ${only}`), new Set(['JO-A', 'Hub']))
      assert.deepEqual(await namesIn(`${orders}, ${products}`), new Set(['JO-A', 'JO-D', 'JO-E', 'Hub', 'Rim']))
      await run("update job_order set status = 'PLANNED' where id = $1", [draft])
      assert.deepEqual(await namesIn(`${orders}, ${products}, ${only}`), new Set(['JO-A', 'JO-E', 'Hub', 'Rim']))
    })

    it('is refused of orders where nothing tells them, and of orders and hours at once', async () => {
      const fieldOf = async (input: string) => {
        const { errors } = await api.ask(`{ analytics(input: { ${input} }) { unit } }`)
        return [errors[0]?.extensions.code, (errors[0]?.extensions as { field?: string } | undefined)?.field]
      }
      assert.deepEqual(await fieldOf('measure: DURATION, by: [DAY], orders: ["1"]'), ['CANNOT_DIVIDE', 'orders'])
      assert.deepEqual(await fieldOf('measure: ENERGY, by: [DAY], products: ["1"]'), ['CANNOT_DIVIDE', 'products'])
      assert.deepEqual(await fieldOf('measure: OEE, by: [DAY], orders: ["1"], hoursOfDay: [8]'), ['CANNOT_DIVIDE', 'hoursOfDay'])
      assert.deepEqual(await fieldOf('measure: OEE, by: [ORDER], hoursOfDay: [8]'), ['CANNOT_DIVIDE', 'hoursOfDay'])
      assert.deepEqual(await fieldOf('measure: ENERGY_PER_UNIT, by: [DAY], hoursOfDay: [8]'), ['CANNOT_DIVIDE', 'hoursOfDay'])
    })
  })

  describe('stops', () => {
    it('say what the records count and no loss stands for, so that reasons close to the record (W-11)', async () => {
      const oven = await addPress(api, 'm-6')
      await addShift(api, oven)
      await run(
        'update shift set excluded_ms = 1800000, availability_loss_ms = 3720000, small_stop_ms = 720000 where work_center_id = $1',
        [oven],
      )
      await addLoss(api, oven, [0, 100])
      const only = `workCenterIds: [${oven}]`
      const { untracked, whole } = await ask(`measure: DURATION, by: [REASON], source: STATUS, ${only}`)
      assert.deepEqual([whole.figure?.value, untracked], [6000, 240])
      assert.equal(
        (await ask(`measure: DURATION, by: [], source: STATUS, lossTypes: [ACTUAL], ${only}`)).untracked,
        null,
        'of a part of the losses',
      )
      await addLoss(api, oven, [100, 110])
      assert.equal((await ask(`measure: DURATION, by: [REASON], source: STATUS, ${only}`)).untracked, null)
    })

    it('are worth what a minute of run time makes, a minute less in each shift, at one work center alone (W-2)', async () => {
      const lathe = await addPress(api, 'm-10')
      for (const [at, date] of ['2026-05-03', '2026-05-04'].entries())
        await addShift(api, lathe, { start: DAY_START - (1 - at) * 24 * HOUR_MS, date })
      await addSegment(api, lathe, [0, 480], { total: 3400 })
      await run(
        `update shift set ideal_cycle_ms = 6000, elapsed_ms = 28800000, no_data_ms = 0, excluded_ms = 1800000, availability_loss_ms = 3720000, small_stop_ms = 720000,
           net_operating_ms = 20400000, quality_loss_ms = 408000, total_output = 3400, accepted_output = 3332, rejected_output = 68 where work_center_id = $1`,
        [lathe],
      )
      const worths = async (ids: readonly number[]) => {
        const { data, errors } = await api.ask(
          `{ analytics(input: { measure: DURATION, by: [REASON], workCenterIds: [${ids.join()}] }) { minuteWorths { kind points units unit } } }`,
        )
        assert.deepEqual(errors, [])
        const { minuteWorths } = data['analytics'] as {
          readonly minuteWorths: readonly {
            readonly kind: string
            readonly points: number
            readonly units: number | null
            readonly unit: string
          }[]
        }
        return minuteWorths.map(({ kind, points, units, unit }) => [kind, (points * 100).toFixed(4), units?.toFixed(3) ?? null, unit])
      }
      // A minute in each of two shifts: 450 planned, 388 run, 376 without small stops, 340 net, 333.2 valuable minutes.
      assert.deepEqual(await worths([lathe]), [
        ['EXCLUDED', '0.0263', '8.588', 'pcs'],
        ['QUALITY', '0.2222', null, 'pcs'],
        ['SMALL_STOP', '0.1969', '8.862', 'pcs'],
        ['SPEED', '0.2178', null, 'pcs'],
        ['STOP', '0.1908', '8.588', 'pcs'],
      ])
      assert.deepEqual(await worths([lathe, press]), [])
      await run('delete from shift where work_center_id = $1', [lathe])
    })

    it('are told by who said something of them, and the list of a person adds up to it', async () => {
      const router = await addPress(api, 'm-9')
      await addShift(api, router)
      for (const [from, to, person] of [
        [0, 10, api.users.ADMIN],
        [20, 50, api.users.ADMIN],
        [60, 65, api.users.OPERATOR],
        [70, 71, null],
      ] as const)
        await addLoss(api, router, [from, to], { updated_by: person })
      const only = `workCenterIds: [${router}]`
      const { cells, names, whole } = await ask(`measure: DURATION, by: [PERSON], ${only}`)
      const nobody = '00000000-0000-0000-0000-000000000000'
      assert.deepEqual(
        cells.map(({ keys, figure }) => [keys[0], figure?.value]),
        [
          [api.users.ADMIN, 2400],
          [api.users.OPERATOR, 300],
          [nobody, 60],
        ],
      )
      assert.equal(whole.figure?.value, 2760)
      assert.deepEqual(new Set(names.map(({ key }) => key)), new Set([api.users.ADMIN, api.users.OPERATOR]))
      for (const { keys, figure } of cells) {
        const { data, errors } = await api.ask(`{ lossesTotals(filter: { personIds: ["${keys[0]}"], ${only} }) { duration } }`)
        assert.deepEqual(errors, [])
        assert.equal((data['lossesTotals'] as { duration: number }).duration, figure?.value)
      }
      const { errors } = await api.ask(`{ analytics(input: { measure: OEE, by: [PERSON] }) { unit } }`)
      assert.equal(errors[0]?.extensions.code, 'CANNOT_DIVIDE')
      await run('delete from loss where work_center_id = $1', [router])
    })

    it('are narrowed to those that lower OEE, in the list too', async () => {
      const drill = await addPress(api, 'm-7')
      await addShift(api, drill)
      const lunch = await rowId(
        `insert into loss_reason (company_id, name, include_in_oee_calculation, type) values ('ACME1', 'Lunch', false, 'PLANNED') returning id`,
      )
      await addLoss(api, drill, [0, 30], { reason_id: lunch, reason_source: 'MANUAL' })
      await addLoss(api, drill, [40, 50])
      await addLoss(api, drill, [60, 62], { level: 1 })
      for (const [lowers, seconds] of [
        [true, 720],
        [false, 1800],
      ] as const) {
        const { whole } = await ask(`measure: DURATION, by: [], source: STATUS, lowersOee: ${lowers}, workCenterIds: [${drill}]`)
        assert.equal(whole.figure?.value, seconds)
        const { data, errors } = await api.ask(
          `{ lossesTotals(filter: { shiftDateFrom: "2026-04-28", shiftDateTo: "2026-05-04", lowersOee: ${lowers}, workCenterIds: [${drill}] }) { duration } }`,
        )
        assert.deepEqual(errors, [])
        assert.equal((data['lossesTotals'] as { duration: number }).duration, seconds)
      }
    })
  })

  async function rowId(sql: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await run(sql, values)
    return Number((rows[0] as { id: number }).id)
  }
})

function round(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 1e9) / 1e9
}

/** Hours of a machine that stands, runs, or is not planned, with a reference speed or without. */
const HOUR: fc.Arbitrary<OeeTerms> = fc
  .record({
    excluded: fc.constantFrom(0, 0, 10, 60),
    stopped: fc.constantFrom(0, 5, 60),
    total: fc.integer({ min: 0, max: 50 }),
    isPriced: fc.boolean(),
  })
  .map(({ excluded, stopped, total, isPriced }) => {
    const lossMs = Math.min(stopped, 60 - excluded) * MINUTE_MS
    const made = lossMs + excluded * MINUTE_MS >= HOUR_MS ? 0 : total
    const none = { total: 0, accepted: 0, rejected: 0 }
    return {
      elapsedMs: HOUR_MS,
      excludedMs: excluded * MINUTE_MS,
      noDataMs: 0,
      availabilityLossMs: lossMs,
      smallStopMs: 0,
      plannedDowntimeMs: 0,
      unplannedDowntimeMs: 0,
      unclassifiedDowntimeMs: lossMs,
      plannedIncludedMs: 0,
      unplannedIncludedMs: 0,
      orderLossMs: 0,
      setupMs: 0,
      failureMs: 0,
      failureCount: 0,
      netOperatingMs: isPriced ? made * MINUTE_MS : null,
      qualityLossMs: isPriced ? 0 : null,
      output: { total: made, accepted: made, rejected: 0 },
      uncountedOutput: none,
    }
  })

async function addHour(api: TestApi, workCenterId: number, at: number, terms: OeeTerms): Promise<void> {
  await api.database.pool.query(
    `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms,
       planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms,
       total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
     values ('ACME1', $1, $2, $3, $4, $5, 0, $6, 0, 0, 0, $6, 0, 0, 0, $7, $8, $9, $9, 0, 0, 0, 0)`,
    [
      workCenterId,
      DAY_START + at * HOUR_MS,
      DAY_START,
      terms.elapsedMs,
      terms.excludedMs,
      terms.availabilityLossMs,
      terms.netOperatingMs,
      terms.qualityLossMs,
      terms.output.total,
    ],
  )
}
