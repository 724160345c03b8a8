import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { firstUnits, lastUnits } from './neededUnits.ts'

/** A unit each minute for a day, and which stretches were read of it. */
function recorded() {
  const reads: Interval[] = []
  const read = async ({ start, end }: Interval): Promise<readonly number[]> => {
    reads.push({ start, end })
    return await Promise.resolve(Array.from({ length: 1440 }, (_none, at) => at * MINUTE_MS).filter((at) => at >= start && at < end))
  }
  return { reads, read }
}
const DAY = { start: 0, end: 24 * HOUR_MS }

describe('units that are needed', () => {
  it('are read from the start until there are enough', async () => {
    const { reads, read } = recorded()
    const units = await firstUnits(read, DAY, { fewest: 21, likelyMs: 10 * MINUTE_MS })
    assert.deepEqual([units.length, units[0], units[20]], [40, 0, 20 * MINUTE_MS])
    assert.deepEqual(
      reads.map(({ end }) => end / MINUTE_MS),
      [10, 40],
    )
  })

  it('are read back from the end until there are enough', async () => {
    const { reads, read } = recorded()
    const units = await lastUnits(read, DAY, { fewest: 100, likelyMs: HOUR_MS })
    assert.deepEqual([units.length, units.at(-100)], [240, 1340 * MINUTE_MS])
    assert.deepEqual(
      reads.map(({ start }) => start / HOUR_MS),
      [23, 20],
    )
  })

  it('are all that there are where there are too few', async () => {
    const { reads, read } = recorded()
    const short = { start: 0, end: 5 * MINUTE_MS }
    assert.equal((await firstUnits(read, short, { fewest: 21, likelyMs: 2 * MINUTE_MS })).length, 5)
    assert.equal((await lastUnits(read, short, { fewest: 21, likelyMs: HOUR_MS })).length, 5)
    assert.deepEqual(reads.slice(-1), [short])
  })
})
