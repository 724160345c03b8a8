import { sql } from 'kysely'
import type { MessageContentType } from '#engine/conversation/message.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** What people write to each other beside an order. */
export type Conversation = { readonly id: number; readonly jobOrderId: JobOrderId; readonly orderCode: string }

export type StoredMessage = {
  readonly id: number
  readonly conversationId: number
  readonly contentType: MessageContentType
  /** Of an attachment the id of its upload; empty once it was deleted. */
  readonly content: string
  readonly senderId: UserId
  readonly viaStation: UserId | null
  readonly sentAt: Date
  readonly receivedOn: Date
  readonly editedAt: Date | null
  readonly deletedOn: Date | null
}

const MESSAGE = sql`m.id, m.conversation_id as "conversationId", m.content_type as "contentType", m.content, m.sender_id as "senderId",
  m.via_station as "viaStation", m.sent_at as "sentAt", m.received_on as "receivedOn", m.edited_at as "editedAt", m.deleted_on as "deletedOn"`

/** Returns the conversations of the orders; those where nobody wrote yet have none. */
export async function listConversations(tenant: Tenant, orderIds: readonly JobOrderId[]): Promise<readonly Conversation[]> {
  const { rows } = await sql<Conversation>`select c.id, c.job_order_id as "jobOrderId", j.order_code as "orderCode" from conversation c
    join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
    where c.company_id = ${tenant.companyId} and c.job_order_id = any(${orderIds}::int[])`.execute(tenant.tx)
  return rows
}

/** Returns the id of the order's conversation, which begins now where there was none. */
export async function openConversation(tenant: Tenant, jobOrderId: JobOrderId): Promise<number> {
  await sql`insert into conversation (company_id, job_order_id) values (${tenant.companyId}, ${jobOrderId})
    on conflict (company_id, job_order_id) do nothing`.execute(tenant.tx)
  const { rows } = await sql<{
    id: number
  }>`select id from conversation where company_id = ${tenant.companyId} and job_order_id = ${jobOrderId}`.execute(tenant.tx)
  return rows[0]?.id ?? 0
}

/** Returns the newest `size` messages before the one of the id (null = of all), the oldest of them first. */
export async function listMessages(
  tenant: Tenant,
  conversationId: number,
  { before, size }: { readonly before: number | null; readonly size: number },
): Promise<readonly StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`select ${MESSAGE} from conversation_message m
    where m.company_id = ${tenant.companyId} and m.conversation_id = ${conversationId} and m.id < ${before ?? Number.MAX_SAFE_INTEGER}::int8
    order by m.id desc limit ${size}`.execute(tenant.tx)
  return rows.toReversed()
}

/** Returns the message with the order that it is about; null = the company has none. */
export async function findMessage(
  tenant: Tenant,
  id: number,
  lock: 'LOCKED' | 'SEEN',
): Promise<(StoredMessage & { readonly jobOrderId: JobOrderId }) | null> {
  const { rows } = await sql<StoredMessage & { jobOrderId: JobOrderId }>`select ${MESSAGE}, c.job_order_id as "jobOrderId"
    from conversation_message m join conversation c on c.company_id = m.company_id and c.id = m.conversation_id
    where m.company_id = ${tenant.companyId} and m.id = ${id}::int8 ${lock === 'LOCKED' ? sql`for no key update of m` : sql``}`.execute(
    tenant.tx,
  )
  return rows[0] ?? null
}

/** Stores the message; returns its id. */
export async function insertMessage(tenant: Tenant, message: Omit<StoredMessage, 'deletedOn' | 'editedAt' | 'id'>): Promise<number> {
  const { id } = await tenant.tx
    .insertInto('conversation_message')
    .values({
      company_id: tenant.companyId,
      conversation_id: message.conversationId,
      content_type: message.contentType,
      content: message.content,
      sender_id: message.senderId,
      via_station: message.viaStation,
      sent_at: message.sentAt,
      received_on: message.receivedOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Replaces the text of the message. */
export async function writeMessage(
  tenant: Tenant,
  { id, conversationId }: Pick<StoredMessage, 'conversationId' | 'id'>,
  change: { readonly content: string; readonly editedAt: Date } | { readonly deletedOn: Date },
): Promise<void> {
  const columns =
    'deletedOn' in change ? { content: '', deleted_on: change.deletedOn } : { content: change.content, edited_at: change.editedAt }
  await tenant.tx
    .updateTable('conversation_message')
    .set(columns)
    .where('company_id', '=', tenant.companyId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .execute()
}

/** Notes how far the person read; never less far than before. */
export async function writeRead(
  tenant: Tenant,
  read: { readonly conversationId: number; readonly userId: UserId; readonly messageId: number; readonly at: Date },
): Promise<void> {
  await sql`insert into conversation_read as r (company_id, conversation_id, user_id, message_id, read_on)
    values (${tenant.companyId}, ${read.conversationId}, ${read.userId}, ${read.messageId}::int8, ${read.at})
    on conflict (company_id, conversation_id, user_id) do update set message_id = excluded.message_id, read_on = excluded.read_on
      where r.message_id < excluded.message_id`.execute(tenant.tx)
}

/** How far somebody read a conversation. */
export type ReadMark = { readonly conversationId: number; readonly userId: UserId; readonly messageId: number }

/** Returns how far everybody read, for each conversation the last 100 who did. */
export async function listReads(tenant: Tenant, conversationIds: readonly number[]): Promise<readonly ReadMark[]> {
  const { rows } =
    await sql<ReadMark>`select r.conversation_id as "conversationId", r.user_id as "userId", r.message_id::float8 as "messageId"
    from unnest(${conversationIds}::int[]) as asked (id)
    cross join lateral (select * from conversation_read where company_id = ${tenant.companyId} and conversation_id = asked.id
      order by read_on desc limit 100) r`.execute(tenant.tx)
  return rows
}

/** What is counted at most of what a person has not read. */
export const MOST_UNREAD = 99

/** Returns how many messages of others the person has not read, by order; at most MOST_UNREAD each, and none where there are none. */
export async function countUnread(
  tenant: Tenant,
  userId: UserId,
  orderIds: readonly JobOrderId[],
): Promise<readonly { readonly jobOrderId: JobOrderId; readonly unread: number }[]> {
  const { rows } = await sql<{ jobOrderId: JobOrderId; unread: number }>`
    select c.job_order_id as "jobOrderId", fresh.count::int as unread
    from conversation c
    left join conversation_read r on r.company_id = c.company_id and r.conversation_id = c.id and r.user_id = ${userId}
    cross join lateral (select count(*) as count from (select from conversation_message m
      where m.company_id = c.company_id and m.conversation_id = c.id and m.id > coalesce(r.message_id, 0)
        and m.sender_id <> ${userId} and m.deleted_on is null limit ${MOST_UNREAD}) as counted) fresh
    where c.company_id = ${tenant.companyId} and c.job_order_id = any(${orderIds}::int[]) and fresh.count > 0`.execute(tenant.tx)
  return rows
}
