import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { LossTrackingRow, LossTrackingRule } from './lossSetup.ts'

/** Returns the rule of the status that was in force when its stop began (domain.md S-23); null = none. */
export function ruleAtStart(
  rules: ReadonlyMap<StatusRuleId | null, readonly LossTrackingRule[]>,
  statusRuleId: StatusRuleId | null,
  stopStart: number,
): LossTrackingRule | null {
  const versions = rules.get(statusRuleId)
  return versions?.find((rule) => rule.validFrom <= stopStart && stopStart < (rule.validTo ?? Infinity)) ?? null
}

/** Returns the reason of a whole stop by how long it lasted in ms: rows are `[from, to)`, a hole between them has none (domain.md S-23, E-45). */
export function reasonByDuration(rows: readonly LossTrackingRow[], durationMs: number): LossReasonId | null {
  return rows.find((row) => row.fromMs <= durationMs && durationMs < (row.toMs ?? Infinity))?.reasonId ?? null
}

/** Returns the duration in ms from which on a longer stop gets no other reason by the rows. */
export function lastThreshold(rows: readonly LossTrackingRow[]): number {
  return rows.reduce((last, row) => Math.max(last, row.fromMs, row.toMs ?? 0), 0)
}
