import type { ChecklistFacts, ChecklistFrequency } from '#engine/checklist/checklist.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from '#server/shift/scheduleInForce.service.ts'
import { listCounts, listProductRuns, listSameStatuses, listStops, listStretches } from './checklistFacts.store.ts'
import type { ProductRun } from './checklistFacts.store.ts'

export type PlaceFacts = ChecklistFacts & { readonly runs: readonly ProductRun[] }

/** Returns what makes checklists of these frequencies due at the work center in the window, and which products were made. */
export async function readPlaceFacts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  window: Interval,
  frequencies: readonly ChecklistFrequency[],
): Promise<PlaceFacts> {
  const named = frequencies.flatMap(({ source, statusRuleId }) => (source === 'STATUS' && statusRuleId !== null ? [statusRuleId] : []))
  const { versions } = await scheduleInForce(tenant, workCenterId)
  const calendar = calendarOf(versions)
  const runs = await listProductRuns(tenant, workCenterId, window)
  return {
    zone: calendar.zoneAt(window.end),
    shifts: instancesBetween(calendar, window.start, window.end + LONGEST_SHIFT_MS),
    statuses: await listStretches(tenant, workCenterId, window),
    sameStatuses: await listSameStatuses(tenant, workCenterId, named),
    stops: await listStops(tenant, workCenterId, window),
    counts: await listCounts(tenant, workCenterId, window),
    changeovers: runs.flatMap(({ start, itemId }, index) => {
      const before = runs[index - 1]
      return before === undefined || before.itemId === itemId ? [] : [start]
    }),
    runs,
  }
}

/** Returns the product that was made at the instant, null = none, or an order without one. */
export function productAt(runs: readonly ProductRun[], at: number): ItemId | null {
  return runs.findLast(({ start, end }) => start <= at && (end === null || at < end))?.itemId ?? null
}
