import { gatherTimeline } from '#engine/status/gatherTimeline.ts'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { StoredStatus, Window } from './statusInterval.store.ts'
import { listClippedStatuses, listFirstReasons, listRuleMeanings } from './statusTimeline.store.ts'
import type { ClippedStatus, RuleMeaning } from './statusTimeline.store.ts'

export const MAX_TIMELINE_DAYS = 400
export const MAX_INTERVALS = 5000

type Run = StoredStatus & { readonly ownStart: number }

/**
 * Returns the statuses of the window up to now, ascending, clipped, neighbours joined, gathered to at most `maxIntervals`; nothing for a future
 * window. Refuses INVALID_PERIOD for an empty window or more than 400 days, and VALUE_OUT_OF_RANGE for fewer than 1 or more than 5000 intervals.
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
  return database.inTenant(companyId, async (tenant) => {
    const [statuses, meanings] = await Promise.all([listClippedStatuses(tenant, window), listRuleMeanings(tenant, workCenterId)])
    const meaningOf = meaningBy(meanings)
    const runs = statuses.map((one): Run => {
      // What began in the past and still lasts has an end where the window has it.
      const until = one.end === null && end < at ? end : one.end
      return { ...one, end: until, workCenterId, ...meaningOf(one), reasonId: null, mergedCount: 1 }
    })
    const gathered = gatherTimeline(runs, maxIntervals, window.end, isSame)
    const reasons = await listFirstReasons(
      tenant,
      workCenterId,
      gathered.map((one) => ({ from: one.mergedCount > 1 ? one.start : one.ownStart, to: one.end ?? window.end })),
    )
    return gathered.map((one, index) => ({ ...one, reasonId: reasons[index] ?? null }))
  })
}

/** The meaning of a status may differ between versions of its rule, and silence has causes: these are distinguished. */
function isSame(left: Run, right: Run): boolean {
  return (
    left.kind === right.kind &&
    left.statusRuleId === right.statusRuleId &&
    left.cause === right.cause &&
    left.isEffective === right.isEffective &&
    left.isScheduledLoss === right.isScheduledLoss
  )
}

type Meaning = Pick<RuleMeaning, 'isEffective' | 'isScheduledLoss'>
const NO_RULE: Meaning = { isEffective: false, isScheduledLoss: false }

/** The version that was in force when the interval began; an interval is never cut inside one version. */
function meaningBy(meanings: readonly RuleMeaning[]): (status: ClippedStatus) => Meaning {
  const byRule = Map.groupBy(meanings, (meaning) => meaning.statusRuleId)
  return ({ statusRuleId, ownStart }) => {
    const found = statusRuleId === null ? undefined : byRule.get(statusRuleId)?.findLast((meaning) => meaning.validFrom <= ownStart)
    return found === undefined ? NO_RULE : { isEffective: found.isEffective, isScheduledLoss: found.isScheduledLoss }
  }
}
