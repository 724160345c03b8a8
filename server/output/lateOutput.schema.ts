import { builder } from '#server/graphql/builder.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { lateOfOrder, lateOfSegment } from './lateOutput.graph.ts'
import { OutputIIoTRef } from './output.graph.ts'

builder.objectField(OutputIIoTRef, 'lateOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that came in after it was confirmed and that nobody confirmed yet.',
    resolve: ({ id }, _args, context) => lateOfSegment(context).load(id),
  }),
)

builder.objectField(JobOrderRef, 'lateOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that came in after its output was confirmed and that nobody confirmed yet.',
    resolve: ({ id }, _args, context) => lateOfOrder(context).load(id),
  }),
)
