import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OeeTerms } from '#engine/facts.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { lossChanges } from './confirmedLoss.ts'
import type { ConfirmedLoss } from './confirmedLoss.ts'
import { termChanges } from './revisionChanges.ts'

const MORNING = Date.UTC(2026, 10, 22, 4)
const NO_UNITS = { total: 0, accepted: 0, rejected: 0 }

/** A shift of eight hours with 3,400 units at 6 seconds, 68 of them rejected; in minutes excluded, of availability loss and unexplained. */
function record(excluded: number, availabilityLoss: number, unexplained: number) {
  const terms: OeeTerms = {
    elapsedMs: 480 * MINUTE_MS,
    excludedMs: excluded * MINUTE_MS,
    noDataMs: 0,
    availabilityLossMs: availabilityLoss * MINUTE_MS,
    smallStopMs: 12 * MINUTE_MS,
    plannedDowntimeMs: 50 * MINUTE_MS,
    unplannedDowntimeMs: 35 * MINUTE_MS,
    unclassifiedDowntimeMs: unexplained * MINUTE_MS,
    plannedIncludedMs: 20 * MINUTE_MS,
    unplannedIncludedMs: 35 * MINUTE_MS,
    orderLossMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
    netOperatingMs: 340 * MINUTE_MS,
    qualityLossMs: 6.8 * MINUTE_MS,
    output: { total: 3400, accepted: 3332, rejected: 68 },
    uncountedOutput: NO_UNITS,
  }
  return { terms, kpis: kpisOf(terms) }
}

/** A stop from one minute of the morning to another. */
function stop(from: number, to: number, more: Partial<ConfirmedLoss> = {}): ConfirmedLoss {
  const [start, end] = [MORNING + from * MINUTE_MS, MORNING + to * MINUTE_MS]
  return { source: 'STATUS', start, end, kind: 'OFF', statusRuleId: null, reasonId: null, count: 1, ms: end - start, ...more }
}

const rejects = (count: number): ConfirmedLoss => ({
  ...stop(0, 0),
  source: 'OUTPUT',
  start: null,
  end: null,
  kind: null,
  reasonId: 9,
  count,
  ms: count * 6000,
})

test('seven unexplained minutes that became a break are told term by term: OEE 74.04 to 75.21 %', () => {
  const changes = termChanges(record(30, 62, 7), record(37, 55, 0))
  const percent = (key: string) => {
    const change = changes.find((one) => one.key === key)
    return [change?.before, change?.after].map((value) => ((value ?? 0) * 100).toFixed(2))
  }
  assert.deepEqual(percent('oee'), ['74.04', '75.21'])
  assert.deepEqual(percent('availability'), ['86.22', '87.58'])
  assert.deepEqual(
    changes.filter(({ unit }) => unit === 'MS').map(({ key, before, after }) => [key, (before ?? 0) / MINUTE_MS, (after ?? 0) / MINUTE_MS]),
    [
      ['excluded', 30, 37],
      ['plannedProduction', 450, 443],
      ['availabilityLoss', 62, 55],
    ],
  )
})

test('a record that says the same has no changes, and one that lost its speed says so', () => {
  assert.deepEqual(termChanges(record(30, 62, 7), record(30, 62, 7)), [])
  const { terms } = record(30, 62, 7)
  const unpriced = { ...terms, netOperatingMs: null, qualityLossMs: null }
  const [oee] = termChanges(record(30, 62, 7), { terms: unpriced, kpis: kpisOf(unpriced) })
  assert.deepEqual([oee?.key, oee?.after], ['oee', null])
})

test('a stop that got another reason, one that became longer, one that came and one that went are one change each', () => {
  const before = [stop(10, 20), stop(40, 50, { reasonId: 1 }), stop(90, 95, { reasonId: 2 }), rejects(5)]
  const after = [stop(10, 20, { reasonId: 7 }), stop(40, 55, { reasonId: 1 }), stop(200, 210), rejects(5)]
  assert.deepEqual(
    lossChanges(before, after).map((change) => [change.before?.start, change.after?.start].map((at) => at && (at - MORNING) / MINUTE_MS)),
    [
      [10, 10],
      [40, 40],
      [90, undefined],
      [undefined, 200],
    ],
  )
})

test('a stop whose edges both moved is the same one where most of it is, and a neighbour with its own edges is not taken for it', () => {
  const [moved, ...none] = lossChanges([stop(10, 20), stop(20, 30, { reasonId: 1 })], [stop(8, 19), stop(20, 30, { reasonId: 1 })])
  assert.deepEqual(none, [])
  assert.deepEqual([moved?.before, moved?.after], [stop(10, 20), stop(8, 19)])
})

test('rejects of one reason are told as a sum, after the stops', () => {
  const changes = lossChanges([rejects(5), stop(10, 20)], [rejects(8), stop(10, 22)])
  assert.deepEqual(
    changes.map(({ before, after }) => [before?.count, after?.count]),
    [
      [1, 1],
      [5, 8],
    ],
  )
})
