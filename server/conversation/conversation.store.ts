import { sql } from 'kysely'
import type { MessageContentType } from '#engine/conversation/message.ts'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import type { SeenRequest } from '#engine/workRequest/requestVisibility.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a conversation stands beside: an order, a work request, or a task. */
export type ConversationPlace = { readonly jobOrderId: JobOrderId } | { readonly taskId: number } | { readonly workRequestId: number }

/** What people write to each other beside an order, a work request or a task; the other ids are null. */
export type Conversation = {
  readonly id: number
  readonly jobOrderId: JobOrderId | null
  readonly workRequestId: number | null
  readonly taskId: number | null
  /** The code of the order, how the request begins, or the work center of the task. */
  readonly topic: string
}

/** So many characters of a request are its topic. */
const TOPIC_LENGTH = 80

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

/** By which column conversations are looked for. */
export const CONVERSATION_SUBJECTS = ['job_order_id', 'operational_task_id', 'work_request_id'] as const
export type ConversationSubject = (typeof CONVERSATION_SUBJECTS)[number]

/** Returns the conversations of the orders, work requests or tasks; those where nobody wrote yet have none. */
export async function listConversations(
  tenant: Tenant,
  subject: ConversationSubject,
  ids: readonly number[],
): Promise<readonly Conversation[]> {
  const { rows } = await sql<Conversation>`select c.id, c.job_order_id as "jobOrderId", c.work_request_id as "workRequestId",
      c.operational_task_id as "taskId",
      coalesce(j.order_code, left(split_part(r.content, E'\\n', 1), ${TOPIC_LENGTH}), w.name, '') as topic
    from conversation c
    left join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
    left join work_request r on r.company_id = c.company_id and r.id = c.work_request_id
    left join operational_task t on t.company_id = c.company_id and t.id = c.operational_task_id
    left join work_center w on w.company_id = t.company_id and w.id = t.work_center_id
    where c.company_id = ${tenant.companyId} and ${sql.ref(`c.${subject}`)} = any(${ids}::int8[])`.execute(tenant.tx)
  return rows
}

/** Returns the id of the conversation beside the order, request or task, which begins now where there was none. */
export async function openConversation(tenant: Tenant, place: ConversationPlace): Promise<number> {
  const jobOrderId = 'jobOrderId' in place ? place.jobOrderId : null
  const workRequestId = 'workRequestId' in place ? place.workRequestId : null
  const taskId = 'taskId' in place ? place.taskId : null
  await sql`insert into conversation (company_id, job_order_id, work_request_id, operational_task_id)
    values (${tenant.companyId}, ${jobOrderId}, ${workRequestId}, ${taskId}) on conflict do nothing`.execute(tenant.tx)
  const { rows } = await sql<{ id: number }>`select id from conversation where company_id = ${tenant.companyId}
    and job_order_id is not distinct from ${jobOrderId}::int and work_request_id is not distinct from ${workRequestId}::int
    and operational_task_id is not distinct from ${taskId}::int8`.execute(tenant.tx)
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

/** A message with what it is about: of an order its id, of a work request or task what decides who may see it. */
export type PlacedMessage = StoredMessage & {
  readonly jobOrderId: JobOrderId | null
  readonly request: (SeenRequest & { readonly id: number }) | null
  readonly task: SeenTask | null
}

/** Returns the message with the order, request or task that it is about; null = the company has none. */
export async function findMessage(tenant: Tenant, id: number, lock: 'LOCKED' | 'SEEN'): Promise<PlacedMessage | null> {
  const { rows } = await sql<PlacedMessage>`select ${MESSAGE}, c.job_order_id as "jobOrderId",
      case when r.id is not null then json_build_object('id', r.id, 'workCenterId', r.work_center_id, 'createdBy', r.created_by,
        'responsibleId', r.responsible_id) end as request,
      case when t.id is not null then json_build_object('id', t.id, 'workCenterId', t.work_center_id, 'event', t.event) end as task
    from conversation_message m join conversation c on c.company_id = m.company_id and c.id = m.conversation_id
    left join work_request r on r.company_id = c.company_id and r.id = c.work_request_id
    left join operational_task t on t.company_id = c.company_id and t.id = c.operational_task_id
    where m.company_id = ${tenant.companyId} and m.id = ${id}::int8 ${lock === 'LOCKED' ? sql`for no key update of m` : sql``}`.execute(
    tenant.tx,
  )
  return rows[0] ?? null
}

/** Returns what decides who may see the work request; null = the company has none. */
export async function findSeenRequest(tenant: Tenant, id: number): Promise<SeenRequest | null> {
  const { rows } =
    await sql<SeenRequest>`select work_center_id as "workCenterId", created_by as "createdBy", responsible_id as "responsibleId"
    from work_request where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
  return rows[0] ?? null
}

/** A task as far as it decides who may see what is written beside it. */
export type SeenTask = { readonly id: number; readonly workCenterId: WorkCenterId; readonly event: OperationalEvent }

/** Returns what decides who may see the task; null = the company has none. */
export async function findSeenTask(tenant: Tenant, id: number): Promise<SeenTask | null> {
  const { rows } = await sql<SeenTask>`select id, work_center_id as "workCenterId", event from operational_task
    where company_id = ${tenant.companyId} and id = ${id}::int8`.execute(tenant.tx)
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

/** Returns how many messages of others the person has not read, by order, request or task; at most MOST_UNREAD each, and none where there are none. */
export async function countUnread(
  tenant: Tenant,
  userId: UserId,
  subject: ConversationSubject,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly unread: number }[]> {
  const column = sql.ref(`c.${subject}`)
  const { rows } = await sql<{ id: number; unread: number }>`
    select ${column} as id, fresh.count::int as unread
    from conversation c
    left join conversation_read r on r.company_id = c.company_id and r.conversation_id = c.id and r.user_id = ${userId}
    cross join lateral (select count(*) as count from (select from conversation_message m
      where m.company_id = c.company_id and m.conversation_id = c.id and m.id > coalesce(r.message_id, 0)
        and m.sender_id <> ${userId} and m.deleted_on is null limit ${MOST_UNREAD}) as counted) fresh
    where c.company_id = ${tenant.companyId} and ${column} = any(${ids}::int8[]) and fresh.count > 0`.execute(tenant.tx)
  return rows
}
