import assert from 'node:assert/strict'
import { advance, initialState, project } from '#engine/advance.ts'
import { loadOf, powerFromCurrents } from '#engine/energy/power.ts'
import type { Facts } from '#engine/facts.ts'
import { asId, type LossAnnotationId } from '#engine/ids.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import { splitAnnotations, validateSplit } from '#engine/loss/splitStop.ts'
import { bandOf, EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { ratio, runTimesOf } from '#engine/oee/kpis.ts'
import { addSums, NO_SUMS, sumsOf, type RecordSums } from '#engine/oee/recordSums.ts'
import { readCounter, type CounterReading } from '#engine/output/counter.ts'
import { deriveCount } from '#engine/output/outputCount.ts'
import { targetOutput } from '#engine/output/targetOutput.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { currentState } from '#engine/status/currentState.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { durationOf, subtract, type Interval } from '#engine/time/interval.ts'
import { OUTPUT_CALCULATION_TYPES, type WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { exampleRule, exampleSetup, shift } from './exampleSetup.ts'
import { createFactsStore, stopsAmong } from './factsStore.ts'
import { equals, equalsAll, list, num, nums, record, text, type Vector } from './vectorInput.ts'

type Cover = (vector: Vector) => void

const MIN = 60_000
const MONDAY = Date.UTC(2026, 4, 4)
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const RUNNING = 9
const STOPPED = 0

/** Worked examples, each run through the engine's own functions; through the fold where time passes. */
export const COVER_SEMANTICS: Readonly<Record<string, Cover>> = {
  eventlog(vector) {
    const { inputs } = vector
    const samples: Sample[] = list(inputs['states']).flatMap((state, index) => {
      const [at, name] = list(state)
      const counters = nums(list(inputs['counters'])[index])
      const instant = Date.parse(text(at))
      return [
        { at: instant, sensor: 'POWER', value: name === 'running' ? RUNNING : STOPPED },
        { at: instant, sensor: 'REJECTED_OUTPUT', value: counters[1] ?? null },
        { at: instant, sensor: 'TOTAL_OUTPUT', value: counters[0] ?? null },
      ]
    })
    const cycleS = num(inputs['idealCycleTimeS'])
    const base = exampleSetup()
    const facts = factsOf(samples, Date.parse(text(inputs['rangeEnd'])), {
      reportMode: 'ON_CHANGE',
      output: { ...base.output, targetSpeedPerMin: 60 / cycleS },
    })
    const sums = sumsOfShifts(facts)
    const { runMs } = runTimesOf(sums)
    const plannedMs = num(inputs['plannedTimeS']) * 1000
    const asPlanned = { ...sums, elapsedMs: plannedMs, availabilityLossMs: plannedMs - runMs, pricedPlannedMs: plannedMs }
    const { availability, performance, quality, oee } = figuresOf([{ sums: asPlanned }])
    const { total: totalCount, rejected: rejectCount } = sums.output
    equalsAll({ availability, performance, quality, oee, runTimeS: runMs / 1000, totalCount, rejectCount }, vector)
  },
  timestamps(vector) {
    const { inputs } = vector
    const [from = 0, to = 0] = list(inputs['window']).map((at) => Date.parse(`${text(at)}Z`))
    const runs = list(inputs['runs']).map((run) => list(run).map((at) => Date.parse(`${text(at)}Z`)))
    const power = new Map([[from, STOPPED]])
    for (const [, end = to] of runs) if (end < to) power.set(end, STOPPED)
    for (const [start = from] of runs) power.set(start, RUNNING)
    const samples = [...power].map(([at, value]): Sample => ({ at, sensor: 'POWER', value }))
    const total = num(inputs['totalCount'])
    const counted = (at: number, made: number, rejected: number): Sample[] => [
      { at, sensor: 'REJECTED_OUTPUT', value: rejected },
      { at, sensor: 'TOTAL_OUTPUT', value: made },
    ]
    const all = [...samples, ...counted(from, 0, 0), ...counted(to - 1, total, total - num(inputs['goodCount']))]
    const base = exampleSetup()
    const facts = factsOf(
      all.sort((a, b) => a.at - b.at),
      to,
      {
        reportMode: 'ON_CHANGE',
        output: { ...base.output, targetSpeedPerMin: 60 / num(inputs['idealCycleTimeS']) },
      },
    )
    const sums = sumsOfShifts(facts)
    const { availability, performance, quality, oee } = figuresOf([{ sums }])
    const { plannedMs, runMs } = runTimesOf(sums)
    equalsAll({ availability, performance, quality, oee, plannedProductionTime: plannedMs / 1000, runTime: runMs / 1000 }, vector)
  },
  debounce(vector) {
    const { inputs } = vector
    const [minimum, stepMs] = [record(inputs['minSec']), num(inputs['stepS']) * 1000]
    const letters = Array.from(text(inputs['samples']))
    const samples = letters.map((letter, index): Sample => ({
      at: MONDAY + index * stepMs,
      sensor: 'POWER',
      value: letter === 'R' ? RUNNING : 2,
    }))
    const statusRules = [
      exampleRule(1, 5, null, { name: 'RUN', minEventDurationMs: num(minimum['RUN']) * 1000 }),
      exampleRule(2, 1, 5, { name: 'STOP', isEffective: false, minEventDurationMs: num(minimum['STOP']) * 1000 }),
    ]
    const now = MONDAY + letters.length * stepMs
    const rows = factsOf(samples, now, { statusRules, nominalPeriodMs: stepMs }).statuses.map((row) => [
      statusRules.find((rule) => rule.id === row.statusRuleId)?.name,
      (row.start - MONDAY) / 1000,
      ((row.end ?? now) - MONDAY) / 1000,
    ])
    assert.deepEqual(rows, vector.expected['segments'])
  },
  counter(vector) {
    const { inputs } = vector
    const flags = nums(inputs['resetFlags'])
    const rules = { counterRange: num(inputs['bits16RolloverAt']), idealCycleMs: null, minSpanMs: 0 }
    let reading: CounterReading | null = null
    const deltas: number[] = []
    for (const [index, value] of nums(inputs['readings']).entries()) {
      const result = readCounter(reading, index * 1000, value, flags[index] === 1, rules)
      reading = result.reading
      deltas.push(result.delta)
    }
    assert.deepEqual(deltas, vector.expected['deltas'])
    const samples = nums(inputs['readings']).flatMap((value, index): Sample[] => [
      { at: MONDAY + index * 1000, sensor: 'RESET_OUTPUT', value: flags[index] ?? null },
      { at: MONDAY + index * 1000, sensor: 'TOTAL_OUTPUT', value },
    ])
    const base = exampleSetup()
    const { outputs } = factsOf(samples, MONDAY + HOUR_MS, {
      output: { ...base.output, targetSpeedPerMin: null, counterRange: rules.counterRange },
    })
    equals(
      outputs.reduce((sum, segment) => sum + segment.total, 0),
      vector.expected['total'],
      'total',
    )
  },
  outputTypes(vector) {
    const results = list(vector.inputs['cases']).map((item) => {
      const [name, given] = list(item)
      const type = OUTPUT_CALCULATION_TYPES.find((candidate) => candidate === name)
      assert.ok(type)
      const counters = record(given)
      const read = (key: string): number | null => (key in counters ? num(counters[key]) : null)
      const { count, isMismatch } = deriveCount(type, { total: read('total'), accepted: read('accepted'), rejected: read('rejected') })
      return { ...count, issue: isMismatch ? 'COUNTER_MISMATCH' : null }
    })
    assert.deepEqual(results, vector.expected['results'])
  },
  targetMix(vector) {
    const ideal = list(vector.inputs['segments']).reduce<number>((sum, segment) => {
      const [hours = 0, perHour = 0] = nums(segment)
      return sum + (targetOutput(hours * HOUR_MS, HOUR_MS / perHour, 'CONTINUOUS') ?? 0)
    }, 0)
    equalsAll({ ideal, ratio: ratio(num(vector.inputs['made']), ideal) }, vector)
  },
  power3ph(vector) {
    const { inputs } = vector
    const [a = null, b = null, c = null] = nums(inputs['currents'])
    const electrical = {
      ...exampleSetup().electrical,
      voltage: num(inputs['lineVoltage']),
      cosPhi: num(inputs['cosPhi']),
      transformationRatio: num(inputs['ctRatio']),
    }
    equalsAll({ powerW: (powerFromCurrents({ a, b, c }, electrical) ?? 0) * 1000 }, vector)
  },
  load(vector) {
    const { inputs } = vector
    const loads = nums(inputs['powersKw']).map((power) => loadOf(power, num(inputs['nominalKw'])))
    for (const [index, percent] of nums(vector.expected['loadPct']).entries()) equals(loads[index] ?? null, percent, `load ${index}`)
    const idleLoadThreshold = num(inputs['idleThresholdPct'])
    const isWithLoad = (loadPercent: number | null): boolean =>
      currentState({ kind: 'RULE', isEffective: true, isPlanned: false, loadPercent, idleLoadThreshold }) === 'WORK_WITH_LOAD'
    assert.deepEqual(loads.map(isWithLoad), vector.expected['withLoad'])
  },
  bands(vector) {
    const names = ['<68', '68-80', '80-100', '>=100']
    const found = nums(vector.inputs['values']).map((percent) => names[EFFICIENCY_BANDS.findIndex((band) => band === bandOf(percent))])
    assert.deepEqual(found, vector.expected['bands'])
  },
  dst(vector) {
    const { inputs } = vector
    const zone = text(inputs['zone'])
    const [start, end] = [text(inputs['start']), text(inputs['end'])]
    const [from, to] = [start.slice(11, 16), end.slice(11, 16)]
    const shifts = from === to ? [shift(3, from, to)] : [shift(3, from, to), shift(1, to, from)]
    const calendar = calendarOf([{ validFrom: 0, zone, shifts }])
    const begins = Temporal.PlainDateTime.from(start).toZonedDateTime(zone).epochMilliseconds
    const window = calendar.windowAt(begins)
    assert.equal(window.start, begins)
    equals(durationOf(window) / HOUR_MS, vector.expected['hours'], 'hours')
    assert.equal(window.shift?.shiftDate, vector.expected['shiftDate'])
    assert.equal(calendar.windowAt(window.end).start, window.end)
  },
  shiftDate(vector) {
    const shifts = list(vector.inputs['shifts']).map((pair, index) => {
      const [from = '', to = ''] = list(pair).map((edge) => text(edge).slice(4))
      return shift(index + 1, from, to)
    })
    const calendar = calendarOf([{ validFrom: 0, zone: 'UTC', shifts }])
    const starts = list(vector.inputs['shifts']).map((pair) => weekInstant(text(list(pair)[0])))
    const dayOf = (date: string): string | undefined => DAYS[Temporal.PlainDate.from(date).dayOfWeek - 1]
    assert.deepEqual(
      starts.map((start) => dayOf(calendar.windowAt(start).shift?.shiftDate ?? '')),
      vector.expected['shiftDates'],
    )
    const found = instancesBetween(calendar, Math.min(...starts), Math.max(...starts) + 1)
    const onMonday = found.filter((instance) => dayOf(instance.shiftDate) === 'Mon')
    equals(onMonday.reduce((sum, instance) => sum + durationOf(instance), 0) / HOUR_MS, vector.expected['hoursOnMonday'], 'hoursOnMonday')
  },
  scheduleChange(vector) {
    const { inputs } = vector
    const [from = '', to = ''] = list(inputs['running']).map((edge) => text(edge).slice(4))
    const changedAt = weekInstant(text(inputs['now']))
    const before = { validFrom: 0, zone: 'UTC', shifts: [shift(1, from, to)] }
    const calendar = calendarOf([before, { ...before, validFrom: changedAt, shifts: [shift(1, from, text(inputs['newEnd']))] }])
    const running = calendar.windowAt(changedAt)
    const [next] = instancesBetween(calendar, running.end, running.end + 48 * HOUR_MS)
    assert.ok(next)
    assert.equal(running.end, weekInstant(text(vector.expected['currentEnds'])))
    assert.equal(next.end, weekInstant(text(vector.expected['nextEnds'])))
  },
  overlap(vector) {
    const spanOf = (value: unknown): Interval => {
      const [start = 0, end = 0] = list(value).map((time) => clock(text(time)))
      return { start, end: end > start ? end : end + 24 * HOUR_MS }
    }
    const window = spanOf(vector.inputs['window'])
    // A break is the same each day; two that overlap exclude their common time once.
    const excluded = list(vector.inputs['exclude']).flatMap((value) => {
      const { start, end } = spanOf(value)
      return [-24, 0, 24].map((hours) => ({ start: start + hours * HOUR_MS, end: end + hours * HOUR_MS }))
    })
    const left = subtract(window, excluded).reduce((sum, part) => sum + durationOf(part), 0)
    equalsAll({ minutes: (durationOf(window) - left) / MIN }, vector)
  },
  split(vector) {
    const { inputs } = vector
    const startsAt = text(inputs['start'])
    const start = MONDAY + clock(startsAt)
    const after = (time: unknown): number => MONDAY + clock(text(time)) + (clock(text(time)) < clock(startsAt) ? 24 * HOUR_MS : 0)
    const end = after(inputs['end'])
    const points = list(inputs['splitAt']).map(after)
    const samples: Sample[] = [
      { at: start - MIN, sensor: 'POWER', value: RUNNING },
      { at: start, sensor: 'POWER', value: STOPPED },
      { at: end, sensor: 'POWER', value: RUNNING },
    ]
    if (points.length > 0) assert.deepEqual(validateSplit({ start, end }, points, end), [])
    const { added } = splitAnnotations({ stop: { start, end, kind: 'OFF' }, loss: { start, end }, points, annotations: [] })
    const annotations = added.map(({ isOfLoss: _isOfLoss, ...said }, index) => ({ ...said, id: asId<LossAnnotationId>(index + 1) }))
    const { losses } = factsOf(samples, end + MIN, {
      reportMode: 'ON_CHANGE',
      schedule: [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, startsAt, startsAt)] }],
      losses: { ...NO_LOSS_SETUP, annotations },
    })
    const pieces = losses.map((loss) => ({ start: loss.start, end: loss.end ?? end }))
    const wanted = list(vector.expected['pieces']).map((piece) => {
      const [from, to] = list(piece)
      return { start: after(from), end: after(to) }
    })
    assert.deepEqual(pieces, wanted)
    equals(pieces.reduce((sum, piece) => sum + durationOf(piece), 0) / MIN, vector.expected['sumMinutes'], 'sumMinutes')
  },
}

/** One shift a day from midnight, so that an example lies within one. */
function factsOf(samples: readonly Sample[], now: number, more: Partial<WorkCenterSetup>): Omit<Facts, 'changedFrom'> {
  const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '00:00', '00:00')] }]
  const setup = exampleSetup({ schedule, ...more })
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  const lists = store.read()
  return { ...lists, losses: stopsAmong(lists.losses) }
}

function clock(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR_MS + minutes * MIN
}

function weekInstant(dayAndTime: string): number {
  return MONDAY + DAYS.indexOf(dayAndTime.slice(0, 3)) * 24 * HOUR_MS + clock(dayAndTime.slice(4))
}

function sumsOfShifts({ shifts }: Pick<Facts, 'shifts'>): RecordSums {
  return shifts.map(({ terms }) => sumsOf(terms)).reduce(addSums, NO_SUMS)
}
