import { joinNeighbours } from '#engine/status/thinTimeline.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { StoredStatus, Window } from './statusInterval.store.ts'
import { listTimeline } from './statusTimeline.store.ts'

const DAY_MS = 86_400_000
export const MAX_TIMELINE_DAYS = 400
export const MAX_INTERVALS = 5000

/**
 * Returns the statuses of the window up to now, ascending, clipped, neighbours joined, and thinned to at most `maxIntervals`; nothing of a window
 * that is to come. Refuses INVALID_PERIOD of a window without length or of more than 400 days, and VALUE_OUT_OF_RANGE of fewer than 1 or more than
 * 5000 intervals.
 */
export async function statusTimeline(
  { database, now }: { readonly database: Database; readonly now: () => number },
  companyId: CompanyId,
  { workCenterId, start, end }: Window,
  maxIntervals: number,
): Promise<readonly StoredStatus[]> {
  if (maxIntervals < 1 || maxIntervals > MAX_INTERVALS) {
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'maxIntervals', params: { value: maxIntervals, min: 1, max: MAX_INTERVALS } })
  }
  if (end <= start || end - start > MAX_TIMELINE_DAYS * DAY_MS) {
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_TIMELINE_DAYS } })
  }
  const at = now()
  if (start >= at) return []
  const window = { workCenterId, start, end: Math.min(end, at) }
  const statuses = await database.inTenant(companyId, (tenant) => listTimeline(tenant, window, { cap: maxIntervals, isNow: end >= at }))
  return joinNeighbours(statuses, isSame)
}

/** What a status counts as may differ between versions of its rule, and silence has causes: those are told apart. */
function isSame(left: StoredStatus, right: StoredStatus): boolean {
  return (
    left.kind === right.kind &&
    left.statusRuleId === right.statusRuleId &&
    left.cause === right.cause &&
    left.isEffective === right.isEffective &&
    left.isScheduledLoss === right.isScheduledLoss
  )
}
