import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OeeTerms } from '#engine/facts.ts'
import { NO_OUTPUT } from '#engine/output/outputCount.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { FEWEST_FOR_A_RANGE, forecastPoint, forecastShift, type PastShift, quantile, type RunningShift } from './forecastShift.ts'
import { NO_SUMS, sumsOf, sumsOfHours } from './recordSums.ts'

const minutes = (count: number) => count * MINUTE_MS
/** So far: planned 240 min, run 180, at speed 150, good 147; 220 planned minutes are left. */
const SO_FAR = { plannedMs: minutes(240), runMs: minutes(180), netMs: minutes(150), valuableMs: minutes(147) }
/** A .86, P .88, Q .98. */
const HISTORY = { plannedMs: minutes(1000), runMs: minutes(860), netMs: minutes(756.8), valuableMs: minutes(741.664) }

const shown = (value: number | null | undefined, digits: number) => (value == null ? null : value.toFixed(digits))
const inMinutes = (ms: number) => (ms / MINUTE_MS).toFixed(1)

/** An hour in which the machine ran for `run` of 60 minutes at its reference speed of 6 s a piece, all of it good. */
function hour(run: number, excluded = 0): OeeTerms {
  const pieces = run * 10
  return {
    elapsedMs: HOUR_MS,
    excludedMs: minutes(excluded),
    noDataMs: 0,
    availabilityLossMs: minutes(60 - excluded - run),
    smallStopMs: 0,
    plannedDowntimeMs: minutes(excluded),
    unplannedDowntimeMs: minutes(60 - excluded - run),
    unclassifiedDowntimeMs: 0,
    plannedIncludedMs: 0,
    unplannedIncludedMs: minutes(60 - excluded - run),
    orderLossMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
    netOperatingMs: minutes(run),
    qualityLossMs: 0,
    output: { total: pieces, accepted: pieces, rejected: 0 },
    uncountedOutput: NO_OUTPUT,
  }
}
const at = (index: number) => ({ startMs: index * HOUR_MS, endMs: (index + 1) * HOUR_MS, clockHour: 6 + index })
const pastShift = (runs: readonly number[], excluded: readonly number[] = []): PastShift => ({
  hours: runs.map((run, index) => ({ ...at(index), terms: hour(run, excluded[index] ?? 0) })),
})
const foretold = (shift: RunningShift, past: readonly PastShift[]) => forecastShift(shift, { ofOee: past, ofUnits: past })
const running = (runs: readonly number[], lengthHours: number) => ({
  sums: runs.length === 0 ? { ...NO_SUMS, pricedRecords: 1, records: 1 } : sumsOfHours(runs.map((run) => hour(run))),
  elapsedMs: runs.length * HOUR_MS,
  hours: Array.from({ length: lengthHours }, (_, index) => at(index)),
  idealCycleMs: 6_000,
})

describe('forecastPoint', () => {
  it('is worked out by hand for a shift that goes better than its history', () => {
    // Planned 300, run 255, at speed 216.75, good 212.415; before A .75, P .90, Q .96; 150 left, history weighs 120.
    // a = (255 + 90) / 420; p = (216.75 + 81) / 345; q = (212.415 + 77.76) / 297.75; end 212.415 + 150 · 290.175 / 420 = 316.049 of 450.
    const soFar = { plannedMs: minutes(300), runMs: minutes(255), netMs: minutes(216.75), valuableMs: minutes(212.415) }
    const before = { plannedMs: minutes(1000), runMs: minutes(750), netMs: minutes(675), valuableMs: minutes(648) }
    const point = forecastPoint(soFar, minutes(150), before)
    assert.deepEqual(
      [shown(point?.availability, 4), shown(point?.performance, 4), shown(point?.quality, 4), shown(point?.oee, 4)],
      ['0.8214', '0.8630', '0.9746', '0.7023'],
    )
    assert.deepEqual([inMinutes(point?.valuableMs ?? 0), inMinutes(point?.stopsMs ?? 0)], ['316.0', '26.8'])
  })

  it('lets history weigh like two hours of the shift (W-29)', () => {
    const point = forecastPoint(SO_FAR, minutes(220), HISTORY)
    assert.deepEqual(
      [shown(point?.availability, 4), shown(point?.performance, 4), shown(point?.quality, 4)],
      ['0.7867', '0.8503', '0.9800'],
    )
    assert.equal(inMinutes(point?.valuableMs ?? 0), '291.2')
    assert.equal(shown(100 * (point?.oee ?? 0), 2), '63.31')
    assert.equal(shown((point?.valuableMs ?? 0) / 6_000, 0), '2912')
    assert.equal(inMinutes(point?.stopsMs ?? 0), '46.9')
  })

  it('goes on as the shift so far without history (W-29)', () => {
    const point = forecastPoint(SO_FAR, minutes(220), null)
    assert.equal(((point?.valuableMs ?? 0) / MINUTE_MS).toFixed(2), '281.75')
    assert.equal(shown(100 * (point?.oee ?? 0), 2), '61.25')
  })

  it('is history alone at the start, and nothing where nothing is known', () => {
    const none = { plannedMs: 0, runMs: 0, netMs: 0, valuableMs: 0 }
    assert.equal(shown(forecastPoint(none, minutes(400), HISTORY)?.oee, 6), (0.86 * 0.88 * 0.98).toFixed(6))
    assert.equal(forecastPoint(none, minutes(400), null), null)
  })

  it('ends where the shift stands when no time is left', () => {
    assert.equal(forecastPoint(SO_FAR, 0, HISTORY)?.oee, SO_FAR.valuableMs / SO_FAR.plannedMs)
  })
})

describe('forecastShift', () => {
  const steady = Array.from({ length: 10 }, () => pastShift([48, 48, 48, 48]))

  it('takes off the time left what is usually excluded in the same hours', () => {
    const withLunch = Array.from({ length: 10 }, () => pastShift([48, 48, 24, 48], [0, 0, 30, 0]))
    const forecast = foretold(running([48, 48], 4), withLunch)
    // 90 planned minutes are left, at 80 %.
    assert.equal(inMinutes(forecast?.valuableMs ?? 0), (96 + 0.8 * 90).toFixed(1))
    assert.equal(shown(forecast?.oee, 6), '0.800000')
  })

  it('has a range of no width where every shift ended as foretold, which always held', () => {
    const forecast = foretold(running([48, 48], 4), steady)
    assert.deepEqual([shown(forecast?.range?.low, 6), shown(forecast?.range?.high, 6)], ['0.800000', '0.800000'])
    assert.equal(forecast?.shifts, 10)
  })

  it('has no range with little history', () => {
    assert.equal(foretold(running([48], 4), steady.slice(0, FEWEST_FOR_A_RANGE - 1))?.range, null)
  })

  it('widens with the errors of the past: a shift that often collapses in its last hour', () => {
    const uneven = Array.from({ length: 10 }, (_, index) => pastShift([48, 48, 48, index % 2 === 0 ? 0 : 60]))
    const range = foretold(running([48, 48], 4), uneven)?.range
    assert.ok(range && range.high - range.low > 0.2)
  })

  it('says nothing without a reference speed', () => {
    const terms = { ...hour(48), netOperatingMs: null, qualityLossMs: null }
    assert.equal(foretold({ ...running([48], 4), sums: sumsOf(terms) }, steady), null)
  })

  it('says nothing without any factor, and learns nothing from shifts without a reference speed', () => {
    const none = { calculateAvailability: false, calculatePerformance: false, calculateQuality: false }
    assert.equal(foretold({ ...running([48], 4), switches: none }, steady), null)
    const unpriced: PastShift = {
      hours:
        steady[0]?.hours.map(({ terms, ...own }) => ({ ...own, terms: { ...terms, netOperatingMs: null, qualityLossMs: null } })) ?? [],
    }
    const forecast = foretold(running([48, 48], 4), [...steady, unpriced, unpriced])
    assert.deepEqual([shown(forecast?.oee, 6), forecast?.shifts], ['0.800000', 10])
  })

  it('counts the units that are made, whatever factors OEE has', () => {
    const switches = { calculateAvailability: true, calculatePerformance: false, calculateQuality: true }
    // 48 minutes an hour at half the reference speed.
    const half = (hours: number): PastShift => ({
      hours: Array.from({ length: hours }, (_, index) => {
        const terms = hour(48)
        return {
          ...at(index),
          terms: { ...terms, netOperatingMs: minutes(24), output: { total: 240, accepted: 240, rejected: 0 } },
        }
      }),
    })
    const sums = sumsOfHours(half(2).hours.map(({ terms }) => terms))
    const forecast = foretold(
      { ...running([48, 48], 4), sums, switches },
      Array.from({ length: 8 }, () => half(4)),
    )
    assert.equal(shown(forecast?.goodUnits, 3), '960.000')
  })

  it('counts what was made in time that OEE leaves out among the units at the end', () => {
    const shift = running([48, 48], 4)
    const sums = { ...shift.sums, uncountedOutput: { total: 45, accepted: 40, rejected: 5 } }
    const [without, withMore] = [foretold(shift, steady), foretold({ ...shift, sums }, steady)]
    assert.equal((withMore?.goodUnits ?? 0) - (without?.goodUnits ?? 0), 40)
    assert.equal(withMore?.oee, without?.oee)
  })

  it('learns of units only from shifts that knew how fast they could have been', () => {
    const switches = { calculateAvailability: true, calculatePerformance: false, calculateQuality: true }
    const unpriced = steady.map(({ hours }) => ({
      hours: hours.map(({ terms, ...own }) => ({ ...own, terms: { ...terms, netOperatingMs: null, qualityLossMs: null } })),
    }))
    const forecast = forecastShift({ ...running([48, 48], 4), switches }, { ofOee: unpriced, ofUnits: [...unpriced, ...steady] })
    assert.equal(shown(forecast?.goodUnits, 3), '1920.000')
    assert.equal(forecast?.shifts, 10)
  })

  it('stands where the last hour of the clock ended in a shift that begins off the hour', () => {
    // Half an hour, then whole ones, then half an hour: 06:30 to 10:30. What the hour from 08:00 on brings is not known at 08:15.
    const ends = [30, 90, 150, 210, 240]
    const grid = ends.map((end, index) => ({ startMs: minutes(ends[index - 1] ?? 0), endMs: minutes(end), clockHour: 6 + index }))
    const part = (run: number, index: number) => {
      const { startMs = 0, endMs = 0 } = grid[index] ?? {}
      const share = (endMs - startMs) / HOUR_MS
      const { output: _, ...whole } = hour(run)
      const scaled = Object.fromEntries(
        Object.entries(whole).map(([key, value]) => [key, typeof value === 'number' ? value * share : value]),
      )
      return { ...hour(run), ...scaled }
    }
    const past = Array.from({ length: 10 }, (_, index): PastShift => {
      const late = index % 2 === 0 ? 60 : 36
      return { hours: grid.map((own, place) => ({ ...own, terms: part(place === 2 ? late : 48, place) })) }
    })
    const shift = { ...running([48, 48], 4), hours: grid, elapsedMs: minutes(105), sums: sumsOfHours([part(48, 0), part(48, 1)]) }
    // At 08:00 both kinds look alike, so that the forecast of each misses by half an hour's difference of 12 minutes in 240, and a little of the prior.
    const range = foretold(shift, past)?.range
    assert.ok(range && range.high - range.low > 0.09, JSON.stringify(range))
    // A replay in the middle of the hour would know its end and miss by less.
    const later = foretold({ ...shift, elapsedMs: minutes(150) }, past)?.range
    assert.ok(later && later.high - later.low < 0.06, JSON.stringify(later))
  })

  it('finds the same hour of the clock in a night that is an hour longer', () => {
    // Lunch from two to half past two; the night of the change shows two o'clock twice.
    const night = Array.from({ length: 10 }, (): PastShift => ({
      hours: [0, 1, 2, 3].map((index) => ({
        ...at(index),
        clockHour: 24 + index,
        terms: hour(index === 2 ? 24 : 48, index === 2 ? 30 : 0),
      })),
    }))
    const long = [24, 25, 25, 26, 27].map((clockHour, index) => ({ ...at(index), clockHour }))
    const forecast = foretold({ ...running([48, 48, 48], 5), hours: long }, night)
    // After three hours lunch is still to come: 90 planned minutes at 80 %.
    assert.equal(inMinutes(forecast?.valuableMs ?? 0), (144 + 0.8 * 90).toFixed(1))
  })

  it('counts a switched-off factor as neutral', () => {
    const switches = { calculateAvailability: true, calculatePerformance: false, calculateQuality: true }
    const forecast = foretold({ ...running([48, 48], 4), switches }, steady)
    assert.equal(shown(forecast?.oee, 6), '0.800000')
    assert.equal(forecast?.performance, 1)
  })
})

describe('quantile', () => {
  it('lies between two numbers in proportion', () => {
    assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5)
    assert.equal(quantile([10], 0.9), 10)
  })
})
