import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { BomItemRef, bomOfOrder, PossibleScrapRef, scrapsOfOrder } from '#server/item/bom.graph.ts'
import type { ShownBomLine } from '#server/item/bom.graph.ts'
import { JobOrderRef } from './jobOrder.graph.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { oneOrder } from './jobOrderList.schema.ts'

builder.objectFields(JobOrderRef, (t) => ({
  bom: t.field({
    type: [BomItemRef],
    description: 'Its own copy of the bill of material.',
    resolve: (order, _args, context) => bomOf(context, order),
  }),
  possibleScraps: t.field({
    type: [PossibleScrapRef],
    resolve: async ({ id }, _args, context) => [...(await scrapsOfOrder(context).load(id))],
  }),
}))

builder.queryField('jobOrderBom', (t) =>
  t.field({
    type: [BomItemRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'The bill of material of the order.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => bomOf(context, await oneOrder(context, id)),
  }),
)

async function bomOf(context: RequestContext, { id, planOutput }: Pick<JobOrder, 'id' | 'planOutput'>): Promise<ShownBomLine[]> {
  const lines = await bomOfOrder(context).load(id)
  return lines.map((line) => ({ ...line, jobOrderId: id, planOutput }))
}
