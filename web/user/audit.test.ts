import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOLD_AUDIT_KEYS } from '#engine/access/auditKeys.ts'
import { LOCALES } from '#web/ui/locale.ts'
import { createFormat } from '#web/ui/format.ts'
import common from '#web/texts/en.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }
import { auditWords } from './auditWords.ts'
import { AUDIT_CHOICES, auditChoice, auditSubjectWord } from './auditValues.ts'
import { auditedSensor, auditPeriod, auditSubject, isAuditFiltered } from './audit.view.ts'
import { type AuditLine, auditLines, type AuditValue } from './auditLines.view.ts'
import { AUDIT_SEARCH } from './auditSearch.ts'

const USER = '11111111-1111-1111-1111-111111111111'
const line = (one: AuditLine) =>
  one.isChange ? `${one.key}: ${JSON.stringify(one.before)} → ${JSON.stringify(one.after)}` : `${one.key}: ${JSON.stringify(one.value)}`

const rows: readonly { name: string; action: string; details: unknown; lines: readonly string[] }[] = [
  {
    name: 'a change tells what differs',
    action: 'UPDATE_EMPLOYEE',
    details: {
      userId: USER,
      before: { role: 'USER', team: 'Day', workCenterIds: [] },
      after: { role: 'OPERATOR', team: 'Day', workCenterIds: [3] },
    },
    lines: ['role: "USER" → "OPERATOR"', 'workCenterIds: [] → [3]'],
  },
  {
    name: 'what was taken away tells what it was',
    action: 'DELETE_TEAM',
    details: { teamId: USER, before: { name: 'Day', color: '#1886D4', membersCount: 0 }, after: null },
    lines: ['name: "Day"', 'color: "#1886D4"', 'membersCount: 0'],
  },
  {
    name: 'a new thing tells what it is',
    action: 'CREATE_TEAM',
    details: { before: null, after: { name: 'Day' } },
    lines: ['name: "Day"'],
  },
  {
    name: 'single values before and after have the name of what they are',
    action: 'REQUEST_ROLE_CHANGE',
    details: { userId: USER, before: 'USER', after: 'ADMIN', comment: null },
    lines: ['role: "USER" → "ADMIN"'],
  },
  {
    name: 'a list of values',
    action: 'INVITE_USER',
    details: { role: 'OPERATOR', team: null, workCenterIds: [1, 2] },
    lines: ['role: "OPERATOR"', 'workCenterIds: [1,2]'],
  },
  {
    name: 'a team that only its id names',
    action: 'CREATE_JOIN_LINK',
    details: { role: 'USER', teamId: USER },
    lines: ['role: "USER"', `teamId: "${USER}"`],
  },
  { name: 'nothing', action: 'REVOKE_JOIN_LINK', details: {}, lines: [] },
  { name: 'what is no object', action: 'REOPEN_SHIFT', details: [1], lines: [] },
]

for (const { name, action, details, lines } of rows) {
  test(`an entry of the log: ${name}`, () => assert.deepEqual(auditLines(action, JSON.stringify(details)).map(line), lines))
}

test('an entry tells each value that the log keeps, and the log has a word for it in every language', async () => {
  assert.ok(TOLD_AUDIT_KEYS.length > 200)
  for (const locale of LOCALES) {
    const { default: texts } = (await import(`./texts/${locale}.json`, { with: { type: 'json' } })) as { default: typeof english }
    const words: Readonly<Record<string, string>> = texts.audit.key
    assert.deepEqual(Object.keys(words).toSorted(), TOLD_AUDIT_KEYS.toSorted(), locale)
  }
})

test('every value of a list has a word in the log, and what people typed has none', () => {
  const words: Readonly<Record<string, string>> = english.audit.value
  const values = [...AUDIT_CHOICES].flatMap(([key, list]) => list.map((value) => [key, value] as const))
  assert.ok(values.length > 50)
  const used = values.map(([key, value]) => auditChoice(key, value) ?? '')
  for (const [at, word] of used.entries()) assert.ok(words[word] !== undefined, values[at]?.join(' ') ?? '')
  assert.deepEqual(Object.keys(words).toSorted(), [...new Set(used)].toSorted())
  assert.equal(auditChoice('name', 'POWER'), null)
  assert.notEqual(auditChoice('type', 'SHIFT'), auditChoice('periodType', 'SHIFT'))
})

const ANNA = '01a2aaaa-0000-7000-8000-000000000001'
const SETTERS = '01a2aaaa-0000-7000-8000-000000000002'
const STRANGER = '01a2aaaa-0000-7000-8000-000000000003'
const NAMES = {
  users: [{ id: ANNA, fullName: 'Anna Kowalska', email: 'anna@acme.example' }],
  teams: [{ id: SETTERS, name: 'Setters' }],
  workCenters: [{ id: 1, name: 'Press' }],
  workCenterGroups: [{ id: 4, name: 'Hall' }],
}
const textAt = (path: string): string => {
  const found = path.split('.').reduce<unknown>((texts, part) => Object(texts)[part], { ...common, ...english })
  return typeof found === 'string' ? found : assert.fail(path)
}
const { keyText, valueLines } = auditWords({
  t: ((key: string) => textAt(key)) as never,
  format: createFormat('en', 'Europe/Kyiv'),
  unitName: ({ shortName }) => shortName,
  names: NAMES,
})
const told = (action: string, details: unknown): readonly string[] =>
  auditLines(action, JSON.stringify(details)).map((one) => {
    const text = (value: AuditValue) => valueLines(one.key, value).join(' | ')
    return `${keyText(one.key)}: ${one.isChange ? `${text(one.before)} → ${text(one.after)}` : text(one.value)}`
  })

const FREQUENCY = {
  showAt: ['10:00', '12:00'],
  source: 'DAILY_SCHEDULE',
  everyMs: null,
  reasonId: null,
  showAfterMs: 0,
  showAfterUnit: 'MINUTES',
  resetAtShiftStart: false,
}
const { source, ...restOfFrequency } = FREQUENCY
const RULE = { type: 'BATTERY_LOW', name: null, mode: 'STATUS', targetValue: 30, targetAudience: 'USERS', severity: 'WARNING' }
const COIL = { unit: 'm', materialId: 35, requiredInput: 3.06, expectedOutput: 1, registrationType: 'BATCH_TRACKING' }

const entries: readonly { name: string; action: string; details: unknown; lines: readonly string[] }[] = [
  {
    name: 'materials by name',
    action: 'UPDATE_ITEM',
    details: {
      itemId: 26,
      before: { bom: [] },
      after: {
        bom: [{ sku: 'ST-1', unit: 'm', material: 'Steel', requiredInput: 3.06, expectedOutput: 1, registrationType: 'QUANTITATIVE' }],
      },
    },
    lines: ['Materials: — → Material: Steel, SKU: ST-1, needed: 3.06 m, for so much of the product: 1, taken: by quantity'],
  },
  {
    name: 'materials of older entries, which are JSON in a text with ids',
    action: 'UPDATE_ITEM',
    details: { itemId: 26, before: { bom: [] }, after: { bom: [JSON.stringify(COIL), JSON.stringify({ ...COIL, materialId: 36 })] } },
    lines: [
      'Materials: — → Material: #35, needed: 3.06 m, for so much of the product: 1, taken: from installed batches | ' +
        'Material: #36, needed: 3.06 m, for so much of the product: 1, taken: from installed batches',
    ],
  },
  {
    name: 'a rule of notifications, with its recipients by name',
    action: 'CREATE_NOTIFICATION_CONFIG',
    details: {
      workCenterId: 1,
      before: null,
      after: {
        ...RULE,
        recipients: [ANNA, STRANGER],
        steps: [{ afterMinutes: 10, targetAudience: 'TEAMS', recipients: [SETTERS] }],
        webhooks: ['Chat'],
      },
    },
    lines: [
      'Type: The battery is low',
      'Limit, %: 30',
      'Kind of recipients: People',
      'How urgent: Warning',
      'Recipients: Anna Kowalska, deleted',
      'If nobody takes care of it: After, min: 10, kind of recipients: Teams, recipients: Setters',
      'Webhooks: Chat',
      'Work center: Press',
    ],
  },
  {
    name: 'a rule of notifications of older entries',
    action: 'UPDATE_NOTIFICATION_CONFIG',
    details: {
      workCenterId: 1,
      before: { identifiers: ['ADMIN'], steps: '[]', webhookIds: [] },
      after: {
        identifiers: ['ADMIN', 'OPERATOR'],
        steps: JSON.stringify([{ afterMinutes: 10, targetAudience: 'USERS', identifiers: [ANNA] }]),
        webhookIds: [USER],
      },
    },
    lines: [
      'Recipients: Admin → Admin, Operator',
      'If nobody takes care of it: — → After, min: 10, kind of recipients: People, recipients: Anna Kowalska',
      'Webhooks: — → 1',
      'Work center: Press',
    ],
  },
  {
    name: 'a schedule of a checklist, of which only the part that differs is told, whatever the order of its keys',
    action: 'UPDATE_CHECKLIST',
    details: { before: { frequency: FREQUENCY }, after: { frequency: { ...restOfFrequency, source, showAfterUnit: 'HOURS' } } },
    lines: ['Unit of the delay: minutes → hours'],
  },
  {
    name: 'a schedule of a checklist that stayed as it was',
    action: 'UPDATE_CHECKLIST',
    details: { before: { frequency: FREQUENCY }, after: { frequency: { ...restOfFrequency, source } } },
    lines: [],
  },
  {
    name: 'a new checklist',
    action: 'CREATE_CHECKLIST',
    details: {
      before: null,
      after: {
        name: 'Start',
        workCenterIds: [1],
        itemIds: [3, 4],
        frequency: FREQUENCY,
        answerWithinMs: 5_400_000,
        missedSeverity: 'URGENT',
      },
    },
    lines: [
      'Name: Start',
      'Work centers: Press',
      'Products: 2',
      'When: At times of day, times of day: 10:00, 12:00',
      'Time to answer: 1 h 30 min',
      'If it is missed: Urgent',
    ],
  },
  {
    name: 'a report',
    action: 'CREATE_REPORT',
    details: {
      before: null,
      after: {
        type: 'SHIFT',
        periodicity: 'BY_SHIFTS',
        hours: 7,
        language: 'pl',
        format: 'XLSX',
        groupId: 4,
        users: [ANNA, STRANGER],
        emails: [],
      },
    },
    lines: [
      'Type: Shifts',
      'How often: After each shift',
      'Hours: 7',
      'Language: Polish',
      'Format: XLSX',
      'Group: Hall',
      'Recipients: Anna Kowalska, deleted',
    ],
  },
  {
    name: 'a tariff, with its hours as times and its prices whole',
    action: 'DELETE_ENERGY_TARIFF',
    details: {
      before: { currency: 'EUR', pricePerKwh: 0.5, zones: [{ to: 450, days: [1, 7], from: 0, name: 'Peak', price: 2.25 }] },
      after: null,
    },
    lines: [
      'Currency: EUR',
      'Price per kWh: 0.5',
      'Hours of the tariff: Peak, days: Mon, Sun, from: 00:00, to: 07:30, price per kWh: 2.25',
    ],
  },
  {
    name: 'an import, by counts',
    action: 'IMPORT_JOB_ORDERS',
    details: { importId: 1, create: 6000, update: 0, leftOut: 2, items: 2 },
    lines: ['New: 6,000', 'Changed: 0', 'Left out: 2', 'New products: 2'],
  },
  {
    name: 'an integration, by the names of its secrets alone',
    action: 'CREATE_INTEGRATION',
    details: { serviceUrl: 'https://odoo.example', secrets: ['apiKey', 'hmac'] },
    lines: ['Address: https://odoo.example', 'Secrets given: API key, Signing key'],
  },
  {
    name: 'a file of an integration, of older entries too',
    action: 'UPDATE_INTEGRATION',
    details: { file: 'o.csv', rows: 3 },
    lines: ['File: o.csv', 'Rows of the file: 3'],
  },
  {
    name: 'what became of an integration',
    action: 'ENABLE_INTEGRATION',
    details: { event: 'RETRIED' },
    lines: ['What happened: Tried again'],
  },
  { name: 'skipped messages, by their number', action: 'SKIP_OUTBOX', details: { messages: [3, 8] }, lines: ['Messages: 2'] },
  {
    name: 'a new secret of a webhook',
    action: 'UPDATE_WEBHOOK',
    details: { secret: 'changed', before: { topics: [] }, after: { topics: ['OUTPUT', 'ORDERS'] } },
    lines: ['Also send: — → Output: confirmed, corrected, cancelled; Orders: planned, started, stopped, closed', 'Secret: changed'],
  },
  {
    name: 'a speed of a product',
    action: 'UPDATE_ITEM',
    details: {
      itemId: 2,
      workCenterId: 1,
      before: { standard: null },
      after: { standard: { performanceBy: 'CYCLE_TIME', planCycleTimeMs: 1250 } },
    },
    lines: ['Speed: — → Speed is given as: Cycle time, cycle time: 1.25 s', 'Work center: Press'],
  },
  {
    name: 'a deleted order',
    action: 'DELETE_JOB_ORDER',
    details: {
      jobOrderId: 7,
      before: { orderCode: 'A-1', externalCode: null, status: 'PLANNED', planOutput: 12.5 },
      after: null,
      workCenterId: 9,
    },
    lines: ['Order code: A-1', 'Status: Planned', 'Quantity: 12.5', 'Work center: deleted'],
  },
  {
    name: 'a replaced reason, without the ids that its name stands for',
    action: 'REPLACE_LOSS_REASON',
    details: { reasonId: 13, byId: 14, movedLosses: 1, movedRules: 0, before: { reason: 'Jam' }, after: { reason: 'Setup' } },
    lines: ['Reason: Jam → Setup', 'Losses with the new reason: 1', 'Rules with the new reason: 0'],
  },
]

for (const { name, action, details, lines } of entries) {
  test(`the log in words: ${name}`, () => assert.deepEqual(told(action, details), lines))
}

test('details that are no JSON tell nothing', () => assert.deepEqual(auditLines('REOPEN_SHIFT', '{'), []))

test('a subject is a kind and a name, unless the name is an id', () => {
  assert.deepEqual(auditSubject('user anna@acme.example'), { kind: 'user', name: 'anna@acme.example' })
  assert.deepEqual(auditSubject('team Day shift'), { kind: 'team', name: 'Day shift' })
  assert.deepEqual(auditSubject(`join link ${USER}`), { kind: 'joinlink', name: '' })
  assert.deepEqual(auditSubject(`apiKey ${USER}`), { kind: 'apikey', name: '' })
  assert.deepEqual(auditSubject('work center Press 1'), { kind: 'workcenter', name: 'Press 1' })
  assert.deepEqual(auditSubject('sensor Oil'), { kind: 'sensor', name: 'Oil' })
  assert.deepEqual(auditSubject('status Idle'), { kind: 'status', name: 'Idle' })
  assert.deepEqual(auditSubject('loss reason group work'), { kind: 'lossreason', name: 'group work' })
  assert.deepEqual(auditSubject('reason group Waiting'), { kind: 'reasongroup', name: 'Waiting' })
  assert.deepEqual(auditSubject('job order A-1'), { kind: 'joborder', name: 'A-1' })
  assert.deepEqual(auditSubject('item Down Tube'), { kind: 'item', name: 'Down Tube' })
  assert.deepEqual(auditSubject('report 7'), { kind: 'report', name: '' })
  assert.deepEqual(auditSubject(`integration ${USER}`), { kind: 'integration', name: '' })
  assert.deepEqual(auditedSensor('BATTERY_LEVEL 1'), { type: 'BATTERY_LEVEL', number: 1 })
  assert.equal(auditedSensor('Main drive'), null)
  assert.equal(auditedSensor('BATTERY_LEVEL'), null)
  assert.equal(auditSubjectWord('operationalplan', 'LOSS_APPEARED'), 'LOSS_APPEARED')
  assert.equal(auditSubjectWord('', 'CHECKLISTS'), 'CHECKLISTS')
  assert.equal(auditSubjectWord('checklist', 'CHECKLISTS'), null)
  assert.deepEqual(auditSubject('something else'), { kind: '', name: 'something else' })
})

test('periods are whole days of the zone, over a change of the clock too', () => {
  const now = Date.UTC(2026, 2, 29, 10)
  const iso = (query: Record<string, string>) => {
    const period = auditPeriod(AUDIT_SEARCH.read(query), 'Europe/Warsaw', now)
    return period && [period.start, period.end].map((at) => new Date(at).toISOString().slice(0, 16))
  }
  assert.equal(iso({}), null)
  assert.deepEqual(iso({ range: 'today' }), ['2026-03-28T23:00', '2026-03-29T22:00'])
  assert.deepEqual(iso({ range: 'last7days' }), ['2026-03-22T23:00', '2026-03-29T22:00'])
  assert.deepEqual(iso({ range: 'dates', from: '2026-03-01', to: '2026-03-31' }), ['2026-02-28T23:00', '2026-03-31T22:00'])
  assert.equal(iso({ range: 'dates' }), null)
  assert.deepEqual(iso({ range: 'dates', to: '2026-03-31' }), ['2025-03-30T22:00', '2026-03-31T22:00'])
  assert.deepEqual(iso({ range: 'dates', from: '2026-03-01' }), ['2026-02-28T23:00', '2027-03-01T23:00'])
})

test('what is in the address comes back from it, and what means nothing is dropped', () => {
  const query = { user: USER, action: 'UPDATE_TEAM', range: 'dates', from: '2026-03-01', to: '2026-03-31', page: '3' }
  assert.deepEqual(AUDIT_SEARCH.write(AUDIT_SEARCH.read(query)), query)
  assert.deepEqual(
    AUDIT_SEARCH.write({
      ...AUDIT_SEARCH.read({ user: 'x', action: 'NOTHING', range: 'dates', from: '2026-02-30', page: '0' }),
      invalid: [],
    }),
    {
      range: 'dates',
    },
  )
  assert.equal(isAuditFiltered(AUDIT_SEARCH.read({ page: '2' })), false)
  assert.equal(isAuditFiltered(AUDIT_SEARCH.read({ action: 'UPDATE_TEAM' })), true)
})
