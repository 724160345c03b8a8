import type { JobOrderId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { actingIn } from '#server/user/user.graph.ts'
import { listAttachments, listRequestPictures } from './attachment.store.ts'
import type { Attachment } from './attachment.store.ts'
import { countUnread, listConversations, listReads } from './conversation.store.ts'
import type { Conversation, ConversationSubject, StoredMessage } from './conversation.store.ts'

export const AttachmentRef = builder.objectRef<Attachment>('Attachment')
export const ConversationRef = builder.objectRef<Conversation>('Conversation')
export const ConversationMessageRef = builder.objectRef<StoredMessage>('ConversationMessage')

/** The conversation of an order; null = nobody wrote yet. */
export const conversationOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  each(ids, await listConversations(tenant, 'job_order_id', ids), ({ jobOrderId }) => jobOrderId),
)

/** The conversation of a work request; null = nobody wrote yet. */
export const conversationOfRequest = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listConversations(tenant, 'work_request_id', ids), ({ workRequestId }) => workRequestId),
)

/** The conversation of a task; null = nobody wrote yet. */
export const conversationOfTask = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listConversations(tenant, 'operational_task_id', ids), ({ taskId }) => taskId),
)

/** So many pictures of a work request are shown before what people write. */
export const MAX_PICTURES = 10

/** The pictures beside a work request, the first that was sent first. */
export const picturesOfRequest = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listRequestPictures(tenant, ids, MAX_PICTURES), ({ workRequestId }) => workRequestId),
)

/** How many messages beside an order the person has not read. */
export const unreadOf = unreadBeside('job_order_id')

/** How many messages beside a work request the person has not read. */
export const unreadOfRequest = unreadBeside('work_request_id')

/** How many messages beside a task the person has not read. */
export const unreadOfTask = unreadBeside('operational_task_id')

function unreadBeside(subject: ConversationSubject) {
  return tenantLoader(async (tenant, ids: readonly number[], context) => {
    const person = actingIn(context) ?? context.member().userId
    const found = await countUnread(tenant, person, subject, ids)
    return ids.map((id) => found.find((one) => one.id === id)?.unread ?? 0)
  })
}

/** How far everybody read a conversation. */
export const readsOf = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listReads(tenant, ids), ({ conversationId }) => conversationId),
)

export const attachmentById = tenantLoader(async (tenant, ids: readonly string[]) =>
  each(ids, await listAttachments(tenant, ids), ({ id }) => id),
)
