import { blockingIssues } from '#engine/shift/blockingIssues.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftKey } from './shiftCounts.store.ts'
import { listConfirmationRules, listSegments, listUnclassified } from './shiftIssue.store.ts'

/** Returns what holds each of the shifts up, in their order (domain.md S-45): three queries, however many they are. */
export async function issuesOfShifts(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (readonly ShiftIssue[])[]> {
  if (shifts.length === 0) return []
  const [losses, segments, rules] = await Promise.all([
    listUnclassified(tenant, shifts),
    listSegments(tenant, shifts),
    listConfirmationRules(tenant, shifts),
  ])
  const keyOf = (one: { readonly workCenterId: number; readonly start: number }): string => `${one.workCenterId}@${one.start}`
  const lossesOf = Map.groupBy(losses, keyOf)
  const segmentsOf = Map.groupBy(segments, keyOf)
  const rulesOf = new Map(rules.map((rule) => [keyOf(rule), rule]))
  return shifts.map((shift) => {
    const rule = rulesOf.get(keyOf(shift))
    if (rule === undefined) return []
    return blockingIssues({ losses: lossesOf.get(keyOf(shift)) ?? [], segments: segmentsOf.get(keyOf(shift)) ?? [] }, rule)
  })
}
