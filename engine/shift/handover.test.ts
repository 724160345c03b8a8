import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import {
  problemOfClosing,
  problemOfCorrection,
  problemOfSaidAt,
  problemsOfNote,
  timesCarried,
  type SaidNote,
  type WrittenNote,
} from './handover.ts'

const NOTE: SaidNote = { kind: 'NOTE', text: 'Belt slips', owner: null, ownerId: null, team: null }
const ITEM: SaidNote = { ...NOTE, kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT' }
const codes = (note: SaidNote) => problemsOfNote(note).map(({ code, field }) => `${code} ${field}`)

describe('problemsOfNote', () => {
  it('asks for a text of at most 1000 characters', () => {
    assert.deepEqual(codes(NOTE), [])
    assert.deepEqual(codes({ ...NOTE, text: ' \n' }), ['REQUIRED text'])
    assert.deepEqual(codes({ ...NOTE, text: 'x'.repeat(1001) }), ['LENGTH_OUT_OF_RANGE text'])
  })

  it('asks of an open item whose it is', () => {
    assert.deepEqual(codes(ITEM), [])
    assert.deepEqual(codes({ ...ITEM, owner: null }), ['REQUIRED owner'])
    assert.deepEqual(codes({ ...ITEM, owner: 'PERSON' }), ['REQUIRED ownerId'])
    assert.deepEqual(codes({ ...ITEM, owner: 'TEAM', team: ' ' }), ['REQUIRED team'])
    assert.deepEqual(codes({ ...ITEM, owner: 'TEAM', team: 'x'.repeat(101) }), ['LENGTH_OUT_OF_RANGE team'])
  })
})

const WRITTEN: WrittenNote = { kind: 'OPEN_ITEM', createdBy: 'olena', receivedOn: 0, closedOn: null, version: 1 }

describe('problemOfCorrection', () => {
  const by = { userId: 'olena', now: 15 * MINUTE_MS, seen: 1 }

  it('lets the author correct for 15 minutes', () => {
    assert.equal(problemOfCorrection(WRITTEN, by), null)
    assert.equal(problemOfCorrection(WRITTEN, { ...by, now: 15 * MINUTE_MS + 1 })?.code, 'NOTE_IS_FINAL')
    assert.equal(problemOfCorrection({ ...WRITTEN, closedOn: 1 }, by)?.code, 'NOTE_IS_FINAL')
    assert.equal(problemOfCorrection(WRITTEN, { ...by, userId: 'pavlo' })?.code, 'NOTE_OF_ANOTHER')
    assert.equal(problemOfCorrection(WRITTEN, { ...by, seen: 2 })?.code, 'CONFLICT')
  })
})

describe('problemOfSaidAt', () => {
  it('takes what was said at most 14 days ago, by its field and range', () => {
    const now = 20 * DAY_MS
    assert.equal(problemOfSaidAt(6 * DAY_MS, now), null)
    assert.deepEqual(problemOfSaidAt(6 * DAY_MS - 1, now), { code: 'SAID_TOO_LONG_AGO', field: 'occurredAt', params: { maxDays: 14 } })
  })
})

describe('problemOfClosing', () => {
  it('closes open items, once', () => {
    assert.equal(problemOfClosing(WRITTEN, null), null)
    assert.equal(problemOfClosing({ ...WRITTEN, closedOn: 1 }, 1)?.code, 'NOTE_IS_CLOSED')
    assert.equal(problemOfClosing({ ...WRITTEN, kind: 'SAFETY' }, 1)?.code, 'NOT_AN_OPEN_ITEM')
  })
})

describe('timesCarried', () => {
  const ends = [8, 16, 24, 32].map((hour) => hour * HOUR_MS)

  it('counts the shifts that ended with the item open, from its due shift on', () => {
    assert.equal(timesCarried(16 * HOUR_MS, null, ends, 15 * HOUR_MS), 0)
    assert.equal(timesCarried(16 * HOUR_MS, null, ends, 16 * HOUR_MS), 1)
    assert.equal(timesCarried(16 * HOUR_MS, null, ends, 40 * HOUR_MS), 3)
    assert.equal(timesCarried(16 * HOUR_MS, 20 * HOUR_MS, ends, 40 * HOUR_MS), 1)
    assert.equal(timesCarried(16 * HOUR_MS, 12 * HOUR_MS, ends, 40 * HOUR_MS), 0)
    // Due in the first shift: the ends at 8, 16 and 24 h, with the one at 32 h four; done at 17 h it was carried at 8 and 16 h.
    assert.deepEqual(
      [32 * HOUR_MS - 1, 32 * HOUR_MS].map((now) => timesCarried(8 * HOUR_MS, null, ends, now)),
      [3, 4],
    )
    assert.equal(timesCarried(8 * HOUR_MS, 17 * HOUR_MS, ends, 40 * HOUR_MS), 2)
  })
})
