import { builder } from '#server/graphql/builder.ts'
import {
  batchById,
  BatchRef,
  confirmedConsumptions,
  confirmedScraps,
  containerById,
  ContainerRef,
  MaterialConsumptionRef,
  ScrapConfirmationRef,
} from '#server/material/material.graph.ts'
import { OutputConfirmationRef } from './output.graph.ts'

builder.objectFields(OutputConfirmationRef, (t) => ({
  consumptions: t.field({
    type: [MaterialConsumptionRef],
    description: 'Material that it took.',
    resolve: async ({ id }, _args, context) => [...(await confirmedConsumptions(context).load(id))],
  }),
  scraps: t.field({
    type: [ScrapConfirmationRef],
    resolve: async ({ id }, _args, context) => [...(await confirmedScraps(context).load(id))],
  }),
  batch: t.field({
    type: BatchRef,
    nullable: true,
    description: 'The batch that it made or extended.',
    resolve: ({ batchId }, _args, context) => (batchId === null ? null : batchById(context).load(batchId)),
  }),
  container: t.field({
    type: ContainerRef,
    nullable: true,
    description: 'What it was put into.',
    resolve: ({ containerId }, _args, context) => (containerId === null ? null : containerById(context).load(containerId)),
  }),
}))
