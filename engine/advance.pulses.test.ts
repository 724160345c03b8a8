import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import { asId, type JobOrderId } from './ids.ts'
import { NO_JOBS, type JobRun } from './jobOrder/jobRun.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { exampleFacts, minuteAt, timelineOf, type ExampleReading } from './testing/timelineOf.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const MIN = 60_000

/** Running from a unit an hour, 2 s a unit without orders, and orders of so many minutes a unit. */
function byPulses(runs: readonly JobRun[], targetSpeedPerMin: number | null = 30): Partial<WorkCenterSetup> {
  return {
    reportMode: 'ON_CHANGE',
    statusSource: 'SPEED',
    statusRules: [exampleRule(1, 1 / 60, null, { rangeType: 'SPEED' })],
    output: { ...exampleSetup().output, targetSpeedPerMin },
    jobs: { ...NO_JOBS, runs },
  }
}

function order(id: number, from: number, to: number | null, cycleMin: number | null): JobRun {
  const idealCycleMs = cycleMin === null ? null : cycleMin * MIN
  return { jobOrderId: asId<JobOrderId>(id), start: minuteAt(from), end: to === null ? null : minuteAt(to), idealCycleMs }
}

function pulses(...minutes: number[]): ExampleReading[] {
  return minutes.map((minute) => [minute, 'DISCRETE_OUTPUT', 1])
}

function timeline(
  now: number,
  readings: readonly ExampleReading[],
  runs: readonly JobRun[],
  targetSpeedPerMin: number | null = 30,
): string[] {
  return timelineOf(exampleFacts(now, readings, byPulses(runs, targetSpeedPerMin)))
}

describe('speed by pulses while orders are in progress (S-5, D-46)', () => {
  it('waits two cycles of the order for its slow pieces, and stops one cycle after the last', () => {
    const slow = [order(1, 0, null, 5)]
    assert.deepEqual(timeline(29, pulses(0, 5, 10, 15, 20), slow), ['1 0-'])
    assert.deepEqual(timeline(31, pulses(0, 5, 10, 15, 20), slow), ['1 0-25', 'OFF 25-'])
  })

  it('declares the stop of a fast order sooner than the work center’s own cycle would', () => {
    const own = 0.1
    assert.deepEqual(timeline(11, pulses(0, 1, 2, 3), [order(1, 0, null, 1)], own), ['1 0-4', 'OFF 4-'])
    assert.deepEqual(timeline(11, pulses(0, 1, 2, 3), [], own), ['1 0-'])
  })

  it('shows the speed of the order after a standstill', () => {
    const rules = [exampleRule(1, 1 / 60, 1, { rangeType: 'SPEED' }), exampleRule(2, 1, null, { rangeType: 'SPEED' })]
    const shown = exampleFacts(1, pulses(0), { ...byPulses([order(1, 0, null, 5)]), statusRules: rules })
    assert.deepEqual(timelineOf(shown), ['1 0-'])
  })

  it('gives a slow order that starts while a piece is due the time for its first piece', () => {
    const runs = [order(1, 0, 2.5, 1), order(2, 2.5, null, 10)]
    assert.deepEqual(timeline(40, pulses(0, 1, 2, 12, 22), runs), ['1 0-'])
    assert.deepEqual(timeline(43, pulses(0, 1, 2, 12, 22), runs), ['1 0-32', 'OFF 32-'])
  })

  it('does not take a declared stop back when a slow order starts', () => {
    const runs = [order(1, 0, 4.5, 1), order(2, 4.5, null, 10)]
    const heard: ExampleReading[] = [...pulses(0, 1, 2), [6, 'POWER', 1], ...pulses(14)]
    assert.deepEqual(timeline(15, heard, runs), ['1 0-3', 'OFF 3-14', '1 14-'])
  })

  it('keeps its patience when the slow order ends before the piece comes', () => {
    const runs = [order(1, 0, 1, 10), order(2, 1, null, 1)]
    assert.deepEqual(timeline(19, pulses(0), runs), ['1 0-'])
    assert.deepEqual(timeline(21, pulses(0), runs), ['1 0-10', 'OFF 10-'])
  })

  it('has the cycle of the last two pulses for an order without one', () => {
    assert.deepEqual(timeline(25, pulses(0, 6, 12), [order(1, 0, null, null)], null), ['OFF 0-6', '1 6-18', 'OFF 18-'])
  })

  it('is the same however samples are cut into calls, and a state does not know of orders to come', () => {
    const readings: ExampleReading[] = [
      ...pulses(0, 1, 2),
      [2.2, 'POWER', 1],
      [3.4, 'POWER', 1],
      ...pulses(12, 13),
      [18, 'POWER', 1],
      ...pulses(40),
    ]
    const samples = readings.map(([at, sensor, value]): Sample => ({ at: minuteAt(at), sensor, value }))
    const setup = exampleSetup(byPulses([order(1, 0, 2.5, 1), order(2, 2.5, 12.5, 10), order(3, 12.5, null, 2)]))
    const whole = createFactsStore()
    const once = advance(initialState(), samples, setup)
    whole.write(once.facts)
    whole.write(project(once.state, minuteAt(60), setup))
    const cut = createFactsStore()
    let state = initialState()
    for (const sample of samples) {
      const step = advance(state, [sample], setup)
      cut.write(step.facts)
      state = step.state
      cut.write(project(state, sample.at, setup))
    }
    cut.write(project(state, minuteAt(60), setup))
    assert.deepEqual(cut.read(), whole.read())
    const before = samples.filter(({ at }) => at < minuteAt(2.5))
    const unaware = exampleSetup(byPulses([order(1, 0, 2.5, 1)]))
    assert.deepEqual(advance(initialState(), before, setup).state, advance(initialState(), before, unaware).state)
  })
})
