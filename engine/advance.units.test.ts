import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import type { OutputSegment } from './facts.ts'
import { NO_JOBS, type OutputConfirmation } from './jobOrder/jobRun.ts'
import { nextUnitChange, unitAt } from './output/unitVersions.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { exampleFacts, minuteAt, type ExampleReading } from './testing/timelineOf.ts'

/** Running since 06:00; a piece a minute is counted at 06:10, 06:40 and 07:20. */
const READINGS: readonly ExampleReading[] = [
  [0, 'POWER', 9],
  [0, 'TOTAL_OUTPUT', 0],
  [10, 'TOTAL_OUTPUT', 10],
  [40, 'TOTAL_OUTPUT', 40],
  [80, 'TOTAL_OUTPUT', 80],
]
const units = [
  { validFrom: 0, unit: 'pcs' },
  { validFrom: minuteAt(30), unit: 'm' },
]
const setup = { reportMode: 'ON_CHANGE', units } as const

function lines(segments: readonly OutputSegment[]): string[] {
  const minuteOf = (at: number): number => (at - minuteAt(0)) / 60_000
  return segments.map(({ start, end, total, unit }) => `${minuteOf(start)}-${end === null ? '' : minuteOf(end)} ${total} ${unit}`)
}

describe('the unit in which output is counted (E-55)', () => {
  it('begins a new segment when it changes, and old numbers keep theirs', () => {
    assert.deepEqual(lines(exampleFacts(90, READINGS, setup).outputs), ['0-30 10 pcs', '30- 70 m'])
  })

  it('changes nothing of the shift, whose output is both', () => {
    const [changed] = exampleFacts(90, READINGS, setup).shifts
    const [same] = exampleFacts(90, READINGS, { reportMode: 'ON_CHANGE' }).shifts
    assert.deepEqual(changed?.terms, same?.terms)
  })

  it('keeps the segment when a version repeats the unit, and has none where nobody said any', () => {
    const repeated = { ...setup, units: units.map((version) => ({ ...version, unit: 'pcs' })) }
    assert.deepEqual(lines(exampleFacts(90, READINGS, repeated).outputs), ['0- 80 pcs'])
    assert.deepEqual(lines(exampleFacts(90, READINGS, { reportMode: 'ON_CHANGE' }).outputs), ['0- 80 null'])
    assert.deepEqual(
      [unitAt(units, -1), unitAt(units, minuteAt(30)), nextUnitChange(units, 5), nextUnitChange(units, minuteAt(30))],
      ['pcs', 'm', minuteAt(30), Infinity],
    )
  })

  it('is the same however samples are cut into calls', () => {
    const all = exampleSetup(setup)
    const store = createFactsStore()
    let state = initialState()
    for (const [minute, sensor, value] of READINGS) {
      const sample: Sample = { at: minuteAt(minute), sensor, value }
      const step = advance(state, [sample], all)
      store.write(step.facts)
      state = step.state
    }
    store.write(project(state, minuteAt(90), all))
    assert.deepEqual(store.read(), exampleFacts(90, READINGS, setup))
  })
})

describe('the difference between confirmed and counted output (S-62)', () => {
  const confirmed = (total: number, isClosing: boolean): [number, boolean, number][] => {
    const confirmation: OutputConfirmation = {
      start: minuteAt(0),
      end: minuteAt(30),
      jobOrderId: null,
      accepted: total,
      rejected: 0,
      isClosing,
    }
    const jobs = { ...NO_JOBS, confirmations: [confirmation] }
    return exampleFacts(90, READINGS, { ...setup, jobs }).outputs.map((one) => [one.effective.total, one.isConfirmed, one.difference])
  }

  it('is kept with the segment that is confirmed in full or closed, and 0 while it is confirmed in part', () => {
    assert.deepEqual(confirmed(13, false)[0], [13, true, 3])
    assert.deepEqual(confirmed(7, true)[0], [7, true, -3])
    assert.deepEqual(confirmed(7, false)[0], [10, false, 0])
    assert.deepEqual(confirmed(7, false)[1], [70, false, 0])
  })
})
