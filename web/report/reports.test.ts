import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedPeriod, choiceOf, datesText, offeredTypes, ranged, regularOf, reportDates, zoneOfReport } from './reports.view.ts'
import { REPORT_SEARCH } from './reportSearch.ts'

const DATES = { from: '2026-03-28', to: '2026-03-29' }
const TODAY = '2026-11-25'
const GIVEN = {
  types: offeredTypes(new Set(['ANALYTICS', 'LOSSES', 'SHIFTS'])),
  places: [
    { id: 1, groupId: 5, timeZone: 'Europe/Kyiv' },
    { id: 2, groupId: 5, timeZone: 'Europe/Kyiv' },
    { id: 3, groupId: null, timeZone: 'Europe/Kyiv' },
    { id: 4, groupId: 6, timeZone: 'America/Chicago' },
  ],
  archived: [{ id: 8, groupId: 5, timeZone: 'Europe/Kyiv' }],
  isAssigned: false,
  language: 'uk',
  today: TODAY,
}

test('reports are those of what the viewer may read', () => {
  assert.deepEqual(offeredTypes(new Set(['ANALYTICS', 'LOSSES', 'SHIFTS'])), ['GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'ENERGY'])
  assert.deepEqual(offeredTypes(new Set(['SHIFTS'])), ['SHIFT'])
})

test('a link chooses a report: its type, days, work centers of groups, format and language', () => {
  const of = (texts: Readonly<Record<string, string>>) => choiceOf(REPORT_SEARCH.read(texts), GIVEN)
  assert.deepEqual(of({}), {
    type: 'GENERAL',
    format: 'PDF',
    language: 'uk',
    workCenterIds: null,
    from: '2026-11-18',
    to: '2026-11-24',
  })
  assert.deepEqual(of({ type: 'LOSSES', format: 'CSV', lang: 'pl', wcGroup: '5', range: 'lastMonth' }), {
    type: 'LOSSES',
    format: 'CSV',
    language: 'pl',
    // What was archived since is in no list, and in its group.
    workCenterIds: [1, 2, 8],
    from: '2026-10-01',
    to: '2026-10-31',
  })
  // A report that has no CSV is a PDF, and a view is looked at on its own page.
  assert.deepEqual([of({ type: 'SHIFT', format: 'CSV' }).format, of({ type: 'VIEW' }).type], ['PDF', 'GENERAL'])
  assert.deepEqual([of({ wc: '2,3', wcGroup: '5' }).workCenterIds, of({ wcGroup: '9' }).workCenterIds], [[2], []])
})

test('days of a report are those of whole weeks and months, or those chosen', () => {
  const of = (range: string, more: Readonly<Record<string, string>> = {}) =>
    Object.values(reportDates(REPORT_SEARCH.read({ range, ...more }), TODAY))
  assert.deepEqual(of('yesterday'), ['2026-11-24', '2026-11-24'])
  assert.deepEqual(
    [of('thisWeek'), of('lastWeek')],
    [
      ['2026-11-23', '2026-11-29'],
      ['2026-11-16', '2026-11-22'],
    ],
  )
  assert.deepEqual(
    [of('thisMonth'), of('last30')],
    [
      ['2026-11-01', '2026-11-30'],
      ['2026-10-26', '2026-11-24'],
    ],
  )
  assert.deepEqual(of('dates', DATES), ['2026-03-28', '2026-03-29'])
})

test('an automatic report is like the chosen one, of one work center, one group or all', () => {
  const of = (texts: Readonly<Record<string, string>>) => {
    const search = REPORT_SEARCH.read(texts)
    return regularOf(search, choiceOf(search, GIVEN))
  }
  assert.deepEqual(of({ type: 'ENERGY', range: 'lastMonth', wcGroup: '5', format: 'XLSX' }), {
    type: 'ENERGY',
    format: 'XLSX',
    language: '',
    periodicity: 'MONTHLY',
    workCenterId: '',
    groupId: '5',
  })
  assert.deepEqual([of({ wc: '1' })?.workCenterId, of({ range: 'yesterday' })?.periodicity, of({ wc: '1,2' })], ['1', 'DAILY', null])
})

test('none is regular where none is both chosen and in the group', () => {
  const of = (texts: Readonly<Record<string, string>>) => {
    const search = REPORT_SEARCH.read(texts)
    return regularOf(search, choiceOf(search, GIVEN))
  }
  assert.deepEqual([of({ wc: '1', wcGroup: '6' }), of({ wc: '1', wcGroup: '5' })?.workCenterId], [null, '1'])
})

test('dates of one’s own begin with those that are shown', () => {
  const shown = { from: '2026-11-18', to: '2026-11-24' }
  assert.deepEqual(ranged('dates', shown), { range: 'dates', ...shown })
  assert.deepEqual(ranged('lastMonth', shown), { range: 'lastMonth' })
})

test('days are those of the plant of the one work center that the report is of, however it was chosen', () => {
  const of = (texts: Readonly<Record<string, string>>, more: Partial<typeof GIVEN> = {}) =>
    zoneOfReport({ ...GIVEN, ...more, search: REPORT_SEARCH.read(texts) }, 'Europe/Kyiv')
  const chicago = 'America/Chicago'
  assert.deepEqual([of({ wc: '4' }), of({ wcGroup: '6' }), of({ wc: '1,4', wcGroup: '6' })], [chicago, chicago, chicago])
  assert.deepEqual([of({}), of({ wc: '1,4' }), of({ wc: '4', type: 'ENERGY' }), of({ wc: '9' })], Array(4).fill('Europe/Kyiv'))
  // Who sees one alone asks for it; who sees all of a company with one asks for all, also for those that are archived.
  const places = GIVEN.places.slice(3)
  assert.deepEqual([of({}, { places, isAssigned: true }), of({}, { places })], [chicago, 'Europe/Kyiv'])
  assert.deepEqual(choiceOf(REPORT_SEARCH.read({}), { ...GIVEN, places, isAssigned: true }).workCenterIds, [4])
  assert.equal(choiceOf(REPORT_SEARCH.read({}), { ...GIVEN, places }).workCenterIds, null)
  // Seven dates are seven days of the plant.
  const dates = { from: '2026-06-01', to: '2026-06-07' }
  assert.deepEqual(askedPeriod(dates, of({ wcGroup: '6' })), { start: '2026-06-01T05:00:00.000Z', end: '2026-06-08T05:00:00.000Z' })
})

test('dates are whole days of the plant, also where the clock changes', () => {
  assert.deepEqual(askedPeriod(DATES, 'Europe/Kyiv'), { start: '2026-03-27T22:00:00.000Z', end: '2026-03-29T21:00:00.000Z' })
  assert.equal(askedPeriod({ from: '2026-03-30', to: '2026-03-29' }, 'UTC'), null)
  assert.equal(askedPeriod({ from: '', to: '2026-03-29' }, 'UTC'), null)
})

test('one day is said once', () => {
  const day = (at: number) => new Date(at).toISOString().slice(5, 10)
  assert.equal(datesText({ dateFrom: '2026-05-04', dateTo: '2026-05-04' }, day), '05-04')
  assert.equal(datesText({ dateFrom: '2026-05-04', dateTo: '2026-05-05' }, day), '05-04 – 05-05')
})
