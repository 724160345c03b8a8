import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { JobOrderRef } from './jobOrder.graph.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { actOnOrder, orderIds, RUNNING_CHOICES } from './jobOrderAction.service.ts'
import type { OrderAct } from './jobOrderAction.service.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from './orderMember.graph.ts'
import { undoOrderAct } from './jobOrderUndo.service.ts'

const RunningEnum = builder.enumType('JobOrderRunning', {
  description: 'What becomes of the orders that are worked on when another starts: they go on beside it, are stopped or closed.',
  values: RUNNING_CHOICES,
})
const AT = 'Since when it holds; left out: since it was said. Operators date back to half an hour before the shift in progress.'
const OCCURRED_AT =
  'When it was said on a device that had no connection, by the clock of the server: at most a day ago and in no confirmed shift. The history says that it came later.'

type ActArgs = {
  readonly id: number
  readonly at?: number | null | undefined
  readonly occurredAt?: number | null | undefined
  readonly comment?: string | null | undefined
  readonly version?: number | null | undefined
  readonly requestKey?: string | null | undefined
  readonly actingUserId?: string | null | undefined
}

/** What a device kept is sent with its key of before: when it was said is no other content. */
async function act(
  context: RequestContext,
  action: OrderAct['action'],
  { requestKey, actingUserId, occurredAt, ...args }: ActArgs,
  running?: OrderAct['running'],
): Promise<JobOrder> {
  const asked: OrderAct = {
    id: asId<JobOrderId>(args.id),
    action,
    at: args.at ?? null,
    occurredAt: occurredAt ?? null,
    comment: args.comment ?? null,
    version: args.version ?? null,
    source: occurredAt == null ? (context.apiKeyId === undefined ? 'SCREEN' : 'API') : 'OFFLINE',
    ...(running !== undefined && { running }),
  }
  const request = keyed(`${action}_JOB_ORDER`, requestKey, { ...args, running })
  return await actOnOrder(context.deps, memberIn(context, actingUserId, occurredAt), await context.visibleIds(), asked, request)
}

builder.mutationFields((t) => {
  const keys = {
    requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    actingUserId: t.arg({ type: 'Guid', description: ACTING }),
  }
  const id = t.arg.int({ required: true })
  return {
    startJobOrder: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'The work center works on the order from the instant on; those that end make room at the same instant.',
      args: {
        id,
        at: t.arg({ type: 'DateTime', description: AT }),
        occurredAt: t.arg({ type: 'DateTime', description: OCCURRED_AT }),
        running: t.arg({ type: RunningEnum, defaultValue: 'KEEP' }),
        runningIds: t.arg.intList({ description: 'Which of them; left out: all.' }),
        comment: t.arg.string(),
        version: t.arg.int({
          description: 'Of the order that was seen: refused as CONFLICT where it was changed since. Left out: started as it is.',
        }),
        ...keys,
      },
      resolve: (_root, { running, runningIds, ...args }, context) => {
        if (runningIds != null && (running ?? 'KEEP') === 'KEEP') throw new Refusal({ code: 'REQUIRED', field: 'running' })
        return act(context, 'START', args, { choice: running ?? 'KEEP', ids: runningIds == null ? null : orderIds(runningIds) })
      },
    }),
    stopJobOrder: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Pauses the order. The stops of the machine keep their own reasons.',
      args: {
        id,
        at: t.arg({ type: 'DateTime', description: AT }),
        occurredAt: t.arg({ type: 'DateTime', description: OCCURRED_AT }),
        comment: t.arg.string(),
        ...keys,
      },
      resolve: (_root, args, context) => act(context, 'STOP', args),
    }),
    closeJobOrder: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'COMPLETED where enough is accepted and all its output confirmed, else TECHNICALLY_COMPLETED.',
      args: {
        id,
        at: t.arg({ type: 'DateTime', description: AT }),
        occurredAt: t.arg({ type: 'DateTime', description: OCCURRED_AT }),
        comment: t.arg.string(),
        ...keys,
      },
      resolve: (_root, args, context) => act(context, 'CLOSE', args),
    }),
    cancelJobOrder: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Refused where output was made: such an order is closed. Not for operators.',
      args: { id, comment: t.arg.string(), ...keys },
      resolve: (_root, args, context) => act(context, 'CANCEL', args),
    }),
    restoreJobOrder: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Brings a cancelled order back to the end of its queue. Not for operators.',
      args: { id, ...keys },
      resolve: (_root, args, context) => act(context, 'RESTORE', args),
    }),
    moveJobOrderToPlanned: t.field({
      type: JobOrderRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Plans a draft; what it lacks is told together. Not for operators.',
      args: { id, ...keys },
      resolve: (_root, args, context) => act(context, 'PLAN', args),
    }),
    undoJobOrderAction: t.field({
      type: [JobOrderRef],
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Takes back a start, stop or close and all that was done in the same gesture: within a minute, by whoever did it.',
      args: { eventId: t.arg.id({ required: true }), ...keys },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        const eventId = Number(args.eventId)
        if (!Number.isSafeInteger(eventId)) throw new Refusal({ code: 'JOB_ORDER_EVENT_NOT_FOUND', params: { id: String(args.eventId) } })
        const request = keyed('undoJobOrderAction', requestKey, args)
        return [...(await undoOrderAct(context.deps, memberIn(context, actingUserId), await context.visibleIds(), eventId, request))]
      },
    }),
  }
})
