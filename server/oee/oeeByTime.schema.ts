import { runTimesOf } from '#engine/oee/kpis.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import { oeeByTime, type HourFigures, type OeeByTime, type OeeHour } from './oeeByTime.service.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000 + 0.5)

const HourFiguresRef = builder.objectRef<HourFigures>('OeeHourFigures').implement({
  description: 'What some hours come to. A percentage is null where it is not defined; `records` 0 = no shift was.',
  fields: (t) => {
    const percent = (key: 'availability' | 'dataCoverage' | 'oee' | 'performance' | 'quality') =>
      t.field({ type: PercentageRef, nullable: true, resolve: ({ figures }) => toPercentage(figures?.[key] ?? null) })
    return {
      oee: percent('oee'),
      availability: percent('availability'),
      performance: percent('performance'),
      quality: percent('quality'),
      dataCoverage: percent('dataCoverage'),
      records: t.int({ resolve: ({ sums }) => sums.records }),
      duration: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(sums.elapsedMs) }),
      plannedProductionTime: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(runTimesOf(sums).plannedMs) }),
      runTime: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(runTimesOf(sums).runMs) }),
      availabilityLosses: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(sums.availabilityLossMs) }),
      noDataDuration: t.field({ type: 'Seconds', resolve: ({ sums }) => seconds(sums.noDataMs) }),
      totalOutput: t.field({ type: 'Decimal', resolve: ({ sums }) => roundUnits(sums.output.total) }),
      acceptedOutput: t.field({ type: 'Decimal', resolve: ({ sums }) => roundUnits(sums.output.accepted) }),
      rejectedOutput: t.field({ type: 'Decimal', resolve: ({ sums }) => roundUnits(sums.output.rejected) }),
    }
  },
})

const OeeHourRef = builder.objectRef<OeeHour>('OeeHour').implement({
  description: 'An hour of the local clock: a repeated hour is there twice, a skipped one not at all.',
  fields: (t) => ({
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime' }),
    date: t.expose('date', { type: 'Date' }),
    hour: t.exposeInt('hour'),
    figures: t.field({ type: HourFiguresRef, resolve: (hour) => hour }),
  }),
})

const OeeOfDateRef = builder.objectRef<OeeByTime['days'][number]>('OeeOfDate').implement({
  fields: (t) => ({
    date: t.expose('date', { type: 'Date' }),
    figures: t.field({ type: HourFiguresRef, resolve: (day) => day }),
  }),
})

const OeeOfHourRef = builder.objectRef<OeeByTime['hoursOfDay'][number]>('OeeOfHour').implement({
  fields: (t) => ({
    hour: t.exposeInt('hour', { description: 'Of the day, 0 to 23.' }),
    figures: t.field({ type: HourFiguresRef, resolve: (hour) => hour }),
  }),
})

const OeeByTimeRef = builder.objectRef<OeeByTime>('OeeByTime').implement({
  description: 'Figures by the clock, from hour records. Those of days, of hours of the day and of all are ratios of sums, not means.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone'),
    hours: t.field({ type: [OeeHourRef], resolve: (found) => [...found.hours] }),
    days: t.field({ type: [OeeOfDateRef], resolve: (found) => [...found.days] }),
    hoursOfDay: t.field({ type: [OeeOfHourRef], resolve: (found) => [...found.hoursOfDay] }),
    total: t.field({ type: HourFiguresRef, resolve: (found) => found.total }),
  }),
})

builder.queryField('oeeByTime', (t) =>
  t.field({
    type: OeeByTimeRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Hour by hour in the zone of the work center, whole hours, at most 92 days.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      period: t.arg({ type: PeriodInput, required: true }),
      shiftIds: t.arg.intList({ description: 'Only the time in shifts of these; all of them without.' }),
    },
    resolve: async (_root, { workCenterId, period, shiftIds }, context) => {
      const workCenter = await context.workCenter(workCenterId)
      return context.inTenant((tenant) => oeeByTime(tenant, workCenter, checkedPeriod(period), shiftIds ?? null))
    },
  }),
)
