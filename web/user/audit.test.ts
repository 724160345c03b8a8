import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEVICE_FIELDS } from '#engine/workCenter/generalFields.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import { isAuditKey } from './auditKeys.ts'
import { AUDIT_CHOICES, isAuditChoice } from './auditValues.ts'
import { type AuditLine, auditLines, auditPeriod, auditSubject, isAuditFiltered } from './audit.view.ts'
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

test('every field of a work center and of its rules has a word in the log', () => {
  for (const field of [
    'cosPhi',
    'targetOee',
    'nominalPower',
    'acceptDaysBack',
    'range',
    'minEventDuration',
    'rows',
    'shifts',
    'holidays',
  ]) {
    assert.ok(isAuditKey(field), field)
  }
})

test('every setting of a work center has a word in the log', async () => {
  const { default: texts } = await import('./texts/en.json', { with: { type: 'json' } })
  const words: Readonly<Record<string, string>> = texts.audit.key
  for (const field of Object.keys({ ...WORK_CENTER_FIELDS, ...DEVICE_FIELDS })) {
    assert.ok(isAuditKey(field) && words[field] !== undefined, field)
  }
})

test('every value of a list has a word in the log, and what people typed has none', async () => {
  const { default: texts } = await import('./texts/en.json', { with: { type: 'json' } })
  const words: Readonly<Record<string, string>> = texts.audit.value
  const values = [...AUDIT_CHOICES].flatMap(([key, list]) => list.map((value) => [key, value] as const))
  assert.ok(values.length > 50)
  for (const [key, value] of values) assert.ok(isAuditChoice(key, value) && words[value] !== undefined, `${key} ${value}`)
  assert.deepEqual(
    Object.keys(words).filter((word) => !values.some(([, value]) => value === word)),
    [],
  )
  assert.equal(isAuditChoice('name', 'POWER'), false)
})

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
