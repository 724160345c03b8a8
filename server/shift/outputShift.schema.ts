import { builder } from '#server/graphql/builder.ts'
import { lateOfShift } from '#server/output/lateOutput.graph.ts'
import { OutputIIoTRef } from '#server/output/output.graph.ts'
import { ShiftRef, shiftStarting, viewOf } from './shift.graph.ts'

builder.objectField(OutputIIoTRef, 'shift', (t) =>
  t.field({
    type: ShiftRef,
    nullable: true,
    description: 'Null out of schedule.',
    resolve: async ({ workCenterId, shiftStart }, _args, context) => {
      const shift = shiftStart === null ? null : await shiftStarting(context).load({ workCenterId, start: shiftStart })
      return shift && viewOf(shift)
    },
  }),
)

builder.objectField(ShiftRef, 'lateOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that came in after output of the shift was confirmed and that nobody confirmed yet.',
    resolve: async ({ workCenterId, shift }, _args, context) =>
      (await lateOfShift(context).load({ workCenterId, start: shift.start })).late,
  }),
)
