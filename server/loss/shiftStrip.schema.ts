import { thinTimeline } from '#engine/status/thinTimeline.ts'
import { builder } from '#server/graphql/builder.ts'
import { StopLookEnum } from '#server/graphql/enums.ts'
import { grouped, loader } from '#server/graphql/loader.ts'
import { MAX_RUNS, runningShiftsOf, StatusGraphRef } from '#server/status/status.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listExplainedStatuses, looksAlike } from './explainedStatus.service.ts'

/** The statuses of the running shift up to now with the looks of their stops, thinned for drawing; empty out of schedule. */
const shiftStripOf = loader(
  async (workCenters: readonly WorkCenter[], context) => {
    const windows = await runningShiftsOf(workCenters, context)
    const statuses = await context.inTenant((tenant) => listExplainedStatuses(tenant, windows))
    const ids = workCenters.map((one) => one.id)
    return grouped(ids, statuses, (status) => status.workCenterId).map((list) => thinTimeline(list, MAX_RUNS, context.now(), looksAlike))
  },
  (workCenter) => workCenter.id,
)

builder.objectFields(WorkCenterRef, (t) => ({
  shiftStrip: t.field({
    type: [StatusGraphRef],
    description: 'Statuses of the running shift up to now, cut where the reason of a stop changes, thinned out beyond 200.',
    resolve: async (workCenter, _args, context) => [...(await shiftStripOf(context).load(workCenter))],
  }),
}))

builder.objectFields(StatusGraphRef, (t) => ({
  look: t.field({
    type: StopLookEnum,
    nullable: true,
    description: 'How the stop in it looks; only shiftStrip tells, null of what is no stop.',
    resolve: (status) => status.look ?? null,
  }),
}))
