import { builder } from '#server/graphql/builder.ts'
import { ShiftRef, shiftStarting } from './shift.graph.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { viewOf } from './shift.schema.ts'

builder.objectField(LossRef, 'shift', (t) =>
  t.field({
    type: ShiftRef,
    nullable: true,
    description: 'Null for what is left of a loss that is not valid any more.',
    resolve: async (loss, _args, context) => {
      const shift = await shiftStarting(context).load({ workCenterId: loss.workCenterId, start: loss.shiftStart })
      return shift && viewOf(shift)
    },
  }),
)
