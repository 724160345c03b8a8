import { toPercentage } from '#engine/oee/percentage.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { askedOf, OeeStatisticsFilterInput } from './oeeStatistics.schema.ts'
import { oeeByOrder } from './oeeByOrder.service.ts'
import type { OrderFigures } from './oeeByOrder.service.ts'

const seconds = (ms: number): number => Math.round(ms / 1000)

const OrderFiguresRef = builder.objectRef<OrderFigures>('OeeByOrderRow').implement({
  description: 'What a work center made of an order in the shifts of a period, and how well. Rows add up to the shifts.',
  fields: (t) => {
    const percent = (key: keyof OrderFigures['kpis']) =>
      t.field({ type: PercentageRef, nullable: true, resolve: ({ kpis }) => toPercentage(kpis[key]) })
    return {
      jobOrders: t.field({
        type: [JobOrderRef],
        description: 'The order, several that were worked on together, none without an order.',
        resolve: async ({ jobOrderIds }, _args, context) =>
          (await Promise.all(jobOrderIds.map((id) => jobOrderById(context).load(id)))).filter((one) => one !== null),
      }),
      acceptedOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.accepted) }),
      rejectedOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.rejected) }),
      totalOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.accepted + made.rejected) }),
      confirmedOutput: t.field({ type: 'Decimal', resolve: ({ confirmed }) => roundUnits(confirmed.accepted + confirmed.rejected) }),
      targetOutput: t.expose('target', {
        type: 'Decimal',
        nullable: true,
        description:
          'Planned production time at the speed of the order; null when that is unknown, or some of it was made in the time of others.',
      }),
      attainment: t.field({
        type: PercentageRef,
        nullable: true,
        resolve: ({ made, target }) => toPercentage(attainmentOf(made.accepted, target)),
      }),
      plannedProductionTime: t.field({ type: 'Seconds', resolve: ({ plannedMs }) => seconds(plannedMs) }),
      runTime: t.field({ type: 'Seconds', resolve: ({ runMs }) => seconds(runMs) }),
      availability: percent('availability'),
      performance: percent('performance'),
      quality: percent('quality'),
      oee: percent('oee'),
      idealCycleTimes: t.field({
        type: ['Seconds'],
        description: 'Each ideal cycle time that was in force, ascending.',
        resolve: ({ idealCyclesMs }) => idealCyclesMs.map((ms) => ms / 1000),
      }),
      timeStart: t.expose('start', { type: 'DateTime' }),
      timeEnd: t.expose('end', { type: 'DateTime', nullable: true, description: 'Null while it goes on.' }),
    }
  },
})

builder.queryField('oeeByOrder', (t) =>
  t.field({
    type: [OrderFiguresRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Output and OEE of a work center by order, in the shifts that the period takes; the longest planned time ahead.',
    args: { workCenterId: t.arg.int({ required: true }), filter: t.arg({ type: OeeStatisticsFilterInput }) },
    resolve: async (_root, { workCenterId, filter }, context) => {
      const workCenter = await context.workCenter(workCenterId)
      const asked = await askedOf(context, filter)
      return [...(await context.inTenant((tenant) => oeeByOrder(tenant, workCenter, asked)))]
    },
  }),
)
