import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, initialState, project, type EngineState } from './advance.ts'
import type { Facts, LossInterval, OeeTerms } from './facts.ts'
import { runTimesOf } from './oee/kpis.ts'
import { sumsOf, sumsOfHours, type RecordSums } from './oee/recordSums.ts'
import { waterfallOf } from './oee/waterfall.ts'
import type { Sample, SensorKey } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, shift, threeShifts } from './testing/exampleSetup.ts'
import { lossSetups } from './testing/lossSetups.ts'
import { createFactsStore, inOrder, stopsAmong } from './testing/factsStore.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { liveView } from './workCenter/liveView.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const RUNS = 150
const START = Date.UTC(2026, 4, 4, 5, 40)
const SENSORS: readonly SensorKey[] = [
  'POWER',
  'TOTAL_OUTPUT',
  'REJECTED_OUTPUT',
  'ACCEPTED_OUTPUT',
  'DISCRETE_OUTPUT',
  'RESET_OUTPUT',
  'LINEAR_SPEED',
  'DEVICE_ON_OFF',
  'BATTERY_LEVEL',
  'TEMPERATURE',
]

const twoShifts = [{ validFrom: 0, zone: 'Asia/Kathmandu', shifts: [shift(1, '06:00', '14:00'), shift(2, '15:00', '23:30')] }]
const debounced = [
  exampleRule(1, 5, null, { minEventDurationMs: 20_000 }),
  exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 300_000, isScheduledLoss: true }),
  exampleRule(3, 0.2, 0.8, { isEffective: false, needGenerateEventByState: false }),
]
const versioned = [
  exampleRule(1, 5, null, { validTo: START + 3_000_000 }),
  exampleRule(1, 3, null, { validFrom: START + 3_000_000, minEventDurationMs: 60_000 }),
  exampleRule(2, 1, 3, { isEffective: false, validTo: START + 9_000_000 }),
]

const setups: fc.Arbitrary<WorkCenterSetup> = fc
  .record({
    rules: fc.constantFrom(debounced, versioned, exampleSetup().statusRules),
    source: fc.constantFrom('POWER' as const, 'SPEED' as const),
    reportMode: fc.constantFrom('PERIODIC' as const, 'ON_CHANGE' as const),
    type: fc.constantFrom('DISCRETE' as const, 'CONTINUOUS' as const),
    calculationType: fc.constantFrom('ACCEPTED_AND_REJECTED' as const, 'TOTAL_AND_ACCEPTED' as const, 'TOTAL_AND_REJECTED' as const),
    speed: fc.constantFrom(null, 1, 30),
    noDataPolicy: fc.constantFrom('EXCLUDE' as const, 'UNCLASSIFIED_DOWNTIME' as const),
    losses: lossSetups(START),
    deadBandPercent: fc.constantFrom(0, 10),
    schedule: fc.constantFrom(threeShifts('Europe/Kyiv'), twoShifts, []),
  })
  .map(({ rules, source, reportMode, type, calculationType, speed, noDataPolicy, losses, deadBandPercent, schedule }) => {
    const base = exampleSetup()
    return exampleSetup({
      statusSource: source,
      statusRules: rules.map((rule) => ({ ...rule, rangeType: source })),
      reportMode,
      deadBandPercent,
      type,
      output: { calculationType, targetSpeedPerMin: speed, counterRange: 1000, isTrackedAutomatically: true, rejectionAmount: 1 },
      oee: { ...base.oee, noDataPolicy },
      losses,
      schedule,
    })
  })

const values = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 0.5, 0.9, 2, 4, 7, 9, 30, 990) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const steps = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 120 }).map((seconds) => seconds * 1000) },
  { weight: 2, arbitrary: fc.constantFrom(600_000, 3_600_000, 30_000_000, 170_000_000) },
)
const streams: fc.Arbitrary<Sample[]> = fc
  .array(fc.record({ step: steps, sensor: fc.constantFrom(...SENSORS), value: values }), { minLength: 1, maxLength: 80 })
  .map((items) => {
    let at = START
    const samples = items.map(({ step, sensor, value }) => ({ at: (at += step), sensor, value }))
    return sorted(samples)
  })

test('cutting the samples into calls changes neither state nor facts, through JSON and back', () => {
  fc.assert(
    fc.property(setups, streams, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (setup, samples, sizes) => {
      const whole = advance(initialState(), samples, setup)
      const store = createFactsStore()
      let state: EngineState = initialState()
      for (let index = 0, turn = 0; index < samples.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        const step = advance(state, samples.slice(index, index + size), setup)
        store.write(step.facts)
        state = JSON.parse(JSON.stringify(step.state))
        index += size
      }
      assert.deepEqual(state, JSON.parse(JSON.stringify(whole.state)))
      assert.deepEqual(store.read(), listsOf(whole.facts))
    }),
    { numRuns: RUNS },
  )
})

test('projecting in between changes nothing: stored facts are those of a fold from scratch', () => {
  fc.assert(
    fc.property(setups, streams, fc.integer({ min: 0, max: 90_000_000 }), (setup, samples, later) => {
      const store = createFactsStore()
      let state = initialState()
      for (const [index, sample] of samples.entries()) {
        const step = advance(state, [sample], setup)
        store.write(step.facts)
        state = step.state
        const next = samples[index + 1]?.at ?? sample.at
        store.write(project(state, sample.at + (next - sample.at) / 2, setup))
      }
      const now = (state.at ?? 0) + later
      store.write(project(state, now, setup))
      assert.deepEqual(store.read(), scratch(samples, now, setup))
    }),
    { numRuns: RUNS },
  )
})

test('a rewind to any checkpoint gives what a fold from scratch gives', () => {
  fc.assert(
    fc.property(setups, streams, fc.nat(), values, (setup, samples, pick, value) => {
      const whole = advance(initialState(), samples, setup)
      const first = samples[0]?.at ?? 0
      const lateAt = first + (pick % ((whole.state.at ?? first) - first + 1))
      const late: Sample = { at: lateAt, sensor: 'POWER', value }
      const merged = sorted([...samples.filter((sample) => !(sample.at === lateAt && sample.sensor === 'POWER')), late])
      const checkpoint = whole.checkpoints.findLast((candidate) => candidate.start <= lateAt)
      const from = checkpoint?.start ?? -Infinity
      const recomputed = advance(
        checkpoint?.state ?? initialState(),
        merged.filter((sample) => sample.at >= from),
        setup,
      )
      const store = createFactsStore()
      store.write(whole.facts)
      store.write(recomputed.facts)
      const expected = advance(initialState(), merged, setup)
      assert.deepEqual(recomputed.state, expected.state)
      assert.deepEqual(store.read(), listsOf(expected.facts))
      assert.deepEqual(
        recomputed.checkpoints,
        expected.checkpoints.filter((candidate) => candidate.start >= from),
      )
    }),
    { numRuns: RUNS },
  )
})

test('a repeated sample changes nothing', () => {
  fc.assert(
    fc.property(setups, streams, (setup, samples) => {
      const doubled = samples.flatMap((sample) => [sample, { ...sample, value: 77 }])
      assert.deepEqual(advance(initialState(), doubled, setup), advance(initialState(), samples, setup))
    }),
    { numRuns: RUNS },
  )
})

test('the order of sensors within an instant does not matter', () => {
  fc.assert(
    fc.property(setups, streams, (setup, samples) => {
      const reversed = [...samples].sort((a, b) => a.at - b.at || b.sensor.localeCompare(a.sensor))
      assert.deepEqual(listsOf(advance(initialState(), reversed, setup).facts), listsOf(advance(initialState(), samples, setup).facts))
    }),
    { numRuns: RUNS },
  )
})

test('statuses follow each other from the first sample to now without gap or overlap', () => {
  everyFacts((facts, samples) => {
    let end = samples[0]?.at ?? null
    for (const [index, row] of facts.statuses.entries()) {
      assert.equal(row.start, end)
      assert.equal(row.end === null, index === facts.statuses.length - 1)
      assert.ok(row.end === null || row.end > row.start)
      end = row.end
    }
  })
})

test('waterfall and activity times close in every record, hours sum to their shift, elapsed time is the shift clipped', () => {
  everyFacts((facts, samples, now) => {
    for (const record of facts.shifts) {
      closes(record.terms)
      const start = Math.max(record.shift.start, samples[0]?.at ?? 0)
      assert.equal(record.terms.elapsedMs, Math.min(record.shift.end, now) - start)
      const hours = facts.hours.filter((hour) => hour.shiftStart === record.shift.start)
      sameSums(sumsOfHours(hours.map((hour) => hour.terms)), sumsOf(record.terms))
      const segments = facts.outputs.filter((segment) => segment.shiftStart === record.shift.start)
      near(
        segments.reduce((sum, segment) => sum + segment.total, 0),
        record.terms.output.total,
      )
      near(
        segments.reduce((sum, segment) => sum + segment.uncounted.rejected, 0),
        record.terms.uncountedOutput.rejected,
      )
    }
    for (const hour of facts.hours) closes(hour.terms)
  })
})

test('losses lie inside their shift and in a status that is not effective', () => {
  everyFacts((facts, _samples, now) => {
    let lastEnd = -Infinity
    for (const loss of stopsAmong(facts.losses)) {
      assert.ok(loss.start >= lastEnd && (loss.end === null || loss.end > loss.start))
      lastEnd = loss.end ?? now
      const record = facts.shifts.find((candidate) => candidate.shift.start === loss.shiftStart)
      assert.ok(record && loss.start >= record.shift.start && (loss.end ?? now) <= record.shift.end)
      const holder = facts.statuses.find((row) => row.start === loss.chainStart)
      assert.ok(holder && holder.kind === loss.kind && holder.statusRuleId === loss.statusRuleId)
      assert.ok(loss.start >= holder.start && (loss.end ?? now) <= (holder.end ?? now))
    }
  })
})

test('the view of the present, which skips what lies between, agrees with the facts', () => {
  fc.assert(
    fc.property(setups, streams, fc.integer({ min: 0, max: 900_000_000 }), (setup, samples, later) => {
      const { state } = advance(initialState(), samples, setup)
      const now = (state.at ?? 0) + later
      const live = liveView(state, now, setup)
      const facts = scratch(samples, now, setup)
      const status = facts.statuses.at(-1)
      assert.deepEqual(
        [live.status?.kind, live.status?.statusRuleId, live.status?.since],
        [status?.kind, status?.statusRuleId, status?.start],
      )
      const record = facts.shifts.find((row) => row.shift.start === live.shift?.start)
      assert.equal(live.output?.total, record && roundUnits(record.terms.output.total))
      assert.deepEqual(live.oee?.issues, record?.issues)
      const losses = stopsAmong(facts.losses).filter((loss) => isUnclassified(loss, live.shift?.start))
      assert.equal(live.unclassifiedLossCount, losses.length)
    }),
    { numRuns: RUNS },
  )
})

function everyFacts(check: (facts: Facts, samples: readonly Sample[], now: number) => void): void {
  fc.assert(
    fc.property(setups, streams, fc.integer({ min: 0, max: 90_000_000 }), (setup, samples, later) => {
      const state = advance(initialState(), samples, setup).state
      const now = (state.at ?? 0) + later
      check({ changedFrom: 0, ...scratch(samples, now, setup) }, samples, now)
    }),
    { numRuns: RUNS },
  )
}

function isUnclassified(loss: LossInterval, shiftStart: number | undefined): boolean {
  return loss.shiftStart === shiftStart && loss.reasonId === null && !loss.isScheduledLoss
}

function scratch(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  return store.read()
}

function listsOf({ changedFrom: _changedFrom, ...lists }: Facts): Omit<Facts, 'changedFrom'> {
  return { ...lists, losses: inOrder(lists.losses) }
}

function sorted(samples: readonly Sample[]): Sample[] {
  const unique = new Map(samples.map((sample) => [`${sample.at} ${sample.sensor}`, sample]))
  return [...unique.values()].sort((a, b) => a.at - b.at || (a.sensor < b.sensor ? -1 : 1))
}

function closes(terms: OeeTerms): void {
  const { plannedDowntimeMs, unplannedDowntimeMs, unclassifiedDowntimeMs, noDataMs } = terms
  // Uptime is run time, whichever way time is told apart.
  assert.equal(runTimesOf(terms).runMs + plannedDowntimeMs + unplannedDowntimeMs + unclassifiedDowntimeMs + noDataMs, terms.elapsedMs)
  const fall = waterfallOf(terms)
  if (!fall) return
  near(
    fall.excludedMs + fall.noDataMs + fall.availabilityLossMs + fall.smallStopMs + fall.speedLossMs + fall.qualityLossMs + fall.valuableMs,
    fall.elapsedMs,
  )
}

function sameSums(actual: RecordSums, expected: RecordSums): void {
  for (const key of [
    'elapsedMs',
    'excludedMs',
    'noDataMs',
    'availabilityLossMs',
    'smallStopMs',
    'plannedDowntimeMs',
    'unplannedDowntimeMs',
    'unclassifiedDowntimeMs',
    'plannedIncludedMs',
    'unplannedIncludedMs',
    'orderLossMs',
    'setupMs',
    'failureMs',
    'failureCount',
  ] as const) {
    assert.equal(actual[key], expected[key], key)
  }
  near(actual.output.total, expected.output.total)
  near(actual.output.accepted, expected.output.accepted)
  near(actual.uncountedOutput.total, expected.uncountedOutput.total)
  near(actual.netOperatingMs, expected.netOperatingMs)
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`)
}
