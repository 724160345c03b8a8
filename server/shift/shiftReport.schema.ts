import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LossSourceEnum, ShiftStatusEnum } from '#server/graphql/enums.ts'
import type { Period } from '#server/graphql/period.ts'
import { LossReasonRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { StatusRuleRef, statusRuleById } from '#server/status/status.graph.ts'
import { ShiftRef, lossCountsOf, outputCountsOf, viewOf } from './shift.graph.ts'
import { CompanyRef, companyById } from '#server/company/company.graph.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import type { StoredShift } from './shift.store.ts'
import { listedShifts, periodOf, ShiftsFilterInput } from './shiftFilter.schema.ts'
import { listLossGroups } from './shiftLoss.store.ts'
import type { ShiftLossGroup } from './shiftLoss.store.ts'

const keyOf = ({ workCenterId, shift }: StoredShift) => ({ workCenterId, start: shift.start })

const ActivitiesRef = builder.objectRef<StoredShift>('ShiftActivitiesStats').implement({
  description: 'The time of a shift by activity, in whole seconds that add up to its elapsed time.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (shift) => shift.workCenterId }),
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shiftDate }),
    duration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).elapsed }),
    uptimeDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).uptime }),
    plannedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).plannedDowntime }),
    unplannedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).unplannedDowntime }),
    unclassifiedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).unclassifiedDowntime }),
    noDataDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).noData }),
  }),
})

type LossStatistics = { readonly shift: StoredShift; readonly group: ShiftLossGroup }

const LossStatisticsRef = builder.objectRef<LossStatistics>('ShiftLossStatistics').implement({
  description: 'Losses of one shift, source, reason and status together.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ shift }) => shift.workCenterId }),
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shift.shiftDate }),
    lossSource: t.field({ type: LossSourceEnum, resolve: ({ group }) => group.source }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ group }, _args, context) => (group.reasonId === null ? null : lossReasonById(context).load(group.reasonId)),
    }),
    status: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: ({ group }, _args, context) => (group.statusRuleId === null ? null : statusRuleById(context).load(group.statusRuleId)),
    }),
    count: t.int({ resolve: ({ group }) => group.count }),
    durationSeconds: t.field({ type: 'Seconds', resolve: ({ group }) => group.durationMs / 1000 }),
    averageDuration: t.field({ type: 'Seconds', resolve: ({ group }) => group.durationMs / group.count / 1000 }),
  }),
})

const ReportRowRef = builder.objectRef<StoredShift>('ShiftReportRow').implement({
  fields: (t) => ({
    shift: t.field({ type: ShiftRef, resolve: viewOf }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shiftDate }),
    shiftStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.start }),
    shiftEnd: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.end }),
    status: t.field({
      type: ShiftStatusEnum,
      resolve: ({ storedStatus, shift }, _args, context) =>
        shiftStatusAt({ isConfirmed: storedStatus === 'CONFIRMED', end: shift.end }, context.now()),
    }),
    lossesCount: t.int({ resolve: async (shift, _args, context) => (await lossCountsOf(context).load(keyOf(shift))).totalCount }),
    classifiedLossesCount: t.int({
      resolve: async (shift, _args, context) => (await lossCountsOf(context).load(keyOf(shift))).classifiedCount,
    }),
    unclassifiedLossesCount: t.int({
      resolve: async (shift, _args, context) => (await lossCountsOf(context).load(keyOf(shift))).unclassifiedCount,
    }),
    confirmedOutputsCount: t.int({
      resolve: async (shift, _args, context) => (await outputCountsOf(context).load(keyOf(shift))).confirmationCount,
    }),
    outputIIoTCount: t.int({
      resolve: async (shift, _args, context) => (await outputCountsOf(context).load(keyOf(shift))).totalCount,
    }),
    outputIIoTWithProductionOrdersCount: t.int({
      resolve: async (shift, _args, context) => (await outputCountsOf(context).load(keyOf(shift))).withProductionOrderCount,
    }),
  }),
})

const CheckedPeriodRef = builder.objectRef<Period>('CheckedPeriod').implement({
  fields: (t) => ({
    dateStart: t.expose('start', { type: 'DateTime' }),
    dateEnd: t.expose('end', { type: 'DateTime' }),
    duration: t.field({ type: 'Seconds', resolve: (period) => (period.end - period.start) / 1000 }),
  }),
})

type Report = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly period: Period
  readonly rows: readonly StoredShift[]
}

const ReportRef = builder.objectRef<Report>('ShiftReport').implement({
  description: 'The shifts of one work center, ascending.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (report) => report.workCenterId }),
    workCenterName: t.string({ resolve: async (report, _args, context) => (await context.workCenter(report.workCenterId)).name }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      resolve: (report, _args, context) => companyById(context).load(report.companyId),
    }),
    period: t.expose('period', {
      type: CheckedPeriodRef,
      description: 'The one asked for; with ids alone from the first shift to the last.',
    }),
    rows: t.field({ type: [ReportRowRef], resolve: (report) => [...report.rows] }),
  }),
})

builder.queryFields((t) => ({
  shiftStatistics: t.field({
    type: [ActivitiesRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'The time of each shift by activity, newest first.',
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: async (_root, args, context) => [...(await listedShifts(context, args.filter))],
  }),
  shiftLosses: t.field({
    type: [LossStatisticsRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Losses by shift, source, reason and status, ascending by shift and the longest first.',
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: async (_root, args, context) => {
      const shifts = await listedShifts(context, args.filter)
      const byKey = new Map(shifts.map((shift) => [`${shift.workCenterId}@${shift.shift.start}`, shift]))
      const groups = await context.inTenant((tenant) => listLossGroups(tenant, shifts.map(keyOf), context.now()))
      return groups.flatMap((group) => {
        const shift = byKey.get(`${group.workCenterId}@${group.start}`)
        return shift ? [{ shift, group }] : []
      })
    },
  }),
  shiftReports: t.field({
    type: [ReportRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'One report a work center that has shifts, ascending by its id.',
    args: { filter: t.arg({ type: ShiftsFilterInput }) },
    resolve: async (_root, args, context) => {
      const shifts = (await listedShifts(context, args.filter)).toReversed()
      const asked = periodOf(context, args.filter)
      return [...Map.groupBy(shifts, (shift) => shift.workCenterId)]
        .map(([workCenterId, rows]) => ({ companyId: context.member().companyId, workCenterId, period: asked ?? spanOf(rows), rows }))
        .sort((a, b) => a.workCenterId - b.workCenterId)
    },
  }),
}))

function spanOf(rows: readonly StoredShift[]): Period {
  return { start: rows[0]?.shift.start ?? 0, end: rows.at(-1)?.shift.end ?? 0 }
}
