import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ROLES } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { schema } from '#server/schema.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { ACME, OTHER, startTestApi } from './testing.ts'
import type { Answer, TestApi } from './testing.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 500 * MINUTE_MS
const PERIOD = `{ start: "${new Date(START).toISOString()}", end: "${new Date(NOW).toISOString()}" }`
let lastKey = 0
const newKey = () => `0190a1b2-0000-7000-8000-${String(++lastKey).padStart(12, '0')}`

/** The roles of the specification (spec 000 §6) that may, each named: nothing is worked out from the table that the server asks. */
const READS: readonly Role[] = ['ADMIN', 'USER', 'OPERATOR', 'GUEST', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER']
const SAYS: readonly Role[] = ['ADMIN', 'USER', 'OPERATOR', 'PROVIDER_ADMIN']
const CLOSES: readonly Role[] = ['ADMIN', 'USER', 'PROVIDER_ADMIN']
const MANAGES: readonly Role[] = ['ADMIN', 'PROVIDER_ADMIN']
const SETS_UP: readonly Role[] = ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT']

/** What of the other company is named. */
type Theirs = {
  readonly press: number
  readonly deviceId: string
  readonly loss: number
  readonly later: number
  readonly reason: number
  readonly other: number
  readonly group: number
  readonly idle: number
  readonly rule: number
  readonly shift: number
  readonly shiftStart: string
  readonly note: number
  readonly batch: string
}

/** Who may ask, with what of another company, and what they are answered: a code, or that nothing is there. */
type Row = readonly [who: readonly Role[], text: string, answer: string]

/** Nothing of the other company is in the answer: an empty list, a sum of nothing, null. */
const NOTHING = 'nothing'

const query = (t: Theirs): Readonly<Record<string, Row>> => {
  const at = `"${new Date(START + 62 * MINUTE_MS).toISOString()}"`
  const until = `"${new Date(START + 64 * MINUTE_MS).toISOString()}"`
  const losses = `{ filter: { workCenterIds: [${t.press}] } }`.slice(2, -2)
  return {
    boxEfficiency: [READS, `(deviceId: "${t.deviceId}", period: ${PERIOD}) { __typename }`, NOTHING],
    currentShift: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    departmentShifts: [READS, `(filter: { ids: [${t.shift}] }) { __typename }`, NOTHING],
    event: [READS, `(id: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    eventCategories: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    eventsPage: [READS, `(${losses}) { items { __typename } totalItems }`, NOTHING],
    explainChange: [
      READS,
      `(input: { workCenterIds: [${t.press}], dateFrom: "2026-05-04", dateTo: "2026-05-04", baseFrom: "2026-05-03", baseTo: "2026-05-03" }) { __typename }`,
      NOTHING,
    ],
    handoverChoices: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    loss: [READS, `(id: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    lossCategories: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    lossEnergies: [READS, `(ids: [${t.loss}]) { __typename }`, NOTHING],
    lossEnergy: [READS, `(id: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    lossHistory: [READS, `(id: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    lossNotifications: [READS, `(lossId: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    lossTimeline: [READS, `(lossId: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    lossReasonPreview: [READS, `(ids: [${t.loss}], reasonId: ${t.reason}) { __typename }`, 'LOSS_REASON_NOT_FOUND'],
    lossReasonRankings: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    lossReasons: [READS, `(filter: { ids: [${t.reason}] }) { __typename }`, NOTHING],
    lossTrackingRules: [READS, `(workCenterIds: [${t.press}]) { __typename }`, NOTHING],
    lossesPages: [READS, `(${losses}) { items { __typename } totalItems }`, NOTHING],
    lossesPareto: [READS, `(${losses}) { __typename }`, NOTHING],
    lossesTotals: [READS, `(${losses}) { count }`, NOTHING],
    lossesTrust: [READS, `(${losses}) { ms: duration }`, NOTHING],
    manualLossPreview: [SAYS, `(workCenterId: ${t.press}, timeStart: ${at}, timeEnd: ${until}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeByTime: [READS, `(workCenterId: ${t.press}, period: ${PERIOD}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeChart: [READS, `(workCenterId: ${t.press}, period: ${PERIOD}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeDetails: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeReport: [READS, `(filter: { workCenterIds: [${t.press}], period: ${PERIOD} }) { __typename }`, NOTHING],
    oeeStat: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeStatistics: [READS, `(filter: { workCenterIds: [${t.press}], period: ${PERIOD} }) { __typename }`, NOTHING],
    oeeStatisticsDetails: [READS, `(filter: { workCenterIds: [${t.press}], period: ${PERIOD} }) { __typename }`, NOTHING],
    openShiftItems: [READS, `(workCenterIds: [${t.press}]) { __typename }`, NOTHING],
    qualityLosses: [READS, `(${losses}) { __typename }`, NOTHING],
    shift: [READS, `(id: ${t.shift}) { __typename }`, NOTHING],
    shiftConfirmations: [READS, `(workCenterIds: [${t.press}], period: ${PERIOD}) { __typename }`, NOTHING],
    shiftExceptions: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    shiftLosses: [READS, `(filter: { ids: [${t.shift}] }) { __typename }`, NOTHING],
    shiftReports: [READS, `(filter: { ids: [${t.shift}] }) { __typename }`, NOTHING],
    shiftScheduleHistory: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    shiftSchedules: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    shiftStatistics: [READS, `(filter: { ids: [${t.shift}] }) { __typename }`, NOTHING],
    shifts: [READS, `(filter: { ids: [${t.shift}] }) { __typename }`, NOTHING],
    shiftsAround: [READS, `(workCenterId: ${t.press}, timeStart: "${t.shiftStart}") { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    shiftsOee: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    oeeByOrder: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    shiftsPages: [READS, `(filter: { ids: [${t.shift}] }) { items { __typename } totalItems }`, NOTHING],
    unconfirmedShiftsCount: [READS, '(shiftDateFrom: "2026-05-01")', NOTHING],
    // Of the company as a whole: no id is named.
    lossReasonGroups: [READS, '{ __typename }', NOTHING],
    oeePolicy: [READS, '{ __typename }', 'own'],
    stationPeople: [SAYS, '{ __typename }', NOTHING],
    suggestedTrackingRows: [READS, '{ __typename }', NOTHING],
  }
}

const mutation = (t: Theirs): Readonly<Record<string, Row>> => {
  const at = (minute: number) => `"${new Date(START + minute * MINUTE_MS).toISOString()}"`
  const edit = `{ key: "${newKey()}", workCenterId: ${t.press}, timeStart: ${at(60)}, timeEnd: ${at(80)}, baseVersion: 1, reasonId: ${t.reason} }`
  const row = `{ reasonId: ${t.reason}, durationFrom: 0, durationFromMeasurementUnitCode: "min", durationTo: 1, durationToMeasurementUnitCode: "h" }`
  const update = `(input: { id: ${t.loss}, reasonId: ${t.reason}, comment: "mine" }) { __typename }`
  const split = `(input: { id: ${t.loss}, splitPoints: [${at(70)}], pieces: [] }) { __typename }`
  return {
    acceptSuggestedTrackingRow: [
      SETS_UP,
      `(id: "workCenter${t.press}/UNDER_5_MIN/${t.reason}/idle") { __typename }`,
      'LOSS_SUGGESTION_NOT_FOUND',
    ],
    acknowledgeHandover: [READS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    applyLossEdits: [SAYS, `(edits: [${edit}]) { outcome errorCode loss { __typename } }`, 'WORK_CENTER_NOT_FOUND'],
    closeShiftNote: [READS, `(id: ${t.note}) { __typename }`, 'SHIFT_NOTE_NOT_FOUND'],
    commentShift: [READS, `(id: ${t.shift}, comment: "mine") { __typename }`, 'SHIFT_NOT_FOUND'],
    confirmShift: [CLOSES, `(id: ${t.shift}, comment: "mine") { __typename }`, 'SHIFT_NOT_FOUND'],
    confirmShifts: [CLOSES, `(input: { ids: [${t.shift}], comment: "mine" }) { errorCode shift { __typename } }`, 'SHIFT_NOT_FOUND'],
    createLoss: [
      SAYS,
      `(input: { workCenterId: ${t.press}, timeStart: ${at(300)}, timeEnd: ${at(310)} }) { __typename }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    createLossReason: [MANAGES, `(input: { name: "Mine", groupId: ${t.group} }) { __typename }`, 'LOSS_REASON_GROUP_NOT_FOUND'],
    createLossTrackingRule: [
      SETS_UP,
      `(input: { workCenterId: ${t.press}, statusId: ${t.idle}, rows: [${row}] }) { __typename }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    createOrUpdateShifts: [
      MANAGES,
      `(workCenterId: ${t.press}, input: [{ code: "A", name: "A", timeStart: "06:00", timeEnd: "14:00" }]) { __typename }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    deleteLoss: [SAYS, `(id: ${t.loss}) { __typename }`, 'LOSS_NOT_FOUND'],
    deleteLossReason: [MANAGES, `(id: ${t.reason}) { __typename }`, 'LOSS_REASON_NOT_FOUND'],
    deleteLossReasonGroup: [MANAGES, `(id: ${t.group}) { __typename }`, 'LOSS_REASON_GROUP_NOT_FOUND'],
    deleteLossTrackingRule: [SETS_UP, `(id: ${t.rule}) { __typename }`, 'LOSS_TRACKING_RULE_NOT_FOUND'],
    deleteShifts: [MANAGES, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    endManualStatus: [SAYS, `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    exportLosses: [READS, `(exportFormat: CSV, periodStart: ${at(0)}, workCenterIds: [${t.press}]) { file { __typename } }`, NOTHING],
    mergeLosses: [SAYS, `(input: { ids: [${t.loss}, ${t.later}] }) { __typename }`, 'LOSS_NOT_FOUND'],
    moveLossReason: [MANAGES, `(id: ${t.reason}) { __typename }`, 'LOSS_REASON_NOT_FOUND'],
    moveLossReasonGroup: [MANAGES, `(id: ${t.group}) { __typename }`, 'LOSS_REASON_GROUP_NOT_FOUND'],
    printLossesProtocol: [READS, `(periodStart: ${at(0)}, deviceIds: ["${t.deviceId}"]) { file { __typename } }`, NOTHING],
    printShiftReport: [READS, `(periodStart: ${at(0)}, deviceIds: ["${t.deviceId}"]) { file { __typename } }`, NOTHING],
    sendLossesProtocol: [READS, `(periodStart: ${at(0)}, deviceIds: ["${t.deviceId}"]) { file { __typename } }`, NOTHING],
    sendShiftReport: [READS, `(periodStart: ${at(0)}, deviceIds: ["${t.deviceId}"]) { file { __typename } }`, NOTHING],
    sendLossesReportToMail: [
      READS,
      `(exportFormat: CSV, periodStart: ${at(0)}, workCenterIds: [${t.press}]) { file { __typename } }`,
      NOTHING,
    ],
    reopenShift: [MANAGES, `(id: ${t.shift}, reason: "mine") { __typename }`, 'SHIFT_NOT_FOUND'],
    replaceLossReason: [MANAGES, `(id: ${t.reason}, byId: ${t.other}) { __typename }`, 'LOSS_REASON_NOT_FOUND'],
    saveShiftExceptions: [
      MANAGES,
      `(workCenterId: ${t.press}, input: [{ date: "2026-05-20", isWorking: false, name: "mine" }]) { __typename }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    saveShiftNote: [READS, `(input: { workCenterIds: [${t.press}], text: "mine" }) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    setManualStatus: [SAYS, `(workCenterId: ${t.press}, statusRuleId: ${t.idle}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
    splitEvents: [SAYS, split, 'LOSS_NOT_FOUND'],
    splitLoss: [SAYS, split, 'LOSS_NOT_FOUND'],
    undoLossBatch: [SAYS, `(batchId: "${t.batch}") { __typename }`, 'LOSS_BATCH_NOT_FOUND'],
    workAtStation: [SAYS, `(userId: "${t.batch}") { __typename }`, 'NOT_A_STATION'],
    updateEvent: [SAYS, update, 'LOSS_NOT_FOUND'],
    updateLoss: [SAYS, update, 'LOSS_NOT_FOUND'],
    updateLossReason: [MANAGES, `(input: { id: ${t.reason}, name: "Mine" }) { __typename }`, 'LOSS_REASON_NOT_FOUND'],
    updateLossReasonGroup: [
      MANAGES,
      `(input: { id: ${t.group}, name: "Mine", color: "#112233" }) { __typename }`,
      'LOSS_REASON_GROUP_NOT_FOUND',
    ],
    updateLossTrackingRule: [SETS_UP, `(input: { id: ${t.rule}, rows: [${row}] }) { __typename }`, 'LOSS_TRACKING_RULE_NOT_FOUND'],
    updateLosses: [SAYS, `(input: { ids: [${t.loss}], reasonId: ${t.reason} }) { __typename }`, 'LOSS_NOT_FOUND'],
    updateLossesPartially: [
      SAYS,
      `(input: { ids: [${t.loss}], reasonId: ${t.reason} }) { errorCode loss { __typename } }`,
      'LOSS_NOT_FOUND',
    ],
  }
}

/** Of the own company as a whole, and no machine's. */
const OF_COMPANY: Readonly<Record<string, string>> = { lossReasonGroups: 'own', lossReasonPreview: NOTHING, lossReasons: 'own' }
/** Speak of the whole company of who asks. */
const COMPANY_WIDE = ['lossReasonGroups', 'oeePolicy', 'stationPeople', 'suggestedTrackingRows', 'unconfirmedShiftsCount']
/** What people say, each by themselves or at a station. */
const SAID_BY_PEOPLE = [
  'acknowledgeHandover',
  'applyLossEdits',
  'closeShiftNote',
  'createLoss',
  'deleteLoss',
  'saveShiftNote',
  'updateLoss',
]

/** Name nothing of anybody else: the walk over all rights (access.test.ts) is enough for these. */
const NAMES_NOTHING = ['createLossReasonGroup', 'importLossReasonPresets', 'missingLossReasonPresets', 'setStationPin']
const OF_LOSSES = /loss|reason|shift|handover|tracking|station|^events?$|Event|eventCategories|eventsPage|manualStatus/i

describe('losses, reasons, shifts, handover and stations', () => {
  let api: TestApi
  let theirs: Theirs
  let untouched: string

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    theirs = await seed(OTHER, api.stranger)
    untouched = await stored()
  })
  after(() => api.close())

  const seed = async (company: CompanyId, as: UserId): Promise<Theirs> => {
    const press = await addPressWithStops(api, company, {
      start: START,
      until: 500,
      stops: [60, 100].map((from) => ({ from, to: from + 20, powerKw: 2 })),
    })
    const their = async (text: string) => {
      const { data, errors } = await api.ask(text, { as })
      assert.deepEqual(errors, [], text)
      return data
    }
    const made = async (text: string) => Number((Object.values(await their(`mutation { ${text} }`))[0] as { readonly id: number }).id)
    const reason = await made('createLossReason(input: { name: "Their jam" }) { id }')
    const other = await made('createLossReason(input: { name: "Their setup" }) { id }')
    const group = await made('createLossReasonGroup(input: { name: "Theirs", color: "#112233" }) { id }')
    const { lossesPages, shifts, workCenter, statusRules } = (await their(
      `{ lossesPages(filter: { source: STATUS }, sort: ASC) { items { id } } shifts { id timeStart status } workCenter(id: ${press.workCenterId}) { deviceId }
         statusRules(workCenterId: ${press.workCenterId}) { id isEffective } }`,
    )) as {
      lossesPages: { items: { id: number }[] }
      shifts: { id: number; timeStart: string; status: string }[]
      workCenter: { deviceId: string }
      statusRules: { id: number; isEffective: boolean }[]
    }
    const [loss, later] = lossesPages.items
    const shift = shifts.find(({ status }) => status === 'UNCONFIRMED')
    const idle = statusRules.find(({ isEffective }) => !isEffective)
    assert.ok(loss && later && shift && idle)
    const batch = newKey()
    await their(`mutation { updateLossesPartially(input: { ids: [${later.id}], reasonId: ${reason} }, batchId: "${batch}") { errorCode } }`)
    const rule = await made(
      `createLossTrackingRule(input: { workCenterId: ${press.workCenterId}, statusId: ${idle.id}, rows: [{ reasonId: ${reason}, durationFrom: 0, durationFromMeasurementUnitCode: "min", durationTo: 1, durationToMeasurementUnitCode: "h" }] }) { id }`,
    )
    const note = await made(
      `saveShiftNote(input: { workCenterIds: [${press.workCenterId}], text: "Theirs", kind: OPEN_ITEM, owner: NEXT_SHIFT }) { id }`,
    )
    return {
      press: press.workCenterId,
      deviceId: workCenter.deviceId,
      loss: loss.id,
      later: later.id,
      reason,
      other,
      group,
      idle: idle.id,
      rule,
      shift: shift.id,
      shiftStart: shift.timeStart,
      note,
      batch,
    }
  }

  /** All that the company has of this, as it lies there. */
  const stored = async (company: CompanyId = OTHER): Promise<string> => {
    const tables = [
      'loss',
      'loss_annotation',
      'loss_history',
      'loss_reason',
      'loss_reason_group',
      'loss_tracking_rule',
      'loss_tracking_row',
      'shift',
      'shift_note',
      'handover_seen',
      'manual_status',
      'shift_schedule',
      'shift_exception',
    ]
    const found = await Promise.all(
      tables.map(
        async (table) =>
          (await api.database.pool.query(`select to_jsonb(t) - 'as_of' as row from ${table} t where company_id = $1 order by 1`, [company]))
            .rows,
      ),
    )
    return JSON.stringify(found)
  }

  it('have all their operations named here', () => {
    const names = [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.keys(root?.getFields() ?? {}))
    const tabled = new Set([...Object.keys(query(theirs)), ...Object.keys(mutation(theirs)), ...NAMES_NOTHING])
    assert.deepEqual(
      names.filter((name) => OF_LOSSES.test(name) && !tabled.has(name)),
      [],
    )
  })

  for (const role of ROLES)
    it(`${role}: each is refused or answered by right, and of another company nothing is there`, async () => {
      const told = new Map<string, string>()
      for (const [kind, rows] of [
        ['query', query(theirs)],
        ['mutation', mutation(theirs)],
      ] as const)
        for (const [name, [, text]] of Object.entries(rows)) {
          const answer = await api.ask(`${kind} { ${name}${text} }`, { as: role })
          assert.equal(answer.status, 200, name)
          told.set(name, toldOf(answer, name))
        }
      const expected = Object.entries({ ...query(theirs), ...mutation(theirs) }).map(([name, [who, , answer]]) => [
        name,
        who.includes(role) ? answer : 'FORBIDDEN',
      ])
      assert.deepEqual(Object.fromEntries(told), Object.fromEntries(expected))
      assert.equal(await stored(), untouched)
    })

  describe('of the own company', () => {
    let own: Theirs
    let ours: string
    const told = async (ask: (text: string) => Promise<Answer>): Promise<Readonly<Record<string, string>>> => {
      const answers = new Map<string, string>()
      for (const [kind, rows] of [
        ['query', query(own)],
        ['mutation', mutation(own)],
      ] as const)
        for (const [name, [, text]] of Object.entries(rows)) answers.set(name, toldOf(await ask(`${kind} { ${name}${text} }`), name))
      return Object.fromEntries(answers)
    }
    before(async () => {
      own = await seed(ACME, api.users.ADMIN)
      ours = await stored(ACME)
    })

    it('an operator who is assigned to no machine finds none, and reasons are of the company', async () => {
      const expected = Object.entries({ ...query(own), ...mutation(own) }).map(([name, [who, , answer]]) => [
        name,
        !who.includes('OPERATOR') ? 'FORBIDDEN' : (OF_COMPANY[name] ?? answer),
      ])
      assert.deepEqual(await told((text) => api.ask(text, { as: 'OPERATOR' })), Object.fromEntries(expected))
      assert.equal(await stored(ACME), ours)
    })

    it('a key sees what its creator sees of the own company, and nothing of another one', async () => {
      const { data } = await api.ask('mutation { createApiKey(name: "ERP") { secret } }')
      const { secret } = data['createApiKey'] as { readonly secret: string }
      const ask = (text: string) => api.post(JSON.stringify({ query: text }), { authorization: `Bearer ${secret}` })
      for (const [kind, rows] of [
        ['query', query(theirs)],
        ['mutation', mutation(theirs)],
      ] as const)
        for (const [name, [who, text, answer]] of Object.entries(rows)) {
          if (COMPANY_WIDE.includes(name)) continue
          const found = toldOf(await ask(`${kind} { ${name}${text} }`), name)
          assert.equal(found, who.includes('ADMIN') ? answer : 'FORBIDDEN', name)
        }
      assert.equal(await stored(), untouched)
    })

    it('an account that is no station speaks for nobody, whatever its requests say', async () => {
      const authorization = `Bearer ${await api.token(api.users.ADMIN)}`
      const headers = { authorization, 'x-schema-code': ACME, 'x-acting-user': api.users.OPERATOR }
      const answers = await told((text) => api.post(JSON.stringify({ query: text }), headers))
      const named = Object.keys(mutation(own)).filter((name) => SAID_BY_PEOPLE.includes(name))
      assert.deepEqual(
        named.map((name) => [name, answers[name]]),
        named.map((name) => [name, name === 'applyLossEdits' ? 'null' : 'NOT_A_STATION']),
      )
    })
  })
})

/** What the answer comes to: its code, or that nothing is in it. */
function toldOf({ data, errors }: Answer, name: string): string {
  const [error] = errors
  if (error !== undefined) return error.extensions.code
  const answer = data[name]
  const rows = Array.isArray(answer) ? answer : [answer]
  const codes = rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'errorCode' in row ? [String(row.errorCode)] : [],
  )
  if (codes.length > 0) return codes.join()
  return isNothing(answer) ? NOTHING : 'own'
}

function isNothing(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every((one: unknown) => isNothing(one))
  if (typeof answer !== 'object' || answer === null) return answer === null || answer === 0
  const values = Object.values(answer)
  return values.length > 0 && values.every((one) => isNothing(one))
}
