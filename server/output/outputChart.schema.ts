import { roundUnits } from '#engine/output/outputCount.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { asksFor } from '#server/graphql/askedFields.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { MeasurementUnitRef, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { outputBuckets, requireBucketLength } from './output.service.ts'
import { chartPlaces, outputSeries } from './outputChart.service.ts'
import type { ChartPoint } from './outputChart.service.ts'

const HOUR_SECONDS = 3600
const CONFIRMED = ['confirmedOutput', 'confirmedAcceptedOutput', 'confirmedRejectedOutput']

const OutputChartPointRef = builder.objectRef<ChartPoint>('OutputChartPoint').implement({
  description: 'What stands of output in one stretch of the local clock: confirmed where people confirmed it, else counted.',
  fields: (t) => ({
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime' }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ output }) => roundUnits(output.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ output }) => roundUnits(output.rejected) }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ output }) => roundUnits(output.total) }),
    planOutput: t.expose('plan', {
      type: 'Decimal',
      nullable: true,
      description: 'Planned production time at reference speed: by order that of the order; null where several share it.',
    }),
    confirmedOutput: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'How much of it people confirmed, in proportion to what was made; null in buckets below an hour.',
      resolve: ({ confirmed }) => confirmed && roundUnits(confirmed.accepted + confirmed.rejected),
    }),
    confirmedAcceptedOutput: t.field({ type: 'Decimal', nullable: true, resolve: ({ confirmed }) => confirmed && confirmed.accepted }),
    confirmedRejectedOutput: t.field({ type: 'Decimal', nullable: true, resolve: ({ confirmed }) => confirmed && confirmed.rejected }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      description: 'Null where several are taken together.',
      resolve: ({ workCenter }) => workCenter,
    }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => measurementUnitOf(unit) }),
    jobOrders: t.field({
      type: [JobOrderRef],
      nullable: true,
      description: 'The order that made it, several that are counted together, none without an order. Null unless it is divided by orders.',
      resolve: async ({ jobOrderIds }, _args, context) =>
        jobOrderIds && (await Promise.all(jobOrderIds.map((id) => jobOrderById(context).load(id)))).filter((one) => one !== null),
    }),
  }),
})

builder.queryField('outputChart', (t) =>
  t.field({
    type: [OutputChartPointRef],
    description:
      'Output in the period, by buckets of at least a minute of one work center, of at least an hour of several or by order. Units are never mixed.',
    authScopes: can('READ', 'OUTPUTS'),
    args: {
      workCenterId: t.arg.int({ description: 'Only of this one.' }),
      workCenterIds: t.arg.intList({ description: 'Left out: all that the caller sees.' }),
      period: t.arg({ type: PeriodInput, required: true }),
      bucketSeconds: t.arg.int({ required: true, defaultValue: HOUR_SECONDS, description: 'It divides a day; 86400 = a day.' }),
      splitByJobOrder: t.arg.boolean({ required: true, defaultValue: false }),
      splitByWorkCenter: t.arg.boolean({ required: true, defaultValue: false }),
    },
    resolve: async (_root, args, context, info) => {
      const { bucketSeconds, splitByJobOrder, splitByWorkCenter } = args
      const period = checkedPeriod(args.period)
      const one = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
      if (one !== null && !splitByJobOrder && bucketSeconds < HOUR_SECONDS) {
        const buckets = await outputBuckets(context, one, { ...period, bucketSeconds })
        return buckets.map((bucket) => ({ ...bucket, workCenter: one, unit: one.measurementUnit, jobOrderIds: null, confirmed: null }))
      }
      requireBucketLength(bucketSeconds, one === null || splitByJobOrder ? HOUR_SECONDS : undefined)
      const workCenters = one === null ? await placesOf(context, args.workCenterIds) : [one]
      const isConfirmedAsked = asksFor(info, CONFIRMED)
      const question = { ...period, workCenters, bucketSeconds, splitByJobOrder, splitByWorkCenter, isConfirmedAsked }
      return [...(await context.inTenant((tenant) => outputSeries(tenant, question)))]
    },
  }),
)

async function placesOf(context: RequestContext, wanted: readonly number[] | null | undefined): Promise<readonly WorkCenter[]> {
  const ids = await context.narrowed(wanted)
  return await context.inTenant((tenant) => chartPlaces(tenant, ids))
}
