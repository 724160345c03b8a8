import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { deviationEpisodes, missedEpisodes } from './checklistAttention.ts'
import type { ToldRun } from './checklistAttention.ts'
import { dueAt } from './countedTime.ts'
import type { Episode } from './condition.ts'
import {
  nextReminderAt,
  remindedAudience,
  isWantedCause,
  remindedCause,
  remindedKey,
  remindedKeys,
  reminderEpisodes,
  waitingTooLong,
} from './taskReminder.ts'
import type { RemindedTask } from './taskReminder.ts'

const T = Date.UTC(2026, 4, 4, 6)
const minute = (minutes: number) => T + minutes * MINUTE_MS
const inMinutes = (at: number | null) => (at === null ? null : (at - T) / MINUTE_MS)
const told = (episodes: readonly Episode[]) =>
  episodes.map(({ about = null, since, until, counted }) => [
    about,
    inMinutes(since),
    inMinutes(dueAt(counted, since, 0)),
    inMinutes(until),
  ])

const RUN: ToldRun = {
  occurrenceId: 1,
  checklistId: 7,
  name: 'Round',
  state: 'DONE',
  dueAt: T,
  closesAt: T + 2 * HOUR_MS,
  isFoundLate: false,
  answeredAt: null,
  deviations: 0,
  madeGoodAt: null,
  missedSeverity: 'WARNING',
  deviationTakenAt: null,
  missedTakenAt: null,
}
const answered = (occurrenceId: number, at: number, deviations: number, more: Partial<ToldRun> = {}): ToldRun => ({
  ...RUN,
  occurrenceId,
  dueAt: minute(at - 5),
  closesAt: minute(at + 55),
  answeredAt: minute(at),
  deviations,
  ...more,
})

describe('deviations of a checklist', () => {
  it('are told from when they were handed in until the next run is', () => {
    assert.deepEqual(told(deviationEpisodes([answered(1, 10, 2)], 7)), [['1', 10, 10, null]])
    assert.deepEqual(told(deviationEpisodes([answered(1, 10, 2), answered(2, 70, 0)], 7)), [['1', 10, 10, 70]])
    assert.deepEqual(told(deviationEpisodes([answered(2, 70, 1), answered(1, 10, 2)], 7)), [
      ['1', 10, 10, 70],
      ['2', 70, 70, null],
    ])
  })

  it('are over once somebody takes care of them', () => {
    assert.deepEqual(told(deviationEpisodes([answered(1, 10, 2, { deviationTakenAt: minute(25) }), answered(2, 70, 0)], 7)), [
      ['1', 10, 10, 25],
    ])
  })

  it('of another checklist, of none that ask, and of what nobody handed in tell nothing', () => {
    assert.deepEqual(deviationEpisodes([answered(1, 10, 2)], 8), [])
    assert.deepEqual(deviationEpisodes([answered(1, 10, 0), { ...RUN, state: 'PENDING' }], 7), [])
  })
})

describe('a run of a checklist that was missed', () => {
  const missed = (occurrenceId: number, at: number, more: Partial<ToldRun> = {}): ToldRun => ({
    ...RUN,
    occurrenceId,
    state: 'MISSED',
    dueAt: minute(at),
    closesAt: minute(at + 60),
    ...more,
  })

  it('is told after the grace for devices that were offline, or when the next one takes its place', () => {
    assert.deepEqual(told(missedEpisodes([missed(1, 0)], 7)), [['1', 75, 75, null]])
    assert.deepEqual(told(missedEpisodes([missed(1, 0), { ...missed(2, 40), state: 'PENDING' }], 7)), [['1', 40, 40, null]])
    // What late data took away takes nobody's place.
    assert.deepEqual(told(missedEpisodes([missed(1, 0), { ...missed(2, 40), state: 'CANCELLED' }], 7)), [['1', 75, 75, null]])
  })

  it('is over when the next one is answered, when it is made good, or when somebody takes care of it', () => {
    assert.deepEqual(told(missedEpisodes([missed(1, 0), answered(2, 90, 0)], 7)), [['1', 75, 75, 90]])
    assert.deepEqual(told(missedEpisodes([missed(1, 0, { madeGoodAt: minute(80) })], 7)), [['1', 75, 75, 80]])
    assert.deepEqual(told(missedEpisodes([missed(1, 0, { missedTakenAt: minute(99) })], 7)), [['1', 75, 75, 99]])
  })

  it('tells nobody where it was found out too late, or the checklist says so', () => {
    assert.deepEqual(missedEpisodes([missed(1, 0, { isFoundLate: true })], 7), [])
    assert.deepEqual(missedEpisodes([missed(1, 0, { missedSeverity: null })], 7), [])
  })
})

describe('a reminder of tasks', () => {
  const task = (at: number, closed: number | null, more: Partial<RemindedTask> = {}): RemindedTask => ({
    event: 'LOSS_APPEARED',
    dueAt: minute(at),
    closedAt: closed === null ? null : minute(closed),
    assigneeId: null,
    teamId: null,
    remindAfterMs: 30 * MINUTE_MS,
    wantedBy: null,
    ...more,
  })
  const KEY = 'LOSS_APPEARED/ROLES/OPERATOR'

  it('comes once the first of them is older than the plan says, and is one for all that wait', () => {
    assert.deepEqual(told(reminderEpisodes([task(0, 29)], KEY)), [])
    assert.deepEqual(told(reminderEpisodes([task(0, 31)], KEY)), [[null, 30, 30, 31]])
    assert.deepEqual(told(reminderEpisodes([task(10, 90), task(0, 50)], KEY)), [[null, 30, 30, 90]])
    // One was explained before the next had waited so long: it is told again.
    assert.deepEqual(told(reminderEpisodes([task(0, 35), task(10, null)], KEY)), [
      [null, 30, 30, 35],
      [null, 40, 40, null],
    ])
    assert.equal(waitingTooLong([task(0, null), task(5, 60), task(20, null)], KEY, minute(40)), 2)
    assert.equal(waitingTooLong([task(0, null), task(5, 60), task(20, null)], KEY, minute(60)), 2)
  })

  it('goes to who has the task, else to the team of its plan, else to the operators there', () => {
    const keys = [task(0, null, { assigneeId: 'olena', teamId: 'day' }), task(0, null, { teamId: 'day' }), task(0, null)].map(remindedKey)
    assert.deepEqual(
      keys.map(remindedAudience),
      [
        ['USERS', 'olena'],
        ['TEAMS', 'day'],
        ['ROLES', 'OPERATOR'],
      ].map(([targetAudience, identifier]) => ({ targetAudience, identifiers: [identifier] })),
    )
  })

  it('is looked for when the next task has waited so long', () => {
    assert.equal(nextReminderAt([task(0, null), task(20, null), task(10, 15)], minute(30)), minute(50))
    assert.equal(nextReminderAt([task(0, null)], minute(30)), null)
  })

  it('comes of its own once the time is over by which somebody wants it, one for all that are wanted by then', () => {
    const wanted = (at: number, closed: number | null, by: number) => task(at, closed, { remindAfterMs: null, wantedBy: minute(by) })
    const key = `${KEY}/${minute(60)}`
    const tasks = [wanted(0, 90, 60), wanted(5, null, 60), wanted(0, null, 70), wanted(0, 50, 60), task(0, null)]
    assert.deepEqual([...new Set(tasks.flatMap(remindedKeys))], [key, `${KEY}/${minute(70)}`, KEY])
    assert.deepEqual(told(reminderEpisodes(tasks, key)), [[null, 60, 60, null]])
    assert.equal(waitingTooLong(tasks, key, minute(89)), 2)
    assert.equal(waitingTooLong(tasks, key, minute(90)), 1)
    assert.deepEqual([remindedCause(key), remindedCause(KEY)], ['LOSS_APPEARED_WANTED', 'LOSS_APPEARED'])
    assert.deepEqual([remindedCause(key), remindedCause(KEY), null].map(isWantedCause), [true, false, false])
    assert.deepEqual(remindedAudience(key), remindedAudience(KEY))
    assert.equal(nextReminderAt(tasks, minute(31)), minute(60))
    // What asks again after that time is late from then on.
    assert.deepEqual(told(reminderEpisodes([wanted(80, null, 60)], key)), [[null, 80, 80, null]])
    const both = task(0, null, { wantedBy: minute(60) })
    assert.deepEqual(remindedKeys(both), [KEY, key])
  })

  it('covers exactly the time in which a task waits too long, whatever the order of tasks', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.option(fc.integer({ min: 0, max: 200 }))), { maxLength: 12 })
    let found = 0
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 400 }), (times, at) => {
        const tasks = times.map(([start, length]) => task(start, length === null ? null : start + length))
        const episodes = reminderEpisodes(tasks, KEY)
        assert.deepEqual(reminderEpisodes(tasks.toReversed(), KEY), episodes)
        const isTold = episodes.some(({ since, until }) => since <= minute(at) && minute(at) < (until ?? Infinity))
        assert.equal(isTold, waitingTooLong(tasks, KEY, minute(at)) > 0)
        found += episodes.length
      }),
    )
    assert.ok(found > 50)
  })
})
