import type { UserId } from '#engine/ids.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { OeeIssueEnum, ShiftIssueCodeEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { listConfirmations } from './shiftRevision.store.ts'
import type { ShiftRevision } from './shiftRevision.store.ts'

const MAX_CONFIRMATIONS = 20_000
const DEFAULT_DAYS = 30

const FrozenIssueRef = builder.objectRef<ShiftRevision['issues'][number]>('ConfirmedShiftIssue').implement({
  fields: (t) => ({ code: t.expose('code', { type: ShiftIssueCodeEnum }), count: t.exposeInt('count') }),
})

export const ShiftRevisionRef = builder.objectRef<ShiftRevision>('ShiftRevision').implement({
  description: 'The values of one confirmation of a shift, and why it was reopened.',
  fields: (t) => ({
    revision: t.exposeInt('revision'),
    workCenterId: t.int({ resolve: (one) => one.workCenterId }),
    code: t.string({ resolve: (one) => one.record.code }),
    name: t.string({ resolve: (one, _args, { named }) => named(one.record.name) }),
    shiftId: t.field({ type: 'Short', resolve: (one) => one.record.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: (one) => one.record.shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: (one) => one.record.shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: (one) => one.record.shift.end }),
    confirmedBy: t.field({ type: UserRef, nullable: true, resolve: (one, _args, context) => personOf(context, one.confirmedBy) }),
    confirmedOn: t.expose('confirmedOn', { type: 'DateTime' }),
    comment: t.exposeString('comment', { nullable: true }),
    issues: t.field({ type: [FrozenIssueRef], description: 'Those for which the comment stood.', resolve: (one) => [...one.issues] }),
    asOf: t.field({ type: 'DateTime', resolve: (one) => one.record.asOf }),
    oee: t.field({ type: PercentageRef, nullable: true, resolve: (one) => toPercentage(one.record.kpis.oee) }),
    availability: t.field({ type: PercentageRef, nullable: true, resolve: (one) => toPercentage(one.record.kpis.availability) }),
    performance: t.field({ type: PercentageRef, nullable: true, resolve: (one) => toPercentage(one.record.kpis.performance) }),
    quality: t.field({ type: PercentageRef, nullable: true, resolve: (one) => toPercentage(one.record.kpis.quality) }),
    plannedProductionTime: t.field({ type: 'Seconds', resolve: (one) => wholeSecondsOf(one.record.terms).planned }),
    runTime: t.field({ type: 'Seconds', resolve: (one) => wholeSecondsOf(one.record.terms).run }),
    noDataDuration: t.field({ type: 'Seconds', resolve: (one) => wholeSecondsOf(one.record.terms).noData }),
    totalOutput: t.field({ type: 'Decimal', resolve: (one) => roundUnits(one.record.terms.output.total) }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: (one) => roundUnits(one.record.terms.output.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: (one) => roundUnits(one.record.terms.output.rejected) }),
    oeeIssues: t.field({ type: [OeeIssueEnum], resolve: (one) => [...one.record.issues] }),
    reopenedBy: t.field({ type: UserRef, nullable: true, resolve: (one, _args, context) => personOf(context, one.reopenedBy) }),
    reopenedOn: t.expose('reopenedOn', { type: 'DateTime', nullable: true }),
    reopenReason: t.exposeString('reopenReason', { nullable: true }),
    lateSamples: t.exposeInt('lateSamples', {
      nullable: true,
      description: 'Samples that came after it and were applied when the shift was opened again.',
    }),
  }),
})

builder.queryField('shiftConfirmations', (t) =>
  t.field({
    type: [ShiftRevisionRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Confirmations of shifts that start in the period, or in the last 30 days, the newest first: the restatement log.',
    args: { period: t.arg({ type: PeriodInput }), workCenterIds: t.arg.intList() },
    resolve: async (_root, args, context) => {
      const workCenterIds = await context.narrowed(args.workCenterIds)
      const standard = { start: context.now() - DEFAULT_DAYS * DAY_MS, end: context.now() }
      const filter = { workCenterIds, ...(args.period ? checkedPeriod(args.period) : standard) }
      return [...(await context.inTenant((tenant) => listConfirmations(tenant, filter, MAX_CONFIRMATIONS)))]
    },
  }),
)

function personOf(context: RequestContext, id: UserId | null) {
  return id === null ? null : userById(context).load(id)
}
