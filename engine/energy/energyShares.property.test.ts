import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { createStretchMeter, energyBuckets } from './energyBuckets.ts'
import type { EnergyBucket } from './energyBuckets.ts'
import type { EnergyReading } from './energyHours.ts'
import { energyShares, ownedTimes } from './energyShares.ts'
import type { EnergyShare, OrderTime, StatusTime } from './energyShares.ts'
import { sumEnergy } from './energySums.ts'

/** The clock goes back in it, by half an hour off the hours of UTC. */
const ZONES = ['UTC', 'Asia/Kathmandu', 'Europe/Kyiv'] as const
const START = Date.UTC(2026, 9, 24, 22, 15)
const WINDOW = { start: START, end: START + 9 * HOUR_MS }
const CUT = START + 4 * HOUR_MS

const steps = <T>(value: fc.Arbitrary<T>, most: number) =>
  fc.array(fc.record({ afterMs: fc.integer({ min: 1_000, max: most }), value }), { minLength: 1, maxLength: 60 })

/** Statuses follow each other without gaps from before the window to after it. */
const statuses: fc.Arbitrary<readonly StatusTime[]> = steps(fc.constantFrom(1, 2, 3, null), 40 * MINUTE_MS).map((given) => {
  let at = START - 10 * MINUTE_MS
  const times = given.map(({ afterMs, value }): StatusTime => {
    const start = at
    at += afterMs
    return { start, end: at, kind: value === null ? 'NO_DATA' : 'RULE', statusRuleId: value, isEffective: value === 1 }
  })
  return [...times, { start: at, end: Math.max(at, WINDOW.end) + HOUR_MS, kind: 'OFF', statusRuleId: null, isEffective: false }]
})

/** Segments have gaps: out of the schedule nothing is made. */
const orders: fc.Arbitrary<readonly OrderTime[]> = steps(fc.constantFrom([], [7], [8], [7, 8]), 100 * MINUTE_MS).map((given) => {
  let at = START - 30 * MINUTE_MS
  return given.map(({ afterMs, value }, index): OrderTime => {
    const start = at + (index % 3 === 0 ? 7 * MINUTE_MS : 0)
    at = start + afterMs
    return { start, end: at, jobOrderIds: value }
  })
})

const samples: fc.Arbitrary<readonly Sample[]> = steps(fc.constantFrom(0, 1.5, 12, 40, null), 12 * MINUTE_MS).map((given) => {
  let at = START - 20 * MINUTE_MS
  return given.map(({ afterMs, value }): Sample => {
    at += afterMs
    return { at, sensor: 'POWER', value }
  })
})

const READING: EnergyReading = {
  electrical: exampleSetup().electrical,
  electricalVersions: [],
  maxGapMs: 5 * MINUTE_MS,
  nominalPeriodMs: 60_000,
}

test('energy by status and by order is that of their time, whatever it is cut by', () => {
  const seen = { shares: 0, unmeasured: 0, ofOrders: 0 }
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), statuses, orders, samples, (zone, byStatus, byOrder, taken) => {
      const columns = columnsOf(taken)
      const energyOf = (times: readonly { readonly start: number; readonly end: number }[]) => {
        const meter = createStretchMeter(times, READING)
        meter.add(columns)
        return meter.finish()
      }
      const sharesIn = (window: typeof WINDOW) => {
        const times = ownedTimes(zone, window, { statuses: byStatus, orders: byOrder })
        return energyShares(zone, times, energyOf(times))
      }
      const shares = sharesIn(WINDOW)
      // The straight way: the stretches themselves, clipped, without any hour or quarter.
      for (const [key, list] of [
        [statusOf, byStatus],
        [ordersOf, byOrder],
      ] as const) {
        const clipped = list.flatMap((one) => {
          const [start, end] = [Math.max(one.start, WINDOW.start), Math.min(one.end, WINDOW.end)]
          return end > start ? [{ ...one, start, end }] : []
        })
        const expected = Map.groupBy(energyOf(clipped).keys(), (at) => key(ownerAt(clipped[at])))
        for (const [name, found] of expected) {
          const straight = energyOf(clipped)
          same(
            shares.filter((share) => key(share) === name),
            [...found].flatMap((at) => straight[at] ?? []),
            `${zone} ${name}`,
          )
        }
      }
      const hours = energyBuckets(columns, { ...WINDOW, zone, bucketMs: HOUR_MS }, READING)
      for (const hour of hours) {
        const own = shares.filter(({ start }) => start >= hour.start && start < hour.end)
        same(own, [hour], `${zone} hour`)
      }
      for (const { kwh, quarters } of shares) {
        const known = quarters.filter((one) => one !== null)
        assert.ok(Math.abs(known.reduce((sum, one) => sum + one, 0) - (kwh ?? 0)) < 1e-9)
        assert.equal(known.length === 0, kwh === null)
      }
      // Worked out in two parts, as days follow each other.
      const cut = CUT - (zone === 'Asia/Kathmandu' ? 0 : 15 * MINUTE_MS)
      const parts = [...sharesIn({ start: WINDOW.start, end: cut }), ...sharesIn({ start: cut, end: WINDOW.end })]
      assert.deepEqual(parts.map(rounded), shares.map(rounded))
      seen.shares += shares.length
      seen.unmeasured += shares.filter(({ kwh }) => kwh === null).length
      seen.ofOrders += shares.filter(({ jobOrderIds }) => jobOrderIds !== null).length
    }),
    { numRuns: 150 },
  )
  for (const [name, count] of Object.entries(seen)) assert.ok(count > 500, `${name}: ${count}`)
})

type Owner = Pick<EnergyShare, 'status' | 'jobOrderIds'>
const statusOf = ({ status }: Owner) => (status === null ? null : `${status.kind} ${status.statusRuleId}`)
const ordersOf = ({ jobOrderIds }: Owner) => jobOrderIds?.join() ?? null

function ownerAt(time: StatusTime | OrderTime | undefined): Owner {
  if (time === undefined) return { status: null, jobOrderIds: null }
  return 'kind' in time ? { status: time, jobOrderIds: null } : { status: null, jobOrderIds: time.jobOrderIds }
}

function same(shares: readonly EnergyShare[], straight: readonly EnergyBucket[], message: string): void {
  const { kwh, coveredMs } = sumEnergy(straight)
  const known = shares.filter((share) => share.kwh !== null)
  assert.equal(known.length === 0, kwh === null, message)
  assert.ok(Math.abs(known.reduce((sum, share) => sum + (share.kwh ?? 0), 0) - (kwh ?? 0)) < 1e-9, message)
  assert.equal(
    known.reduce((sum, share) => sum + share.coveredMs, 0),
    coveredMs,
    message,
  )
  assert.equal(
    shares.reduce((sum, share) => sum + share.elapsedMs, 0),
    straight.reduce((sum, { start, end }) => sum + end - start, 0),
    message,
  )
}

function rounded({ kwh, quarters, ...share }: EnergyShare) {
  const round = (value: number | null) => (value === null ? null : Math.round(value * 1e9) / 1e9)
  return { ...share, kwh: round(kwh), quarters: quarters.map(round) }
}
