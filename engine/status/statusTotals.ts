import type { StatusInterval } from '#engine/facts.ts'

/** How long one status lasted in all. */
export type StatusTotal = Pick<StatusInterval, 'kind' | 'statusRuleId'> & { readonly isEffective: boolean; readonly durationMs: number }

/** Returns the time spent in each status, the longest first; `now` is where an open interval ends. */
export function statusTotals(
  statuses: readonly (StatusInterval & { readonly isEffective: boolean })[],
  now: number,
): readonly StatusTotal[] {
  const totals = new Map<string, StatusTotal>()
  for (const { kind, statusRuleId, isEffective, start, end } of statuses) {
    const key = `${kind} ${statusRuleId ?? ''} ${isEffective}`
    const before = totals.get(key)?.durationMs ?? 0
    totals.set(key, { kind, statusRuleId, isEffective, durationMs: before + Math.max(0, (end ?? now) - start) })
  }
  return [...totals.values()].toSorted((a, b) => b.durationMs - a.durationMs)
}
