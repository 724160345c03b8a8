import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedPeriod, changedChoice, datesText, lastWeek, offeredTypes, type ReportChoice } from './reports.view.ts'

const CHOICE: ReportChoice = { type: 'LOSSES', format: 'CSV', language: 'en', workCenterIds: [], from: '2026-03-28', to: '2026-03-29' }

test('reports are those of what the viewer may read', () => {
  assert.deepEqual(offeredTypes(new Set(['ANALYTICS', 'LOSSES', 'SHIFTS'])), ['GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT'])
  assert.deepEqual(offeredTypes(new Set(['SHIFTS'])), ['SHIFT'])
})

test('a report that has no CSV goes back to PDF', () => {
  assert.equal(changedChoice(CHOICE, { type: 'GENERAL' }).format, 'PDF')
  assert.equal(changedChoice(CHOICE, { language: 'uk' }).format, 'CSV')
})

test('dates are whole days of the plant, also where the clock changes', () => {
  assert.deepEqual(askedPeriod(CHOICE, 'Europe/Kyiv'), { start: '2026-03-27T22:00:00.000Z', end: '2026-03-29T21:00:00.000Z' })
  assert.equal(askedPeriod({ from: '2026-03-30', to: '2026-03-29' }, 'UTC'), null)
  assert.equal(askedPeriod({ from: '', to: '2026-03-29' }, 'UTC'), null)
  assert.deepEqual(lastWeek('Europe/Kyiv', Date.parse('2026-11-22T23:00:00Z')), { from: '2026-11-16', to: '2026-11-22' })
})

test('one day is said once', () => {
  const day = (at: number) => new Date(at).toISOString().slice(5, 10)
  assert.equal(datesText({ dateFrom: '2026-05-04', dateTo: '2026-05-04' }, day), '05-04')
  assert.equal(datesText({ dateFrom: '2026-05-04', dateTo: '2026-05-05' }, day), '05-04 – 05-05')
})
