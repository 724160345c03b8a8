import type { LossReasonId } from '#engine/ids.ts'
import { boundsOfLength } from '#engine/loss/rankReasons.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef, groupById, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { LossReasonRef, lossReasonById } from './loss.graph.ts'
import { LengthClassEnum } from './reasonRanking.schema.ts'
import { acceptTrackingSuggestion, listTrackingSuggestions } from './rowSuggestion.service.ts'
import type { TrackingSuggestion } from './rowSuggestion.service.ts'

const SuggestionRef = builder.objectRef<TrackingSuggestion>('SuggestedTrackingRow').implement({
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Names it as long as it is suggested.' }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      description: 'Null = all work centers of the group.',
      resolve: ({ workCenterId }, _args, context) => (workCenterId === null ? null : workCenterById(context).load(workCenterId)),
    }),
    groupName: t.string({
      nullable: true,
      resolve: async ({ groupId }, _args, context) => {
        const group = groupId === null ? null : await groupById(context).load(groupId)
        return group === null ? null : context.named(group.name)
      },
    }),
    workCenterIds: t.intList({
      description: 'Where the row would be added.',
      resolve: ({ statuses }) => [...new Set(statuses.map((status) => status.workCenterId))],
    }),
    statusName: t.exposeString('statusName', { nullable: true, description: 'Null = stops without a status rule: off and undefined.' }),
    length: t.expose('length', { type: LengthClassEnum }),
    durationFrom: t.field({ type: 'Seconds', resolve: ({ length }) => boundsOfLength(length).fromMs / 1000 }),
    durationTo: t.field({
      type: 'Seconds',
      nullable: true,
      description: 'Null = without end.',
      resolve: ({ length }) => {
        const { toMs } = boundsOfLength(length)
        return toMs === null ? null : toMs / 1000
      },
    }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => lossReasonById(context).load(reasonId satisfies LossReasonId),
    }),
    saidCount: t.exposeInt('saidCount', { description: 'So many stops of this status and length people gave a reason in 60 days.' }),
    sameCount: t.exposeInt('sameCount', { description: 'So many of them got this reason.' }),
    ofCount: t.int({ description: 'The latest stops of the status, 60 at most.', resolve: ({ latest }) => latest.ofCount }),
    wouldCount: t.int({
      description: 'So many of the latest stops the row would have given its reason.',
      resolve: ({ latest }) => latest.wouldCount,
    }),
    differCount: t.int({ description: 'So many of those people gave another reason.', resolve: ({ latest }) => latest.differCount }),
  }),
})

builder.queryField('suggestedTrackingRows', (t) =>
  t.field({
    type: [SuggestionRef],
    authScopes: can('READ', 'LOSSES'),
    description: "Rows for loss tracking rules that people's own answers of 60 days suggest.",
    resolve: async (_root, _args, context) => {
      const visible = await context.narrowed(null)
      return [...(await context.inTenant((tenant) => listTrackingSuggestions(tenant, visible, context.now())))]
    },
  }),
)

builder.mutationField('acceptSuggestedTrackingRow', (t) =>
  t.field({
    type: SuggestionRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Adds the suggested row to the rules of its statuses, for stops from now on.',
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_root, { id }, context) => acceptTrackingSuggestion(context.deps, context.member(), id, await context.narrowed(null)),
  }),
)
