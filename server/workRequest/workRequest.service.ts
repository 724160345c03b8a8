import { messagesOf, sentAtOf } from '#engine/conversation/message.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { changesOfRequest } from '#engine/workRequest/requestChange.ts'
import type { RequestFieldChange } from '#engine/workRequest/requestChange.ts'
import { problemsOfRequest } from '#engine/workRequest/workRequestForm.ts'
import type { WorkRequestSource } from '#engine/workRequest/workRequestForm.ts'
import { isRequestOver, problemOfRequestMove } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import { addMessage } from '#server/conversation/conversation.service.ts'
import { sendAttachment } from '#server/conversation/attachment.store.ts'
import { insertMessage, openConversation } from '#server/conversation/conversation.store.ts'
import type { SaidMessage } from '#engine/conversation/message.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import { findOpenTwin } from './openTwin.ts'
import { requireResponsible, requireSeen, rightOf } from './requestMember.ts'
import type { RequestMember } from './requestMember.ts'
import {
  countReport,
  insertRequest,
  insertRequestEvent,
  listRequestsById,
  lockOpenRequest,
  lockRequest,
  updateRequest,
} from './workRequest.store.ts'
import type { WorkRequest } from './workRequest.store.ts'

export type WorkRequestDeps = { readonly database: Database; readonly now: () => number }

/** A request as somebody asks for it. */
export type NewWorkRequest = {
  readonly content: string
  readonly workCenterId: WorkCenterId | null
  readonly source: WorkRequestSource
  /** null = a person's own words. */
  readonly subject: string | null
  /** Of a loss, how far it was seen, ms UTC. */
  readonly seenUntil: number | null
  readonly responsibleId: UserId | null
  readonly dueAt: number | null
  readonly attachmentIds: readonly string[]
  /** When it was written, UTC ms; null = now. */
  readonly occurredAt: number | null
}

/**
 * Returns the new request, or the open one of the same subject with one report more and what is said as a message of it (domain.md ST-3). Refuses what
 * problemsOfRequest says, a person who may not be responsible there, files that this account did not send up, and what was written more than 14 days ago.
 */
export async function createRequest(
  deps: WorkRequestDeps,
  member: RequestMember,
  asked: NewWorkRequest,
  keyed: KeyedRequest | null,
): Promise<WorkRequest> {
  refuseAll(problemsOfRequest(asked))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = () => openRequest(tenant, deps.now(), member, asked)
    const { answer } = await once(tenant, member.userId, keyed, { act, read: Number })
    return await requireRequest(tenant, answer)
  })
}

/** The same within the transaction of what it follows from, such as an answer; returns the id of the request. */
export async function openRequest(tenant: Tenant, now: number, member: RequestMember, asked: NewWorkRequest): Promise<number> {
  const { source, subject, seenUntil, workCenterId, responsibleId } = asked
  await requireActor(tenant, member, workCenterId === null ? [] : [workCenterId])
  await requireResponsible(tenant, workCenterId, responsibleId)
  const { at, problem } = sentAtOf(asked.occurredAt, now)
  if (problem !== null) throw new Refusal(problem)
  const dueAt = asked.dueAt === null ? null : new Date(asked.dueAt)
  const written = { content: asked.content.trim(), at: new Date(at) }
  const made = await insertRequest(tenant, {
    content: written.content,
    status: 'CREATION',
    workCenterId,
    source,
    subject,
    seenUntil,
    createdBy: sayerOf(member).userId,
    viaStation: sayerOf(member).viaStation,
    createdAt: written.at,
    responsibleId,
    dueAt,
    statusSince: written.at,
    updatedOn: new Date(now),
  })
  if (made === null && subject !== null) {
    const known = await lockOpenRequest(tenant, { source, subject })
    // It was closed in between.
    if (known === null) return await openRequest(tenant, now, member, asked)
    await report(tenant, member, known, { ...asked, at: written.at, now })
    await say(tenant, member, known.id, { ...written, now, attachmentIds: asked.attachmentIds, isSaid: true })
    return known.id
  }
  const id = made ?? 0
  await say(tenant, member, id, { ...written, now, attachmentIds: asked.attachmentIds, isSaid: false })
  await note(
    tenant,
    member,
    { id, workCenterId, responsibleId },
    { from: null, to: 'CREATION', at: written.at, comment: null, changes: [] },
  )
  return id
}

/** Counts the report: where the request has no date, or nobody responsible at the same place, it takes those of the report. */
async function report(
  tenant: Tenant,
  member: RequestMember,
  known: WorkRequest,
  said: Pick<NewWorkRequest, 'dueAt' | 'responsibleId' | 'seenUntil' | 'workCenterId'> & { readonly at: Date; readonly now: number },
): Promise<void> {
  const dueAt = known.dueAt ?? (said.dueAt === null ? null : new Date(said.dueAt))
  const responsibleId = known.responsibleId ?? (said.workCenterId === known.workCenterId ? said.responsibleId : null)
  const seenUntil = said.seenUntil === null ? known.seenUntil : Math.max(said.seenUntil, known.seenUntil ?? 0)
  const changed = { ...known, dueAt, responsibleId }
  const changes = changesOfRequest(wordsOf(known), wordsOf(changed))
  const version = known.version + (changes.length > 0 ? 1 : 0)
  await countReport(tenant, { ...changed, seenUntil, updatedOn: new Date(said.now), version })
  if (changes.length === 0) await tell(tenant, known.workCenterId)
  else await note(tenant, member, changed, { from: known.status, to: known.status, at: said.at, comment: null, changes })
}

function wordsOf(request: WorkRequest) {
  return { ...request, dueAt: request.dueAt?.getTime() ?? null }
}

/** A move as somebody asks for it. */
export type RequestMove = {
  readonly id: number
  readonly status: WorkRequestStatus
  readonly version: number
  readonly comment: string | null
  readonly responsibleId: UserId | null
  readonly minutesWorked: number | null
  readonly occurredAt: number | null
}

/**
 * Returns the request where it was moved to (domain.md ST-3). Refuses one that the member may not see, an older version, one that is taken up again
 * while another about the same is open, and what problemOfRequestMove says of the time of the tap.
 */
export async function moveRequest(
  deps: WorkRequestDeps,
  member: RequestMember,
  move: RequestMove,
  keyed: KeyedRequest | null,
): Promise<WorkRequest> {
  refuseAll(problemsOfRequest(move))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      const request = await requireChangeable(tenant, member, move)
      const now = deps.now()
      const { at, problem } = sentAtOf(move.occurredAt, now)
      const asked = { to: move.status, comment: move.comment, responsibleId: move.responsibleId }
      const refused =
        problem ?? problemOfRequestMove({ ...request, doneAt: request.doneAt?.getTime() ?? null }, asked, rightOf(member, request), at)
      if (refused !== null) throw new Refusal(refused)
      await requireResponsible(tenant, request.workCenterId, move.responsibleId)
      // What was tapped without a connection before somebody else moved it, happened after that.
      const moved = new Date(Math.max(at, request.statusSince.getTime()))
      const responsibleId = move.responsibleId ?? request.responsibleId
      const doneAt = move.status === 'DONE' ? moved : move.status === 'ARCHIVE' ? request.doneAt : null
      const minutesWorked = move.minutesWorked ?? request.minutesWorked
      const changed = {
        ...request,
        status: move.status,
        responsibleId,
        minutesWorked,
        doneAt,
        statusSince: moved,
        updatedOn: new Date(now),
      }
      await refuseTwin(tenant, request, move.status)
      await updateRequest(tenant, changed)
      const comment = move.comment?.trim() ?? ''
      const changes = changesOfRequest(wordsOf(request), wordsOf(changed))
      const said = { at: moved, comment: comment === '' ? null : comment, changes }
      await note(tenant, member, changed, { from: request.status, to: move.status, ...said })
      return request.id
    }
    const { answer } = await once(tenant, member.userId, keyed, { act, read: Number })
    return requireSeen(member, await requireRequest(tenant, answer), answer)
  })
}

/** Refuses to take up what is over while a newer request about the same is open: reports of it go there. */
async function refuseTwin(tenant: Tenant, request: WorkRequest, to: WorkRequestStatus): Promise<void> {
  if (!isRequestOver(request.status) || isRequestOver(to)) return
  const open = await findOpenTwin(tenant, request)
  if (open !== null) throw new Refusal({ code: 'WORK_REQUEST_OPEN_ALREADY', params: { id: open } })
}

/** What somebody changes of a request; left out = as it is. */
export type RequestChange = {
  readonly content?: string | undefined
  readonly workCenterId?: WorkCenterId | null | undefined
  readonly responsibleId?: UserId | null | undefined
  readonly dueAt?: number | null | undefined
  readonly minutesWorked?: number | null | undefined
}

/** Returns the request with what was changed, of which its history tells; as it was where nothing was. Refuses one that is closed, that is another's, an older version, and what problemsOfRequest says. */
export async function changeRequest(
  deps: WorkRequestDeps,
  member: RequestMember,
  asked: { readonly id: number; readonly version: number },
  change: RequestChange,
): Promise<WorkRequest> {
  refuseAll(problemsOfRequest(change))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const request = await requireChangeable(tenant, member, asked)
    if (rightOf(member, request) === 'NONE') throw new Refusal({ code: 'WORK_REQUEST_OF_ANOTHER' })
    if (request.status === 'CANCELED' || request.status === 'ARCHIVE') throw new Refusal({ code: 'WORK_REQUEST_CLOSED' })
    const { content = request.content, workCenterId = request.workCenterId, responsibleId = request.responsibleId } = change
    const { dueAt = request.dueAt?.getTime() ?? null, minutesWorked = request.minutesWorked } = change
    // From RESPONSIBLE on somebody is.
    if (responsibleId === null && request.responsibleId !== null && !['CREATION', 'DISPATCHER', 'NONE'].includes(request.status))
      throw new Refusal({ code: 'REQUIRED', field: 'responsibleId' })
    if (responsibleId !== request.responsibleId || workCenterId !== request.workCenterId)
      await requireResponsible(tenant, workCenterId, responsibleId)
    const at = new Date(deps.now())
    const due = dueAt === null ? null : new Date(dueAt)
    const changed = { ...request, content: content.trim(), workCenterId, responsibleId, dueAt: due, minutesWorked, updatedOn: at }
    const changes = changesOfRequest(wordsOf(request), wordsOf(changed))
    if (changes.length === 0) return request
    await updateRequest(tenant, changed)
    await note(tenant, member, changed, { from: request.status, to: request.status, at, comment: null, changes })
    if (workCenterId !== request.workCenterId) await tell(tenant, request.workCenterId)
    return await requireRequest(tenant, request.id)
  })
}

/** Returns the request beside which the message was written; refuses what addMessage refuses. */
export async function commentRequest(
  deps: WorkRequestDeps,
  member: RequestMember,
  said: SaidMessage & { readonly id: number; readonly occurredAt: number | null },
  keyed: KeyedRequest | null,
): Promise<WorkRequest> {
  const { id, ...message } = said
  await addMessage(deps, member, member.visible, { ...message, beside: { workRequestId: id } }, keyed)
  return await deps.database.inTenant(member.companyId, async (tenant) => requireRequest(tenant, id))
}

async function requireChangeable(
  tenant: Tenant,
  member: RequestMember,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<WorkRequest> {
  const request = requireSeen(member, await lockRequest(tenant, id), id)
  await requireActor(tenant, member, request.workCenterId === null ? [] : [request.workCenterId])
  if (request.version !== version) throw new Refusal({ code: 'CONFLICT', params: { version: request.version } })
  return request
}

async function requireRequest(tenant: Tenant, id: number): Promise<WorkRequest> {
  const [request] = await listRequestsById(tenant, [id])
  if (request === undefined) throw new Refusal({ code: 'WORK_REQUEST_NOT_FOUND', params: { id } })
  return request
}

type Said = {
  readonly content: string
  readonly at: Date
  readonly now: number
  readonly attachmentIds: readonly string[]
  readonly isSaid: boolean
}

/** Puts the photos, and the words where they are not the request's own, beside the request. */
async function say(tenant: Tenant, member: RequestMember, workRequestId: number, said: Said): Promise<void> {
  const { attachmentIds, isSaid } = said
  if (attachmentIds.length === 0 && !isSaid) return
  const conversationId = await openConversation(tenant, { workRequestId })
  const sayer = sayerOf(member)
  const message = { conversationId, senderId: sayer.userId, viaStation: sayer.viaStation, sentAt: said.at, receivedOn: new Date(said.now) }
  if (isSaid) for (const content of messagesOf(said.content)) await insertMessage(tenant, { ...message, contentType: 'TEXT', content })
  for (const id of attachmentIds) {
    if (!(await sendAttachment(tenant, id, { uploadedBy: member.userId, conversationId })))
      throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', field: 'attachmentIds', params: { id } })
    await insertMessage(tenant, { ...message, contentType: 'ATTACHMENT', content: id })
  }
}

type Noted = {
  readonly from: WorkRequestStatus | null
  readonly to: WorkRequestStatus
  readonly at: Date
  readonly comment: string | null
  readonly changes: readonly RequestFieldChange[]
}

/** Writes what became of the request, for people and for those who act on it. */
async function note(
  tenant: Tenant,
  member: RequestMember,
  { id, workCenterId, responsibleId }: Pick<WorkRequest, 'id' | 'responsibleId' | 'workCenterId'>,
  { from, to, at, comment, changes }: Noted,
): Promise<void> {
  const sayer = sayerOf(member)
  await insertRequestEvent(tenant, { workRequestId: id, at, ...sayer, fromStatus: from, toStatus: to, comment, changes })
  await insertEvents(tenant, [
    {
      kind: from === null ? 'WORK_REQUEST_OPENED' : from === to ? 'WORK_REQUEST_CHANGED' : 'WORK_REQUEST_MOVED',
      workCenterId,
      key: `workRequest/${id}`,
      change: 'HAPPENED',
      at: at.getTime(),
      payload: { id, from, to, responsibleId },
      actor: sayer.userId,
    },
  ])
  await tell(tenant, workCenterId)
}

async function tell(tenant: Tenant, workCenterId: WorkCenterId | null): Promise<void> {
  await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['workRequest'], from: 0, to: null }])
}
