import { toPercentage } from '#engine/oee/percentage.ts'
import type { MovedRun } from '#engine/jobOrder/runBorder.ts'
import type { MovedOutput } from '#engine/output/borderEffect.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import type { StoredRun } from '#server/jobOrder/jobRun.store.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { moveOrderBorder, previewBorder } from './orderBorder.service.ts'
import type { BorderMove, ShiftChange } from './orderBorder.service.ts'

type Quantity = MovedOutput['before']

const QuantityRef = builder.objectRef<Quantity>('JobOrderBorderQuantity').implement({
  fields: (t) => ({
    totalOutput: t.field({ type: 'Decimal', resolve: ({ accepted, rejected }) => accepted + rejected }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ accepted }) => accepted }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ rejected }) => rejected }),
  }),
})
const OutputRef = builder.objectRef<MovedOutput>('JobOrderBorderOutput').implement({
  description:
    'What was made of one order in all; or, counted together by several or without an order, what was made in the output that changes.',
  fields: (t) => ({
    jobOrderIds: t.intList({ resolve: ({ jobOrderIds }) => [...jobOrderIds] }),
    jobOrders: t.field({
      type: [JobOrderRef],
      resolve: async ({ jobOrderIds }, _args, context) =>
        (await Promise.all(jobOrderIds.map((id) => orderOf(context, id)))).filter(isThere),
    }),
    orderCodes: t.stringList({
      description: 'Codes of `jobOrders`.',
      resolve: async ({ jobOrderIds }, _args, context) =>
        (await Promise.all(jobOrderIds.map((id) => orderOf(context, id)))).filter(isThere).map(({ orderCode }) => orderCode),
    }),
    before: t.field({ type: QuantityRef, resolve: ({ before }) => before }),
    after: t.field({ type: QuantityRef, resolve: ({ after }) => after }),
  }),
})
const RunRef = builder.objectRef<MovedRun<StoredRun>>('JobOrderBorderRun').implement({
  description: 'A stretch of work on an order that gets another border; a null end goes on.',
  fields: (t) => ({
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ before }, _args, context) => orderOf(context, before.jobOrderId),
    }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ after }) => after.start }),
    timeEnd: t.field({ type: 'DateTime', nullable: true, resolve: ({ after }) => after.end }),
    timeStartBefore: t.field({ type: 'DateTime', resolve: ({ before }) => before.start }),
    timeEndBefore: t.field({ type: 'DateTime', nullable: true, resolve: ({ before }) => before.end }),
  }),
})
const ShiftRef = builder.objectRef<ShiftChange>('JobOrderBorderShift').implement({
  fields: (t) => ({
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.end }),
    oeeBefore: t.field({ type: PercentageRef, nullable: true, resolve: ({ before }) => toPercentage(before) }),
    oeeAfter: t.field({ type: PercentageRef, nullable: true, resolve: ({ after }) => toPercentage(after) }),
  }),
})
type Shown = BorderMove & { readonly isPreview: boolean }
const MoveRef = builder.objectRef<Shown>('JobOrderBorderMove').implement({
  fields: (t) => ({
    isPreview: t.exposeBoolean('isPreview', { description: 'Nothing was moved.' }),
    runs: t.field({ type: [RunRef], resolve: ({ runs }) => [...runs] }),
    output: t.field({ type: [OutputRef], resolve: ({ output }) => [...output] }),
    shifts: t.field({ type: [ShiftRef], resolve: ({ shifts }) => [...shifts] }),
    stops: t.exposeInt('stopCount', { description: 'So many stops lie, in whole or in part, between the two instants.' }),
    confirmations: t.exposeInt('confirmationCount', {
      description:
        'So many confirmations reach into the time between: what they say of their orders stays, and is not less for what another order gets.',
    }),
  }),
})

builder.mutationField('moveJobOrderBorder', (t) =>
  t.field({
    type: MoveRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description:
      'Moves the common border of orders that were worked on one after the other, or the free end of one: never past another border, and in no confirmed shift. As long ago as startJobOrder may begin.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      borderAt: t.arg({ type: 'DateTime', required: true, description: 'Where it is: a start or an end of work on an order.' }),
      newAt: t.arg({ type: 'DateTime', required: true }),
      preview: t.arg.boolean({ required: true, defaultValue: false, description: 'Only tells what it would do.' }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { requestKey, actingUserId, preview, ...args }, context) => {
      const asked = { ...args, workCenterId: asId<WorkCenterId>(args.workCenterId) }
      const [member, visible] = [memberIn(context, actingUserId), await context.visibleIds()]
      const move = preview
        ? await previewBorder(context.deps, member, visible, asked)
        : await moveOrderBorder(context.deps, member, visible, asked, keyed('moveJobOrderBorder', requestKey, args))
      return { ...move, isPreview: preview }
    },
  }),
)

function orderOf(context: RequestContext, id: JobOrderId) {
  return jobOrderById(context).load(id)
}

function isThere<Order>(order: Order | null): order is Order {
  return order !== null
}
