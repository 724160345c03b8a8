import { isCriticalLoss } from '#engine/loss/lossKind.ts'
import { builder } from '#server/graphql/builder.ts'
import { StatusGraphRef } from '#server/status/status.graph.ts'
import { LossReasonRef, lossReasonById } from './loss.graph.ts'

builder.objectFields(StatusGraphRef, (t) => ({
  isCritical: t.boolean({
    resolve: async (status, _args, context) => {
      if (status.isEffective || status.kind === 'NO_DATA') return false
      const reason = status.reasonId === null ? null : await lossReasonById(context).load(status.reasonId)
      return isCriticalLoss(status.isScheduledLoss, reason)
    },
  }),
  reason: t.field({
    type: LossReasonRef,
    nullable: true,
    resolve: (status, _args, context) => (status.reasonId === null ? null : lossReasonById(context).load(status.reasonId)),
  }),
}))
