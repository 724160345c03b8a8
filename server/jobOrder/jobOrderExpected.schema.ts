import { expectedBy } from '#engine/jobOrder/planWindow.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder } from '#server/graphql/builder.ts'
import { JobOrderRef } from './jobOrder.graph.ts'

builder.objectFields(JobOrderRef, (t) => ({
  expectedNow: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'How much of the plan is due by now, by the scheduled time of its window; null without a plan, a window or a work center.',
    resolve: async ({ planOutput, planStart, planEnd, workCenterId }, _args, context) => {
      if (planOutput === null || planStart === null || planEnd === null || workCenterId === null) return null
      const window = { start: planStart, end: planEnd }
      const shifts = await context.inTenant((tenant) => context.deps.shiftTimes(tenant, workCenterId, window))
      return roundUnits(expectedBy(planOutput, window, context.deps.now(), shifts))
    },
  }),
}))
