import { toPercentage } from '#engine/oee/percentage.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import { oeeChart, type OeeBucketFigures } from './oeeChart.service.ts'

const OeeChartPointRef = builder.objectRef<OeeBucketFigures>('OeeChartPoint').implement({
  description: 'Figures of a stretch of the local clock; all null where no shift was.',
  fields: (t) => {
    const percent = (key: 'availability' | 'dataCoverage' | 'oee' | 'performance' | 'quality') =>
      t.field({ type: PercentageRef, nullable: true, resolve: ({ figures }) => toPercentage(figures?.[key] ?? null) })
    return {
      timeStart: t.expose('start', { type: 'DateTime' }),
      timeEnd: t.expose('end', { type: 'DateTime' }),
      availability: percent('availability'),
      performance: percent('performance'),
      quality: percent('quality'),
      oee: percent('oee'),
      dataCoverage: percent('dataCoverage'),
    }
  },
})

builder.queryField('oeeChart', (t) =>
  t.field({
    type: [OeeChartPointRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'By the clock, from hour records; whole hours that divide a day.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      period: t.arg({ type: PeriodInput, required: true }),
      bucketSeconds: t.arg.int({ required: true, defaultValue: 3600 }),
    },
    resolve: async (_root, { workCenterId, period, bucketSeconds }, context) => {
      const workCenter = await context.workCenter(workCenterId)
      const wanted = { ...checkedPeriod(period), bucketSeconds }
      return [...(await context.inTenant((tenant) => oeeChart(tenant, workCenter, wanted)))]
    },
  }),
)
