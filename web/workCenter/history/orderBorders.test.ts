import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { draftLeft, keyedBorder, orderBorders, snappedBorder } from './orderBorders.view.ts'

const at = (minute: number) => minute * MINUTE_MS
const run = (orderId: number, start: number, end: number | null) => ({
  orderId,
  code: `JO-${orderId}`,
  status: 'PROGRESS',
  start: at(start),
  end: end === null ? null : at(end),
  made: 0,
  plan: null,
})
const KNOWN = { period: { from: 0, to: at(1440) }, now: at(600), shifts: [], mayManage: true }

test('a border of orders moves up to the next one, leaves both a second, and ends at now', () => {
  const borders = orderBorders([run(1, 0, 282), run(2, 282, 420), run(3, 450, null)], KNOWN)
  assert.deepEqual(
    borders.map((border) => [border.at, border.min, border.max, border.ending, border.beginning]),
    [
      // What begins with the period may have begun before it.
      [at(282), 1000, at(420) - 1000, ['JO-1'], ['JO-2']],
      [at(420), at(282) + 1000, at(450), ['JO-2'], []],
      [at(450), at(420), at(600) - 1000, [], ['JO-3']],
    ],
  )
})

test('beside each other, each stops at the border of the other', () => {
  const [second] = orderBorders([run(1, 0, null), run(2, 100, 200)], KNOWN)
  assert.deepEqual([second?.at, second?.min, second?.max], [at(100), 0, at(200) - 1000])
})

test('no border moves in a confirmed shift or into one', () => {
  const shifts = [{ from: at(0), to: at(240), status: 'CONFIRMED' }]
  const borders = orderBorders([run(1, 10, 100), run(2, 100, 282), run(3, 282, null)], { ...KNOWN, shifts })
  assert.deepEqual(
    borders.map((border) => [border.at, border.min]),
    [[at(282), at(240)]],
  )
})

test('who does not manage orders moves what began since half an hour before the shift', () => {
  const shifts = [{ from: at(300), to: at(780), status: 'PROGRESS' }]
  const borders = orderBorders([run(1, 10, 100), run(2, 100, 280), run(3, 280, null)], { ...KNOWN, shifts, mayManage: false })
  assert.deepEqual(
    borders.map((border) => [border.at, border.min]),
    [[at(280), at(270)]],
  )
})

test('a dragged border snaps to a stop that is near, else to whole minutes', () => {
  const range = { min: at(10), max: at(100) }
  const edges = [at(35) + 12_000, at(200)]
  assert.equal(snappedBorder(at(34), range, edges, at(2)), at(35) + 12_000)
  assert.equal(snappedBorder(at(40) + 29_000, range, edges, at(2)), at(40))
  assert.equal(snappedBorder(at(1), range, edges, at(2)), at(10))
  assert.equal(snappedBorder(at(199), range, edges, at(2)), at(100))
})

test('arrows move by a minute to whole ones, with Shift to the next edge of a stop', () => {
  const range = { min: at(10), max: at(100) }
  const edges = [at(35), at(20)]
  const keyed = (key: string, from: number, shiftKey = false) => keyedBorder({ key, shiftKey }, from, range, edges)
  assert.equal(keyed('ArrowLeft', at(42) + 20_000), at(42))
  assert.equal(keyed('ArrowRight', at(42) + 20_000), at(43))
  assert.equal(keyed('ArrowRight', at(100)), at(100))
  assert.equal(keyed('ArrowLeft', at(42), true), at(35))
  assert.equal(keyed('ArrowLeft', at(20), true), at(20))
  assert.equal(keyed('Enter', at(20)), null)
})

test('a border that was moved is on its way until it is seen away from where it was', () => {
  const sent = { at: at(100), newAt: at(120), isSent: true }
  assert.equal(draftLeft(sent, [{ at: at(100) }]), sent)
  assert.equal(draftLeft(sent, [{ at: at(120) }]), null)
  const dragged = { ...sent, isSent: false }
  assert.equal(draftLeft(dragged, []), dragged)
  assert.equal(draftLeft(null, []), null)
})
