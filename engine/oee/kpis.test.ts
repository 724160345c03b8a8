import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OeeTerms } from '#engine/facts.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { bandOf } from './band.ts'
import { classifyPiece, type Piece, type PieceClass } from './classifyPiece.ts'
import { figuresOf } from './figures.ts'
import { specificEnergyOf } from './furtherKpis.ts'
import { issuesOf } from './issues.ts'
import { qualityOf, type Kpis } from './kpis.ts'
import { ledgerOf } from './ledger.ts'
import { roundHalfUp, toPercentage } from './percentage.ts'
import { kpisOf } from './recordKpis.ts'
import { sumsOf } from './recordSums.ts'
import { countOutput, emptyTally, termsOf } from './tally.ts'

const oee = exampleSetup().oee

const undefinedKpis: readonly (readonly [name: string, terms: OeeTerms, expected: Kpis])[] = [
  [
    'no planned time has no figures (E-1, E-2)',
    windowOf({ elapsedMs: HOUR_MS, excludedMs: HOUR_MS, idealCycleMs: 1000 }),
    { availability: null, performance: null, quality: null, oee: null },
  ],
  [
    'down all the time is 0 (E-3)',
    windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS, idealCycleMs: 1000 }),
    { availability: 0, performance: null, quality: null, oee: 0 },
  ],
  [
    'running without output is 0 (E-4)',
    windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000 }),
    { availability: 1, performance: 0, quality: null, oee: 0 },
  ],
  [
    'only rejects have quality 0 (E-5)',
    windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 1800, rejected: 1800 }),
    { availability: 1, performance: 0.5, quality: 0, oee: 0 },
  ],
  [
    'output without run time counts (E-6)',
    windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS, idealCycleMs: 1000, total: 360, rejected: 36 }),
    { availability: 0, performance: null, quality: 0.9, oee: 0.09 },
  ],
  [
    'no reference speed has no performance and no OEE (E-10)',
    windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS / 4, total: 100, rejected: 10 }),
    { availability: 0.75, performance: null, quality: 0.9, oee: null },
  ],
]
for (const [name, terms, expected] of undefinedKpis) {
  test(name, () => assert.deepEqual(kpisOf(terms), expected))
}

const half = windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS / 2, idealCycleMs: 1000, total: 900, rejected: 90 })
const switches: readonly (readonly [a: boolean, p: boolean, q: boolean, oee: number | null])[] = [
  [true, true, true, 0.225],
  [false, true, true, 0.45],
  [true, false, true, 0.45],
  [true, true, false, 0.25],
  [false, false, true, 0.9],
  [true, false, false, 0.5],
  [false, true, false, 0.5],
  [false, false, false, null],
]
for (const [a, p, q, expected] of switches) {
  const on = { calculateAvailability: a, calculatePerformance: p, calculateQuality: q }
  test(`factors A ${a}, P ${p}, Q ${q} give OEE ${expected}, alone and rolled up (D-43)`, () => {
    const kpis = kpisOf(half, on)
    assert.equal(kpis.oee, expected)
    assert.deepEqual([kpis.availability, kpis.performance, kpis.quality], [a ? 0.5 : null, p ? 0.5 : null, q ? 0.9 : null])
    if (expected !== null)
      assert.equal(
        figuresOf([
          { sums: sumsOf(half), switches: on },
          { sums: sumsOf(half), switches: on },
        ]).oee,
        expected,
      )
  })
}

test('a roll-up leaves a work center without reference speed out of OEE but not out of availability (E-10)', () => {
  const unknown = windowOf({ elapsedMs: HOUR_MS, total: 5 })
  const { availability, performance, quality, oee: rolledUp, coverage } = figuresOf([{ sums: sumsOf(half) }, { sums: sumsOf(unknown) }])
  assert.deepEqual([availability, performance, quality, rolledUp, coverage], [0.75, 0.5, 0.9, 0.225, { included: 1, total: 2 }])
})

test('performance over 100 % is kept unless capped, and the cap keeps quality (D-41)', () => {
  const output = { total: 4000, accepted: 3000, rejected: 1000 }
  const tally = { ...emptyTally(), elapsedMs: HOUR_MS, hasPrice: true, output }
  countOutput(tally, output, 1800)
  assert.equal(kpisOf(termsOf(tally)).performance, 2)
  assert.deepEqual(kpisOf(termsOf(tally, true)), { availability: 1, performance: 1, quality: 0.75, oee: 0.75 })
  const stopped = { ...tally, availabilityLossMs: HOUR_MS }
  assert.equal(qualityOf(termsOf(stopped, true)), 0.75)
})

const policy = { noDataPolicy: 'EXCLUDE' } as const
const stop: Piece = { kind: 'RULE', isEffective: false, isScheduledLoss: false }
const reason = { type: 'UNPLANNED', includeInOee: true, isSmallStop: false, isSetup: false, isFailure: false } as const
const classes: readonly (readonly [name: string, piece: Piece, bucket: PieceClass['bucket'], activity: PieceClass['activity']])[] = [
  ['effective', { ...stop, isEffective: true }, 'RUN', 'UPTIME'],
  ['a stop without reason', stop, 'AVAILABILITY_LOSS', 'UNCLASSIFIED'],
  ['off', { ...stop, kind: 'OFF' }, 'AVAILABILITY_LOSS', 'UNCLASSIFIED'],
  ['silence', { ...stop, kind: 'NO_DATA' }, 'NO_DATA', 'NO_DATA'],
  [
    'silence with a planned, excluded reason (E-47)',
    { ...stop, kind: 'NO_DATA', reason: { ...reason, type: 'PLANNED', includeInOee: false } },
    'EXCLUDED',
    'PLANNED',
  ],
  ['a scheduled loss without a reason', { ...stop, isScheduledLoss: true }, 'AVAILABILITY_LOSS', 'PLANNED'],
  ['a loss entered over silence', { ...stop, kind: 'NO_DATA', isDeclared: true }, 'AVAILABILITY_LOSS', 'UNCLASSIFIED'],
  ['a small stop', { ...stop, reason: { ...reason, isSmallStop: true } }, 'SMALL_STOP', 'UPTIME'],
  ['an unplanned stop that is excluded', { ...stop, reason: { ...reason, includeInOee: false } }, 'EXCLUDED', 'UNPLANNED'],
]
for (const [name, piece, bucket, activity] of classes) {
  test(`${name} is ${bucket} and ${activity}`, () => {
    const found = classifyPiece(piece, policy)
    assert.deepEqual([found.bucket, found.activity], [bucket, activity])
  })
}

test('issues show in the terms', () => {
  const found = (terms: OeeTerms, isClosed = true): string[] => issuesOf({ terms, uncapped: terms, isClosed, oee })
  assert.deepEqual(found(windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS, idealCycleMs: 1000, total: 1 })), ['OUTPUT_WITHOUT_RUN_TIME'])
  assert.deepEqual(found(windowOf({ elapsedMs: HOUR_MS })), ['NO_REFERENCE_SPEED'])
  const fast = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 3800 })
  assert.deepEqual(found(fast), ['REFERENCE_SPEED_TOO_LOW'])
  assert.deepEqual(found(fast, false), [])
  assert.deepEqual(found(windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 3780 })), [])
})

const roundings: readonly (readonly [value: number, places: number, expected: number])[] = [
  [78.085, 2, 78.09],
  [1.005, 2, 1.01],
  [78.0849, 2, 78.08],
  [0.5, 0, 1],
  [2.5, 0, 3],
  [99.995, 2, 100],
  [-0.5, 0, 0],
  [66.66666666666667, 2, 66.67],
]
for (const [value, places, expected] of roundings) {
  test(`${value} rounds half-up to ${expected} (D-51)`, () => assert.equal(roundHalfUp(value, places) + 0, expected))
}

test('a percentage is rounded once, from the unrounded fraction', () => {
  const shown = (fraction: number) => [toPercentage(fraction)?.realValue, toPercentage(fraction)?.intValue]
  assert.deepEqual(shown(0.78085), [78.09, 78])
  assert.deepEqual(shown(0.79499), [79.5, 79])
  // Rounded again from two places it would be 85.3.
  assert.equal(roundHalfUp(toPercentage(0.852468)?.exactValue ?? 0, 1), 85.2)
  assert.equal(toPercentage(null), null)
  assert.equal(bandOf(67.999), 'LOW')
  assert.equal(bandOf(null), null)
})

test('further figures follow from the same terms', () => {
  const terms = { ...half, setupMs: HOUR_MS / 4 }
  const of = (one: OeeTerms) => figuresOf([{ sums: sumsOf(one) }])
  assert.equal(of(windowOf({ elapsedMs: HOUR_MS, excludedMs: HOUR_MS / 2, idealCycleMs: 1000, total: 900 })).ooe, 0.25)
  assert.equal(of(terms).nee, 0.75 * 0.5 * 0.9)
  assert.equal(of(terms).setupRate, 1 / 3)
  assert.equal(specificEnergyOf(12, 0), null)
  assert.equal(of(windowOf({ elapsedMs: 5 * HOUR_MS, stopMs: HOUR_MS, noDataMs: HOUR_MS })).efficiency, 0.75)
  assert.equal(of(windowOf({ elapsedMs: HOUR_MS, noDataMs: HOUR_MS })).efficiency, null)
})

test('the ledger of a record computes: each formula gives its value', () => {
  const terms = windowOf({
    elapsedMs: 8 * HOUR_MS,
    excludedMs: HOUR_MS,
    noDataMs: HOUR_MS / 2,
    stopMs: HOUR_MS,
    smallStopMs: HOUR_MS / 4,
    idealCycleMs: 2000,
    total: 7000,
    rejected: 70,
  })
  const record = {
    shift: { shiftId: 1, shiftDate: '2026-05-04', start: 0, end: 8 * HOUR_MS },
    asOf: 8 * HOUR_MS,
    terms,
    idealCycleMs: 2000,
    issues: [],
  }
  for (const on of [oee, { ...oee, calculatePerformance: false, calculateAvailability: false }]) {
    const ledger = ledgerOf(record, on)
    const values = new Map(ledger.terms.map((term) => [term.key, term.value]))
    for (const term of ledger.terms.filter((candidate) => candidate.operator !== null && candidate.value !== null)) {
      const [first = 0, ...rest] = term.parts.map((key) => values.get(key) ?? 0)
      const computed = rest.reduce(
        (sum, part) => (term.operator === 'MINUS' ? sum - part : term.operator === 'TIMES' ? sum * part : sum / part),
        first,
      )
      assert.ok(
        Math.abs(computed - (term.value ?? 0)) < 1e-9 * Math.max(1, Math.abs(computed)),
        `${term.key}: ${computed} is not ${term.value}`,
      )
    }
    assert.equal(values.get('oee'), kpisOf(terms, on).oee)
    assert.equal(ledger.setup.idealCycleMs, 2000)
  }
})
