import { gapTo, toPercentage } from '#engine/oee/percentage.ts'
import { wholeSecondsOf, type WholeSeconds } from '#engine/oee/wholeSeconds.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { OeeIssueEnum } from '#server/graphql/enums.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { ShiftOeeRef, ShiftRef } from '#server/shift/shift.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { askedOf, OeeStatisticsFilterInput } from './oeeStatistics.schema.ts'
import type { OeeStat } from './oeeStatistics.service.ts'
import { oeeReport, shiftsOee, type ReportRow, type ShiftsOee } from './oeeReport.service.ts'

type Factor = 'availability' | 'oee' | 'performance' | 'quality'
const TARGETS = {
  availability: 'targetAvailability',
  performance: 'targetPerformance',
  quality: 'targetQuality',
  oee: 'targetOee',
} as const

const figure = (key: Factor) => (row: ReportRow) => toPercentage(row.stat.figures[key])
const seconds = (of: (stat: OeeStat) => number) => (row: ReportRow) => Math.floor(of(row.stat) / 1000 + 0.5)

export const OeeReportRowRef = builder.objectRef<ReportRow>('OeeReportRow').implement({
  description: 'One shift of a work center; the gap is the percent points to the target, negative beyond it.',
  fields: (t) => {
    const percent = (key: Factor) => t.field({ type: PercentageRef, nullable: true, resolve: figure(key) })
    const gap = (key: Factor) => t.float({ nullable: true, resolve: (row) => gapOf(row, key) })
    const duration = (of: (stat: OeeStat) => number) => t.field({ type: 'Seconds', resolve: seconds(of) })
    const whole = (key: keyof WholeSeconds) => t.field({ type: 'Seconds', resolve: ({ stat }) => wholeSecondsOf(stat.sums)[key] })
    return {
      shift: t.field({ type: ShiftRef, resolve: ({ record }) => ({ ...record, record }) }),
      shiftDate: t.field({ type: 'Date', resolve: ({ record }) => record.shift.shiftDate }),
      shiftStart: t.field({ type: 'DateTime', resolve: ({ record }) => record.shift.start }),
      shiftEnd: t.field({ type: 'DateTime', resolve: ({ record }) => record.shift.end }),
      workCenterId: t.int({ resolve: ({ record }) => record.workCenterId }),
      workCenter: t.field({ type: WorkCenterRef, resolve: ({ workCenter }) => workCenter }),
      availability: percent('availability'),
      performance: percent('performance'),
      quality: percent('quality'),
      oee: percent('oee'),
      availabilityGap: gap('availability'),
      performanceGap: gap('performance'),
      qualityGap: gap('quality'),
      oeeGap: gap('oee'),
      duration: whole('elapsed'),
      plannedProductionTime: whole('planned'),
      runTime: whole('run'),
      plannedDowntimeDuration: whole('plannedDowntime'),
      unplannedDowntimeDuration: whole('unplannedDowntime'),
      unclassifiedDowntimeDuration: whole('unclassifiedDowntime'),
      noDataDuration: whole('noData'),
      setupDuration: duration(({ sums }) => sums.setupMs),
      failureDuration: duration(({ sums }) => sums.failureMs),
      failureCount: t.int({ description: 'Breakdowns that began in the shift.', resolve: ({ stat }) => stat.sums.failureCount }),
      totalOutput: t.field({ type: 'Decimal', resolve: ({ record }) => roundUnits(record.terms.output.total) }),
      acceptedOutput: t.field({ type: 'Decimal', resolve: ({ record }) => roundUnits(record.terms.output.accepted) }),
      rejectedOutput: t.field({ type: 'Decimal', resolve: ({ record }) => roundUnits(record.terms.output.rejected) }),
      targetOutput: t.field({ type: 'Decimal', nullable: true, resolve: targetOf }),
      isProvisional: t.boolean({ resolve: ({ stat }) => stat.isProvisional }),
      issues: t.field({ type: [OeeIssueEnum], resolve: ({ record }) => [...record.issues] }),
    }
  },
})

const ShiftsOeeRef = builder.objectRef<ShiftsOee>('ShiftsOee').implement({
  description: 'The OEE of several shifts of a work center together, and the shifts.',
  fields: (t) => ({
    oee: t.field({ type: PercentageRef, nullable: true, resolve: ({ stat }) => toPercentage(stat?.figures.oee ?? null) }),
    availability: t.field({ type: PercentageRef, nullable: true, resolve: ({ stat }) => toPercentage(stat?.figures.availability ?? null) }),
    performance: t.field({ type: PercentageRef, nullable: true, resolve: ({ stat }) => toPercentage(stat?.figures.performance ?? null) }),
    quality: t.field({ type: PercentageRef, nullable: true, resolve: ({ stat }) => toPercentage(stat?.figures.quality ?? null) }),
    shiftOeeDetails: t.field({ type: [ShiftOeeRef], resolve: ({ records }) => [...records] }),
  }),
})

builder.queryFields((t) => ({
  oeeReport: t.field({
    type: [OeeReportRowRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'A row a shift, ascending; refuses more than 20,000.',
    args: { filter: t.arg({ type: OeeStatisticsFilterInput }) },
    resolve: async (_root, { filter }, context) => {
      const asked = await askedOf(context, filter)
      return [...(await context.inTenant((tenant) => oeeReport(tenant, asked)))]
    },
  }),
  shiftsOee: t.field({
    type: ShiftsOeeRef,
    authScopes: can('READ', 'SHIFTS'),
    args: { workCenterId: t.arg.int({ required: true }), filter: t.arg({ type: OeeStatisticsFilterInput }) },
    resolve: async (_root, { workCenterId, filter }, context) => {
      const { id } = await context.workCenter(workCenterId)
      const asked = { ...(await askedOf(context, filter)), workCenterIds: [id] }
      return context.inTenant((tenant) => shiftsOee(tenant, asked))
    },
  }),
}))

function targetOf({ stat }: ReportRow): number | null {
  return stat.outputs[0]?.target ?? null
}

function gapOf({ stat, workCenter }: ReportRow, key: Factor): number | null {
  return gapTo(workCenter[TARGETS[key]], toPercentage(stat.figures[key]))
}
