import { dataCoverageOf } from '#engine/oee/furtherKpis.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import type { ShiftStatus } from '#engine/shift/shiftStatus.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ShiftIssueCodeEnum, ShiftStatusEnum } from '#server/graphql/enums.ts'
import {
  ShiftOeeRef,
  ShiftRef,
  lossCountsOf,
  outputConfirmedOf,
  outputCountsOf,
  shiftIssuesOf,
  shiftNowOf,
  shiftRevisionsOf,
  viewOf,
} from './shift.graph.ts'
import type { ShiftView } from './shift.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { explainedOf, unclassifiedOf } from './shiftExplained.graph.ts'
import { currentShiftOf } from './shift.service.ts'
import type { StoredShift } from './shift.store.ts'
import type { LossCounts, OutputCounts, ShiftKey } from './shiftCounts.store.ts'
import { listedShifts, ShiftsFilterInput } from './shiftFilter.schema.ts'
import { ShiftRevisionRef } from './shiftRevision.schema.ts'

const LossStatsRef = builder.objectRef<LossCounts>('ShiftLossStats').implement({
  fields: (t) => ({
    totalCount: t.exposeInt('totalCount', { description: 'Classified, unclassified and not in need of a reason together.' }),
    classifiedCount: t.exposeInt('classifiedCount', { description: 'With a reason, or planned by their status.' }),
    notNeededCount: t.exposeInt('notNeededCount', {
      description: 'Without a reason and in no need of one: small stops, lost speed and rejects.',
    }),
    unclassifiedCount: t.exposeInt('unclassifiedCount', {
      description: 'Stops without a reason, small ones aside: those that hold the confirmation up.',
    }),
  }),
})

const OutputStatsRef = builder.objectRef<OutputCounts>('ShiftOutputStats').implement({
  fields: (t) => ({
    totalCount: t.exposeInt('totalCount'),
    withBatchCount: t.exposeInt('withBatchCount'),
    withProductionOrderCount: t.exposeInt('withProductionOrderCount'),
  }),
})

export const ShiftIssueRef = builder.objectRef<ShiftIssue>('ShiftIssue').implement({
  description: 'What holds the confirmation of a shift up.',
  fields: (t) => ({
    code: t.expose('code', { type: ShiftIssueCodeEnum }),
    count: t.exposeInt('count'),
    ids: t.intList({ description: 'Of losses, or of output segments, by the code.', resolve: (issue) => [...issue.ids] }),
  }),
})

const totalOf = ({ record }: ShiftView) => (record === null ? null : roundUnits(record.terms.output.total))
const keyOf = (view: ShiftView): ShiftKey => ({ workCenterId: view.workCenterId, start: view.shift.start })
const statusOf = (view: ShiftView, now: number): ShiftStatus =>
  shiftStatusAt({ isConfirmed: view.record?.storedStatus === 'CONFIRMED', end: view.shift.end }, now)

ShiftRef.implement({
  fields: (t) => ({
    id: t.int({ nullable: true, description: 'Null until the shift has a record.', resolve: (view) => view.record?.id }),
    shiftId: t.field({ type: 'Short', resolve: (view) => view.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: (view) => view.shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: (view) => view.shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: (view) => view.shift.end }),
    code: t.exposeString('code'),
    name: t.string({ resolve: (view, _args, { named }) => named(view.name) }),
    status: t.field({ type: ShiftStatusEnum, resolve: (view, _args, context) => statusOf(view, context.now()) }),
    isProvisional: t.boolean({
      description: 'Whether the shift is in progress, so that its figures still change.',
      resolve: (view, _args, context) => statusOf(view, context.now()) === 'PROGRESS',
    }),
    comment: t.exposeString('comment', { nullable: true }),
    version: t.int({ nullable: true, description: 'To be given back with a change.', resolve: (view) => view.record?.version }),
    companyId: t.string({ resolve: (_view, _args, context) => context.member().companyId }),
    workCenterId: t.int({ resolve: (view) => view.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (view, _args, context) => context.workCenter(view.workCenterId) }),
    explainedShare: t.float({
      nullable: true,
      description: 'Of the time of stops the part with a reason, 0 to 1; null without a stop, or where nobody is asked for reasons.',
      resolve: ({ record }, _args, context) => record && explainedOf(context, record),
    }),
    untrackedDuration: t.field({
      type: 'Seconds',
      nullable: true,
      description: 'Of stops that make no loss, so that nobody is asked for a reason.',
      resolve: async ({ record }, _args, context) => record && Math.floor((await unclassifiedOf(context, record)).untrackedMs / 1000),
    }),
    silentDuration: t.field({
      type: 'Seconds',
      nullable: true,
      description: 'Of silence that counts as downtime by policy and that nobody explained.',
      resolve: async ({ record }, _args, context) => record && Math.floor((await unclassifiedOf(context, record)).silentMs / 1000),
    }),
    outputConfirmedShare: t.float({
      nullable: true,
      description: 'Of the closed output segments those that were confirmed, 0 to 1; null where there are none.',
      resolve: (view, _args, context) => outputConfirmedOf(context).load(keyOf(view)),
    }),
    lossStats: t.field({ type: LossStatsRef, resolve: (view, _args, context) => lossCountsOf(context).load(keyOf(view)) }),
    outputStats: t.field({ type: OutputStatsRef, resolve: (view, _args, context) => outputCountsOf(context).load(keyOf(view)) }),
    oee: t.field({ type: ShiftOeeRef, nullable: true, resolve: (view) => view.record }),
    totalOutput: t.field({ type: 'Decimal', nullable: true, resolve: totalOf }),
    coverage: t.float({
      nullable: true,
      description: 'Share of the elapsed time with data, 0 to 1.',
      resolve: ({ record }) => coverageOf(record),
    }),
    noDataDuration: t.field({
      type: 'Seconds',
      nullable: true,
      resolve: ({ record }) => (record === null ? null : wholeSecondsOf(record.terms).noData),
    }),
    lateSamples: t.int({
      description: 'Samples that came after the confirmation: stored, and applied when the shift is opened again.',
      resolve: (view) => view.record?.lateSamples ?? 0,
    }),
    issues: t.field({
      type: [ShiftIssueRef],
      description: 'What holds the confirmation up now.',
      resolve: async (view, _args, context) => [...(await shiftIssuesOf(context).load(keyOf(view)))],
    }),
    confirmedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (view, _args, context) => (view.record?.confirmedBy == null ? null : userById(context).load(view.record.confirmedBy)),
    }),
    confirmedOn: t.field({ type: 'DateTime', nullable: true, resolve: (view) => view.record?.confirmedOn }),
    revision: t.int({ description: 'How often the shift was confirmed.', resolve: (view) => view.record?.revision ?? 0 }),
    revisions: t.field({
      type: [ShiftRevisionRef],
      description: 'The restatement log: the values of each confirmation.',
      resolve: async (view, _args, context) => [...(await shiftRevisionsOf(context).load(keyOf(view)))],
    }),
    value: t.field({ type: 'Decimal', nullable: true, deprecationReason: 'Use totalOutput.', resolve: totalOf }),
    shiftStart: t.field({ type: 'DateTime', deprecationReason: 'Use timeStart.', resolve: (view) => view.shift.start }),
    shiftEnd: t.field({ type: 'DateTime', deprecationReason: 'Use timeEnd.', resolve: (view) => view.shift.end }),
    startOffset: t.field({ type: 'Seconds', deprecationReason: 'Use timeStart.', resolve: (view) => (view.shift.start % DAY_MS) / 1000 }),
    endOffset: t.field({ type: 'Seconds', deprecationReason: 'Use timeEnd.', resolve: (view) => (view.shift.end % DAY_MS) / 1000 }),
  }),
})

builder.objectField(WorkCenterRef, 'actualShift', (t) =>
  t.field({ type: ShiftRef, nullable: true, resolve: (workCenter, _args, context) => currentShift(context, workCenter.id) }),
)

builder.queryFields((t) => ({
  currentShift: t.field({
    type: ShiftRef,
    nullable: true,
    authScopes: { member: true },
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => currentShift(context, (await context.workCenter(args.workCenterId)).id),
  }),
  shifts: t.field({
    type: [ShiftRef],
    authScopes: can('READ', 'SHIFTS'),
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: async (_root, args, context) => (await listedShifts(context, args.filter)).map(viewOf),
  }),
  departmentShifts: t.field({
    type: [ShiftRef],
    authScopes: can('READ', 'SHIFTS'),
    deprecationReason: 'Use shifts.',
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: async (_root, args, context) => (await listedShifts(context, args.filter)).map(viewOf),
  }),
}))

function coverageOf(record: StoredShift | null): number | null {
  return record && dataCoverageOf(record.terms)
}

async function currentShift(context: RequestContext, workCenterId: WorkCenterId): Promise<ShiftView | null> {
  const stored = await shiftNowOf(context).load(workCenterId)
  if (stored) return viewOf(stored)
  const scheduled = await context.inTenant((tenant) => currentShiftOf(tenant, workCenterId, context.now()))
  return scheduled && { workCenterId, shift: scheduled.shift, code: scheduled.code, name: scheduled.name, comment: null, record: null }
}
