import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { WORK_REQUEST_SOURCES } from '#engine/workRequest/workRequestForm.ts'
import { REQUEST_FIELDS } from '#engine/workRequest/requestChange.ts'
import type { RequestField, RequestFieldChange } from '#engine/workRequest/requestChange.ts'
import { movesOf, WORK_REQUEST_MOVES, WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestMove } from '#engine/workRequest/workRequestStatus.ts'
import {
  AttachmentRef,
  ConversationRef,
  conversationOfRequest,
  MAX_PICTURES,
  picturesOfRequest,
  unreadOfRequest,
} from '#server/conversation/conversation.graph.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import type { User } from '#server/user/user.store.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { rightOf } from './requestMember.ts'
import { seenLossOf } from './openTwin.ts'
import { eventsOfRequest, lossOfRequest, requestMemberIn, WorkRequestEventRef, WorkRequestRef } from './workRequest.graph.ts'

export const WorkRequestStatusEnum = builder.enumType('WorkRequestStatus', { values: WORK_REQUEST_STATUSES })
const WorkRequestSourceEnum = builder.enumType('WorkRequestSource', { values: WORK_REQUEST_SOURCES })
const WorkRequestMoveKindEnum = builder.enumType('WorkRequestMoveKind', { values: WORK_REQUEST_MOVES })

const WorkRequestMoveRef = builder.objectRef<WorkRequestMove>('WorkRequestMove').implement({
  description: 'A move that is open to the caller now.',
  fields: (t) => ({
    kind: t.expose('kind', { type: WorkRequestMoveKindEnum }),
    status: t.field({ type: WorkRequestStatusEnum, resolve: ({ to }) => to }),
    needsComment: t.exposeBoolean('needsComment'),
    needsResponsible: t.exposeBoolean('needsResponsible', { description: 'Somebody must be responsible, before or with the move.' }),
  }),
})

const WorkRequestFieldEnum = builder.enumType('WorkRequestField', { values: REQUEST_FIELDS })

const WorkRequestChangeRef = builder.objectRef<RequestFieldChange>('WorkRequestChange').implement({
  description:
    'What somebody changed of a work request, as text: words, an instant, minutes, the id of a person, or the name that a work center has now; null = none, or a work center that the caller may not see.',
  fields: (t) => ({
    field: t.expose('field', { type: WorkRequestFieldEnum }),
    before: t.string({ nullable: true, resolve: ({ field, before }, _args, context) => wordOf(context, field, before) }),
    after: t.string({ nullable: true, resolve: ({ field, after }, _args, context) => wordOf(context, field, after) }),
    personBefore: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who was responsible.',
      resolve: ({ field, before }, _args, context) => personOf(context, field, before),
    }),
    personAfter: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who is responsible since.',
      resolve: ({ field, after }, _args, context) => personOf(context, field, after),
    }),
  }),
})

async function wordOf(context: RequestContext, field: RequestField, text: string | null): Promise<string | null> {
  if (text === null || field !== 'WORK_CENTER') return text
  const id = Number(text)
  const visible = await context.visibleIds()
  // Whoever sees the request need not see the work center that it came from.
  if (visible !== null && !visible.has(id)) return null
  return (await context.workCenters.load(asId<WorkCenterId>(id)))?.name ?? text
}

async function personOf(context: RequestContext, field: RequestField, text: string | null): Promise<User | null> {
  return field === 'RESPONSIBLE' && text !== null ? await userById(context).load(asId<UserId>(text)) : null
}

WorkRequestEventRef.implement({
  description: 'What became of a work request.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: ({ at }) => at.getTime() }),
    user: t.field({ type: UserRef, nullable: true, resolve: ({ userId }, _args, context) => userById(context).load(userId) }),
    from: t.expose('fromStatus', { type: WorkRequestStatusEnum, nullable: true, description: 'Null = it began.' }),
    to: t.expose('toStatus', { type: WorkRequestStatusEnum }),
    comment: t.exposeString('comment', { nullable: true }),
    changes: t.field({
      type: [WorkRequestChangeRef],
      description: 'What was changed of its words; `from` and `to` are the same where that was all.',
      resolve: ({ changes }) => [...changes],
    }),
  }),
})

WorkRequestRef.implement({
  description: 'A request for work, such as a repair.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    content: t.exposeString('content'),
    status: t.expose('status', { type: WorkRequestStatusEnum }),
    statusSince: t.field({ type: 'DateTime', resolve: ({ statusSince }) => statusSince.getTime() }),
    workCenterId: t.int({ nullable: true, resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => (workCenterId === null ? null : context.workCenters.load(workCenterId)),
    }),
    source: t.expose('source', { type: WorkRequestSourceEnum }),
    loss: t.field({
      type: LossRef,
      nullable: true,
      description: 'The loss that it came from.',
      resolve: async ({ subject, seenUntil }, _args, context) => {
        const seen = subject === null ? null : seenLossOf({ subject, seenUntil })
        return seen === null ? null : await lossOfRequest(context).load(seen)
      },
    }),
    reported: t.exposeInt('reported', { description: 'How often the same was reported while it was open.' }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt.getTime() }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => userById(context).load(createdBy) }),
    responsibleId: t.expose('responsibleId', { type: 'Guid', nullable: true }),
    responsible: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ responsibleId }, _args, context) => (responsibleId === null ? null : userById(context).load(responsibleId)),
    }),
    dueAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ dueAt }) => dueAt?.getTime() ?? null }),
    minutesWorked: t.exposeInt('minutesWorked', { nullable: true }),
    doneAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ doneAt }) => doneAt?.getTime() ?? null }),
    version: t.exposeInt('version'),
    moves: t.field({
      type: [WorkRequestMoveRef],
      description: 'The moves that are open to the caller now, the next step first.',
      resolve: async (request, _args, context) => {
        const right = rightOf(await requestMemberIn(context), request)
        return [...movesOf({ ...request, doneAt: request.doneAt?.getTime() ?? null }, right, context.now())]
      },
    }),
    isChangeable: t.boolean({
      description: 'Whether the caller may change what it says.',
      resolve: async (request, _args, context) => {
        if (request.status === 'CANCELED' || request.status === 'ARCHIVE') return false
        return rightOf(await requestMemberIn(context), request) !== 'NONE'
      },
    }),
    events: t.field({
      type: [WorkRequestEventRef],
      description: 'The newest first.',
      resolve: async ({ id }, _args, context) => [...(await eventsOfRequest(context).load(id))],
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'Null until somebody writes.',
      resolve: ({ id }, _args, context) => conversationOfRequest(context).load(id),
    }),
    photos: t.field({
      type: [AttachmentRef],
      description: `The pictures that were sent beside it, the first first; at most ${MAX_PICTURES}.`,
      resolve: async ({ id }, _args, context) => [...(await picturesOfRequest(context).load(id))],
    }),
    unreadMessages: t.int({
      description: 'Messages of others that the caller has not read; 99 stands for more.',
      resolve: ({ id }, _args, context) => unreadOfRequest(context).load(id),
    }),
  }),
})
