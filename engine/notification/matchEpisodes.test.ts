import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Episode } from './condition.ts'
import { matchEpisodes } from './matchEpisodes.ts'
import type { StoredEpisode } from './matchEpisodes.ts'

const T10 = Date.UTC(2026, 10, 24, 10)
const at = (minute: number) => T10 + minute * MINUTE_MS
const episode = (since: number, until: number | null): Episode => ({
  since: at(since),
  until: until === null ? null : at(until),
  counted: [{ start: at(since), end: until === null ? Infinity : at(until) }],
})
const stored = (given: Partial<StoredEpisode> = {}): StoredEpisode => ({
  id: 'one',
  since: at(0),
  until: null,
  dueAt: at(5),
  firedAt: at(5),
  state: 'OPEN',
  judgedBy: { durationMs: 5 * MINUTE_MS, countsFrom: 0 },
  isUnwatched: false,
  ...given,
})
/** What becomes of the rows at the minute, of a rule of five minutes that was made long before. */
const told = (rows: readonly StoredEpisode[], found: readonly Episode[], now: number, countsFrom = 0) =>
  matchEpisodes(rows, found, { now: at(now), countsFrom, durationMs: 5 * MINUTE_MS, freshMs: 15 * MINUTE_MS }).map((one) => {
    const times = 'since' in one ? { since: (one.since - T10) / MINUTE_MS, dueAt: (one.dueAt - T10) / MINUTE_MS } : {}
    return {
      change: one.change,
      id: one.id,
      ...('state' in one && { state: one.state }),
      ...('isFoundLate' in one && { late: one.isFoundLate }),
      ...times,
    }
  })

describe('rows of episodes after facts changed', () => {
  it('wait until they are due, then fire once', () => {
    assert.deepEqual(told([], [episode(0, null)], 1), [{ change: 'KEEP', id: null, state: 'PENDING', since: 0, dueAt: 5 }])
    const waiting = stored({ state: 'PENDING' })
    assert.deepEqual(told([waiting], [episode(0, null)], 5), [{ change: 'FIRE', id: 'one', late: false, since: 0, dueAt: 5 }])
    assert.deepEqual(told([stored()], [episode(0, null)], 9), [{ change: 'KEEP', id: 'one', state: 'OPEN', since: 0, dueAt: 5 }])
    assert.deepEqual(told([stored()], [episode(0, 40)], 41), [{ change: 'KEEP', id: 'one', state: 'RESOLVED', since: 0, dueAt: 5 }])
  })

  it('fire when their status is known, since its first sample', () => {
    const atOnce = { now: at(1), countsFrom: 0, durationMs: 0, freshMs: 15 * MINUTE_MS }
    const fired = matchEpisodes([], [episode(0, null)], atOnce)
    assert.deepEqual(
      fired.map((one) => one.change === 'FIRE' && [one.since - T10, one.dueAt - T10, one.isFoundLate]),
      [[0, 0, false]],
    )
  })

  it('are dropped when they end before they are due', () => {
    assert.deepEqual(told([stored({ state: 'PENDING' })], [episode(0, 4)], 4), [{ change: 'DROP', id: 'one' }])
    assert.deepEqual(told([], [episode(0, 4)], 4), [])
  })

  it('are found late more than fifteen minutes after they were due, and fire as usual before', () => {
    assert.deepEqual(told([], [episode(2, 20)], 34), [{ change: 'FIRE', id: null, late: true, since: 2, dueAt: 7 }])
    assert.deepEqual(told([], [episode(2, null)], 18), [{ change: 'FIRE', id: null, late: false, since: 2, dueAt: 7 }])
    assert.deepEqual(told([], [episode(2, null)], 22), [{ change: 'FIRE', id: null, late: false, since: 2, dueAt: 7 }])
  })

  it('go on as the episode that they overlap most, and are never told again', () => {
    const found = [episode(0, 2), episode(3, null)]
    assert.deepEqual(told([stored()], found, 6), [{ change: 'KEEP', id: 'one', state: 'OPEN', since: 3, dueAt: 8 }])
  })

  it('end where their stop ends, though facts of the next one come with it', () => {
    const found = [episode(0, 30), episode(40, null)]
    assert.deepEqual(told([stored()], found, 50), [
      { change: 'KEEP', id: 'one', state: 'RESOLVED', since: 0, dueAt: 5 },
      { change: 'FIRE', id: null, late: false, since: 40, dueAt: 45 },
    ])
  })

  it('are taken back when nothing is left of them, or they are no longer due', () => {
    assert.deepEqual(told([stored()], [], 7), [{ change: 'RETRACT', id: 'one' }])
    assert.deepEqual(told([stored()], [episode(0, 3)], 7), [{ change: 'RETRACT', id: 'one' }])
    assert.deepEqual(told([stored({ state: 'RESOLVED', until: at(8) })], [episode(0, 4)], 9), [{ change: 'RETRACT', id: 'one' }])
  })

  it('that were told are judged by what held then, whatever the rules say now', () => {
    const ended = stored({ state: 'RESOLVED', until: at(40) })
    const hour = { now: at(90), countsFrom: 0, durationMs: 60 * MINUTE_MS, freshMs: 15 * MINUTE_MS }
    const judged = (rows: readonly StoredEpisode[], found: readonly Episode[], more = {}) =>
      matchEpisodes(rows, found, { ...hour, ...more }).map((one) => [one.change, 'state' in one ? one.state : null])
    assert.deepEqual(judged([ended], [episode(0, 40)]), [['KEEP', 'RESOLVED']])
    assert.deepEqual(judged([ended], [episode(0, 40)], { durationMs: 5 * MINUTE_MS, countsFrom: at(80) }), [['KEEP', 'RESOLVED']])
    // It was no longer due by what held.
    assert.deepEqual(judged([ended], [episode(0, 4)]), [['RETRACT', null]])
    // Of what was told before that was kept, whatever is left is enough.
    assert.deepEqual(judged([{ ...ended, judgedBy: null }], [episode(0, 4)]), [['KEEP', 'RESOLVED']])
    assert.deepEqual(judged([{ ...ended, judgedBy: null }], []), [['RETRACT', null]])
  })

  it('that nobody watched any more stay as they ended beside what is told anew, unless they did not happen', () => {
    const left = stored({ state: 'RESOLVED', until: at(20), isUnwatched: true })
    const anew = stored({ id: 'two', dueAt: at(35), firedAt: at(35), judgedBy: { durationMs: 5 * MINUTE_MS, countsFrom: at(30) } })
    assert.deepEqual(told([left], [episode(0, null)], 36, at(30)), [{ change: 'FIRE', id: null, late: false, since: 0, dueAt: 35 }])
    assert.deepEqual(told([left, anew], [episode(0, null)], 40, at(30)), [
      { change: 'KEEP', id: 'two', state: 'OPEN', since: 0, dueAt: 35 },
    ])
    assert.deepEqual(told([left], [episode(2, 4)], 40, at(30)), [{ change: 'RETRACT', id: 'one' }])
    assert.deepEqual(told([left], [], 40, at(30)), [{ change: 'RETRACT', id: 'one' }])
  })

  it('of a rule that was made while it stood count from then', () => {
    assert.deepEqual(told([], [episode(0, null)], 20, at(18)), [{ change: 'KEEP', id: null, state: 'PENDING', since: 0, dueAt: 23 }])
    assert.deepEqual(told([], [episode(0, 10)], 20, at(18)), [])
  })
})
