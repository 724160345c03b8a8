import { seedChecklist } from '#server/checklist/testing.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getNamedType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql'
import type { GraphQLOutputType } from 'graphql'
import { asId } from '#engine/ids.ts'
import type { DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { schema } from '#server/schema.ts'
import { seedIntegration, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import { storeFoldedState } from '#server/testing/foldedState.ts'
import { ACME, seedDevice, startTestApi } from './testing.ts'
import type { Answer, TestApi } from './testing.ts'
import { addSegment } from '#server/shift/testing.ts'

/** 09:00 in Kyiv. */
const SHIFT_START = Date.parse('2026-05-04T06:00:00Z')
const NOW = SHIFT_START + 2 * HOUR_MS
const PERIOD = '{ start: "2026-05-04T06:00:00Z", end: "2026-05-04T08:00:00Z" }'

type Row = Readonly<Record<string, unknown>>

describe('operations of the API', () => {
  let api: TestApi
  let press: number
  let lathe: number
  let item: number
  let order: number
  let workRequest: number
  let task: number
  let checklistPrint: string
  let segment: number
  let imported: number
  let checklist: { readonly id: number; readonly occurrenceId: number }
  let report: string
  let provenFile: string
  let notification: string
  /** Since the test began, by the clock of the API. */
  let passedMs = 0
  let odoo: OdooDouble
  let integration: string
  let device: DeviceId
  before(async () => {
    api = await startTestApi({ now: () => NOW + passedMs })
    device = await seedDevice(api.database, 'qe-322z')
    press = idOf(await api.ask(`mutation { addBox(guid: "${device}", code: "QE-322z", name: "Press 1") { id } }`), 'addBox')
    const second = await seedDevice(api.database, 'qe-322y')
    lathe = idOf(await api.ask(`mutation { addBox(guid: "${second}") { id } }`), 'addBox')
    await seedFacts(api, press)
    checklist = await seedChecklist(api, press)
    segment = await addSegment(api, press, [0, 60])
    // The same shift once more, a day before, when it was over.
    await api.database.pool.query(
      `insert into shift overriding system value select (jsonb_populate_record(s, jsonb_build_object('id', 900000, 'shift_date', s.shift_date - 1,
         'start_at', s.start_at - 86400000, 'end_at', s.end_at - 86400000, 'as_of', s.end_at - 86400000))).* from shift s where work_center_id = $1 limit 1`,
      [press],
    )
    item = idOf(
      await api.ask('mutation { createOrUpdateItem(input: { name: "Tube", sku: "DT-1", measureUnitId: 1 }) { id } }'),
      'createOrUpdateItem',
    )
    order = idOf(
      await api.ask(`mutation { createJobOrder(input: { productId: ${item}, workCenterId: ${press} }) { id } }`),
      'createJobOrder',
    )
    const onPaper = await api.ask(`mutation { printChecklist(occurrenceId: ${checklist.occurrenceId}, language: "en") { id } }`)
    checklistPrint = (onPaper.data['printChecklist'] as { readonly id: string }).id
    const { rows: asked } = await api.database.pool.query<{ id: number }>(
      `insert into operational_task (company_id, work_center_id, event, subject_start, due_at) values ($1, $2, 'COUNTER_RESET', 0, 0) returning id::int`,
      [ACME, press],
    )
    task = asked[0]?.id ?? 0
    workRequest = idOf(
      await api.ask(`mutation { createWorkRequest(input: { content: "Oil", workCenterId: ${press} }) { id } }`),
      'createWorkRequest',
    )
    odoo = await startOdooDouble()
    integration = await seedIntegration(api, odoo.url)
    const row = `rows: [{ code: "S-1", productCode: "DT-1", plannedQuantity: 5, workCenterName: "Press 1", status: "draft" }, { code: "S-2", productCode: "?", plannedQuantity: 0 }]`
    imported = idOf(await api.ask(`mutation { importJobOrders(${row}, skipRefused: true) { id } }`), 'importJobOrders')
    assert.deepEqual((await api.ask(`mutation { saveImportMapping(importId: ${imported}, name: "API") { id } }`)).errors, [])
    const printed = await api.ask('mutation { printEfficiencyProtocol(periodStart: "2026-05-04T07:00:00Z") { file { id } } }')
    report = (printed.data['printEfficiencyProtocol'] as { readonly file: { readonly id: string } }).file.id
    const { rows: proven } = await api.database.pool.query<{ id: string }>(
      `insert into report_proof (company_id, rendering_id, made_on, figures, shifts)
        select company_id, id, now(), '{"OEE":74.04}', '[]' from report_rendering where run_id = $1 returning rendering_id as id`,
      [report],
    )
    provenFile = proven[0]?.id ?? ''
    await api.database.pool.query(`update work_center set photo = '/api/photo/one' where id = $1`, [press])
    notification = await seedNotification(api, press)
    await api.ask('mutation { updateNotificationDigest(input: { every: DAY, at: "07:00" }) { at } }')
  })
  after(async () => {
    await odoo.close()
    await api.close()
  })

  const WITH_ARGUMENTS = () => ({
    integrationSample: `input: { service: FACTORY_ONLINE, name: "F", serviceUrl: "${odoo.url}" }, list: ORDERS`,
    checkIntegrationConnection: `input: { service: ODOO, name: "Odoo", serviceUrl: "${odoo.url}" }`,
    externalWorkCenters: `integrationId: "${integration}"`,
    externalStatuses: `integrationId: "${integration}"`,
    externalJobOrders: `integrationId: "${integration}"`,
    workCentersLinks: `integrationId: "${integration}"`,
    workCentersMatches: `integrationId: "${integration}"`,
    integrationRuns: `integrationId: "${integration}"`,
    integrationOutbox: `integrationId: "${integration}"`,
    integrationRequests: `integrationId: "${integration}"`,
    workCenter: `id: ${press}`,
    checklist: `id: ${checklist.id}`,
    checklistOccurrence: `id: ${checklist.occurrenceId}`,
    checklistPeople: `workCenterId: ${press}`,
    checklistPrint: `id: "${checklistPrint}"`,
    checklistStatistics: `period: ${PERIOD}`,
    previewChecklistFrequency: `frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"] }, workCenterIds: [${press}], period: ${PERIOD}`,
    outputToConfirm: `workCenterId: ${press}`,
    availableJobOrderForOutputIIoT: `outputIIoTId: ${segment}`,
    currentShift: `workCenterId: ${press}`,
    oeeStat: `workCenterId: ${press}`,
    shiftsOee: `workCenterId: ${press}`,
    oeeByOrder: `workCenterId: ${press}`,
    oeeStatistics: `filter: { workCenterIds: [${press}] }`,
    oeeStatisticsDetails: `filter: { workCenterIds: [${press}] }`,
    oeeDetails: `workCenterId: ${press}`,
    oeeSettings: `workCenterId: ${press}`,
    outputSettings: `workCenterId: ${press}`,
    counterResets: `workCenterId: ${press}`,
    changeoverOffers: `workCenterId: ${press}`,
    changeovers: `workCenterId: ${press}`,
    statusesStat: `workCenterId: ${press}`,
    statusTimeline: `workCenterId: ${press}, period: ${PERIOD}`,
    jobOrderRuns: `workCenterId: ${press}, period: ${PERIOD}`,
    jobOrderSettings: `workCenterId: ${press}`,
    jobOrderWindow: `input: { workCenterId: ${press} }`,
    previewJobOrderMove: `id: ${order}`,
    orderSuggestions: `workCenterId: ${press}`,
    orderStartProposals: `workCenterId: ${press}`,
    jobOrder: `id: ${order}`,
    workRequest: `id: ${workRequest}`,
    operationalTask: `id: ${task}`,
    jobOrdersImport: `id: ${imported}`,
    jobOrdersImportUndoPreview: `id: ${imported}`,
    jobOrderLinks: `id: ${order}`,
    jobOrderBom: `id: ${order}`,
    scan: 'text: "DT-1"',
    item: `id: ${item}`,
    workCenterPhoto: `workCenterId: ${press}`,
    boxPhoto: `workCenterId: ${press}`,
    statusRules: `workCenterId: ${press}`,
    outputChart: `workCenterId: ${press}, period: ${PERIOD}`,
    oeeByTime: `workCenterId: ${press}, period: ${PERIOD}`,
    oeeChart: `workCenterId: ${press}, period: ${PERIOD}`,
    outputStat: `workCenterId: ${press}`,
    sensorValues: `workCenterId: ${press}, sensorTypes: [POWER], period: ${PERIOD}`,
    energyStat: `workCenterId: ${press}`,
    energyValues: `workCenterId: ${press}, period: ${PERIOD}`,
    energyReport: `workCenterIds: [${press}], period: ${PERIOD}, periodType: SHIFT`,
    energyCosts: `workCenterIds: [${press}], period: ${PERIOD}, splitBy: STATUS`,
    powerStat: `workCenterId: ${press}, period: ${PERIOD}`,
    speedStat: `workCenterId: ${press}`,
    previewStatusRules: `workCenterId: ${press}, rules: [], period: ${PERIOD}`,
    previewSource: `workCenterId: ${press}, source: SPEED, period: ${PERIOD}`,
    previewElectrical: `workCenterId: ${press}, constants: { voltage: 400 }, period: ${PERIOD}`,
    previewNotificationConfig: `input: { workCenterId: ${press}, notificationTypeId: "0c3f5a3e-6c0b-4f0e-9d61-1f6a5e1b7a01", targetAudience: ROLES }`,
    analytics: 'input: { measure: DURATION, by: [REASON] }',
    timelineNoteEffect: 'id: "00000000-0000-0000-0000-000000000000"',
    explainChange: `input: { workCenterIds: [${press}], dateFrom: "2026-05-03", dateTo: "2026-05-03", baseFrom: "2026-05-03", baseTo: "2026-05-03" }`,
    handoverChoices: `workCenterId: ${press}`,
    lossReasonRankings: `workCenterId: ${press}`,
    ask: 'question: "what is press 1 doing"',
    loss: 'id: 1',
    notification: `id: "${notification}"`,
    notificationDeliveries: `id: "${notification}"`,
    reportFigure: `id: "${provenFile}", figure: "OEE"`,
    reportRun: `id: "${report}"`,
    lossEnergies: 'ids: [1]',
    lossEnergy: 'id: 1',
    lossHistory: 'id: 1',
    lossNotifications: 'lossId: 1',
    lossTimeline: 'lossId: 1',
    refusedEntries: `workCenterId: ${press}`,
    lossReasonPreview: 'ids: [], reasonId: 1',
    manualLossPreview: `workCenterId: ${press}, timeStart: "2026-05-04T06:40:00Z", timeEnd: "2026-05-04T06:41:00Z"`,
    shift: `workCenterId: ${press}, shiftDate: "2026-05-04", shiftId: 1`,
    shiftsAround: `workCenterId: ${press}, timeStart: "2026-05-04T06:00:00Z"`,
    unconfirmedShiftsCount: 'shiftDateFrom: "2026-05-01"',
    event: 'id: 1',
  })

  it('answers every field of every query without an unexpected error', async () => {
    const { data: made } = await api.ask('mutation { createJoinLink(role: USER, days: 7) { url } }')
    const { url } = made['createJoinLink'] as { readonly url: string }
    const given: Readonly<Record<string, string>> = {
      ...WITH_ARGUMENTS(),
      joinOffer: `secret: "${new URL(url).searchParams.get('secret') ?? ''}"`,
    }
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
      // Another system is asked a few times a minute.
      if (field.name.startsWith('external')) passedMs += MINUTE_MS
      const args = given[field.name] === undefined ? '' : `(${given[field.name]})`
      // In parts: a work center alone has more fields than one question may ask.
      for (let part = 0; part < PARTS; part++) {
        const { errors, data } = await api.ask(`{ ${field.name}${args} ${everything(field.type, 3, part)} }`)
        assert.deepEqual(errors, [], field.name)
        assert.notEqual(data[field.name], null, field.name)
      }
    }
    passedMs = 0
  })

  it('names the shift of each hour of output', async () => {
    const query = `{ workCenter(deviceId: "${device}") { live { shift { shiftId } } hourlyOutput { period { shiftId } } } }`
    const { data, errors } = await api.ask(query)
    assert.deepEqual(errors, [])
    const found = data['workCenter'] as {
      readonly live: { readonly shift: { readonly shiftId: number } }
      readonly hourlyOutput: readonly { readonly period: { readonly shiftId: number | null } }[]
    }
    assert.ok(found.hourlyOutput.length > 0)
    for (const { period } of found.hourlyOutput) assert.equal(period.shiftId, found.live.shift.shiftId)
  })

  it('shows a work center from the store until the bus knows better', async () => {
    const query = `{ workCenter(deviceId: "${device}") { id name companyId live { status { kind name isEffective since } shift { code shiftDate }
      oee { availability performance quality oee } output { total targetToDate targetFullShift } unclassifiedLossCount }
      shiftStatuses { timeStart timeEnd kind isEffective duration } onlineOee { realValue intValue } currentState } }`
    const { data, errors } = await api.ask(query)
    assert.deepEqual(errors, [])
    assert.deepEqual(data['workCenter'], {
      id: press,
      name: 'Press 1',
      companyId: 'ACME1',
      live: {
        status: { kind: 'RULE', name: 'Working', isEffective: true, since: '2026-05-04T07:00:00.000Z' },
        shift: { code: 'A', shiftDate: '2026-05-04' },
        oee: { availability: 0.75, performance: 80 / 90, quality: 0.9, oee: 0.6 },
        output: { total: 80, targetToDate: 120, targetFullShift: 480 },
        unclassifiedLossCount: 1,
      },
      shiftStatuses: [
        { timeStart: '2026-05-04T06:00:00.000Z', timeEnd: '2026-05-04T06:30:00.000Z', kind: 'RULE', isEffective: true, duration: 1800 },
        { timeStart: '2026-05-04T06:30:00.000Z', timeEnd: '2026-05-04T07:00:00.000Z', kind: 'OFF', isEffective: false, duration: 1800 },
        { timeStart: '2026-05-04T07:00:00.000Z', timeEnd: null, kind: 'RULE', isEffective: true, duration: 3600 },
      ],
      onlineOee: { realValue: 60, intValue: 60 },
      currentState: 'WORK_WITH_LOAD',
    })
    const live: LiveWorkCenter = {
      companyId: ACME,
      workCenterId: asId<WorkCenterId>(press),
      deviceId: device,
      at: NOW,
      lastSampleAt: NOW,
      reportPeriodMs: null,
      state: 'EMERGENCY',
      status: null,
      stop: null,
      reasonNames: {},
      seededNames: {},
      shift: null,
      oee: null,
      output: null,
      unclassifiedLossCount: 3,
      values: { POWER: { at: NOW, value: 1.5 } },
    }
    api.live.publish(live)
    const now = await api.ask(`{ workCenter(id: ${press}) { live { state lastSampleAt unclassifiedLossCount values { key at value } } } }`)
    assert.deepEqual(now.data['workCenter'], {
      live: {
        state: 'EMERGENCY',
        lastSampleAt: '2026-05-04T08:00:00.000Z',
        unclassifiedLossCount: 3,
        values: [{ key: 'POWER', at: '2026-05-04T08:00:00.000Z', value: 1.5 }],
      },
    })
    const { data: figures } = await api.ask(`{ workCenter(id: ${press}) { onlineOee { realValue } actualOee { oee { realValue } } } }`)
    assert.deepEqual(
      figures['workCenter'],
      { onlineOee: { realValue: 60 }, actualOee: { oee: { realValue: 60 } } },
      'one figure, by both names',
    )
    api.live.forget(ACME, asId<WorkCenterId>(press))
  })

  it('asks the database a handful of times for 100 work centers with live views and timelines', async (t) => {
    await api.database.pool.query(
      `insert into work_center (company_id, name, device_id) select 'ACME1', 'Cell ' || n, gen_random_uuid() from generate_series(1, 100) n`,
    )
    const query =
      '{ workCentersPages(size: 200) { totalItems hasNext items { id name live { status { name } } shiftStatuses { kind statusRule { name } } } } }'
    const transactions = [t.mock.method(api.database, 'inTenant'), t.mock.method(api.database, 'inSystem')]
    const { data, errors } = await api.ask(query)
    const count = transactions.reduce((sum, one) => sum + one.mock.callCount(), 0)
    assert.deepEqual(errors, [])
    assert.equal((data['workCentersPages'] as Row)['totalItems'], 102)
    assert.ok(count > 0 && count < 12, `${count} transactions`)
    await api.database.pool.query(`delete from work_center where name like 'Cell %'`)
  })

  it('finds and pages work centers by text, ids, device and what they do', async () => {
    const names = async (filter: string) =>
      ((await api.ask(`{ workCenters(filter: ${filter}) { name } }`)).data['workCenters'] as Row[]).map((one) => one['name'])
    assert.deepEqual(await names('{ filter: "pres" }'), ['Press 1'])
    assert.deepEqual(await names('{ filter: "%" }'), [])
    assert.deepEqual(await names('{ filter: "qe-322y" }'), ['qe-322y'])
    assert.deepEqual(await names(`{ devices: ["${device}"] }`), ['Press 1'])
    assert.deepEqual(await names('{ effectiveTypes: [EFFECTIVE] }'), ['Press 1'])
    assert.deepEqual(await names('{ effectiveTypes: [NOT_EFFECTIVE] }'), ['qe-322y'])
    assert.deepEqual(await names('{ demoBoxesOnly: true }'), [])
    const page = await api.ask(
      '{ boxesPages(page: 2, size: 1) { current hasNext hasPrevious size totalItems items { workCenter { name } } } }',
    )
    assert.deepEqual(page.data['boxesPages'], {
      current: 2,
      hasNext: false,
      hasPrevious: true,
      size: 1,
      totalItems: 2,
      items: [{ workCenter: { name: 'qe-322y' } }],
    })
    assert.equal(codeOf(await api.ask('{ workCentersPages(size: 0) { size } }')), 'VALUE_OUT_OF_RANGE')
  })

  it('answers one code for an unknown, a foreign and a hidden work center', async () => {
    const unknown = await api.ask('{ workCenter(id: 999999) { id } }')
    const foreign = await api.ask(`{ workCenter(id: ${press}) { id } }`, { as: api.stranger })
    const hidden = await api.ask(`{ workCenter(id: ${press}) { id } }`, { as: 'OPERATOR' })
    const byDevice = await api.ask(`{ workCenter(deviceId: "${device}") { id } }`, { as: api.stranger })
    for (const answer of [unknown, foreign, hidden, byDevice]) assert.equal(codeOf(answer), 'WORK_CENTER_NOT_FOUND')
    const lists = await api.ask(
      `{ workCenters { id } lossesPages { totalItems } shifts { id } statusesPages { totalItems } sensors { id } }`,
      { as: 'OPERATOR' },
    )
    assert.deepEqual(lists.data, {
      workCenters: [],
      lossesPages: { totalItems: 0 },
      shifts: [],
      statusesPages: { totalItems: 0 },
      sensors: [],
    })
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    const seen = await api.ask('{ workCenters { id } lossesPages { totalItems } }', { as: 'OPERATOR' })
    assert.deepEqual(seen.data, { workCenters: [{ id: press }], lossesPages: { totalItems: 2 } })
  })

  it('explains a figure: the terms close, and each time leads to its intervals and losses', async () => {
    const { data } = await api.ask(`{ oeeDetails(workCenterId: ${press}) { oee formulas { factor value numerator denominator isEnabled }
      terms { key unit value operator parts { key sign } statuses { kind duration } losses { id duration } } settings { key value } } }`)
    const details = data['oeeDetails'] as { readonly oee: number; readonly terms: readonly Row[]; readonly formulas: readonly Row[] }
    const term = (key: unknown) => details.terms.find((one) => one['key'] === key)
    const value = (key: unknown) => Number(term(key)?.['value'])
    for (const { value: fraction, numerator, denominator } of details.formulas) {
      assert.ok(Math.abs(Number(fraction) - value(numerator) / value(denominator)) < 1e-12)
    }
    for (const one of details.terms.filter((each) => each['operator'] === 'MINUS')) {
      const sum = (one['parts'] as Row[]).reduce((total, part) => total + Number(part['sign']) * value(part['key']), 0)
      assert.equal(sum, Number(one['value']), String(one['key']))
    }
    assert.deepEqual(term('availabilityLoss')?.['statuses'], [{ kind: 'OFF', duration: 1800 }])
    assert.equal(listOf(term('availabilityLoss'), 'losses').length, 1)
    assert.equal(listOf(term('run'), 'statuses').length, 2)
  })

  it('counts output by hours from the records and by minutes from the samples', async () => {
    const chart = async (seconds: number) =>
      (
        (
          await api.ask(
            `{ outputChart(workCenterId: ${press}, period: ${PERIOD}, bucketSeconds: ${seconds}) { timeStart acceptedOutput rejectedOutput totalOutput planOutput } }`,
          )
        ).data['outputChart'] as Row[]
      ).map((one) => [one['totalOutput'], one['rejectedOutput'], one['planOutput']])
    assert.deepEqual(await chart(3600), [
      [30, 3, 60],
      [50, 5, 60],
    ])
    assert.deepEqual(await chart(1800), [
      [15, 0, 30],
      [15, 0, 30],
      [25, 0, 30],
      [25, 0, 30],
    ])
    assert.equal(
      codeOf(await api.ask(`{ outputChart(workCenterId: ${press}, period: ${PERIOD}, bucketSeconds: 7) { totalOutput } }`)),
      'VALUE_OUT_OF_RANGE',
    )
    assert.equal(
      codeOf(
        await api.ask(
          `{ outputChart(workCenterId: ${press}, period: { start: "2026-05-04T06:00:00Z", end: "2026-05-04T06:00:00Z" }) { totalOutput } }`,
        ),
      ),
      'INVALID_PERIOD',
    )
  })

  it('thins the values of sensors to buckets with mean, least and greatest, gaps as null', async () => {
    const { data } = await api.ask(`{ sensorValues(workCenterId: ${press}, sensorTypes: [POWER], period: ${PERIOD}, maxPoints: 4) {
      arguments bucketSeconds valueSeries { label sensorType values minValues maxValues } } }`)
    const chart = data['sensorValues'] as {
      readonly arguments: unknown[]
      readonly bucketSeconds: number
      readonly valueSeries: readonly Row[]
    }
    assert.equal(chart.bucketSeconds, 1800)
    assert.equal(chart.arguments[1], '2026-05-04T06:30:00.000Z')
    assert.deepEqual(chart.valueSeries, [
      {
        label: 'POWER',
        sensorType: 'POWER',
        values: [10, null, 20, 180 / 7],
        minValues: [10, null, 20, 20],
        maxValues: [10, null, 20, 30],
      },
    ])
    const { data: sensors } = await api.ask(`{ sensors(filter: { sensorTypes: [POWER] }) { lastValue { timeStamp value }
      values(startTime: "2026-05-04T07:00:00Z", endTime: "2026-05-04T08:00:00Z", aggregation: MAX, batchSize: 3600) { value } } }`)
    assert.deepEqual(sensors?.['sensors'], [{ lastValue: { timeStamp: '2026-05-04T07:59:00.000Z', value: 30 }, values: [{ value: 30 }] }])
  })

  it('filters losses by everything that specification 001 §7 names', async () => {
    const found = async (filter: string) =>
      ((await api.ask(`{ lossesPages(filter: ${filter}) { items { timeStart } } }`)).data['lossesPages'] as { readonly items: Row[] }).items
        .length
    const cases: readonly (readonly [string, number])[] = [
      ['{}', 2],
      ['{ classification: CLASSIFIED }', 1],
      ['{ classification: UNCLASSIFIED }', 1],
      ['{ classification: ALL }', 2],
      ['{ criticalness: CRITICAL }', 1],
      ['{ criticalness: NOT_CRITICAL }', 1],
      ['{ planType: PLANNED }', 1],
      // What nobody classified is no more unplanned than planned.
      ['{ planType: UNPLANNED }', 0],
      ['{ aproveness: APPROVED }', 0],
      ['{ aproveness: NOT_APPROVED }', 2],
      ['{ source: STATUS }', 2],
      ['{ source: SPEED }', 0],
      ['{ categories: [AVAILABILITY] }', 2],
      ['{ categories: [QUALITY] }', 0],
      ['{ durationFilterFrom: 1800 }', 1],
      ['{ durationFilterTo: 1800 }', 1],
      ['{ ids: [999] }', 0],
      [`{ workCenterIds: [${lathe}] }`, 0],
      [`{ deviceIds: ["${device}"] }`, 2],
      ['{ periodFrom: "2026-05-04T06:45:00Z", periodTo: "2026-05-04T06:46:00Z" }', 1],
      ['{ periodFrom: "2026-05-04T07:00:00Z" }', 0],
    ]
    for (const [filter, count] of cases) assert.equal(await found(filter), count, filter)
    const refused = async (filter: string) => (await api.ask(`{ lossesPages(filter: ${filter}) { totalItems } }`)).errors[0]?.extensions
    assert.deepEqual(await refused('{ periodFrom: "2026-05-04T07:00:00Z", periodTo: "2026-05-04T06:00:00Z" }'), {
      code: 'INVALID_PERIOD',
      field: 'periodTo',
      params: { min: '2026-05-04T07:00:00.001Z' },
    })
    assert.deepEqual(await refused('{ durationFilterFrom: 60, durationFilterTo: 30 }'), {
      code: 'VALUE_OUT_OF_RANGE',
      field: 'durationFilterTo',
      params: { value: 30, min: 60 },
    })
    const order = await api.ask('{ lossesPages(orderBy: DURATION, sort: ASC) { items { duration } } }')
    assert.deepEqual((order.data['lossesPages'] as Row)['items'], [{ duration: 600 }, { duration: 1800 }])
  })

  it('classifies a loss once: the second editor gets a conflict, an approved one is closed to others', async () => {
    const ids = await api.ask('{ lossesPages(filter: { classification: UNCLASSIFIED }) { items { id version } } lossReasons { id name } }')
    const [loss] = (ids.data['lossesPages'] as { readonly items: readonly Row[] }).items
    const [reason] = ids.data['lossReasons'] as readonly Row[]
    const update = (input: string, as: 'ADMIN' | 'USER' = 'USER') =>
      api.ask(
        `mutation { updateLoss(input: { id: ${Number(loss?.['id'])}, ${input} }) { reasonId comment isApproved version lossType updatedBy { fullName } } }`,
        { as },
      )
    assert.equal(codeOf(await update('reasonId: 999')), 'LOSS_REASON_NOT_FOUND')
    const saved = await update(`reasonId: ${Number(reason?.['id'])}, comment: " lunch ", version: ${Number(loss?.['version'])}`)
    assert.deepEqual(saved.data['updateLoss'], {
      reasonId: reason?.['id'],
      comment: 'lunch',
      isApproved: false,
      version: Number(loss?.['version']) + 1,
      lossType: 'PLANNED',
      updatedBy: { fullName: 'Test Person' },
    })
    assert.deepEqual((await update(`comment: "x", version: ${Number(loss?.['version'])}`)).errors[0]?.extensions, {
      code: 'CONFLICT',
      params: {
        version: Number(loss?.['version']) + 1,
        isApproved: false,
        reasonId: reason?.['id'],
        comment: 'lunch',
        userId: api.users.USER,
      },
    })
    assert.equal(codeOf(await update('isApproved: true')), 'FORBIDDEN')
    assert.deepEqual((await update('isApproved: true', 'ADMIN')).errors, [])
    assert.equal(codeOf(await update('comment: "later"')), 'LOSS_APPROVED')
    await api.database.pool.query(`update shift set status = 'CONFIRMED'`)
    assert.equal(codeOf(await update('comment: "later"', 'ADMIN')), 'SHIFT_CONFIRMED')
    await api.database.pool.query(`update shift set status = 'PROGRESS'`)
  })

  it('claims a device once and releases it with its work center', async () => {
    const guid = await seedDevice(api.database, 'qe-999a')
    assert.equal(codeOf(await api.ask(`mutation { addBox(guid: "${guid}", code: "xx-0000") { id } }`)), 'DEVICE_NOT_FOUND')
    const both = await Promise.all([1, 2].map(() => api.ask(`mutation { addBox(guid: "${guid}") { id } }`)))
    assert.deepEqual(both.map((answer) => codeOf(answer) ?? 'ok').toSorted(), ['DEVICE_NOT_FOUND', 'ok'])
    const id = idOf(
      both.find((answer) => answer.errors.length === 0),
      'addBox',
    )
    assert.ok(api.changed.includes(asId<WorkCenterId>(id)))
    assert.equal(codeOf(await api.ask(`mutation { addBox(guid: "${guid}") { id } }`, { as: api.stranger })), 'DEVICE_NOT_FOUND')
    const deleted = await api.ask(`mutation { deleteBox(boxId: ${id}) { deviceStatus deviceId live { at } } }`)
    assert.deepEqual(deleted.data['deleteBox'], { deviceStatus: 'ARCHIVE', deviceId: null, live: null })
    for (const change of [
      `editBox(input: { id: ${id}, name: "New" }) { id }`,
      `createOrUpdateShifts(workCenterId: ${id}, input: [{ code: "A", name: "A", timeStart: "06:00", timeEnd: "14:00" }]) { code }`,
      `createOrUpdateState(input: { workCenterId: ${id}, name: "Late", color: "#112233", rangeType: POWER, byPower: { minPower: 1 }, isEffective: true }) { id }`,
    ]) {
      assert.equal(codeOf(await api.ask(`mutation { ${change} }`)), 'WORK_CENTER_ARCHIVED')
    }
    assert.deepEqual((await api.ask(`mutation { addBox(guid: "${guid}") { id } }`, { as: api.stranger })).errors, [])
  })

  it('edits settings within their ranges and refuses the rest with field and range', async () => {
    const edit = (input: string) =>
      api.ask(`mutation { editBox(input: { id: ${lathe}, ${input} }) { name cosPhi comment version transformationRationCode targetOee } }`)
    const refused: readonly (readonly [string, string, string])[] = [
      ['cosPhi: 0', 'VALUE_OUT_OF_RANGE', 'cosPhi'],
      ['cosPhi: 1.01', 'VALUE_OUT_OF_RANGE', 'cosPhi'],
      ['voltage: -1', 'VALUE_OUT_OF_RANGE', 'voltage'],
      ['nominalPower: 0', 'VALUE_OUT_OF_RANGE', 'nominalPower'],
      ['targetOee: 101', 'VALUE_OUT_OF_RANGE', 'targetOee'],
      ['transformationRationCode: "123-1"', 'INVALID_FORMAT', 'transformationRationCode'],
      ['name: "  "', 'REQUIRED', 'name'],
      ['groupId: 77', 'GROUP_NOT_FOUND', 'groupId'],
      [`responsibleEmployee: "${api.stranger}"`, 'USER_NOT_FOUND', 'responsibleEmployee'],
    ]
    for (const [input, code, field] of refused) {
      const { errors } = await edit(input)
      assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.field], [code, field], input)
    }
    const saved = await edit('cosPhi: 1, comment: "a", transformationRationCode: "600/5", targetOee: 85.5')
    const { version } = saved.data['editBox'] as { readonly version: number }
    assert.deepEqual(saved.data['editBox'], {
      name: 'qe-322y',
      cosPhi: 1,
      comment: 'a',
      version,
      transformationRationCode: '600/5',
      targetOee: 85.5,
    })
    assert.deepEqual((await edit(`comment: null, version: ${version}`)).errors, [])
    assert.equal(codeOf(await edit(`comment: "b", version: ${version}`)), 'CONFLICT')
    const output = await api.ask(
      `mutation { updateOutputSettings(input: { workCenterId: ${lathe}, targetSpeed: 12.5, measurementUnitId: 2 }) { targetSpeed measurementUnit { code } } }`,
    )
    assert.deepEqual(output.data['updateOutputSettings'], { targetSpeed: 12.5, measurementUnit: { code: 'm' } })
    assert.equal(
      codeOf(await api.ask(`mutation { updateOutputSettings(input: { workCenterId: ${lathe}, measurementUnitId: 5 }) { version } }`)),
      'MEASUREMENT_UNIT_NOT_FOUND',
    )
    const oee = await api.ask(
      `mutation { updateOeeSettings(input: { workCenterId: ${lathe}, calculateQuality: false, targetOee: null }) { calculateQuality targetOee noDataPolicy } }`,
    )
    assert.deepEqual(oee.data['updateOeeSettings'], { calculateQuality: false, targetOee: null, noDataPolicy: 'EXCLUDE' })
    const set = await api.ask(
      `mutation { updateDevice(deviceId: "${device}", reportMode: ON_CHANGE, acceptDaysBack: 400) { device { reportMode acceptDaysBack } } }`,
    )
    assert.deepEqual(set.data['updateDevice'], { device: { reportMode: 'ON_CHANGE', acceptDaysBack: 400 } })
    assert.equal(
      codeOf(await api.ask(`mutation { updateDevice(deviceId: "${device}", acceptDaysBack: 1) { id } }`, { as: api.stranger })),
      'DEVICE_NOT_FOUND',
    )
  })

  it('saves statuses with versions, and names the one that a range meets', async () => {
    const save = (input: string) =>
      api.ask(
        `mutation { createOrUpdateState(input: { workCenterId: ${lathe}, color: "#2F9E44", isEffective: true, ${input} }) { id name version byPower { minPower maxPower } validFrom } }`,
      )
    const work = await save('name: "Working", rangeType: POWER, byPower: { minPower: 5 }')
    const { id } = work.data['createOrUpdateState'] as { readonly id: number }
    assert.deepEqual((await save('name: "Idle", rangeType: POWER, byPower: { minPower: 4, maxPower: 6 }')).errors[0]?.extensions, {
      code: 'RANGES_INTERSECT',
      field: 'byPower',
      params: { name: 'Working' },
    })
    assert.deepEqual((await save('name: "Idle", rangeType: POWER, byPower: { minPower: 1, maxPower: 5 }')).errors, [])
    assert.equal(codeOf(await save('name: "ab", rangeType: POWER, byPower: { minPower: 0.1, maxPower: 0.2 }')), 'STATUS_NAME_LENGTH')
    assert.equal(codeOf(await save('name: "Other", rangeType: POWER, byPower: { minPower: 0 }')), 'STATUS_MIN_NOT_ABOVE_ZERO')
    assert.equal(codeOf(await save('name: "Other", rangeType: SPEED')), 'STATUS_RANGE_REQUIRED')
    assert.equal(codeOf(await save('name: "Other", color: "red", rangeType: MANUAL'.replace('color: "red", ', ''))), undefined)
    const changed = await save(`id: ${id}, version: 1, name: "Running", rangeType: POWER, byPower: { minPower: 6 }`)
    assert.deepEqual(changed.data['createOrUpdateState'], {
      id,
      name: 'Running',
      version: 2,
      byPower: { minPower: 6, maxPower: null },
      validFrom: new Date(NOW).toISOString(),
    })
    assert.equal(codeOf(await save(`id: ${id}, version: 1, name: "Again", rangeType: POWER, byPower: { minPower: 6 }`)), 'CONFLICT')
    assert.equal(codeOf(await save('id: 999, name: "Again", rangeType: POWER, byPower: { minPower: 60 }')), 'STATUS_RULE_NOT_FOUND')
    const early = await save(`id: ${id}, name: "Running", rangeType: POWER, byPower: { minPower: 7 }, validFrom: "2020-01-01T00:00:00Z"`)
    assert.deepEqual((early.data['createOrUpdateState'] as Row)['validFrom'], '2020-01-01T00:00:00.000Z')
  })

  it('saves a schedule of the company and of one work center, and refuses shifts that overlap', async () => {
    const save = (input: string, rest = '') =>
      api.ask(
        `mutation { createOrUpdateShifts(input: [${input}]${rest}) { shiftId code timeStart isCurrent timeZone startOffsetUtc workCenterId } }`,
      )
    const saved = await save(
      '{ code: "A", name: "Day", timeStart: "09:00", timeEnd: "17:00" }, { code: "B", name: "Night", timeStart: "17:00", timeEnd: "09:00" }',
      ', validFrom: "2026-05-01T00:00:00Z"',
    )
    assert.deepEqual(saved.data['createOrUpdateShifts'], [
      { shiftId: 1, code: 'A', timeStart: '09:00', isCurrent: true, timeZone: 'Europe/Kyiv', startOffsetUtc: 21_600, workCenterId: 0 },
      { shiftId: 2, code: 'B', timeStart: '17:00', isCurrent: false, timeZone: 'Europe/Kyiv', startOffsetUtc: 50_400, workCenterId: 0 },
    ])
    assert.equal(
      codeOf(
        await save(
          '{ code: "A", name: "Day", timeStart: "09:00", timeEnd: "17:01" }, { code: "B", name: "Night", timeStart: "17:00", timeEnd: "09:00" }',
        ),
      ),
      'SHIFTS_OVERLAP',
    )
    assert.equal(codeOf(await save('{ code: "AB", name: "Day", timeStart: "09:00", timeEnd: "17:00" }')), 'SHIFT_CODE_NOT_ONE_CHARACTER')
    assert.equal(codeOf(await save('{ code: "A", name: "Day", timeStart: "9:00", timeEnd: "17:00" }')), 'SHIFT_TIME_NOT_VALID')
    assert.equal(codeOf(await save('')), 'REQUIRED')
    assert.equal(
      codeOf(await save('{ code: "A", name: "Day", timeStart: "09:00", timeEnd: "17:00" }', ', timeZone: "Mars/Olympus"')),
      'INVALID_FORMAT',
    )
    assert.equal(
      codeOf(await save('{ code: "A", name: "Day", timeStart: "09:00", timeEnd: "17:00" }', ', workCenterId: 999999')),
      'WORK_CENTER_NOT_FOUND',
    )
    const { data } = await api.ask(
      `{ shiftSchedules(workCenterId: ${lathe}) { code } currentShift(workCenterId: ${lathe}) { code timeStart id } }`,
    )
    assert.deepEqual(data, {
      shiftSchedules: [{ code: 'A' }, { code: 'B' }],
      currentShift: { code: 'A', timeStart: '2026-05-04T06:00:00.000Z', id: null },
    })
  })

  it('lets several people save the same schedule at once, one after the other', async () => {
    const save = (code: string) =>
      api.ask(
        `mutation { createOrUpdateShifts(workCenterId: ${lathe}, validFrom: "2026-05-01T00:00:00Z",
          input: [{ code: "${code}", name: "${code}", timeStart: "06:00", timeEnd: "14:00" }]) { code } }`,
      )
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(save))
    assert.deepEqual(answers.map(codeOf), [undefined, undefined, undefined, undefined])
  })

  it('registers a company, which its founder may use at once', async () => {
    const made = await api.ask(
      'mutation { registerCompany(createParams: { name: "New Works", country: "pl", timeZone: "Europe/Warsaw", email: "a@b.example" }) { id } }',
    )
    const { id } = made.data['registerCompany'] as { readonly id: string }
    const { data } = await api.ask(
      '{ companies { id } currentUser { role company { name } companySettings { companyId isCurrentCompany } } userSettings { timeZone } }',
      { company: id },
    )
    assert.deepEqual((data['currentUser'] as Row)['company'], { name: 'New Works' })
    assert.deepEqual(data['userSettings'], { timeZone: 'Europe/Warsaw' })
    assert.equal((data['companies'] as Row[]).length, 2)
    const renamed = await api.ask(`mutation { updateCompany(id: "${id}", name: "Newer") { name } }`, { company: id })
    assert.deepEqual(renamed.data['updateCompany'], { name: 'Newer' })
    assert.equal(codeOf(await api.ask('mutation { updateCompany(id: "OTHER", name: "Mine") { name } }')), 'COMPANY_NOT_FOUND')
  })
})

function codeOf(answer: Answer): string | undefined {
  return answer.errors[0]?.extensions.code
}

function idOf(answer: Answer | undefined, operation: string): number {
  assert.ok(answer)
  assert.deepEqual(answer.errors, [])
  return (answer.data[operation] as { readonly id: number }).id
}

function listOf(row: Row | undefined, key: string): readonly unknown[] {
  const list = row?.[key]
  assert.ok(Array.isArray(list))
  return list
}

/** A question may ask for so many fields: all that there are to ask of an answer are asked in so many questions. */
const PARTS = 3

/** All fields that need no argument, and of objects theirs, to the depth; of the fields of the answer itself a part, or all. */
function everything(type: GraphQLOutputType, depth: number, part: number | null = null): string {
  if (isNonNullType(type) || isListType(type)) return everything(type.ofType, depth, part)
  if (isLeafType(type) || !isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).filter(
    (field) => !field.args.some((arg) => isNonNullType(arg.type) && arg.default === undefined),
  )
  const shown = fields.filter(
    (field, index) => (part === null || index % PARTS === part) && (depth > 1 || isLeafType(getNamedType(field.type))),
  )
  if (shown.length === 0) return '{ __typename }'
  return `{ ${shown.map((field) => `${field.name} ${everything(field.type, depth - 1)}`).join(' ')} }`
}

/** Two hours of a shift: half an hour off within three parts of work, 80 units, 8 of them rejected, one loss without a reason and a planned one. */
async function seedFacts(api: TestApi, press: number): Promise<void> {
  const run = (text: string, values: unknown[] = []) => api.database.pool.query<{ id: number }>(text, values)
  const at = (minutes: number) => SHIFT_START + minutes * 60_000
  await run('update work_center set target_speed = 1, sort_number = -1 where id = $1', [press])
  const rule = await run(
    `insert into status_rule (company_id, work_center_id, name, color, range_type) values ('ACME1', $1, 'Working', '#2F9E44', 'POWER') returning id`,
    [press],
  )
  await run(
    `insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, is_effective) values ('ACME1', $1, 0, 5, true)`,
    [rule.rows[0]?.id],
  )
  for (const [start, end, kind] of [
    [0, 30, 'RULE'],
    [30, 60, 'OFF'],
    [60, null, 'RULE'],
  ] as const) {
    await run(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id) values ('ACME1', $1, $2, $3, $4, $5)`,
      [press, at(start), end === null ? null : at(end), kind, kind === 'RULE' ? rule.rows[0]?.id : null],
    )
  }
  const reason = await run(`insert into loss_reason (company_id, name, type) values ('ACME1', 'Lunch', 'PLANNED') returning id`)
  const loss = `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, reason_id) values ('ACME1', $1, 'STATUS', $2, $3, $2, $4, 'OFF', $5)`
  await run(loss, [press, at(30), at(60), SHIFT_START, null])
  await run(loss, [press, at(-20), at(-10), SHIFT_START - 8 * HOUR_MS, reason.rows[0]?.id])
  const terms = `elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms,
    unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms, total_output, accepted_output, rejected_output,
    uncounted_total, uncounted_accepted, uncounted_rejected`
  await run(
    `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, as_of, ideal_cycle_ms, ${terms})
    values ('ACME1', $1, 1, '2026-05-04', 'A', 'Day', $2, $3, $4, 67500, 7200000, 0, 0, 1800000, 0, 0, 0, 1800000, 0, 0, 0, 4800000, 480000, 80, 72, 8, 0, 0, 0)`,
    [press, SHIFT_START, at(480), NOW],
  )
  await run('update shift set ideal_cycle_ms = 60000')
  for (const [hour, total, rejected] of [
    [0, 30, 3],
    [60, 50, 5],
  ] as const) {
    await run(
      `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, ${terms})
      values ('ACME1', $1, $2, $3, 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $4, $5, $6, 0, 0, 0)`,
      [press, at(hour), SHIFT_START, total, total - rejected, rejected],
    )
  }
  await seedSamples(api, press, 'POWER', [
    [0, 10],
    [29, 10],
    [30, Number.NaN],
    [60, 20],
    [90, 20],
    [105, 30],
    [119, 30],
  ])
  await seedSamples(api, press, 'TOTAL_OUTPUT', [
    [0, 100],
    [29, 115],
    [59, 130],
    [89, 155],
    [119, 180],
  ])
  await run(
    `insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
    values ('ACME1', $1, 0, 'UTC', 1, 'A', 'Day', '06:00', '14:00')`,
    [press],
  )
  await storeFoldedState(api.database, { companyId: ACME, workCenterId: asId<WorkCenterId>(press) }, [
    ...Array.from({ length: 121 }, (_, minute) => ({
      at: at(minute),
      sensor: 'POWER' as const,
      value: minute >= 30 && minute < 60 ? 0 : 10,
    })),
    ...(
      [
        [0, 100, 0],
        [29, 130, 3],
        [60, 130, 3],
        [119, 180, 8],
      ] as const
    ).flatMap(([minute, total, rejected]) => [
      { at: at(minute), sensor: 'TOTAL_OUTPUT' as const, value: total },
      { at: at(minute), sensor: 'REJECTED_OUTPUT' as const, value: rejected },
    ]),
  ])
}

async function seedSamples(api: TestApi, press: number, type: string, points: readonly (readonly [number, number])[]): Promise<void> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into sensor (company_id, work_center_id, type) values ('ACME1', $1, $2) returning id`,
    [press, type],
  )
  for (const hour of [0, 1]) {
    const inside = points.filter(([minute]) => Math.floor(minute / 60) === hour)
    const chunk = encodeSeries({
      instants: inside.map(([minute]) => SHIFT_START + minute * 60_000),
      values: inside.map(([, value]) => value),
    })
    await api.database.pool.query(
      `insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, bytes, crc32) values ('ACME1', $1, $2, $3, $4, $5)`,
      [rows[0]?.id, SHIFT_START + hour * HOUR_MS, chunk.sampleCount, chunk.bytes, chunk.crc32],
    )
  }
}

/** A rule, and a notification that was told to the administrator. */
async function seedNotification(api: TestApi, press: number): Promise<string> {
  const type = '{ notificationTypes { id } }'
  const [first] = (await api.ask(type)).data['notificationTypes'] as readonly { readonly id: string }[]
  const steps = 'steps: [{ afterMinutes: 15, targetAudience: ROLES }]'
  const input = `workCenterId: ${press}, notificationTypeId: "${first?.id ?? ''}", targetAudience: USERS, ${steps}`
  assert.deepEqual((await api.ask(`mutation { createNotificationConfig(input: { ${input} }) { id } }`)).errors, [])
  const { rows } = await api.database.pool.query<{ id: string }>(
    `with made as (insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity)
       values ($1, $2, 'STATUS_DURATION', 'test', $4, $4, $4, 'OPEN', 'WARNING') returning company_id, id)
     insert into notification_receipt (company_id, user_id, notification_id, type, fired_at, step)
     select company_id, $3, id, 'STATUS_DURATION', $4, 0 from made returning notification_id as id`,
    [ACME, press, api.users.ADMIN, NOW],
  )
  return rows[0]?.id ?? ''
}
