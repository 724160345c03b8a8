import { grantsOf } from '#engine/access/abilities.ts'
import { problemOfLossEdit } from '#engine/loss/mayEditLoss.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import { builder } from '#server/graphql/builder.ts'
import { ShiftRef, shiftStarting, viewOf } from './shift.graph.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { workCenterById } from '#server/workCenter/workCenter.graph.ts'

builder.objectField(LossRef, 'shift', (t) =>
  t.field({
    type: ShiftRef,
    nullable: true,
    description: 'Null for the rest of a loss that is no longer valid.',
    resolve: async (loss, _args, context) => {
      const shift = await shiftStarting(context).load({ workCenterId: loss.workCenterId, start: loss.shiftStart })
      return shift && viewOf(shift)
    },
  }),
)

builder.objectField(LossRef, 'editRefusal', (t) =>
  t.string({
    nullable: true,
    description: 'The code of the error with which an edit by the caller is refused now. Null if the loss may be edited.',
    resolve: async (loss, _args, context) => {
      if (!loss.isValid) return 'LOSS_NOT_FOUND'
      const [shift, workCenter] = await Promise.all([
        shiftStarting(context).load({ workCenterId: loss.workCenterId, start: loss.shiftStart }),
        workCenterById(context).load(loss.workCenterId),
      ])
      const problem = problemOfLossEdit(grantsOf(context.abilities()), {
        id: loss.id,
        isApproved: loss.isApproved,
        isShiftConfirmed: shift !== null && shift.storedStatus === 'CONFIRMED',
        isWorkCenterArchived: isArchived(workCenter),
      })
      return problem?.code ?? null
    },
  }),
)
