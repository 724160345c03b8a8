import { builder } from '#server/graphql/builder.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { StatusGraphRef } from './status.graph.ts'
import { MAX_INTERVALS, MAX_TIMELINE_DAYS, statusTimeline } from './statusTimeline.service.ts'

builder.queryField('statusTimeline', (t) =>
  t.field({
    type: [StatusGraphRef],
    authScopes: { member: true },
    description:
      'The statuses of the work center in the period up to now, ascending and clipped to it. Neighbours of one status are one interval. Of more than maxIntervals those that follow each other too fast are gathered: in such a stretch each status has one interval, as long as its intervals together, and mergedCount says how many those were.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      period: t.arg({ type: PeriodInput, required: true, description: `At most ${MAX_TIMELINE_DAYS} days.` }),
      maxIntervals: t.arg.int({ required: true, defaultValue: 2000, description: `1 to ${MAX_INTERVALS}.` }),
    },
    resolve: async (_root, { workCenterId, period, maxIntervals }, context) => {
      const { id } = await context.workCenter(workCenterId)
      const { companyId } = context.member()
      return [...(await statusTimeline(context.deps, companyId, { workCenterId: id, ...period }, maxIntervals))]
    },
  }),
)
