import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 10 * 60 * MINUTE_MS

type Row = Readonly<Record<string, unknown>>

describe('a reason that takes the place of another', () => {
  let api: TestApi
  let press: TestMachine
  let idle: number
  let jam: number
  let stuck: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 590,
      stops: [
        { from: 60, to: 64, powerKw: 2 },
        // Nobody speaks of it: it has the reason of the rule.
        { from: 100, to: 103, powerKw: 2 },
        // Reaches over the end of the morning shift at minute 480.
        { from: 380, to: 540, powerKw: 2 },
        { from: 560, to: 565, powerKw: 2 },
        { from: 575, to: 580, powerKw: 2 },
      ],
    })
    const { rows } = await api.database.pool.query<{ id: number }>(
      `select id from status_rule where work_center_id = $1 and name = 'Idle'`,
      [press.workCenterId],
    )
    idle = rows[0]?.id ?? 0
    jam = await idOf('createLossReason(input: { name: "Jam" }) { id }')
    stuck = await idOf('createLossReason(input: { name: "Stuck", includeInOeeCalculation: false }) { id }')
    const stops = await losses()
    for (const at of [0, 2, 3, 4])
      await ok(`updateLoss(input: { id: ${Number(stops[at]?.['id'])}, reasonId: ${jam}, comment: "belt" }) { id }`)
    await ok(
      `createLossTrackingRule(input: { workCenterId: ${press.workCenterId}, statusId: ${idle}, validFrom: "${new Date(START).toISOString()}",
        rows: [{ reasonId: ${jam}, durationFrom: 0, durationFromMeasurementUnitCode: "min", durationTo: 1, durationToMeasurementUnitCode: "h" }] }) { id }`,
    )
    const { data } = await api.ask(`{ shifts(filter: { workCenterIds: [${press.workCenterId}] }) { id timeStart } }`)
    const morning = (data['shifts'] as readonly Row[]).find((one) => Date.parse(String(one['timeStart'])) <= START)
    await ok(`confirmShift(id: ${Number(morning?.['id'])}, comment: "as it is") { id }`)
  })
  after(() => api.close())

  it('refuses what cannot take its place, beside its field', async () => {
    const foreign = Number(
      (
        (await api.ask('mutation { createLossReason(input: { name: "Theirs" }) { id } }', { as: api.stranger })).data[
          'createLossReason'
        ] as Row
      )['id'],
    )
    const hidden = await idOf('createLossReason(input: { name: "Away", isHidden: true }) { id }')
    const scrap = await idOf('createLossReason(input: { name: "Scrap", category: QUALITY }) { id }')
    const other = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ($1, 'Elsewhere') returning id`,
      [ACME],
    )
    const elsewhere = await idOf(
      `createLossReason(input: { name: "Elsewhere only", linkType: WORK_CENTER, links: [{ workCenterId: ${other.rows[0]?.id} }] }) { id }`,
    )
    const forRules = await idOf('createLossReason(input: { name: "For rules", deniedForManualEnter: true }) { id }')
    const notFound = (id: number) => ({ code: 'LOSS_REASON_NOT_FOUND', field: 'byId', params: { id } })
    const notOffered = { code: 'LOSS_REASON_NOT_OFFERED', field: 'byId', params: { workCenter: await nameOfPress() } }
    const cases: readonly (readonly [number, object])[] = [
      [foreign, notFound(foreign)],
      [99_999, notFound(99_999)],
      [hidden, notFound(hidden)],
      [jam, notFound(jam)],
      [scrap, { code: 'LOSS_REASON_NOT_FOR_SOURCE', field: 'byId', params: { source: 'STATUS', category: 'QUALITY' } }],
      [elsewhere, notOffered],
      [forRules, notOffered],
    ]
    for (const [byId, expected] of cases) assert.deepEqual(await refusal(`replaceLossReason(id: ${jam}, byId: ${byId}) { id }`), expected)
    assert.deepEqual(await refusal(`replaceLossReason(id: ${foreign}, byId: ${jam}) { id }`), {
      code: 'LOSS_REASON_NOT_FOUND',
      field: 'id',
      params: { id: foreign },
    })
    assert.equal((await refusal(`replaceLossReason(id: ${jam}, byId: ${stuck}, version: 99) { id }`))?.['code'], 'CONFLICT')
  })

  it('takes over what nobody confirmed, cut at the border of the confirmed shift, and rules; the old one is hidden', async () => {
    const before = await excluded()
    const { replaceLossReason: replaced } = await ok(`replaceLossReason(id: ${jam}, byId: ${stuck}) { id isHidden isDeleted }`)
    assert.deepEqual(replaced, { id: jam, isHidden: true, isDeleted: false })
    assert.deepEqual(await told(), [
      [60, 4, 'Jam', 'MANUAL', 'belt'],
      [100, 3, 'Jam', 'RULE', null],
      [380, 100, 'Jam', 'MANUAL', 'belt'],
      [480, 60, 'Stuck', 'MANUAL', 'belt'],
      [560, 5, 'Stuck', 'MANUAL', 'belt'],
      [575, 5, 'Stuck', 'RULE', null],
    ])
    const now = await excluded()
    assert.equal(now[0], before[0], 'a confirmed shift keeps its figures')
    assert.equal((now[1] ?? 0) - (before[1] ?? 0), 70 * MINUTE_MS)
    const { data } = await api.ask(`{ lossTrackingRules(workCenterIds: [${press.workCenterId}]) { version rows { reasonId } } }`)
    assert.deepEqual(data['lossTrackingRules'], [{ version: 2, rows: [{ reasonId: stuck }] }])
    const versions = await api.database.pool.query(
      `select r.version, r.valid_from, r.valid_to, w.loss_reason_id as reason from loss_tracking_rule r join loss_tracking_row w on w.company_id = r.company_id
       and w.loss_tracking_rule_id = r.id where r.work_center_id = $1 order by r.valid_from`,
      [press.workCenterId],
    )
    const border = START + 480 * MINUTE_MS
    assert.deepEqual(versions.rows, [
      { version: 1, valid_from: START, valid_to: border, reason: jam },
      { version: 2, valid_from: border, valid_to: null, reason: stuck },
    ])
  })

  it('is told in the history of each loss: who, when, from what to what; those of the confirmed shift say nothing new', async () => {
    const historyOf = async (at: number) => {
      const loss = (await losses())[at]
      const { data, errors } = await api.ask(
        `{ lossHistory(id: ${Number(loss?.['id'])}) { reason { originalName } comment saidBy { id } saidAt via } }`,
      )
      assert.deepEqual(errors, [])
      return (data['lossHistory'] as readonly Row[]).map((one) => [
        (one['reason'] as Row | null)?.['originalName'],
        one['comment'],
        (one['saidBy'] as Row | null)?.['id'] === api.users.ADMIN,
        one['saidAt'] === new Date(NOW).toISOString(),
        one['via'],
      ])
    }
    const replaced = ['Stuck', 'belt', true, true, 'BULK']
    assert.deepEqual((await historyOf(3))[0], replaced, 'of a stop that was cut at the border')
    assert.deepEqual((await historyOf(4))[0], replaced)
    assert.equal((await historyOf(4))[1]?.[0], 'Jam')
    assert.equal((await historyOf(0))[0]?.[0], 'Jam')
    assert.equal((await historyOf(2))[0]?.[0], 'Jam')
    const { rows } = await api.database.pool.query<{ from: number; to: number }>(
      `select (before ->> 'reasonId')::int as "from", reason_id as "to" from loss_history where work_center_id = $1 and reason_id = $2 order by start_at`,
      [press.workCenterId, stuck],
    )
    assert.deepEqual(rows, [
      { from: jam, to: stuck },
      { from: jam, to: stuck },
    ])
  })

  it('may be taken back of one loss that had it, and is offered for no other', async () => {
    const stops = await losses()
    const [said, other] = [Number(stops[4]?.['id']), Number(stops[5]?.['id'])]
    const back = (id: number, reasonId: number) => `updateLoss(input: { id: ${id}, reasonId: ${reasonId}, comment: "belt" }) { id }`
    await ok(back(said, jam))
    assert.deepEqual((await told())[4], [560, 5, 'Jam', 'MANUAL', 'belt'])
    assert.equal((await refusal(back(other, jam)))?.['code'], 'LOSS_REASON_NOT_FOUND')
    await ok(back(said, stuck))
  })

  it('is told in the log once, with how much it was', async () => {
    const entries = async () =>
      (
        (await api.ask('{ auditLog { items { action subject details } } }')).data['auditLog'] as {
          readonly items: readonly { action: string; subject: string; details: string }[]
        }
      ).items.filter(({ action }) => action === 'REPLACE_LOSS_REASON')
    const [entry, ...others] = await entries()
    assert.deepEqual(others, [])
    assert.equal(entry?.subject, 'loss reason Jam')
    assert.deepEqual(JSON.parse(entry?.details ?? '{}'), {
      reasonId: jam,
      byId: stuck,
      movedLosses: 2,
      movedRules: 1,
      before: { reason: 'Jam', isHidden: false },
      after: { reason: 'Stuck', isHidden: true },
    })
    const stored = await told()
    await ok(`replaceLossReason(id: ${jam}, byId: ${stuck}) { id }`)
    assert.deepEqual(await told(), stored, 'done again it changes nothing')
    assert.equal((await entries()).length, 1)
  })

  it('a confirmed shift that is opened again still says what it said', async () => {
    const { data } = await api.ask(`{ shifts(filter: { workCenterIds: [${press.workCenterId}] }) { id status } }`)
    const confirmed = (data['shifts'] as readonly Row[]).find((one) => one['status'] === 'CONFIRMED')
    await ok(`reopenShift(id: ${Number(confirmed?.['id'])}, reason: "to look") { id }`)
    assert.deepEqual(
      (await told()).map((one) => one[2]),
      ['Jam', 'Jam', 'Jam', 'Stuck', 'Stuck', 'Stuck'],
    )
  })

  it('counts losses and their time by reason, and says which were ever used', async () => {
    // Of the two that people gave one was the first tile at once, the other searched for; of those before nothing is known.
    await api.database.pool.query(
      `update loss_annotation set via = case when n.place = 1 then 'TILE' else 'SEARCH' end, tile_place = case when n.place = 1 then 0 end, shown_ms = 900
       from (select id, row_number() over (order by start_at) as place from loss_annotation where reason_id = $1) as n where loss_annotation.id = n.id`,
      [stuck],
    )
    const period = `{ start: "${new Date(START).toISOString()}", end: "${new Date(NOW).toISOString()}" }`
    const { data, errors } = await api.ask(
      `{ lossReasons(filter: { ids: [${jam}, ${stuck}] }) { originalName isUsed usage(period: ${period}) { count duration hastyShare } } }`,
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(data['lossReasons'], [
      { originalName: 'Jam', isUsed: true, usage: { count: 3, duration: 107 * 60, hastyShare: null } },
      { originalName: 'Stuck', isUsed: true, usage: { count: 3, duration: 70 * 60, hastyShare: 0.5 } },
    ])
    const { data: foreign } = await api.ask(`{ lossReasons(filter: { ids: [${jam}] }) { id } }`, { as: api.stranger })
    assert.deepEqual(foreign['lossReasons'], [])
    assert.deepEqual(await refusal(`deleteLossReason(id: ${jam}) { id }`), {
      code: 'LOSS_REASON_USED',
      field: 'id',
      params: { name: 'Jam' },
    })
    const never = await idOf('createLossReason(input: { name: "Never" }) { id }')
    const { deleteLossReason: deleted } = await ok(`deleteLossReason(id: ${never}) { isDeleted isUsed }`)
    assert.deepEqual(deleted, { isDeleted: true, isUsed: false })
  })

  it('the one that classifies scheduled losses hands that on, to a planned one only', async () => {
    const lunch = await idOf('createLossReason(input: { name: "Long lunch", type: PLANNED, isDefaultPlanned: true }) { id }')
    const pause = await idOf('createLossReason(input: { name: "Pause", type: PLANNED }) { id }')
    assert.deepEqual(await refusal(`replaceLossReason(id: ${lunch}, byId: ${stuck}) { id }`), {
      code: 'LOSS_REASON_NOT_PLANNED',
      field: 'byId',
      params: {},
    })
    await ok(`replaceLossReason(id: ${lunch}, byId: ${pause}) { id }`)
    const { data } = await api.ask(`{ lossReasons(filter: { ids: [${lunch}, ${pause}] }) { isDefaultPlanned isHidden } }`)
    assert.deepEqual(data['lossReasons'], [
      { isDefaultPlanned: false, isHidden: true },
      { isDefaultPlanned: true, isHidden: false },
    ])
  })

  async function losses(): Promise<readonly Row[]> {
    const { data, errors } = await api.ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC) { items { id timeStart duration reasonSource comment reason { originalName } } } }`,
    )
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Row[] }).items
  }

  async function told(): Promise<unknown[][]> {
    return (await losses()).map((loss) => [
      (Date.parse(String(loss['timeStart'])) - START) / MINUTE_MS,
      Number(loss['duration']) / 60,
      (loss['reason'] as Row | null)?.['originalName'] ?? null,
      loss['reasonSource'],
      loss['comment'],
    ])
  }

  async function excluded(): Promise<readonly number[]> {
    const { rows } = await api.database.pool.query<{ ms: number }>(
      'select excluded_ms as ms from shift where work_center_id = $1 order by start_at',
      [press.workCenterId],
    )
    return rows.map((row) => row.ms)
  }

  async function nameOfPress(): Promise<string> {
    const { rows } = await api.database.pool.query<{ name: string }>('select name from work_center where id = $1', [press.workCenterId])
    return rows[0]?.name ?? ''
  }

  async function refusal(text: string): Promise<Row | undefined> {
    return (await api.ask(`mutation { ${text} }`)).errors[0]?.extensions
  }

  async function ok(text: string): Promise<Row> {
    const { errors, data } = await api.ask(`mutation { ${text} }`)
    assert.deepEqual(errors, [], text)
    return data
  }

  async function idOf(text: string): Promise<number> {
    return Number((Object.values(await ok(text))[0] as Row)['id'])
  }
})
