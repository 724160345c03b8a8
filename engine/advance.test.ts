import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { advance, initialState, project } from './advance.ts'
import type { Facts } from './facts.ts'
import { kpisOf } from './oee/recordKpis.ts'
import type { Sample, SensorKey } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, shift } from './testing/exampleSetup.ts'
import { createFactsStore, stopsAmong } from './testing/factsStore.ts'
import { plannedReason } from './testing/lossSetups.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const DAY = Date.UTC(2026, 4, 4)
const S = 1000
const MIN = 60_000
const base = exampleSetup()

/** A reading: minutes after 06:00 of the first day, the sensor, the value. */
type Reading = readonly [minute: number, sensor: SensorKey, value: number | null]

function at(minute: number): number {
  return DAY + 6 * HOUR_MS + minute * MIN
}

function samplesOf(readings: readonly Reading[]): Sample[] {
  return readings.map(([minute, sensor, value]) => ({ at: at(minute), sensor, value }))
}

function factsAt(minute: number, readings: readonly Reading[], more: Partial<WorkCenterSetup> = {}): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const setup = exampleSetup(more)
  const { state, facts } = advance(initialState(), samplesOf(readings), setup)
  store.write(facts)
  store.write(project(state, at(minute), setup))
  const lists = store.read()
  return { ...lists, losses: stopsAmong(lists.losses) }
}

/** Statuses as `kind or rule: from-to` in minutes. */
function shown({ statuses }: Pick<Facts, 'statuses'>): string[] {
  return statuses.map((row) => `${row.statusRuleId ?? row.kind} ${minuteOf(row.start)}-${row.end === null ? '' : minuteOf(row.end)}`)
}

function minuteOf(instant: number): number {
  return (instant - at(0)) / MIN
}

const onChange = { reportMode: 'ON_CHANGE' } as const

test('before the first sample there is nothing, and nothing is stored', () => {
  assert.deepEqual(project(initialState(), at(0), base), {
    changedFrom: null,
    statuses: [],
    losses: [],
    outputs: [],
    shifts: [],
    hours: [],
  })
  assert.equal(advance(initialState(), [], base).facts.changedFrom, null)
})

const timelines: readonly (readonly [
  name: string,
  readings: readonly Reading[],
  more: Partial<WorkCenterSetup>,
  now: number,
  expected: readonly string[],
])[] = [
  ['a sample holds three minutes, then no data (S-6)', [[0, 'POWER', 9]], {}, 10, ['1 0-3', 'NO_DATA 3-']],
  [
    'a sample exactly when it would fall silent goes on',
    [
      [0, 'POWER', 9],
      [3, 'POWER', 9],
    ],
    {},
    5,
    ['1 0-'],
  ],
  ['a slow device holds three periods', [[0, 'POWER', 9]], { nominalPeriodMs: 120_000 }, 10, ['1 0-6', 'NO_DATA 6-']],
  ['a device that reports on change holds on', [[0, 'POWER', 9]], onChange, 600, ['1 0-']],
  [
    'unavailable is no data at once',
    [
      [0, 'POWER', 9],
      [1, 'POWER', null],
      [2, 'POWER', 2],
    ],
    onChange,
    3,
    ['1 0-1', 'NO_DATA 1-2', '2 2-'],
  ],
  [
    'a switched-off device is no data until it sends again',
    [
      [0, 'POWER', 9],
      [1, 'DEVICE_ON_OFF', 0],
      [2, 'POWER', 9],
    ],
    onChange,
    3,
    ['1 0-1', 'NO_DATA 1-2', '1 2-'],
  ],
  [
    'a device that is on again has nothing to say before its next sample',
    [
      [0, 'POWER', 9],
      [1, 'DEVICE_ON_OFF', 0],
      [2, 'DEVICE_ON_OFF', 1],
      [3, 'POWER', 9],
    ],
    onChange,
    4,
    ['1 0-1', 'NO_DATA 1-3', '1 3-'],
  ],
  [
    'an empty battery is no data until the next sample, unless it is being charged',
    [
      [0, 'POWER', 9],
      [1, 'BATTERY_LEVEL', 0],
      [2, 'POWER', 9],
      [3, 'CHARGING_STATUS', 1],
      [4, 'BATTERY_LEVEL', 0],
    ],
    onChange,
    5,
    ['1 0-1', 'NO_DATA 1-2', '1 2-'],
  ],
  [
    'another sensor does not keep the status alive',
    [
      [0, 'POWER', 9],
      [2, 'TEMPERATURE', 20],
      [4, 'TEMPERATURE', 20],
    ],
    {},
    5,
    ['1 0-3', 'NO_DATA 3-'],
  ],
  [
    'below every minimum is off, between rules undefined (S-4)',
    [
      [0, 'POWER', 0.5],
      [1, 'POWER', 5],
      [2, 'POWER', 4.5],
    ],
    { ...onChange, statusRules: [exampleRule(1, 5, null), exampleRule(2, 1, 4)] },
    3,
    ['OFF 0-1', '1 1-2', 'UNDEFINED 2-'],
  ],
  [
    'a dead band keeps a value in its status a little below the lower bound, not above the upper one (S-5, E-17)',
    [
      [0, 'POWER', 4.95],
      [1, 'POWER', 5],
      [2, 'POWER', 4.9],
      [3, 'POWER', 4.89],
      [4, 'POWER', 4.95],
    ],
    { ...onChange, deadBandPercent: 2 },
    5,
    ['2 0-1', '1 1-3', '2 3-'],
  ],
  [
    'a load sensor wins over power (S-11)',
    [
      [0, 'LOAD', 60],
      [0, 'POWER', 0],
    ],
    { ...onChange, statusSource: 'LOAD', statusRules: [exampleRule(1, 50, null, { rangeType: 'LOAD' })] },
    1,
    ['1 0-'],
  ],
  [
    'load follows from power and nominal power',
    [
      [0, 'POWER', 6],
      [1, 'POWER', 4],
    ],
    { ...onChange, statusSource: 'LOAD', statusRules: [exampleRule(1, 50, null, { rangeType: 'LOAD' })] },
    2,
    ['1 0-1', 'OFF 1-'],
  ],
]
for (const [name, readings, more, now, expected] of timelines) {
  test(name, () => assert.deepEqual(shown(factsAt(now, readings, more)), expected))
}

const byCurrent: Partial<WorkCenterSetup> = {
  statusSource: 'CURRENT',
  statusRules: [exampleRule(1, 1, null, { rangeType: 'CURRENT', phases: { a: { min: 5, max: null }, b: { min: 5, max: null } } })],
}
test('an installed phase that falls silent makes no data of all, never zero (E-20)', () => {
  const readings: Reading[] = [
    [0, 'ELECTRIC_CURRENT_A', 9],
    [0, 'ELECTRIC_CURRENT_B', 9],
    [2, 'ELECTRIC_CURRENT_A', 9],
    [4, 'ELECTRIC_CURRENT_A', 9],
  ]
  assert.deepEqual(shown(factsAt(5, readings, byCurrent)), ['1 0-3', 'NO_DATA 3-'])
})
test('phases of one instant are judged together', () => {
  const readings: Reading[] = [
    [0, 'ELECTRIC_CURRENT_A', 9],
    [0, 'ELECTRIC_CURRENT_B', 9],
    [1, 'ELECTRIC_CURRENT_A', 0],
    [1, 'ELECTRIC_CURRENT_B', 0],
  ]
  assert.deepEqual(shown(factsAt(2, readings, byCurrent)), ['1 0-1', 'OFF 1-'])
})

test('a candidate commits from its first sample when it has lasted, and not before (S-5)', () => {
  const rules = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 2 * MIN })]
  const readings: Reading[] = [
    [0, 'POWER', 9],
    [1, 'POWER', 2],
  ]
  assert.deepEqual(shown(factsAt(2.9, readings, { ...onChange, statusRules: rules })), ['1 0-'])
  assert.deepEqual(shown(factsAt(3, readings, { ...onChange, statusRules: rules })), ['1 0-1', '2 1-'])
})

test('after silence the first status needs no minimum duration', () => {
  const rules = [exampleRule(1, 5, null, { minEventDurationMs: 5 * MIN }), exampleRule(2, 1, 5, { isEffective: false })]
  const readings: Reading[] = [
    [0, 'POWER', null],
    [1, 'POWER', 9],
    [2, 'POWER', 2],
  ]
  assert.deepEqual(shown(factsAt(3, readings, { ...onChange, statusRules: rules })), ['NO_DATA 0-1', '1 1-2', '2 2-'])
})

test('a new version of a rule judges the value that is held, from the instant it is valid (S-8)', () => {
  const rules = [
    exampleRule(1, 5, null, { validTo: at(2) }),
    exampleRule(1, 8, null, { validFrom: at(2) }),
    exampleRule(2, 1, 8, { isEffective: false, validFrom: at(2) }),
  ]
  const facts = factsAt(
    4,
    [
      [0, 'POWER', 6],
      [3, 'POWER', 6],
    ],
    { ...onChange, statusRules: rules },
  )
  assert.deepEqual(shown(facts), ['1 0-2', '2 2-'])
  assert.deepEqual(
    facts.losses.map((loss) => [minuteOf(loss.start), loss.end]),
    [[2, null]],
  )
})

test('a stop over a shift change is two losses of one chain (S-22)', () => {
  const { losses } = factsAt(
    500,
    [
      [0, 'POWER', 9],
      [470, 'POWER', 0],
      [490, 'POWER', 9],
    ],
    onChange,
  )
  assert.deepEqual(
    losses.map((loss) => [minuteOf(loss.start), minuteOf(loss.end ?? 0), minuteOf(loss.chainStart), minuteOf(loss.shiftStart)]),
    [
      [470, 480, 470, 0],
      [480, 490, 470, 480],
    ],
  )
})

test('out of schedule there is no loss; pieces around it are one chain (E-15)', () => {
  const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '08:00'), shift(2, '09:00', '10:00')] }]
  const { losses, shifts, outputs } = factsAt(
    200,
    [
      [0, 'POWER', 9],
      [100, 'POWER', 0],
      [190, 'POWER', 9],
    ],
    { ...onChange, schedule },
  )
  assert.deepEqual(
    losses.map((loss) => [minuteOf(loss.start), minuteOf(loss.end ?? 0), minuteOf(loss.chainStart)]),
    [
      [100, 120, 100],
      [180, 190, 100],
    ],
  )
  assert.equal(shifts.length, 2)
  assert.deepEqual(
    outputs.map((segment) => (segment.shiftStart === null ? null : minuteOf(segment.shiftStart))),
    [0, null, 180],
  )
})

test('a rule that generates no events makes downtime but no loss', () => {
  const statusRules = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, needGenerateEventByState: false })]
  const { losses, shifts } = factsAt(10, [[0, 'POWER', 2]], { ...onChange, statusRules })
  assert.deepEqual(losses, [])
  assert.equal(shifts[0]?.terms.availabilityLossMs, 10 * MIN)
  assert.equal(shifts[0]?.terms.unclassifiedDowntimeMs, 10 * MIN)
})

const brk = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true })]
const breakReadings: Reading[] = [
  [0, 'POWER', 9],
  [0, 'TOTAL_OUTPUT', 100],
  [10, 'POWER', 2],
  [10, 'TOTAL_OUTPUT', 400],
  [15, 'TOTAL_OUTPUT', 410],
  [20, 'POWER', 9],
  [20, 'TOTAL_OUTPUT', 411],
  [30, 'POWER', 9],
  [30, 'TOTAL_OUTPUT', 711],
]
for (const isIncluded of [true, false]) {
  test(`a scheduled loss ${isIncluded ? 'counts' : 'is excluded'} by the flag, output made in it likewise (S-7, D-40)`, () => {
    const more = { ...onChange, statusRules: brk, losses: plannedReason(isIncluded) }
    const { shifts, losses } = factsAt(30, breakReadings, more)
    const record = shifts[0]
    assert.ok(record)
    assert.equal(losses[0]?.isScheduledLoss, true)
    assert.equal(record.terms.plannedDowntimeMs, 10 * MIN)
    assert.equal(record.terms.excludedMs, isIncluded ? 0 : 10 * MIN)
    assert.deepEqual(record.terms.output, { total: 611, accepted: 611, rejected: 0 })
    // The units read when the break began were made before it, those read when it ended were made in it.
    assert.equal(record.terms.uncountedOutput.total, isIncluded ? 0 : 11)
    assert.equal(record.terms.netOperatingMs, (isIncluded ? 611 : 600) * 2000)
    assert.equal(record.issues.includes('OUTPUT_IN_EXCLUDED_TIME'), !isIncluded)
  })
}

test('output made in a break that was not decided yet raises the issue once the break is committed (D-40, S-5)', () => {
  const statusRules = [
    exampleRule(1, 5, null),
    exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true, minEventDurationMs: MIN }),
  ]
  const more = { ...onChange, statusRules, losses: plannedReason(false) }
  const readings: Reading[] = [
    [0, 'POWER', 9],
    [0, 'TOTAL_OUTPUT', 0],
    [10, 'POWER', 2],
    [10.5, 'TOTAL_OUTPUT', 5],
  ]
  const at10 = factsAt(10.9, readings, more).shifts[0]
  assert.deepEqual([at10?.terms.uncountedOutput.total, at10?.issues], [0, []])
  const at11 = factsAt(11, readings, more).shifts[0]
  assert.deepEqual([at11?.terms.uncountedOutput.total, at11?.issues], [5, ['OUTPUT_IN_EXCLUDED_TIME']])
})

for (const noDataPolicy of ['EXCLUDE', 'UNCLASSIFIED_DOWNTIME'] as const) {
  test(`units counted over silence with policy ${noDataPolicy} (S-6a)`, () => {
    const readings: Reading[] = [
      [0, 'POWER', 9],
      [0, 'TOTAL_OUTPUT', 0],
      [60, 'POWER', 9],
      [61, 'TOTAL_OUTPUT', 900],
      [62, 'POWER', 9],
      [62, 'TOTAL_OUTPUT', 930],
    ]
    const { shifts } = factsAt(62, readings, { oee: { ...base.oee, noDataPolicy } })
    const record = shifts[0]
    assert.ok(record)
    assert.equal(record.terms.output.total, 930)
    assert.equal(record.terms.uncountedOutput.total, noDataPolicy === 'EXCLUDE' ? 900 : 0)
    assert.equal(record.terms.noDataMs, noDataPolicy === 'EXCLUDE' ? 57 * MIN : 0)
    assert.equal(record.terms.unclassifiedDowntimeMs, noDataPolicy === 'EXCLUDE' ? 0 : 57 * MIN)
  })
}

test('a reset opens an output segment and counts from zero (S-60, S-63)', () => {
  const readings: Reading[] = [
    [0, 'TOTAL_OUTPUT', 50],
    [1, 'TOTAL_OUTPUT', 60],
    [2, 'TOTAL_OUTPUT', 4],
  ]
  const { outputs } = factsAt(3, readings)
  assert.deepEqual(
    outputs.map((segment) => [minuteOf(segment.start), segment.end === null ? null : minuteOf(segment.end), segment.total]),
    [
      [0, 2, 10],
      [2, null, 4],
    ],
  )
})

test('a reset flag that is down again before the counter is read still says that it started again (S-63, E-24)', () => {
  const readings: Reading[] = [
    [0, 'TOTAL_OUTPUT', 100],
    [5, 'TOTAL_OUTPUT', 140],
    [6, 'RESET_OUTPUT', 1],
    [6.1, 'RESET_OUTPUT', 0],
    [15, 'TOTAL_OUTPUT', 150],
    [16, 'TOTAL_OUTPUT', 160],
  ]
  assert.equal(factsAt(17, readings, onChange).shifts[0]?.terms.output.total, 40 + 150 + 10)
})

test('a spike is not counted, raises an issue, and an outlier does not make a reset (S-63)', () => {
  const readings: Reading[] = [
    [0, 'TOTAL_OUTPUT', 50],
    [1, 'TOTAL_OUTPUT', 1_000_050],
    [2, 'TOTAL_OUTPUT', 110],
  ]
  const { outputs, shifts } = factsAt(3, readings)
  assert.deepEqual(
    outputs.map((segment) => segment.total),
    [60],
  )
  assert.deepEqual(shifts[0]?.issues.includes('COUNTER_SPIKE'), true)
})

test('a counter that jumped for good goes on from there', () => {
  const readings: Reading[] = [
    [0, 'TOTAL_OUTPUT', 50],
    [1, 'TOTAL_OUTPUT', 1_000_050],
    [2, 'TOTAL_OUTPUT', 1_000_080],
  ]
  assert.deepEqual(
    factsAt(3, readings).outputs.map((segment) => segment.total),
    [30],
  )
})

test('pulses count as units, beside a counter of the same units they do not', () => {
  const pulses: Reading[] = [
    [0, 'DISCRETE_OUTPUT', 3],
    [1, 'DISCRETE_OUTPUT', 4],
  ]
  const totals = (readings: readonly Reading[]): number[] => factsAt(2, readings).shifts.map((record) => record.terms.output.total)
  assert.deepEqual(totals(pulses), [7])
  assert.deepEqual(
    totals([
      [0, 'DISCRETE_OUTPUT', 3],
      [0, 'TOTAL_OUTPUT', 100],
      [1, 'DISCRETE_OUTPUT', 4],
      [1, 'TOTAL_OUTPUT', 104],
    ]),
    [4],
  )
})

test('a setup that is repriced reprices the whole shift that is not closed (E-11)', () => {
  const first = advance(
    initialState(),
    samplesOf([
      [0, 'POWER', 9],
      [0, 'TOTAL_OUTPUT', 0],
      [1, 'TOTAL_OUTPUT', 20],
    ]),
    base,
  ).state
  const faster = exampleSetup({ output: { ...base.output, targetSpeedPerMin: 60 } })
  assert.equal(project(first, at(2), faster).shifts[0]?.terms.netOperatingMs, 20 * S)
  assert.equal(project(first, at(2), base).shifts[0]?.terms.netOperatingMs, 40 * S)
})

test('counters that contradict each other are fitted and raise an issue (S-61)', () => {
  const readings: Reading[] = [
    [0, 'ACCEPTED_OUTPUT', 0],
    [0, 'TOTAL_OUTPUT', 0],
    [5, 'ACCEPTED_OUTPUT', 95],
    [5, 'TOTAL_OUTPUT', 90],
  ]
  const { shifts } = factsAt(6, readings, { output: { ...base.output, calculationType: 'TOTAL_AND_ACCEPTED' } })
  assert.deepEqual(shifts[0]?.terms.output, { total: 95, accepted: 95, rejected: 0 })
  assert.ok(shifts[0].issues.includes('COUNTER_MISMATCH'))
})

test('output read exactly at a shift start belongs to the new shift', () => {
  const { shifts } = factsAt(
    481,
    [
      [479, 'TOTAL_OUTPUT', 0],
      [480, 'TOTAL_OUTPUT', 10],
    ],
    onChange,
  )
  assert.deepEqual(
    shifts.map((record) => record.terms.output.total),
    [0, 10],
  )
})

const bySpeed: Partial<WorkCenterSetup> = {
  ...onChange,
  statusSource: 'SPEED',
  statusRules: [exampleRule(1, 10, null, { rangeType: 'SPEED' })],
}
test('by pulses a stop is declared after two cycles, from one cycle after the last pulse (S-5)', () => {
  const pulses = [0, 1, 2, 3].map((index): Reading => [(index * 2) / 60, 'DISCRETE_OUTPUT', 1])
  const stopFrom = 8 / 60
  assert.deepEqual(shown(factsAt(10 / 60, pulses, bySpeed)), ['1 0-'])
  assert.deepEqual(shown(factsAt(10.5 / 60, pulses, bySpeed)), [`1 0-${stopFrom}`, `OFF ${stopFrom}-`])
  const again: Reading[] = [...pulses, [1, 'DISCRETE_OUTPUT', 1]]
  assert.deepEqual(shown(factsAt(1, again, bySpeed)), [`1 0-${stopFrom}`, `OFF ${stopFrom}-1`, '1 1-'])
})
test('a stop that is declared after silence begins with what is heard again, and takes nothing of the silence', () => {
  const slow = {
    ...bySpeed,
    output: { ...base.output, targetSpeedPerMin: 1 },
    statusRules: [exampleRule(1, 0.5, null, { rangeType: 'SPEED' })],
  }
  const readings: Reading[] = [
    [0, 'DISCRETE_OUTPUT', 1],
    [0.5, 'DISCRETE_OUTPUT', null],
    [1.5, 'REJECTED_OUTPUT', 0],
  ]
  const whole = factsAt(3, readings, slow)
  assert.deepEqual(shown(whole), ['1 0-0.5', 'NO_DATA 0.5-1.5', 'OFF 1.5-'])
  assert.deepEqual([whole.shifts[0]?.terms.noDataMs, whole.shifts[0]?.terms.availabilityLossMs], [MIN, 1.5 * MIN])
  const setup = exampleSetup(slow)
  const store = createFactsStore()
  let state = initialState()
  for (const sample of samplesOf(readings)) {
    const step = advance(state, [sample], setup)
    store.write(step.facts)
    state = step.state
  }
  store.write(project(state, at(1.75), setup))
  store.write(project(state, at(3), setup))
  assert.deepEqual(store.read(), whole)
})
test('without a reference speed a stop is declared after two cycles as the last two pulses showed them', () => {
  const pulses = [0, 6, 12].map((second): Reading => [second / 60, 'DISCRETE_OUTPUT', 1])
  const more = { ...bySpeed, output: { ...base.output, targetSpeedPerMin: null } }
  assert.deepEqual(shown(factsAt(24 / 60, pulses, more)), ['OFF 0-0.1', '1 0.1-'])
  assert.deepEqual(shown(factsAt(25 / 60, pulses, more)), ['OFF 0-0.1', '1 0.1-0.3', 'OFF 0.3-'])
})
test('a late pulse within two cycles is no stop', () => {
  assert.deepEqual(
    shown(
      factsAt(
        5 / 60,
        [
          [0, 'DISCRETE_OUTPUT', 1],
          [3.9 / 60, 'DISCRETE_OUTPUT', 1],
        ],
        bySpeed,
      ),
    ),
    ['1 0-'],
  )
})

test('a measured speed is integrated to metres, held at most the gap, cut at the shift change (D-50)', () => {
  const more: Partial<WorkCenterSetup> = {
    type: 'CONTINUOUS',
    statusSource: 'SPEED',
    statusRules: [exampleRule(1, 1, null, { rangeType: 'SPEED' })],
  }
  const { shifts } = factsAt(
    490,
    [
      [478, 'LINEAR_SPEED', 12],
      [479, 'LINEAR_SPEED', 6],
    ],
    more,
  )
  assert.deepEqual(
    shifts.map((record) => record.terms.output.total),
    [12 + 6, 12],
  )
  assert.equal(shifts[1]?.terms.noDataMs, 8 * MIN)
})

test('shifts that pass without data have records of no data (E-2)', () => {
  const { shifts, hours, losses } = factsAt(3 * 1440, [[0, 'POWER', 9]])
  assert.equal(shifts.length, 10)
  for (const record of shifts.slice(1, -1)) {
    assert.equal(record.terms.noDataMs, 8 * HOUR_MS)
    assert.deepEqual(kpisOf(record.terms), { availability: null, performance: null, quality: null, oee: null })
  }
  assert.equal(hours.length, 73)
  assert.deepEqual(losses, [])
})

test('a year without a sample is caught up in one go', () => {
  const setup = exampleSetup()
  const first = advance(initialState(), samplesOf([[0, 'POWER', 9]]), setup).state
  const { facts, state, checkpoints } = advance(first, samplesOf([[365 * 1440, 'POWER', 9]]), setup)
  assert.equal(facts.shifts.length, 365 * 3 + 1)
  assert.equal(state.windows.length, 1)
  assert.deepEqual(
    checkpoints.map((checkpoint) => [minuteOf(checkpoint.start), checkpoint.state.at]),
    [[480, at(0)]],
  )
})

test('checkpoints stand before the first sample of each shift, out of schedule of each UTC day', () => {
  const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '14:00')] }]
  const minutes = [0, 479, 485, 700, 1000, 1090, 1445]
  const { checkpoints } = advance(
    initialState(),
    samplesOf(minutes.map((minute): Reading => [minute, 'POWER', 9])),
    exampleSetup({ schedule }),
  )
  assert.deepEqual(
    checkpoints.map(({ start, state }) => [minuteOf(start), minuteOf(state.at ?? 0)]),
    [
      [480, 479],
      [1080, 1000],
      [1440, 1090],
    ],
  )
})

test('a schedule that comes into force ends time out of schedule', () => {
  const first = advance(initialState(), samplesOf([[0, 'POWER', 9]]), exampleSetup({ ...onChange, schedule: [] })).state
  const schedule = [{ validFrom: at(5), zone: 'UTC', shifts: [shift(1, '07:00', '15:00')] }]
  const { facts } = advance(first, samplesOf([[90, 'POWER', 9]]), exampleSetup({ ...onChange, schedule }))
  assert.deepEqual(
    facts.shifts.map((record) => [minuteOf(record.shift.start), record.terms.elapsedMs]),
    [[60, 30 * MIN]],
  )
})

test('a sample older than the last is refused, since it needs a rewind', () => {
  const { state } = advance(initialState(), samplesOf([[5, 'POWER', 9]]), base)
  assert.throws(() => advance(state, samplesOf([[4, 'POWER', 9]]), base), RangeError)
})

test('the first channel of a type goes by its plain name', () => {
  assert.deepEqual(
    shown(
      factsAt(1, [
        [0, 'POWER:1', 9],
        [0, 'POWER:2', 0],
      ]),
    ),
    ['1 0-'],
  )
})

test('the state of a busy shift stays within three kilobytes', () => {
  const readings = Array.from({ length: 480 }, (_, minute): Reading[] => [
    [minute, 'POWER', minute % 7 === 0 ? 2 : 9],
    [minute, 'REJECTED_OUTPUT', minute],
    [minute, 'TOTAL_OUTPUT', minute * 20],
  ]).flat()
  const { state } = advance(initialState(), samplesOf(readings), base)
  assert.ok(JSON.stringify(state).length <= 3 * 1024)
})

test('an hour of samples each ten seconds makes the record of the shift', () => {
  const readings = Array.from({ length: 360 }, (_, index): Reading[] => [
    [index / 6, 'POWER', index < 300 ? 9 : 2],
    [index / 6, 'TOTAL_OUTPUT', Math.min(index, 300) * 4],
  ]).flat()
  const { shifts } = factsAt(60, readings)
  const record = shifts[0]
  assert.ok(record)
  assert.equal(record.terms.availabilityLossMs, 10 * MIN)
  const kpis = kpisOf(record.terms)
  assert.equal(kpis.availability, 50 / 60)
  assert.equal(kpis.performance, (1200 * 2 * S) / (50 * MIN))
  assert.equal(kpis.quality, 1)
  assert.equal(kpis.oee, (1200 * 2 * S) / HOUR_MS)
})
