import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { PastChangeover } from './changeover.ts'
import { effectOfMove } from './moveEffect.ts'
import { forecastPlaceQueue } from './placeQueue.ts'
import type { PlaceQueue, SequencedOrder } from './placeQueue.ts'
import { sequenceScorer } from './sequenceScore.ts'
import { suggestMoves } from './suggestSequence.ts'

const NOW = Date.UTC(2026, 4, 4, 6)
const at = (hours: number, minutes = 0) => Date.UTC(2026, 4, 4, hours, minutes)
const order = (id: string, item: number, family: string, minutes: number, due: number | null): SequencedOrder<string> => ({
  id,
  product: { item, family },
  dueDate: due,
  neededMs: minutes * MINUTE_MS,
  isRunning: false,
  range: null,
})
const times = (count: number, change: Omit<PastChangeover, 'ms'>, minutes: number) =>
  Array.from({ length: count }, () => ({ ...change, ms: minutes * MINUTE_MS }))
const family = (from: string, to: string, minutes: number) =>
  times(3, { fromItem: 90, toItem: 91, fromFamily: from, toFamily: to }, minutes)
const PAST = [...family('red', 'red', 5), ...family('red', 'blue', 30), ...family('blue', 'red', 30)]
const R1 = order('R1', 1, 'red', 120, at(9))
const B1 = order('B1', 2, 'blue', 60, at(12))
const R2 = order('R2', 3, 'red', 90, at(11))
const queueOf = (...orders: readonly SequencedOrder<string>[]): PlaceQueue<string> => ({
  orders,
  lastProduct: { item: 9, family: 'red' },
  changeovers: PAST,
  shifts: [{ start: NOW, end: NOW + 24 * HOUR_MS, plannedShare: 1 }],
})
const movesOf = (queue: PlaceQueue<string>, now = NOW) =>
  [...suggestMoves(queue, now)].filter((move) => move !== null).map(({ id, after }) => [id, after])

describe('moving an order in a queue', () => {
  it('counts the changeovers between the products as they follow each other', () => {
    const forecast = forecastPlaceQueue(queueOf(R1, B1, R2), NOW)
    assert.deepEqual(
      forecast.map(({ end, lateness }) => [end, lateness]),
      [
        [at(8, 5), 'ON_TIME'],
        [at(9, 35), 'ON_TIME'],
        [at(11, 35), 'LIKELY_LATE'],
      ],
    )
    assert.deepEqual(
      forecast.map(({ changeover }) => [changeover.usualMs / MINUTE_MS, changeover.of]),
      [
        [5, 'FAMILIES'],
        [30, 'FAMILIES'],
        [30, 'FAMILIES'],
      ],
    )
  })

  it('says whose end changes, what is late and what the changeovers take', () => {
    const effect = effectOfMove([{ place: 7, before: queueOf(R1, B1, R2), after: queueOf(R1, R2, B1) }], NOW)
    assert.deepEqual(effect, {
      orders: [
        {
          id: 'R2',
          before: { end: at(11, 35), range: null, lateness: 'LIKELY_LATE' },
          after: { end: at(9, 40), range: null, lateness: 'ON_TIME' },
        },
        {
          id: 'B1',
          before: { end: at(9, 35), range: null, lateness: 'ON_TIME' },
          after: { end: at(11, 10), range: null, lateness: 'ON_TIME' },
        },
      ],
      changeovers: [{ place: 7, beforeMs: 65 * MINUTE_MS, afterMs: 40 * MINUTE_MS }],
      lateBefore: 1,
      lateAfter: 0,
      firstLate: null,
    })
  })

  it('names the first that would be late, and an order whose end is no longer known at another work center', () => {
    const late = effectOfMove([{ place: 7, before: queueOf(R1, R2, B1), after: queueOf(R1, B1, R2) }], NOW)
    assert.deepEqual([late.firstLate, late.lateBefore, late.lateAfter], ['R2', 0, 1])
    const there = queueOf({ ...R2, neededMs: null })
    const effect = effectOfMove(
      [
        { place: 7, before: queueOf(R1, R2), after: queueOf(R1) },
        { place: 8, before: queueOf(), after: there },
      ],
      NOW,
    )
    assert.deepEqual(effect.orders, [
      { id: 'R2', before: { end: at(9, 40), range: null, lateness: 'ON_TIME' }, after: { end: null, range: null, lateness: null } },
    ])
    assert.deepEqual(effect.changeovers, [
      { place: 7, beforeMs: 10 * MINUTE_MS, afterMs: 5 * MINUTE_MS },
      { place: 8, beforeMs: 0, afterMs: 5 * MINUTE_MS },
    ])
  })
})

describe('a better sequence', () => {
  it('makes the late order earlier, and so the changeovers shorter', () => {
    assert.deepEqual(movesOf(queueOf(R1, B1, R2)), [['R2', 'R1']])
  })

  it('leaves what is worked on, what begins within half an hour, and what cannot be better', () => {
    assert.deepEqual(movesOf(queueOf(R1, R2, B1)), [])
    const urgent = { ...R2, dueDate: at(7, 35) }
    assert.deepEqual(movesOf(queueOf(R1, urgent)), [])
    const running = { ...order('X', 9, 'red', 45, null), isRunning: true }
    assert.deepEqual(movesOf(queueOf(running, R1, { ...urgent, dueDate: at(8, 30) }, B1)), [['R2', null]])
  })

  it('never comes from an end that is not known, or lies beyond the shifts that are known', () => {
    const late = { ...R2, dueDate: at(7) }
    const unknown = { ...order('U', 4, 'red', 0, at(20)), neededMs: null }
    const running = { ...order('X', 9, 'red', 45, null), isRunning: true }
    assert.deepEqual(movesOf(queueOf(running, late, unknown)), [])
    assert.deepEqual(movesOf(queueOf({ ...running, neededMs: null }, B1, late)), [])
    // The day that is known is over long before: what it would push back is late by more than that.
    const long = order('L', 5, 'red', 100 * 24 * 60, null)
    assert.deepEqual(movesOf(queueOf(running, late, long)), [])
    assert.deepEqual(movesOf(queueOf(running, long, { ...R2, dueDate: at(11) })), [['R2', null]])
    // What stands before the one that is not known is still put in order.
    assert.deepEqual(movesOf(queueOf(R1, B1, R2, unknown)), [['R2', 'R1']])
  })

  it('is looked for little by little, also in a long queue', () => {
    let looked = 0
    const long = Array.from({ length: 200 }, (_one, index) => ({
      ...order(`L${index}`, index % 7, index % 3 === 0 ? 'red' : 'blue', 5, null),
      // Each look at a sequence asks for what is due.
      get dueDate() {
        looked++
        return at(7, (index * 37) % 600)
      },
    }))
    const most: number[] = []
    for (const _move of suggestMoves(queueOf(...long), NOW)) {
      most.push(looked)
      looked = 0
      if (most.length === 100) break
    }
    assert.equal(most.length, 100)
    // At most each of 40 places for one order, of 200 orders each.
    assert.ok(Math.max(...most.slice(1)) <= 2 * 40 * 200, `looked at ${Math.max(...most)} orders at once`)
  })

  it('is chosen by what the forecast says of each sequence', () => {
    // Numbers of their own in each round, the same each time.
    let seed = 17
    const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 60; round++) {
      const orders = Array.from({ length: 2 + chance(8) }, (_one, index) => ({
        ...order(
          `N${index}`,
          chance(4),
          ['red', 'blue', 'green'][chance(3)] ?? 'red',
          10 + chance(300),
          chance(4) === 0 ? null : at(6, chance(2_000)),
        ),
        ...(chance(12) === 0 && { neededMs: null }),
        isRunning: index < 2 && round % 4 === index,
      })).toSorted((a, b) => Number(b.isRunning) - Number(a.isRunning))
      const queue = {
        ...queueOf(...orders),
        shifts: [
          { start: NOW, end: NOW + 8 * HOUR_MS, plannedShare: 0.9 },
          { start: NOW + 16 * HOUR_MS, end: NOW + 40 * HOUR_MS, plannedShare: 0.7 },
        ],
      }
      const { scoreOf, slots } = sequenceScorer(queue, NOW)
      const sequence = slots.toSorted((a, b) => ((a.index * 7) % 5) - ((b.index * 7) % 5))
      const running = orders.filter(({ isRunning }) => isRunning)
      const forecast = forecastPlaceQueue({ ...queue, orders: [...running, ...sequence.map((slot) => slot.order)] }, NOW)
      const late = forecast
        .slice(running.length)
        .map(({ end, notBefore }, index) => Math.max(0, (end ?? notBefore?.end ?? 0) - (sequence[index]?.order.dueDate ?? Infinity)))
      const changeoverMs = forecast.reduce((sum, { changeover }) => sum + changeover.usualMs, 0)
      const expected = [late.filter((ms) => ms > 0).length, late.reduce((sum, ms) => sum + ms, 0), changeoverMs]
      assert.deepEqual(scoreOf(sequence), expected, `round ${round}`)
      // Nothing is said of one in which more are late than asked for.
      const mostLate = (expected[0] ?? 0) - 1
      assert.equal(scoreOf(sequence, mostLate) === null, mostLate >= 0)
    }
  })
})
