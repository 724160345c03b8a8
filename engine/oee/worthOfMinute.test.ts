import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { NO_SUMS, type RecordSums } from './recordSums.ts'
import { LOST_KINDS, lostKindOf, worthOfMinute } from './worthOfMinute.ts'

/** The base shift: 480 min, lunch 30, stops 62, small stops 12, 6 s a piece, 3,400 pieces of which 68 are rejects. */
const BASE: RecordSums = {
  ...NO_SUMS,
  records: 1,
  elapsedMs: 480 * MINUTE_MS,
  excludedMs: 30 * MINUTE_MS,
  availabilityLossMs: 62 * MINUTE_MS,
  smallStopMs: 12 * MINUTE_MS,
  output: { total: 3400, accepted: 3332, rejected: 68 },
  pricedRecords: 1,
  pricedElapsedMs: 480 * MINUTE_MS,
  pricedPlannedMs: 450 * MINUTE_MS,
  pricedRunMs: 388 * MINUTE_MS,
  netOperatingMs: 340 * MINUTE_MS,
  qualityLossMs: 6.8 * MINUTE_MS,
}

const percent = (fraction: number | null) => (fraction === null ? null : (100 * fraction).toFixed(4))
const pieces = (units: number | null) => (units === null ? null : units.toFixed(3))

describe('worthOfMinute', () => {
  const worth = worthOfMinute({ sums: BASE }, 6_000)

  it('says what a minute of a stop is worth (W-2)', () => {
    assert.equal(percent(worth.STOP.points), '0.1908')
    assert.equal(pieces(worth.STOP.units), '8.588')
  })

  it('says what a minute of lunch is worth, which adds to planned production too (W-3)', () => {
    assert.equal(percent(worth.EXCLUDED.points), '0.0262')
  })

  it('says what a minute of lost speed, of rejects and of small stops is worth (W-4)', () => {
    assert.deepEqual([percent(worth.SPEED.points), pieces(worth.SPEED.units)], ['0.2178', '9.800'])
    assert.deepEqual([percent(worth.QUALITY.points), pieces(worth.QUALITY.units)], ['0.2222', '10.000'])
    assert.equal(percent(worth.SMALL_STOP.points), '0.1969')
  })

  it('is what OEE gains when the shift is worked out again with that minute, whatever the shift', () => {
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 700 }), share, share, share, share, (planned, a, small, p, q) => {
        const run = planned * a
        const [smallStop, net] = [run * small * 0.5, run * p * (1 - small * 0.5)]
        const sums: RecordSums = {
          ...BASE,
          elapsedMs: (planned + 30) * MINUTE_MS,
          availabilityLossMs: (planned - run) * MINUTE_MS,
          smallStopMs: smallStop * MINUTE_MS,
          pricedElapsedMs: (planned + 30) * MINUTE_MS,
          pricedPlannedMs: planned * MINUTE_MS,
          pricedRunMs: run * MINUTE_MS,
          netOperatingMs: net * MINUTE_MS,
          qualityLossMs: net * (1 - q) * MINUTE_MS,
        }
        const gains = worthOfMinute({ sums }, 6_000)
        const before = (net * q) / planned
        const working = run - smallStop
        const expected = {
          STOP: (net * ((run + 1) / run) * q) / planned,
          EXCLUDED: (net * ((run + 1) / run) * q) / (planned + 1),
          SMALL_STOP: (net * ((working + 1) / working) * q) / planned,
          SPEED: ((net + 1) * q) / planned,
          QUALITY: (net * q + 1) / planned,
        }
        for (const kind of LOST_KINDS) {
          const points = gains[kind].points
          assert.ok(points !== null && Math.abs(points - (expected[kind] - before)) < 1e-9, `${kind}: ${points}`)
        }
      }),
    )
  })

  it('says points alone where several prices hold', () => {
    const several = worthOfMinute({ sums: BASE }, null)
    assert.equal(percent(several.STOP.points), '0.1908')
    assert.deepEqual([several.STOP.units, several.SPEED.units, several.QUALITY.units], [null, null, null])
  })

  it('gives no points for stops where availability is switched off', () => {
    const switches = { calculateAvailability: false, calculatePerformance: true, calculateQuality: true }
    const off = worthOfMinute({ sums: BASE, switches }, 6_000)
    assert.equal(off.STOP.points, null)
    assert.equal(percent(off.SPEED.points), ((100 * 333.2) / 340 / 388).toFixed(4))
  })

  it('gives no points for a factor that OEE does not have, and no impossible units', () => {
    const all = { calculateAvailability: true, calculatePerformance: true, calculateQuality: true }
    assert.equal(worthOfMinute({ sums: BASE, switches: { ...all, calculateQuality: false } }, 6_000).QUALITY.points, null)
    const slow = worthOfMinute({ sums: BASE, switches: { ...all, calculatePerformance: false } }, 6_000)
    assert.deepEqual([slow.SPEED.points, slow.SMALL_STOP.points], [null, null])
    const none = { calculateAvailability: false, calculatePerformance: false, calculateQuality: false }
    const off = worthOfMinute({ sums: BASE, switches: none }, 6_000)
    assert.deepEqual([pieces(off.STOP.units), pieces(off.SMALL_STOP.units)], ['8.588', '8.862'])
  })

  it('says nothing where nothing was made', () => {
    const idle: RecordSums = { ...BASE, netOperatingMs: 0, qualityLossMs: 0, output: { total: 0, accepted: 0, rejected: 0 } }
    const { QUALITY, SPEED } = worthOfMinute({ sums: idle }, 6_000)
    assert.deepEqual(
      [SPEED, QUALITY],
      [
        { points: null, units: null },
        { points: null, units: null },
      ],
    )
  })
})

describe('lostKindOf', () => {
  const reason = (more: Partial<NonNullable<Parameters<typeof lostKindOf>[1]>> = {}) => ({
    includeInOee: true,
    isSmallStop: false,
    category: 'AVAILABILITY' as const,
    ...more,
  })
  it('is the source of lost speed and rejects, and of a stop what its reason makes of it', () => {
    assert.deepEqual(
      [
        lostKindOf('SPEED', null),
        lostKindOf('OUTPUT', reason()),
        lostKindOf('STATUS', null),
        lostKindOf('STATUS', reason()),
        lostKindOf('STATUS', reason({ isSmallStop: true })),
        lostKindOf('STATUS', reason({ category: 'PERFORMANCE' })),
        lostKindOf('STATUS', reason({ includeInOee: false, isSmallStop: true })),
      ],
      ['SPEED', 'QUALITY', 'STOP', 'STOP', 'SMALL_STOP', 'SMALL_STOP', 'EXCLUDED'],
    )
  })
})
