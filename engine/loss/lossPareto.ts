import type { LossReasonId } from '#engine/ids.ts'
import type { Classification } from './lossKind.ts'

export type ParetoType = 'BY_COUNT' | 'BY_DURATION'

/** All losses of one reason, or of those without one all that are classified alike (domain.md S-31a). */
export type LossTotals = {
  readonly reasonId: LossReasonId | null
  readonly classification: Classification
  readonly count: number
  readonly durationMs: number
  readonly quantity: number
}

/** Shares are fractions of the whole by the measure that the rows are sorted by; the last cumulative one is 1. */
export type ParetoRow = LossTotals & { readonly share: number; readonly cumulativeShare: number }

const LAST = Number.MAX_SAFE_INTEGER

/** Returns the totals as a Pareto: largest first, ties by reason, with share and cumulative share. */
export function lossPareto(totals: readonly LossTotals[], type: ParetoType): ParetoRow[] {
  const measure = (row: LossTotals): number => (type === 'BY_COUNT' ? row.count : row.durationMs)
  const whole = totals.reduce((sum, row) => sum + measure(row), 0)
  const sorted = totals.toSorted(
    (left, right) =>
      measure(right) - measure(left) ||
      (left.reasonId ?? LAST) - (right.reasonId ?? LAST) ||
      left.classification.localeCompare(right.classification),
  )
  let sum = 0
  return sorted.map((row) => {
    sum += measure(row)
    return { ...row, share: whole > 0 ? measure(row) / whole : 0, cumulativeShare: whole > 0 ? sum / whole : 0 }
  })
}
