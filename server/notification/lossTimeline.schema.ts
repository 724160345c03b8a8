import { ChecklistOccurrenceRef, ChecklistSubmissionRef } from '#server/checklist/checklist.graph.ts'
import { isOn } from '#engine/extension/extension.ts'
import { chosenExtensions } from '#server/extension/extension.graph.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossReasonRef, lossReasonById, LossSayingRef } from '#server/loss/loss.graph.ts'
import { actorIn, UserRef, userById } from '#server/user/user.graph.ts'
import { WorkRequestEventRef, WorkRequestRef } from '#server/workRequest/workRequest.graph.ts'
import { lossTimeline, MAX_ENTRIES, MAX_OF_KIND, TIMELINE_KINDS } from './lossTimeline.service.ts'
import type { LossTimeline, TimelineEntry, TimelineViewer } from './lossTimeline.service.ts'
import { ItemRef } from './notification.schema.ts'
import { SentRef } from './sent.schema.ts'

const KindEnum = builder.enumType('LossTimelineKind', {
  description:
    'TOLD: people were notified by one step. TAKEN: somebody takes care of it. REQUEST: a work request was written, moved or changed. REASON_BY_RULE: no person gave the reason; at the end of a stop that is over, whose length decides, else at its start.',
  values: TIMELINE_KINDS,
})

const EntryRef = builder.objectRef<TimelineEntry>('LossTimelineEntry').implement({
  description: 'One thing that happened to a loss or because of it; what is not of its kind is null.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The same when it is asked again.' }),
    kind: t.expose('kind', { type: KindEnum }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened; a device may have sent it later.' }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who did it.',
      resolve: ({ userId }, _args, context) => (userId == null ? null : userById(context).load(userId)),
    }),
    viaStation: t.field({
      type: UserRef,
      nullable: true,
      description: 'The account of the station at which the person worked.',
      resolve: ({ viaStation }, _args, context) => (viaStation == null ? null : userById(context).load(viaStation)),
    }),
    comment: t.string({ nullable: true, description: 'What the person wrote.', resolve: ({ comment }) => comment ?? null }),
    saying: t.field({ type: LossSayingRef, nullable: true, description: 'Of SAID.', resolve: ({ saying }) => saying ?? null }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      description: 'Of REASON_BY_RULE.',
      resolve: ({ reasonId }, _args, context) => (reasonId === undefined ? null : lossReasonById(context).load(reasonId)),
    }),
    notification: t.field({
      type: ItemRef,
      nullable: true,
      description: "Of TOLD and TAKEN, as nobody's copy.",
      resolve: ({ notification }) => notification ?? null,
    }),
    step: t.int({
      nullable: true,
      description: 'Of TOLD: 0 = the first who were told; from 100 on who is told again of what they put off.',
      resolve: ({ step }) => step ?? null,
    }),
    people: t.int({ nullable: true, description: 'Of TOLD: how many people.', resolve: ({ people }) => people ?? null }),
    deliveries: t.field({
      type: [SentRef],
      description: 'Of TOLD: who by which way, held why. Of others only for whoever may read rules; else what the caller was told.',
      resolve: ({ deliveries }) => [...(deliveries ?? [])],
    }),
    workRequest: t.field({ type: WorkRequestRef, nullable: true, description: 'Of REQUEST.', resolve: ({ request }) => request ?? null }),
    requestEvent: t.field({
      type: WorkRequestEventRef,
      nullable: true,
      description: 'Of REQUEST: what became of it.',
      resolve: ({ event }) => event ?? null,
    }),
    occurrence: t.field({
      type: ChecklistOccurrenceRef,
      nullable: true,
      description: 'Of a checklist that was due because of the stop.',
      resolve: ({ occurrence }) => occurrence ?? null,
    }),
    submission: t.field({
      type: ChecklistSubmissionRef,
      nullable: true,
      description: 'Of CHECKLIST_ANSWERED.',
      resolve: ({ submission, occurrence }) =>
        submission === undefined || occurrence === undefined ? null : { ...submission, occurrence },
    }),
  }),
})

const TimelineRef = builder.objectRef<LossTimeline>('LossTimeline').implement({
  description: 'What happened to a loss and because of it.',
  fields: (t) => ({
    entries: t.field({ type: [EntryRef], description: 'In the order of time.', resolve: ({ entries }) => [...entries] }),
    isWhole: t.exposeBoolean('isWhole', {
      description: `false = some are left out: at most the last ${MAX_ENTRIES}, of at most ${MAX_OF_KIND} messages, work requests and checklists each.`,
    }),
  }),
})

builder.queryField('lossTimeline', (t) =>
  t.field({
    type: TimelineRef,
    authScopes: can('READ', 'LOSSES'),
    description:
      'The story of a stop in the order of time: who was told, who takes care of it, what work was requested and became of it, checklists that were due because of it, who gave which reason. What the caller may not read is not in it. Of lost speed and rejects: what was said and requested.',
    args: { lossId: t.arg.int({ required: true }) },
    resolve: async (_root, { lossId }, context) => {
      const viewer = await viewerIn(context)
      return context.inTenant((tenant) => lossTimeline(tenant, viewer, lossId))
    },
  }),
)

async function viewerIn(context: RequestContext): Promise<TimelineViewer> {
  const { userId, actingUserId } = actorIn(context)
  return {
    userId,
    personId: actingUserId ?? userId,
    visible: await context.visibleIds(),
    seesDeliveries: context.may('READ', 'WORK_CENTER_SETTINGS'),
    seesChecklists: context.may('READ', 'CHECKLISTS') && isOn('CHECKLISTS', await chosenExtensions(context)),
  }
}
