import type { OutputCount } from '#engine/facts.ts'
import type { OutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'

/** Readings of the counters of one output segment; null = the device has no such counter. */
export type CounterSums = { readonly total: number | null; readonly accepted: number | null; readonly rejected: number | null }

/** A count and whether its counters contradict each other (`COUNTER_MISMATCH`). */
export type DerivedCount = { readonly count: OutputCount; readonly isMismatch: boolean }

export const NO_OUTPUT: OutputCount = { total: 0, accepted: 0, rejected: 0 }

/**
 * Returns total, accepted and rejected from the two real counters (domain.md S-61). A derived value below 0 becomes 0 and raises the total. A device
 * with one counter makes only good units, or only rejects if that is its counter.
 */
export function deriveCount(type: OutputCalculationType, sums: CounterSums): DerivedCount {
  const { total, accepted, rejected } = sums
  switch (type) {
    case 'ACCEPTED_AND_REJECTED':
      if (accepted === null && total !== null) return fromTotal(total, total - (rejected ?? 0))
      return { count: { total: (accepted ?? 0) + (rejected ?? 0), accepted: accepted ?? 0, rejected: rejected ?? 0 }, isMismatch: false }
    case 'TOTAL_AND_ACCEPTED':
      return fromTotal(total ?? accepted ?? 0, accepted ?? total ?? 0)
    case 'TOTAL_AND_REJECTED': {
      const made = total ?? (accepted ?? 0) + (rejected ?? 0)
      const scrap = rejected ?? 0
      return scrap > made
        ? { count: { total: scrap, accepted: 0, rejected: scrap }, isMismatch: true }
        : { count: { total: made, accepted: made - scrap, rejected: scrap }, isMismatch: false }
    }
  }
}

/** Returns the sum of two counts. */
export function addCounts(a: OutputCount, b: OutputCount): OutputCount {
  return { total: a.total + b.total, accepted: a.accepted + b.accepted, rejected: a.rejected + b.rejected }
}

/** Returns the first count less the second. */
export function subtractCounts(a: OutputCount, b: OutputCount): OutputCount {
  return { total: a.total - b.total, accepted: a.accepted - b.accepted, rejected: a.rejected - b.rejected }
}

/** Returns whether the count is all zeros. */
export function isNoOutput(count: OutputCount): boolean {
  return count.total === 0 && count.accepted === 0 && count.rejected === 0
}

function fromTotal(total: number, accepted: number): DerivedCount {
  if (accepted > total) return { count: { total: accepted, accepted, rejected: 0 }, isMismatch: true }
  return { count: { total, accepted, rejected: total - accepted }, isMismatch: false }
}

/** Returns the count as shown and answered: thousandths of a unit, without the noise of long sums (domain.md D-50, D-51). */
export function roundCount({ total, accepted, rejected }: OutputCount): OutputCount {
  return { total: roundUnits(total), accepted: roundUnits(accepted), rejected: roundUnits(rejected) }
}

/** Returns the quantity to three places, half up. */
export function roundUnits(units: number): number {
  return Math.round(units * 1000) / 1000
}
