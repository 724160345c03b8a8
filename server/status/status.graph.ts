import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { thinTimeline } from '#engine/status/thinTimeline.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, grouped, loader, tenantLoader } from '#server/graphql/loader.ts'
import { liveOf } from '#server/workCenter/workCenter.graph.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listStatusesIn } from './statusInterval.store.ts'
import type { StoredStatus, Window } from './statusInterval.store.ts'
import { findStatusRules, listStatusRules } from './statusRule.store.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

export const StatusGraphRef = builder.objectRef<StoredStatus>('StatusGraph')
export const StatusRuleRef = builder.objectRef<StoredStatusRule>('StatusRule')

/** A timeline of a card has fewer pixels than this has runs. */
export const MAX_RUNS = 200

export const statusRuleById = tenantLoader(async (tenant, ids: readonly StatusRuleId[]) =>
  each(ids, await findStatusRules(tenant, ids), (rule) => rule.id),
)

export const statusRulesOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) =>
  grouped(ids, await listStatusRules(tenant, ids), (rule) => rule.workCenterId),
)

/** The statuses of the running shift up to now, thinned for drawing; empty out of schedule. */
export const shiftStatusesOf = loader(
  async (workCenters: readonly WorkCenter[], context) => {
    const now = context.now()
    const windows = await runningShiftsOf(workCenters, context)
    const statuses = windows.length === 0 ? [] : await context.inTenant((tenant) => listStatusesIn(tenant, windows))
    const ids = workCenters.map((one) => one.id)
    return grouped(ids, statuses, (status) => status.workCenterId).map((list) => thinTimeline(list, MAX_RUNS, now))
  },
  (workCenter) => workCenter.id,
)

/** Returns the running shifts of the work centers up to now; nothing of one that is out of schedule. */
export async function runningShiftsOf(workCenters: readonly WorkCenter[], context: RequestContext): Promise<readonly Window[]> {
  const now = context.now()
  const views = await liveOf(context).loadMany([...workCenters])
  return workCenters.flatMap((one, at) => {
    const view = views[at]
    return view && !(view instanceof Error) && view.shift && view.shift.start < now
      ? [{ workCenterId: one.id, start: view.shift.start, end: Math.min(view.shift.end, now) }]
      : []
  })
}
