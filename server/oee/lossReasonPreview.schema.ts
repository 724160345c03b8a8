import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { ManualLossPreviewRef } from '#server/loss/loss.graph.ts'
import { previewManualOee, previewReason } from './lossReasonPreview.service.ts'
import type { ReasonPreview } from './lossReasonPreview.service.ts'

const PreviewRef = builder.objectRef<ReasonPreview>('LossReasonPreview').implement({
  description: 'The OEE of one shift before losses get a reason, and after.',
  fields: (t) => ({
    workCenter: t.field({ type: WorkCenterRef, resolve: ({ workCenter }) => workCenter }),
    shiftStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.shift.start }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shift.shiftDate }),
    shiftName: t.string({ resolve: ({ shift }) => shift.name }),
    oeeBefore: t.float({ nullable: true, description: 'A fraction of 1.', resolve: ({ before }) => before }),
    oeeAfter: t.float({ nullable: true, resolve: ({ after }) => after }),
  }),
})

builder.queryField('lossReasonPreview', (t) =>
  t.field({
    type: [PreviewRef],
    authScopes: can('READ', 'LOSSES'),
    description: 'What giving the losses the reason would make of the OEE of their shifts; shifts that it leaves as they are are left out.',
    args: { ids: t.arg.intList({ required: true }), reasonId: t.arg.int({ required: true }) },
    resolve: async (_root, { ids, reasonId }, context) => {
      const asked = { ids, reasonId: asId<LossReasonId>(reasonId), visible: await context.visibleIds(), now: context.now() }
      return [...(await context.inTenant((tenant) => previewReason(tenant, asked)))]
    },
  }),
)

builder.objectField(ManualLossPreviewRef, 'oee', (t) =>
  t.field({
    type: PreviewRef,
    nullable: true,
    description:
      'What the loss with the reason would make of the OEE of its shift; null where it leaves it as it is, or stands for another loss.',
    args: { reasonId: t.arg.int({ required: true }) },
    resolve: async (preview, { reasonId }, context) =>
      await context.inTenant((tenant) => previewManualOee(tenant, preview, asId<LossReasonId>(reasonId))),
  }),
)
