import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { bundleStops, MOST_BETWEEN_MS, MOST_BUNDLED, type WaitingStop } from './bundleStops.ts'

const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`)
const stop = (start: string, end: string | null, more: Partial<WaitingStop> = {}): WaitingStop => ({
  workCenterId: 7,
  shiftStart: at('06:00:00'),
  status: 'RULE 3',
  start: at(start),
  end: end === null ? null : at(end),
  ...more,
})
const sizes = (stops: readonly WaitingStop[], explained?: Parameters<typeof bundleStops>[1]): readonly number[] =>
  bundleStops(stops, explained).map((row) => row.stops.length)

describe('stops that get their reason together', () => {
  it('are neighbours with little work between them: 70 s bundle, 180 s part (worked example)', () => {
    const stops = [stop('10:04:00', '10:05:30'), stop('10:06:40', '10:08:00'), stop('10:11:00', '10:12:00')]
    const rows = bundleStops(stops)
    assert.deepEqual(
      rows.map((row) => row.stops),
      [stops.slice(0, 2), stops.slice(2)],
    )
    assert.deepEqual(
      rows.map(({ start, end, stoppedMs }) => [start, end, stoppedMs]),
      [
        [at('10:04:00'), at('10:08:00'), 170 * SECOND_MS],
        [at('10:11:00'), at('10:12:00'), 60 * SECOND_MS],
      ],
    )
  })

  it('are three with 95 and 119 s between them at night, and the fourth after 121 s stands alone', () => {
    const stops = [stop('22:14:10', '22:14:55'), stop('22:16:30', '22:17:00'), stop('22:18:59', '22:19:30'), stop('22:21:31', '22:22:00')]
    // 45 + 30 + 31 s.
    assert.deepEqual(
      bundleStops(stops).map(({ stops: together, stoppedMs }) => [together.length, (stoppedMs ?? 0) / SECOND_MS]),
      [
        [3, 106],
        [1, 29],
      ],
    )
  })

  it('may have 120 s of work between them, and not a second more', () => {
    assert.deepEqual(sizes([stop('10:00:00', '10:01:00'), stop('10:03:00', '10:04:00')]), [2])
    assert.deepEqual(sizes([stop('10:00:00', '10:01:00'), stop('10:03:01', '10:04:00')]), [1, 1])
  })

  it('are of one work center, one shift and one status', () => {
    const first = stop('10:00:00', '10:01:00')
    assert.deepEqual(sizes([first, stop('10:01:30', '10:02:00', { workCenterId: 8 })]), [1, 1])
    assert.deepEqual(sizes([first, stop('10:01:30', '10:02:00', { shiftStart: at('10:01:30') })]), [1, 1])
    assert.deepEqual(sizes([first, stop('10:01:30', '10:02:00', { status: 'OFF' })]), [1, 1])
    // One of another status between them makes them no neighbours.
    assert.deepEqual(sizes([first, stop('10:01:10', '10:01:20', { status: 'OFF' }), stop('10:01:30', '10:02:00')]), [1, 1, 1])
  })

  it('do not count explained time between them as work', () => {
    const stops = [stop('10:00:00', '10:01:00'), stop('10:05:00', '10:06:00')]
    const explained = { workCenterId: 7, start: at('10:01:30'), end: at('10:03:30') }
    assert.deepEqual(sizes(stops), [1, 1])
    assert.deepEqual(sizes(stops, [explained]), [2])
    assert.deepEqual(sizes(stops, [{ ...explained, workCenterId: 8 }]), [1, 1])
  })

  it('are over: one that goes on stands alone, and its time grows', () => {
    const rows = bundleStops([stop('10:00:00', '10:01:00'), stop('10:01:30', null)])
    assert.deepEqual(
      rows.map((row) => [row.stops.length, row.end === null, row.stoppedMs]),
      [
        [1, false, MINUTE_MS],
        [1, true, null],
      ],
    )
  })

  it('are at most 20: the next one begins another row', () => {
    const many = Array.from({ length: 45 }, (_, index) => {
      const start = at('10:00:00') + index * MINUTE_MS
      return stop('10:00:00', null, { start, end: start + 10 * SECOND_MS })
    })
    assert.deepEqual(sizes(many), [20, 20, 5])
  })

  it('lose none and double none, whatever order they come in', () => {
    const one = fc
      .record({
        workCenterId: fc.integer({ min: 1, max: 2 }),
        minute: fc.integer({ min: 0, max: 200 }),
        status: fc.constantFrom('OFF', 'RULE 1'),
      })
      .map(({ workCenterId, minute, status }) => {
        const start = at('06:00:00') + minute * MINUTE_MS
        return stop('06:00:00', null, { workCenterId, status, start, end: start + 30 * SECOND_MS })
      })
    const key = ({ workCenterId, start }: WaitingStop) => `${workCenterId} ${start}`
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: key }), (stops) => {
        const rows = bundleStops(stops)
        assert.deepEqual(rows.flatMap((row) => row.stops.map(key)).toSorted(), stops.map(key).toSorted())
        for (const row of rows) {
          assert.ok(row.stops.length <= MOST_BUNDLED)
          for (const [index, next] of row.stops.entries()) {
            const before = row.stops[index - 1]
            if (before !== undefined) assert.ok(next.start - (before.end ?? 0) <= MOST_BETWEEN_MS && next.status === before.status)
          }
        }
        assert.deepEqual(bundleStops(stops.toReversed()), rows)
      }),
    )
  })
})
