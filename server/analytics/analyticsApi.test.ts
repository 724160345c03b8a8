import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'

type Cell = { readonly keys: readonly string[]; readonly figure: { readonly value: number | null } }

describe('the question of analytics', () => {
  let api: TestApi
  let press: number
  let jam: number
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 30 * HOUR_MS })
    press = await addPress(api, 'asked-1')
    await addShift(api, press)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name) values ('ACME1', 'Jam') returning id`,
    )
    jam = rows[0]?.id ?? 0
    await addLoss(api, press, [0, 25], { reason_id: jam, reason_source: 'MANUAL' })
    await addLoss(api, press, [40, 47])
    await addLoss(api, press, [60, 62], { level: 1 })
    await addLoss(api, press, [70, 80], { is_scheduled_loss: true })
    await addLoss(api, press, [90, 99], { is_valid: false })
    await addLoss(api, press, [0, 480], { source: 'SPEED', quantity: 12, duration_ms: 720_000 })
  })
  after(() => api.close())

  const ask = (input: string, as: Role = 'ADMIN') =>
    api.ask(`{ analytics(input: { ${input} }) { whole { figure { value } } cells { keys figure { value } } } }`, { as })
  const cellsOf = async (input: string) => {
    const { data, errors } = await ask(input)
    assert.deepEqual(errors, [])
    return (data['analytics'] as { cells: readonly Cell[] }).cells.map(({ keys, figure }) => [...keys, figure.value])
  }

  it('answers the losses of the seven days before today, the greatest first', async () => {
    assert.deepEqual(await cellsOf('measure: DURATION, by: [REASON]'), [
      [String(jam), 1500],
      ['SPEED', 720],
      ['PLANNED', 600],
      ['UNCLASSIFIED', 420],
      ['NOT_NEEDED', 120],
    ])
    assert.deepEqual(await cellsOf('measure: COUNT, by: [CATEGORY, WEEKDAY], source: STATUS'), [['AVAILABILITY', '1', 4]])
    assert.deepEqual(await cellsOf('measure: AVERAGE, by: [HOUR], source: STATUS'), [
      ['9', 960],
      ['10', 360],
    ])
    assert.deepEqual(await cellsOf(`measure: AVAILABILITY, by: [WORK_CENTER]`), [[String(press), 360 / 450]])
  })

  it('answers marks that the lists of losses repeat exactly', async () => {
    const sums = async (filter: string) => {
      const { data, errors } = await api.ask(
        `{ lossesTotals(filter: { shiftDateFrom: "2026-04-28", shiftDateTo: "2026-05-04", ${filter} }) { count duration } }`,
      )
      assert.deepEqual(errors, [])
      return Object.values(data['lossesTotals'] as object) as number[]
    }
    const filters: Readonly<Record<string, string>> = {
      [String(jam)]: `reasonIds: [${jam}]`,
      PLANNED: 'source: STATUS, isWithoutReason: true, classification: CLASSIFIED',
      UNCLASSIFIED: 'source: STATUS, isWithoutReason: true, classification: UNCLASSIFIED',
      NOT_NEEDED: 'source: STATUS, isWithoutReason: true, classification: NOT_NEEDED',
    }
    const counts = new Map((await cellsOf('measure: COUNT, by: [REASON]')).map(([key, value]) => [key, value]))
    const durations = await cellsOf('measure: DURATION, by: [REASON], source: STATUS')
    for (const [key, seconds] of durations)
      assert.deepEqual(await sums(filters[String(key)] ?? ''), [counts.get(key ?? ''), seconds], String(key))
    assert.equal(durations.length, 4)
  })

  it('answers output in one unit, never pieces with metres', async () => {
    const cable = await addPress(api, 'asked-2')
    await addShift(api, cable)
    for (const [id, from, total] of [
      [press, 0, 200],
      [press, 60, 70],
      [cable, 0, 900],
    ] as const)
      await addSegment(api, id, [from, from + 30], { total })
    await api.database.pool.query(
      `update output_segment set effective_accepted = effective_total - 10, unit = case when work_center_id = $1 then 'm' end`,
      [cable],
    )
    const output = async (input: string) => {
      const { data, errors } = await api.ask(
        `{ analytics(input: { measure: OUTPUT, by: [WORK_CENTER] ${input} }) { unit units cells { keys figure { value } } } }`,
      )
      assert.deepEqual(errors, [])
      const { cells, unit, units } = data['analytics'] as { cells: readonly Cell[]; unit: string; units: readonly string[] }
      return { unit, units, cells: cells.map(({ keys, figure }) => [...keys, figure.value]) }
    }
    assert.deepEqual(await output(''), { unit: 'pcs', units: ['pcs', 'm'], cells: [[String(press), 250]] })
    assert.deepEqual(await output(', unit: "m"'), { unit: 'm', units: ['pcs', 'm'], cells: [[String(cable), 890]] })
  })

  it('is asked by those who may read analytics, of work centers that they see', async () => {
    for (const role of ['OPERATOR', 'GUEST'] as const) {
      const { errors } = await ask('measure: COUNT', role)
      assert.deepEqual(
        errors.map(({ extensions }) => extensions.code),
        role === 'OPERATOR' ? ['FORBIDDEN'] : [],
      )
    }
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('OTHER', 'Theirs') returning id`,
    )
    assert.deepEqual(await cellsOf(`measure: COUNT, by: [WORK_CENTER], workCenterIds: [${rows[0]?.id ?? 0}]`), [])
  })

  for (const [name, input, code, field] of [
    ['records by reason', 'measure: OEE, by: [REASON]', 'CANNOT_DIVIDE', 'by'],
    ['losses by order', 'measure: DURATION, by: [ORDER]', 'CANNOT_DIVIDE', 'by'],
    ['energy by order', 'measure: ENERGY, by: [PRODUCT]', 'CANNOT_DIVIDE', 'by'],
    ['orders by hour', 'measure: OEE, by: [HOUR, ORDER]', 'CANNOT_DIVIDE', 'by'],
    ['units by hour', 'measure: ENERGY_PER_UNIT, by: [HOUR]', 'CANNOT_DIVIDE', 'by'],
    ['OEE by hour of more than 92 days', 'measure: OEE, by: [HOUR], dateFrom: "2026-01-01"', 'INVALID_PERIOD', 'dateTo'],
    ['three dimensions', 'measure: COUNT, by: [DAY, REASON, SHIFT]', 'CANNOT_DIVIDE', 'by'],
    ['a dimension twice', 'measure: COUNT, by: [DAY, DAY]', 'CANNOT_DIVIDE', 'by'],
    ['the number of losses of speed', 'measure: COUNT, source: SPEED', 'CANNOT_DIVIDE', 'source'],
    ['lost speed by hour', 'measure: DURATION, by: [HOUR], source: SPEED', 'CANNOT_DIVIDE', 'source'],
    ['an end before the beginning', 'measure: COUNT, dateFrom: "2026-05-04", dateTo: "2026-05-03"', 'INVALID_PERIOD', 'dateTo'],
    ['more than 397 days', 'measure: COUNT, dateFrom: "2025-01-01", dateTo: "2026-05-03"', 'INVALID_PERIOD', 'dateTo'],
    ['more than 397 days until yesterday', 'measure: COUNT, dateFrom: "2025-01-01"', 'INVALID_PERIOD', 'dateTo'],
    ['a beginning that is to come', 'measure: COUNT, dateFrom: "2026-06-01"', 'INVALID_PERIOD', 'dateTo'],
    ['an eighth day of the week', 'measure: COUNT, weekdays: [8]', 'VALUE_OUT_OF_RANGE', 'weekdays'],
    ['a 25th hour', 'measure: COUNT, hoursOfDay: [24]', 'VALUE_OUT_OF_RANGE', 'hoursOfDay'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const { errors } = await ask(input)
      assert.deepEqual(
        errors.map(({ extensions }) => [extensions.code, extensions.field]),
        [[code, field]],
      )
    })
  }
})
