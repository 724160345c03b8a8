import { problemOfMessage, problemOfMessageChange, sentAtOf } from '#engine/conversation/message.ts'
import type { SaidMessage } from '#engine/conversation/message.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isRequestVisible } from '#engine/workRequest/requestVisibility.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import type { VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isOrderVisible, notifyOrders, requireOrder, visibleOrder } from '#server/jobOrder/visibleOrder.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { deleteAttachment, sendAttachment } from './attachment.store.ts'
import {
  findMessage,
  findSeenRequest,
  findSeenTask,
  insertMessage,
  openConversation,
  writeMessage,
  writeRead,
} from './conversation.store.ts'
import type { ConversationPlace, StoredMessage } from './conversation.store.ts'

export type ConversationDeps = { readonly database: Database; readonly now: () => number }

/** Who writes; at a station the person who works there. */
export type Writer = Actor & { readonly companyId: CompanyId }

/**
 * Returns the message that the person sent beside the order, request or task (domain.md C-1). Refuses one that they may not see, an empty or too long text, a file
 * that this account did not send up or that was sent before, and what was written more than 14 days ago.
 */
export async function addMessage(
  deps: ConversationDeps,
  writer: Writer,
  visible: VisiblePlaces,
  said: SaidMessage & { readonly beside: ConversationPlace; readonly occurredAt: number | null },
  request: KeyedRequest | null,
): Promise<StoredMessage> {
  return await deps.database.inTenant(writer.companyId, async (tenant) => {
    const act = async () => {
      await requireWriter(tenant, writer, visible, said.beside)
      const problem = problemOfMessage(said)
      if (problem !== null) throw new Refusal(problem)
      const now = deps.now()
      const sent = sentAtOf(said.occurredAt, now)
      if (sent.problem !== null) throw new Refusal(sent.problem)
      const conversationId = await openConversation(tenant, said.beside)
      const isFile = said.contentType === 'ATTACHMENT'
      if (isFile && !(await sendAttachment(tenant, said.content, { uploadedBy: writer.userId, conversationId })))
        throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', field: 'content', params: { id: said.content } })
      const sayer = sayerOf(writer)
      const id = await insertMessage(tenant, {
        conversationId,
        contentType: said.contentType,
        content: said.content.trim(),
        senderId: sayer.userId,
        viaStation: sayer.viaStation,
        sentAt: new Date(sent.at),
        receivedOn: new Date(now),
      })
      // What a person wrote they have read, and all that stood above it.
      await writeRead(tenant, { conversationId, userId: sayer.userId, messageId: id, at: new Date(now) })
      return id
    }
    const { answer } = await once(tenant, writer.userId, request, { act, read: Number })
    return await requireMessage(tenant, writer, visible, { id: answer, lock: 'SEEN' })
  })
}

/** Returns the message with another text (domain.md C-2): who sent it may change it within 15 minutes. A repetition that comes late undoes no later change. */
export async function editMessage(
  deps: ConversationDeps,
  writer: Writer,
  visible: VisiblePlaces,
  { id, content }: { readonly id: number; readonly content: string },
  request: KeyedRequest | null,
): Promise<StoredMessage> {
  return await deps.database.inTenant(writer.companyId, async (tenant) => {
    const act = async () => {
      const message = await requireOwn(tenant, deps, writer, visible, { id, act: 'EDIT' })
      const problem = problemOfMessage({ content, contentType: 'TEXT' })
      if (problem !== null) throw new Refusal(problem)
      if (content.trim() !== message.content)
        await writeMessage(tenant, message, { content: content.trim(), editedAt: new Date(deps.now()) })
      return id
    }
    await once(tenant, writer.userId, request, { act, read: Number })
    return await requireMessage(tenant, writer, visible, { id, lock: 'SEEN' })
  })
}

/** Returns the message without its content (domain.md C-2): what was said is gone, that something was is not. */
export async function deleteMessage(deps: ConversationDeps, writer: Writer, visible: VisiblePlaces, id: number): Promise<StoredMessage> {
  return await deps.database.inTenant(writer.companyId, async (tenant) => {
    const message = await requireOwn(tenant, deps, writer, visible, { id, act: 'DELETE' })
    if (message.deletedOn === null) {
      if (message.contentType === 'ATTACHMENT') await deleteAttachment(tenant, message.content)
      await writeMessage(tenant, message, { deletedOn: new Date(deps.now()) })
    }
    return await requireMessage(tenant, writer, visible, { id, lock: 'SEEN' })
  })
}

/** Notes that the person read the conversation up to the message; never less far than before. Returns the id of the order, request or task. */
export async function markRead(deps: ConversationDeps, writer: Writer, visible: VisiblePlaces, messageId: number): Promise<number> {
  return await deps.database.inTenant(writer.companyId, async (tenant) => {
    const message = await requireMessage(tenant, writer, visible, { id: messageId, lock: 'SEEN' })
    const { conversationId, workCenterId } = message
    await requireActor(tenant, writer, workCenterId === null ? [] : [workCenterId])
    await writeRead(tenant, { conversationId, userId: sayerOf(writer).userId, messageId, at: new Date(deps.now()) })
    await notifyBeside(tenant, message.beside, workCenterId)
    const { beside } = message
    return 'jobOrderId' in beside ? beside.jobOrderId : 'taskId' in beside ? beside.taskId : beside.workRequestId
  })
}

/** Returns whether the person may still change or delete the message. */
export function isChangeable(message: StoredMessage, writer: Writer, now: number): boolean {
  return problemOfOwn(message, sayerOf(writer).userId, now, 'DELETE') === null && message.deletedOn === null
}

function problemOfOwn(message: StoredMessage, userId: UserId, now: number, act: 'DELETE' | 'EDIT') {
  const written = { ...message, receivedOn: message.receivedOn.getTime(), isDeleted: message.deletedOn !== null }
  return problemOfMessageChange(written, { userId, now, act })
}

/** Where the person may write: of the order, request or task the work center. Tells pages, once this transaction commits, that something was said there. */
async function requireWriter(tenant: Tenant, writer: Writer, visible: VisiblePlaces, beside: ConversationPlace): Promise<void> {
  const workCenterId = await placeOf(tenant, writer, visible, beside)
  await requireActor(tenant, writer, workCenterId === null ? [] : [workCenterId])
  await notifyBeside(tenant, beside, workCenterId)
}

async function placeOf(tenant: Tenant, writer: Writer, visible: VisiblePlaces, beside: ConversationPlace): Promise<WorkCenterId | null> {
  if ('jobOrderId' in beside) return (await visibleOrder(tenant, visible, beside.jobOrderId)).workCenterId
  if ('taskId' in beside) {
    const task = await findSeenTask(tenant, beside.taskId)
    if (task === null || visible?.has(task.workCenterId) === false)
      throw new Refusal({ code: 'TASK_NOT_FOUND', params: { id: beside.taskId } })
    return task.workCenterId
  }
  const request = await findSeenRequest(tenant, beside.workRequestId)
  if (request === null || !isRequestVisible(request, visible, sayerOf(writer).userId))
    throw new Refusal({ code: 'WORK_REQUEST_NOT_FOUND', params: { id: beside.workRequestId } })
  return request.workCenterId
}

async function notifyBeside(tenant: Tenant, beside: ConversationPlace, workCenterId: WorkCenterId | null): Promise<void> {
  if ('jobOrderId' in beside) return notifyOrders(tenant, [workCenterId])
  // Tasks follow losses and output, and are read again with them.
  const kinds = 'taskId' in beside ? (['loss', 'output'] as const) : (['workRequest'] as const)
  return notifyRecordsChanged(tenant, [{ workCenterId, kinds, from: 0, to: null }])
}

/** The message if the person may see its order, request or task; one refusal for unknown, foreign and hidden ones. */
async function requireMessage(
  tenant: Tenant,
  writer: Writer,
  visible: VisiblePlaces,
  { id, lock }: { readonly id: number; readonly lock: 'LOCKED' | 'SEEN' },
) {
  const message = await findMessage(tenant, id, lock)
  if (message === null) throw messageNotFound(id)
  const { jobOrderId, request, task } = message
  if (jobOrderId !== null) {
    const order = await requireOrder(tenant, jobOrderId)
    if (!isOrderVisible(visible, order)) throw messageNotFound(id)
    return { ...message, beside: { jobOrderId }, workCenterId: order.workCenterId }
  }
  if (task !== null) {
    if (visible?.has(task.workCenterId) === false) throw messageNotFound(id)
    return { ...message, beside: { taskId: task.id }, workCenterId: task.workCenterId }
  }
  if (request === null || !isRequestVisible(request, visible, sayerOf(writer).userId)) throw messageNotFound(id)
  return { ...message, beside: { workRequestId: request.id }, workCenterId: request.workCenterId }
}

async function requireOwn(
  tenant: Tenant,
  deps: ConversationDeps,
  writer: Writer,
  visible: VisiblePlaces,
  { id, act }: { readonly id: number; readonly act: 'DELETE' | 'EDIT' },
) {
  const message = await requireMessage(tenant, writer, visible, { id, lock: 'LOCKED' })
  await requireWriter(tenant, writer, visible, message.beside)
  const problem = problemOfOwn(message, sayerOf(writer).userId, deps.now(), act)
  if (problem !== null) throw new Refusal(problem)
  return message
}

function messageNotFound(id: number): Refusal {
  return new Refusal({ code: 'MESSAGE_NOT_FOUND', params: { id } })
}
