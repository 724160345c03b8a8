import { builder, can } from '#server/graphql/builder.ts'
import { LossRef } from './loss.graph.ts'
import { changesOf, editorOf, keyed, REQUEST_KEY, UpdateLossesInput } from './lossEdit.schema.ts'
import { classifyEach } from './lossBatch.service.ts'
import type { LossBatchResult } from './lossBatch.service.ts'
import { undoLossBatch } from './undoLossBatch.service.ts'
import type { BatchUndo } from './undoLossBatch.service.ts'

const LossBatchResultRef = builder.objectRef<LossBatchResult>('LossBatchResult').implement({
  description: 'What became of one loss of many.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    isChanged: t.boolean({ resolve: ({ problem }) => problem === null }),
    errorCode: t.string({
      nullable: true,
      description: 'As in `extensions.code` of an error.',
      resolve: ({ problem }) => problem?.code ?? null,
    }),
    loss: t.expose('loss', { type: LossRef, nullable: true, description: 'As it is now.' }),
  }),
})

const LossBatchUndoRef = builder.objectRef<BatchUndo>('LossBatchUndo').implement({
  description: 'What became of taking back all that one gesture said.',
  fields: (t) => ({
    undoneCount: t.exposeInt('undoneCount'),
    keptCount: t.exposeInt('keptCount', { description: 'Somebody said more of these since, or their shift was confirmed.' }),
  }),
})

const BATCH = 'Made by the sender for one gesture, however many requests it takes.'

builder.mutationFields((t) => {
  const authScopes = can('UPDATE', 'LOSSES')
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  return {
    updateLossesPartially: t.field({
      type: [LossBatchResultRef],
      authScopes,
      description: 'Says the same of many losses, of each that can be changed; the others say why they stay. At most 1000.',
      args: {
        input: t.arg({ type: UpdateLossesInput, required: true }),
        batchId: t.arg({ type: 'Guid', description: BATCH }),
        requestKey,
      },
      resolve: async (_root, { input, batchId = null, requestKey: key }, context) => {
        const request = keyed('updateLossesPartially', { input, batchId }, key)
        return [...(await classifyEach(context.deps, await editorOf(context, input), changesOf(input), { batchId, request }))]
      },
    }),
    undoLossBatch: t.field({
      type: LossBatchUndoRef,
      authScopes,
      description: 'Takes back all that one gesture said, reasons that were copied onward included. What was said since stays.',
      args: { batchId: t.arg({ type: 'Guid', required: true }), requestKey },
      resolve: async (_root, { batchId, requestKey: key }, context) =>
        undoLossBatch(context.deps, await editorOf(context), batchId, keyed('undoLossBatch', { batchId }, key)),
    }),
  }
})
