import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'

const STATES = ['ACTIVE', 'INTERRUPTED', 'FEED_HOLD', 'READY', 'STOPPED', 'PROGRAM_STOPPED'] as const
const RULES_FROM = '2016-10-01T00:00:00.000Z'
const NOW = Date.parse('2016-11-09T00:00:00Z')
const PERIOD = { start: '2016-11-01T06:00:00.000Z', end: '2016-11-03T06:00:00.000Z' }

type Row = Readonly<Record<string, unknown>>
type Rule = {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly archived: boolean
  readonly byLoad: Row | null
}

describe('statuses over the API, on a recorded week', () => {
  let api: TestApi
  let machine: TestMachine
  let box: number
  let now = NOW
  const rules = new Map<string, Rule>()
  before(async () => {
    api = await startTestApi({ now: () => now, ingest: true })
    await addCompany(api.database, ACME)
    machine = await addMachine(api.database, ACME)
    box = machine.workCenterId
    await api.database.pool.query(`update shift_schedule set valid_from = 0`)
    await api.database.pool.query(`update device set report_mode = 'ON_CHANGE' where id = $1`, [machine.deviceId])
    await api.database.pool.query('update work_center set nominal_power = 100, voltage = 400, cos_phi = 0.8 where id = $1', [box])
    await api.database.pool.query('delete from status_rule_version')
    await api.database.pool.query('delete from status_rule')
    for (const [at, name] of STATES.entries()) rules.set(name, await save(inputOf(name, at)))
    const samples = recorded('Mazak01')
    for (let from = 0; from < samples.length; from += 500) {
      const response = await fetch(`${api.origin}/api/devices/${machine.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${machine.secret}` },
        body: JSON.stringify({ samples: samples.slice(from, from + 500) }),
      })
      assert.equal(response.status, 202)
    }
    await eventually(async () => ((await count('shift')) > 15 ? true : undefined))
    await eventually(async () => {
      await api.store(ACME)
      const { rows } = await api.database.pool.query<{ n: number | null }>('select sum(sample_count) as n from sample_chunk')
      return rows[0]?.n === samples.length ? true : undefined
    })
  })
  after(() => api.close())

  it('shows before saving what is there after saving and recalculation, and marks nothing else', async () => {
    const input = inputOf('READY', 3, { isEffective: true, id: rules.get('READY')?.id })
    const preview = await ok(
      `query ($rules: [StatusRuleInput!]!, $period: PeriodInput!) {
        previewStatusRules(workCenterId: ${box}, rules: $rules, validFrom: "${PERIOD.start}", period: $period) { ${SIDES} } }`,
      { rules: [input], period: PERIOD },
    )
    const { before: was, after: will } = preview['previewStatusRules'] as { readonly before: Row; readonly after: Row }
    assert.deepEqual(was, await stored())
    assert.notDeepEqual(was['shifts'], will['shifts'])
    await save({ ...input, validFrom: PERIOD.start })
    assert.deepEqual(await stored(), will)
    assert.equal(await count('recalculation'), 0)
  })

  it('keeps what a rule was before, and lists it', async () => {
    const data = await ok(`{ statusRules(workCenterId: ${box}) { name versions { validFrom validTo values { isEffective } } } }`)
    const ready = (data['statusRules'] as readonly Row[]).find((rule) => rule['name'] === 'READY')
    assert.deepEqual(ready?.['versions'], [
      { validFrom: RULES_FROM, validTo: PERIOD.start, values: { isEffective: false } },
      { validFrom: PERIOD.start, validTo: null, values: { isEffective: true } },
    ])
  })

  it('converts power to load: the same minutes, other bounds, and history by the old rules', async () => {
    const preview = await ok(
      `{ previewSource(workCenterId: ${box}, source: LOAD, recalculateFrom: "${PERIOD.start}", period: { start: "${PERIOD.start}", end: "${PERIOD.end}" }) { ${SIDES} } }`,
    )
    const { before: was, after: will } = preview['previewSource'] as { readonly before: Row; readonly after: Row }
    assert.deepEqual(was['shifts'], will['shifts'])
    const refused = await api.ask(`mutation { convertSource(boxId: ${box}, source: POWER) { id } }`)
    assert.equal(codeOf(refused), 'STATUS_SOURCE_UNCHANGED')
    await ok(`mutation { convertSource(boxId: ${box}, source: LOAD, recalculateFrom: "${PERIOD.start}") { statusSource } }`)
    const shown = await stored()
    assert.deepEqual(shown['shifts'], will['shifts'])
    assert.deepEqual(
      (shown['statuses'] as readonly Row[]).map((one) => one['duration']),
      (will['statuses'] as readonly Row[]).map((one) => one['duration']),
    )
    const list = await rulesNow()
    assert.equal(list.filter((rule) => rule.archived).length, STATES.length)
    assert.deepEqual(
      list
        .filter((rule) => !rule.archived)
        .map((rule) => rule.byLoad?.['minLoad'])
        .toSorted((a, b) => Number(a) - Number(b)),
      [10, 20, 30, 40, 50, 60],
    )
    for (const rule of list.filter((one) => !one.archived)) rules.set(rule.name, rule)
  })

  it('refuses a conversion without the constant that it needs, by its field', async () => {
    await ok(`mutation { editBox(input: { id: ${box}, nominalPower: null }) { id } }`)
    const { errors } = await api.ask(`mutation { convertSource(boxId: ${box}, source: POWER) { id } }`)
    assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.field], ['CONVERSION_CONSTANT_REQUIRED', 'nominalPower'])
    await ok(`mutation { editBox(input: { id: ${box}, nominalPower: 100 }) { id } }`)
  })

  it('archives a rule from an instant, and restores it unless its range is taken: the rival is named', async () => {
    const stopped = rules.get('STOPPED')
    assert.ok(stopped)
    const stale = await api.ask(`mutation { archiveState(id: ${stopped.id}, version: 77) { id } }`)
    assert.equal(codeOf(stale), 'CONFLICT')
    const future = await api.ask(`mutation { archiveState(id: ${stopped.id}, validFrom: "2030-01-01T00:00:00Z") { id } }`)
    assert.deepEqual(
      [codeOf(future), future.errors[0]?.extensions.field, future.errors[0]?.extensions.params?.['max']],
      ['VALUE_OUT_OF_RANGE', 'validFrom', NOW],
    )
    const archived = await ok(`mutation { archiveState(id: ${stopped.id}) { archived archivedDate } }`)
    assert.deepEqual(archived['archiveState'], { archived: true, archivedDate: new Date(NOW).toISOString() })
    assert.equal(codeOf(await api.ask(`mutation { archiveState(id: ${stopped.id}) { id } }`)), 'STATUS_RULE_NOT_FOUND')
    now += 60_000
    const rival = await save({
      ...inputOf('Rival', 4),
      rangeType: 'LOAD',
      byPower: null,
      byLoad: { minLoad: 51, maxLoad: 55 },
      validFrom: null,
    })
    const taken = await api.ask(`mutation { restoreState(id: ${stopped.id}) { id } }`)
    assert.deepEqual(
      [taken.errors[0]?.extensions.code, taken.errors[0]?.extensions.field, taken.errors[0]?.extensions.params],
      ['RANGES_INTERSECT', 'byLoad', { name: 'Rival' }],
    )
    now += 60_000
    await ok(`mutation { archiveState(id: ${rival.id}) { id } }`)
    const restored = await ok(`mutation { restoreState(id: ${stopped.id}) { archived byLoad { minLoad } } }`)
    assert.deepEqual(restored['restoreState'], { archived: false, byLoad: { minLoad: 50 } })
  })

  it('takes a status by hand from operators of the work center, and ends it', async () => {
    const cleaning = await save({ ...inputOf('Cleaning', 0), rangeType: 'MANUAL', byPower: null, validFrom: null })
    const wrong = await api.ask(`mutation { setManualStatus(workCenterId: ${box}, statusRuleId: ${rules.get('ACTIVE')?.id}) { id } }`)
    assert.deepEqual([codeOf(wrong), wrong.errors[0]?.extensions.field], ['STATUS_NOT_MANUAL', 'statusRuleId'])
    const query = `mutation { setManualStatus(workCenterId: ${box}, statusRuleId: ${cleaning.id}) { id } }`
    assert.equal(codeOf(await api.ask(query, { as: 'GUEST' })), 'FORBIDDEN')
    assert.equal(codeOf(await api.ask(query, { as: 'OPERATOR' })), 'WORK_CENTER_NOT_FOUND')
    assert.equal(codeOf(await api.ask(query, { as: api.stranger })), 'WORK_CENTER_NOT_FOUND')
    await api.database.pool.query('insert into operator_work_center values ($1, $2, $3)', [ACME, api.users.OPERATOR, box])
    assert.deepEqual((await api.ask(query, { as: 'OPERATOR' })).errors, [])
    now += 60_000
    assert.deepEqual((await api.ask(`mutation { endManualStatus(workCenterId: ${box}) { id } }`, { as: 'OPERATOR' })).errors, [])
    const { rows } = await api.database.pool.query('select status_rule_id, end_at - start_at as lasted, created_by from manual_status')
    assert.deepEqual(rows, [{ status_rule_id: cleaning.id, lasted: 60_000, created_by: api.users.OPERATOR }])
    const foreign = await api.ask(`mutation { archiveState(id: ${cleaning.id}) { id } }`, { as: api.stranger })
    assert.equal(codeOf(foreign), 'STATUS_RULE_NOT_FOUND')
  })

  it('changes power only from now on when a constant changes, and asks about a low voltage', async () => {
    await ok(`mutation { editBox(input: { id: ${box}, voltage: 230 }) { id } }`)
    const data = await ok(`{ workCenter(id: ${box}) { warnings voltage isCalibrated } }`)
    assert.deepEqual(data['workCenter'], { warnings: ['VOLTAGE_LOOKS_LIKE_ONE_PHASE'], voltage: 230, isCalibrated: false })
    const { rows } = await api.database.pool.query<{ valid_from: number; voltage: number }>(
      'select valid_from, voltage from electrical_version order by valid_from desc limit 2',
    )
    assert.deepEqual(
      rows.map((row) => row.voltage),
      [230, 400],
    )
    assert.equal(rows[0]?.valid_from, now)
    assert.equal(codeOf(await api.ask(`mutation { editBox(input: { id: ${box}, cosPhi: 1.2 }) { id } }`)), 'VALUE_OUT_OF_RANGE')
  })

  const SIDE = `timeline { timeStart timeEnd kind statusRuleId } statuses { kind statusRuleId duration }
    shifts { timeStart isConfirmed oee { realValue } availability { realValue } } lossCount`
  const SIDES = `before { ${SIDE} } after { ${SIDE} }`

  /** The stored period, in the form of a preview without changes. */
  async function stored(): Promise<Row> {
    const { rows } = await api.database.pool.query<{
      start_at: number
      end_at: number | null
      kind: string
      status_rule_id: number | null
    }>(
      `select start_at, end_at, kind, status_rule_id from status_interval where work_center_id = $1
       and start_at < $3 and coalesce(end_at, 9007199254740991) > $2 order by start_at`,
      [box, Date.parse(PERIOD.start), Date.parse(PERIOD.end)],
    )
    const timeline = rows.map((row) => ({
      timeStart: new Date(Math.max(row.start_at, Date.parse(PERIOD.start))).toISOString(),
      timeEnd: new Date(Math.min(row.end_at ?? Infinity, Date.parse(PERIOD.end))).toISOString(),
      kind: row.kind,
      statusRuleId: row.status_rule_id,
    }))
    const totals = new Map<string, { kind: string; statusRuleId: number | null; ms: number }>()
    for (const { kind, statusRuleId, timeStart, timeEnd } of timeline) {
      const key = `${kind} ${statusRuleId}`
      const ms = (totals.get(key)?.ms ?? 0) + Date.parse(timeEnd) - Date.parse(timeStart)
      totals.set(key, { kind, statusRuleId, ms })
    }
    const { shifts, workCenter } = await api.database.inTenant(ACME, async (tenant) => ({
      shifts: await listShifts(
        tenant,
        { ids: null, workCenterIds: [machine.workCenterId], start: Date.parse(PERIOD.start), end: Date.parse(PERIOD.end) },
        100,
      ),
      workCenter: (await findWorkCenters(tenant, [machine.workCenterId]))[0],
    }))
    assert.ok(workCenter)
    const percent = (value: number | null) => (value === null ? null : { realValue: toPercentage(value)?.realValue })
    const losses = await api.database.pool.query<{ n: number }>(
      `select count(*) as n from loss where work_center_id = $1 and source = 'STATUS' and start_at < $3 and coalesce(end_at, 9007199254740991) > $2`,
      [box, Date.parse(PERIOD.start), Date.parse(PERIOD.end)],
    )
    return {
      timeline,
      statuses: [...totals.values()]
        .toSorted((a, b) => b.ms - a.ms)
        .map(({ kind, statusRuleId, ms }) => ({ kind, statusRuleId, duration: Math.round(ms / 1000) })),
      shifts: shifts.toReversed().map(({ shift, terms }) => {
        const { oee, availability } = kpisOf(terms, workCenter)
        return {
          timeStart: new Date(shift.start).toISOString(),
          isConfirmed: false,
          oee: percent(oee),
          availability: percent(availability),
        }
      }),
      lossCount: losses.rows[0]?.n,
    }
  }

  async function save(input: object): Promise<Rule> {
    const data = await ok(
      'mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id version name archived byLoad { minLoad } } }',
      {
        input: { ...input, workCenterId: box },
      },
    )
    return data['createOrUpdateState'] as Rule
  }

  async function rulesNow(): Promise<readonly Rule[]> {
    return (await ok(`{ statusRules(workCenterId: ${box}) { id version name archived byLoad { minLoad } } }`))[
      'statusRules'
    ] as readonly Rule[]
  }

  async function ok(query: string, variables: object = {}): Promise<Row> {
    const { errors, data } = await api.ask(query, { variables })
    assert.deepEqual(errors, [])
    return data
  }

  async function count(table: 'recalculation' | 'shift'): Promise<number> {
    const { rows } = await api.database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)
    return rows[0]?.n ?? 0
  }

  function inputOf(name: string, at: number, more: object = {}): Row {
    return {
      workCenterId: 0,
      name,
      color: '#2F9E44',
      rangeType: 'POWER',
      byPower: { minPower: 10 * (at + 1), maxPower: 10 * (at + 2) },
      isEffective: name === 'ACTIVE',
      validFrom: RULES_FROM,
      ...more,
    }
  }
})

function codeOf({ errors }: Answer): string | undefined {
  return errors[0]?.extensions.code
}

/** The recorded states of a machine as kW: state n is 10 (n + 1) kW. */
function recorded(device: string): { readonly at: string; readonly values: Record<string, number | null> }[] {
  const text = readFileSync(join(import.meta.dirname, '../../engine/fixtures/nist/execution_2016W44.csv'), 'utf8')
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.trim().split(',')
  return lines.flatMap((line) => {
    const row = Object.fromEntries(
      line
        .trim()
        .split(',')
        .map((value, at) => [names[at] ?? '', value]),
    )
    if (row['device'] !== device) return []
    const state = STATES.findIndex((name) => name === row['value'])
    return [{ at: row['ts'] ?? '', values: { POWER: state < 0 ? null : 10 * (state + 1) } }]
  })
}
