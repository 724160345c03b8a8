import { asId } from '#engine/ids.ts'
import type { JobOrderId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { inboxGroups } from '#engine/notification/inboxGroups.ts'
import type { InboxGroup } from '#engine/notification/inboxGroups.ts'
import { TARGET_MODES } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { PeriodTypeEnum, SeverityEnum } from '#server/graphql/enums.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { LossReasonRef, lossReasonById, stopIdAt } from '#server/loss/loss.graph.ts'
import { shiftNowOf, shiftStarting } from '#server/shift/shift.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { HeldByEnum, NotificationModeEnum, NotificationStateEnum, NotificationTypesEnum } from './notification.graph.ts'
import { checkNumber, reasonName } from './inbox.service.ts'
import { readerIn } from './inboxReader.ts'
import { countInbox, countWaiting, findInboxItem, INBOX_TABS, listInboxCopies, pageInbox } from './inbox.store.ts'
import type { InboxCounts, InboxFilter, InboxItem } from './inbox.store.ts'
import { listSilentToo, withDetails } from './toldDetails.store.ts'

/** Names that a group tells, and ids that are acted on at once. */
const MAX_NAMED = 5
const MAX_IDS = 1000

/** Types that say by a code why they are told. */
const OF_CODES: readonly NotificationType[] = ['CONNECTION_ERROR', 'DE_PHASING', 'FLOW_ERROR', 'TASK_WAITING']

const detailsOf = tenantLoader(async (tenant, ids: readonly string[]) => {
  const told = await withDetails(
    tenant,
    ids.map((notificationId) => ({ notificationId })),
  )
  return told.map(({ details }) => details ?? null)
})

/** How many others were silent with each, of the work centers that the caller may see. */
const silentTooOf = tenantLoader(async (tenant, ids: readonly string[], context) =>
  listSilentToo(tenant, ids, await context.narrowed(null)),
)

const OUTSIDE = 'WORK_IN_NON_WORK_TIME' satisfies NotificationType

export const ItemRef = builder.objectRef<InboxItem>('Notification').implement({
  description: 'A notification as the caller has it. Its sentence is made where it is read, of the type and its values.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    type: t.expose('type', { type: NotificationTypesEnum }),
    workCenterId: t.exposeInt('workCenterId'),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    since: t.expose('since', { type: 'DateTime', description: 'When what it tells began.' }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'null = it goes on.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime' }),
    firedAt: t.expose('firedAt', { type: 'DateTime', description: 'When the caller was told.' }),
    state: t.expose('state', { type: NotificationStateEnum, description: 'RETRACTED: late data show that it did not happen.' }),
    isFoundLate: t.exposeBoolean('isFoundLate', { description: 'Whether it was known so late that nobody was sent anything.' }),
    severity: t.expose('severity', { type: SeverityEnum }),
    status: t.string({
      nullable: true,
      description:
        'The name of the status, OFF or UNDEFINED; of a checklist, an order, a shift or an integration its name; the day until which is paid.',
      resolve: ({ params }) => params.status,
    }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ params }, _args, context) =>
        params.reasonId === null ? null : lossReasonById(context).load(asId<LossReasonId>(params.reasonId)),
    }),
    lossId: t.int({
      nullable: true,
      description: 'Of a stop: the loss of now, or the last one of it; null where the caller may not read losses.',
      resolve: ({ type, workCenterId, since, until }, _args, context) =>
        type === 'STATUS_DURATION' && context.may('READ', 'LOSSES')
          ? stopIdAt(context).load({ workCenterId, instants: [until === null ? context.now() : until - 1, since] })
          : null,
    }),
    shiftId: t.int({
      nullable: true,
      description: 'Of a shift that missed its target, of counters or of late data: that shift; null where the caller may not read shifts.',
      resolve: async ({ type, workCenterId, since, periodType, params }, _args, context) => {
        const isOfShift = type === 'FLOW_ERROR' || (type === 'TARGET_VALUE' && periodType === 'SHIFT')
        const start = type === 'LATE_DATA' ? params.mode : isOfShift ? since : null
        if (start === null || !context.may('READ', 'SHIFTS')) return null
        return (await shiftStarting(context).load({ workCenterId, start: Number(start) }))?.id ?? null
      },
    }),
    orders: t.string({
      nullable: true,
      description: 'Of a stop: the codes of the orders that were in progress when it began; null where the caller may not read orders.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'STATUS_DURATION' && context.may('READ', 'JOB_ORDERS') ? ((await detailsOf(context).load(id))?.order ?? null) : null,
    }),
    mainLoss: t.string({
      nullable: true,
      description: 'Of a missed target: the reason that cost most time of the period; null where the caller may not read losses.',
      resolve: async ({ id, type }, _args, context) => {
        if (type !== 'TARGET_VALUE' || !context.may('READ', 'LOSSES')) return null
        const reason = (await detailsOf(context).load(id))?.mainLoss ?? null
        return reason === null ? null : context.named(reasonName(context.language, reason))
      },
    }),
    unconfirmedShifts: t.int({
      nullable: true,
      description: 'Of a missed target: how many of its shifts are not confirmed; null where the caller may not read shifts.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'TARGET_VALUE' && context.may('READ', 'SHIFTS') ? ((await detailsOf(context).load(id))?.unconfirmed ?? null) : null,
    }),
    knownShare: t.float({
      nullable: true,
      description: 'Of a missed target: the share of its time with data, 0 to 1.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'TARGET_VALUE' ? ((await detailsOf(context).load(id))?.known ?? null) : null,
    }),
    units: t.float({
      nullable: true,
      description:
        'Of work outside shifts: the units counted between the two shifts; null where there are none, or of several units of measure, and where the caller may not read output.',
      resolve: async ({ id, type }, _args, context) =>
        type === OUTSIDE && context.may('READ', 'OUTPUTS') ? ((await detailsOf(context).load(id))?.units ?? null) : null,
    }),
    kwh: t.float({
      nullable: true,
      description: 'Of work outside shifts that is over: its energy, where at least half of it is known.',
      resolve: async ({ id, type, until }, _args, context) =>
        type === OUTSIDE && until !== null ? ((await detailsOf(context).load(id))?.kwh ?? null) : null,
    }),
    silentToo: t.int({
      nullable: true,
      description:
        'Of a device without data: how many other work centers that the caller may see were silent when it was told, since at most an hour before it.',
      resolve: async ({ id, type }, _args, context) => (type === 'CONNECTION_LOST' ? await silentTooOf(context).load(id) : null),
    }),
    mode: t.field({
      type: NotificationModeEnum,
      nullable: true,
      resolve: ({ params }) => TARGET_MODES.find((mode) => mode === params.mode) ?? null,
    }),
    periodType: t.expose('periodType', {
      type: PeriodTypeEnum,
      nullable: true,
      description: 'Of a target: what its figure is summed over.',
    }),
    cause: t.string({
      nullable: true,
      description:
        'The reason of refused entries, what is wrong with counters, why a device is off, the event of tasks that wait (with `_WANTED` where somebody wanted them done by `since`), why an integration needs somebody, or UNBALANCE of phases.',
      resolve: async ({ id, type, params }, _args, context) => {
        if (type === 'WORK_CENTER_OFF') return (await detailsOf(context).load(id))?.offCause ?? null
        if (type === 'INTEGRATION_ATTENTION') return params.mode?.split('/')[1] ?? null
        return OF_CODES.includes(type) ? params.mode : null
      },
    }),
    occurrenceId: t.int({
      nullable: true,
      description: 'Of a checklist: the run that it is about.',
      resolve: ({ type, params }) =>
        (type === 'CHECKLIST_DEVIATION' || type === 'CHECKLIST_MISSED') && params.mode !== null ? Number(params.mode) : null,
    }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'The order that reached its plan.',
      resolve: ({ type, params }, _args, context) =>
        type === 'ORDER_REACHED' && params.mode !== null ? jobOrderById(context).load(asId<JobOrderId>(Number(params.mode))) : null,
    }),
    value: t.float({
      nullable: true,
      description:
        'Percent, unrounded; of work outside shifts its minutes; of refused entries, deviations, tasks, orders and late data their number.',
      resolve: ({ params }) => params.value,
    }),
    valueNow: t.float({
      nullable: true,
      description: 'Of a target: its figure of now in percent, where that is another than the one that was told.',
      resolve: ({ params }) => params.valueNow,
    }),
    target: t.float({ nullable: true, description: 'Percent.', resolve: ({ params }) => params.target }),
    acknowledgedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ acknowledgedBy }, _args, context) => (acknowledgedBy === null ? null : userById(context).load(acknowledgedBy)),
    }),
    acknowledgedAt: t.expose('acknowledgedAt', { type: 'DateTime', nullable: true }),
    comment: t.exposeString('comment', { nullable: true }),
    heldBy: t.expose('heldBy', { type: HeldByEnum, nullable: true, description: 'Why the caller was not sent anything at once.' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true }),
    archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),
    snoozedUntil: t.expose('snoozedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Then the caller is told again if it goes on.',
    }),
    isEndedWhileSnoozed: t.boolean({
      description: 'Whether it was over before the caller was told again.',
      resolve: ({ state, until, snoozedUntil }) => state !== 'OPEN' && until !== null && snoozedUntil !== null && until <= snoozedUntil,
    }),
    shiftEnd: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the shift ends that the work center is in; null = it is in none.',
      resolve: async ({ workCenterId }, _args, context) => (await shiftNowOf(context).load(workCenterId))?.shift.end ?? null,
    }),
  }),
})

const PageRef = pageType('NotificationPage', ItemRef, { isBounded: true })

const CountsRef = builder.objectRef<InboxCounts>('NotificationCounts').implement({
  fields: (t) => ({
    open: t.exposeInt('open'),
    unread: t.exposeInt('unread'),
    worst: t.expose('worst', { type: SeverityEnum, nullable: true, description: 'The highest severity of the open ones.' }),
    waiting: t.int({
      description:
        'How many go on at work centers that the caller may see, whoever was told, that nobody has taken care of for ten minutes.',
      args: { workCenterIds: t.arg.intList() },
      resolve: async (_counts, { workCenterIds }, context) => {
        const places = await context.narrowed(workCenterIds)
        return context.inTenant((tenant) => countWaiting(tenant, places, context.now()))
      },
    }),
  }),
})

const GroupRef = builder.objectRef<InboxGroup>('NotificationGroup').implement({
  description: "Several of the caller's notifications that are shown as one; each keeps its own state.",
  fields: (t) => ({
    kind: t.field({
      type: builder.enumType('NotificationGroupKind', {
        description:
          'CAUSE: five work centers or more at once. FLAPPING: one condition that came and went more than three times in half an hour.',
        values: ['CAUSE', 'FLAPPING'] as const,
      }),
      resolve: ({ kind }) => kind,
    }),
    type: t.expose('type', { type: NotificationTypesEnum }),
    since: t.expose('since', { type: 'DateTime' }),
    severity: t.expose('severity', { type: SeverityEnum, description: 'The highest of them.' }),
    open: t.exposeInt('open', { description: 'Of a common cause the work centers; else how many of them go on.' }),
    guess: t.expose('guess', {
      type: builder.enumType('NotificationGuess', { values: ['NETWORK', 'POWER'] as const }),
      nullable: true,
      description: 'What may have caused it, as far as the facts say.',
    }),
    longerDuration: t.int({
      nullable: true,
      description: 'Minimum rule duration, in minutes, that would have sent at most one notification.',
      resolve: ({ longer }) => longer?.minutes ?? null,
    }),
    unread: t.int({ resolve: ({ members }) => members.filter(({ isUnread }) => isUnread).length }),
    workCenters: t.field({
      type: [WorkCenterRef],
      description: 'At most 5 of them.',
      resolve: async ({ members }, _args, context) => {
        const ids = [...new Set(members.map(({ workCenterId }) => workCenterId))].slice(0, MAX_NAMED)
        const found = await Promise.all(ids.map((id) => workCenterById(context).load(asId<WorkCenterId>(Number(id)))))
        return found.filter((one) => one !== null)
      },
    }),
    ids: t.field({
      type: ['Guid'],
      description: 'The notifications, the newest first; at most 1000.',
      resolve: ({ members }) => members.slice(0, MAX_IDS).map(({ notificationId }) => notificationId),
    }),
  }),
})

const FilterInput = builder.inputType('NotificationFilterInput', {
  fields: (t) => ({
    tab: t.field({ type: builder.enumType('NotificationTab', { values: INBOX_TABS }), defaultValue: 'OPEN' }),
    types: t.field({ type: [NotificationTypesEnum] }),
    workCenterIds: t.intList(),
    severities: t.field({ type: [SeverityEnum] }),
    states: t.field({ type: [NotificationStateEnum] }),
    isAcknowledged: t.boolean({ description: 'Whether somebody takes care of it.' }),
    isRead: t.boolean({ description: 'Whether the caller has seen it.' }),
    ids: t.field({ type: ['Guid'], description: 'Only these, at most 1000.' }),
    isGrouped: t.boolean({
      defaultValue: true,
      description: 'If false, leaves out notifications that notificationGroups returns for the same filter. Only for the OPEN tab.',
    }),
    period: t.field({ type: PeriodInput, description: 'When the caller was told.' }),
  }),
})

/** The groups of the caller's inbox, worked out once where the page and its groups are asked together. */
const groupsOf = tenantLoader(
  (tenant, filters: readonly InboxFilter[], context) =>
    Promise.all(
      filters.map(async (filter) =>
        inboxGroups(await listInboxCopies(tenant, context.member().userId, filter, context.now()), context.now()),
      ),
    ),
  (filter) => JSON.stringify(filter),
)

builder.queryFields((t) => ({
  notifications: t.field({
    type: PageRef,
    authScopes: { member: true },
    description: "The caller's notifications, the newest first.",
    args: {
      filter: t.arg({ type: FilterInput }),
      current: t.arg.int({ defaultValue: 1 }),
      size: t.arg.int({ defaultValue: 50 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage({ page: args.current ?? 1, size: args.size ?? 50 })
      const filter = await inboxFilter(args.filter ?? {}, context)
      const { userId } = context.member()
      const now = context.now()
      const isWithoutGroups = args.filter?.isGrouped === false && filter.tab === 'OPEN'
      const groups = isWithoutGroups ? await groupsOf(context).load(filter) : []
      const withoutIds = groups.flatMap(({ members }) => members.map(({ notificationId }) => notificationId))
      return { ...range, ...(await context.inTenant((tenant) => pageInbox(tenant, userId, { ...filter, withoutIds }, { ...range, now }))) }
    },
  }),
  notificationGroups: t.field({
    type: [GroupRef],
    authScopes: { member: true },
    description:
      "What of the caller's open notifications is shown as one: work centers with a common cause, and what comes and goes. The most recent first.",
    args: { filter: t.arg({ type: FilterInput, description: 'Its tab counts as OPEN.' }) },
    resolve: async (_root, args, context) => {
      return [...(await groupsOf(context).load(await inboxFilter(args.filter ?? {}, context)))]
    },
  }),
  notification: t.field({
    type: ItemRef,
    nullable: true,
    authScopes: { member: true },
    description: "One of the caller's notifications; null when they have none of the id.",
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      const reader = await readerIn(context)
      return context.inTenant((tenant) => findInboxItem(tenant, reader, id))
    },
  }),
  notificationCounts: t.field({
    type: CountsRef,
    authScopes: { member: true },
    description: "How many of the caller's notifications are open.",
    resolve: async (_root, _args, context) => {
      const reader = await readerIn(context)
      return context.inTenant((tenant) => countInbox(tenant, reader, context.now()))
    },
  }),
}))

/** Returns what the caller asks for, narrowed to the work centers that they may see. */
async function inboxFilter(asked: Partial<typeof FilterInput.$inferInput>, context: RequestContext): Promise<InboxFilter> {
  const { tab, types, workCenterIds, severities, states, isAcknowledged, isRead, ids, period } = asked
  const { start = null, end = null } = period == null ? {} : checkedPeriod(period)
  if (ids != null) checkNumber(ids)
  return {
    tab: tab ?? 'OPEN',
    types: types ?? null,
    workCenterIds: await context.narrowed(workCenterIds),
    severities: severities ?? null,
    states: states ?? null,
    isAcknowledged: isAcknowledged ?? null,
    isRead: isRead ?? null,
    ids: ids ?? null,
    withoutIds: [],
    start,
    end,
  }
}
