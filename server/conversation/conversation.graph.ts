import type { JobOrderId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { actingIn } from '#server/user/user.graph.ts'
import { listAttachments } from './attachment.store.ts'
import { countUnread, listConversations, listReads } from './conversation.store.ts'
import type { Conversation, StoredMessage } from './conversation.store.ts'

export const ConversationRef = builder.objectRef<Conversation>('Conversation')
export const ConversationMessageRef = builder.objectRef<StoredMessage>('ConversationMessage')

/** The conversation of an order; null = nobody wrote yet. */
export const conversationOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  each(ids, await listConversations(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

/** How many messages beside an order the person has not read. */
export const unreadOf = tenantLoader(async (tenant, ids: readonly JobOrderId[], context) => {
  const person = actingIn(context) ?? context.member().userId
  const found = await countUnread(tenant, person, ids)
  return ids.map((id) => found.find(({ jobOrderId }) => jobOrderId === id)?.unread ?? 0)
})

/** How far everybody read a conversation. */
export const readsOf = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listReads(tenant, ids), ({ conversationId }) => conversationId),
)

export const attachmentById = tenantLoader(async (tenant, ids: readonly string[]) =>
  each(ids, await listAttachments(tenant, ids), ({ id }) => id),
)
