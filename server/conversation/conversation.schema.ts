import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { MessageContentTypeEnum } from '#server/graphql/enums.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { actorIn, userById, UserRef } from '#server/user/user.graph.ts'
import {
  attachmentById,
  AttachmentRef,
  ConversationMessageRef,
  ConversationRef,
  conversationOf,
  readsOf,
  unreadOf,
} from './conversation.graph.ts'
import { addMessage, deleteMessage, editMessage, isChangeable, markRead } from './conversation.service.ts'
import type { Writer } from './conversation.service.ts'
import { listMessages } from './conversation.store.ts'

const MAX_MESSAGES = 200
const ACTING = 'From a station: which of its people writes.'

AttachmentRef.implement({
  description: 'A file that was sent: a picture or a PDF document. GET /api/attachments/{id} answers it to whoever may read its message.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name'),
    contentType: t.exposeString('contentType'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    width: t.exposeInt('width', { nullable: true, description: 'In pixels, of a picture.' }),
    height: t.exposeInt('height', { nullable: true }),
  }),
})

ConversationMessageRef.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => String(id) }),
    conversationId: t.exposeInt('conversationId'),
    contentType: t.field({ type: MessageContentTypeEnum, resolve: ({ contentType }) => contentType }),
    content: t.exposeString('content', { description: 'A text, or the id of an attachment; empty once it was deleted.' }),
    attachment: t.field({
      type: AttachmentRef,
      nullable: true,
      resolve: async ({ contentType, content }, _args, context) =>
        contentType === 'ATTACHMENT' && content !== '' ? await attachmentById(context).load(content) : null,
    }),
    senderId: t.expose('senderId', { type: 'Guid' }),
    sender: t.field({ type: UserRef, nullable: true, resolve: ({ senderId }, _args, context) => userById(context).load(senderId) }),
    sentAt: t.field({ type: 'DateTime', resolve: ({ sentAt }) => sentAt.getTime() }),
    editedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ editedAt }) => editedAt?.getTime() ?? null }),
    isDeleted: t.boolean({ resolve: ({ deletedOn }) => deletedOn !== null }),
    isChangeable: t.boolean({
      description: 'Whether the caller may still change or delete it.',
      resolve: (message, _args, context) => isChangeable(message, writerIn(context), context.deps.now()),
    }),
    readBy: t.field({
      type: [UserRef],
      description: 'Who else read so far, the last who did first; at most 100.',
      resolve: async ({ conversationId, id, senderId }, _args, context) => {
        const reads = await readsOf(context).load(conversationId)
        const readers = reads.filter(({ userId, messageId }) => messageId >= id && userId !== senderId)
        const people = await Promise.all(readers.map(({ userId }) => userById(context).load(userId)))
        return people.filter((one) => one !== null)
      },
    }),
  }),
})

ConversationRef.implement({
  description: 'What people write to each other beside an order, a work request or a task.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    topic: t.exposeString('topic', { description: 'The code of the order, how the request begins, or the work center of the task.' }),
    messages: t.field({
      type: [ConversationMessageRef],
      description: `The newest, the oldest of them first. Refuses more than ${MAX_MESSAGES}.`,
      args: {
        before: t.arg.id({ description: 'Those before this message.' }),
        size: t.arg.int({ required: true, defaultValue: 50 }),
      },
      resolve: async ({ id }, { before, size }, context) => {
        if (size < 1 || size > MAX_MESSAGES)
          throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'size', params: { value: size, min: 1, max: MAX_MESSAGES } })
        const until = before == null ? null : messageIdOf(before)
        return [...(await context.inTenant((tenant) => listMessages(tenant, id, { before: until, size })))]
      },
    }),
  }),
})

builder.objectFields(JobOrderRef, (t) => ({
  conversation: t.field({
    type: ConversationRef,
    nullable: true,
    description: 'Null until somebody writes.',
    resolve: ({ id }, _args, context) => conversationOf(context).load(id),
  }),
  unreadMessages: t.int({
    description: 'Messages of others that the caller has not read; 99 stands for more.',
    resolve: ({ id }, _args, context) => unreadOf(context).load(id),
  }),
}))

builder.mutationFields((t) => {
  const actingUserId = t.arg({ type: 'Guid', description: ACTING })
  const requestKey = t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' })
  const id = t.arg.id({ required: true })
  return {
    addConversationMessage: t.field({
      type: ConversationMessageRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Writes beside an order. Operators write beside those of their work centers.',
      args: {
        jobOrderId: t.arg.int({ required: true }),
        content: t.arg.string({ required: true, description: 'A text of 1 to 4,000 characters, or the id of an upload.' }),
        contentType: t.arg({ type: MessageContentTypeEnum, required: true, defaultValue: 'TEXT' }),
        occurredAt: t.arg({ type: 'DateTime', description: 'When it was written, where it is sent later; at most 14 days ago.' }),
        requestKey,
        actingUserId,
      },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const { jobOrderId, occurredAt, ...written } = args
        const said = { ...written, beside: { jobOrderId: asId<JobOrderId>(jobOrderId) }, occurredAt: occurredAt ?? null }
        const request = key == null ? null : { key, operation: 'addConversationMessage', content: args }
        return await addMessage(context.deps, writerIn(context, named, said.occurredAt), await context.visibleIds(), said, request)
      },
    }),
    editConversationMessage: t.field({
      type: ConversationMessageRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Changes the text of an own message, within 15 minutes.',
      args: { id, content: t.arg.string({ required: true }), requestKey, actingUserId },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const edit = { id: messageIdOf(args.id), content: args.content }
        const request = key == null ? null : { key, operation: 'editConversationMessage', content: args }
        return await editMessage(context.deps, writerIn(context, named), await context.visibleIds(), edit, request)
      },
    }),
    deleteConversationMessage: t.field({
      type: ConversationMessageRef,
      authScopes: can('UPDATE', 'JOB_ORDERS'),
      description: 'Empties an own message, within 15 minutes. That there was one stays to be seen.',
      args: { id, actingUserId },
      resolve: async (_root, { id: messageId, actingUserId: named }, context) =>
        deleteMessage(context.deps, writerIn(context, named), await context.visibleIds(), messageIdOf(messageId)),
    }),
    markConversationRead: t.field({
      type: 'Int',
      authScopes: can('READ', 'JOB_ORDERS'),
      description: 'The caller read up to the message. Answers the id of its order, work request or task.',
      args: { messageId: t.arg.id({ required: true }), actingUserId },
      resolve: async (_root, { messageId, actingUserId: named }, context) =>
        markRead(context.deps, writerIn(context, named), await context.visibleIds(), messageIdOf(messageId)),
    }),
  }
})

/** Returns who writes in the request. */
function writerIn(context: RequestContext, named?: string | null, saidAt?: number | null): Writer {
  return actorIn(context, named, saidAt)
}

function messageIdOf(id: string): number {
  const value = Number(id)
  if (!Number.isSafeInteger(value) || value < 1) throw new Refusal({ code: 'MESSAGE_NOT_FOUND', params: { id } })
  return value
}
