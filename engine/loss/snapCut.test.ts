import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { NO_AIMS, signalSteps, snapCut } from './snapCut.ts'

const at = (time: string): number => Date.parse(`2026-11-22T${time}Z`)
const STOP = { start: at('06:57:50'), end: at('07:35:20'), reachMs: 40 * SECOND_MS }

test('a cut stands on the whole minute that is near (worked example)', () => {
  const cut = snapCut(at('07:19:50'), STOP)
  assert.equal(cut, at('07:20:00'))
  assert.deepEqual([cut - STOP.start, STOP.end - cut], [22 * MINUTE_MS + 10 * SECOND_MS, 15 * MINUTE_MS + 20 * SECOND_MS])
})

test('a stop of 8 min 30 s that is tapped near its middle is cut into two of 4 min 15 s', () => {
  const stop = { start: at('13:02:35'), end: at('13:11:05'), reachMs: 8 * SECOND_MS }
  const cut = snapCut(at('13:06:47'), stop)
  assert.deepEqual([cut, cut - stop.start, stop.end - cut], [at('13:06:50'), 255 * SECOND_MS, 255 * SECOND_MS])
})

test('what the machine did goes before orders, breaks and the clock, within reach only', () => {
  const aims = { signal: [at('07:19:15.400')], orders: [at('07:19:52')], breaks: [at('07:19:51')] }
  assert.equal(snapCut(at('07:19:50'), { ...STOP, aims }), at('07:19:15'))
  assert.equal(snapCut(at('07:19:50'), { ...STOP, aims: { ...aims, signal: [at('07:18:00')] } }), at('07:19:52'))
  assert.equal(snapCut(at('07:19:50'), { ...STOP, aims: { ...NO_AIMS, breaks: aims.breaks } }), at('07:19:51'))
  assert.equal(snapCut(at('07:19:50'), { ...STOP, aims: { ...NO_AIMS, signal: [at('07:19:30'), at('07:20:05')] } }), at('07:20:05'))
})

test('a short stop is cut on tens of seconds, and where nothing is near, on the second', () => {
  const short = { start: at('07:00:00'), end: at('07:09:59'), reachMs: 5 * SECOND_MS }
  assert.equal(snapCut(at('07:03:04'), short), at('07:03:00'))
  assert.equal(snapCut(at('07:03:04.600'), { ...short, reachMs: SECOND_MS }), at('07:03:05'))
})

test('a cut is always strictly inside the stop', () => {
  assert.equal(snapCut(at('06:57:50'), { ...STOP, reachMs: 0 }), at('06:57:51'))
  assert.equal(snapCut(at('08:00:00'), { ...STOP, reachMs: 0 }), at('07:35:19'))
  assert.equal(snapCut(at('07:00:00.100'), { start: at('07:00:00.500'), end: at('07:00:02.500'), reachMs: MINUTE_MS }), at('07:00:01'))
})

test('a step of the signal is a fifth of what it did in the shift', () => {
  const points = [10, 10, 7.9, 8, 0, null, 1, 5].map((value, index) => ({ at: index * 1000, value }))
  assert.deepEqual(signalSteps(points), [2000, 4000, 7000])
  assert.deepEqual(signalSteps([]), [])
  assert.deepEqual(signalSteps([5, 5].map((value, index) => ({ at: index, value }))), [])
})
