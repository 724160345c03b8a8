import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, initialState, project } from '#engine/advance.ts'
import type { EngineState } from '#engine/advance.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import { exampleRule, exampleSetup, threeShifts } from '#engine/testing/exampleSetup.ts'
import { createFactsStore, stopsAmong } from '#engine/testing/factsStore.ts'
import type { FactsStore } from '#engine/testing/factsStore.ts'
import { lossSetups } from '#engine/testing/lossSetups.ts'
import { changedEvents, standingEvents } from './factEvents.ts'
import type { FactEvent, FactRows, StandingEvent } from './factEvents.ts'

const START = Date.UTC(2026, 4, 4, 5, 40)
const setups = lossSetups(START).map((losses) =>
  exampleSetup({
    statusSource: 'POWER',
    statusRules: [
      exampleRule(1, 5, null, { minEventDurationMs: 20_000 }),
      exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 60_000 }),
      exampleRule(3, 0, 1, { isEffective: false }),
    ],
    losses,
    schedule: threeShifts('Europe/Kyiv'),
  }),
)
const streams: fc.Arbitrary<Sample[]> = fc
  .array(
    fc.record({
      value: fc.constantFrom(0, 0.5, 2, 4, 7, 30, null),
      step: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 1, max: 120 }).map((seconds) => seconds * 1000) },
        { weight: 1, arbitrary: fc.constantFrom(600_000, 3_600_000, 30_000_000) },
      ),
    }),
    { minLength: 2, maxLength: 80 },
  )
  .map((list) => {
    let at = START
    return list.map(({ value, step }): Sample => ({ at: (at += step), sensor: 'POWER', value }))
  })

function rowsOf(store: FactsStore, now: number): FactRows {
  const { statuses, losses, shifts } = store.read()
  return {
    statuses,
    pieces: stopsAmong(losses).map((loss) => ({ ...loss, updatedBy: null })),
    shifts: shifts.map(({ shift: { start, end, shiftId, shiftDate } }) => ({
      start,
      end,
      shiftId,
      shiftDate,
      status: shiftStatusAt({ isConfirmed: false, end }, now),
    })),
  }
}

/** What a consumer keeps who takes every event in its turn. */
function taken(standing: Map<string, StandingEvent>, events: readonly FactEvent[]): void {
  for (const { change, ...event } of events) {
    const name = `${event.kind} ${event.key}`
    assert.equal(standing.has(name), change !== 'HAPPENED', `${change} of ${name}`)
    if (change === 'WITHDRAWN') standing.delete(name)
    else standing.set(name, event)
  }
}

test('whatever the cuts and however late the samples, the events that stand are those of the final facts', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      setups,
      streams,
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      (setup, samples, cuts, lates) => {
        const last = samples.at(-1)?.at ?? START
        const store = createFactsStore()
        const standing = new Map<string, StandingEvent>()
        let now = START
        const write = (facts: Parameters<FactsStore['write']>[0], at: number): void => {
          const before = rowsOf(store, now)
          now = Math.max(now, at)
          store.write(facts)
          const events = changedEvents(before, rowsOf(store, now))
          for (const { kind, change } of events) seen.set(`${kind} ${change}`, (seen.get(`${kind} ${change}`) ?? 0) + 1)
          taken(standing, events)
          assert.deepEqual(changedEvents(rowsOf(store, now), rowsOf(store, now)), [], 'what is written again changes nothing')
        }
        // Some samples come late: each time all that follows its first cut is folded again.
        const late = new Set(lates.map((place) => place % samples.length))
        const known = samples.filter((_, index) => !late.has(index))
        const borders = [...new Set(cuts.map((place) => place % (known.length + 1))), known.length].sort((a, b) => a - b)
        let state: EngineState = initialState()
        let from = 0
        for (const border of borders) {
          const piece = known.slice(from, border)
          from = border
          const result = advance(state, piece, setup)
          state = result.state
          write(result.facts, state.at ?? now)
          write(project(state, (state.at ?? now) + 5000, setup), (state.at ?? now) + 5000)
        }
        if (late.size > 0) {
          const result = advance(initialState(), samples, setup)
          state = result.state
          write({ ...result.facts, changedFrom: 0 }, last)
        }
        write(project(state, last + 90_000, setup), last + 90_000)
        assert.deepEqual(new Map(standing), new Map(standingEvents(rowsOf(store, now))))
      },
    ),
    { numRuns: 200 },
  )
  for (const kind of [
    'STATUS_CHANGED WITHDRAWN',
    'STOP_ENDED CORRECTED',
    'STOP_ENDED WITHDRAWN',
    'SILENCE_ENDED CORRECTED',
    'SHIFT_ENDED HAPPENED',
  ]) {
    assert.ok((seen.get(kind) ?? 0) > 10, `${kind} was seen ${seen.get(kind) ?? 0} times: ${JSON.stringify([...seen])}`)
  }
})
