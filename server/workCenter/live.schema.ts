import { builder } from '#server/graphql/builder.ts'
import { WorkCenterStateEnum } from '#server/graphql/enums.ts'
import { liveFields } from '#server/graphql/liveFields.ts'
import { LiveWorkCenterRef, WorkCenterRef, liveOf } from './workCenter.graph.ts'

LiveWorkCenterRef.implement({
  description: 'The live state of a work center, as sent by the hub. Ratios are fractions of 1, unrounded; null = undefined, never 0.',
  fields: liveFields,
})

builder.objectFields(WorkCenterRef, (t) => ({
  live: t.field({
    type: LiveWorkCenterRef,
    nullable: true,
    description: 'Null for an archived work center.',
    resolve: (workCenter, _args, context) => liveOf(context).load(workCenter),
  }),
  currentState: t.field({
    type: WorkCenterStateEnum,
    nullable: true,
    resolve: async (workCenter, _args, context) => (await liveOf(context).load(workCenter))?.state ?? null,
  }),
}))
