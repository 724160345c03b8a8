import { builder, can } from '#server/graphql/builder.ts'
import { lossQuestionOf } from './analyticsFilter.service.ts'
import { findChangeMarks, type ChangeMark, type UnusualDay } from './changeMarks.service.ts'

const ChangeRef = builder.objectRef<ChangeMark>('LossChange').implement({
  description: 'A reason that takes more at a work center since a day; minutes of each planned hour, by the last 60 days with work.',
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    reasonId: t.exposeInt('reasonId'),
    date: t.field({ type: 'Date', description: 'The first day of the change.', resolve: ({ date }) => date }),
    before: t.exposeFloat('before'),
    since: t.exposeFloat('since'),
    points: t.exposeFloat('points', { description: 'Points of availability of all work centers that were asked for.' }),
  }),
})

const UnusualDayRef = builder.objectRef<UnusualDay>('UnusualLossDay').implement({
  description: 'A day on which a reason took more than chance explains; by itself it changes nothing.',
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    reasonId: t.exposeInt('reasonId'),
    date: t.field({ type: 'Date', resolve: ({ date }) => date }),
    minutesPerHour: t.exposeFloat('minutesPerHour'),
    usual: t.exposeFloat('usual'),
  }),
})

type Marks = Awaited<ReturnType<typeof findChangeMarks>>
const ChangeMarksRef = builder.objectRef<Marks>('ChangeMarks').implement({
  description: 'When it got worse: at most three lasting changes, the costliest first, and three unusual days, the latest first.',
  fields: (t) => ({
    changes: t.field({ type: [ChangeRef], resolve: ({ changes }) => [...changes] }),
    unusualDays: t.field({ type: [UnusualDayRef], resolve: ({ unusual }) => [...unusual] }),
  }),
})

builder.queryField('changeMarks', (t) =>
  t.field({
    type: ChangeMarksRef,
    authScopes: can('READ', 'ANALYTICS'),
    description:
      'Of stops that lower OEE, as far as is known at the end of `dateTo`, by default yesterday; unusual days are those of the dates.',
    args: {
      workCenterIds: t.arg.intList(),
      workCenterGroupIds: t.arg.intList(),
      dateFrom: t.arg({ type: 'Date' }),
      dateTo: t.arg({ type: 'Date' }),
    },
    resolve: async (_root, { workCenterIds, workCenterGroupIds, dateFrom, dateTo }, context) => {
      const filter = lossQuestionOf({ workCenterIds: await context.narrowed(workCenterIds), workCenterGroupIds })
      const asked = { filter, first: dateFrom ?? null, last: dateTo ?? null, now: context.now() }
      return context.inTenant((tenant) => findChangeMarks(tenant, asked))
    },
  }),
)
