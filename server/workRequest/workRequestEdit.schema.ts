import { MAX_MESSAGE_LENGTH } from '#engine/conversation/message.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { MAX_MINUTES_WORKED, MAX_REQUEST_LENGTH, MAX_REQUEST_PHOTOS } from '#engine/workRequest/workRequestForm.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { MessageContentTypeEnum } from '#server/graphql/enums.ts'
import { keyed, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { requestOfLoss } from './requestOfLoss.ts'
import { requestOfNotification } from './requestOfNotification.ts'
import type { RequestMember } from './requestMember.ts'
import { requestMemberIn, WorkRequestRef } from './workRequest.graph.ts'
import { changeRequest, commentRequest, createRequest, moveRequest } from './workRequest.service.ts'
import { WorkRequestStatusEnum } from './workRequestType.schema.ts'

const ACTING = 'From a station: which of its people does it.'
const VERSION = 'The version that the change is made to; another one is refused as a CONFLICT.'
const OCCURRED = 'When it was said, where it is sent later; at most 14 days ago.'

const CreateInput = builder.inputType('CreateWorkRequestInput', {
  fields: (t) => ({
    content: t.string({ required: true, description: `1 to ${MAX_REQUEST_LENGTH} characters.` }),
    workCenterId: t.int({
      description: 'Left out or null: of no work center. Of a request from a loss or a notification the work center of that counts.',
    }),
    lossId: t.int({ description: 'The loss that it comes from: while a request from it is open, another one only counts there.' }),
    notificationId: t.field({
      type: 'Guid',
      description:
        'One of the notifications of the caller that it is because of, with the work center of that; a loss counts before it. Of a type that leaves something to mend at the machine.',
    }),
    responsibleId: t.field({ type: 'Guid' }),
    dueAt: t.field({ type: 'DateTime' }),
    attachmentIds: t.field({ type: ['Guid'], description: `Ids of uploads, at most ${MAX_REQUEST_PHOTOS}.` }),
    occurredAt: t.field({ type: 'DateTime', description: OCCURRED }),
  }),
})

const ChangeInput = builder.inputType('UpdateWorkRequestInput', {
  description: 'What is left out stays as it is; null empties it.',
  fields: (t) => ({
    content: t.string({ description: `1 to ${MAX_REQUEST_LENGTH} characters.` }),
    workCenterId: t.int(),
    responsibleId: t.field({ type: 'Guid' }),
    dueAt: t.field({ type: 'DateTime' }),
    minutesWorked: t.int({ description: `0 to ${MAX_MINUTES_WORKED}.` }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.int({ required: true })
  const version = t.arg.int({ required: true, description: VERSION })
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  const actingUserId = t.arg({ type: 'Guid', description: ACTING })
  const occurredAt = t.arg({ type: 'DateTime', description: OCCURRED })
  return {
    createWorkRequest: t.field({
      type: WorkRequestRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description: 'A new work request. Of a loss or a notification that has an open one this one, with one report more.',
      args: { input: t.arg({ type: CreateInput, required: true }), requestKey, actingUserId },
      resolve: async (_root, { input, requestKey: key, actingUserId: named }, context) => {
        const member = await requestMemberIn(context, named, input.occurredAt)
        const { lossId, notificationId, workCenterId, ...said } = input
        const from =
          lossId != null
            ? await requestOfLoss(context.deps, member, lossId)
            : notificationId != null
              ? await requestOfNotification(context.deps, member, notificationId)
              : { source: 'PERSON' as const, subject: null, seenUntil: null, workCenterId: await placeOf(context, workCenterId) }
        const asked = {
          ...from,
          content: said.content,
          responsibleId: personOf(said.responsibleId),
          dueAt: said.dueAt ?? null,
          attachmentIds: said.attachmentIds ?? [],
          occurredAt: said.occurredAt ?? null,
        }
        return await createRequest(context.deps, member, asked, keyed('createWorkRequest', key, input))
      },
    }),
    moveWorkRequest: t.field({
      type: WorkRequestRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description:
        'Moves the work request: forward by one step, by who manages losses by more; back by one with a comment; before it is done to CANCELED; from DONE to EXECUTION for 30 days. Others than who manages losses move what they wrote or are responsible for.',
      args: {
        id,
        version,
        status: t.arg({ type: WorkRequestStatusEnum, required: true }),
        comment: t.arg.string({ description: `Needed to go back; up to ${MAX_REQUEST_LENGTH} characters.` }),
        responsibleId: t.arg({ type: 'Guid', description: 'Needed from RESPONSIBLE on, where nobody is.' }),
        minutesWorked: t.arg.int({ description: `All in all, 0 to ${MAX_MINUTES_WORKED}.` }),
        occurredAt,
        requestKey,
        actingUserId,
      },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const move = {
          ...args,
          comment: args.comment ?? null,
          responsibleId: personOf(args.responsibleId),
          minutesWorked: args.minutesWorked ?? null,
          occurredAt: args.occurredAt ?? null,
        }
        const member = await requestMemberIn(context, named, move.occurredAt)
        return await moveRequest(context.deps, member, move, keyed('moveWorkRequest', key, args))
      },
    }),
    updateWorkRequest: t.field({
      type: WorkRequestRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description: 'Changes what an own work request says, and whose and by when it is, until it is cancelled or filed.',
      args: { id, version, input: t.arg({ type: ChangeInput, required: true }), actingUserId },
      resolve: async (_root, { input, actingUserId: named, ...asked }, context) => {
        const { content, workCenterId, responsibleId, dueAt, minutesWorked } = input
        const change = {
          content: content ?? undefined,
          workCenterId: workCenterId === undefined ? undefined : await placeOf(context, workCenterId),
          responsibleId: responsibleId === undefined ? undefined : personOf(responsibleId),
          dueAt,
          minutesWorked,
        }
        return await changeRequest(context.deps, await requestMemberIn(context, named), asked, change)
      },
    }),
    commentWorkRequest: t.field({
      type: WorkRequestRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description: 'Writes beside the work request.',
      args: {
        id,
        content: t.arg.string({ required: true, description: `A text of 1 to ${MAX_MESSAGE_LENGTH} characters, or the id of an upload.` }),
        contentType: t.arg({ type: MessageContentTypeEnum, required: true, defaultValue: 'TEXT' }),
        occurredAt,
        requestKey,
        actingUserId,
      },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const said = { ...args, occurredAt: args.occurredAt ?? null }
        const member: RequestMember = await requestMemberIn(context, named, said.occurredAt)
        return await commentRequest(context.deps, member, said, keyed('commentWorkRequest', key, args))
      },
    }),
  }
})

async function placeOf(context: RequestContext, id: number | null | undefined) {
  return id == null ? null : (await context.workCenter(id)).id
}

function personOf(id: string | null | undefined): UserId | null {
  return id == null ? null : asId<UserId>(id)
}
