import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { neededMs } from './orderPace.ts'
import { forecastQueue } from './queueForecast.ts'
import type { OrderForecast, PlannedShift, QueuedOrder } from './queueForecast.ts'

const DAY = Date.UTC(2026, 4, 4)
/** What the last bits of instants may be off. */
const SHAKE_MS = 1

type Rest = {
  readonly units: number
  readonly cycleMs: number
  readonly pace: number
  readonly changeoverMs: number
  readonly range: QueuedOrder<number>['range']
}
type Queue = {
  readonly rests: readonly Rest[]
  /** Whether the first one is worked on; no more than one is. */
  readonly isRunning: boolean
  readonly now: number
  readonly shifts: readonly PlannedShift[]
}

const RANGE = fc.record({ low: fc.double({ min: 0.3, max: 1, noNaN: true }), high: fc.double({ min: 1, max: 2.5, noNaN: true }) })
const REST: fc.Arbitrary<Rest> = fc.record({
  units: fc.nat({ max: 5_000 }),
  cycleMs: fc.integer({ min: 500, max: 60 * SECOND_MS }),
  pace: fc.double({ min: 1, max: 3, noNaN: true }),
  changeoverMs: fc.oneof(fc.constant(0), fc.integer({ min: SECOND_MS, max: 2 * HOUR_MS })),
  range: fc.option(RANGE, { nil: null, freq: 6 }),
})
/** A day: when its shift begins and ends, a break in it, and how much of it is planned; nothing is planned in some. */
const DAY_OF_WORK = fc.record({
  from: fc.integer({ min: 0, max: 12 * 60 }),
  minutes: fc.integer({ min: 30, max: 11 * 60 }),
  pause: fc.option(fc.record({ after: fc.integer({ min: 1, max: 29 }), minutes: fc.integer({ min: 1, max: 45 }) }), { nil: null }),
  share: fc.constantFrom(0, 0.25, 0.9375, 1),
})
const SHIFTS = fc.array(DAY_OF_WORK, { minLength: 1, maxLength: 20 }).map((days) =>
  days.flatMap(({ from, minutes, pause, share }, day): readonly PlannedShift[] => {
    const start = DAY + day * DAY_MS + from * MINUTE_MS
    const end = start + minutes * MINUTE_MS
    if (pause === null) return [{ start, end, plannedShare: share }]
    const rest = start + pause.after * MINUTE_MS
    const on = Math.min(end, rest + pause.minutes * MINUTE_MS)
    const parts = [
      { start, end: rest, plannedShare: share },
      { start: rest, end: on, plannedShare: 0 },
      { start: on, end, plannedShare: share },
    ]
    return parts.filter((part) => part.start < part.end)
  }),
)
const QUEUE: fc.Arbitrary<Queue> = fc.record({
  rests: fc.array(REST, { minLength: 1, maxLength: 8 }),
  isRunning: fc.boolean(),
  now: fc.integer({ min: DAY - DAY_MS, max: DAY + 3 * DAY_MS }),
  shifts: SHIFTS,
})

/** Of each order by its place in the queue as it was made, in the sequence that is given. */
function forecastOf(
  { rests, isRunning, now, shifts }: Queue,
  sequence = rests.map((_rest, index) => index),
): Map<number, OrderForecast<number>> {
  const orders = sequence.flatMap((id, place): QueuedOrder<number>[] => {
    const rest = rests[id]
    if (rest === undefined) return []
    const needed = neededMs({ plan: rest.units, madeAccepted: 0, cycleMs: rest.cycleMs }, rest.pace)
    const isFirst = isRunning && place === 0
    return [{ id, neededMs: needed, changeoverMs: isFirst ? 0 : rest.changeoverMs, isRunning: isFirst, range: rest.range }]
  })
  return new Map(forecastQueue(orders, now, shifts).map((one) => [one.id, one]))
}

/** Beyond the known shifts is later than all that is known. */
const late = (instant: number | null | undefined) => instant ?? Number.POSITIVE_INFINITY

function assertNoEarlier(one: OrderForecast<number> | undefined, other: OrderForecast<number> | undefined, words: string): void {
  const pairs = [
    [one?.end, other?.end],
    [one?.start, other?.start],
    [one?.notBefore?.end, other?.notBefore?.end],
  ] as const
  for (const [before, after] of pairs) assert.ok(late(after) >= late(before) - SHAKE_MS, `${words}: ${before} and then ${after}`)
}

describe('the forecast of any queue', () => {
  it('ends no order earlier because it, or one before it, has more left to make', () => {
    fc.assert(
      fc.property(QUEUE, fc.nat(), fc.integer({ min: 1, max: 3_000 }), (queue, at, more) => {
        const place = at % queue.rests.length
        const rests = queue.rests.map((rest, index) => (index === place ? { ...rest, units: rest.units + more } : rest))
        const [before, after] = [forecastOf(queue), forecastOf({ ...queue, rests })]
        for (const [id, one] of before) {
          if (id > place) assertNoEarlier(one, after.get(id), `order ${id} behind one with ${more} more`)
          else if (id < place) assert.deepEqual(after.get(id), one, 'what comes before knows nothing of it')
        }
        assertNoEarlier(before.get(place), after.get(place), `${more} more of its own`)
      }),
    )
  })

  it('ends no order later because it is moved ahead, each with its own changeover', () => {
    fc.assert(
      fc.property(QUEUE, fc.nat(), fc.nat(), (queue, from, to) => {
        const first = queue.isRunning ? 1 : 0
        const count = queue.rests.length - first
        if (count < 2) return
        const [moved, target] = [first + (from % count), first + (to % count)].toSorted((a, b) => b - a)
        if (moved === undefined || target === undefined) return
        const sequence = queue.rests
          .map((_rest, index) => index)
          .toSpliced(moved, 1)
          .toSpliced(target, 0, moved)
        const [before, after] = [forecastOf(queue), forecastOf(queue, sequence)]
        assertNoEarlier(after.get(moved), before.get(moved), `order ${moved} moved to ${target}`)
        // Those between make room; those behind end as they did.
        for (let id = target; id < moved; id++) assertNoEarlier(before.get(id), after.get(id), `order ${id} makes room`)
        for (let id = moved + 1; id < queue.rests.length; id++) {
          const [one, other] = [late(before.get(id)?.end), late(after.get(id)?.end)]
          assert.ok(one === other || Math.abs(one - other) <= SHAKE_MS, `order ${id} behind both: ${one} and ${other}`)
        }
      }),
    )
  })

  it('begins nothing while nothing is planned, nor before what comes before it has ended', () => {
    fc.assert(
      fc.property(QUEUE, (queue) => {
        let ended: number | null = queue.now
        for (const [id, { start, end }] of forecastOf(queue)) {
          if (start !== null && !(queue.isRunning && id === 0)) {
            const isPlanned = queue.shifts.some((shift) => shift.plannedShare > 0 && shift.start <= start && start < shift.end)
            assert.ok(isPlanned, `order ${id} begins ${new Date(start).toISOString()}, when nothing is planned`)
            assert.ok(ended !== null && start >= ended - SHAKE_MS, `order ${id} begins before the one ahead of it ends`)
          }
          ended = end
        }
      }),
    )
  })

  it('has the middle in its range, and no less sure an order behind a surer one', () => {
    fc.assert(
      fc.property(QUEUE, (queue) => {
        let isRough = false
        for (const { end, range, notBefore } of forecastOf(queue).values()) {
          if (range === null) isRough = true
          assert.equal(range === null, isRough, 'behind one that is rough all are')
          if (range !== null && end !== null) {
            assert.ok(late(range.low) <= end + SHAKE_MS, `${range.low} is later than ${end}`)
            assert.ok(late(range.high) >= end - SHAKE_MS, `${range.high} is earlier than ${end}`)
          }
          if (notBefore === null) continue
          assert.ok(notBefore.low <= notBefore.end + SHAKE_MS && notBefore.end <= notBefore.high + SHAKE_MS)
          if (end !== null) assert.equal(notBefore.end, end)
        }
      }),
    )
  })
})
