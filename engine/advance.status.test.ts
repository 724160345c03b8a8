import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance, initialState } from './advance.ts'
import type { LossInterval } from './facts.ts'
import type { Sample } from './sensor/sensorType.ts'
import type { StatusRule } from './status/statusRule.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { exampleFacts, minuteAt, timelineOf, type ExampleReading } from './testing/timelineOf.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

type Row = readonly [
  name: string,
  readings: readonly ExampleReading[],
  more: Partial<WorkCenterSetup>,
  now: number,
  expected: readonly string[],
]

const onChange = { reportMode: 'ON_CHANGE' } as const
const electrical = exampleSetup().electrical
const slowStop = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 60_000 })]
const gap = [exampleRule(1, 5, null), exampleRule(2, 1, 4, { isEffective: false })]

const rows: readonly Row[] = [
  [
    'E-16: a stop below its minimum duration is absorbed',
    powers([0, 9], [1, 2], [1.5, 9]),
    { ...onChange, statusRules: slowStop },
    9,
    ['1 0-'],
  ],
  [
    'E-16: a stop of its minimum duration counts from its first sample',
    powers([0, 9], [1, 2], [2, 9]),
    { ...onChange, statusRules: slowStop },
    9,
    ['1 0-1', '2 1-2', '1 2-'],
  ],
  [
    'E-17: without dead band and duration a value that flaps at the bound is as many statuses',
    powers([0, 5.05], [1, 4.95], [2, 5.05]),
    onChange,
    9,
    ['1 0-1', '2 1-2', '1 2-'],
  ],
  [
    'E-17: a dead band of 2 % keeps it',
    powers([0, 5.05], [1, 4.95], [2, 5.05], [3, 4.91]),
    { ...onChange, deadBandPercent: 2 },
    9,
    ['1 0-'],
  ],
  [
    'the dead band ends where it says: 4.9 stays, what is below leaves',
    powers([0, 9], [1, 4.9], [2, 4.899]),
    { ...onChange, deadBandPercent: 2 },
    9,
    ['1 0-2', '2 2-'],
  ],
  [
    'upwards there is no dead band: 4.99 is still the lower status, 5 is not',
    powers([0, 3], [1, 4.99], [2, 5]),
    { ...onChange, deadBandPercent: 2 },
    9,
    ['2 0-2', '1 2-'],
  ],
  [
    'the dead band holds towards off as well',
    powers([0, 3], [1, 0.98], [2, 0.979]),
    { ...onChange, deadBandPercent: 2 },
    9,
    ['2 0-2', 'OFF 2-'],
  ],
  [
    'a candidate has the dead band while it waits, so that flapping does not start it anew',
    powers([0, 3], [1, 5.02], [1.5, 4.95], [2, 5.02]),
    {
      ...onChange,
      deadBandPercent: 2,
      statusRules: [exampleRule(1, 5, null, { minEventDurationMs: 60_000 }), exampleRule(2, 1, 5, { isEffective: false })],
    },
    9,
    ['2 0-1', '1 1-'],
  ],
  ['E-18: a value on a bound belongs to the range above', powers([0, 5], [1, 1]), onChange, 9, ['1 0-1', '2 1-']],
  [
    'E-19: a value between two rules is undefined',
    powers([0, 9], [1, 4], [2, 9]),
    { ...onChange, statusRules: gap },
    9,
    ['1 0-1', 'UNDEFINED 1-2', '1 2-'],
  ],
  [
    'E-20: a phase that reads zero is zero',
    currents([0, 8, 8, 8], [1, 8, 8, 0]),
    { ...onChange, ...byCurrent(5) },
    9,
    ['1 0-1', 'UNDEFINED 1-'],
  ],
  [
    'E-20: a phase that is unavailable is no data, and says so',
    currents([0, 8, 8, 8], [1, 8, 8, null]),
    { ...onChange, ...byCurrent(5) },
    9,
    ['1 0-1', 'UNAVAILABLE 1-'],
  ],
  [
    'by current the dead band is each phase’s own',
    currents([0, 8, 8, 8], [1, 4.95, 4.9, 8], [2, 4.95, 4.89, 8]),
    { ...onChange, ...byCurrent(5), deadBandPercent: 2 },
    9,
    ['1 0-2', 'UNDEFINED 2-'],
  ],
  ['one current sensor stands for all phases', [[0, 'ELECTRIC_CURRENT', 8]], { ...onChange, ...byCurrent(5) }, 9, ['1 0-']],
  ['no sample in time is silence', powers([0, 9]), {}, 9, ['1 0-3', 'SILENT 3-']],
  ['a channel that is reported unavailable is no data at once', powers([0, 9], [1, null]), {}, 9, ['1 0-1', 'UNAVAILABLE 1-']],
  [
    'a device that is off says so, also after the gap',
    [
      [0, 'POWER', 9],
      [1, 'DEVICE_ON_OFF', 0],
    ],
    {},
    90,
    ['1 0-1', 'DEVICE_OFF 1-'],
  ],
  [
    'an empty battery is told, one that is charged is not empty',
    [
      [0, 'CHARGING_STATUS', 1],
      [0, 'POWER', 9],
      [1, 'BATTERY_LEVEL', 0],
      [1.5, 'CHARGING_STATUS', 0],
      [2, 'BATTERY_LEVEL', 0],
    ],
    onChange,
    9,
    ['1 0-2', 'BATTERY_EMPTY 2-'],
  ],
  [
    'a machine without status rules is not set up: no stop, whatever it draws',
    [
      [0, 'POWER', 13.5],
      [5, 'POWER', 0],
    ],
    { ...onChange, statusRules: [] },
    9,
    ['NO_STATUS_RULES 0-'],
  ],
  [
    'rules end that state with their first instant, and begin it with their last',
    [
      [0, 'POWER', 9],
      [5, 'POWER', 9],
    ],
    { ...onChange, statusRules: [exampleRule(1, 5, null, { validFrom: minuteAt(2), validTo: minuteAt(4) })] },
    9,
    ['NO_STATUS_RULES 0-2', '1 2-4', 'NO_STATUS_RULES 4-'],
  ],
  [
    'rules of another source are none',
    [[0, 'POWER', 9]],
    { ...onChange, statusRules: [exampleRule(1, 5, null, { rangeType: 'LOAD' })] },
    9,
    ['NO_STATUS_RULES 0-'],
  ],
  [
    'a machine that fell silent is not set up again when it is heard',
    [
      [0, 'POWER', 9],
      [10, 'POWER', 9],
    ],
    { statusRules: [] },
    11,
    ['NO_STATUS_RULES 0-3', 'SILENT 3-10', 'NO_STATUS_RULES 10-'],
  ],
  [
    'a source that was never heard is silence',
    [
      [0, 'TEMPERATURE', 20],
      [5, 'POWER', 9],
    ],
    onChange,
    9,
    ['SILENT 0-5', '1 5-'],
  ],
  [
    'by pulses: counters that are unavailable are no data with their cause',
    [
      [0, 'TOTAL_OUTPUT', 0],
      [0.5, 'TOTAL_OUTPUT', 5],
      [0.6, 'TOTAL_OUTPUT', null],
    ],
    { ...onChange, ...bySpeed(), output: { ...exampleSetup().output, targetSpeedPerMin: 10 } },
    9,
    ['OFF 0-0.5', '1 0.5-0.6', 'UNAVAILABLE 0.6-'],
  ],
  [
    'a measured speed is matched as it is, with its gap, and needs no pulses (S-5)',
    [
      [0, 'LINEAR_SPEED', 20],
      [1, 'LINEAR_SPEED', 0],
      [2, 'LINEAR_SPEED', 20],
    ],
    bySpeed(),
    9,
    ['1 0-1', 'OFF 1-2', '1 2-5', 'SILENT 5-'],
  ],
  [
    'E-59: a new cos φ counts from its instant on, also for currents that are held',
    currents([0, 10, 10, 10]),
    {
      ...onChange,
      electrical: { ...electrical, voltage: 400, cosPhi: 0.5 },
      electricalVersions: [
        { ...electrical, voltage: 400, cosPhi: 1, validFrom: 0 },
        { ...electrical, voltage: 400, cosPhi: 0.5, validFrom: minuteAt(4) },
      ],
    },
    9,
    ['1 0-4', '2 4-'],
  ],
  [
    'before the first version of the constants the first one holds',
    currents([0, 10, 10, 10]),
    { ...onChange, electricalVersions: [{ ...electrical, voltage: 400, cosPhi: 1, validFrom: minuteAt(4) }] },
    9,
    ['1 0-'],
  ],
  [
    'S-9: a converted source holds from its instant on, in the units of the old one before',
    powers([0, 4], [8, 4]),
    {
      ...onChange,
      statusSource: 'LOAD',
      statusSourceVersions: [
        { source: 'POWER', validFrom: 0 },
        { source: 'LOAD', validFrom: minuteAt(4) },
      ],
      statusRules: [
        exampleRule(1, 5, null, { validTo: minuteAt(4) }),
        exampleRule(2, 1, 5, { isEffective: false, validTo: minuteAt(4) }),
        exampleRule(1, 35, null, { rangeType: 'LOAD', validFrom: minuteAt(4) }),
        exampleRule(2, 10, 35, { rangeType: 'LOAD', validFrom: minuteAt(4) }),
      ],
    },
    9,
    ['2 0-4', '1 4-'],
  ],
  [
    'a rule of the source before cannot stay: what replaces it needs no minimum duration',
    powers([0, 9]),
    {
      ...onChange,
      statusSourceVersions: [
        { source: 'POWER', validFrom: 0 },
        { source: 'LOAD', validFrom: minuteAt(4) },
      ],
      statusRules: [exampleRule(1, 5, null), exampleRule(3, 50, null, { rangeType: 'LOAD', minEventDurationMs: 600_000 })],
    },
    6,
    ['1 0-4', '3 4-'],
  ],
  [
    'without a power sensor the load of nominal power is the power',
    [
      [0, 'LOAD', 90],
      [1, 'LOAD', 20],
    ],
    onChange,
    9,
    ['1 0-1', '2 1-'],
  ],
]
for (const [name, readings, more, now, expected] of rows) {
  test(name, () => assert.deepEqual(timelineOf(exampleFacts(now, readings, more)), expected))
}

test('E-19: the undefined status is an unclassified loss', () => {
  const { losses } = exampleFacts(9, powers([0, 9], [1, 4], [2, 9]), { ...onChange, statusRules: gap })
  assert.deepEqual(
    stopsOf(losses).map(({ kind, start, end, reasonSource }) => [kind, start, end, reasonSource]),
    [['UNDEFINED', minuteAt(1), minuteAt(2), null]],
  )
})

test('E-16: an absorbed stop leaves no loss and no downtime', () => {
  const { losses, shifts } = exampleFacts(9, powers([0, 9], [1, 2], [1.5, 9]), { ...onChange, statusRules: slowStop })
  assert.deepEqual([stopsOf(losses).length, shifts[0]?.terms.availabilityLossMs], [0, 0])
})

test('E-22: a sample that is sent twice changes nothing, the first word of an instant counts', () => {
  const setup = exampleSetup()
  const sample = { at: minuteAt(0), sensor: 'POWER', value: 9 } satisfies Sample
  const twice = advance(initialState(), [sample, { ...sample, value: 2 }, sample], setup)
  assert.deepEqual(twice.state, advance(initialState(), [sample], setup).state)
})

test('no data is told in the record with its cause and makes no loss', () => {
  const { losses, shifts } = exampleFacts(10, powers([0, 9]))
  assert.deepEqual([stopsOf(losses).length, shifts[0]?.terms.noDataMs], [0, 420_000])
})

function stopsOf(losses: readonly LossInterval[]): readonly LossInterval[] {
  return losses.filter((loss) => loss.source === 'STATUS')
}

function powers(...pairs: readonly (readonly [minute: number, kw: number | null])[]): ExampleReading[] {
  return pairs.map(([minute, kw]) => [minute, 'POWER', kw])
}

function currents(...rows: readonly (readonly [minute: number, a: number, b: number, c: number | null])[]): ExampleReading[] {
  return rows.flatMap(([minute, a, b, c]): ExampleReading[] => [
    [minute, 'ELECTRIC_CURRENT_A', a],
    [minute, 'ELECTRIC_CURRENT_B', b],
    [minute, 'ELECTRIC_CURRENT_C', c],
  ])
}

function byCurrent(min: number): Pick<WorkCenterSetup, 'statusSource' | 'statusRules'> {
  const range = { min, max: null }
  const { range: _, ...rest } = exampleRule(1, 0, null, { rangeType: 'CURRENT' })
  const rule: StatusRule = { ...rest, phases: { a: range, b: range, c: range } }
  return { statusSource: 'CURRENT', statusRules: [rule] }
}

function bySpeed(): Pick<WorkCenterSetup, 'statusSource' | 'statusRules'> {
  return { statusSource: 'SPEED', statusRules: [exampleRule(1, 5, null, { rangeType: 'SPEED' })] }
}

test('a machine without status rules has no losses and no availability, also where silence counts as downtime', () => {
  const base = exampleSetup()
  const setup = { ...onChange, statusRules: [], oee: { ...base.oee, noDataPolicy: 'UNCLASSIFIED_DOWNTIME' } } as const
  const { losses, shifts } = exampleFacts(10, powers([0, 13.5], [5, 0.1]), setup)
  const terms = shifts[0]?.terms
  assert.deepEqual(losses, [])
  assert.deepEqual([terms?.noDataMs, terms?.availabilityLossMs, terms?.unclassifiedDowntimeMs], [10 * 60_000, 0, 0])
})
