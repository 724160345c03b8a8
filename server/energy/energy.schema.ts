import { ENERGY_SOURCES } from '#engine/energy/energyBuckets.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { EnergyAggregationEnum, PeriodTypeEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import type { Period } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { requireAnalytics } from '#server/graphql/requireAnalytics.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { WorkCenterRef, liveOf } from '#server/workCenter/workCenter.graph.ts'
import { energyDepsOf } from './energyDeps.ts'
import { chosenWorkCenters, energyRows, energyTotal } from './energyReport.service.ts'
import type { EnergyRow, EnergyStep, EnergyTotal } from './energyReport.service.ts'
import { speedStat } from './powerStat.service.ts'
import type { SpeedStat } from './powerStat.service.ts'

const EnergySourceEnum = builder.enumType('EnergySource', { values: ENERGY_SOURCES })
const decimal = { type: 'Decimal', nullable: true } as const

const STEPS = { MINUTES_5: 5, MINUTES_15: 15, MINUTES_30: 30, HOUR: 60 } as const

const EnergyRowRef = builder.interfaceRef<EnergyRow>('EnergyConsumption').implement({
  description: 'Energy of a stretch of time. A figure is null where nothing was measured, never 0.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (row) => row.workCenter.id }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime' }),
    energyConsumption: t.expose('kwh', { ...decimal, description: 'kWh' }),
    periodAverageValue: t.expose('averageKw', { ...decimal, description: 'kW over the time that is covered.' }),
    periodMaxValue: t.expose('maxKw', { ...decimal, description: 'The greatest power in kW.' }),
    coverage: t.exposeFloat('coverage', { nullable: true, description: 'Share of the time so far that the energy is known of, 0 to 1.' }),
    isLowCoverage: t.exposeBoolean('isLowCoverage', { description: 'The energy is known of less than half of the time.' }),
    source: t.expose('source', { type: EnergySourceEnum, nullable: true }),
    isAssumedBalanced: t.exposeBoolean('isAssumedBalanced', {
      description: 'A phase without a sensor was taken to carry the mean of the others.',
    }),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
  }),
})

const StatRef = builder.objectRef<EnergyTotal>('EnergyConsumptionStat').implement({
  interfaces: [EnergyRowRef],
  fields: (t) => ({
    acceptedOutput: t.expose('acceptedOutput', {
      ...decimal,
      description: 'Null where something was made in another unit than the present one.',
    }),
    energyPerUnit: t.expose('kwhPerUnit', { ...decimal, description: 'kWh a good unit, of the shifts with energy alone.' }),
  }),
})

const ReportRowRef = builder.objectRef<EnergyRow>('EnergyConsumptionReportRow').implement({
  interfaces: [EnergyRowRef],
  fields: (t) => ({
    workCenter: t.field({ type: WorkCenterRef, resolve: (row) => row.workCenter }),
    workCenterName: t.string({ resolve: (row) => row.workCenter.name }),
    shiftDate: t.expose('shiftDate', { type: 'Date', nullable: true }),
  }),
})

const ValueRef = builder.objectRef<EnergyRow>('EnergyConsumptionValue').implement({ interfaces: [EnergyRowRef] })

const PowerStatRef = builder.objectRef<EnergyRow>('PowerStat').implement({
  fields: (t) => ({
    periodAverageValue: t.expose('averageKw', decimal),
    periodMaxValue: t.expose('maxKw', decimal),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
  }),
})

const SpeedStatRef = builder.objectRef<SpeedStat>('SpeedStat').implement({
  fields: (t) => ({
    periodAvgValue: t.expose('average', decimal),
    periodMaxValue: t.expose('max', decimal),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
  }),
})

builder.queryFields((t) => {
  const one = { workCenterId: t.arg.int({ required: true }), period: t.arg({ type: PeriodInput }) }
  const period = t.arg({ type: PeriodInput, required: true })
  return {
    energyStat: t.field({
      type: StatRef,
      nullable: true,
      authScopes: { member: true },
      description: 'Energy of the period, or of the running shift without one; null out of schedule.',
      args: one,
      resolve: async (_root, args, context) => {
        const { workCenter, stretch } = await stretchOf(context, args)
        return stretch && energyTotal(energyDepsOf(context), workCenter, stretch)
      },
    }),
    energyValues: t.field({
      type: [ValueRef],
      authScopes: { member: true },
      description: 'Energy in buckets of the clock of the work center’s zone.',
      args: {
        workCenterId: t.arg.int({ required: true }),
        period,
        aggregation: t.arg({ type: EnergyAggregationEnum, required: true, defaultValue: 'HOUR' }),
      },
      resolve: async (_root, args, context) => [
        ...(await energyRows(
          energyDepsOf(context),
          [await context.workCenter(args.workCenterId)],
          checkedPeriod(args.period),
          STEPS[args.aggregation],
        )),
      ],
    }),
    energyReport: t.field({
      type: [ReportRowRef],
      authScopes: { member: true },
      description:
        'Energy of work centers by shift, day, week or month with `periodType`, else in buckets of the clock. Of several it needs READ of ANALYTICS.',
      args: {
        workCenterIds: t.arg.intList(),
        period,
        aggregation: t.arg({ type: EnergyAggregationEnum, required: true, defaultValue: 'HOUR' }),
        periodType: t.arg({ type: PeriodTypeEnum }),
      },
      resolve: async (_root, args, context) => {
        requireAnalytics(context, args.workCenterIds)
        const step: EnergyStep = args.periodType ?? STEPS[args.aggregation]
        const deps = energyDepsOf(context)
        const asked = checkedPeriod(args.period)
        const workCenters = await chosenWorkCenters(deps, await context.narrowed(args.workCenterIds), asked)
        return [...(await energyRows(deps, workCenters, asked, step))]
      },
    }),
    powerStat: t.field({
      type: PowerStatRef,
      nullable: true,
      authScopes: { member: true },
      description: 'Power of the period, or of the running shift without one; null out of schedule.',
      args: one,
      resolve: async (_root, args, context) => {
        const { workCenter, stretch } = await stretchOf(context, args)
        return stretch && energyTotal(energyDepsOf(context), workCenter, stretch)
      },
    }),
    speedStat: t.field({
      type: SpeedStatRef,
      nullable: true,
      authScopes: { member: true },
      description: 'Speed in units a minute of the period, or of the running shift without one; null out of schedule.',
      args: one,
      resolve: async (_root, args, context) => {
        const { workCenter, stretch } = await stretchOf(context, args)
        return stretch && speedStat(energyDepsOf(context), workCenter, stretch, stretch.shiftId)
      },
    }),
  }
})

async function stretchOf(
  context: RequestContext,
  args: { readonly workCenterId: number; readonly period?: Period | null | undefined },
): Promise<{ readonly workCenter: WorkCenter; readonly stretch: (Period & { shiftId: number | null; shiftDate: string | null }) | null }> {
  const workCenter = await context.workCenter(args.workCenterId)
  if (args.period) return { workCenter, stretch: { ...checkedPeriod(args.period), shiftId: null, shiftDate: null } }
  const shift = (await liveOf(context).load(workCenter))?.shift ?? null
  return {
    workCenter,
    stretch: shift && { start: shift.start, end: shift.end, shiftId: shift.shiftId, shiftDate: shift.shiftDate },
  }
}
