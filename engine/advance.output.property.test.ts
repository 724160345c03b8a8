import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SECOND_MS } from '#engine/time/durations.ts'
import { advance, initialState, project, type EngineState } from './advance.ts'
import type { Facts, OutputCount } from './facts.ts'
import { asId, type JobOrderId, type LossAnnotationId } from './ids.ts'
import type { JobRun, JobSetup, OutputConfirmation, OutputCorrection } from './jobOrder/jobRun.ts'
import type { LossAnnotation } from './loss/lossSetup.ts'
import { timesOf } from './oee/kpis.ts'
import { sumsOf, sumsOfHours, type RecordSums } from './oee/recordSums.ts'
import { addCounts, NO_OUTPUT } from './output/outputCount.ts'
import type { Sample } from './sensor/sensorType.ts'
import { plannedReason } from './testing/lossSetups.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore, factsUntil, inOrder } from './testing/factsStore.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const RUNS = 150
const START = Date.UTC(2026, 4, 4, 5, 0)
const SPAN = 12 * 3600

const seconds = fc.integer({ min: 0, max: SPAN })
const instants = seconds.map((second) => START + second * SECOND_MS)

const runs: fc.Arbitrary<JobRun[]> = fc
  .array(
    fc.record({
      order: fc.integer({ min: 1, max: 4 }),
      start: instants,
      length: fc.option(fc.integer({ min: 1, max: 4 * 3600 })),
      cycle: fc.option(fc.constantFrom(1000, 3000, 20_000)),
    }),
    { maxLength: 5 },
  )
  .map((items) =>
    items
      .map(({ order, start, length, cycle }) => ({
        jobOrderId: asId<JobOrderId>(order),
        start,
        end: length === null ? null : start + length * SECOND_MS,
        // One order has one speed.
        idealCycleMs: order === 4 ? null : cycle === null ? null : order * 1000,
      }))
      .sort((a, b) => a.start - b.start),
  )

const confirmations: fc.Arbitrary<OutputConfirmation[]> = fc
  .array(
    fc.record({
      start: instants,
      length: fc.option(fc.integer({ min: 1, max: 4 * 3600 })),
      order: fc.option(fc.integer({ min: 1, max: 4 })),
      accepted: fc.integer({ min: 0, max: 300 }),
      rejected: fc.integer({ min: 0, max: 40 }),
      isClosing: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  .map((items) =>
    items
      .map(({ length, order, start, ...rest }) => ({
        ...rest,
        start,
        end: length === null ? null : start + length * SECOND_MS,
        jobOrderId: order === null ? null : asId<JobOrderId>(order),
      }))
      .sort((a, b) => a.start - b.start),
  )

/** Where people ended the segment by hand. */
const endedAt = fc.array(instants, { maxLength: 3 }).map((all) => [...new Set(all)].sort((a, b) => a - b))

/** What people took off the counts, or added to them. */
const corrections: fc.Arbitrary<OutputCorrection[]> = fc.array(
  fc.record({
    start: instants,
    end: fc.constant(null),
    accepted: fc.integer({ min: -40, max: 40 }),
    rejected: fc.integer({ min: -5, max: 5 }),
  }),
  { maxLength: 2 },
)

const jobs: fc.Arbitrary<JobSetup> = fc.record({
  runs,
  confirmations,
  parallelMode: fc.constantFrom('ALTERNATING', 'SIMULTANEOUS'),
  cuts: endedAt,
  corrections,
})

/** What people said of so many rejects, of an instant or a stretch. */
const said: fc.Arbitrary<LossAnnotation[]> = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 14_000 }).map((second) => START + second * SECOND_MS),
      lastsMs: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9000 * SECOND_MS })),
      shareUnits: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 3 },
  )
  .map((items) =>
    items
      .map(({ start, lastsMs, shareUnits }, index): LossAnnotation => ({
        id: asId<LossAnnotationId>(index + 1),
        source: 'OUTPUT',
        start,
        end: start + lastsMs,
        startsWithStop: true,
        endsWithStop: true,
        reasonId: null,
        isManual: false,
        shareMs: null,
        shareUnits,
      }))
      .sort((a, b) => a.start - b.start || a.id - b.id),
  )

const setups: fc.Arbitrary<WorkCenterSetup> = fc
  .record({
    jobs,
    speed: fc.constantFrom(null, 30),
    isTracked: fc.constantFrom(true, true, false),
    rejectionAmount: fc.constantFrom(null, null, 1, 3),
    annotations: said,
    minimum: fc.constantFrom(0, 120_000),
    includeScheduled: fc.boolean(),
    noDataPolicy: fc.constantFrom('EXCLUDE', 'UNCLASSIFIED_DOWNTIME'),
  })
  .map(({ speed, isTracked, rejectionAmount, annotations, minimum, includeScheduled, noDataPolicy, ...more }) => {
    const base = exampleSetup()
    return {
      ...base,
      ...more,
      statusRules: [
        exampleRule(1, 5, null, { minEventDurationMs: minimum }),
        exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true, minEventDurationMs: minimum }),
      ],
      output: { ...base.output, targetSpeedPerMin: speed, isTrackedAutomatically: isTracked, rejectionAmount },
      oee: { ...base.oee, noDataPolicy },
      losses: { ...plannedReason(includeScheduled), annotations },
    }
  })

/** A counter that only grows, or starts again; now and then a status or a gap. */
const streams: fc.Arbitrary<Sample[]> = fc
  .array(
    fc.record({
      step: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 170 }) },
        { weight: 1, arbitrary: fc.integer({ min: 600, max: 9000 }) },
      ),
      power: fc.option(fc.constantFrom(0, 2, 9, 9)),
      made: fc.integer({ min: 0, max: 9 }),
      rejected: fc.integer({ min: 0, max: 2 }),
      isReset: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((items) => {
    let [at, total, scrap] = [START, 0, 0]
    return items.flatMap(({ step, power, made, rejected, isReset }): Sample[] => {
      at += step * SECOND_MS
      const bad = Math.min(rejected, made)
      // Both counters show the reset, as they drop.
      const startsAgain = isReset && total > made && (scrap > bad || bad === 0)
      total = startsAgain ? made : total + made
      scrap = startsAgain ? bad : scrap + bad
      const counters: Sample[] = [
        { at, sensor: 'REJECTED_OUTPUT', value: scrap },
        { at, sensor: 'TOTAL_OUTPUT', value: total },
      ]
      return power === null ? counters : [{ at, sensor: 'POWER', value: power }, ...counters]
    })
  })

/** How many samples a call brings, and how far the clock is ahead of them: past the end of a shift, samples of it may still follow. */
const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), aheadSeconds: fc.constantFrom(0.5, 600, 9 * 3600) }), {
  minLength: 1,
})

test('segments follow each other without gap, inside one shift and one set of orders', () => {
  everyFacts(({ outputs, shifts }, samples, now, setup) => {
    let end: number | null = samples[0]?.at ?? null
    for (const segment of outputs) {
      assert.equal(segment.start, end)
      end = segment.end
      const shift = shifts.find((record) => record.shift.start === segment.shiftStart)?.shift
      const last = (segment.end ?? Math.max(now, segment.start + 1)) - 1
      if (segment.shiftStart !== null) assert.ok(shift && segment.start >= shift.start && (segment.end ?? now) <= shift.end)
      assert.ok((setup.jobs.cuts ?? []).every((at) => at <= segment.start || at > last))
      for (const at of [segment.start, Math.floor((segment.start + last) / 2), last])
        assert.deepEqual(segment.jobOrderIds, activeOrders(setup.jobs, at))
    }
    assert.equal(end, null)
  })
})

test('segments and hours sum to their shift in time, units and ideal time', () => {
  everyFacts(({ outputs, shifts, hours }) => {
    for (const { shift, terms } of shifts) {
      const own = outputs.filter((segment) => segment.shiftStart === shift.start)
      assert.deepEqual(
        own.reduce((sum, segment) => addCounts(sum, segment.effective), NO_OUTPUT),
        terms.output,
      )
      const { plannedMs, runMs } = timesOf(terms)
      assert.equal(
        sumOf(own, (segment) => segment.runMs),
        runMs,
      )
      assert.equal(
        sumOf(own, (segment) => segment.plannedMs),
        plannedMs,
      )
      if (terms.netOperatingMs !== null) {
        near(
          sumOf(own, (segment) => segment.netOperatingMs ?? 0),
          terms.netOperatingMs,
        )
        near(
          sumOf(own, (segment) => segment.qualityLossMs ?? 0),
          terms.qualityLossMs,
        )
      }
      // Run time without a price, whatever was confirmed in it, or counted output without one.
      const isUnpriced = own.some(
        (segment) => (segment.idealCycleMs === null && segment.runMs > 0) || (segment.netOperatingMs === null && hasCounted(segment)),
      )
      // Time with a price, or output that was confirmed for an order with one.
      const hasPrice = own.some(
        (segment) =>
          (segment.idealCycleMs !== null && (segment.end ?? Infinity) > segment.start) ||
          (segment.netOperatingMs !== null && hasCounted(segment)),
      )
      if (terms.elapsedMs > 0) assert.equal(terms.netOperatingMs === null, isUnpriced || !hasPrice)
      const ofShift = hours.filter((hour) => hour.shiftStart === shift.start).map((hour) => hour.terms)
      sameSums(sumsOfHours(ofShift), sumsOf(terms), terms.netOperatingMs !== null)
    }
  })
})

test('what counts is whole units, and never less than nothing', () => {
  everyFacts(({ outputs, hours }) => {
    for (const count of [...outputs.map((segment) => segment.effective), ...hours.map((hour) => hour.terms.output)]) {
      assert.ok(Number.isInteger(count.accepted) && Number.isInteger(count.rejected) && count.accepted >= 0 && count.rejected >= 0)
      assert.equal(count.total, count.accepted + count.rejected)
    }
  })
})

test('rejects that are one loss a segment sum to its rejected units while it is open, too', () => {
  everyFacts(({ outputs, losses }, _samples, now, setup) => {
    const open = outputs.find((segment) => segment.end === null)
    if (setup.output.rejectionAmount !== null || open === undefined || open.shiftStart === null || now <= open.start) return
    const own = losses.filter(({ source, chainStart }) => source === 'OUTPUT' && chainStart === open.start)
    assert.equal(
      sumOf(own, (loss) => loss.quantity ?? 0),
      open.effective.rejected,
    )
    assert.ok(own.every(({ end, isProvisional }) => end === now && !isProvisional))
  })
})

test('losses of rejects sum to the rejected units of their segment when it is over, those of speed to what running lost', () => {
  everyFacts(({ outputs, losses }, _samples, _now, setup) => {
    for (const segment of outputs) {
      if (segment.shiftStart === null || segment.end === null) continue
      const own = losses.filter((loss) => loss.chainStart === segment.start && loss.shiftStart === segment.shiftStart)
      const rejects = own.filter(({ source }) => source === 'OUTPUT')
      assert.equal(
        sumOf(rejects, (loss) => loss.quantity ?? 0),
        segment.effective.rejected,
      )
      if (setup.output.rejectionAmount === null) {
        assert.ok(rejects.filter(({ annotationId }) => annotationId === null).length <= 1)
        assert.ok(rejects.every(({ start, isProvisional }) => start === segment.start && !isProvisional))
        assert.deepEqual(
          rejects.map(({ part }) => part),
          rejects.map((_loss, index) => index),
        )
        for (const { annotationId, quantity } of rejects) {
          const share = setup.losses.annotations.find(({ id }) => id === annotationId)?.shareUnits ?? Infinity
          assert.ok(quantity !== null && quantity > 0 && quantity <= share)
        }
      }
      const speed = sumOf(
        own.filter(({ source }) => source === 'SPEED'),
        (loss) => loss.durationMs ?? 0,
      )
      const lost = segment.netOperatingMs === null ? 0 : segment.runMs - segment.netOperatingMs
      near(speed, lost > Math.max(60_000, 0.05 * segment.runMs) ? Math.round(lost) : 0)
    }
  })
})

test('cutting the samples into calls changes neither state nor facts, through JSON and back', () => {
  fc.assert(
    fc.property(setups, streams, cuts, (setup, samples, calls) => {
      const whole = advance(initialState(), samples, setup)
      const store = createFactsStore()
      let state: EngineState = initialState()
      for (let index = 0, turn = 0; index < samples.length; turn++) {
        const { size, aheadSeconds } = calls[turn % calls.length] ?? { size: 1, aheadSeconds: 0 }
        const step = advance(state, samples.slice(index, index + size), setup)
        store.write(step.facts)
        state = JSON.parse(JSON.stringify(step.state))
        index += size
        store.write(project(state, (state.at ?? START) + aheadSeconds * SECOND_MS, setup))
      }
      store.write(advance(state, [], setup).facts)
      assert.deepEqual(state, JSON.parse(JSON.stringify(whole.state)))
      const { changedFrom: _changedFrom, ...lists } = whole.facts
      assert.deepEqual(store.read(), { ...lists, losses: inOrder(lists.losses) })
    }),
    { numRuns: RUNS },
  )
})

test('ideal time is that of each unit priced by the orders at its instant, when it was made in time that counts', () => {
  fc.assert(
    fc.property(setups, streams, fc.integer({ min: 1, max: 9000 }), (given, samples, later) => {
      const setup = {
        ...given,
        jobs: { ...given.jobs, confirmations: [], corrections: [] },
        output: { ...given.output, isTrackedAutomatically: true },
      }
      const now = (samples.at(-1)?.at ?? START) + later * SECOND_MS
      const facts = factsUntil(samples, now, setup)
      for (const { shift, terms } of facts.shifts) {
        const { netMs, qualityMs, isUnpriced } = pricedByUnits(samples, facts, setup, shift, now)
        if (terms.elapsedMs > 0) assert.equal(terms.netOperatingMs === null, isUnpriced)
        if (terms.netOperatingMs === null) continue
        near(terms.netOperatingMs, netMs)
        near(terms.qualityLossMs, qualityMs)
      }
    }),
    { numRuns: RUNS },
  )
})

type Priced = { netMs: number; qualityMs: number; isUnpriced: boolean }

/** Looks at each reading and each second on its own: no segments, no sums that go on. */
function pricedByUnits(
  samples: readonly Sample[],
  { statuses }: Pick<Facts, 'statuses'>,
  setup: WorkCenterSetup,
  shift: { readonly start: number; readonly end: number },
  now: number,
): Priced {
  const sums: Priced = { netMs: 0, qualityMs: 0, isUnpriced: false }
  const statusAt = (at: number): Facts['statuses'][number] | undefined => statuses.findLast((row) => row.start <= at)
  const isRunAt = (at: number): boolean => statusAt(at)?.statusRuleId === 1
  const countsAt = (at: number): boolean => {
    const status = statusAt(at)
    if (!status) return true
    if (status.kind === 'NO_DATA') return setup.oee.noDataPolicy !== 'EXCLUDE'
    return status.statusRuleId !== 2 || setup.losses.reasons.every((reason) => reason.includeInOee)
  }
  for (const sensor of ['TOTAL_OUTPUT', 'REJECTED_OUTPUT']) {
    const readings = samples.filter((sample) => sample.sensor === sensor)
    for (const [index, reading] of readings.entries()) {
      const before = readings[index - 1]
      if (!before || reading.at < shift.start || reading.at >= shift.end) continue
      const units = (reading.value ?? 0) - (before.value ?? 0)
      const delta = units >= 0 ? units : (reading.value ?? 0)
      if (delta === 0 || !countsAt(reading.at - 1) || isOverSilence(statuses, before.at, reading.at, setup)) continue
      const cycleMs = priceAt(setup, reading.at, sensor === 'TOTAL_OUTPUT')
      if (cycleMs === null) sums.isUnpriced = true
      else if (sensor === 'TOTAL_OUTPUT') sums.netMs += delta * cycleMs
      else sums.qualityMs += delta * cycleMs
    }
  }
  let hasPrice = false
  for (let at = Math.max(shift.start, samples[0]?.at ?? 0); at < Math.min(shift.end, now); at += SECOND_MS) {
    if (priceAt(setup, at, true) !== null) hasPrice = true
    else if (isRunAt(at)) sums.isUnpriced = true
  }
  return { ...sums, isUnpriced: sums.isUnpriced || !hasPrice }
}

function isOverSilence(statuses: Facts['statuses'], from: number, to: number, { oee }: WorkCenterSetup): boolean {
  const isSilent = statuses.some((row) => row.kind === 'NO_DATA' && row.end !== null && row.end > from && row.end < to)
  return isSilent && oee.noDataPolicy === 'EXCLUDE'
}

/** Of a stroke, or of one of the pieces that it makes. */
function priceAt({ jobs: { runs: all, parallelMode }, output }: WorkCenterSetup, at: number, isStroke: boolean): number | null {
  const reference = output.targetSpeedPerMin === null ? null : 60_000 / output.targetSpeedPerMin
  const active = new Map(
    all.filter((run) => run.start <= at && at < (run.end ?? Infinity)).map((run) => [run.jobOrderId, run.idealCycleMs ?? reference]),
  )
  const cycles = [...active.values()]
  if (cycles.length === 0) return reference
  return cycles.includes(null)
    ? null
    : sumOf(cycles, (cycle) => cycle ?? 0) / cycles.length / (isStroke || parallelMode === 'ALTERNATING' ? 1 : cycles.length)
}

function activeOrders({ runs: all }: JobSetup, at: number): number[] {
  const orders = all.filter((run) => run.start <= at && at < (run.end ?? Infinity)).map((run) => Number(run.jobOrderId))
  return [...new Set(orders)].sort((a, b) => a - b)
}

function everyFacts(
  check: (facts: Omit<Facts, 'changedFrom'>, samples: readonly Sample[], now: number, setup: WorkCenterSetup) => void,
): void {
  fc.assert(
    fc.property(setups, streams, fc.integer({ min: 0, max: 60_000 }), (setup, samples, later) => {
      const now = (samples.at(-1)?.at ?? START) + later * SECOND_MS
      check(factsUntil(samples, now, setup), samples, now, setup)
    }),
    { numRuns: RUNS },
  )
}

function hasCounted(segment: { readonly effective: OutputCount; readonly uncounted: OutputCount }): boolean {
  return segment.effective.total > segment.uncounted.total
}

/** Hours sum to their shift. Ideal times do so only where the shift has any: one hour without a price removes them from the whole shift. */
function sameSums(hours: RecordSums, shift: RecordSums, isPriced: boolean): void {
  const additive = ({ elapsedMs, excludedMs, noDataMs, availabilityLossMs, smallStopMs, ...sums }: RecordSums) => {
    const { plannedDowntimeMs, unplannedDowntimeMs, unclassifiedDowntimeMs, plannedIncludedMs, unplannedIncludedMs, orderLossMs } = sums
    const { setupMs, failureMs, failureCount, output, uncountedOutput } = sums
    return [
      [elapsedMs, excludedMs, noDataMs, availabilityLossMs, smallStopMs],
      [plannedDowntimeMs, unplannedDowntimeMs, unclassifiedDowntimeMs, plannedIncludedMs, unplannedIncludedMs, orderLossMs],
      [setupMs, failureMs, failureCount, output, uncountedOutput],
    ]
  }
  assert.deepEqual(additive(hours), additive(shift))
  if (!isPriced) return
  assert.deepEqual(
    [hours.pricedElapsedMs, hours.pricedPlannedMs, hours.pricedRunMs],
    [shift.pricedElapsedMs, shift.pricedPlannedMs, shift.pricedRunMs],
  )
  near(hours.netOperatingMs, shift.netOperatingMs)
  near(hours.qualityLossMs, shift.qualityLossMs)
}

function sumOf<T>(rows: readonly T[], valueOf: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0)
}

function near(actual: number | null, expected: number | null): void {
  const [a, b] = [actual ?? 0, expected ?? 0]
  assert.ok(Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)), `${a} is not ${b}`)
}
