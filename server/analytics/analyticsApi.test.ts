import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
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

  it('compares with dates of one’s own, as many of both', async () => {
    const compared = async (dates: string) => {
      const { data, errors } = await api.ask(
        `{ analytics(input: { measure: COUNT, dateFrom: "2026-04-27", dateTo: "2026-05-03", comparison: DATES ${dates} }) { before { dateFrom dateTo } over { dateTo } } }`,
      )
      assert.deepEqual(errors, [])
      return data['analytics']
    }
    assert.deepEqual(await compared('comparedFrom: "2026-03-02"'), {
      before: { dateFrom: '2026-03-02', dateTo: '2026-03-08' },
      over: { dateTo: '2026-05-03' },
    })
    assert.deepEqual(await compared('comparedFrom: "2026-03-02", comparedTo: "2026-03-04"'), {
      before: { dateFrom: '2026-03-02', dateTo: '2026-03-04' },
      over: { dateTo: '2026-04-29' },
    })
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
    // Several that are put together, whatever each of them is.
    const keyed = new Map(durations.map(([key, seconds]) => [String(key), Number(seconds)]))
    for (const [without, more] of [
      ['PLANNED', `reasonIds: [${jam}]`],
      ['UNCLASSIFIED, NOT_NEEDED', `reasonIds: [${jam}]`],
      ['UNCLASSIFIED', ''],
      ['SPEED', `reasonIds: [${jam}]`],
    ] as const) {
      const keys = [...without.split(', '), ...(more === '' ? [] : [String(jam)])]
      const seconds = keys.reduce((sum, key) => sum + (keyed.get(key) ?? 0), 0)
      assert.equal((await sums(`source: STATUS, anyReason: { without: [${without}] ${more} }`))[1], seconds, keys.join(' '))
    }
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

  it('keeps the figures of a deleted work center, under its name', async () => {
    const gone = await addPress(api, 'Old press')
    await addShift(api, gone)
    await addLoss(api, gone, [0, 10])
    assert.deepEqual((await api.ask(`mutation { deleteBox(boxId: ${gone}) { id } }`)).errors, [])
    for (const [measure, value] of [
      ['DURATION', 600],
      ['OEE', null],
    ] as const) {
      const { data, errors } = await api.ask(
        `{ analytics(input: { measure: ${measure}, by: [WORK_CENTER] }) { names { dimension key name } cells { keys figure { value } } } }`,
      )
      assert.deepEqual(errors, [])
      const { names, cells } = data['analytics'] as { names: readonly object[]; cells: readonly Cell[] }
      assert.deepEqual(names, [{ dimension: 'WORK_CENTER', key: `${gone}`, name: 'Old press' }], measure)
      const own = cells.find(({ keys }) => keys[0] === `${gone}`)
      assert.ok(own, measure)
      if (value !== null) assert.equal(own.figure.value, value)
    }
    assert.deepEqual(await cellsOf(`measure: COUNT, workCenterIds: [${gone}]`), [[1]])
  })

  it('is asked by a visitor of the provider while the visit lasts, and tells what the visitor said of losses afterwards', async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into app_user (email, first_name, last_name, email_verified_on, provider_role)
       values ('helper@provider.example', 'Hanna', 'Helper', now(), 'PROVIDER_SUPPORT') returning id`,
    )
    const helper = asId<UserId>(rows[0]?.id ?? '')
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'USER')`, [helper])
    const count = async () => await api.ask(`{ analytics(input: { measure: COUNT }) { whole { figure { value } } } }`, { as: helper })
    assert.equal((await count()).status, 401)
    const entering = await api.ask('mutation { enterCompany(companyId: "ACME1", reason: "Ticket 4711") { id } }', {
      as: helper,
      company: 'OTHER',
    })
    assert.deepEqual(entering.errors, [])
    // The clock of these questions stands still, that of the database does not.
    await api.database.pool.query(
      `update membership set expires_on = now() + interval '8 hours' where company_id = 'ACME1' and user_id = $1`,
      [helper],
    )
    assert.deepEqual((await count()).errors, [])
    const noted = await api.ask('mutation { addTimelineNote(input: { text: "Mine", start: "2026-05-04T08:00:00Z" }) { id } }', {
      as: helper,
    })
    assert.equal(noted.errors[0]?.extensions.code, 'FORBIDDEN')
    await api.database.pool.query(`update loss set updated_by = $1 where company_id = 'ACME1' and reason_id = $2`, [helper, jam])
    assert.deepEqual((await api.ask('mutation { leaveCompany }', { as: helper })).errors, [])
    assert.equal((await count()).status, 401)
    const { data } = await api.ask(
      '{ analytics(input: { measure: COUNT, by: [PERSON], source: STATUS }) { names { key name } cells { keys figure { value } } } }',
    )
    const { names, cells } = data['analytics'] as { names: readonly object[]; cells: readonly Cell[] }
    assert.equal(cells.find(({ keys }) => keys[0] === helper)?.figure.value, 1)
    assert.deepEqual(names, [{ key: helper, name: 'Hanna Helper' }])
  })

  for (const [name, input, code, field] of [
    ['records by reason', 'measure: OEE, by: [REASON]', 'CANNOT_DIVIDE', 'by'],
    ['losses by order', 'measure: DURATION, by: [ORDER]', 'CANNOT_DIVIDE', 'by'],
    ['energy by order', 'measure: ENERGY, by: [PRODUCT]', 'CANNOT_DIVIDE', 'by'],
    ['orders by hour', 'measure: OEE, by: [HOUR, ORDER]', 'CANNOT_DIVIDE', 'by'],
    ['units by hour', 'measure: ENERGY_PER_UNIT, by: [HOUR]', 'CANNOT_DIVIDE', 'by'],
    ['attainment by hour', 'measure: ATTAINMENT, by: [HOUR]', 'CANNOT_DIVIDE', 'by'],
    ['attainment by order', 'measure: ATTAINMENT, by: [ORDER]', 'CANNOT_DIVIDE', 'by'],
    ['attainment of some hours', 'measure: ATTAINMENT, hoursOfDay: [8]', 'CANNOT_DIVIDE', 'hoursOfDay'],
    ['attainment of orders', 'measure: ATTAINMENT, orders: ["1"]', 'CANNOT_DIVIDE', 'orders'],
    ['rejects by reason', 'measure: REJECTED, by: [REASON]', 'CANNOT_DIVIDE', 'by'],
    ['OEE by hour of more than 92 days', 'measure: OEE, by: [HOUR], dateFrom: "2026-01-01"', 'INVALID_PERIOD', 'dateTo'],
    ['three dimensions', 'measure: COUNT, by: [DAY, REASON, SHIFT]', 'CANNOT_DIVIDE', 'by'],
    ['a dimension twice', 'measure: COUNT, by: [DAY, DAY]', 'CANNOT_DIVIDE', 'by'],
    ['the number of losses of speed', 'measure: COUNT, source: SPEED', 'CANNOT_DIVIDE', 'source'],
    ['lost speed by hour', 'measure: DURATION, by: [HOUR], source: SPEED', 'CANNOT_DIVIDE', 'source'],
    ['an end before the beginning', 'measure: COUNT, dateFrom: "2026-05-04", dateTo: "2026-05-03"', 'INVALID_PERIOD', 'dateTo'],
    ['more than 397 days', 'measure: COUNT, dateFrom: "2025-01-01", dateTo: "2026-05-03"', 'INVALID_PERIOD', 'dateTo'],
    ['more than 397 days until yesterday', 'measure: COUNT, dateFrom: "2025-01-01"', 'INVALID_PERIOD', 'dateTo'],
    ['a beginning that is to come', 'measure: COUNT, dateFrom: "2026-06-01"', 'INVALID_PERIOD', 'dateTo'],
    ['a comparison with no dates', 'measure: COUNT, comparison: DATES', 'REQUIRED', 'comparedFrom'],
    [
      'a comparison that ends before it begins',
      'measure: COUNT, comparison: DATES, comparedFrom: "2026-03-02", comparedTo: "2026-03-01"',
      'INVALID_PERIOD',
      'comparedTo',
    ],
    [
      'a comparison with more than 397 days',
      'measure: COUNT, comparison: DATES, comparedFrom: "2024-03-02", comparedTo: "2026-03-01"',
      'INVALID_PERIOD',
      'comparedTo',
    ],
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
