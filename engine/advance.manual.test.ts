import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts, LossInterval } from './facts.ts'
import { asId, type StatusRuleId } from './ids.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { exampleFacts, minuteAt, timelineOf, type ExampleReading } from './testing/timelineOf.ts'
import type { ManualStatus, WorkCenterSetup } from './workCenter/workCenterSetup.ts'

/** 1 runs, 2 stands; 7 (cleaning, not effective) and 8 (manual work, effective) are chosen by people. */
const statusRules = [
  exampleRule(1, 5, null, { minEventDurationMs: 60_000 }),
  exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 60_000 }),
  exampleRule(7, 0, null, {
    rangeType: 'MANUAL',
    name: 'Cleaning',
    isEffective: false,
    isScheduledLoss: true,
    minEventDurationMs: 600_000,
  }),
  exampleRule(8, 0, null, { rangeType: 'MANUAL', name: 'By hand' }),
]

const RUN = 9
const STOP = 2

const rows: readonly (readonly [
  name: string,
  readings: readonly ExampleReading[],
  chosen: readonly (readonly [start: number, end: number | null, rule: number])[],
  now: number,
  expected: readonly string[],
])[] = [
  [
    'holds from its start at once, whatever its minimum duration',
    powers([0, RUN], [5, STOP]),
    [[10, null, 7]],
    20,
    ['1 0-5', '2 5-10', '7 10-'],
  ],
  ['ends at its end, and the automatic status is back at once', powers([0, STOP]), [[10, 20, 7]], 30, ['2 0-10', '7 10-20', '2 20-']],
  [
    'is replaced by the next one',
    powers([0, STOP]),
    [
      [10, null, 7],
      [20, null, 8],
    ],
    30,
    ['2 0-10', '7 10-20', '8 20-'],
  ],
  [
    'goes on as one when it is chosen again',
    powers([0, STOP]),
    [
      [10, null, 7],
      [20, null, 7],
    ],
    30,
    ['2 0-10', '7 10-'],
  ],
  ['ends with the shift', powers([0, STOP]), [[470, null, 7]], 490, ['2 0-470', '7 470-480', '2 480-']],
  [
    'ends when the machine runs, from the first sample of that, once it has lasted',
    powers([0, STOP], [20, RUN]),
    [[10, null, 7]],
    30,
    ['2 0-10', '7 10-20', '1 20-'],
  ],
  ['outlasts a run that is shorter than the minimum', powers([0, STOP], [20, RUN], [20.5, STOP]), [[10, null, 7]], 30, ['2 0-10', '7 10-']],
  [
    'is over for good once the machine ran',
    powers([0, STOP], [20, RUN], [25, STOP]),
    [[10, null, 7]],
    30,
    ['2 0-10', '7 10-20', '1 20-25', '2 25-'],
  ],
  ['outlasts a change between stops', powers([0, STOP], [20, 0], [25, STOP]), [[10, null, 7]], 30, ['2 0-10', '7 10-']],
  ['holds while the machine has been running since before it was chosen', powers([0, RUN]), [[10, null, 7]], 30, ['1 0-10', '7 10-']],
  [
    'then ends with the next run after a stop',
    powers([0, RUN], [15, STOP], [20, RUN]),
    [[10, null, 7]],
    30,
    ['1 0-10', '7 10-20', '1 20-'],
  ],
  ['a pause below the minimum is no stop', powers([0, RUN], [15, STOP], [15.5, RUN]), [[10, null, 7]], 30, ['1 0-10', '7 10-']],
  ['needs no telemetry: silence does not end it', powers([0, STOP], [14, null]), [[10, null, 7]], 30, ['2 0-10', '7 10-']],
  ['after its end silence shows', powers([0, STOP], [14, null]), [[10, 20, 7]], 30, ['2 0-10', '7 10-20', 'UNAVAILABLE 20-']],
  ['data that come back running end it', powers([0, STOP], [14, null], [20, RUN]), [[10, null, 7]], 30, ['2 0-10', '7 10-20', '1 20-']],
  ['an effective one ends by a run just so', powers([0, STOP], [20, RUN]), [[10, null, 8]], 30, ['2 0-10', '8 10-20', '1 20-']],
  [
    'a run that is undecided when it ends by the clock is decided by that',
    powers([0, STOP], [20, RUN]),
    [[10, 20.5, 7]],
    30,
    ['2 0-10', '7 10-20', '1 20-'],
  ],
  ['may begin before the first sample', powers([5, STOP]), [[2, null, 7]], 30, ['7 5-']],
]

for (const [name, readings, chosen, now, expected] of rows) {
  test(`a chosen status ${name} (S-2)`, () => {
    assert.deepEqual(timelineOf(exampleFacts(now, readings, setupWith(chosen))), expected)
  })
}

test('a chosen status is a stop or run time as its rule says, with its planned flag', () => {
  const cleaning = exampleFacts(20, powers([0, STOP]), setupWith([[10, null, 7]]))
  assert.deepEqual(
    stopsOf(cleaning).map(({ statusRuleId, isScheduledLoss }) => [statusRuleId, isScheduledLoss]),
    [
      [2, false],
      [7, true],
    ],
  )
  const byHand = exampleFacts(20, powers([0, STOP]), setupWith([[10, null, 8]]))
  assert.equal(byHand.shifts[0]?.terms.availabilityLossMs, 600_000)
  assert.equal(stopsOf(byHand).length, 1)
})

test('time without data under a chosen status is its time, not a gap', () => {
  const { shifts } = exampleFacts(30, powers([0, STOP]), { ...setupWith([[2, null, 7]]), reportMode: 'PERIODIC' })
  assert.equal(shifts[0]?.terms.noDataMs, 0)
})

test('a rule that is archived in between ends the status that people chose by it', () => {
  const archived = statusRules.map((rule) => (rule.id === 7 ? { ...rule, validTo: minuteAt(15) } : rule))
  const facts = exampleFacts(30, powers([0, STOP]), { ...setupWith([[10, null, 7]]), statusRules: archived })
  assert.deepEqual(timelineOf(facts), ['2 0-10', '7 10-15', '2 15-'])
})

test('a rule that tells values cannot be chosen', () => {
  assert.deepEqual(timelineOf(exampleFacts(30, powers([0, STOP]), setupWith([[10, null, 1]]))), ['2 0-'])
})

test('chosen out of schedule it holds until the next shift starts', () => {
  const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [{ shiftId: 1, code: '1', name: 'Day', timeStart: '07:00', timeEnd: '14:00' }] }]
  const facts = exampleFacts(90, powers([0, STOP]), { ...setupWith([[10, null, 7]]), schedule })
  assert.deepEqual(timelineOf(facts), ['2 0-10', '7 10-60', '2 60-'])
})

test('by pulses, a pause that is declared later lets the next run end it', () => {
  const speed = [exampleRule(1, 5, null, { rangeType: 'SPEED' }), ...statusRules.slice(2)]
  const counts = (...minutes: readonly number[]): ExampleReading[] => minutes.map((minute, count) => [minute, 'TOTAL_OUTPUT', count])
  const readings = counts(0, 0.1, 0.2, 0.3, 0.4, 0.5, 6, 6.1, 6.2)
  const facts = exampleFacts(6.3, readings, {
    ...setupWith([[0.3, null, 7]]),
    statusSource: 'SPEED',
    statusRules: speed,
    output: { ...exampleSetup().output, targetSpeedPerMin: 10 },
  })
  assert.deepEqual(
    facts.statuses.map((row) => [row.statusRuleId ?? row.kind, (row.start - minuteAt(0)) / 60_000]),
    [
      ['OFF', 0],
      [1, 0.1],
      [7, 0.3],
      [1, 6],
    ],
  )
})

function stopsOf({ losses }: Pick<Facts, 'losses'>): readonly LossInterval[] {
  return losses.filter((loss) => loss.source === 'STATUS')
}

function powers(...pairs: readonly (readonly [minute: number, kw: number | null])[]): ExampleReading[] {
  return pairs.map(([minute, kw]) => [minute, 'POWER', kw])
}

function setupWith(chosen: readonly (readonly [start: number, end: number | null, rule: number])[]): Partial<WorkCenterSetup> {
  const manualStatuses = chosen.map(([start, end, rule]): ManualStatus => ({
    start: minuteAt(start),
    end: end === null ? null : minuteAt(end),
    statusRuleId: asId<StatusRuleId>(rule),
  }))
  return { reportMode: 'ON_CHANGE', statusRules, manualStatuses }
}
