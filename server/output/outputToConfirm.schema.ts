import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { OutputCalculationTypeEnum } from '#server/graphql/enums.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { LossReasonRef } from '#server/loss/loss.graph.ts'
import { MeasurementUnitRef } from '#server/workCenter/workCenter.graph.ts'
import { outputToConfirm } from './outputToConfirm.service.ts'
import type { OutputToConfirm } from './outputToConfirm.service.ts'

const OutputToConfirmRef = builder.objectRef<OutputToConfirm>('OutputToConfirm').implement({
  description: 'What waits for its confirmation at a work center now, and what a confirmation of it asks for.',
  fields: (t) => ({
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ order }) => order }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ waiting }) => waiting.total }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ waiting }) => waiting.accepted }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ waiting }) => waiting.rejected }),
    isShared: t.exposeBoolean('isShared', { description: 'Counted for several orders together: of which it is, people say.' }),
    together: t.field({
      type: [JobOrderRef],
      description: 'The orders that it was counted for, where it was for several together.',
      resolve: ({ together }) => [...together],
    }),
    countedTo: t.expose('countedTo', { type: 'DateTime', description: 'Up to when it was counted: a cut there confirms just that.' }),
    countingOutputIIoTId: t.exposeInt('countingId', {
      nullable: true,
      description: 'The output segment that is counted on: where several confirmations are allowed it takes rejects without being ended.',
    }),
    calculationType: t.field({ type: OutputCalculationTypeEnum, resolve: ({ place }) => place.calculationType }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ place }) => measurementUnitOf(place.measurementUnit) }),
    isWhole: t.boolean({ description: 'Pieces; else three places.', resolve: ({ place }) => place.type !== 'CONTINUOUS' }),
    isReasonRequired: t.boolean({
      description: 'Every reject needs its reason.',
      resolve: ({ place }) => place.isQualityReasonRequiredOnConfirmation || place.requireReasonForEachRejection,
    }),
    mayFollow: t.boolean({
      description: 'Whether the rest of what was counted may be confirmed later.',
      resolve: ({ place }) => place.allowMultipleOutputConfirmation,
    }),
    qualityReasons: t.field({
      type: [LossReasonRef],
      description: 'That may be chosen here, those that were chosen most ahead.',
      resolve: ({ reasons }) => [...reasons],
    }),
    problem: t.string({
      nullable: true,
      description: 'The code of the refusal that an act would meet.',
      resolve: ({ problem }) => problem?.code,
    }),
  }),
})

builder.queryField('outputToConfirm', (t) =>
  t.field({
    type: OutputToConfirmRef,
    authScopes: can('UPDATE', 'OUTPUTS'),
    description: 'What waits of the order, or of what was made without one: what an act of confirming takes with a cut now.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      jobOrderId: t.arg.int(),
      outputIIoTs: t.arg.intList({ description: 'Output segments; left out: all that wait.' }),
    },
    resolve: async (_root, { workCenterId, jobOrderId, outputIIoTs }, context) => {
      const place = await context.workCenter(workCenterId)
      const asked = { jobOrderId: jobOrderId == null ? null : asId<JobOrderId>(jobOrderId), segmentIds: outputIIoTs ?? null }
      return await context.inTenant((tenant) => outputToConfirm(tenant, place, asked, context.now()))
    },
  }),
)
