import { builder } from '#server/graphql/builder.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { lateOfOrder, lateOfSegment } from './lateOutput.graph.ts'
import { OutputIIoTRef } from './output.graph.ts'

builder.objectField(OutputIIoTRef, 'lateOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that came in after it was confirmed and that nobody confirmed yet.',
    resolve: async ({ id }, _args, context) => (await lateOfSegment(context).load(id)).late,
  }),
)

builder.objectField(JobOrderRef, 'lateOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that came in after its output was confirmed and that nobody confirmed yet.',
    resolve: async ({ id }, _args, context) => (await lateOfOrder(context).load(id)).late,
  }),
)

builder.objectField(OutputIIoTRef, 'movedOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that it has more since its time was changed after it was confirmed, and that nobody confirmed yet.',
    resolve: async ({ id }, _args, context) => (await lateOfSegment(context).load(id)).moved,
  }),
)

builder.objectField(JobOrderRef, 'movedOutput', (t) =>
  t.field({
    type: 'Decimal',
    description: 'Units that it has more since the time of its output was changed after that was confirmed, and that nobody confirmed yet.',
    resolve: async ({ id }, _args, context) => (await lateOfOrder(context).load(id)).moved,
  }),
)
