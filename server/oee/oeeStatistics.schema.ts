import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { PERIOD_TYPES } from '#engine/time/statPeriod.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { OeeIssueEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import { requireAnalytics } from '#server/graphql/requireAnalytics.ts'
import { OeeStatsRef } from './oee.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { boxEfficiencies, type BoxEfficiency } from './boxEfficiency.service.ts'
import { askStatistics } from './oeeQuestion.service.ts'
import { STAT_SUBJECTS, type LeftOut, type OeeStat } from './oeeStatistics.service.ts'
import type { UnitOutput } from './unitOutput.ts'

const StatPeriodEnum = builder.enumType('OeeStatPeriod', { values: PERIOD_TYPES })
const StatSubjectEnum = builder.enumType('OeeStatSubject', { values: STAT_SUBJECTS })
const LeftOutCauseEnum = builder.enumType('OeeLeftOutCause', { values: ['NO_FACTOR', 'NO_REFERENCE_SPEED'] as const })

const UnitOutputRef = builder.objectRef<UnitOutput>('UnitOutput').implement({
  description: 'Output in one unit; pieces and metres are never added.',
  fields: (t) => ({
    unit: t.exposeString('unit'),
    totalOutput: t.field({ type: 'Decimal', resolve: (output) => roundUnits(output.total) }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: (output) => roundUnits(output.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: (output) => roundUnits(output.rejected) }),
    targetOutput: t.expose('target', { type: 'Decimal', nullable: true, description: 'Of the work centers that have one.' }),
    attainment: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'Accepted output over the target so far, both of the work centers that have a target.',
      resolve: ({ targetedAccepted, target }) => toPercentage(attainmentOf(targetedAccepted, target)),
    }),
    workCenterCount: t.exposeInt('workCenters', { description: 'Work centers whose output it is.' }),
    withTargetCount: t.exposeInt('withTarget', { description: 'How many of them have a target.' }),
  }),
})

const LeftOutRef = builder.objectRef<LeftOut>('OeeLeftOut').implement({
  description: 'Records that are not in performance, quality and OEE.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (left) => left.workCenterId }),
    records: t.exposeInt('records'),
    cause: t.expose('cause', { type: LeftOutCauseEnum }),
  }),
})

const seconds = (ms: number): number => Math.floor(ms / 1000 + 0.5)
const figure = (key: FigureKey) => (stat: OeeStat) => toPercentage(stat.figures[key])
type FigureKey = Exclude<keyof OeeStat['figures'], 'coverage' | 'mtbfMs' | 'mttrMs'>

OeeStatsRef.implement({
  description: 'The figures of work centers over shifts: ratios of sums of their records. A percentage that is not defined is null.',
  fields: (t) => {
    const percent = (key: FigureKey, description?: string) =>
      t.field({ type: PercentageRef, nullable: true, ...(description !== undefined && { description }), resolve: figure(key) })
    return {
      dateStart: t.field({ type: 'Date', description: 'First shift date.', resolve: (stat) => stat.dates.from }),
      dateEnd: t.field({ type: 'Date', description: 'The date after the last shift date.', resolve: (stat) => stat.dates.to }),
      shiftId: t.field({ type: 'Short', nullable: true, resolve: (stat) => stat.shiftId }),
      workCenterId: t.int({ nullable: true, resolve: (stat) => stat.workCenterId }),
      workCenterGroupId: t.int({ nullable: true, resolve: (stat) => stat.groupId }),
      workCenter: t.field({
        type: WorkCenterRef,
        nullable: true,
        resolve: (stat, _args, context) => (stat.workCenterId === null ? null : context.workCenter(stat.workCenterId)),
      }),
      availability: percent('availability'),
      performance: percent('performance'),
      quality: percent('quality'),
      oee: percent('oee'),
      teep: percent('teep', 'Valuable over calendar time.'),
      ooe: percent('ooe', 'Valuable over shift time.'),
      nee: percent('nee', 'OEE with setup as run time.'),
      utilization: percent('utilization', 'Planned production over calendar time; TEEP = OEE × it.'),
      utilizationEfficiency: percent('utilizationEfficiency'),
      technicalEfficiency: percent('technicalEfficiency'),
      setupRate: percent('setupRate'),
      efficiency: percent('efficiency', 'Effective over effective and ineffective status time.'),
      yield: percent('yield'),
      dataCoverage: percent('dataCoverage', 'Share of the shift time with data.'),
      mttr: t.field({
        type: 'Seconds',
        nullable: true,
        resolve: ({ figures }) => (figures.mttrMs === null ? null : seconds(figures.mttrMs)),
      }),
      mtbf: t.field({
        type: 'Seconds',
        nullable: true,
        resolve: ({ figures }) => (figures.mtbfMs === null ? null : seconds(figures.mtbfMs)),
      }),
      duration: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).elapsed }),
      calendarDuration: t.field({ type: 'Seconds', resolve: (stat) => seconds(stat.calendarMs) }),
      plannedProductionTime: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).planned }),
      runTime: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).run }),
      availabilityLosses: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).availabilityLoss }),
      excludedTime: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).excluded }),
      noDataDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).noData }),
      plannedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).plannedDowntime }),
      unplannedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).unplannedDowntime }),
      unclassifiedDowntimeDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => wholeSecondsOf(sums).unclassifiedDowntime }),
      setupDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(sums.setupMs) }),
      failureDuration: t.field({
        type: 'Seconds',
        description: 'Time of the failures; MTTR is it over their number, MTBF the run time over their number.',
        resolve: ({ sums }) => seconds(sums.failureMs),
      }),
      failureCount: t.int({ resolve: ({ sums }) => sums.failureCount }),
      outputs: t.field({ type: [UnitOutputRef], resolve: (stat) => [...stat.outputs] }),
      records: t.int({ description: 'Shifts in the figures.', resolve: ({ sums }) => sums.records }),
      includedRecords: t.int({
        description: 'Shifts in performance, quality and OEE.',
        resolve: ({ figures }) => figures.coverage.included,
      }),
      unconfirmedRecords: t.exposeInt('unconfirmedRecords'),
      isProvisional: t.exposeBoolean('isProvisional', { description: 'A shift is still running: a later answer may differ.' }),
      asOf: t.expose('asOf', { type: 'DateTime' }),
      issues: t.field({ type: [OeeIssueEnum], resolve: (stat) => [...stat.issues] }),
      leftOut: t.field({ type: [LeftOutRef], resolve: (stat) => [...stat.leftOut] }),
    }
  },
})

const BoxEfficiencyRef = builder.objectRef<BoxEfficiency>('BoxEfficiency').implement({
  description: 'Time in effective and other statuses, independent of reasons; a row without a shift is the time out of schedule.',
  fields: (t) => ({
    deviceId: t.field({ type: 'Guid', nullable: true, resolve: ({ workCenter }) => workCenter.deviceId }),
    deviceName: t.string({ resolve: ({ workCenter }) => workCenter.name }),
    workCenterId: t.int({ resolve: ({ workCenter }) => workCenter.id }),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
    effectiveTime: t.field({ type: 'Seconds', resolve: (row) => seconds(row.effectiveMs) }),
    ineffectiveTime: t.field({ type: 'Seconds', resolve: (row) => seconds(row.ineffectiveMs) }),
    outOfSheduleTime: t.field({ type: 'Seconds', resolve: (row) => seconds(row.outOfScheduleMs) }),
    efficiency: t.field({ type: PercentageRef, nullable: true, resolve: (row) => toPercentage(row.efficiency) }),
  }),
})

export const OeeStatisticsFilterInput = builder.inputType('OeeStatisticsFilter', {
  fields: (t) => ({
    period: t.field({
      type: PeriodInput,
      description:
        'Which shifts: of whole days of the plant those of their dates, of a day that the period cuts those that start inside. By default the last 30 days.',
    }),
    workCenterIds: t.intList(),
    workCenterGroupIds: t.intList(),
    shiftIds: t.intList({ description: 'Only shifts of these; all of them without.' }),
  }),
})

builder.queryFields((t) => ({
  oeeStatistics: t.field({
    type: [OeeStatsRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Ascending by period; from shift records only, also over a year. A row of several work centers needs READ of ANALYTICS.',
    args: {
      filter: t.arg({ type: OeeStatisticsFilterInput }),
      groupBy: t.arg({ type: StatPeriodEnum }),
      subject: t.arg({ type: StatSubjectEnum, required: true, defaultValue: 'COMPANY' }),
    },
    resolve: async (_root, { filter, groupBy, subject }, context) => {
      if (subject !== 'WORK_CENTER') requireAnalytics(context, filter?.workCenterIds)
      const asked = { ...(await askedOf(context, filter)), groupBy: groupBy ?? null, subject }
      return [...(await context.inTenant((tenant) => askStatistics(tenant, asked)))]
    },
  }),
  boxEfficiency: t.field({
    type: [BoxEfficiencyRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Time of the period by the clock: a shift that it cuts counts with its part inside. By default the last 30 days.',
    args: {
      deviceId: t.arg({ type: 'Guid' }),
      period: t.arg({ type: PeriodInput }),
      splitByShifts: t.arg.boolean({ required: true, defaultValue: false }),
    },
    resolve: async (_root, { deviceId, period, splitByShifts }, context) => {
      const workCenterIds = await context.idsOf(null, deviceId == null ? null : [asId<DeviceId>(deviceId)])
      const asked = { workCenterIds, groupIds: null, period: period ? checkedPeriod(period) : null, now: context.now() }
      return [...(await context.inTenant((tenant) => boxEfficiencies(tenant, asked, splitByShifts)))]
    },
  }),
}))

type FilterArgs = typeof OeeStatisticsFilterInput.$inferInput | null | undefined

/** Returns the question, narrowed to the work centers that the caller may see. */
export async function askedOf(context: RequestContext, filter: FilterArgs) {
  return {
    workCenterIds: await context.narrowed(filter?.workCenterIds),
    groupIds: filter?.workCenterGroupIds ?? null,
    shiftIds: filter?.shiftIds ?? null,
    period: filter?.period ? checkedPeriod(filter.period) : null,
    now: context.now(),
  }
}
