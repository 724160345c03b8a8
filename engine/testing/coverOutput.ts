import assert from 'node:assert/strict'
import type { Facts, OeeTerms } from '#engine/facts.ts'
import { asId, type JobOrderId } from '#engine/ids.ts'
import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { confirmedOutput, type PostedConfirmation } from '#engine/jobOrder/confirmedOutput.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import { recreateOrders } from '#engine/jobOrder/recreateOrders.ts'
import type { JobRun, JobSetup, OutputConfirmation } from '#engine/jobOrder/jobRun.ts'
import { ALL_FACTORS, timesOf } from '#engine/oee/kpis.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { oeeOnFullShift } from '#engine/oee/onlineOee.ts'
import { shiftTarget, type TargetSetup } from '#engine/output/shiftTarget.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { TARGET_OUTPUT_CALCULATION_TYPES, type WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { exampleSetup, shift } from './exampleSetup.ts'
import { factsUntil } from './factsStore.ts'
import { equals, equalsAll, inUnit, list, ms, num, record, text, type Vector } from './vectorInput.ts'

type Cover = (vector: Vector) => void

const MIN = 60_000
const DAY = 1440 * MIN
const MONDAY = Date.UTC(2026, 4, 4)
const RUNNING = 9
const STOPPED = 0

/** What one order makes in a run. */
type Made = { readonly cycleMs: number; readonly total: number; readonly good: number }
type Run = { readonly runMs: number; readonly made: readonly Made[] }

/** Worked examples of output and job orders: figures come out of the fold over samples, orders and confirmations. */
export const COVER_OUTPUT: Readonly<Record<string, Cover>> = {
  mixed(vector) {
    const { inputs } = vector
    const runs = list(inputs['runs']).map((item): Run => {
      const run = record(item)
      const made = list(run['outputs']).map((output) => {
        const { idealRatePerMin, totalCount, goodCount } = record(output)
        return { cycleMs: MIN / num(idealRatePerMin), total: num(totalCount), good: num(goodCount) }
      })
      return { runMs: ms({ ...inputs, ...run }, 'runTime'), made }
    })
    const plannedMs = ms(inputs, 'plannedProductionTime')
    // What takes days is told as one day: every figure is a ratio.
    const days = Math.max(1, Math.ceil(plannedMs / DAY))
    const shortRuns = runs.map(({ runMs, made }) => ({
      runMs: runMs / days,
      made: made.map((one) => ({ ...one, cycleMs: one.cycleMs / days })),
    }))
    const terms = termsOfRuns(shortRuns, plannedMs / days, 'SIMULTANEOUS')
    equalsAll({ ...kpisOf(terms), runTime: inUnit(inputs, timesOf(terms).runMs * days) }, vector)
  },
  parallelShared(vector) {
    const { inputs } = vector
    const total = num(inputs['totalCount'])
    const cycles = list(inputs['ictS']).map((cycle) => num(cycle) * SECOND_MS)
    const [first = 0, ...others] = cycles
    const good = total - num(inputs['rejected'])
    const made = [{ cycleMs: first, total, good }, ...others.map((cycleMs) => ({ cycleMs, total: 0, good: 0 }))]
    equalsAll(kpisOf(termsOfRuns([{ runMs: ms(inputs, 'runTime'), made }], ms(inputs, 'plannedProductionTime'), 'ALTERNATING')), vector)
  },
  target(vector) {
    const { inputs } = vector
    const cycles = record(inputs['jobCycleS'])
    const wcCycleMs = num(inputs['wcCycleS']) * SECOND_MS
    const stretches = list(inputs['pptSegments']).map((item) => {
      const { minutes, activeJob } = record(item)
      const isIdle = activeJob === null
      return {
        plannedMs: num(minutes) * MIN,
        idealCycleMs: isIdle ? wcCycleMs : num(cycles[text(activeJob)]) * SECOND_MS,
        orders: isIdle ? 0 : 1,
      }
    })
    const plannedMs = stretches.reduce((sum, stretch) => sum + stretch.plannedMs, 0)
    const scheduled = list(inputs['scheduled']).map((item, index) => {
      const { job, remaining, overlapMinutes } = record(item)
      // The example gives the overlap: a plan window of that length that starts with the shift.
      const planEnd = MONDAY + num(overlapMinutes) * MIN
      const idealCycleMs = num(cycles[text(job)]) * SECOND_MS
      return { jobOrderId: asId<JobOrderId>(index + 1), planStart: MONDAY, planEnd, remaining: num(remaining), accepted: [], idealCycleMs }
    })
    const lastEnd = Math.max(MONDAY + plannedMs, ...scheduled.map(({ planEnd }) => planEnd))
    const span = { start: MONDAY, end: lastEnd, plannedMs, shiftPlannedMs: plannedMs, dayMs: DAY, stretches }
    const base: Omit<TargetSetup, 'calculationType'> = { units: null, period: 'SHIFT', isOrderRequired: false, scheduled }
    const found: Record<string, number | null> = {}
    for (const calculationType of TARGET_OUTPUT_CALCULATION_TYPES)
      found[calculationType] = shiftTarget({ ...base, calculationType }, span, wcCycleMs, 'DISCRETE')
    equalsAll(found, vector)
  },
  prorate(vector) {
    const { inputs } = vector
    const plannedMs = num(inputs['elapsedPlannedMinutes']) * MIN
    const shiftPlannedMs = num(inputs['plannedMinutes']) * MIN
    const span = { start: MONDAY, end: MONDAY + plannedMs, plannedMs, shiftPlannedMs, dayMs: shiftPlannedMs, stretches: [] }
    const target = {
      calculationType: 'BY_WORK_CENTER_CYCLE_TIME',
      units: num(inputs['target']),
      isOrderRequired: false,
      scheduled: [],
    } as const
    for (const period of ['DAY', 'SHIFT'] as const)
      equalsAll({ targetToDate: shiftTarget({ ...target, period }, span, null, 'DISCRETE') }, vector)
  },
  running(vector) {
    const { inputs } = vector
    const [elapsedMs, shiftMs] = [num(inputs['elapsedS']) * SECOND_MS, num(inputs['shiftS']) * SECOND_MS]
    const cycleMs = num(inputs['idealCycleTimeS']) * SECOND_MS
    const total = num(inputs['totalCount'])
    const runMs = elapsedMs - num(inputs['availabilityLossS']) * SECOND_MS
    const samples = samplesOf([{ runMs, made: [{ cycleMs, total, good: total - num(inputs['rejected']) }] }], elapsedMs)
    const { shifts, outputs } = factsUntil(samples, MONDAY + elapsedMs, setupOf(cycleMs))
    const terms = onlyTerms(shifts)
    const { plannedMs } = timesOf(terms)
    const target = {
      calculationType: 'BY_CURRENT_JOB_ORDER_CYCLE_TIME',
      units: null,
      period: 'SHIFT',
      isOrderRequired: false,
      scheduled: [],
    } as const
    const stretches = outputs.map((one) => ({ plannedMs: one.plannedMs, idealCycleMs: one.idealCycleMs, orders: one.jobOrderIds.length }))
    const toDate = { start: MONDAY, end: MONDAY + elapsedMs, plannedMs, shiftPlannedMs: shiftMs, dayMs: shiftMs, stretches }
    const rest = { plannedMs: shiftMs - elapsedMs, idealCycleMs: cycleMs, orders: 0 }
    const full = { ...toDate, end: MONDAY + shiftMs, plannedMs: shiftMs, stretches: [...stretches, rest] }
    equalsAll(
      {
        ...kpisOf(terms),
        plannedProductionTime: plannedMs / SECOND_MS,
        oeeOnFullShift: oeeOnFullShift(terms, ALL_FACTORS, shiftMs),
        targetToDate: shiftTarget(target, toDate, cycleMs, 'DISCRETE'),
        targetFullShift: shiftTarget(target, full, cycleMs, 'DISCRETE'),
      },
      vector,
    )
  },
  confirmations(vector) {
    let posted: PostedConfirmation[] = []
    const after = list(vector.inputs['steps']).map((step) => {
      const [action, first, second] = list(step)
      posted =
        action === 'cancel'
          ? posted.map((one, index) => (index === num(first) - 1 ? { ...one, isCancelled: true } : one))
          : [...posted, { accepted: num(first), rejected: num(second), isCancelled: false }]
      const { accepted, rejected } = confirmedOutput(posted)
      return accepted + rejected
    })
    assert.deepEqual({ after, ...confirmedOutput(posted) }, vector.expected)
    // The figures follow: where output is what people tell, it is what holds, whatever the device counted.
    const confirmations = posted.flatMap(({ accepted, rejected, isCancelled }): OutputConfirmation[] =>
      isCancelled ? [] : [{ start: MONDAY, end: null, jobOrderId: null, accepted, rejected, isClosing: false }],
    )
    const samples = samplesOf([{ runMs: 60 * MIN, made: [{ cycleMs: MIN, total: 90, good: 90 }] }], 60 * MIN)
    const base = setupOf(30 * SECOND_MS)
    const output = { ...base.output, isTrackedAutomatically: false }
    const { shifts } = factsUntil(samples, MONDAY + 60 * MIN, { ...base, output, jobs: { ...base.jobs, confirmations } })
    const counted = onlyTerms(shifts).output
    assert.deepEqual([counted.accepted, counted.rejected], [vector.expected['accepted'], vector.expected['rejected']])
  },
  bom(vector) {
    const { inputs } = vector
    const required = list(inputs['items']).map((item) => {
      const material = text(record(item)['material'])
      const line = { requiredInput: num(record(item)['requiredInput']), expectedOutput: num(inputs['expectedOutput']) }
      return [material, requiredInput(line, num(inputs['confirmed']))] as const
    })
    for (const [index, expected] of list(vector.expected['required']).entries()) {
      const [material, quantity = null] = required[index] ?? ['']
      assert.equal(material, record(expected)['material'])
      equals(quantity, record(expected)['qty'], material)
    }
    assert.equal(required.length, list(vector.expected['required']).length)
  },
  importRecreate(vector) {
    const current = list(vector.inputs['current']).map((item) => {
      const { code, status, plan, accepted } = record(item)
      const known = JOB_ORDER_STATUSES.find((candidate) => candidate === status)
      assert.ok(known)
      return { code: text(code), status: known, plan: num(plan), accepted: num(accepted) }
    })
    const imported = list(vector.inputs['imported']).map((item) => ({ code: text(record(item)['code']), plan: num(record(item)['plan']) }))
    assert.deepEqual(recreateOrders(current, imported), vector.expected['result'])
  },
}

/** Returns the terms of the part of a shift that makes the runs one after the other and then stands still. */
function termsOfRuns(runs: readonly Run[], shiftMs: number, parallelMode: JobSetup['parallelMode']): OeeTerms {
  const jobs = jobsOf(runs, parallelMode)
  const { shifts } = factsUntil(samplesOf(runs, shiftMs), MONDAY + shiftMs, { ...setupOf(null), jobs })
  return onlyTerms(shifts)
}

/** Orders run in parallel within a run; where there are several, the output of each is confirmed. */
function jobsOf(runs: readonly Run[], parallelMode: JobSetup['parallelMode']): JobSetup {
  const jobRuns: JobRun[] = []
  const confirmations: OutputConfirmation[] = []
  let start = MONDAY
  for (const { runMs, made } of runs) {
    const end = start + runMs
    const isSplit = parallelMode === 'SIMULTANEOUS' && made.length > 1
    for (const { cycleMs, total, good } of made) {
      const jobOrderId = asId<JobOrderId>(jobRuns.length + 1)
      jobRuns.push({ jobOrderId, start, end, idealCycleMs: cycleMs })
      if (isSplit) confirmations.push({ start, end, jobOrderId, accepted: good, rejected: total - good, isClosing: true })
    }
    start = end
  }
  return { runs: jobRuns, parallelMode, confirmations }
}

/** Counters just before the end of each run, so that they belong to it; output without a run just after. */
function samplesOf(runs: readonly Run[], untilMs: number): Sample[] {
  const samples: Sample[] = [
    { at: MONDAY, sensor: 'POWER', value: runs.some(({ runMs }) => runMs > 0) ? RUNNING : STOPPED },
    { at: MONDAY, sensor: 'REJECTED_OUTPUT', value: 0 },
    { at: MONDAY, sensor: 'TOTAL_OUTPUT', value: 0 },
  ]
  let [at, total, rejected] = [MONDAY, 0, 0]
  for (const { runMs, made } of runs) {
    at += runMs
    total += made.reduce((sum, one) => sum + one.total, 0)
    rejected += made.reduce((sum, one) => sum + one.total - one.good, 0)
    if (total + rejected === 0) continue
    const countedAt = runMs > 0 ? at - Math.min(SECOND_MS, runMs / 2) : at + SECOND_MS
    samples.push({ at: countedAt, sensor: 'REJECTED_OUTPUT', value: rejected }, { at: countedAt, sensor: 'TOTAL_OUTPUT', value: total })
  }
  return MONDAY < at && at < MONDAY + untilMs ? [...samples, { at, sensor: 'POWER', value: STOPPED }] : samples
}

/** One shift a day from midnight; an example is its first part. The device reports on change. */
function setupOf(idealCycleMs: number | null): WorkCenterSetup {
  const base = exampleSetup()
  return {
    ...base,
    reportMode: 'ON_CHANGE',
    schedule: [{ ...(base.schedule[0] ?? { validFrom: 0, zone: 'UTC' }), shifts: [shift(1, '00:00', '00:00')] }],
    output: { ...base.output, targetSpeedPerMin: idealCycleMs === null ? null : MIN / idealCycleMs },
  }
}

function onlyTerms(shifts: Facts['shifts']): OeeTerms {
  const [record] = shifts
  assert.ok(record)
  return record.terms
}
