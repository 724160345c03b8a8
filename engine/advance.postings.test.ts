import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId, type JobOrderId } from './ids.ts'
import type { JobSetup, OutputConfirmation } from './jobOrder/jobRun.ts'
import { kpisOf } from './oee/recordKpis.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleSetup } from './testing/exampleSetup.ts'
import { factsUntil } from './testing/factsStore.ts'

const MIN = 60_000
const START = Date.UTC(2026, 4, 4, 6)
const base = exampleSetup({ reportMode: 'ON_CHANGE' })
const [A, B] = [asId<JobOrderId>(1), asId<JobOrderId>(2)]

/** An hour of running, then a stop: 150 counts of the total, 6 of the rejected counter, half of each by minute 30. */
const HOUR: readonly Sample[] = [
  [0, 'POWER', 9],
  [0, 'REJECTED_OUTPUT', 0],
  [0, 'TOTAL_OUTPUT', 0],
  [29, 'REJECTED_OUTPUT', 3],
  [29, 'TOTAL_OUTPUT', 75],
  [59, 'REJECTED_OUTPUT', 6],
  [59, 'TOTAL_OUTPUT', 150],
  [60, 'POWER', 0],
].map(([minute, sensor, value]) => ({ at: START + Number(minute) * MIN, sensor: sensor as Sample['sensor'], value: Number(value) }))
const GOOD = HOUR.filter(({ sensor }) => sensor !== 'REJECTED_OUTPUT')

const foldOf = (jobs: Partial<JobSetup>, samples: readonly Sample[] = GOOD) =>
  factsUntil(samples, START + 8 * 60 * MIN, { ...base, jobs: { ...base.jobs, ...jobs } })
const said = (more: Partial<OutputConfirmation>): OutputConfirmation => ({
  start: START,
  end: START + 60 * MIN,
  jobOrderId: null,
  accepted: 0,
  rejected: 0,
  isClosing: false,
  ...more,
})
const PARALLEL = [
  { jobOrderId: A, start: START, end: START + 60 * MIN, idealCycleMs: 12_000 },
  { jobOrderId: B, start: START, end: START + 60 * MIN, idealCycleMs: 30_000 },
]

test('a person ends a segment by a cut, and the next begins at 0 (O-4)', () => {
  const cut = START + 30 * MIN
  const { outputs, shifts } = foldOf({ cuts: [cut] }, HOUR)
  assert.deepEqual(
    outputs.map(({ start, end, total, rejected }) => [start, end, total, rejected]),
    [
      [START, cut, 75, 3],
      [cut, START + 8 * 60 * MIN, 75, 3],
      [START + 8 * 60 * MIN, null, 0, 0],
    ],
  )
  assert.equal(shifts[0]?.terms.output.total, 150)
  const half = said({ end: cut, accepted: 70, rejected: 3, isClosing: true })
  const confirmed = foldOf({ cuts: [cut], confirmations: [half] }, HOUR)
  assert.deepEqual(
    confirmed.outputs.map(({ isConfirmed, difference, effective }) => [isConfirmed, difference, effective.total]),
    [
      [true, -2, 73],
      [false, 0, 75],
      [false, 0, 0],
    ],
  )
  assert.equal(confirmed.shifts[0]?.terms.output.total, 148)
})

test('what people say that the device counted wrongly is taken off its counts, which stay known (O-13)', () => {
  const { outputs, shifts } = foldOf({ corrections: [{ start: START, end: null, accepted: -50, rejected: 2 }] }, HOUR)
  const [segment] = outputs
  assert.deepEqual([segment?.total, segment?.accepted, segment?.rejected], [102, 94, 8])
  assert.deepEqual(segment?.counted, { total: 150, accepted: 144, rejected: 6 })
  assert.deepEqual(shifts[0]?.terms.output, { total: 102, accepted: 94, rejected: 8 })
  assert.equal(outputs[1]?.counted, null)
  const none = foldOf({ corrections: [{ start: START, end: null, accepted: -5000, rejected: 0 }] }, HOUR)
  assert.deepEqual(none.shifts[0]?.terms.output, { total: 6, accepted: 0, rejected: 6 })
})

test('a stroke makes a piece of every order, and one confirmed order is not all of them (O-16)', () => {
  const jobs = { runs: PARALLEL, parallelMode: 'SIMULTANEOUS' } as const
  const shown = (confirmations: readonly OutputConfirmation[]) => {
    const { outputs, shifts } = foldOf({ ...jobs, confirmations })
    const record = shifts[0]
    assert.ok(record && outputs[0])
    const { netOperatingMs, qualityLossMs } = record.terms
    const { performance, quality } = kpisOf(record.terms)
    const percent = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 100)
    return {
      total: outputs[0].total,
      strokes: outputs[0].strokes,
      isConfirmed: outputs[0].isConfirmed,
      netMs: netOperatingMs,
      lostMs: qualityLossMs,
      performance: percent(performance),
      quality: percent(quality),
    }
  }
  const none = { total: 300, strokes: 150, isConfirmed: false, netMs: 3_150_000, lostMs: 0, performance: 87.5, quality: 100 }
  assert.deepEqual(shown([]), none)
  const first = said({ jobOrderId: A, accepted: 150 })
  assert.deepEqual(shown([first]), none)
  const both = shown([first, said({ jobOrderId: B, accepted: 145 }), said({ jobOrderId: B, rejected: 5 })])
  assert.deepEqual(both, { ...none, isConfirmed: true, lostMs: 75_000, quality: 97.62 })
})

test('of orders that share strokes each has its own rest: more of one says nothing of the other (O-16)', () => {
  const jobs = { runs: PARALLEL, parallelMode: 'SIMULTANEOUS' } as const
  const effectiveOf = (confirmations: readonly OutputConfirmation[]) => foldOf({ ...jobs, confirmations }).outputs[0]
  const over = effectiveOf([said({ jobOrderId: A, accepted: 310 })])
  assert.deepEqual([over?.isConfirmed, over?.effective.total], [false, 460])
  const closed = effectiveOf([said({ jobOrderId: A, accepted: 100, isClosing: true })])
  assert.deepEqual([closed?.isConfirmed, closed?.effective.total], [false, 250])
  const bothClosed = effectiveOf([said({ jobOrderId: A, accepted: 100, isClosing: true }), said({ jobOrderId: B, accepted: 150 })])
  assert.deepEqual([bothClosed?.isConfirmed, bothClosed?.effective.total, bothClosed?.difference], [true, 250, -50])
})

test('orders that take turns share one count, split by what is confirmed (D-46)', () => {
  const performanceOf = (confirmations: readonly OutputConfirmation[]) => {
    const record = foldOf({ runs: PARALLEL, confirmations }).shifts[0]
    return record && kpisOf(record.terms).performance
  }
  assert.equal(performanceOf([]), 0.875)
  assert.equal(performanceOf([said({ jobOrderId: A, accepted: 100 }), said({ jobOrderId: B, accepted: 50, isClosing: true })]), 0.75)
})

test('late units show again as not confirmed, unless nothing more was to come (S-62)', () => {
  const late = (confirmation: OutputConfirmation, total: number) =>
    foldOf({ confirmations: [confirmation] }, [...GOOD, { at: START + 65 * MIN, sensor: 'TOTAL_OUTPUT', value: total }]).outputs[0]
  const open = late(said({ end: null, accepted: 150 }), 162)
  assert.deepEqual([open?.isConfirmed, open?.effective.total, open?.difference], [false, 162, 0])
  const closed = late(said({ end: null, accepted: 150, isClosing: true }), 162)
  assert.deepEqual([closed?.isConfirmed, closed?.effective.total, closed?.difference], [true, 150, -12])
})

test('within a confirmed segment nonsense of the counter changes nothing, late counts show as not confirmed until they are all there, and a reset ends it', () => {
  const at = (minute: number, value: number): Sample => ({ at: START + minute * MIN, sensor: 'TOTAL_OUTPUT', value })
  const power = GOOD.filter(({ sensor }) => sensor === 'POWER')
  const outputsOf = (confirmations: readonly OutputConfirmation[], samples: readonly Sample[]) =>
    foldOf(
      { confirmations },
      [...power, ...samples].toSorted((one, other) => one.at - other.at),
    ).outputs.flatMap(({ start, total, isConfirmed, effective, difference }) =>
      total === 0 ? [] : [[(start - START) / MIN, total, isConfirmed, effective.total, difference]],
    )
  // At 45 it says nonsense for a moment.
  const counted = [at(0, 0), at(29, 75), at(44, 112), at(45, 9_000_000), at(46, 117), at(59, 150)]
  const row = said({ accepted: 150 })
  assert.deepEqual(outputsOf([], counted), [[0, 150, false, 150, 0]])
  assert.deepEqual(outputsOf([row], counted), [[0, 150, true, 150, 0]])
  assert.deepEqual(outputsOf([said({ accepted: 148, isClosing: true })], counted), [[0, 150, true, 148, -2]])
  // The device had sent nothing after 46 yet: people said more than it had told.
  assert.deepEqual(outputsOf([row], counted.slice(0, 5)), [[0, 117, true, 150, 33]])
  // At 30 it begins anew: the row is of the segment of its middle, and what was counted before waits for a person.
  const reset = [at(0, 0), at(29, 75), at(30, 0), at(59, 75)]
  assert.deepEqual(outputsOf([said({ start: START + 30 * MIN, accepted: 75 })], reset), [
    [0, 75, false, 75, 0],
    [30, 75, true, 75, 0],
  ])
})
