import type { Interval } from '#engine/time/interval.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { averageKwOf } from './averagePower.ts'
import { bucketGrid } from './bucketGrid.ts'
import type { EnergyBucket } from './energyBuckets.ts'
import { QUARTER_MS } from './energyHours.ts'
import { sumEnergy } from './energySums.ts'

/** Time of a machine in one status. */
export type StatusTime = Interval & { readonly kind: string; readonly statusRuleId: number | null; readonly isEffective: boolean }
/** Time of a segment of output; without orders the list is empty. */
export type OrderTime = Interval & { readonly jobOrderIds: readonly number[] }

/** The status and orders that the energy belongs to. Null = no status is known, or there is no segment. */
export type EnergyOwner = {
  readonly status: Omit<StatusTime, 'start' | 'end'> | null
  readonly jobOrderIds: readonly number[] | null
}
/** Time of one status and one set of orders, within a quarter hour of the clock. */
export type OwnedTime = Interval & EnergyOwner

/** Energy of one status and one set of orders in an hour of the clock, as stored. */
export type EnergyShare = EnergyOwner &
  Pick<EnergyBucket, 'coveredMs' | 'isAssumedBalanced' | 'kwh'> & {
    readonly hourStart: number
    /** The first instant of the share in the hour, and the end of its last. */
    readonly start: number
    readonly end: number
    readonly elapsedMs: number
    /** Of each quarter hour; null where nothing was measured. */
    readonly quarters: readonly (number | null)[]
  }

/**
 * Returns the time of the window that has a status or a segment, cut at the edges of both and at the quarter hours of the zone's clock, on which
 * prices change (domain.md S-14). Both lists ascend.
 */
export function ownedTimes(
  zone: string,
  window: Interval,
  { statuses, orders }: { readonly statuses: readonly StatusTime[]; readonly orders: readonly OrderTime[] },
): readonly OwnedTime[] {
  if (window.end <= window.start) return []
  const { edges: quarters } = bucketGrid({ ...window, zone, bucketMs: QUARTER_MS })
  const inside = [...statuses, ...orders].flatMap(({ start, end }) => [start, end]).filter((at) => at > window.start && at < window.end)
  const edges = Float64Array.from(new Set([...quarters, ...inside])).sort()
  const times: OwnedTime[] = []
  let [statusAt, orderAt] = [0, 0]
  for (let at = 0; at + 1 < edges.length; at++) {
    const [start = 0, end = 0] = [edges[at], edges[at + 1]]
    while (statusAt < statuses.length && (statuses[statusAt]?.end ?? Infinity) <= start) statusAt++
    while (orderAt < orders.length && (orders[orderAt]?.end ?? Infinity) <= start) orderAt++
    const [status, order] = [holding(statuses[statusAt], start), holding(orders[orderAt], start)]
    if (status !== null || order !== null) times.push({ start, end, status, jobOrderIds: order?.jobOrderIds ?? null })
  }
  return times
}

/** Returns the energies of the times, which are in the same order, added up by hour of the zone's clock and owner. */
export function energyShares(zone: string, times: readonly OwnedTime[], energies: readonly EnergyBucket[]): readonly EnergyShare[] {
  const shares = new Map<string, { readonly hour: Interval; readonly owner: EnergyOwner; readonly at: number[] }>()
  let hour: Interval = { start: -Infinity, end: -Infinity }
  for (const [at, { start, status, jobOrderIds }] of times.entries()) {
    if (start >= hour.end) hour = bucketAt(zone, start, HOUR_MS)
    const key = JSON.stringify([hour.start, status?.kind, status?.statusRuleId, status?.isEffective, jobOrderIds])
    const known = shares.get(key)
    if (known === undefined) shares.set(key, { hour, owner: { status, jobOrderIds }, at: [at] })
    else known.at.push(at)
  }
  return [...shares.values()].map(({ hour: { start, end }, owner, at }) => {
    const { edges, count } = bucketGrid({ start, end, zone, bucketMs: QUARTER_MS })
    const found = at.map((index) => energies[index] ?? empty(times[index] ?? { start, end }))
    const { kwh, coveredMs, isAssumedBalanced } = sumEnergy(found)
    return {
      ...ownerOf(owner),
      hourStart: start,
      start: found[0]?.start ?? start,
      end: found.at(-1)?.end ?? end,
      elapsedMs: found.reduce((sum, one) => sum + one.end - one.start, 0),
      kwh,
      coveredMs,
      isAssumedBalanced,
      quarters: Array.from({ length: count }, (_, quarter) => {
        const [from = 0, to = 0] = [edges[quarter], edges[quarter + 1]]
        return sumEnergy(found.filter((one) => one.start >= from && one.start < to)).kwh
      }),
    }
  })
}

function ownerOf({ status, jobOrderIds }: EnergyOwner): EnergyOwner {
  if (status === null) return { status, jobOrderIds }
  const { kind, statusRuleId, isEffective } = status
  return { status: { kind, statusRuleId, isEffective }, jobOrderIds }
}

function holding<Time extends Interval>(time: Time | undefined, at: number): Time | null {
  return time !== undefined && time.start <= at && at < time.end ? time : null
}

function empty({ start, end }: Interval): EnergyBucket {
  return { start, end, kwh: null, coveredMs: 0, averageKw: averageKwOf(null, 0), maxKw: null, source: null, isAssumedBalanced: false }
}
