import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrderRef, jobOrderById } from './jobOrder.graph.ts'
import { actOnOrder, orderIds } from './jobOrderAction.service.ts'
import type { OrderAct } from './jobOrderAction.service.ts'
import { removeOrder } from './jobOrderEdit.service.ts'
import { keyed, memberIn, REQUEST_KEY } from './orderMember.graph.ts'
import { actOnMany, MOST_ORDERS } from './jobOrderMany.service.ts'
import type { OrderOutcome } from './jobOrderMany.service.ts'
import { moveOrder } from './jobOrderQueue.service.ts'

const OutcomeRef = builder.objectRef<OrderOutcome>('JobOrderOutcome').implement({
  description: 'What became of one of several orders. What was refused of one was done with the others.',
  fields: (t) => ({
    id: t.int({ resolve: ({ id }) => id }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'As it is now; null where it was refused, or is gone.',
      resolve: ({ id, refusal }, _args, context) => (refusal === null ? jobOrderById(context).load(id) : null),
    }),
    errorCode: t.string({
      nullable: true,
      description: 'Why it was refused; null where it was done.',
      resolve: ({ refusal }) => refusal?.code ?? null,
    }),
    errorField: t.string({ nullable: true, resolve: ({ refusal }) => refusal?.field ?? null }),
    errorParams: t.string({
      nullable: true,
      description: 'JSON: the values that the text of the refusal names.',
      resolve: ({ refusal }) => (refusal === null ? null : JSON.stringify(refusal.params)),
    }),
  }),
})

const MANY = `1 to ${MOST_ORDERS} orders, one after the other.`

type ManyArgs = {
  readonly ids: readonly number[]
  readonly comment?: string | null | undefined
  readonly requestKey?: string | null | undefined
}

async function actMany(context: RequestContext, action: OrderAct['action'], { requestKey, ...args }: ManyArgs): Promise<OrderOutcome[]> {
  const [member, visible] = [memberIn(context), await context.visibleIds()]
  const source = context.apiKeyId === undefined ? 'SCREEN' : 'API'
  const outcomes = await actOnMany(orderIds(args.ids), keyed(`${action}_JOB_ORDER_MANY`, requestKey, args), (id, request) =>
    actOnOrder(context.deps, member, visible, { id, action, at: null, comment: args.comment ?? null, source }, request),
  )
  return [...outcomes]
}

builder.mutationFields((t) => {
  const ids = t.arg.intList({ required: true, description: MANY })
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  const many = (action: OrderAct['action'], description: string) =>
    t.field({
      type: [OutcomeRef],
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description,
      args: { ids, comment: t.arg.string(), requestKey },
      resolve: (_root, args, context) => actMany(context, action, args),
    })
  return {
    moveJobOrderToPlannedMany: many('PLAN', 'Plans drafts. Not for operators.'),
    stopJobOrderMany: many('STOP', 'Pauses orders in progress.'),
    closeJobOrderMany: many('CLOSE', 'Closes orders as closeJobOrder does.'),
    cancelJobOrderMany: many('CANCEL', 'Cancels orders of which nothing was made. Not for operators.'),
    restoreJobOrderMany: many('RESTORE', 'Brings cancelled orders back. Not for operators.'),
    updateJobOrderPriorityMany: t.field({
      type: [OutcomeRef],
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description:
        'Moves orders that wait to the end of the queue of a work center, in the order in which they are named. Not for operators.',
      args: { ids, workCenterId: t.arg.int({ required: true }), requestKey },
      resolve: async (_root, { requestKey: key, ...args }, context) => {
        const { id: workCenterId } = await context.workCenter(args.workCenterId)
        const [member, visible] = [memberIn(context), await context.visibleIds()]
        const outcomes = await actOnMany(orderIds(args.ids), keyed('updateJobOrderPriorityMany', key, args), (id, request) =>
          moveOrder(context.deps, member, visible, { id, workCenterId: asId<WorkCenterId>(workCenterId) }, request),
        )
        return [...outcomes]
      },
    }),
    deleteJobOrderMany: t.field({
      type: [OutcomeRef],
      authScopes: can('MODIFY', 'JOB_ORDERS'),
      description: 'Removes drafts and cancelled orders that were never worked on.',
      args: { ids, requestKey },
      resolve: async (_root, { requestKey: key, ...args }, context) => {
        const [member, visible] = [memberIn(context), await context.visibleIds()]
        const outcomes = await actOnMany(orderIds(args.ids), keyed('deleteJobOrderMany', key, args), (id, request) =>
          removeOrder(context.deps, member, visible, id, request),
        )
        return [...outcomes]
      },
    }),
  }
})
