import type { WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listRuns } from './jobOrder.store.ts'
import type { JobOrderRun } from './jobOrder.store.ts'

/** Above this no screen tells the runs apart; nothing is left out silently. */
const MAX_RUNS = 5000

/** Returns the runs of job orders in the period, ascending; refuses a period with more than 5,000 as INVALID_PERIOD, with the days from its start that fit. */
export async function listJobOrderRuns(tenant: Tenant, workCenterId: WorkCenterId, period: Interval): Promise<readonly JobOrderRun[]> {
  const found = await listRuns(tenant, [workCenterId], period, MAX_RUNS + 1)
  const tooMany = found[MAX_RUNS]
  if (tooMany === undefined) return found
  const maxDays = Math.max(1, Math.floor((tooMany.start - period.start) / DAY_MS))
  throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays } })
}
