import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, policyChangesOf, settingsOf, settingsProblems, type CompanySettings } from './generalSettings.view.ts'

const saved: CompanySettings = {
  name: 'Acme',
  country: 'pl',
  email: 'office@acme.example',
  language: 'en',
  timeZone: 'Europe/Kyiv',
  shiftDateRule: 'START',
  stationPins: false,
  operatorsMayConfirm: false,
  operatorsMayCreateOrders: false,
  externalReports: false,
}

test('an old name of a zone and a missing address are no changes', () => {
  const values = settingsOf({ ...saved, timeZone: 'Europe/Kiev', email: null })
  assert.deepEqual(values, { ...saved, email: '' })
  assert.deepEqual(changesOf(values, values), {})
})

test('only what differs is saved, without the blanks around it', () => {
  assert.deepEqual(changesOf(saved, { ...saved, name: ' Acme ', email: ' new@acme.example ', shiftDateRule: 'END' }), {
    email: 'new@acme.example',
    shiftDateRule: 'END',
  })
})

test('rules of OEE are changes of their own, not of the company', () => {
  const policy = { noDataPolicy: 'EXCLUDE', capPerformance: false } as const
  const before = { ...saved, ...policy }
  assert.deepEqual(policyChangesOf(before, before), {})
  assert.deepEqual(policyChangesOf(before, { ...policy, capPerformance: true }), { capPerformance: true })
  assert.deepEqual(policyChangesOf(before, { noDataPolicy: 'UNCLASSIFIED_DOWNTIME', capPerformance: false }), {
    noDataPolicy: 'UNCLASSIFIED_DOWNTIME',
  })
  assert.deepEqual(changesOf(before, { ...before, ...{ capPerformance: true } }), {})
})

test('what the server would refuse is told before', () => {
  const codes = (change: Partial<CompanySettings>, before = saved) =>
    settingsProblems(before, { ...before, ...change }).map(({ code, field }) => `${code} ${field}`)
  assert.deepEqual(codes({}), [])
  assert.deepEqual(codes({ name: ' ', email: 'nobody' }), ['REQUIRED name', 'INVALID_EMAIL email'])
  assert.deepEqual(codes({ email: '' }), ['REQUIRED email'])
  assert.deepEqual(codes({ name: 'Other' }, { ...saved, email: '' }), [])
})
