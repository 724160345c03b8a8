import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId, type JobOrderId, type LossReasonId, type StatusRuleId } from './ids.ts'
import type { OutputConfirmation } from './jobOrder/jobRun.ts'
import type { LossReason } from './loss/lossReason.ts'
import { NO_LOSS_SETUP } from './loss/lossSetup.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleSetup } from './testing/exampleSetup.ts'
import { kpisOf } from './oee/recordKpis.ts'
import { factsUntil } from './testing/factsStore.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const MIN = 60_000
const START = Date.UTC(2026, 4, 4, 6)
const base = exampleSetup({ reportMode: 'ON_CHANGE' })

function at(minute: number, sensor: Sample['sensor'], value: number): Sample {
  return { at: START + minute * MIN, sensor, value }
}

function confirmed(more: Partial<OutputConfirmation>): WorkCenterSetup {
  const confirmation = { start: START, end: null, jobOrderId: null, accepted: 0, rejected: 0, isClosing: false, ...more }
  return { ...base, jobs: { ...base.jobs, confirmations: [confirmation] } }
}

/** Two hours of running; the second half hour is a stop. 600 pieces in the first hour, 200 in the second, 30 rejected in all. */
const TWO_HOURS = [
  at(0, 'POWER', 9),
  at(0, 'REJECTED_OUTPUT', 0),
  at(0, 'TOTAL_OUTPUT', 0),
  at(29, 'TOTAL_OUTPUT', 600),
  at(30, 'POWER', 0),
  at(60, 'POWER', 9),
  at(90, 'REJECTED_OUTPUT', 30),
  at(90, 'TOTAL_OUTPUT', 800),
]

test('units made in a stop count or not as the reason says that the stop gets late (D-40)', () => {
  const reason: LossReason = {
    id: asId<LossReasonId>(1),
    category: 'AVAILABILITY',
    type: 'PLANNED',
    includeInOee: false,
    isSmallStop: false,
    activityTypes: [],
    maximumAllowedDurationMs: null,
    isOffered: true,
  }
  const rows = [{ reasonId: reason.id, fromMs: 20 * MIN, toMs: null }]
  const trackingRules = [{ statusRuleId: asId<StatusRuleId>(2), validFrom: 0, validTo: null, rows }]
  const setup = { ...base, losses: { ...NO_LOSS_SETUP, reasons: [reason], trackingRules } }
  const samples = [at(0, 'POWER', 2), at(0, 'TOTAL_OUTPUT', 0), at(5, 'TOTAL_OUTPUT', 10)]
  const termsAt = (minute: number) => factsUntil(samples, START + minute * MIN, setup).shifts[0]?.terms
  assert.deepEqual([termsAt(19)?.uncountedOutput.total, termsAt(19)?.netOperatingMs], [0, 20_000])
  assert.deepEqual([termsAt(21)?.uncountedOutput.total, termsAt(21)?.netOperatingMs], [10, 0])
  const back = factsUntil([...samples, at(15, 'POWER', 9)], START + 60 * MIN, setup).shifts[0]?.terms
  assert.deepEqual([back?.uncountedOutput.total, back?.netOperatingMs], [0, 20_000])
})

test('partly confirmed output keeps the total of the device and takes the larger rejects (S-62)', () => {
  const { shifts, outputs } = factsUntil(TWO_HOURS, START + 120 * MIN, confirmed({ accepted: 100, rejected: 50 }))
  assert.deepEqual(shifts[0]?.terms.output, { total: 800, accepted: 750, rejected: 50 })
  assert.equal(outputs[0]?.isConfirmed, false)
  assert.equal(shifts[0].terms.qualityLossMs, 50 * 2000)
})

test('output confirmed in full, or closed, stands for what the device counted, in hours as it counted', () => {
  for (const given of [
    { accepted: 880, rejected: 0 },
    { accepted: 440, rejected: 0, isClosing: true },
  ]) {
    const { shifts, hours, outputs } = factsUntil(TWO_HOURS, START + 120 * MIN, confirmed(given))
    assert.equal(shifts[0]?.terms.output.accepted, given.accepted)
    assert.equal(shifts[0].terms.netOperatingMs, given.accepted * 2000)
    assert.deepEqual([outputs[0]?.isConfirmed, outputs[0]?.total], [true, 800])
    const own = hours.filter((hour) => hour.terms.elapsedMs > 0).map((hour) => hour.terms.output.total)
    // The device accepted 600 of 770 in the first hour.
    assert.deepEqual(own, [Math.round((given.accepted * 600) / 770), given.accepted - Math.round((given.accepted * 600) / 770)])
  }
})

test('output that is not tracked is what is confirmed, spread over run time, and nothing before (S-62a, D-45)', () => {
  const untracked = (setup: WorkCenterSetup): WorkCenterSetup => ({
    ...setup,
    output: { ...setup.output, isTrackedAutomatically: false },
  })
  const none = factsUntil(TWO_HOURS, START + 120 * MIN, untracked(base)).shifts[0]?.terms
  assert.deepEqual([none?.output.total, none?.netOperatingMs], [0, 0])
  const { shifts, hours } = factsUntil(TWO_HOURS, START + 120 * MIN, untracked(confirmed({ accepted: 870, rejected: 30 })))
  assert.deepEqual(shifts[0]?.terms.output, { total: 900, accepted: 870, rejected: 30 })
  // Half an hour of run time, then a whole one.
  const own = hours.filter((hour) => hour.terms.elapsedMs > 0).map((hour) => hour.terms.output)
  assert.deepEqual(own, [
    { total: 300, accepted: 290, rejected: 10 },
    { total: 600, accepted: 580, rejected: 20 },
  ])
})

test('a machine without a reference speed that only stood still has no OEE, not one of 0 that a roll-up would count (D-42, D-43)', () => {
  const setup = { ...base, output: { ...base.output, targetSpeedPerMin: null } }
  const { shifts } = factsUntil([at(0, 'POWER', 0)], START + 8 * 60 * MIN, setup)
  const [record] = shifts
  assert.ok(record)
  assert.deepEqual([record.terms.netOperatingMs, kpisOf(record.terms).oee, kpisOf(record.terms).availability], [null, null, 0])
  assert.ok(record.issues.includes('NO_REFERENCE_SPEED'))
  const priced = factsUntil([at(0, 'POWER', 0)], START + 8 * 60 * MIN, base).shifts[0]
  assert.equal(priced && kpisOf(priced.terms).oee, 0)
})

test('an order without a speed leaves the shift without net operating time only when something ran or was made in it (D-42)', () => {
  const priceless = { ...base, output: { ...base.output, targetSpeedPerMin: null } }
  const run = { jobOrderId: asId<JobOrderId>(1), start: START, end: START + 30 * MIN, idealCycleMs: 2000 }
  const setup = { ...priceless, jobs: { ...base.jobs, runs: [run] } }
  const still = TWO_HOURS.filter((sample) => sample.at < START + 60 * MIN)
  const stopped = factsUntil(still, START + 60 * MIN, setup).shifts[0]
  assert.equal(stopped?.terms.netOperatingMs, 600 * 2000)
  assert.ok(!stopped.issues.includes('NO_REFERENCE_SPEED'))
  const runs = factsUntil(TWO_HOURS, START + 120 * MIN, setup).shifts[0]
  assert.equal(runs?.terms.netOperatingMs, null)
  assert.ok(runs.issues.includes('NO_REFERENCE_SPEED'))
})

test('the SPEED loss of an open segment is provisional and goes when the machine catches up (S-29)', () => {
  const losses = (samples: readonly Sample[], minute: number) =>
    factsUntil(samples, START + minute * MIN, base).losses.filter((loss) => loss.source === 'SPEED')
  const slow = [at(0, 'POWER', 9), at(0, 'TOTAL_OUTPUT', 0), at(10, 'TOTAL_OUTPUT', 200)]
  assert.deepEqual(
    losses(slow, 10).map(({ quantity, durationMs, isProvisional }) => [quantity, durationMs, isProvisional]),
    [[100, 200_000, true]],
  )
  assert.deepEqual(losses([...slow, at(20, 'TOTAL_OUTPUT', 600)], 20), [])
})

test('good units confirmed for an order with a speed have their ideal time beside an order without one, as nothing was rejected (D-42)', () => {
  const orders = [1000, null].map((idealCycleMs, index) => ({
    jobOrderId: asId<JobOrderId>(index + 1),
    start: START,
    end: null,
    idealCycleMs,
  }))
  const confirmation = { start: START, end: START + 10 * MIN, jobOrderId: asId<JobOrderId>(1), accepted: 5, rejected: 0, isClosing: false }
  const setup: WorkCenterSetup = {
    ...base,
    output: { ...base.output, targetSpeedPerMin: null },
    jobs: { runs: orders, parallelMode: 'ALTERNATING', confirmations: [confirmation] },
  }
  const { shifts, outputs } = factsUntil([at(0, 'POWER', 0), at(0, 'TOTAL_OUTPUT', 0)], START + 20 * MIN, setup)
  for (const one of [shifts[0]?.terms, outputs[0]]) assert.deepEqual([one?.netOperatingMs, one?.qualityLossMs], [5000, 0])
})
