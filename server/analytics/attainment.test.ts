import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { askStatistics } from '#server/oee/oeeQuestion.service.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const ACME = asId<CompanyId>('ACME1')
const NOW = DAY_START + 4 * DAY_MS
const DATES = 'dateFrom: "2026-05-04", dateTo: "2026-05-07"'

type Figure = { readonly value: number | null; readonly part: number; readonly base: number | null }
type Answer = {
  readonly unit: string | null
  readonly targets: { readonly withTarget: number; readonly total: number } | null
  readonly cells: readonly { readonly keys: readonly string[]; readonly figure: Figure; readonly before: Figure | null }[]
  readonly whole: { readonly figure: Figure; readonly compared: Figure | null; readonly before: Figure | null }
}

describe('attainment of the target output, and rejects (N-21)', () => {
  let api: TestApi
  let press: number
  let mill: number
  let bare: number
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    ;[press, mill, bare] = [await addPress(api, 'a-1'), await addPress(api, 'a-2'), await addPress(api, 'a-3')]
    await run(`update work_center set target_output = 500, target_output_period = 'SHIFT' where id = $1`, [press])
    // 450 planned minutes of a shift at 0.7 a minute: 315 units.
    await run(`update work_center set target_speed = 0.7 where id = $1`, [mill])
    await run(`update work_center set target_output = null, target_speed = null where id = $1`, [bare])
    for (const [day, total, rejected] of [
      [0, 460, 60],
      [1, 330, 30],
      [2, 512, 12],
    ] as const)
      for (const id of [press, mill, bare]) await made(id, day, { total, rejected })
  })
  after(() => api.close())

  const run = (text: string, values: readonly unknown[] = []) => api.database.pool.query(text, [...values])

  /** A shift of eight hours with one segment that made all of it. */
  async function made(
    id: number,
    day: number,
    { total, rejected, unit = null }: { total: number; rejected: number; unit?: string | null },
  ) {
    const start = DAY_START + day * DAY_MS
    await addShift(api, id, { start, date: `2026-05-0${4 + day}`, total, rejected })
    await run(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
         uncounted_rejected, effective_total, effective_accepted, effective_rejected, job_order_ids, is_confirmed, is_closed, unit)
       values ('ACME1', $1, $2, $3, $2, $4, $5, $6, 0, 0, 0, $4, $5, $6, '{}', false, true, $7)`,
      [id, start, start + 8 * HOUR_MS, total, total - rejected, rejected, unit],
    )
  }

  const ask = async (input: string): Promise<Answer> => {
    const figure = '{ value part base }'
    const { data, errors } = await api.ask(
      `{ analytics(input: { ${input} }) { unit targets { withTarget total } cells { keys figure ${figure} before ${figure} }
        whole { figure ${figure} compared ${figure} before ${figure} } } }`,
    )
    assert.deepEqual(errors, [])
    return data['analytics'] as Answer
  }

  it('is what those with a target accepted over their targets, and tells of how many (§4.1)', async () => {
    const { whole, targets, cells, unit } = await ask(`measure: ATTAINMENT, by: [WORK_CENTER], ${DATES}`)
    assert.equal(unit, 'pcs')
    assert.deepEqual(targets, { withTarget: 2, total: 3 })
    const figures = new Map(cells.map(({ keys, figure }) => [keys[0], [figure.part, round(figure.base)]]))
    assert.deepEqual(
      figures,
      new Map([
        [String(press), [1200, 1500]],
        [String(mill), [1200, 945]],
      ]),
    )
    assert.deepEqual([whole.figure.part, round(whole.figure.base)], [2400, 2445])
  })

  it('is that of the statistics of the same shifts and of the report of output, shift by shift', async () => {
    const period = { start: DAY_START - 9 * HOUR_MS, end: DAY_START + 3 * DAY_MS - 9 * HOUR_MS }
    const stats = await api.database.inTenant(ACME, (tenant) =>
      askStatistics(tenant, { workCenterIds: null, groupIds: null, period, now: NOW, groupBy: null, subject: 'COMPANY' }),
    )
    const [output] = stats[0]?.outputs ?? []
    const { whole, targets } = await ask(`measure: ATTAINMENT, by: [], ${DATES}`)
    assert.ok(output)
    assert.equal(round(whole.figure.value), round(attainmentOf(output.targetedAccepted, output.target)))
    assert.deepEqual([output.withTarget, output.workCenters], [targets?.withTarget, targets?.total])
    const iso = (at: number) => new Date(at).toISOString()
    const { data } = await api.ask(
      `{ outputReport(filter: { period: { start: "${iso(period.start)}", end: "${iso(period.end)}" } }) { workCenter { id } acceptedOutput targetOutput rejectedOutput } }`,
    )
    type Row = { workCenter: { id: number }; acceptedOutput: number; rejectedOutput: number; targetOutput: number | null }
    const rows = data['outputReport'] as readonly Row[]
    const planned = rows.filter(({ targetOutput }) => targetOutput !== null)
    const sumOf = (some: readonly Row[], pick: (row: Row) => number) => some.reduce((sum, row) => sum + Number(pick(row)), 0)
    assert.deepEqual(
      [sumOf(planned, (row) => row.acceptedOutput), sumOf(planned, (row) => row.targetOutput ?? 0)],
      [whole.figure.part, round(whole.figure.base)],
    )
    const rejected = await ask(`measure: REJECTED, by: [DAY, WORK_CENTER], ${DATES}`)
    assert.equal(
      sumOf(rows, (row) => row.rejectedOutput),
      rejected.whole.figure.value,
    )
    assert.equal(rejected.whole.figure.value, 3 * 102)
  })

  it('adds up whatever it is divided by, and a question narrowed to a cell has its figure exactly', async () => {
    for (const measure of ['ATTAINMENT', 'REJECTED'])
      for (const by of ['DAY', 'WEEK', 'MONTH', 'WEEKDAY', 'SHIFT', 'GROUP', 'WORK_CENTER', 'DAY, WORK_CENTER', 'SHIFT, WEEKDAY']) {
        const { whole, cells } = await ask(`measure: ${measure}, by: [${by}], ${DATES}`)
        const sums = [sum(cells.map(({ figure }) => figure.part)), round(sum(cells.map(({ figure }) => figure.base ?? 0)))]
        assert.deepEqual(sums, [whole.figure.part, round(whole.figure.base ?? 0)], `${measure} by ${by}`)
        assert.ok(cells.length > 0)
      }
    const { cells } = await ask(`measure: ATTAINMENT, by: [DAY, WORK_CENTER], ${DATES}`)
    assert.equal(cells.length, 6)
    for (const { keys, figure } of cells) {
      const behind = await ask(
        `measure: ATTAINMENT, by: [SHIFT], workCenterIds: [${keys[1]}], dateFrom: "${keys[0]}", dateTo: "${keys[0]}"`,
      )
      assert.deepEqual(behind.whole.figure, figure)
    }
  })

  it('is compared, a ratio in both periods', async () => {
    const { whole, cells } = await ask(
      'measure: ATTAINMENT, by: [WORK_CENTER], comparison: PREVIOUS, dateFrom: "2026-05-05", dateTo: "2026-05-05"',
    )
    // 300 and 300 of 500 and 315, the day before 400 and 400.
    assert.deepEqual([whole.figure.part, whole.before?.part, round(whole.before?.base ?? null)], [600, 800, 815])
    assert.equal(cells.find(({ keys }) => keys[0] === String(press))?.before?.value, 0.8)
  })

  it('counts of a running shift the share of its target that is over', async () => {
    const lathe = await addPress(api, 'a-4')
    await run(`update work_center set target_output = 800, target_output_period = 'SHIFT' where id = $1`, [lathe])
    await addShift(api, lathe, { start: NOW - 2 * HOUR_MS, date: '2026-05-08', total: 100, rejected: 0 })
    // Of four hours two are over, all of them planned.
    await run('update shift set end_at = $2, as_of = $3, elapsed_ms = $4, no_data_ms = 0, excluded_ms = 0 where work_center_id = $1', [
      lathe,
      NOW + 2 * HOUR_MS,
      NOW,
      2 * HOUR_MS,
    ])
    const { whole } = await ask(
      `measure: ATTAINMENT, by: [], workCenterIds: [${lathe}], dateFrom: "2026-05-08", dateTo: "2026-05-08", unit: "pcs"`,
    )
    assert.equal(whole.figure.base, 400)
    await run('delete from shift where work_center_id = $1', [lathe])
  })

  it('has no target of shifts in which another unit was made, and never adds units', async () => {
    const cable = await addPress(api, 'a-5')
    await run(`update work_center set target_output = 100, target_output_period = 'SHIFT', measurement_unit = 'm' where id = $1`, [cable])
    await made(cable, 0, { total: 90, rejected: 0, unit: 'pcs' })
    await made(cable, 1, { total: 90, rejected: 0, unit: 'm' })
    await made(cable, 2, { total: 90, rejected: 0 })
    const own = `workCenterIds: [${cable}], ${DATES}`
    const metres = await ask(`measure: ATTAINMENT, by: [DAY], unit: "m", ${own}`)
    assert.deepEqual(
      [metres.whole.figure, metres.targets],
      [
        { value: 0.9, part: 180, base: 200 },
        { withTarget: 1, total: 1 },
      ],
    )
    const pieces = await ask(`measure: ATTAINMENT, by: [DAY], unit: "pcs", ${own}`)
    assert.deepEqual([pieces.cells, pieces.targets], [[], { withTarget: 0, total: 1 }])
    await run('delete from shift where work_center_id = $1', [cable])
    await run('delete from output_segment where work_center_id = $1', [cable])
  })

  it('divides a target a day by the shifts of the day', async () => {
    const saw = await addPress(api, 'a-6')
    await run(`update work_center set target_output = 900, target_output_period = 'DAY' where id = $1`, [saw])
    await made(saw, 0, { total: 300, rejected: 0 })
    const own = `workCenterIds: [${saw}], ${DATES}`
    const { whole } = await ask(`measure: ATTAINMENT, by: [], ${own}`)
    const stats = await api.database.inTenant(ACME, (tenant) =>
      askStatistics(tenant, {
        workCenterIds: [asId(saw)],
        groupIds: null,
        period: { start: DAY_START - HOUR_MS, end: DAY_START + 10 * 60 * MINUTE_MS },
        now: NOW,
        groupBy: null,
        subject: 'COMPANY',
      }),
    )
    assert.equal(whole.figure.base, stats[0]?.outputs[0]?.target)
    assert.ok((whole.figure.base ?? 0) > 0)
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6
}
