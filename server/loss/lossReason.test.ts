import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 10 * 60 * MINUTE_MS

type Page = { readonly totalItems: number; readonly items: readonly Row[] }
type Row = Readonly<Record<string, unknown>>

describe('reasons, groups and tracking rules', () => {
  let api: TestApi
  let press: TestMachine
  let idle: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 590,
      stops: [
        { from: 60, to: 64, powerKw: 2 },
        { from: 100, to: 130, powerKw: 2 },
        // Reaches over the end of the morning shift at minute 480: 200 minutes in two pieces.
        { from: 380, to: 580, powerKw: 2 },
      ],
    })
    const { rows } = await api.database.pool.query<{ id: number }>(
      `select id from status_rule where work_center_id = $1 and name = 'Idle'`,
      [press.workCenterId],
    )
    idle = rows[0]?.id ?? 0
  })
  after(() => api.close())

  const ask = (text: string) => api.ask(`mutation { ${text} }`)
  const done = async (name: string, text: string): Promise<Row> => {
    const { data, errors } = await ask(`${name}${text}`)
    assert.deepEqual(errors, [])
    return data[name] as Row
  }
  const refusal = async (text: string) => (await ask(text)).errors[0]?.extensions
  const losses = async (): Promise<unknown[][]> => {
    const { data, errors } = await api.ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC) { items { timeStart duration isProvisional reasonSource lossLevel reason { originalName } chain { id } } } }`,
    )
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Row[] }).items.map((loss) => [
      (Date.parse(String(loss['timeStart'])) - START) / MINUTE_MS,
      Number(loss['duration']) / 60,
      (loss['reason'] as { readonly originalName?: string } | null)?.originalName ?? null,
      loss['reasonSource'],
      (loss['chain'] as readonly unknown[]).length,
    ])
  }
  /** Counts up with every mark, and by one each time that it is asked. */
  const marks = async (): Promise<number> => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: number }>(
        `insert into recalculation (company_id, work_center_id, from_at, cause) values ($1, $2, 0, 'PROBE') returning id`,
        [ACME, press.workCenterId],
      )
      return rows[0]?.id ?? 0
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const rule = (rows: string, rest = `, validFrom: "${new Date(START).toISOString()}"`) =>
    `createLossTrackingRule(input: { workCenterId: ${press.workCenterId}, statusId: ${idle}, rows: [${rows}] ${rest} }) { id version rows { durationFrom durationTo durationFromMeasurementUnitCode durationToMeasurementUnitCode reason { name } } }`
  const row = (reasonId: unknown, from: number, to: number | null, unit = 'min', toUnit = unit) =>
    `{ reasonId: ${Number(reasonId)}, durationFrom: ${from}, durationFromMeasurementUnitCode: "${unit}", durationToMeasurementUnitCode: "${toUnit}"${to === null ? '' : `, durationTo: ${to}`} }`

  it('a reason has a name in each language, a group, links, and a maximum in a unit', async () => {
    const group = await done(
      'createLossReasonGroup',
      '(input: { name: "Technical", color: "#3B7DD8", translations: [{ languageId: 3, name: "Techniczne" }] }) { id isDeleted }',
    )
    const made = await done(
      'createLossReason',
      `(input: { name: "Belt", groupId: ${Number(group['id'])}, hasMaximumAllowedDuration: true, maximumAllowedDuration: 1.5, maximumAllowedDurationMeasurementUnitId: 7,
        translations: [{ languageId: 2, name: "Пас" }, { languageId: 3, name: "Pas" }], identifiers: ["ERP-1"], linkType: WORK_CENTER, links: [{ workCenterId: ${press.workCenterId}, identifier: "L1" }] })
        { id name includeInOeeCalculation deniedManualEnter requireExtraNotes hasMaximumAllowedDuration maximumAllowedDuration { value valueInSeconds measurementUnit { code } measurementUnitId }
          group { name } translations { languageId name } identifiers linkType links { reasonId type workCenterId workCenterGroupId identifier } version }`,
    )
    const id = Number(made['id'])
    assert.deepEqual(made, {
      id,
      name: 'Belt',
      includeInOeeCalculation: true,
      deniedManualEnter: false,
      requireExtraNotes: false,
      hasMaximumAllowedDuration: true,
      maximumAllowedDuration: { value: 1.5, valueInSeconds: 5400, measurementUnit: { code: 'h' }, measurementUnitId: 7 },
      group: { name: 'Technical' },
      translations: [
        { languageId: 3, name: 'Pas' },
        { languageId: 2, name: 'Пас' },
      ],
      identifiers: ['ERP-1'],
      linkType: 'WORK_CENTER',
      links: [{ reasonId: id, type: 'WORK_CENTER', workCenterId: press.workCenterId, workCenterGroupId: null, identifier: 'L1' }],
      version: 1,
    })
    const bearer = { authorization: `Bearer ${await api.token(api.users.ADMIN)}`, 'accept-language': 'uk-UA,uk;q=0.9' }
    const uk = await api.post(
      JSON.stringify({ query: `{ lossReasons(filter: { ids: [${id}] }) { name originalName group { name } } }` }),
      bearer,
    )
    assert.deepEqual(uk.data['lossReasons'], [{ name: 'Пас', originalName: 'Belt', group: { name: 'Technical' } }])
    const choices = async (place: string) =>
      ((await api.ask(`{ lossCategories(${place}) { code } }`)).data['lossCategories'] as readonly Row[]).map((one) => one['code'])
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ($1, 'Elsewhere') returning id`,
      [ACME],
    )
    assert.ok((await choices(`workCenterId: ${press.workCenterId}`)).includes(String(id)))
    assert.ok(!(await choices(`workCenterId: ${rows[0]?.id}`)).includes(String(id)))
    const deleted = await done('deleteLossReasonGroup', `(id: ${Number(group['id'])}) { isDeleted }`)
    assert.equal(deleted['isDeleted'], true)
    const { data } = await api.ask(`{ lossReasons(filter: { ids: [${id}] }) { groupId group { id } } }`)
    assert.deepEqual(data['lossReasons'], [{ groupId: null, group: null }])
  })

  it('refuses a reason that cannot be, with field and legal range', async () => {
    const cases: readonly (readonly [string, object])[] = [
      ['name: " "', { code: 'REQUIRED', field: 'name', params: {} }],
      [`name: "${'n'.repeat(201)}"`, { code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: 200 } }],
      ['name: "A", color: "red"', { code: 'INVALID_FORMAT', field: 'color', params: { example: '#3B7DD8' } }],
      ['name: "A", groupId: 99999', { code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'groupId', params: { id: 99_999 } }],
      ['name: "A", hasMaximumAllowedDuration: true', { code: 'REQUIRED', field: 'maximumAllowedDuration', params: {} }],
      [
        'name: "A", maximumAllowedDuration: 0',
        { code: 'VALUE_OUT_OF_RANGE', field: 'maximumAllowedDuration', params: { value: 0, min: 1 / 60, max: 44_640 } },
      ],
      [
        'name: "A", maximumAllowedDuration: 1, maximumAllowedDurationMeasurementUnitId: 8',
        { code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'maximumAllowedDurationMeasurementUnitId', params: { id: 8 } },
      ],
      ['name: "A", isDefaultPlanned: true', { code: 'LOSS_REASON_NOT_PLANNED', field: 'isDefaultPlanned', params: {} }],
      ['name: "A", linkType: WORK_CENTER', { code: 'LOSS_REASON_LINK_REQUIRED', field: 'links', params: { linkType: 'WORK_CENTER' } }],
      [
        'name: "A", linkType: WORK_CENTER_GROUP, links: [{ workCenterGroupId: 99999 }]',
        { code: 'GROUP_NOT_FOUND', field: 'links', params: { id: 99_999 } },
      ],
      [
        'name: "A", translations: [{ languageId: 7, name: "A" }]',
        { code: 'VALUE_OUT_OF_RANGE', field: 'translations', params: { value: 7, min: 1, max: 6 } },
      ],
      [
        'name: "A", translations: [{ languageId: 1, name: "A" }, { languageId: 1, name: "B" }]',
        { code: 'NOT_UNIQUE', field: 'translations', params: { value: 'en' } },
      ],
    ]
    for (const [input, expected] of cases) assert.deepEqual(await refusal(`createLossReason(input: { ${input} }) { id }`), expected, input)
    assert.deepEqual(await refusal('updateLossReason(input: { id: 99999, name: "A" }) { id }'), {
      code: 'LOSS_REASON_NOT_FOUND',
      field: 'id',
      params: { id: 99_999 },
    })
    const foreign = (await api.ask('mutation { createLossReason(input: { name: "Theirs" }) { id } }', { as: api.stranger })).data[
      'createLossReason'
    ] as Row
    assert.equal((await refusal(`deleteLossReason(id: ${Number(foreign['id'])}) { id }`))?.code, 'LOSS_REASON_NOT_FOUND')
  })

  it('a rule dated back gives stops their reason by the whole duration of their chain (C11, C22)', async () => {
    const [small, setup, breakdown] = await Promise.all(
      [
        'name: "Short", category: PERFORMANCE, isSmallStop: true',
        'name: "Setting up"',
        'name: "Broken", activityTypes: [BREAKDOWN_TIME]',
      ].map((input) => done('createLossReason', `(input: { ${input} }) { id }`)),
    )
    assert.deepEqual(
      (await losses()).map((loss) => loss[2]),
      [null, null, null, null],
    )
    const made = await done(
      'createLossTrackingRule',
      rule(
        [row(small?.['id'], 0, 300, 'min', 's'), row(setup?.['id'], 5, 2, 'min', 'h'), row(breakdown?.['id'], 2, null, 'h')].join(),
      ).slice('createLossTrackingRule'.length),
    )
    assert.deepEqual(made['rows'], [
      {
        durationFrom: 0,
        durationTo: 300,
        durationFromMeasurementUnitCode: 'min',
        durationToMeasurementUnitCode: 's',
        reason: { name: 'Short' },
      },
      {
        durationFrom: 5,
        durationTo: 2,
        durationFromMeasurementUnitCode: 'min',
        durationToMeasurementUnitCode: 'h',
        reason: { name: 'Setting up' },
      },
      {
        durationFrom: 2,
        durationTo: null,
        durationFromMeasurementUnitCode: 'h',
        durationToMeasurementUnitCode: 'h',
        reason: { name: 'Broken' },
      },
    ])
    assert.deepEqual(await losses(), [
      [60, 4, 'Short', 'RULE', 1],
      [100, 30, 'Setting up', 'RULE', 1],
      [380, 100, 'Broken', 'RULE', 2],
      [480, 100, 'Broken', 'RULE', 2],
    ])
    assert.equal((await refusal(rule(row(small?.['id'], 0, 5))))?.code, 'LOSS_TRACKING_RULE_EXISTS')
    const id = Number(made['id'])
    const changed = await done(
      'updateLossTrackingRule',
      `(input: { id: ${id}, version: 1, validFrom: "${new Date(START).toISOString()}", rows: [${row(setup?.['id'], 0, 60)}] }) { id version }`,
    )
    assert.deepEqual(
      (await losses()).map((loss) => loss[2]),
      ['Setting up', 'Setting up', null, null],
    )
    assert.deepEqual(
      await refusal(
        `updateLossTrackingRule(input: { id: ${Number(changed['id'])}, version: 1, rows: [${row(setup?.['id'], 0, 5)}] }) { id }`,
      ),
      {
        code: 'CONFLICT',
        params: { version: 2 },
      },
    )
    // From now on only: what stopped before keeps its reason.
    await done(
      'updateLossTrackingRule',
      `(input: { id: ${Number(changed['id'])}, version: 2, rows: [${row(breakdown?.['id'], 0, null)}] }) { id }`,
    )
    assert.deepEqual(
      (await losses()).map((loss) => loss[2]),
      ['Setting up', 'Setting up', null, null],
    )
    const { data } = await api.ask(
      `{ lossTrackingRules(workCenterIds: [${press.workCenterId}], withPast: true) { statusId validTo status { name } } }`,
    )
    assert.deepEqual(
      (data['lossTrackingRules'] as readonly Row[]).map((one) => [
        one['statusId'],
        (one['status'] as Row)['name'],
        one['validTo'] === null,
      ]),
      [
        [idle, 'Idle', false],
        [idle, 'Idle', true],
      ],
    )
  })

  it('refuses rows that cannot be, a status that has no losses, and reasons that are not in use there', async () => {
    const [hidden, scrap] = await Promise.all(
      ['name: "Away", isHidden: true', 'name: "Scrapped", category: QUALITY'].map((input) =>
        done('createLossReason', `(input: { ${input} }) { id }`),
      ),
    )
    const at = (status: string, rows: string) =>
      refusal(`createLossTrackingRule(input: { workCenterId: ${press.workCenterId}, ${status} rows: [${rows}] }) { id }`)
    assert.deepEqual(await at('', ''), { code: 'REQUIRED', field: 'rows', params: {} })
    assert.deepEqual(await at('', row(hidden?.['id'], 0, 5)), {
      code: 'LOSS_REASON_NOT_FOUND',
      field: 'rows.0.reasonId',
      params: { id: hidden?.['id'] },
    })
    assert.equal((await at('', row(scrap?.['id'], 0, 5)))?.code, 'LOSS_REASON_NOT_FOR_SOURCE')
    assert.deepEqual(await at('', row(1, 5, 4)), {
      code: 'VALUE_OUT_OF_RANGE',
      field: 'rows.0.durationTo',
      params: { value: 4, above: 5, max: 44_640 },
    })
    assert.equal((await at('statusId: 99999,', row(1, 0, 5)))?.code, 'STATUS_RULE_NOT_FOUND')
    const { rows } = await api.database.pool.query<{ id: number }>(
      `select id from status_rule where work_center_id = $1 and name = 'Running'`,
      [press.workCenterId],
    )
    assert.equal((await at(`statusId: ${rows[0]?.id},`, row(1, 0, 5)))?.code, 'STATUS_RULE_EFFECTIVE')
    assert.equal((await refusal('deleteLossTrackingRule(id: 99999) { id }'))?.code, 'LOSS_TRACKING_RULE_NOT_FOUND')
  })

  it('a reason that leaves OEE, or is hidden, changes exactly the shifts it is in, and history keeps its name; only an unused one is deleted (E-42, E-43)', async () => {
    const { data } = await api.ask('{ lossReasons { id originalName version } }')
    const setup = (data['lossReasons'] as readonly Row[]).find((one) => one['originalName'] === 'Setting up')
    const excluded = async () =>
      (
        await api.database.pool.query<{ ms: number }>(
          'select excluded_ms as ms from shift where work_center_id = $1 order by start_at limit 1',
          [press.workCenterId],
        )
      ).rows[0]?.ms
    assert.equal(await excluded(), 0)
    const before = await marks()
    const change = `updateLossReason(input: { id: ${Number(setup?.['id'])}, name: "Setting up", version: ${Number(setup?.['version'])}`
    await done('updateLossReason', `${change.slice('updateLossReason'.length)}, includeInOeeCalculation: false }) { id }`)
    assert.equal(await excluded(), 34 * MINUTE_MS)
    assert.equal((await marks()) - before, 2)
    assert.equal((await refusal(`${change} }) { id }`))?.code, 'CONFLICT')
    await done('updateLossReason', `(input: { id: ${Number(setup?.['id'])}, name: "Setting up", color: "#112233" }) { id }`)
    assert.equal((await marks()) - before, 3)
    const manual = await api.ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC) { items { id } } }`,
    )
    const [first] = (manual.data['lossesPages'] as { readonly items: readonly Row[] }).items
    await done('updateLoss', `(input: { id: ${Number(first?.['id'])}, reasonId: ${Number(setup?.['id'])} }) { id }`)
    assert.deepEqual(await refusal(`deleteLossReason(id: ${Number(setup?.['id'])}) { isDeleted }`), {
      code: 'LOSS_REASON_USED',
      field: 'id',
      params: { name: 'Setting up' },
    })
    await done('updateLossReason', `(input: { id: ${Number(setup?.['id'])}, name: "Setting up", isHidden: true }) { id }`)
    assert.deepEqual(
      (await losses()).map((loss) => [loss[2], loss[3]]),
      [
        ['Setting up', 'MANUAL'],
        [null, null],
        [null, null],
        [null, null],
      ],
    )
    const names = async (filter: string) => {
      const { data: found } = await api.ask(`{ lossReasons(filter: { ${filter} }) { originalName } }`)
      return (found['lossReasons'] as readonly Row[]).map((one) => one['originalName'])
    }
    assert.ok(!(await names('isHidden: false')).includes('Setting up'))
    assert.ok((await names('withDeleted: true')).includes('Setting up'))
    const unused = await done('createLossReason', '(input: { name: "Never given" }) { id }')
    assert.deepEqual(await done('deleteLossReason', `(id: ${Number(unused['id'])}) { isDeleted }`), { isDeleted: true })
    assert.ok(!(await names('')).includes('Never given'))
    assert.ok((await names('withDeleted: true')).includes('Never given'))
  })

  it('a reason given to a piece of a stop that goes on is that of the later pieces, and what is left of nothing can be removed (S-22a, S-28)', async () => {
    const { data } = await api.ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC) { items { id timeStart } } lossReasons { id originalName } }`,
    )
    const broken = (data['lossReasons'] as readonly Row[]).find((one) => one['originalName'] === 'Broken')
    const stop = (data['lossesPages'] as { readonly items: readonly Row[] }).items[1]
    await done('updateLoss', `(input: { id: ${Number(stop?.['id'])}, reasonId: ${Number(broken?.['id'])}, scope: STOP }) { id }`)
    // The stop turns out to have been work: the rule of that range becomes effective.
    await done(
      'createOrUpdateState',
      `(input: { id: ${idle}, workCenterId: ${press.workCenterId}, name: "Idle", color: "#22aa55", rangeType: POWER, byPower: { minPower: 1, maxPower: 5 }, isEffective: true, validFrom: "${new Date(START).toISOString()}" }) { id }`,
    )
    assert.deepEqual(await losses(), [])
    const invalid = await api.ask(
      `{ lossesPages(filter: { isValid: false }, sort: ASC) { totalItems items { id isValid reason { originalName } } } }`,
    )
    const page = invalid.data['lossesPages'] as Page
    assert.equal(page.totalItems, 2)
    assert.deepEqual(
      page.items.map((one) => [one['isValid'], (one['reason'] as Row)['originalName']]),
      [
        [false, 'Broken'],
        [false, 'Setting up'],
      ],
    )
    const id = Number(page.items[0]?.['id'])
    assert.equal(((await api.ask(`{ loss(id: ${id}) { isValid } }`)).data['loss'] as Row)['isValid'], false)
    await done('deleteLoss', `(id: ${id}) { id }`)
    const left = await api.ask('{ lossesPages(filter: { isValid: false }) { totalItems } }')
    assert.deepEqual(left.data['lossesPages'], { totalItems: 1 })
    assert.equal((await refusal(`deleteLoss(id: ${id}) { id }`))?.code, 'LOSS_NOT_FOUND')

    // Taken back, one that was removed is there again, and still for review.
    const batch = '7c1f4a52-0d7e-4a53-9c39-5a0a4f2f1b11'
    const [other] = ((await api.ask('{ lossesPages(filter: { isValid: false }) { items { id } } }')).data['lossesPages'] as Page).items
    await done('deleteLoss', `(id: ${Number(other?.['id'])}, batchId: "${batch}") { id }`)
    assert.deepEqual(await done('undoLossBatch', `(batchId: "${batch}") { undoneCount keptCount }`), { undoneCount: 1, keptCount: 0 })
    const back = await api.ask('{ lossesPages(filter: { isValid: false }) { items { isValid reason { originalName } } } }')
    assert.deepEqual(back.data['lossesPages'], { items: [{ isValid: false, reason: { originalName: 'Setting up' } }] })
  })

  it('lets a reason be named for a loss while the reason itself is being changed', async () => {
    const { id } = await done('createLossReason', '(input: { name: "Busy" }) { id }')
    const { companyId, workCenterId } = press
    const writer = await api.database.pool.connect()
    await writer.query('begin')
    await writer.query('select from work_center where id = $1 for no key update', [workCenterId])
    const { rows } = await writer.query<{ id: string }>('select pg_current_xact_id()::text as id')
    const changed = done('updateLossReason', `(input: { id: ${Number(id)}, name: "Busy", includeInOeeCalculation: false }) { id }`)
    await eventually(async () => {
      const waiting = await api.database.pool.query('select from pg_locks where not granted and transactionid::text = $1', [rows[0]?.id])
      return waiting.rows.length > 0 ? true : undefined
    })
    // The one that changes the reason waits for the work center; who says something there does not wait for the reason.
    await writer.query('insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id) values ($1, $2, 1, 2, $3)', [
      companyId,
      workCenterId,
      id,
    ])
    await writer.query('commit')
    writer.release()
    await changed
  })
})
