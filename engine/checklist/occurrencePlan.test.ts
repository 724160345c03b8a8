import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { DueOccurrence } from './checklist.ts'
import { planOccurrences, planWhereNotAsked } from './occurrencePlan.ts'
import type { StoredOccurrence } from './occurrencePlan.ts'

/** 6:00 of a day whose shift lasts until 14:00. */
const SIX = Date.UTC(2026, 4, 4, 6)
const at = (hours: number, minutes = 0): number => SIX + (hours - 6) * HOUR_MS + minutes * MINUTE_MS
const SHIFT = { start: SIX, end: at(14) }

const due = (hour: number, more: Partial<DueOccurrence> = {}): DueOccurrence => ({
  source: 'REGULAR_INTERVALS',
  anchor: SIX,
  number: hour - 6,
  subject: null,
  dueAt: at(hour),
  closesAt: SHIFT.end,
  mergedCount: 1,
  ...more,
})
const row = (one: DueOccurrence, more: Partial<StoredOccurrence> = {}): StoredOccurrence => ({
  ...one,
  id: one.number,
  state: 'PENDING',
  mergedUntil: one.dueAt,
  isReasonGone: false,
  ...more,
})
const plan = (dues: readonly DueOccurrence[], stored: readonly StoredOccurrence[], now: number) =>
  planOccurrences({ due: dues, stored, shifts: [SHIFT], window: { start: SIX, end: now }, now })
const added = (...given: Parameters<typeof plan>) =>
  plan(...given).added.map(({ number, state, isFoundLate }) => [number, state, isFoundLate])

describe('a new trigger', () => {
  it('makes the one that nobody began missed and takes its place', () => {
    const { added: news, changed } = plan([due(8), due(10)], [row(due(8))], at(10, 1))
    assert.deepEqual(
      news.map(({ number, state }) => [number, state]),
      [[4, 'PENDING']],
    )
    assert.deepEqual(changed, [{ id: 2, state: 'MISSED' }])
  })

  it('is counted in the one that somebody answers, once', () => {
    const stored = row(due(8), { state: 'STARTED' })
    const { added: news, changed } = plan([due(8), due(10)], [stored], at(10, 1))
    assert.deepEqual([news, changed], [[], [{ id: 2, mergedCount: 2, mergedUntil: at(10) }]])
    assert.deepEqual(plan([due(8), due(10)], [{ ...stored, mergedCount: 2, mergedUntil: at(10) }], at(10, 2)), { added: [], changed: [] })
  })

  it('of 2,100 units after 501 makes one more, the first missed if nobody began it', () => {
    const first = due(7, { source: 'QUANTITY_PRODUCED', number: 1 })
    const second = due(9, { source: 'QUANTITY_PRODUCED', number: 4, mergedCount: 3 })
    const { added: news, changed } = plan([first, second], [row(first)], at(9, 1))
    assert.deepEqual(
      news.map(({ number, mergedCount, state }) => [number, mergedCount, state]),
      [[4, 3, 'PENDING']],
    )
    assert.deepEqual(changed, [{ id: 1, state: 'MISSED' }])
  })

  it('tells of several counts by late data what one count told before', () => {
    const stored = row(due(9, { source: 'QUANTITY_PRODUCED', number: 4, mergedCount: 3 }), { state: 'DONE' })
    const parts = [2, 3, 4].map((number) => due(9, { source: 'QUANTITY_PRODUCED', number, dueAt: at(8, number) }))
    assert.deepEqual(plan(parts, [stored], at(9, 30)), { added: [], changed: [] })
  })
})

describe('a window that closes', () => {
  const short = due(10, { closesAt: at(12) })
  it('makes it missed a quarter of an hour later, for devices that were offline', () => {
    assert.deepEqual(plan([short], [row(short)], at(12, 14)).changed, [])
    assert.deepEqual(plan([short], [row(short)], at(12, 15)).changed, [{ id: 4, state: 'MISSED' }])
    assert.deepEqual(plan([short], [row(short, { state: 'STARTED' })], at(12, 15)).changed, [{ id: 4, state: 'MISSED' }])
    assert.deepEqual(plan([short], [row(short, { state: 'DONE' })], at(12, 15)).changed, [])
  })
})

describe('what is found out late', () => {
  it('can be answered as long as its window is open, and says that it was found late', () => {
    assert.deepEqual(added([due(8)], [], at(8, 15)), [[2, 'PENDING', false]])
    assert.deepEqual(added([due(8)], [], at(8, 16)), [[2, 'PENDING', true]])
  })

  it('is recorded as missed once its shift is over, and not before', () => {
    const short = due(8, { closesAt: at(8, 30) })
    assert.deepEqual(added([short], [], at(9)), [])
    assert.deepEqual(added([short], [], at(14)), [[2, 'MISSED', true]])
  })

  it('never takes the place of a later one', () => {
    assert.deepEqual(added([due(8), due(10)], [row(due(10))], at(10, 5)), [])
  })
})

describe('a trigger that late data took away', () => {
  const stop = due(9, { source: 'STATUS', subject: { start: at(8), end: at(9) }, anchor: at(8), number: 1 })
  it('cancels what nobody began, and leaves what was answered with a word', () => {
    assert.deepEqual(plan([], [row(stop)], at(9, 10)).changed, [{ id: 1, state: 'CANCELLED' }])
    for (const state of ['STARTED', 'DONE'] as const) {
      assert.deepEqual(plan([], [row(stop, { state })], at(9, 10)).changed, [{ id: 1, isReasonGone: true }])
    }
  })

  it('and gave back opens it again', () => {
    assert.deepEqual(plan([stop], [row(stop, { state: 'CANCELLED' })], at(9, 10)).changed, [{ id: 1, state: 'PENDING' }])
  })

  it('is the same where only the borders of its stop moved', () => {
    const moved = { ...stop, anchor: at(8, 2), subject: { start: at(8, 2), end: at(9, 1) }, dueAt: at(9, 1) }
    assert.deepEqual(plan([moved], [row(stop)], at(9, 10)), { added: [], changed: [] })
  })

  it('never concerns what a person started by hand', () => {
    assert.deepEqual(plan([], [row(stop, { source: null })], at(9, 10)).changed, [])
  })
})

describe('where a checklist is not asked any more', () => {
  it('what nobody began is cancelled, what somebody began goes on until it is over', () => {
    const began = row(due(9), { state: 'STARTED' })
    assert.deepEqual(planWhereNotAsked([row(due(8)), began, row(due(7), { state: 'DONE' })], at(10)), {
      added: [],
      changed: [{ id: 2, state: 'CANCELLED' }],
    })
    assert.deepEqual(planWhereNotAsked([began], at(14, 15)).changed, [{ id: 3, state: 'MISSED' }])
    assert.deepEqual(
      planWhereNotAsked([row(due(8))], at(14, 5)).changed,
      [],
      'its time was over while it was asked: a device may still send it',
    )
    // It was missed before.
    assert.deepEqual(planWhereNotAsked([row(due(8))], at(14, 15)).changed, [{ id: 2, state: 'MISSED' }])
  })

  it('is due again where it is asked again in its time', () => {
    const cancelled = row(due(8), { state: 'CANCELLED' })
    assert.deepEqual(plan([due(8)], [cancelled], at(9)).changed, [{ id: 2, state: 'PENDING' }])
  })
})

describe('a machine that came back to work', () => {
  const back = (dues: readonly DueOccurrence[], stored: readonly StoredOccurrence[], now: number, resumedAt: number) =>
    planOccurrences({ due: dues, stored, shifts: [SHIFT], window: { start: SIX, end: now }, now, resumedAt })

  it('misses nothing of the time while nobody could answer, and is asked the last that is in its time', () => {
    const dues = [due(7, { closesAt: at(7, 30) }), due(8), due(9)]
    const { added: news, changed } = back(dues, [], at(10, 1), at(10))
    assert.deepEqual([news.map(({ number, state, isFoundLate }) => [number, state, isFoundLate]), changed], [[[3, 'PENDING', false]], []])
    assert.deepEqual(back(dues, [], at(14, 30), at(14, 20)), { added: [], changed: [] }, 'after the shift nothing')
  })

  it('goes on with what was cancelled only where it is the last, and keeps what was answered', () => {
    const cancelled = row(due(8), { state: 'CANCELLED' })
    assert.deepEqual(back([due(8)], [cancelled], at(10, 1), at(10)).changed, [{ id: 2, state: 'PENDING' }])
    const { added: news, changed } = back([due(8), due(9)], [cancelled], at(10, 1), at(10))
    assert.deepEqual([news.map(({ number, state }) => [number, state]), changed], [[[3, 'PENDING']], []])
    assert.deepEqual(back([due(8)], [row(due(8), { state: 'DONE' })], at(10, 1), at(10)), { added: [], changed: [] })
    assert.deepEqual(back([due(8)], [cancelled], at(14, 5), at(14, 5)).changed, [], 'its time was over before it came back')
  })
})
