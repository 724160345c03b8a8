import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changedValues,
  emailsOf,
  inputOf,
  lastResultOf,
  placeOf,
  problemsOfValues,
  readdressedOf,
  subscribableTypes,
  valuesOf,
  valuesOfPlace,
  zoneOfSending,
  type SubscriptionRow,
} from './subscription.view.ts'

const FRESH = { types: ['DOWNTIME', 'SHIFT'], workCenterId: 7, viewerId: 'me' } as const
const ROW: SubscriptionRow = {
  id: 1,
  reportTypeId: 3,
  periodicity: 'WEEKLY',
  hours: 6,
  minutes: 5,
  languageCode: 'pl',
  format: 'CSV',
  workCenterId: 0,
  groupId: 4,
  waitForConfirmation: true,
  view: null,
  viewName: null,
  version: 4,
  zone: 'Europe/Kyiv',
  nextOn: null,
  mayChange: true,
  recipients: [{ user: { id: 'a', fullName: 'A' }, leftOn: null, lastState: 'MAILED' }],
  addresses: [{ email: 'a@b.example', confirmedOn: null, leftOn: null, lastState: null }],
  lastRun: null,
}

test('a new subscription is daily, of the work center at hand, to the viewer; a stored one is as it is', () => {
  assert.deepEqual(inputOf(valuesOf(null, FRESH)), {
    reportTypeId: 2,
    periodicity: 'DAILY',
    hours: 7,
    minutes: 0,
    languageCode: null,
    format: 'PDF',
    workCenterId: 7,
    groupId: null,
    waitForConfirmation: false,
  })
  const {
    id: _id,
    version: _version,
    zone: _zone,
    nextOn: _next,
    mayChange: _may,
    recipients: _to,
    addresses: _outside,
    lastRun: _last,
    view: _view,
    viewName: _viewName,
    ...kept
  } = ROW
  assert.deepEqual([inputOf(valuesOf(ROW, FRESH)), valuesOf(ROW, FRESH).userIds], [kept, ['a']])
})

test('a place is a work center, a group, or empty for all', () => {
  for (const [place, values] of [
    ['', { workCenterId: '', groupId: '' }],
    ['7', { workCenterId: '7', groupId: '' }],
    ['group-4', { workCenterId: '', groupId: '4' }],
  ] as const) {
    assert.equal(placeOf(values), place)
    assert.deepEqual(valuesOfPlace(place), values)
  }
})

test('a report that has no CSV goes back to PDF, and one without time or recipients is refused', () => {
  const values = valuesOf(ROW, FRESH)
  assert.equal(changedValues(values, { type: 'SHIFT' }).format, 'PDF')
  assert.deepEqual(problemsOfValues(values), [])
  assert.deepEqual(problemsOfValues({ ...values, time: '' }), [{ code: 'REQUIRED', field: 'time' }])
  assert.equal(problemsOfValues({ ...values, userIds: [], emails: '' })[0]?.field, 'userIds')
  assert.deepEqual(problemsOfValues({ ...values, userIds: [], emails: 'Anna <Anna@b.example>; c@d.example' }), [])
  assert.deepEqual(problemsOfValues({ ...values, emails: 'anna' }), [{ code: 'INVALID_EMAIL', field: 'emails', params: { text: 'anna' } }])
  assert.deepEqual(problemsOfValues({ ...values, emails: 'a@x.example, , b@y.example' }), [])
  assert.deepEqual(emailsOf({ emails: 'A@b.example, a@b.example' }), ['a@b.example'])
  assert.deepEqual(subscribableTypes(new Set(['SHIFTS', 'LOSSES'])), ['DOWNTIME', 'LOSSES', 'SHIFT'])
})

test('the last result is the best that somebody got', () => {
  const lastRun = { dateFrom: '2026-05-04', dateTo: '2026-05-04', state: 'DONE' } as const
  assert.equal(lastResultOf(ROW), null)
  assert.equal(lastResultOf({ ...ROW, lastRun }), 'MAILED')
  assert.equal(lastResultOf({ ...ROW, lastRun: { ...lastRun, state: 'HELD' } }), 'HELD')
  assert.equal(lastResultOf({ lastRun, addresses: [], recipients: [{ user: null, leftOn: null, lastState: 'NO_RIGHT' }] }), 'NO_RIGHT')
  const addresses = [{ email: 'a@b.example', confirmedOn: null, leftOn: null, lastState: 'TOO_LARGE' }] as const
  assert.equal(lastResultOf({ lastRun, addresses: [...addresses], recipients: [] }), 'TOO_LARGE')
})

test('a change of people leaves the addresses as they are stored', () => {
  const values = valuesOf(ROW, FRESH)
  assert.equal(readdressedOf(ROW, values), null)
  assert.deepEqual(readdressedOf(ROW, { ...values, userIds: ['a', 'b'] }), { userIds: ['a', 'b'] })
  assert.deepEqual(readdressedOf(ROW, { ...values, emails: '' }), { userIds: ['a'], emails: [] })
})

test('it is sent by the clock of the place that is chosen, of all places by the company, whoever looks', () => {
  const known = { places: [{ id: 7, timeZone: 'Europe/Warsaw' }], companyZone: 'Europe/Kyiv' }
  assert.equal(zoneOfSending({ workCenterId: '7' }, known), 'Europe/Warsaw')
  assert.equal(zoneOfSending({ workCenterId: '' }, known), 'Europe/Kyiv')
  assert.equal(zoneOfSending({ workCenterId: '8' }, known), null)
})

test('a view has a rhythm of whole days, and one must be chosen; what is shown of a deleted one stays', () => {
  const fresh = valuesOf(null, FRESH)
  const chosen = changedValues({ ...fresh, periodicity: 'BY_SHIFTS' }, { type: 'VIEW' })
  assert.deepEqual([chosen.type, chosen.periodicity], ['VIEW', 'DAILY'])
  assert.deepEqual(problemsOfValues(chosen), [{ code: 'REQUIRED', field: 'view' }])
  assert.deepEqual(problemsOfValues({ ...chosen, view: 'v1' }), [])
  assert.deepEqual([inputOf({ ...chosen, view: 'v1' }).view, 'view' in inputOf(fresh)], ['v1', false])
  const deleted = valuesOf({ ...ROW, reportTypeId: 5, format: 'PDF', viewName: 'Top losses' }, FRESH)
  assert.deepEqual([problemsOfValues(deleted), inputOf(deleted).view], [[], null])
})
