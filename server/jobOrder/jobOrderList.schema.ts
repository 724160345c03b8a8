import { LATENESSES } from '#engine/jobOrder/forecast/lateness.ts'
import type { Lateness } from '#engine/jobOrder/forecast/lateness.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrderStatusEnum } from '#server/graphql/enums.ts'
import { checkedOrder, checkedPage, orderInput } from '#server/graphql/page.ts'
import type { Page } from '#server/graphql/page.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import { JobOrderRef, LatenessEnum, orderLinksOf } from './jobOrder.graph.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { filterOf, JobOrdersFilterInput } from './jobOrderFilter.schema.ts'
import { countOrders, JOB_ORDER_ORDER_FIELDS, listDueIds, pageOrders } from './jobOrderList.store.ts'
import type { JobOrderFilter } from './jobOrderList.store.ts'
import { JobOrderLinkRef, JobOrderSourceEnum } from './jobOrderType.schema.ts'
import { orderNotFound } from './orderDeps.ts'

/** Above this a list without pages is not read; nothing is left out silently. */
const MAX_RESULTS = 1000

type StatusCount = { readonly status: JobOrderStatus; readonly count: number }
const StatusCountRef = builder.objectRef<StatusCount>('JobOrderStatusCount').implement({
  fields: (t) => ({
    status: t.expose('status', { type: JobOrderStatusEnum }),
    count: t.exposeInt('count'),
    isExact: t.boolean({
      description: `false = there are more than ${MAX_COUNTED}: count is one above that.`,
      resolve: ({ count }) => count <= MAX_COUNTED,
    }),
  }),
})

type LatenessCount = { readonly lateness: Lateness; readonly count: number }
const LatenessCountRef = builder.objectRef<LatenessCount>('JobOrderLatenessCount').implement({
  fields: (t) => ({ lateness: t.expose('lateness', { type: LatenessEnum }), count: t.exposeInt('count') }),
})

type OrdersPage = Page<JobOrder> & { readonly filter: JobOrderFilter }
const JobOrdersListRef = builder.objectRef<OrdersPage>('JobOrdersList').implement({
  fields: (t) => ({
    current: t.exposeInt('page'),
    hasNext: t.boolean({ resolve: (page) => page.hasNext ?? false }),
    hasPrevious: t.boolean({ resolve: ({ page }) => page > 1 }),
    items: t.field({ type: [JobOrderRef], resolve: ({ items }) => [...items] }),
    size: t.exposeInt('size'),
    totalItems: t.exposeInt('totalItems'),
    isTotalExact: t.boolean({
      description: `false = there are more than ${MAX_COUNTED}: totalItems is one above that.`,
      resolve: ({ totalItems }) => totalItems <= MAX_COUNTED,
    }),
    counts: t.field({
      type: [StatusCountRef],
      description: 'How many orders of each status the filter leaves, its own statuses aside.',
      resolve: async ({ filter }, _args, context) => {
        const counts = await context.inTenant((tenant) => countOrders(tenant, filter))
        return JOB_ORDER_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }))
      },
    }),
    latenessCounts: t.field({
      type: [LatenessCountRef],
      description: 'How many open orders that the filter leaves will come how late, its own lateness aside.',
      resolve: async ({ filter }, _args, context) => {
        const found = await context.deps.orderLateness(context.member().companyId, context.now())
        const ids = await context.inTenant((tenant) => listDueIds(tenant, filter))
        const all = Map.groupBy(ids, (id) => found.get(id) ?? null)
        return LATENESSES.map((lateness) => ({ lateness, count: all.get(lateness)?.length ?? 0 }))
      },
    }),
  }),
})

const JobOrdersOrder = orderInput('JobOrdersOrder', JOB_ORDER_ORDER_FIELDS)

builder.queryFields((t) => ({
  jobOrdersPages: t.field({
    type: JobOrdersListRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description:
      'Job orders, the last created first or in the order asked for. Operators see those of their work centers within the quota, and no drafts.',
    args: {
      filter: t.arg({ type: JobOrdersFilterInput }),
      order: t.arg({ type: JobOrdersOrder }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage(args)
      const order = checkedOrder(args.order, { field: 'CREATION_DATE', isDescending: true })
      const filter = await filterOf(context, args.filter)
      return { ...range, filter, ...(await context.inTenant((tenant) => pageOrders(tenant, filter, { order, range }))) }
    },
  }),
  jobOrders: t.field({
    type: [JobOrderRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description: `The same without pages. Refuses more than ${MAX_RESULTS}.`,
    args: {
      orderCodeFilter: t.arg.string(),
      period: t.arg({ type: PeriodInput }),
      statuses: t.arg({ type: [JobOrderStatusEnum] }),
      workCenterIds: t.arg.intList(),
      itemIds: t.arg.intList(),
      ids: t.arg.intList(),
      search: t.arg.string(),
      lateness: t.arg({ type: [LatenessEnum] }),
      source: t.arg({ type: JobOrderSourceEnum }),
      order: t.arg({ type: JobOrdersOrder }),
    },
    resolve: async (_root, { order: asked, ...args }, context) => {
      const order = checkedOrder(asked, { field: 'CREATION_DATE', isDescending: true })
      const filter = await filterOf(context, args)
      const range = { page: 1, size: MAX_RESULTS }
      const { items, hasNext } = await context.inTenant((tenant) => pageOrders(tenant, filter, { order, range }))
      if (hasNext) throw new Refusal({ code: 'TOO_MANY_RESULTS', params: { max: MAX_RESULTS } })
      return [...items]
    },
  }),
  jobOrder: t.field({
    type: JobOrderRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, context) => oneOrder(context, id),
  }),
  jobOrderLinks: t.field({
    type: [JobOrderLinkRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'The files that belong to the order.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const order = await oneOrder(context, id)
      return [...(await orderLinksOf(context).load(order.id))]
    },
  }),
}))

/** Returns the order, if the caller may see it: what a list shows them. */
export async function oneOrder(context: RequestContext, id: number): Promise<JobOrder> {
  const filter = await filterOf(context, { ids: [id] })
  const order = { field: 'ID', isDescending: false } as const
  const [found] = (await context.inTenant((tenant) => pageOrders(tenant, filter, { order, range: { page: 1, size: 1 } }))).items
  if (found === undefined) throw orderNotFound(id)
  return found
}
