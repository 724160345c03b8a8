import { roundUnits } from '#engine/output/outputCount.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import type { ShiftStatus } from '#engine/shift/shiftStatus.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ShiftStatusEnum } from '#server/graphql/enums.ts'
import { checkedPeriod, MAX_PERIOD_DAYS } from '#server/graphql/period.ts'
import { PeriodInput, ShiftOeeRef, ShiftRef, WorkCenterRef } from '#server/graphql/refs.ts'
import type { ShiftView } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { currentShiftOf, schedulesOf } from './shift.service.ts'
import type { ScheduledShift } from './shift.service.ts'
import { listShifts } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'
import { saveSchedule } from './shiftSchedule.service.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
/** Above this a list is not read by a person; nothing is left out silently. */
const MAX_SHIFTS = 20_000

const LossStatsRef = builder.objectRef<{ classifiedCount: number; unclassifiedCount: number }>('ShiftLossStats').implement({
  fields: (t) => ({ classifiedCount: t.exposeInt('classifiedCount'), unclassifiedCount: t.exposeInt('unclassifiedCount') }),
})

const totalOf = ({ record }: ShiftView) => (record === null || record === undefined ? null : roundUnits(record.terms.output.total))

ShiftRef.implement({
  fields: (t) => ({
    id: t.int({ nullable: true, description: 'Null until the shift has a record.', resolve: (view) => view.record?.id }),
    shiftId: t.field({ type: 'Short', resolve: (view) => view.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: (view) => view.shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: (view) => view.shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: (view) => view.shift.end }),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    status: t.field({ type: ShiftStatusEnum, resolve: (view, _args, context) => statusOf(view, context.now()) }),
    comment: t.exposeString('comment', { nullable: true }),
    companyId: t.string({ resolve: (_view, _args, context) => context.member().companyId }),
    workCenterId: t.int({ resolve: (view) => view.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (view, _args, context) => context.workCenter(view.workCenterId) }),
    lossStats: t.field({
      type: LossStatsRef,
      resolve: (view, _args, context) => context.loaders.lossCounts.load({ workCenterId: view.workCenterId, start: view.shift.start }),
    }),
    oee: t.field({ type: ShiftOeeRef, nullable: true, resolve: (view) => view.record }),
    totalOutput: t.field({ type: 'Decimal', nullable: true, resolve: totalOf }),
    value: t.field({ type: 'Decimal', nullable: true, deprecationReason: 'Use totalOutput.', resolve: totalOf }),
    shiftStart: t.field({ type: 'DateTime', deprecationReason: 'Use timeStart.', resolve: (view) => view.shift.start }),
    shiftEnd: t.field({ type: 'DateTime', deprecationReason: 'Use timeEnd.', resolve: (view) => view.shift.end }),
    startOffset: t.field({ type: 'Seconds', deprecationReason: 'Use timeStart.', resolve: (view) => (view.shift.start % DAY_MS) / 1000 }),
    endOffset: t.field({ type: 'Seconds', deprecationReason: 'Use timeEnd.', resolve: (view) => (view.shift.end % DAY_MS) / 1000 }),
  }),
})

const ShiftScheduleRef = builder.objectRef<ScheduledShift>('ShiftSchedule').implement({
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short' }),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    timeStart: t.exposeString('timeStart'),
    timeEnd: t.exposeString('timeEnd'),
    timeZone: t.exposeString('zone'),
    startOffsetUtc: t.field({ type: 'Seconds', resolve: (shift) => shift.startOffsetMs / 1000 }),
    endOffsetUtc: t.field({ type: 'Seconds', resolve: (shift) => shift.endOffsetMs / 1000 }),
    startOffset: t.field({ type: 'Seconds', deprecationReason: 'Use startOffsetUtc.', resolve: (shift) => shift.startOffsetMs / 1000 }),
    endOffset: t.field({ type: 'Seconds', deprecationReason: 'Use endOffsetUtc.', resolve: (shift) => shift.endOffsetMs / 1000 }),
    isCurrent: t.exposeBoolean('isCurrent'),
    workCenterId: t.exposeInt('workCenterId'),
    validFrom: t.expose('validFrom', { type: 'DateTime' }),
  }),
})

builder.objectField(WorkCenterRef, 'actualShift', (t) =>
  t.field({ type: ShiftRef, nullable: true, resolve: (workCenter, _args, context) => currentShift(context, workCenter.id) }),
)

const ShiftsFilterInput = builder.inputType('ShiftsFilter', {
  fields: (t) => ({
    ids: t.intList(),
    period: t.field({ type: PeriodInput }),
    statuses: t.field({ type: [ShiftStatusEnum] }),
    workCenterIds: t.intList(),
  }),
})

const ShiftInput = builder.inputType('ShiftInput', {
  fields: (t) => ({
    shiftId: t.field({ type: 'Short' }),
    code: t.string({ required: true }),
    name: t.string({ required: true }),
    timeStart: t.string({ required: true }),
    timeEnd: t.string({ required: true }),
  }),
})

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
    resolve: (_root, args, context) => list(context, args.filter),
  }),
  departmentShifts: t.field({
    type: [ShiftRef],
    authScopes: can('READ', 'SHIFTS'),
    deprecationReason: 'Use shifts.',
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: (_root, args, context) => list(context, args.filter),
  }),
  shiftSchedules: t.field({
    type: [ShiftScheduleRef],
    authScopes: can('READ', 'SHIFTS'),
    args: { workCenterId: t.arg.int({ required: true, defaultValue: 0 }) },
    resolve: async (_root, args, context) => {
      if (args.workCenterId !== 0) await context.workCenter(args.workCenterId)
      return [...(await context.inTenant((tenant) => schedulesOf(tenant, args.workCenterId, context.now())))]
    },
  }),
}))

builder.mutationField('createOrUpdateShifts', (t) =>
  t.field({
    type: [ShiftScheduleRef],
    authScopes: can('MODIFY', 'SHIFTS'),
    args: {
      input: t.arg({ type: [ShiftInput], required: true }),
      workCenterId: t.arg.int({ required: true, defaultValue: 0 }),
      timeZone: t.arg.string(),
      validFrom: t.arg({ type: 'DateTime' }),
    },
    resolve: async (_root, args, context) => {
      if (args.workCenterId !== 0) await context.workCenter(args.workCenterId)
      const shifts = args.input.map((shift) => ({ ...shift, shiftId: shift.shiftId ?? null }))
      const change = { shifts, zone: args.timeZone ?? null, validFrom: args.validFrom ?? null }
      return [...(await saveSchedule(context.deps, context.member(), args.workCenterId, change))]
    },
  }),
)

/** Returns a stored shift as lists show it. */
function viewOf(shift: StoredShift): ShiftView {
  return { workCenterId: shift.workCenterId, shift: shift.shift, code: shift.code, name: shift.name, comment: shift.comment, record: shift }
}

async function currentShift(context: RequestContext, workCenterId: WorkCenterId): Promise<ShiftView | null> {
  const stored = await context.loaders.shiftNow.load(workCenterId)
  if (stored) return viewOf(stored)
  const scheduled = await context.inTenant((tenant) => currentShiftOf(tenant, workCenterId, context.now()))
  return scheduled && { workCenterId, shift: scheduled.shift, code: scheduled.code, name: scheduled.name, comment: null, record: null }
}

type FilterArgs = typeof ShiftsFilterInput.$inferInput | null | undefined

async function list(context: RequestContext, args: FilterArgs): Promise<ShiftView[]> {
  const now = context.now()
  const standard = args?.ids ? null : { start: now - DEFAULT_DAYS * DAY_MS, end: now }
  const period = args?.period ? checkedPeriod(args.period) : standard
  const workCenterIds = await context.narrowed(args?.workCenterIds)
  const filter = { ids: args?.ids ?? null, workCenterIds, start: period?.start ?? null, end: period?.end ?? null }
  const shifts = await context.inTenant((tenant) => listShifts(tenant, filter, MAX_SHIFTS + 1))
  if (shifts.length > MAX_SHIFTS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PERIOD_DAYS } })
  const views = shifts.map(viewOf)
  const statuses = args?.statuses
  return statuses ? views.filter((view) => statuses.includes(statusOf(view, now))) : views
}

function statusOf(view: ShiftView, now: number): ShiftStatus {
  return shiftStatusAt({ isConfirmed: view.record?.storedStatus === 'CONFIRMED', end: view.shift.end }, now)
}
