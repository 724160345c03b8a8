import { deriveCount } from '#engine/output/outputCount.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { listAvailableOrders } from './availableOrder.store.ts'
import { OutputIIoTRef } from './output.graph.ts'
import { assignOrders, correctCount } from './outputSegmentEdit.service.ts'
import { listedSegments } from './outputSegmentList.store.ts'

builder.queryField('availableJobOrderForOutputIIoT', (t) =>
  t.field({
    type: [JobOrderRef],
    authScopes: can('READ', 'OUTPUTS'),
    description:
      'Orders of the work center that may have made the output, the likeliest ahead: the product before it, then the nearest plan.',
    args: {
      outputIIoTId: t.arg.int({ required: true }),
      ignoreProductionOrders: t.arg.boolean({ required: true, defaultValue: false, description: 'Also those that the output has.' }),
    },
    resolve: async (_root, { outputIIoTId, ignoreProductionOrders }, context) => {
      const [segment] = await context.inTenant((tenant) => listedSegments(tenant, [outputIIoTId]))
      if (segment === undefined) throw new Refusal({ code: 'OUTPUT_SEGMENT_NOT_FOUND', params: { id: outputIIoTId } })
      await context.workCenter(segment.workCenterId)
      return [...(await context.inTenant((tenant) => listAvailableOrders(tenant, segment, ignoreProductionOrders)))]
    },
  }),
)

const SeenCountInput = builder.inputType('SeenCountInput', {
  description: 'The count of output as it was shown to who corrects it.',
  fields: (t) => ({
    acceptedOutput: t.field({ type: 'Decimal', required: true }),
    rejectedOutput: t.field({ type: 'Decimal', required: true }),
    corrections: t.int({ required: true, description: 'How many corrections it had.' }),
  }),
})

builder.mutationFields((t) => {
  const keys = {
    requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    actingUserId: t.arg({ type: 'Guid', description: ACTING }),
  }
  const outputIIoTId = t.arg.int({ required: true })
  return {
    editOutput: t.field({
      type: OutputIIoTRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description:
        'Says what the device should have counted; its own counts stay known. Two of the three, as the device counts, are enough. The difference to what was seen is added, so that what is counted meanwhile stays.',
      args: {
        outputIIoTId,
        totalOutput: t.arg({ type: 'Decimal' }),
        acceptedOutput: t.arg({ type: 'Decimal' }),
        rejectedOutput: t.arg({ type: 'Decimal' }),
        seen: t.arg({
          type: SeenCountInput,
          description: 'What the counts are the difference to; required of output that still counts. Without it they are the whole.',
        }),
        comment: t.arg.string({ required: true, description: 'Why, at least 3 characters.' }),
        ...keys,
      },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        const [segment] = await context.inTenant((tenant) => listedSegments(tenant, [args.outputIIoTId]))
        if (segment === undefined) throw new Refusal({ code: 'OUTPUT_SEGMENT_NOT_FOUND', params: { id: args.outputIIoTId } })
        const { calculationType } = await context.workCenter(segment.workCenterId)
        const { totalOutput: total = null, acceptedOutput: accepted = null, rejectedOutput: rejected = null } = args
        if ([total, accepted, rejected].every((one) => one === null)) throw new Refusal({ code: 'REQUIRED', field: 'totalOutput' })
        const { count, isMismatch } = deriveCount(calculationType, { total, accepted, rejected })
        if (isMismatch) throw new Refusal({ code: 'COUNTS_DISAGREE', field: 'totalOutput' })
        const seen =
          args.seen == null
            ? null
            : { accepted: args.seen.acceptedOutput, rejected: args.seen.rejectedOutput, corrections: args.seen.corrections }
        const wanted = { id: segment.id, accepted: count.accepted, rejected: count.rejected, seen, comment: args.comment }
        const request = keyed('editOutput', requestKey, args)
        return await correctCount(context.deps, memberIn(context, actingUserId), await context.visibleIds(), wanted, request)
      },
    }),
    addProductionOrdersToOutput: t.field({
      type: OutputIIoTRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Says which orders made the output: they were worked on for its whole time, beside the others or in their place.',
      args: {
        outputIIoTId,
        jobOrderIds: t.arg.intList({ required: true }),
        replace: t.arg.boolean({ required: true, defaultValue: false, description: 'The others were not worked on then.' }),
        ...keys,
      },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        const assignment = {
          id: args.outputIIoTId,
          jobOrderIds: [...new Set(args.jobOrderIds)].map((id) => asId<JobOrderId>(id)),
          isReplacing: args.replace,
        }
        const request = keyed('addProductionOrdersToOutput', requestKey, args)
        return await assignOrders(context.deps, memberIn(context, actingUserId), await context.visibleIds(), assignment, request)
      },
    }),
  }
})
