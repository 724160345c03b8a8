import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import type { Page } from '#server/graphql/page.ts'
import { checkedOrder, checkedPage, orderInput } from '#server/graphql/page.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { personOf, requireSeen, responsiblePeople } from './requestMember.ts'
import { requestById, requestMemberIn, WorkRequestRef } from './workRequest.graph.ts'
import type { WorkRequest } from './workRequest.store.ts'
import { countRequests, pageRequests, WORK_REQUEST_ORDER_FIELDS } from './workRequestList.store.ts'
import type { WorkRequestFilter } from './workRequestList.store.ts'
import { WorkRequestStatusEnum } from './workRequestType.schema.ts'

const MAX_SEARCH = 200
const MAX_PLACES = 5_000

type StatusCount = { readonly status: WorkRequestStatus; readonly count: number }
const StatusCountRef = builder.objectRef<StatusCount>('WorkRequestStatusCount').implement({
  fields: (t) => ({ status: t.expose('status', { type: WorkRequestStatusEnum }), count: t.exposeInt('count') }),
})

type RequestsPage = Page<WorkRequest> & { readonly filter: WorkRequestFilter }
const WorkRequestsPageRef = builder.objectRef<RequestsPage>('WorkRequestsPage').implement({
  fields: (t) => ({
    current: t.exposeInt('page'),
    hasNext: t.boolean({ resolve: (page) => page.hasNext ?? false }),
    hasPrevious: t.boolean({ resolve: ({ page }) => page > 1 }),
    items: t.field({ type: [WorkRequestRef], resolve: ({ items }) => [...items] }),
    size: t.exposeInt('size'),
    totalItems: t.exposeInt('totalItems'),
    isTotalExact: t.boolean({
      description: `false = there are more than ${MAX_COUNTED}: totalItems is one above that.`,
      resolve: ({ totalItems }) => totalItems <= MAX_COUNTED,
    }),
    counts: t.field({
      type: [StatusCountRef],
      description: 'How many requests of each status the filter leaves, its own statuses aside.',
      resolve: async ({ filter }, _args, context) => {
        const counts = await context.inTenant((tenant) => countRequests(tenant, filter))
        return WORK_REQUEST_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }))
      },
    }),
  }),
})

const FilterInput = builder.inputType('WorkRequestsFilter', {
  fields: (t) => ({
    statuses: t.field({ type: [WorkRequestStatusEnum] }),
    workCenterIds: t.intList({ description: `At most ${MAX_PLACES}.` }),
    search: t.string({ description: 'Part of the text; at most 200 characters.' }),
    responsibleId: t.field({ type: 'Guid' }),
    isMine: t.boolean({ defaultValue: false, description: 'Those that the caller wrote or is responsible for.' }),
    isOverdue: t.boolean({ defaultValue: false, description: 'Open ones that were due.' }),
  }),
})

const WorkRequestsOrder = orderInput('WorkRequestsOrder', WORK_REQUEST_ORDER_FIELDS)

builder.queryFields((t) => ({
  workRequests: t.field({
    type: WorkRequestsPageRef,
    authScopes: can('READ', 'LOSSES'),
    description:
      'Work requests, those due first at the top unless asked otherwise. Operators see those of their work centers, and what they wrote or are responsible for.',
    args: {
      filter: t.arg({ type: FilterInput }),
      order: t.arg({ type: WorkRequestsOrder }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 50 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage(args)
      const order = checkedOrder(args.order, { field: 'DUE', isDescending: false })
      const filter = await filterOf(context, args.filter ?? {})
      return { ...range, filter, ...(await context.inTenant((tenant) => pageRequests(tenant, filter, { order, range }))) }
    },
  }),
  workRequest: t.field({
    type: WorkRequestRef,
    authScopes: can('READ', 'LOSSES'),
    description: 'One work request.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => requireSeen(await requestMemberIn(context), await requestById(context).load(id), id),
  }),
  workRequestPeople: t.field({
    type: [UserRef],
    authScopes: can('UPDATE', 'LOSSES'),
    description: 'Who may be responsible for a work request of the work center, or of none.',
    args: { workCenterId: t.arg.int() },
    resolve: async (_root, { workCenterId }, context) => {
      const place = workCenterId == null ? null : (await context.workCenter(workCenterId)).id
      const ids = await context.inTenant((tenant) => responsiblePeople(tenant, place, null))
      const people = await Promise.all(ids.map((id) => userById(context).load(id)))
      return people.filter((one) => one !== null)
    },
  }),
}))

type AskedFilter = {
  readonly statuses?: readonly WorkRequestStatus[] | null | undefined
  readonly workCenterIds?: readonly number[] | null | undefined
  readonly search?: string | null | undefined
  readonly responsibleId?: string | null | undefined
  readonly isMine?: boolean | null | undefined
  readonly isOverdue?: boolean | null | undefined
}

async function filterOf(context: RequestContext, asked: AskedFilter): Promise<WorkRequestFilter> {
  requireFilter(asked)
  const { statuses = null, workCenterIds = null, responsibleId } = asked
  const userId = personOf(await requestMemberIn(context))
  const visible = await context.visibleIds()
  const search = asked.search?.trim() ?? ''
  return {
    statuses: statuses === null ? null : [...new Set(statuses)],
    workCenterIds: workCenterIds === null ? null : workCenterIds.map((id) => asId<WorkCenterId>(id)),
    search: search === '' ? null : search,
    responsibleId: responsibleId == null ? null : asId<UserId>(responsibleId),
    concernsId: asked.isMine === true ? userId : null,
    overdueAt: asked.isOverdue === true ? new Date(context.now()) : null,
    seenBy: { places: visible === null ? null : [...visible].map((id) => asId<WorkCenterId>(id)), userId },
  }
}

function requireFilter({ search, workCenterIds }: AskedFilter): void {
  const words = (search ?? '').trim().length
  if (words > MAX_SEARCH) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'search', params: { min: 0, max: MAX_SEARCH } })
  const places = workCenterIds?.length ?? 0
  if (places > MAX_PLACES)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'workCenterIds', params: { value: places, min: 0, max: MAX_PLACES } })
}
