import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId, type JobOrderId } from '#engine/ids.ts'
import type { JobSetup } from '#engine/jobOrder/jobRun.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { factsUntil } from '#engine/testing/factsStore.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ledgerOf } from './ledger.ts'

const START = Date.UTC(2026, 4, 4, 6)
const [first, second] = [asId<JobOrderId>(1), asId<JobOrderId>(2)]
const base = exampleSetup({ reportMode: 'ON_CHANGE' })

/** An hour of an order of 10 s, then an hour of one of 40 s beside it. */
const jobs: JobSetup = {
  parallelMode: 'ALTERNATING',
  runs: [
    { jobOrderId: first, start: START, end: null, idealCycleMs: 10_000 },
    { jobOrderId: second, start: START + HOUR_MS, end: null, idealCycleMs: 40_000 },
  ],
  confirmations: [],
}

const samples: Sample[] = [
  { at: START, sensor: 'POWER', value: 9 },
  { at: START, sensor: 'REJECTED_OUTPUT', value: 0 },
  { at: START, sensor: 'TOTAL_OUTPUT', value: 0 },
  { at: START + HOUR_MS / 2, sensor: 'TOTAL_OUTPUT', value: 300 },
  { at: START + HOUR_MS + HOUR_MS / 2, sensor: 'REJECTED_OUTPUT', value: 10 },
  { at: START + HOUR_MS + HOUR_MS / 2, sensor: 'TOTAL_OUTPUT', value: 400 },
]

test('net operating time of several prices is the sum of its segments, each of which computes (D-46)', () => {
  const { shifts, outputs } = factsUntil(samples, START + 2 * HOUR_MS, { ...base, jobs })
  const [record] = shifts
  assert.ok(record)
  assert.equal(record.idealCycleMs, null)
  const ledger = ledgerOf(record, base.oee, outputs)
  assert.deepEqual(
    ledger.segments.map((one) => [
      one.jobOrderIds,
      one.countedOutput,
      one.unitMs,
      one.netOperatingMs,
      one.rejectedOutput,
      one.qualityLossMs,
    ]),
    [
      [[first], 300, 10_000, 3_000_000, 0, 0],
      [[first, second], 100, 25_000, 2_500_000, 10, 250_000],
    ],
  )
  const valueOf = (key: string): number | null | undefined => ledger.terms.find((term) => term.key === key)?.value
  assert.equal(valueOf('netOperating'), 5_500_000)
  assert.equal(valueOf('qualityLoss'), 250_000)
  assert.deepEqual(ledger.terms.find((term) => term.key === 'netOperating')?.parts, [])
})

test('the split among orders that was confirmed prices each at its own cycle', () => {
  const confirmations = [
    { start: START + HOUR_MS, end: START + 2 * HOUR_MS, jobOrderId: first, accepted: 70, rejected: 0, isClosing: false },
    { start: START + HOUR_MS, end: START + 2 * HOUR_MS, jobOrderId: second, accepted: 20, rejected: 10, isClosing: false },
  ]
  const { shifts, outputs } = factsUntil(samples, START + 2 * HOUR_MS, { ...base, jobs: { ...jobs, confirmations } })
  const [record] = shifts
  assert.ok(record)
  const [, confirmed] = ledgerOf(record, base.oee, outputs).segments
  assert.equal(confirmed?.netOperatingMs, 70 * 10_000 + 30 * 40_000)
  assert.equal(confirmed.qualityLossMs, 10 * 40_000)
  assert.equal(confirmed.unitMs, 19_000)
  assert.equal(record.terms.netOperatingMs, 3_000_000 + 1_900_000)
})

test('one price needs no segments, and a capped shift is not their sum', () => {
  const single = { ...base, jobs: { ...jobs, runs: jobs.runs.slice(0, 1) } }
  const [one] = factsUntil(samples, START + 2 * HOUR_MS, single).shifts
  assert.ok(one)
  assert.equal(one.idealCycleMs, 10_000)
  assert.deepEqual(ledgerOf(one, base.oee).segments, [])
  const capped = { ...base, jobs, oee: { ...base.oee, capPerformance: true } }
  const { shifts, outputs } = factsUntil(samples, START + HOUR_MS + HOUR_MS / 2, capped)
  assert.ok(shifts[0])
  assert.equal(shifts[0].terms.netOperatingMs, 1.5 * HOUR_MS)
  assert.deepEqual(ledgerOf(shifts[0], capped.oee, outputs).segments, [])
})
