import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { OrderPart } from './orderParts.ts'
import { spreadUnits } from './spreadOutput.ts'

/** What stands of a clock hour, clipped to one shift, and its planned production time. */
export type HourOfShift = OrderQuantity & { readonly start: number; readonly plannedMs: number }

/** An output segment of the same shift with its parts by order. */
export type SegmentOfShift = {
  readonly start: number
  readonly end: number | null
  readonly parts: readonly OrderPart[]
  readonly plannedMs: number
  /** Whether several orders were in progress, so that its time belongs to none of them. */
  readonly isShared: boolean
}

/** A part of a segment within one hour. */
export type PartOfHour = OrderPart & {
  readonly hourStart: number
  /** The index of its segment; null = none covers the hour. */
  readonly segment: number | null
  /** Planned production time of the segment's own order in the hour; null = of several, or of an order that did not run. */
  readonly plannedMs: number | null
}

type Share = OrderQuantity & { readonly hourStart: number; readonly plannedMs: number }

/**
 * Returns what was made in each hour by order (domain.md O-18); both lists are ascending and whole. Only one segment crosses the end of an hour, so the share of each
 * follows from the sums of both: what ends in the hour has its rest there, what goes on has the rest of the hour. Parts keep the sum of their hour.
 */
export function outputByHour(hours: readonly HourOfShift[], segments: readonly SegmentOfShift[], type: WorkCenterType): PartOfHour[] {
  const shares: Share[][] = segments.map(() => [])
  const without: PartOfHour[] = []
  const rests = segments.map(({ parts, plannedMs }) => ({ ...madeOf(parts), plannedMs }))
  let first = 0
  for (const [at, hour] of hours.entries()) {
    const end = Math.min(hour.start + HOUR_MS, hours[at + 1]?.start ?? Infinity)
    while (first < segments.length - 1 && (segments[first]?.end ?? Infinity) <= hour.start) first++
    let last = first
    while ((segments[last + 1]?.start ?? Infinity) < end) last++
    const left = { accepted: hour.accepted, rejected: hour.rejected, plannedMs: hour.plannedMs }
    for (let index = first; index <= last; index++) {
      const rest = rests[index]
      if (rest === undefined) continue
      const share = { hourStart: hour.start, accepted: left.accepted, rejected: left.rejected, plannedMs: left.plannedMs }
      if (index < last) {
        share.accepted = Math.min(left.accepted, rest.accepted)
        share.rejected = Math.min(left.rejected, rest.rejected)
        share.plannedMs = Math.min(left.plannedMs, rest.plannedMs)
      }
      for (const key of ['accepted', 'rejected', 'plannedMs'] as const) {
        left[key] -= share[key]
        rest[key] = Math.max(0, rest[key] - share[key])
      }
      shares[index]?.push(share)
    }
    if (segments.length === 0) without.push(partWithout(hour))
  }
  return [...without, ...segments.flatMap((segment, index) => spreadParts(segment, shares[index] ?? [], index, type))]
}

function partWithout({ start, accepted, rejected, plannedMs }: HourOfShift): PartOfHour {
  return {
    hourStart: start,
    segment: null,
    jobOrderIds: [],
    made: { accepted, rejected },
    confirmed: { accepted: 0, rejected: 0 },
    plannedMs,
  }
}

function spreadParts({ parts, isShared }: SegmentOfShift, shares: readonly Share[], segment: number, type: WorkCenterType): PartOfHour[] {
  const rests = parts.map(({ made }) => ({ ...made }))
  const made = shares.map((share) => {
    const accepted = spreadOver(
      share.accepted,
      rests.map((rest) => rest.accepted),
      type,
    )
    const rejected = spreadOver(
      share.rejected,
      rests.map((rest) => rest.rejected),
      type,
    )
    for (const [at, rest] of rests.entries()) {
      rest.accepted -= accepted[at] ?? 0
      rest.rejected -= rejected[at] ?? 0
    }
    return parts.map((_part, at) => ({ accepted: accepted[at] ?? 0, rejected: rejected[at] ?? 0 }))
  })
  return parts.flatMap(({ jobOrderIds, confirmed }, part) => {
    const weights = made.map((own) => (own[part]?.accepted ?? 0) + (own[part]?.rejected ?? 0))
    const accepted = spreadUnits(confirmed.accepted, weights, type)
    const rejected = spreadUnits(confirmed.rejected, weights, type)
    return shares.map(({ hourStart, plannedMs }, at) => ({
      hourStart,
      segment,
      jobOrderIds,
      made: made[at]?.[part] ?? { accepted: 0, rejected: 0 },
      confirmed: { accepted: accepted[at] ?? 0, rejected: rejected[at] ?? 0 },
      plannedMs: !isShared && part === parts.length - 1 ? plannedMs : null,
    }))
  })
}

/** By what is left of each part, so that none falls below 0; what is more than is left belongs to the last. */
function spreadOver(units: number, left: readonly number[], type: WorkCenterType): number[] {
  return left.length === 1 ? [units] : spreadUnits(units, left, type)
}

function madeOf(parts: readonly OrderPart[]): OrderQuantity {
  return parts.reduce((sum, { made }) => ({ accepted: sum.accepted + made.accepted, rejected: sum.rejected + made.rejected }), {
    accepted: 0,
    rejected: 0,
  })
}
