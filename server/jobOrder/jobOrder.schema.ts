import { builder, can } from '#server/graphql/builder.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { JobOrderRef, activeOrdersOf, jobOrderById } from './jobOrder.graph.ts'
import { listJobOrderRuns } from './jobOrderRuns.service.ts'
import { filterOf } from './jobOrderFilter.schema.ts'
import { pageOrders } from './jobOrderList.store.ts'
import type { JobOrder, JobOrderRun } from './jobOrder.store.ts'

const JobOrdersPageRef = pageType<JobOrder>('JobOrdersPage', JobOrderRef)

const JobOrderRunRef = builder.objectRef<JobOrderRun>('JobOrderRun').implement({
  description: 'A stretch in which a work center worked on a job order.',
  fields: (t) => ({
    jobOrder: t.field({
      type: JobOrderRef,
      resolve: async (run, _args, context) => {
        const order = await jobOrderById(context).load(run.jobOrderId)
        if (order === null) throw new Error(`the job order ${run.jobOrderId} of a run is not there`)
        return order
      },
    }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true, description: 'Null while it is worked on.' }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  activeJobOrders: t.field({
    type: [JobOrderRef],
    description: 'The job orders that are worked on now, those first that began first.',
    resolve: async (workCenter, _args, context) =>
      context.may('READ', 'JOB_ORDERS') ? [...(await activeOrdersOf(context).load(workCenter.id))] : [],
  }),
  jobOrdersPages: t.field({
    type: JobOrdersPageRef,
    description: 'The job orders of the work center that the caller may see, the last planned first.',
    args: {
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (workCenter, args, context) => {
      const { page, size } = checkedPage(args)
      if (!context.may('READ', 'JOB_ORDERS')) return { items: [], totalItems: 0, page, size }
      const filter = await filterOf(context, { workCenterIds: [workCenter.id] })
      const order = { field: 'PLAN_START', isDescending: true } as const
      const found = await context.inTenant((tenant) => pageOrders(tenant, filter, { order, range: { page, size } }))
      return { ...found, page, size }
    },
  }),
}))

builder.queryField('jobOrderRuns', (t) =>
  t.field({
    type: [JobOrderRunRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description:
      'When the work center worked on which job orders, clipped to the period, ascending; those of parallel orders overlap. Refuses a period with more than 5,000.',
    args: { workCenterId: t.arg.int({ required: true }), period: t.arg({ type: PeriodInput, required: true }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      const period = checkedPeriod(args.period)
      return [...(await context.inTenant((tenant) => listJobOrderRuns(tenant, id, period)))]
    },
  }),
)
