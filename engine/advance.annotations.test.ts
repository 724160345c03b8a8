import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, initialState, project, type EngineState } from './advance.ts'
import { calendarOf } from './time/calendar.ts'
import type { Facts } from './facts.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, shift, threeShifts } from './testing/exampleSetup.ts'
import { createFactsStore, inOrder, stopsAmong } from './testing/factsStore.ts'
import { annotationsFrom, lossSetups } from './testing/lossSetups.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const RUNS = 200
const START = Date.UTC(2026, 4, 4, 5, 40)

const setups: fc.Arbitrary<WorkCenterSetup> = fc
  .record({
    losses: lossSetups(START),
    annotations: annotationsFrom(START),
    stopMinimumMs: fc.constantFrom(0, 90_000),
    isScheduledLoss: fc.boolean(),
    schedule: fc.constantFrom(
      threeShifts('UTC'),
      [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '05:00', '05:00')] }],
      [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '05:30', '05:55'), shift(2, '06:00', '06:20'), shift(3, '06:20', '05:00')] }],
    ),
  })
  .map(({ losses, annotations, stopMinimumMs, isScheduledLoss, schedule }) =>
    exampleSetup({
      statusRules: [
        exampleRule(1, 5, null, { minEventDurationMs: 20_000 }),
        exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: stopMinimumMs, isScheduledLoss }),
      ],
      losses: { ...losses, annotations },
      schedule,
    }),
  )
  .filter((setup) => setup.losses.reasons.length > 0)

const streams: fc.Arbitrary<Sample[]> = fc
  .array(
    fc.record({
      step: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 150 }) }, { weight: 1, arbitrary: fc.constant(400) }),
      sensor: fc.constantFrom('POWER' as const, 'POWER' as const, 'TOTAL_OUTPUT' as const),
      value: fc.constantFrom(0, 2, 2, 3, 9),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((items) => {
    let at = START
    return items.map(({ step, sensor, value }) => ({
      at: (at += step * 1000),
      sensor,
      value: sensor === 'TOTAL_OUTPUT' ? at / 1000 : value,
    }))
  })

test('an annotation more or less changes nothing before its shift: a recompute from the checkpoint there is the fold from scratch', () => {
  fc.assert(
    fc.property(setups, streams, fc.nat(), fc.integer({ min: 0, max: 7200 }), (setup, samples, pick, later) => {
      const { annotations } = setup.losses
      const edited = annotations[pick % Math.max(1, annotations.length)]
      if (!edited) return
      const without = { ...setup, losses: { ...setup.losses, annotations: annotations.filter((one) => one !== edited) } }
      const now = (samples.at(-1)?.at ?? START) + later * 1000
      for (const [before, after] of [
        [without, setup],
        [setup, without],
      ] as const) {
        const first = advance(initialState(), samples, before)
        const window = calendarOf(setup.schedule).windowAt(edited.start)
        const checkpoint = first.checkpoints.findLast(({ start }) => start <= (window.shift?.start ?? edited.start))
        const recomputed = advance(
          checkpoint?.state ?? initialState(),
          samples.filter((sample) => sample.at >= (checkpoint?.start ?? 0)),
          after,
        )
        const scratch = advance(initialState(), samples, after)
        assert.deepEqual(recomputed.state, scratch.state)
        const store = createFactsStore()
        store.write(first.facts)
        store.write(project(first.state, now, before))
        store.write(recomputed.facts)
        store.write(project(recomputed.state, now, after))
        assert.deepEqual(store.read(), factsOf(samples, now, after))
      }
    }),
    { numRuns: RUNS },
  )
})

test('facts that are stored sample by sample with all their provisional reasons are those of a fold from scratch', () => {
  fc.assert(
    fc.property(setups, streams, (setup, samples) => {
      const store = createFactsStore()
      let state: EngineState = initialState()
      for (const [index, sample] of samples.entries()) {
        const step = advance(state, [sample], setup)
        state = step.state
        store.write(step.facts)
        const next = samples[index + 1]?.at ?? sample.at + 600_000
        store.write(project(state, (sample.at + next) / 2, setup))
      }
      const now = (state.at ?? START) + 3_600_000
      store.write(project(state, now, setup))
      assert.deepEqual(store.read(), factsOf(samples, now, setup))
    }),
    { numRuns: RUNS },
  )
})

test('what is final stays: a row that is closed and not provisional is the same when more samples come', () => {
  fc.assert(
    fc.property(setups, streams, fc.nat(), (setup, samples, cut) => {
      const known = samples.slice(0, cut % samples.length)
      const at = known.at(-1)?.at
      if (at === undefined) return
      const changedFrom = advance(advance(initialState(), known, setup).state, [], setup).facts.changedFrom ?? 0
      const then = stopsAmong(factsOf(known, at, setup).losses).filter((loss) => loss.end !== null && loss.end <= changedFrom)
      const later = stopsAmong(factsOf(samples, samples.at(-1)?.at ?? at, setup).losses)
      for (const loss of then)
        assert.deepEqual(
          later.find((one) => one.start === loss.start),
          loss,
        )
    }),
    { numRuns: RUNS },
  )
})

function factsOf(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  const { losses, ...lists } = store.read()
  return { ...lists, losses: inOrder(losses) }
}
