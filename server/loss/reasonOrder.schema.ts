import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LossReasonRef } from './loss.graph.ts'
import { LossReasonGroupRef } from './lossReason.schema.ts'
import { moveLossReason, moveLossReasonGroup } from './reasonOrder.service.ts'

builder.mutationFields((t) => {
  const authScopes = can('MODIFY', 'COMPANY_SETTINGS')
  return {
    moveLossReason: t.field({
      type: LossReasonRef,
      authScopes,
      description: 'Puts a reason into a group, at a place of its order.',
      args: {
        id: t.arg.int({ required: true }),
        groupId: t.arg.int({ description: 'Left out = without a group.' }),
        beforeId: t.arg.int({ description: 'The reason of that group that comes after it; left out = it comes last.' }),
        version: t.arg.int(),
      },
      resolve: (_root, { id, groupId, beforeId, version }, context) => {
        const move = {
          id: asId<LossReasonId>(id),
          groupId: groupId ?? null,
          beforeId: beforeId == null ? null : asId<LossReasonId>(beforeId),
        }
        return moveLossReason(context.deps, context.member(), move, version ?? null)
      },
    }),
    moveLossReasonGroup: t.field({
      type: LossReasonGroupRef,
      authScopes,
      description: 'Puts a group of reasons at a place of the order of groups.',
      args: {
        id: t.arg.int({ required: true }),
        beforeId: t.arg.int({ description: 'The group that comes after it; left out = it comes last.' }),
      },
      resolve: (_root, { id, beforeId }, context) =>
        moveLossReasonGroup(context.deps, context.member(), { id, beforeId: beforeId ?? null }),
    }),
  }
})
