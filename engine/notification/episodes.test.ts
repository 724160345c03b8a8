import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { NoDataCause } from '#engine/facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Condition, ConditionFacts, ConditionStatus } from './condition.ts'
import { conditionKey } from './condition.ts'
import { dueAt } from './countedTime.ts'
import { episodesOf, isExcused, nextBorder } from './episodes.ts'

const DAY = Date.UTC(2026, 10, 24)
/** `10:05`, `10:05:30`, or later than midnight `30:00`. */
const at = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return DAY + (hours * 3600 + minutes * 60 + seconds) * 1000
}
const shift = (from: string, to: string): Interval => ({ start: at(from), end: at(to) })
const A = shift('6:00', '14:00')
const B = shift('14:00', '22:00')
/** The day after. */
const NEXT = shift('30:00', '38:00')

const RULE = asId<StatusRuleId>(7)
const STOP: Condition = {
  type: 'STATUS_DURATION',
  statusRuleId: null,
  mode: 'STATUS',
  unlessPlanned: true,
  targetValue: null,
  comparisonType: 'LOWER',
}
const status = (from: string, to: string | null, given: Partial<ConditionStatus> = {}): ConditionStatus => ({
  start: at(from),
  end: to === null ? null : at(to),
  kind: 'RULE',
  statusRuleId: RULE,
  cause: null,
  isEffective: false,
  isStop: true,
  ...given,
})
const run = (from: string, to: string | null) => status(from, to, { isEffective: true, isStop: false })
const silent = (from: string, to: string | null, cause: NoDataCause) =>
  status(from, to, { kind: 'NO_DATA', statusRuleId: null, cause, isStop: false })
const facts = (statuses: readonly ConditionStatus[], given: Partial<ConditionFacts> = {}): ConditionFacts => ({
  statuses,
  pieces: [],
  windows: [A, B, NEXT],
  shifts: [],
  ...given,
})
/** When episodes of the condition begin, are due after the minutes, and end. */
const told = (condition: Condition, given: ConditionFacts, minutes: number, { now = at('23:59'), from = 0 } = {}) =>
  episodesOf(condition, given, now).map(({ since, until, counted }) => {
    const due = dueAt(counted, Math.max(since, from), minutes * MINUTE_MS)
    return [clock(since), due === null ? null : clock(due), until === null ? null : clock(until)]
  })
const clock = (instant: number): string => new Date(instant).toISOString().slice(11, 19)

describe('a stop that lasts', () => {
  it('is due once it has lasted so long, and ends with the stop', () => {
    const stop = [run('6:00', '10:00'), status('10:00', '10:40'), run('10:40', null)]
    assert.deepEqual(told(STOP, facts(stop), 5), [['10:00:00', '10:05:00', '10:40:00']])
    assert.deepEqual(told(STOP, facts(stop), 0), [['10:00:00', '10:00:00', '10:40:00']])
    assert.deepEqual(told(STOP, facts(stop), 40), [['10:00:00', null, '10:40:00']])
  })

  it('begins anew after the machine ran between', () => {
    const stops = [status('10:00', '10:03'), run('10:03', '10:03:20'), status('10:03:20', null)]
    assert.deepEqual(told(STOP, facts(stops), 5), [
      ['10:00:00', null, '10:03:00'],
      ['10:03:20', '10:08:20', null],
    ])
  })

  it('counts time inside shifts only', () => {
    const early = facts([status('5:30', null)], { windows: [A, B, NEXT] })
    assert.deepEqual(told(STOP, early, 10), [['05:30:00', '06:10:00', null]])
    const over = facts([status('13:58', null)], { windows: [A, B, NEXT] })
    assert.deepEqual(told(STOP, over, 5), [['13:58:00', '14:03:00', null]])
    const rest = facts([status('13:58', '22:30')], { windows: [A, shift('15:00', '22:00'), NEXT] })
    assert.deepEqual(told(STOP, rest, 5), [['13:58:00', '15:03:00', '22:30:00']])
  })

  it('ends with its shift when the next one is more than twelve hours away, and begins anew with that', () => {
    const given = facts([status('13:00', null)], { windows: [A, NEXT] })
    assert.deepEqual(told(STOP, given, 5), [
      ['13:00:00', '13:05:00', '14:00:00'],
      ['06:00:00', '06:05:00', null],
    ])
    const near = facts([status('13:00', null)], { windows: [A, shift('26:00', '34:00')] })
    assert.deepEqual(told(STOP, near, 70), [['13:00:00', '02:10:00', null]])
  })

  it('has no end while its shift goes on, and what begins with later shifts is looked at in turn', () => {
    const days = [A, NEXT, shift('54:00', '62:00')]
    const given = facts([status('13:00', null)], { windows: days })
    assert.deepEqual(told(STOP, given, 5, { now: at('13:30') }), [['13:00:00', '13:05:00', null]])
    assert.equal(nextBorder(STOP, given, at('13:30')), at('14:00'))
    const over = ['13:00:00', '13:05:00', '14:00:00']
    assert.deepEqual(told(STOP, given, 5, { now: at('14:00') }), [over, ['06:00:00', '06:05:00', null]])
    assert.deepEqual(told(STOP, given, 5, { now: at('37:00') }), [over, ['06:00:00', '06:05:00', null]])
  })

  it('ends with its shift also when no next one is known, and is looked at again in a week', () => {
    const given = facts([status('13:00', null)], { windows: [A] })
    assert.deepEqual(told(STOP, given, 5, { now: at('14:10') }), [['13:00:00', '13:05:00', '14:00:00']])
    assert.equal(nextBorder(STOP, given, at('14:10')), at('14:10') + 7 * DAY_MS)
    const ran = facts([status('13:00', '14:05'), run('14:05', null)], { windows: [A] })
    assert.equal(nextBorder(STOP, ran, at('14:10')), null)
    const lost = facts([silent('13:00', null, 'SILENT')], { windows: [] })
    assert.equal(nextBorder({ ...STOP, type: 'CONNECTION_LOST' }, lost, at('14:10')), at('14:10') + 7 * DAY_MS)
  })

  it('counts from the making of the rule', () => {
    const stop = facts([status('10:00', null)])
    assert.deepEqual(told(STOP, stop, 15, { from: at('10:20') }), [['10:00:00', '10:35:00', null]])
  })

  it('is none while its reason is planned or excluded, and whole again when that is taken back', () => {
    const stop = [status('10:00', null)]
    const lunch = { start: at('10:00'), end: null, isExcused: true }
    assert.deepEqual(told(STOP, facts(stop, { pieces: [lunch] }), 5), [])
    assert.deepEqual(told(STOP, facts(stop, { pieces: [{ ...lunch, isExcused: false }] }), 5), [['10:00:00', '10:05:00', null]])
    assert.deepEqual(told({ ...STOP, unlessPlanned: false }, facts(stop, { pieces: [lunch] }), 5), [['10:00:00', '10:05:00', null]])
    const part = { start: at('10:10'), end: at('10:20'), isExcused: true }
    assert.deepEqual(told(STOP, facts(stop, { pieces: [part] }), 5), [
      ['10:00:00', '10:05:00', '10:10:00'],
      ['10:20:00', '10:25:00', null],
    ])
  })

  it('is over, and not taken back, when its stop got a planned reason', () => {
    const told = { since: at('10:00'), until: null }
    const lunch = { start: at('10:00'), end: null, isExcused: true }
    const stop = [status('10:00', null)]
    assert.ok(isExcused(STOP, facts(stop, { pieces: [lunch] }), told, at('10:20')))
    assert.ok(!isExcused(STOP, facts(stop, { pieces: [{ ...lunch, isExcused: false }] }), told, at('10:20')))
    assert.ok(!isExcused(STOP, facts([run('9:00', null)], { pieces: [lunch] }), told, at('10:20')))
  })

  it('is one status, or the whole stop of several', () => {
    const stop = [status('10:00', '10:03'), status('10:03', null, { kind: 'OFF', statusRuleId: null })]
    assert.deepEqual(
      told(STOP, facts(stop), 5).map(([, due]) => due),
      [null, '10:08:00'],
    )
    assert.deepEqual(told({ ...STOP, mode: 'STOP' }, facts(stop), 5), [['10:00:00', '10:05:00', null]])
    assert.deepEqual(told({ ...STOP, statusRuleId: RULE }, facts(stop), 2), [['10:00:00', '10:02:00', '10:03:00']])
  })
})

describe('a device that is off', () => {
  const OFF: Condition = { ...STOP, type: 'WORK_CENTER_OFF' }
  it('is told by day and night, until it sends', () => {
    const given = facts([run('1:00', '2:00'), silent('2:00', '2:12', 'DEVICE_OFF'), run('2:12', null)], { windows: [] })
    assert.deepEqual(told(OFF, given, 10), [['02:00:00', '02:10:00', '02:12:00']])
    assert.deepEqual(told(OFF, facts([silent('2:00', null, 'SILENT')]), 10), [])
  })

  it('is another matter than one that is silent in a shift', () => {
    const LOST: Condition = { ...STOP, type: 'CONNECTION_LOST' }
    const given = facts([silent('5:00', '5:30', 'DEVICE_OFF'), silent('5:30', null, 'SILENT')])
    assert.deepEqual(told(LOST, given, 10), [['05:30:00', '06:10:00', null]])
  })
})

describe('work outside shifts', () => {
  const OUTSIDE: Condition = { ...STOP, type: 'WORK_IN_NON_WORK_TIME' }
  it('counts work, over interruptions of less than two minutes', () => {
    const works = [run('22:30', '22:34'), status('22:34', '23:00'), run('23:00', '23:03'), status('23:03', '23:04'), run('23:04', '23:10')]
    assert.deepEqual(told(OUTSIDE, facts(works), 5), [
      ['22:30:00', null, '22:34:00'],
      ['23:00:00', '23:06:00', '23:10:00'],
    ])
  })

  it('goes on for two minutes after the last work, and ends with the shift', () => {
    const given = facts([run('23:00', '23:07'), status('23:07', null)])
    const now = at('23:08')
    assert.deepEqual(told(OUTSIDE, given, 5, { now }), [['23:00:00', '23:05:00', null]])
    assert.equal(nextBorder(OUTSIDE, given, now), at('23:09'))
    assert.deepEqual(told(OUTSIDE, given, 5, { now: at('23:09') }), [['23:00:00', '23:05:00', '23:07:00']])
    assert.deepEqual(told(OUTSIDE, facts([run('5:50', null)]), 5, { now }), [
      ['05:50:00', '05:55:00', '06:00:00'],
      ['22:00:00', '22:05:00', null],
    ])
  })

  it('has no end before the shift that ends it begins', () => {
    const given = facts([run('23:00', null)], { windows: [A, B, NEXT, shift('54:00', '62:00')] })
    assert.deepEqual(told(OUTSIDE, given, 5), [['23:00:00', '23:05:00', null]])
    const next = [
      ['23:00:00', '23:05:00', '06:00:00'],
      ['14:00:00', '14:05:00', null],
    ]
    assert.deepEqual(told(OUTSIDE, given, 5, { now: at('30:00') }), next)
  })

  it('is none where there are no shifts', () => {
    assert.deepEqual(told(OUTSIDE, facts([run('5:50', null)], { windows: [] }), 5), [])
  })
})

describe('a missed target', () => {
  const TARGET: Condition = { ...STOP, type: 'TARGET_VALUE', mode: 'OEE', targetValue: 65 }
  it('is told five minutes after the shift, compared without rounding, until the next shift is judged', () => {
    const given = facts([], {
      shifts: [
        { ...A, value: 64.996, target: null },
        { ...B, value: 65, target: null },
      ],
    })
    assert.deepEqual(told(TARGET, given, 0), [['06:00:00', '14:05:00', '22:05:00']])
    assert.deepEqual(told({ ...TARGET, comparisonType: 'GREATER' }, given, 0), [])
  })

  it('compares with the target in force where the rule has none, and judges nothing without a figure', () => {
    const shifts = [
      { ...A, value: 70, target: 80 },
      { ...B, value: null, target: 80 },
    ]
    assert.deepEqual(told({ ...TARGET, targetValue: null }, facts([], { shifts }), 0), [['06:00:00', '14:05:00', '22:05:00']])
  })
})

describe('a missed target of a day', () => {
  it('is told when the day is judged, whatever its shifts were', () => {
    const day: Condition = { ...STOP, type: 'TARGET_VALUE', mode: 'OEE', targetValue: 65, periodType: 'DAY' }
    const shifts = [{ ...A, value: 10, target: null }]
    const periods = [{ start: A.start, end: B.end, judgedAt: at('32:00'), value: 64, target: null }]
    assert.deepEqual(told(day, facts([], { shifts, periods }), 0), [['06:00:00', '08:00:00', null]])
    assert.deepEqual(told(day, facts([], { shifts }), 0), [])
    assert.deepEqual(told({ ...day, periodType: 'SHIFT' }, facts([], { shifts, periods }), 0), [['06:00:00', '14:05:00', null]])
  })
})

describe('the key of a condition', () => {
  it('is one for rules that differ in who hears when, and another for another stop', () => {
    assert.equal(conditionKey(STOP), conditionKey({ ...STOP, targetValue: 50 }))
    const others = [
      { ...STOP, mode: 'STOP' as const },
      { ...STOP, statusRuleId: RULE },
      { ...STOP, unlessPlanned: false },
    ]
    assert.equal(new Set([STOP, ...others].map(conditionKey)).size, 4)
  })

  it('is another for a longer period of a target, and that of a shift where none is said', () => {
    const target: Condition = { ...STOP, type: 'TARGET_VALUE', mode: 'OEE', targetValue: 65 }
    assert.equal(conditionKey(target), 'TARGET_VALUE/OEE/LOWER/65')
    const keys = (['SHIFT', 'DAY', 'WEEK', 'MONTH'] as const).map((periodType) => conditionKey({ ...target, periodType }))
    assert.deepEqual([keys[0], new Set(keys).size], ['TARGET_VALUE/OEE/LOWER/65', 4])
  })

  it('says nothing of the clock where only data begin and end an episode', () => {
    assert.equal(nextBorder({ ...STOP, type: 'WORK_CENTER_OFF' }, facts([]), DAY), null)
    assert.equal(nextBorder(STOP, facts([status('6:00', null)]), at('6:30')), at('6:30') + 7.5 * HOUR_MS)
    assert.equal(nextBorder(STOP, facts([run('6:00', null)]), at('6:30')), null)
  })
})

/** Worked out by the rules AL-2 and AL-3 on paper, with numbers of their own. */
describe('a stop and work outside shifts, by other numbers', () => {
  it('of a quarter of an hour before a shift, across a gap between two, and of a rule that was made meanwhile', () => {
    assert.deepEqual(told(STOP, facts([status('5:12', null)]), 25), [['05:12:00', '06:25:00', null]])
    // 20 minutes until 14:00, 25 from 15:30 on.
    const rest = facts([status('13:40', null)], { windows: [A, shift('15:30', '22:00'), NEXT] })
    assert.deepEqual(told(STOP, rest, 45), [['13:40:00', '15:55:00', null]])
    assert.deepEqual(told(STOP, facts([status('9:00', null)]), 12, { from: at('10:47') }), [['09:00:00', '10:59:00', null]])
  })

  it('of two statuses, and excused in the middle', () => {
    const stop = [status('11:00', '11:04'), status('11:04', '11:20', { kind: 'OFF', statusRuleId: null }), run('11:20', null)]
    assert.deepEqual(told(STOP, facts(stop), 7), [
      ['11:00:00', null, '11:04:00'],
      ['11:04:00', '11:11:00', '11:20:00'],
    ])
    assert.deepEqual(told({ ...STOP, mode: 'STOP' }, facts(stop), 7), [['11:00:00', '11:07:00', '11:20:00']])
    const lunch = { start: at('12:10'), end: at('12:40'), isExcused: true }
    const long = [status('12:00', '13:00'), run('13:00', null)]
    assert.deepEqual(told(STOP, facts(long, { pieces: [lunch] }), 8), [
      ['12:00:00', '12:08:00', '12:10:00'],
      ['12:40:00', '12:48:00', '13:00:00'],
    ])
  })

  it('of work over an interruption of a minute and a half', () => {
    const works = [run('22:10', '22:13'), status('22:13', '22:14:30'), run('22:14:30', '22:19'), status('22:19', null)]
    const outside: Condition = { ...STOP, type: 'WORK_IN_NON_WORK_TIME' }
    assert.deepEqual(told(outside, facts(works), 6), [['22:10:00', '22:17:30', '22:19:00']])
  })
})
