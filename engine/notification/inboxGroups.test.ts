import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { inboxGroups } from './inboxGroups.ts'
import type { InboxCopy } from './inboxGroups.ts'

const T = Date.UTC(2026, 10, 24, 10)
const minute = (minutes: number) => T + minutes * MINUTE_MS

/** A stop of the work center from the minute on, for so many; null = it goes on. */
const stop = (workCenterId: number, from: number, lasts: number | null, more: Partial<InboxCopy> = {}): InboxCopy => ({
  notificationId: `${workCenterId}/${from}`,
  workCenterId: String(workCenterId),
  type: 'STATUS_DURATION',
  conditionKey: 'STATUS_DURATION/any/STOP/unplanned',
  since: minute(from),
  until: lasts === null ? null : minute(from + lasts),
  at: minute(from),
  isOff: false,
  severity: 'WARNING',
  isUnread: true,
  isUnbalance: false,
  ...more,
})
const shown = (copies: readonly InboxCopy[], now: number) =>
  inboxGroups(copies, minute(now)).map(({ kind, open, guess, longer, members }) => ({
    kind,
    open,
    guess,
    longer: longer?.minutes ?? null,
    members: members.map(({ notificationId }) => notificationId),
  }))

describe('the inbox', () => {
  it('shows five work centers that stand at once as one, the newest first, and four each for itself', () => {
    const five = [1, 2, 3, 4, 5].map((id) => stop(id, id, null))
    assert.deepEqual(shown(five.slice(0, 4), 10), [])
    const members = ['5/5', '4/4', '3/3', '2/2', '1/1']
    assert.deepEqual(shown(five, 10), [{ kind: 'CAUSE', open: 5, guess: null, longer: null, members }])
  })

  it('guesses power where all went off within ten seconds, and is as severe as the worst', () => {
    const off = [1, 2, 3, 4, 5].map((id) => stop(id, 0, null, { isOff: true, severity: id === 3 ? 'URGENT' : 'INFO' }))
    const [group] = inboxGroups(off, minute(1))
    assert.deepEqual([group?.guess, group?.severity], ['POWER', 'URGENT'])
  })

  it('leaves what is over out of a common cause', () => {
    const copies = [1, 2, 3, 4, 5].map((id) => stop(id, 0, id === 5 ? 5 : null))
    assert.deepEqual(shown(copies, 10), [])
  })

  it('shows what came and went four times in half an hour as one, with the duration that would have made it one', () => {
    const four = [0, 4, 8, 12].map((from) => stop(1, from, from === 12 ? null : 1.5))
    assert.deepEqual(shown(four.slice(0, 3), 9), [])
    const members = ['1/12', '1/8', '1/4', '1/0']
    assert.deepEqual(shown(four, 13), [{ kind: 'FLAPPING', open: 1, guess: null, longer: 2, members }])
    const calm = four.map((one) => ({ ...one, until: one.since + MINUTE_MS }))
    assert.deepEqual(shown(calm, 29), [{ kind: 'FLAPPING', open: 0, guess: null, longer: 1, members }])
    assert.deepEqual(shown(calm, 31), [])
  })

  it('keeps conditions and work centers apart, and says no duration where none is meant', () => {
    const mixed = [0, 4, 8, 12].map((from) => stop(from < 8 ? 1 : 2, from, 1))
    assert.deepEqual(shown(mixed, 13), [])
    const low = [0, 4, 8, 12].map((from) => stop(1, from, 1, { type: 'BATTERY_LOW', conditionKey: 'BATTERY_LOW/20' }))
    assert.deepEqual(
      shown(low, 13).map(({ kind, longer }) => [kind, longer]),
      [['FLAPPING', null]],
    )
  })

  it('shows unbalanced phases that come and go as one with the one that goes on, and those of several work centers each for itself', () => {
    const uneven = (id: number, from: number, lasts: number | null) =>
      stop(id, from, lasts, { type: 'DE_PHASING', conditionKey: 'UNBALANCE/usual', isUnbalance: true })
    assert.deepEqual(
      shown(
        [1, 2, 3, 4, 5].map((id) => uneven(id, 0, null)),
        10,
      ),
      [],
    )
    const five = [0, 4, 8, 12, 16].map((from) => uneven(1, from, from === 16 ? null : 1))
    assert.deepEqual(
      shown(five, 17).map(({ kind, open, members }) => [kind, open, members.length]),
      [['FLAPPING', 1, 5]],
    )
  })

  it('shows a notification once: what comes and goes within a common cause stands there', () => {
    const cause = [2, 3, 4, 5].map((id) => stop(id, 13, null))
    const flapping = [0, 4, 8, 12].map((from) => stop(1, from, from === 12 ? null : 1))
    assert.deepEqual(
      shown([...cause, ...flapping], 14).map(({ kind, members }) => [kind, members.length]),
      [['CAUSE', 5]],
    )
  })
})
