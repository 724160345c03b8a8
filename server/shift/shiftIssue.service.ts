import { checklistsHoldingUp } from '#engine/checklist/checklistsHoldingUp.ts'
import { blockingIssues, withHeldUp } from '#engine/shift/blockingIssues.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import { blockingTasks } from '#engine/task/blockingTasks.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftKey } from './shiftCounts.store.ts'
import {
  listBlockingChecklists,
  listBlockingPlans,
  listConfirmationRules,
  listPendingTasks,
  listSegments,
  listUnclassified,
} from './shiftIssue.store.ts'

/** Returns what holds each of the shifts up, in their order (domain.md S-45, T-6, CL-13): five queries, or six, however many they are. */
export async function issuesOfShifts(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (readonly ShiftIssue[])[]> {
  if (shifts.length === 0) return []
  const [losses, segments, rules, checklists, plans] = await Promise.all([
    listUnclassified(tenant, shifts),
    listSegments(tenant, shifts),
    listConfirmationRules(tenant, shifts),
    listBlockingChecklists(tenant, shifts),
    listBlockingPlans(tenant),
  ])
  const keyOf = (one: { readonly workCenterId: number; readonly start: number }): string => `${one.workCenterId}@${one.start}`
  const lossesOf = Map.groupBy(losses, keyOf)
  const segmentsOf = Map.groupBy(segments, keyOf)
  const tasks = plans.length > 0 ? await listPendingTasks(tenant, shifts) : []
  const pendingOf = Map.groupBy(tasks, keyOf)
  const openOf = Map.groupBy(checklists, keyOf)
  const rulesOf = new Map(rules.map((rule) => [keyOf(rule), rule]))
  return shifts.map((shift) => {
    const rule = rulesOf.get(keyOf(shift))
    if (rule === undefined) return []
    const key = keyOf(shift)
    const own = lossesOf.get(key) ?? []
    const issues = blockingIssues({ losses: own, segments: segmentsOf.get(key) ?? [] }, rule)
    const named = new Set(issues.find(({ code }) => code === 'UNCLASSIFIED_LOSSES')?.ids)
    const ownIssues = new Set(own.filter(({ id }) => named.has(id)).map(({ from }) => from))
    const taskIds = blockingTasks(pendingOf.get(key) ?? [], { start: shift.start, ownIssues }, plans)
    return withHeldUp(issues, { taskIds, occurrenceIds: checklistsHoldingUp(openOf.get(key) ?? []) })
  })
}

/** Brings the tasks of a work center up to the instant. */
export type EvaluateTasks = (
  tenant: Tenant,
  workCenterId: WorkCenterId,
  stretch: { readonly fromAt: number; readonly now: number },
) => Promise<unknown>

/** Brings the tasks of shifts up to the instant, where they may hold the shifts up: what was answered in this moment holds nothing up. */
export async function bringTasks(tenant: Tenant, evaluate: EvaluateTasks, shifts: readonly ShiftKey[], now: number): Promise<void> {
  if (shifts.length === 0 || (await listBlockingPlans(tenant)).length === 0) return
  const startsOf = Map.groupBy(shifts, ({ workCenterId }) => workCenterId)
  for (const [workCenterId, own] of [...startsOf].toSorted(([left], [right]) => left - right)) {
    await evaluate(tenant, workCenterId, { fromAt: Math.min(...own.map(({ start }) => start)), now })
  }
}
