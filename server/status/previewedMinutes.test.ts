import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'

const QUARTER_MS = 900_000
const DAYS = 14
const FROM = '2018-01-01T00:00:00+09:00'
const END = Date.parse(FROM) + DAYS * 96 * QUARTER_MS
const PERIOD = { start: new Date(Date.parse(FROM) + 3 * 86_400_000).toISOString(), end: new Date(END - 86_400_000).toISOString() }
/** Where the rules of a test change within the period. */
const HALF_WAY = new Date(Date.parse(FROM) + 8 * 86_400_000).toISOString()

type Rule = { readonly id: number; readonly name: string; readonly version: number }
type Total = { readonly kind: string; readonly statusRuleId: number | null; readonly duration: number }

/** Edits of rules; `rules` refers to a stored rule by name, other names are new rules. */
const CHANGES: readonly {
  readonly name: string
  readonly validFrom: string
  readonly rules: readonly object[]
  readonly archived?: string
}[] = [
  { name: 'a moved lower bound', validFrom: PERIOD.start, rules: [rule('Load', 240, null)] },
  { name: 'a bound that two share', validFrom: PERIOD.start, rules: [rule('Part load', 40, 260), rule('Load', 260, null)] },
  { name: 'a debounce of an hour', validFrom: PERIOD.start, rules: [rule('Load', 260, null, { minEventDuration: 3600 })] },
  {
    name: 'debounces of all, some longer than a sample and some shorter',
    validFrom: PERIOD.start,
    rules: [
      rule('Load', 260, null, { minEventDuration: 1000 }),
      rule('Part load', 40, 260, { minEventDuration: 5400 }),
      rule('Standby', 10, 40, { minEventDuration: 60 }),
    ],
  },
  { name: 'a change in the middle of the period', validFrom: HALF_WAY, rules: [rule('Standby', 18.6, 40), rule('Part load', 40, 250)] },
  { name: 'a new rule in a gap', validFrom: HALF_WAY, rules: [rule('Load', 400, null), rule('High', 300, 400, { isEffective: true })] },
  { name: 'an archived rule whose range another takes', validFrom: HALF_WAY, rules: [rule('Load', 300, null)], archived: 'High' },
]

describe('what a preview says of recorded power', () => {
  let api: TestApi
  let box: number
  before(async () => {
    api = await startTestApi({ now: () => END, ingest: true })
    await addCompany(api.database, ACME)
    const machine = await addMachine(api.database, ACME)
    box = machine.workCenterId
    await api.database.pool.query('update shift_schedule set valid_from = 0')
    await api.database.pool.query(`update device set report_mode = 'ON_CHANGE' where id = $1`, [machine.deviceId])
    await api.database.pool.query(
      'update work_center set nominal_power = 500, voltage = 400, cos_phi = 0.8, transformation_ratio_code = $2 where id = $1',
      [box, '1/1'],
    )
    await api.database.pool.query('delete from status_rule_version')
    await api.database.pool.query('delete from status_rule')
    await save([rule('Load', 200, null), rule('Part load', 40, 200), rule('Standby', 10, 40)], FROM)
    const samples = recorded()
    for (let from = 0; from < samples.length; from += 500) {
      const response = await fetch(`${api.origin}/api/devices/${machine.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${machine.secret}` },
        body: JSON.stringify({ samples: samples.slice(from, from + 500) }),
      })
      assert.equal(response.status, 202)
    }
    await eventually(async () => {
      await api.store(ACME)
      const { rows } = await api.database.pool.query<{ n: number | null }>('select sum(sample_count) as n from sample_chunk')
      return rows[0]?.n === samples.length ? true : undefined
    })
    await eventually(async () => {
      const known = (await minutes()).reduce((sum, { duration }) => sum + duration, 0)
      return known * 1000 >= Date.parse(PERIOD.end) - Date.parse(PERIOD.start) ? true : undefined
    })
  })
  after(() => api.close())

  for (const { name, validFrom, rules, archived } of CHANGES) {
    it(`is what is there after saving and recalculation: ${name}`, async () => {
      const stored = await storedRules()
      const idOf = (text: string) => stored.find((one) => one.name === text)?.id ?? null
      const inputs = rules.map((one) => {
        const known = stored.find((other) => 'name' in one && other.name === one.name)
        return { ...one, workCenterId: box, ...(known && { id: known.id, version: known.version }) }
      })
      const archivedIds = archived === undefined ? [] : [idOf(archived)]
      const data = await ok(
        `query ($rules: [StatusRuleInput!]!, $ids: [Int!]!, $period: PeriodInput!) { previewStatusRules(workCenterId: ${box}, rules: $rules,
          archivedIds: $ids, validFrom: "${validFrom}", period: $period) { before { ${TOTALS} } after { ${TOTALS} } } }`,
        { rules: inputs, ids: archivedIds, period: PERIOD },
      )
      const { before: was, after: will } = data['previewStatusRules'] as Record<'before' | 'after', { readonly statuses: readonly Total[] }>
      assert.deepEqual(shown(was.statuses), shown(await minutes()))
      const saved = await save(inputs, validFrom, archivedIds)
      // A rule that was new in the preview has its id now.
      const named = will.statuses.map((total) => {
        const place = -(total.statusRuleId ?? 0) - 1
        return place < 0 ? total : { ...total, statusRuleId: saved[place]?.id ?? null }
      })
      assert.deepEqual(shown(named), shown(await minutes()))
      assert.notDeepEqual(shown(was.statuses), shown(named), 'the change changed nothing')
    })
  }

  it('is what is there after the source changed, too, converted and not', async () => {
    for (const [source, isConverted] of [
      ['LOAD', true],
      ['CURRENT', true],
      ['POWER', true],
      ['SPEED', false],
    ] as const) {
      const args = `source: ${source}, convertRules: ${isConverted}, recalculateFrom: "${PERIOD.start}"`
      const data = await ok(
        `query ($period: PeriodInput!) { previewSource(workCenterId: ${box}, ${args}, period: $period) { after { ${TOTALS} } } }`,
        { period: PERIOD },
      )
      const { after: will } = data['previewSource'] as { readonly after: { readonly statuses: readonly Total[] } }
      await ok(`mutation { changeBoxSource(boxId: ${box}, ${args}) { statusSource } }`)
      const unnamed = (totals: readonly Total[]) => totals.map(({ kind, duration }) => `${kind} ${Math.round(duration)}`).toSorted()
      assert.deepEqual(unnamed(await minutes()), unnamed(will.statuses), source)
    }
    await ok(`mutation { changeBoxSource(boxId: ${box}, source: POWER, convertRules: false) { statusSource } }`)
  })

  it('saves all of several rules or nothing, names the one that is wrong by its place, and who saved a rule last', async () => {
    const from = new Date(END).toISOString()
    const [first, second] = await save([rule('Cold', 1, 2), rule('Warm', 2, 3)], from)
    assert.ok(first && second)
    const moved = [
      { ...rule('Cold', 1, 2.5), id: first.id, version: first.version, workCenterId: box },
      { ...rule('Warm', 2.5, 3), id: second.id, version: second.version, workCenterId: box },
    ]
    const alone = await api.ask(CREATE, { variables: { input: moved[0] } })
    assert.equal(alone.errors[0]?.extensions.code, 'RANGES_INTERSECT', 'one after the other a shared bound cannot move up')
    const stale = await api.ask(SAVE(box), { variables: { rules: [moved[0], { ...moved[1], version: 99 }], ids: [], from } })
    assert.deepEqual(
      [stale.errors[0]?.extensions.code, stale.errors[0]?.extensions.params],
      ['CONFLICT', { version: second.version, id: second.id, name: 'Warm' }],
    )
    const wrong = await api.ask(SAVE(box), { variables: { rules: [moved[0], { ...moved[1], name: 'W' }], ids: [], from } })
    assert.deepEqual([wrong.errors[0]?.extensions.code, wrong.errors[0]?.extensions.field], ['STATUS_NAME_LENGTH', 'rules.1.name'])
    const twice = await api.ask(SAVE(box), { variables: { rules: [moved[0], { ...moved[1], byPower: { minPower: 2.4 } }], ids: [], from } })
    assert.deepEqual(
      [twice.errors[0]?.extensions.code, twice.errors[0]?.extensions.field, twice.errors[0]?.extensions.params?.['name']],
      ['RANGES_INTERSECT', 'rules.1.byPower', 'Cold'],
    )
    assert.deepEqual(
      (await storedRules()).filter(({ name }) => name === 'Cold' || name === 'Warm'),
      [first, second],
      'nothing was saved',
    )
    await save(moved, from)
    const data = await ok(`{ statusRules(workCenterId: ${box}) { name byPower { minPower maxPower } updatedBy { id } } }`)
    const rows = (data['statusRules'] as readonly { readonly name: string }[]).filter(({ name }) => name === 'Cold' || name === 'Warm')
    assert.deepEqual(rows, [
      { name: 'Cold', byPower: { minPower: 1, maxPower: 2.5 }, updatedBy: { id: api.users.ADMIN } },
      { name: 'Warm', byPower: { minPower: 2.5, maxPower: 3 }, updatedBy: { id: api.users.ADMIN } },
    ])
    const foreign = await api.ask(SAVE(box), { as: api.stranger, variables: { rules: [], ids: [], from } })
    assert.equal(foreign.errors[0]?.extensions.code, 'WORK_CENTER_NOT_FOUND')
  })

  const TOTALS = 'statuses { kind statusRuleId duration }'

  async function minutes(): Promise<readonly Total[]> {
    const data = await ok(
      `query ($period: PeriodInput!) { statusesStat(workCenterId: ${box}, period: $period) { kind statusRuleId isEffective duration } }`,
      { period: PERIOD },
    )
    return data['statusesStat'] as readonly Total[]
  }

  async function save(rules: readonly object[], from: string, ids: readonly (number | null)[] = []): Promise<readonly Rule[]> {
    const data = await ok(SAVE(box), { rules: rules.map((one) => ({ ...one, workCenterId: box })), ids, from })
    return data['saveStates'] as readonly Rule[]
  }

  async function storedRules(): Promise<readonly Rule[]> {
    const data = await ok(`{ statusRules(workCenterId: ${box}) { id name version } }`)
    return data['statusRules'] as readonly Rule[]
  }

  async function ok(query: string, variables: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const { errors, data } = await api.ask(query, { variables })
    assert.deepEqual(errors, [])
    return data
  }
})

const CREATE = 'mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id } }'
const SAVE = (box: number) =>
  `mutation ($rules: [StatusRuleInput!]!, $ids: [Int!]!, $from: DateTime) {
    saveStates(workCenterId: ${box}, rules: $rules, archivedIds: $ids, validFrom: $from) { id name version } }`

function rule(name: string, minPower: number, maxPower: number | null, more: object = {}): object {
  return {
    name,
    color: '#2F9E44',
    rangeType: 'POWER',
    byPower: { minPower, maxPower },
    isEffective: name === 'Load',
    minEventDuration: 0,
    ...more,
  }
}

/** Whole seconds per status, as on both sides. A status whose effect changed in the period is two rows of the statistics. */
function shown(totals: readonly Total[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { kind, statusRuleId, duration } of totals) {
    const key = `${kind} ${statusRuleId ?? ''}`
    sums[key] = Math.round((sums[key] ?? 0) + duration)
  }
  return Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => one.localeCompare(other)))
}

/** Two weeks of a steel works: the mean power in kW of each quarter hour. */
function recorded(): { readonly at: string; readonly values: { readonly POWER: number } }[] {
  const text = readFileSync(join(import.meta.dirname, '../../engine/fixtures/steel/kwh_15min_2018.csv'), 'utf8')
  const days = text
    .trim()
    .split('\n')
    .slice(1, DAYS + 1)
  return days.flatMap((line, day) =>
    line
      .split(',')
      .slice(1)
      .map((kwh, quarter) => ({
        at: new Date(Date.parse(FROM) + (day * 96 + quarter) * QUARTER_MS).toISOString(),
        values: { POWER: Number(kwh) * 4 },
      })),
  )
}
