import { builder, can } from '#server/graphql/builder.ts'
import { itemById, ItemRef } from '#server/item/item.graph.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { listChangeoverCases } from './changeover.store.ts'
import type { ChangeoverCaseRow } from './changeover.store.ts'

/** As many as the forecast looks at, and more than anybody reads. */
const MOST = 500

const ChangeoverRef = builder.objectRef<ChangeoverCaseRow>('Changeover').implement({
  description:
    'What changing from one product to another took, measured from the last unit of the one to the first steady units of the other.',
  fields: (t) => ({
    fromItem: t.field({ type: ItemRef, nullable: true, resolve: ({ fromItem }, _args, context) => itemById(context).load(fromItem) }),
    toItem: t.field({ type: ItemRef, nullable: true, resolve: ({ toItem }, _args, context) => itemById(context).load(toItem) }),
    fromJobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ fromOrderId }, _args, context) => jobOrderById(context).load(fromOrderId),
    }),
    toJobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ toOrderId }, _args, context) => jobOrderById(context).load(toOrderId),
    }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ at }) => at, description: 'When work on the second order began.' }),
    duration: t.field({
      type: 'Seconds',
      resolve: ({ ms }) => ms / 1000,
      description: 'Scheduled time that is not excluded from planned time.',
    }),
  }),
})

builder.queryField('changeovers', (t) =>
  t.field({
    type: [ChangeoverRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'The last changeovers between products at the work center, 500 at most, the newest first.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      return [...(await context.inTenant((tenant) => listChangeoverCases(tenant, id, MOST)))]
    },
  }),
)
