import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { builder } from '#server/graphql/builder.ts'
import { DeviceEffectiveTypeEnum, NoDataCauseEnum, StatusKindEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { WorkCenterRef, liveOf, workCenterById, plantZoneOf } from '#server/workCenter/workCenter.graph.ts'
import { StatusGraphRef, StatusRuleRef, shiftStatusesOf, statusRuleById, statusRulesOf } from './status.graph.ts'
import { statusesIn } from './shiftStatuses.service.ts'
import { pageStatuses } from './statusInterval.store.ts'
import type { StoredStatus } from './statusInterval.store.ts'
import { splitStatuses, STATUS_SPLITS } from './splitStatuses.service.ts'
import type { SplitTotal } from './splitStatuses.service.ts'
import type { StatusTotal } from '#engine/status/statusTotals.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

const StatusSplitEnum = builder.enumType('StatusSplitPeriodType', { values: STATUS_SPLITS })
StatusGraphRef.implement({
  description: 'Time in one status.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (status) => status.workCenterId }),
    deviceId: t.field({
      type: 'Guid',
      nullable: true,
      resolve: async (status, _args, context) => (await workCenterById(context).load(status.workCenterId))?.deviceId ?? null,
    }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true }),
    duration: t.field({ type: 'Seconds', resolve: (status, _args, context) => ((status.end ?? context.now()) - status.start) / 1000 }),
    kind: t.expose('kind', { type: StatusKindEnum }),
    noDataCause: t.expose('cause', {
      type: NoDataCauseEnum,
      nullable: true,
      description: 'Why there is no data; null for every other kind.',
    }),
    isEffective: t.exposeBoolean('isEffective'),
    statusRule: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: (status, _args, context) => (status.statusRuleId === null ? null : statusRuleById(context).load(status.statusRuleId)),
    }),
    mergedCount: t.exposeInt('mergedCount', {
      description: 'Number of stored intervals in this one; more than 1 only in a timeline that was thinned for drawing.',
    }),
  }),
})

const StatusesPageRef = pageType<StoredStatus>('StatusesPage', StatusGraphRef)

const StatusesStatRef = builder.objectRef<SplitTotal & { readonly shiftId: number | null }>('StatusesStat').implement({
  fields: (t) => ({
    timeStart: t.expose('timeStart', {
      type: 'DateTime',
      description: 'Start of the period, or of the hour, day or week that it is split by.',
    }),
    kind: t.expose('kind', { type: StatusKindEnum }),
    statusRuleId: t.int({ nullable: true, resolve: (total) => total.statusRuleId }),
    statusName: t.string({
      nullable: true,
      resolve: async (total, _args, context) => {
        const name = (await ruleOf(total, context))?.name
        return name === undefined ? null : context.named(name)
      },
    }),
    statusColor: t.string({
      nullable: true,
      resolve: async (total, _args, context) => (await ruleOf(total, context))?.color ?? null,
    }),
    duration: t.field({ type: 'Seconds', resolve: (total) => total.seconds }),
    isEffective: t.exposeBoolean('isEffective'),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  statusRules: t.field({
    type: [StatusRuleRef],
    resolve: async (workCenter, _args, context) => [...(await statusRulesOf(context).load(workCenter.id))],
  }),
  shiftStatuses: t.field({
    type: [StatusGraphRef],
    description: 'Statuses of the running shift up to now, neighbours joined and the shortest thinned out beyond 200.',
    resolve: async (workCenter, _args, context) => [...(await shiftStatusesOf(context).load(workCenter))],
  }),
  status: t.field({
    type: StatusRuleRef,
    nullable: true,
    resolve: async (workCenter, _args, context) => {
      const id = (await liveOf(context).load(workCenter))?.status?.statusRuleId
      return id == null ? null : statusRuleById(context).load(id)
    },
  }),
  actualStatus: t.field({
    type: StatusGraphRef,
    nullable: true,
    resolve: async (workCenter, _args, context) => {
      const status = (await liveOf(context).load(workCenter))?.status
      if (!status) return null
      const { since, kind, statusRuleId, noDataCause: cause, isEffective, isScheduledLoss } = status
      return {
        workCenterId: workCenter.id,
        start: since,
        end: null,
        kind,
        statusRuleId,
        cause,
        isEffective,
        isScheduledLoss,
        reasonId: null,
        mergedCount: 1,
      }
    },
  }),
}))

const StatusesFilterInput = builder.inputType('StatusesFilter', {
  fields: (t) => ({
    deviceIds: t.field({ type: ['Guid'] }),
    effectiveTypes: t.field({ type: [DeviceEffectiveTypeEnum] }),
    period: t.field({ type: PeriodInput }),
    workCenterIds: t.intList(),
  }),
})

builder.queryFields((t) => ({
  statusRules: t.field({
    type: [StatusRuleRef],
    authScopes: { member: true },
    description: 'The statuses of the work center now in force, archived ones included.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => [...(await statusRulesOf(context).load((await context.workCenter(args.workCenterId)).id))],
  }),
  statusesPages: t.field({
    type: StatusesPageRef,
    authScopes: { member: true },
    description: 'The statuses of the work centers over time, newest first, each with start and end.',
    args: {
      filter: t.arg({ type: StatusesFilterInput }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, args, context) => {
      const { page, size } = checkedPage(args)
      const period = args.filter?.period ? checkedPeriod(args.filter.period) : null
      const types = new Set(args.filter?.effectiveTypes ?? [])
      const workCenterIds = await context.idsOf(
        args.filter?.workCenterIds,
        args.filter?.deviceIds?.map((id) => asId<DeviceId>(id)),
      )
      const filter = {
        workCenterIds,
        start: period?.start ?? null,
        end: period?.end ?? null,
        isEffective: types.size === 1 ? types.has('EFFECTIVE') : null,
      }
      const found = await context.inTenant((tenant) => pageStatuses(tenant, filter, { limit: size, offset: (page - 1) * size }))
      return { ...found, page, size }
    },
  }),
  statusesStat: t.field({
    type: [StatusesStatRef],
    authScopes: { member: true },
    description: 'Time in each status of the period, or of the running shift without one.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      period: t.arg({ type: PeriodInput }),
      splitBy: t.arg({ type: StatusSplitEnum }),
      shiftIds: t.arg.intList({ description: 'Only the time in shifts of these; all of the period without.' }),
    },
    resolve: async (_root, args, context) => {
      const workCenter = await context.workCenter(args.workCenterId)
      const shift = args.period ? null : ((await liveOf(context).load(workCenter))?.shift ?? null)
      const period = args.period ? checkedPeriod(args.period) : shift
      if (period === null) return []
      const window = { workCenterId: workCenter.id, start: period.start, end: Math.min(period.end, context.now()) }
      const statuses = window.end > window.start ? await context.inTenant((tenant) => statusesIn(tenant, window, args.shiftIds)) : []
      const zone = await plantZoneOf(context).load(workCenter.id)
      return splitStatuses(statuses, window, zone, args.splitBy ?? null).map((total) => ({ ...total, shiftId: shift?.shiftId ?? null }))
    },
  }),
}))

function ruleOf(total: StatusTotal, context: RequestContext): Promise<StoredStatusRule | null> {
  return total.statusRuleId === null ? Promise.resolve(null) : statusRuleById(context).load(total.statusRuleId)
}
