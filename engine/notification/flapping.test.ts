import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Episode } from './condition.ts'
import { flappingOf, longerDuration } from './flapping.ts'

const T = Date.UTC(2026, 10, 24, 10)
const minute = (minutes: number) => T + minutes * MINUTE_MS
const inMinutes = (at: number | null) => (at === null ? null : (at - T) / MINUTE_MS)
/** From the minute on, for so many. */
const episode = (from: number, lasts: number | null): Episode => {
  const until = lasts === null ? null : minute(from + lasts)
  return { since: minute(from), until, counted: [{ start: minute(from), end: until ?? Infinity }] }
}
const told = (episodes: readonly Episode[], now: number) =>
  flappingOf(episodes, minute(now)).map((one) => [inMinutes(one.since), inMinutes(one.knownAt), inMinutes(one.until), one.episodes.length])

describe('flapping', () => {
  const seven = [0, 4, 8, 12, 16, 20, 24].map((from) => episode(from, 1))
  it('is known with the fourth episode in half an hour, and goes on until no more than three began in the last', () => {
    assert.deepEqual(told(seven.slice(0, 3), 30), [])
    assert.deepEqual(told(seven, 12), [[0, 12, null, 4]])
    assert.deepEqual(told(seven, 41), [[0, 12, null, 7]])
    assert.deepEqual(told(seven, 42), [[0, 12, 42, 7]])
    const slow = [0, 10, 20, 30].map((from) => episode(from, 1))
    assert.deepEqual(told(slow, 60), [])
  })

  it('goes on while its last episode does, and begins anew later', () => {
    assert.deepEqual(told([...seven.slice(0, 6), episode(24, null)], 90), [[0, 12, null, 7]])
    const again = [200, 201, 202, 203].map((from) => episode(from, 0.5))
    assert.deepEqual(told([...again, ...seven], 300), [
      [0, 12, 42, 7],
      [200, 203, 230, 4],
    ])
  })

  it('takes in what began between, though four were not so near each other there', () => {
    const near = [0, 1, 2, 29, 31.5, 31.6].map((from) => episode(from, 0.1))
    assert.deepEqual(told(near, 100), [[0, 29, 32, 6]])
  })

  it('would have been one with a longer duration', () => {
    assert.deepEqual(longerDuration([...seven, episode(28, 9)], -Infinity), { minutes: 1, episodes: 1 })
    const three = [0, 4, 8, 12].map((from) => episode(from, 1.5))
    assert.deepEqual(longerDuration([...three, episode(16, 3)], -Infinity), { minutes: 2, episodes: 1 })
    assert.deepEqual(longerDuration(three, -Infinity), { minutes: 2, episodes: 0 })
    assert.equal(longerDuration([episode(0, null), episode(10, null)], -Infinity), null)
  })
})
