import type { CoveredLoss } from '#engine/loss/manualLoss.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LossRef, manualPeriodOf, ManualLossPreviewRef } from './loss.graph.ts'
import { ACTING, BATCH, CODE, editorOf, keyed, reasonOf, REQUEST_KEY } from './lossEdit.schema.ts'
import type { Loss } from './lossRow.ts'
import { createManualLoss, deleteLoss, previewManualLoss } from './manualLoss.service.ts'
import type { ManualLoss } from './manualLoss.service.ts'

const REPLACES = 'The manual loss that it stands for, with the version that was seen: that one is deleted.'

const OCCURRED_AT =
  'When it was said, where a device sends it later. What somebody else said of that time since then stays: the loss is refused as CONFLICT.'

const CreateLossInput = builder.inputType('CreateLossInput', {
  fields: (t) => ({
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
    workCenterId: t.int({ required: true }),
    timeStart: t.field({ type: 'DateTime', required: true }),
    timeEnd: t.field({ type: 'DateTime', required: true }),
    categoryCode: t.string({ description: CODE }),
    comment: t.string(),
    occurredAt: t.field({ type: 'DateTime', description: OCCURRED_AT }),
    reasonId: t.int(),
    replacesId: t.int({ description: REPLACES }),
    replacesVersion: t.int(),
  }),
})

const ManualPeriodRef = builder.objectRef<{ readonly start: number; readonly end: number }>('ManualLossPeriod').implement({
  fields: (t) => ({ timeStart: t.expose('start', { type: 'DateTime' }), timeEnd: t.expose('end', { type: 'DateTime' }) }),
})

const CoveredLossRef = builder.objectRef<CoveredLoss<Loss>>('CoveredLoss').implement({
  description: 'A loss that one to be entered lies over.',
  fields: (t) => ({
    loss: t.expose('loss', { type: LossRef }),
    duration: t.field({ type: 'Seconds', description: 'How much of it the new one takes.', resolve: ({ ms }) => ms / 1000 }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Nothing is left of it.' }),
  }),
})

ManualLossPreviewRef.implement({
  fields: (t) => ({
    covered: t.field({ type: [CoveredLossRef], resolve: ({ covered }) => [...covered] }),
    silence: t.field({
      type: 'Seconds',
      description: 'Without data and in no loss yet; becomes downtime.',
      resolve: ({ silenceMs }) => silenceMs / 1000,
    }),
  }),
})

builder.objectField(LossRef, 'manualPeriod', (t) =>
  t.field({
    type: ManualPeriodRef,
    nullable: true,
    description: 'For which time a person entered it; such a loss can be moved and deleted. Null for all others.',
    resolve: (loss, _args, context) => (loss.annotationId === null ? null : manualPeriodOf(context).load(loss.annotationId)),
  }),
)

builder.queryField('manualLossPreview', (t) =>
  t.field({
    type: ManualLossPreviewRef,
    authScopes: can('UPDATE', 'LOSSES'),
    description: 'What createLoss would do where the loss would lie; refused as it would be.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      timeStart: t.arg({ type: 'DateTime', required: true }),
      timeEnd: t.arg({ type: 'DateTime', required: true }),
      replacesId: t.arg.int({ description: REPLACES }),
    },
    resolve: async (_root, { workCenterId, timeStart: start, timeEnd: end, replacesId }, context) => {
      const range = { workCenterId: (await context.workCenter(workCenterId)).id, start, end, replaces: replacedBy(replacesId) }
      const editor = await editorOf(context)
      return await context.inTenant((tenant) => previewManualLoss(tenant, editor, range, context.now()))
    },
  }),
)

builder.mutationFields((t) => {
  const authScopes = can('UPDATE', 'LOSSES')
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  const batchId = t.arg({ type: 'Guid', description: BATCH })
  return {
    createLoss: t.field({
      type: LossRef,
      authScopes,
      description: 'Enters a loss for time in which the work center did not work or was not heard; silence becomes downtime.',
      args: { input: t.arg({ type: CreateLossInput, required: true }), batchId, requestKey },
      resolve: async (_root, { input, batchId: batch = null, requestKey: key }, context) =>
        createManualLoss(context.deps, await editorOf(context, input), {
          request: keyed('createLoss', { ...input, ...(batch !== null && { batch }) }, key),
          workCenterId: (await context.workCenter(input.workCenterId)).id,
          start: input.timeStart,
          end: input.timeEnd,
          reasonId: reasonOf(input) ?? null,
          comment: input.comment ?? null,
          replaces: replacedBy(input.replacesId, input.replacesVersion),
          batchId: batch,
          occurredAt: input.occurredAt ?? null,
        }),
    }),
    deleteLoss: t.field({
      type: LossRef,
      authScopes,
      description: 'Deletes a loss entered by a person, or the entries on one that is no longer valid.',
      args: { id: t.arg.int({ required: true }), version: t.arg.int({ description: 'The one that was seen.' }), batchId, requestKey },
      resolve: async (_root, { id, version = null, batchId: batch = null, requestKey: key }, context) => {
        const request = keyed('deleteLoss', { id, ...(version !== null && { version }), ...(batch !== null && { batch }) }, key)
        return deleteLoss(context.deps, await editorOf(context), { id, version }, { request, batchId: batch })
      },
    }),
  }
})

function replacedBy(id: number | null | undefined, version: number | null | undefined = null): ManualLoss['replaces'] {
  return id == null ? null : { id, version }
}
