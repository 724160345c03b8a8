import { thinTimeline } from '#engine/status/thinTimeline.ts'
import { builder } from '#server/graphql/builder.ts'
import { PeriodInput, StatusGraphRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { listStatusesIn } from './statusInterval.store.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 400
const MAX_INTERVALS = 5000

builder.queryField('statusTimeline', (t) =>
  t.field({
    type: [StatusGraphRef],
    authScopes: { member: true },
    description:
      'The statuses of the work center in the period up to now, ascending and clipped to it. Neighbours of one status are one interval; of more than maxIntervals the shortest are absorbed by those before them, which say in mergedCount how many they stand for.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      period: t.arg({ type: PeriodInput, required: true, description: `At most ${MAX_DAYS} days.` }),
      maxIntervals: t.arg.int({ required: true, defaultValue: 2000, description: `1 to ${MAX_INTERVALS}.` }),
    },
    resolve: async (_root, { workCenterId, period, maxIntervals }, context) => {
      const { id } = await context.workCenter(workCenterId)
      if (maxIntervals < 1 || maxIntervals > MAX_INTERVALS) {
        throw new Refusal({
          code: 'VALUE_OUT_OF_RANGE',
          field: 'maxIntervals',
          params: { value: maxIntervals, min: 1, max: MAX_INTERVALS },
        })
      }
      if (period.end <= period.start || period.end - period.start > MAX_DAYS * DAY_MS) {
        throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
      }
      const window = { workCenterId: id, start: period.start, end: Math.min(period.end, context.now()) }
      const statuses = window.end > window.start ? await context.inTenant((tenant) => listStatusesIn(tenant, [window])) : []
      return [...thinTimeline(statuses, maxIntervals, window.end)]
    },
  }),
)
