import { builder } from '#server/graphql/builder.ts'
import { NoDataCauseEnum, OeeIssueEnum, StatusKindEnum, WorkCenterStateEnum } from '#server/graphql/enums.ts'
import { LiveWorkCenterRef, WorkCenterRef, liveOf } from './workCenter.graph.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'

const LiveStatusRef = builder.objectRef<NonNullable<LiveWorkCenter['status']>>('LiveStatus').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: StatusKindEnum }),
    noDataCause: t.expose('noDataCause', { type: NoDataCauseEnum, nullable: true }),
    statusRuleId: t.int({ nullable: true, resolve: (status) => status.statusRuleId }),
    name: t.exposeString('name', { nullable: true }),
    color: t.exposeString('color', { nullable: true }),
    isEffective: t.exposeBoolean('isEffective'),
    isScheduledLoss: t.exposeBoolean('isScheduledLoss'),
    since: t.expose('since', { type: 'DateTime' }),
  }),
})

const LiveShiftRef = builder.objectRef<NonNullable<LiveWorkCenter['shift']>>('LiveShift').implement({
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short' }),
    shiftDate: t.expose('shiftDate', { type: 'Date' }),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    start: t.expose('start', { type: 'DateTime' }),
    end: t.expose('end', { type: 'DateTime' }),
  }),
})

const LiveOeeRef = builder.objectRef<NonNullable<LiveWorkCenter['oee']>>('LiveOee').implement({
  fields: (t) => ({
    availability: t.exposeFloat('availability', { nullable: true }),
    performance: t.exposeFloat('performance', { nullable: true }),
    quality: t.exposeFloat('quality', { nullable: true }),
    oee: t.exposeFloat('oee', { nullable: true }),
    asOf: t.expose('asOf', { type: 'DateTime' }),
    issues: t.field({ type: [OeeIssueEnum], resolve: (oee) => [...oee.issues] }),
  }),
})

const LiveOutputRef = builder.objectRef<NonNullable<LiveWorkCenter['output']>>('LiveOutput').implement({
  fields: (t) => ({
    total: t.expose('total', { type: 'Decimal' }),
    accepted: t.expose('accepted', { type: 'Decimal' }),
    rejected: t.expose('rejected', { type: 'Decimal' }),
    targetToDate: t.expose('targetToDate', { type: 'Decimal', nullable: true }),
    targetFullShift: t.expose('targetFullShift', { type: 'Decimal', nullable: true }),
  }),
})

const LiveValueRef = builder
  .objectRef<{ readonly key: string; readonly at: number; readonly value: number | null }>('LiveValue')
  .implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      at: t.expose('at', { type: 'DateTime' }),
      value: t.exposeFloat('value', { nullable: true }),
    }),
  })

LiveWorkCenterRef.implement({
  description: 'The live state of a work center, as sent by the hub. Ratios are fractions of 1, unrounded; null = undefined, never 0.',
  fields: (t) => ({
    companyId: t.string({ resolve: (live) => live.companyId }),
    workCenterId: t.int({ resolve: (live) => live.workCenterId }),
    deviceId: t.field({ type: 'Guid', resolve: (live) => live.deviceId }),
    at: t.expose('at', { type: 'DateTime' }),
    lastSampleAt: t.expose('lastSampleAt', { type: 'DateTime', nullable: true }),
    state: t.expose('state', { type: WorkCenterStateEnum, nullable: true }),
    status: t.expose('status', { type: LiveStatusRef, nullable: true }),
    shift: t.expose('shift', { type: LiveShiftRef, nullable: true }),
    oee: t.expose('oee', { type: LiveOeeRef, nullable: true }),
    output: t.expose('output', { type: LiveOutputRef, nullable: true }),
    unclassifiedLossCount: t.exposeInt('unclassifiedLossCount'),
    values: t.field({ type: [LiveValueRef], resolve: (live) => Object.entries(live.values).map(([key, value]) => ({ key, ...value })) }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  live: t.field({
    type: LiveWorkCenterRef,
    nullable: true,
    description: 'Null for an archived work center.',
    resolve: (workCenter, _args, context) => liveOf(context).load(workCenter),
  }),
  currentState: t.field({
    type: WorkCenterStateEnum,
    nullable: true,
    resolve: async (workCenter, _args, context) => (await liveOf(context).load(workCenter))?.state ?? null,
  }),
}))
