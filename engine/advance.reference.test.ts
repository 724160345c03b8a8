import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LossInterval } from './facts.ts'
import { advance, initialState, project } from './advance.ts'
import type { Sample, SensorKey } from './sensor/sensorType.ts'
import type { StatusSource, ValueRange } from './status/statusRule.ts'
import { exampleRule, exampleSetup, shift, threeShifts } from './testing/exampleSetup.ts'
import { createFactsStore, stopsAmong } from './testing/factsStore.ts'
import { lossSetups } from './testing/lossSetups.ts'
import { referenceFold } from './testing/referenceFold.ts'
import { REFERENCE_TERMS } from './testing/referenceLosses.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const RUNS = 200
const START = Date.UTC(2026, 4, 4, 5, 40)
const SENSORS = {
  POWER: ['POWER'],
  LOAD: ['POWER'],
  SPEED: ['LINEAR_SPEED'],
  CURRENT: ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B'],
} as const satisfies Record<StatusSource, readonly SensorKey[]>

const ruleSets: fc.Arbitrary<WorkCenterSetup['statusRules']> = fc
  .tuple(
    fc.constantFrom(0, 20, 60, 300),
    fc.constantFrom(0, 45, 90),
    fc.boolean(),
    fc.boolean(),
    fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
  )
  .map(([runSeconds, stopSeconds, isScheduledLoss, needGenerateEventByState, changeSecond]) => {
    const run = { minEventDurationMs: runSeconds * 1000 }
    const stop = { isEffective: false, minEventDurationMs: stopSeconds * 1000, isScheduledLoss, needGenerateEventByState }
    if (changeSecond === null) return [exampleRule(1, 5, null, run), exampleRule(2, 1, 4, stop)]
    const changeAt = START + changeSecond * 1000
    return [
      exampleRule(1, 5, null, { ...run, validTo: changeAt }),
      exampleRule(1, 3, 8, { minEventDurationMs: 30_000, validFrom: changeAt }),
      exampleRule(2, 1, 4, { ...stop, validTo: changeAt }),
      exampleRule(3, 1, 3, { ...stop, isScheduledLoss: false, validFrom: changeAt }),
      exampleRule(4, 8, null, { ...stop, validFrom: changeAt + 600_000 }),
    ]
  })

const setups: fc.Arbitrary<WorkCenterSetup> = fc
  .record({
    rules: ruleSets,
    source: fc.constantFrom('POWER' as const, 'LOAD' as const, 'SPEED' as const, 'CURRENT' as const),
    reportMode: fc.constantFrom('PERIODIC' as const, 'ON_CHANGE' as const),
    nominalPeriodMs: fc.constantFrom(10_000, 90_000),
    deadBandPercent: fc.constantFrom(0, 0, 2, 10),
    noDataPolicy: fc.constantFrom('EXCLUDE' as const, 'UNCLASSIFIED_DOWNTIME' as const),
    losses: lossSetups(START),
    schedule: fc.constantFrom(
      threeShifts('UTC'),
      [{ validFrom: 0, zone: 'Asia/Kathmandu', shifts: [shift(1, '11:30', '11:45'), shift(2, '11:50', '11:20')] }],
      [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '06:00')] }],
      [],
    ),
  })
  .map(({ rules, source, noDataPolicy, ...more }) =>
    exampleSetup({
      ...more,
      statusSource: source,
      statusRules: rules.map((rule) => ({ ...rule, rangeType: source, ...boundsFor(source, rule.range) })),
      electrical: { ...exampleSetup().electrical, nominalPowerKw: 10 },
      oee: { ...exampleSetup().oee, noDataPolicy },
    }),
  )

const steps = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 120 }) },
  { weight: 2, arbitrary: fc.constantFrom(180, 270, 300, 1800) },
)
const readings = fc.array(
  fc.record({
    step: steps,
    sensor: fc.nat({ max: 7 }),
    value: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(0, 0.9, 1, 2, 2.94, 3, 3.5, 3.9, 4, 4.5, 4.95, 5, 7, 7.9, 8, 9) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  }),
  { minLength: 1, maxLength: 40 },
)

test('statuses, losses and shift times are those that looking at each second on its own gives', () => {
  fc.assert(
    fc.property(setups, readings, fc.integer({ min: 0, max: 4000 }), (setup, items, later) => {
      const samples = samplesOf(setup, items)
      const now = (samples.at(-1)?.at ?? START) + later * 1000 + 1000
      const expected = referenceFold(samples, now, setup)
      const store = createFactsStore()
      const { state, facts } = advance(initialState(), samples, setup)
      store.write(facts)
      store.write(project(state, now, setup))
      const { statuses, losses, shifts } = store.read()
      assert.deepEqual(
        statuses.filter((row) => row.start < now).map(({ start, kind, statusRuleId }) => ({ start, kind, statusRuleId })),
        expected.statuses,
      )
      assert.deepEqual(
        stopsAmong(losses)
          .filter((row) => row.start < now)
          .map(knownOf),
        expected.losses,
      )
      const times = shifts.map(({ shift: { start }, terms }) => ({
        start,
        ...Object.fromEntries(REFERENCE_TERMS.map((key) => [key, terms[key]])),
        elapsedMs: terms.elapsedMs,
      }))
      assert.deepEqual(
        times.filter((row) => row.elapsedMs > 0),
        expected.shifts,
      )
    }),
    { numRuns: RUNS },
  )
})

function knownOf(loss: LossInterval): object {
  const { start, chainStart, kind, statusRuleId, isScheduledLoss, shiftStart, reasonId, reasonSource, annotationId } = loss
  return { start, chainStart, kind, statusRuleId, isScheduledLoss, shiftStart, reasonId, reasonSource, annotationId }
}

function boundsFor(source: StatusSource, range: ValueRange | undefined): object {
  if (!range) return {}
  if (source === 'LOAD') return { range: { min: range.min * 10, max: range.max === null ? null : range.max * 10 } }
  if (source === 'CURRENT') return { phases: range.min > 4 ? { a: range, b: range } : { a: range } }
  return { range }
}

function samplesOf(setup: WorkCenterSetup, items: readonly { step: number; sensor: number; value: number | null }[]): Sample[] {
  const own: readonly SensorKey[] = SENSORS[setup.statusSource]
  const others: readonly SensorKey[] = ['DEVICE_ON_OFF', 'BATTERY_LEVEL', 'TEMPERATURE']
  let at = START
  const samples = new Map<string, Sample>()
  for (const { step, sensor, value } of items) {
    at += step * 1000
    const key = (sensor < 5 ? own[sensor % own.length] : others[sensor - 5]) ?? 'TEMPERATURE'
    samples.set(`${at} ${key}`, { at, sensor: key, value })
  }
  return [...samples.values()].sort((a, b) => a.at - b.at || (a.sensor < b.sensor ? -1 : 1))
}
