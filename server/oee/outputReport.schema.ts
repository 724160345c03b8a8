import { asId } from '#engine/ids.ts'
import type { ItemId } from '#engine/ids.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { asksFor } from '#server/graphql/askedFields.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { itemById, ItemRef } from '#server/item/item.graph.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { ShiftRef } from '#server/shift/shift.graph.ts'
import { MeasurementUnitRef, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { askedOf, OeeStatisticsFilterInput } from './oeeStatistics.schema.ts'
import { OUTPUT_SPLITS, outputReport } from './outputReport.service.ts'
import type { OutputRow } from './outputReport.service.ts'

const OutputSplitEnum = builder.enumType('OutputReportSplit', { values: OUTPUT_SPLITS })
const CONFIRMED = ['confirmedOutput', 'confirmedAcceptedOutput', 'confirmedRejectedOutput']

const OutputReportRowRef = builder.objectRef<OutputRow>('OutputReportRow').implement({
  description: 'Output of one shift of a work center against its target, or the part of an order or a product in it.',
  fields: (t) => ({
    shift: t.field({ type: ShiftRef, resolve: ({ record }) => ({ ...record, record }) }),
    workCenterId: t.int({ resolve: ({ record }) => record.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: ({ workCenter }) => workCenter }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.rejected) }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ made }) => roundUnits(made.accepted + made.rejected) }),
    confirmedOutput: t.field({
      type: 'Decimal',
      description: 'How much of it people confirmed.',
      resolve: ({ confirmed }) => roundUnits(confirmed.accepted + confirmed.rejected),
    }),
    confirmedAcceptedOutput: t.field({ type: 'Decimal', resolve: ({ confirmed }) => confirmed.accepted }),
    confirmedRejectedOutput: t.field({ type: 'Decimal', resolve: ({ confirmed }) => confirmed.rejected }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ workCenter }) => measurementUnitOf(workCenter.measurementUnit) }),
    targetOutput: t.expose('target', {
      type: 'Decimal',
      nullable: true,
      description: 'Of an order: planned production time at its speed; null where some of it was made in time that several orders share.',
    }),
    attainment: t.field({
      type: PercentageRef,
      nullable: true,
      resolve: ({ made, target }) => toPercentage(attainmentOf(made.accepted, target)),
    }),
    jobOrders: t.field({
      type: [JobOrderRef],
      nullable: true,
      description: 'The order that made it, several that were counted together or made the product, none without an order.',
      resolve: async ({ jobOrderIds }, _args, context) =>
        jobOrderIds && (await Promise.all(jobOrderIds.map((id) => jobOrderById(context).load(id)))).filter((one) => one !== null),
    }),
    products: t.field({
      type: [ItemRef],
      nullable: true,
      resolve: async ({ itemIds }, _args, context) =>
        itemIds && (await Promise.all(itemIds.map((id) => itemById(context).load(asId<ItemId>(id))))).filter((one) => one !== null),
    }),
  }),
})

builder.queryField('outputReport', (t) =>
  t.field({
    type: [OutputReportRowRef],
    authScopes: can('READ', 'OUTPUTS'),
    description:
      'A row a shift, ascending, or a row an order or a product of each, which add up to it; refuses more than 20,000 shifts, and more than 20,000 rows.',
    args: { filter: t.arg({ type: OeeStatisticsFilterInput }), splitBy: t.arg({ type: OutputSplitEnum }) },
    resolve: async (_root, { filter, splitBy }, context, info) => {
      const asked = await askedOf(context, filter)
      const how = { splitBy: splitBy ?? null, isConfirmedAsked: asksFor(info, CONFIRMED) }
      return [...(await context.inTenant((tenant) => outputReport(tenant, asked, how)))]
    },
  }),
)
