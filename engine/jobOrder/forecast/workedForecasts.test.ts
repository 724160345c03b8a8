import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { estimateChangeover } from './changeover.ts'
import { containerFill } from './containerRhythm.ts'
import { checkCounts } from './countCheck.ts'
import { latenessOf } from './lateness.ts'
import { neededMs, runningPace } from './orderPace.ts'
import { forecastQueue } from './queueForecast.ts'
import { likelyStart, startScore } from './startDetection.ts'

const at = (hours: number, minutes = 0, seconds = 0) => Date.UTC(2026, 4, 4, hours, minutes, seconds)
const shifts = (plannedShare: number) => [
  { start: at(6), end: at(14), plannedShare },
  { start: at(14), end: at(22), plannedShare },
]
const candidate = (id: string, seconds: number) => ({ id, cycleMs: seconds * SECOND_MS, usualShare: null })
const close = (actual: number | null | undefined, expected: number, within = 1) =>
  assert.ok(actual != null && Math.abs(actual - expected) <= within, `${actual} is not ${expected}`)

test('an order that began is told by its score (worked example 30)', () => {
  const [a, b, c] = [candidate('A', 12), candidate('B', 20), candidate('C', 12.6)]
  close(startScore(20_900, b), 0.0048, 0.00005)
  close(startScore(20_900, a), 0.5061, 0.00005)
  assert.deepEqual([likelyStart(20_900, a, [b, c]), likelyStart(13_100, a, [b, c])], ['B', null])
})

test('scores by other numbers: near enough to the one, and far enough from the other', () => {
  const [running, next] = [candidate('A', 30), candidate('B', 24)]
  // At 25.8 s: ln(25.8 ÷ 25.2) = 0.0235, but ln(31.5 ÷ 25.8) = 0.1996 is not far enough from the one that runs.
  close(startScore(25_800, next), 0.0235, 0.00005)
  close(startScore(25_800, running), 0.1996, 0.00005)
  assert.equal(likelyStart(25_800, running, [next]), null)
  // At 24 s: 0.0488 and 0.2719.
  close(startScore(24_000, next), 0.0488, 0.00005)
  close(startScore(24_000, running), 0.2719, 0.00005)
  assert.equal(likelyStart(24_000, running, [next]), 'B')
})

test('an order that made 4 h of value in 5 h planned needs 2 h 36 min for 2 ideal hours', () => {
  // (5 + 1.5 × 1) ÷ (4 + 1) = 1.3; 900 pieces at 8 s are 2 h.
  const pace = runningPace({ plannedMs: 5 * HOUR_MS, valuableMs: 4 * HOUR_MS }, 1.5, 0.6)
  close(pace, 1.3, 1e-9)
  close(neededMs({ plan: 900, madeAccepted: 0, cycleMs: 8000 }, pace ?? 0), 156 * MINUTE_MS)
})

test('2 h 36 min of planned time are 3 h 15 min where a fifth is not planned', () => {
  // 2.6 h ÷ 0.8 = 3.25 h; the range 2.34 ÷ 0.8 = 2.925 h and 3.12 ÷ 0.8 = 3.9 h.
  const order = { id: 1, neededMs: 156 * MINUTE_MS, changeoverMs: 0, isRunning: false, range: { low: 0.9, high: 1.2 } }
  const [forecast] = forecastQueue([order], at(8), shifts(0.8))
  close(forecast?.end, at(11, 15))
  close(forecast?.range?.low, at(10, 55, 30))
  close(forecast?.range?.high, at(11, 54))
  const ended = { end: forecast?.end ?? null, range: forecast?.range ?? null, timeEnd: null }
  assert.deepEqual(
    [at(12), at(11, 30), at(11), at(10, 50)].map((dueDate) => latenessOf({ ...ended, dueDate }, at(8))),
    ['ON_TIME', 'AT_RISK', 'LIKELY_LATE', 'LATE'],
  )
})

test('a queue ends where its orders and changeovers end, over the border of shifts', () => {
  const order = (id: string, changeover: number, minutes: number) => ({
    id,
    neededMs: minutes * MINUTE_MS,
    changeoverMs: changeover * MINUTE_MS,
    isRunning: false,
    range: null,
  })
  // 06:00 + 55 = 06:55, + 105 = 08:40, + 205 = 12:05, + 190 = 15:15.
  const queue = [order('A', 10, 45), order('B', 25, 80), order('C', 5, 200), order('D', 40, 150)]
  assert.deepEqual(
    forecastQueue(queue, at(6), shifts(1)).map(({ end }) => end),
    [at(6, 55), at(8, 40), at(12, 5), at(15, 15)],
  )
})

test('the usual changeover is the middle of what the pair took', () => {
  // 12, 19, 22, 31, 40: the third.
  const past = [12, 40, 19, 22, 31].map((minutes) => ({
    fromItem: 1,
    toItem: 2,
    fromFamily: null,
    toFamily: null,
    ms: minutes * MINUTE_MS,
  }))
  const usual = estimateChangeover({ fromItem: 1, toItem: 2, fromFamily: null, toFamily: null }, past)
  assert.deepEqual([usual.usualMs, usual.count, usual.of], [22 * MINUTE_MS, 5, 'PAIR'])
})

test('of 275 since the last posting one container of 150 is full, and 25 more take 7 minutes', () => {
  const { full, missing } = containerFill(2375, 2100, 150)
  assert.deepEqual([full, missing], [1, 25])
  // 25 × 14 s × 1.2.
  close(neededMs({ plan: missing, madeAccepted: 0, cycleMs: 14_000 }, 1.2), 7 * MINUTE_MS)
})

test('material of 903 for 860 counted and 850 confirmed says that more was scrapped', () => {
  // 3,612 ÷ 4 = 903: 5.00 % above 860; 850 is 1.16 % below, which is nobody’s fault.
  const check = checkCounts({ counted: 860, confirmed: 850, hasUnconfirmed: false, lines: [{ consumed: 3612, perUnit: 4, postings: 6 }] })
  close(check.materialOff, 0.05, 1e-9)
  close(check.confirmedOff, -0.0116, 0.00005)
  assert.deepEqual([check.materialUnits, check.cause], [903, 'MORE_SCRAP'])
})
