import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, initialState, project, type EngineState } from './advance.ts'
import type { Facts, StatusInterval } from './facts.ts'
import { asId, type StatusRuleId } from './ids.ts'
import type { Sample, SensorKey } from './sensor/sensorType.ts'
import type { StatusSource } from './status/statusRule.ts'
import { exampleRule, exampleSetup, threeShifts } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { calendarOf } from './time/calendar.ts'
import type { ManualStatus, WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const RUNS = 150
const START = Date.UTC(2026, 4, 4, 5, 40)
const SENSORS: readonly SensorKey[] = ['POWER', 'LOAD', 'ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'TOTAL_OUTPUT', 'DEVICE_ON_OFF']
const CLEANING = asId<StatusRuleId>(7)
const BY_HAND = asId<StatusRuleId>(8)

const chosen: fc.Arbitrary<ManualStatus[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 3600 }),
      length: fc.option(fc.integer({ min: 1, max: 3600 })),
      rule: fc.constantFrom(CLEANING, BY_HAND),
    }),
    { maxLength: 6 },
  )
  .map((items) => {
    let at = START - 600_000
    return items.map(({ gap, length, rule }) => {
      const start = at + gap * 1000
      const end = length === null ? null : start + length * 1000
      at = end ?? start
      return { start, end, statusRuleId: rule }
    })
  })

/** Setups whose source, constants and rules change while people choose statuses in between. */
const setups: fc.Arbitrary<WorkCenterSetup> = fc
  .record({
    minimum: fc.constantFrom(0, 20_000, 120_000),
    reportMode: fc.constantFrom('PERIODIC' as const, 'ON_CHANGE' as const),
    deadBandPercent: fc.constantFrom(0, 10),
    sources: fc.array(fc.constantFrom<StatusSource[]>('POWER', 'LOAD', 'CURRENT', 'SPEED'), { minLength: 1, maxLength: 3 }),
    cosPhis: fc.array(fc.constantFrom(0.5, 0.8, 1), { maxLength: 3 }),
    chosen,
  })
  .map(({ minimum, reportMode, deadBandPercent, sources, cosPhis, chosen: manualStatuses }) => {
    const electrical = { ...exampleSetup().electrical, voltage: 400, cosPhi: 0.9 }
    const range = { min: 5, max: null }
    return exampleSetup({
      reportMode,
      deadBandPercent,
      statusSourceVersions: sources.map((source, index) => ({ source, validFrom: START + index * 2_000_000 })),
      electrical,
      electricalVersions: cosPhis.map((cosPhi, index) => ({ ...electrical, cosPhi, validFrom: START + index * 1_500_000 })),
      statusRules: [
        exampleRule(1, 5, null, { minEventDurationMs: minimum }),
        exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: minimum / 2 }),
        exampleRule(3, 30, null, { rangeType: 'LOAD', minEventDurationMs: minimum }),
        { ...exampleRule(4, 0, null, { rangeType: 'CURRENT' }), phases: { a: range } },
        exampleRule(5, 1, null, { rangeType: 'SPEED' }),
        exampleRule(CLEANING, 0, null, { rangeType: 'MANUAL', isEffective: false, minEventDurationMs: 600_000 }),
        exampleRule(BY_HAND, 0, null, { rangeType: 'MANUAL' }),
      ],
      manualStatuses,
      schedule: threeShifts('Europe/Kyiv'),
    })
  })

const values = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(0, 0.5, 2, 4.8, 7, 9, 40) }, { weight: 1, arbitrary: fc.constant(null) })
const steps = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 200 }).map((seconds) => seconds * 1000) },
  { weight: 1, arbitrary: fc.constantFrom(600_000, 3_600_000, 30_000_000) },
)
const streams = (sensors: readonly SensorKey[]): fc.Arbitrary<Sample[]> =>
  fc.array(fc.record({ step: steps, sensor: fc.constantFrom(...sensors), value: values }), { minLength: 1, maxLength: 60 }).map((items) => {
    let at = START
    return items.map(({ step, sensor, value }) => ({ at: (at += step), sensor, value }))
  })

test('cutting the samples into calls changes nothing, whatever changes while they come', () => {
  fc.assert(
    fc.property(setups, streams(SENSORS), fc.integer({ min: 1, max: 9 }), (setup, samples, size) => {
      const store = createFactsStore()
      let state: EngineState = initialState()
      for (let index = 0; index < samples.length; index += size) {
        const step = advance(state, samples.slice(index, index + size), setup)
        store.write(step.facts)
        store.write(project(step.state, (step.state.at ?? 0) + 700_000, setup))
        state = JSON.parse(JSON.stringify(step.state))
      }
      const now = (state.at ?? 0) + 5_000_000
      store.write(project(state, now, setup))
      assert.deepEqual(store.read(), factsOf(samples, now, setup))
    }),
    { numRuns: RUNS },
  )
})

test('a rewind to any checkpoint gives what a fold from scratch gives, also in the middle of a chosen status', () => {
  fc.assert(
    fc.property(setups, streams(SENSORS), (setup, samples) => {
      const whole = advance(initialState(), samples, setup)
      for (const { start, state } of whole.checkpoints) {
        const rest = samples.filter((sample) => sample.at >= start)
        assert.deepEqual(advance(state, rest, setup).state, whole.state)
      }
    }),
    { numRuns: RUNS },
  )
})

test('a chosen status lasts until the automatic one becomes effective after it was not, or its period ends', () => {
  const simple = setups.map((setup) => ({
    ...setup,
    statusSourceVersions: [],
    deadBandPercent: 0,
    statusRules: setup.statusRules.map((rule) => ({ ...rule, minEventDurationMs: 0 })),
  }))
  fc.assert(
    fc.property(simple, streams(['POWER']), (setup, samples) => {
      const first = samples[0]?.at ?? 0
      const now = (samples.at(-1)?.at ?? 0) + 100_000
      const automatic = factsOf(samples, now, { ...setup, manualStatuses: [] }).statuses
      const { statuses } = factsOf(samples, now, setup)
      const instants = new Set([...automatic, ...statuses].map((row) => row.start))
      for (const at of instants) {
        const expected = chosenAt(at, first, automatic, setup) ?? keyAt(automatic, at)
        assert.equal(keyAt(statuses, at), expected, `${(at - START) / 1000} s`)
      }
    }),
    { numRuns: 4 * RUNS },
  )
})

/** Uses the automatic timeline only: the status that a manual choice gives at an instant. */
function chosenAt(at: number, first: number, automatic: readonly StatusInterval[], setup: WorkCenterSetup): string | null {
  const index = setup.manualStatuses.findLastIndex((status) => status.start <= at)
  const status = setup.manualStatuses[index]
  if (!status || at >= (status.end ?? Infinity) || at >= calendarOf(setup.schedule).windowAt(status.start).end) return null
  const since = Math.max(status.start, first)
  const later = automatic.filter((row) => (row.end ?? Infinity) > since)
  const idle = later.find((row) => !isEffective(row))
  const isEnded = idle !== undefined && later.some((row) => isEffective(row) && row.start > idle.start && row.start <= at)
  return isEnded ? null : `RULE ${status.statusRuleId}`
}

function isEffective(row: StatusInterval): boolean {
  return row.statusRuleId === 1
}

/** Leaves out the cause of a silence: it is the cause at its start, which a manual status may hide. */
function keyAt(statuses: readonly StatusInterval[], at: number): string {
  const row = statuses.findLast((candidate) => candidate.start <= at)
  return `${row?.kind} ${row?.statusRuleId ?? ''}`
}

function factsOf(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  return store.read()
}
