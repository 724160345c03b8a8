import { DEMO_COMPANY_ID, isProviderRole } from '#engine/access/abilities.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import {
  MOST_SUPPORT_ANSWERS,
  MOST_SUPPORT_REQUESTS,
  problemOfFlood,
  problemsOfSupport,
  supportAnswered,
} from '#engine/support/supportRequest.ts'
import type { SupportDirection, SupportSeverity } from '#engine/support/supportRequest.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { notifyRecordsIn } from '#server/event/notifyRecords.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { isOfProvider } from '#server/user/ofProvider.ts'
import { findProviderRole } from '#server/user/providerPerson.store.ts'
import { listUsers } from '#server/user/user.store.ts'
import type { User } from '#server/user/user.store.ts'
import { attachSupportFiles } from './supportFile.store.ts'
import {
  countSupportOf,
  countWaitingForPerson,
  countWaitingForProvider,
  findSupportRequest,
  insertSupportMessage,
  insertSupportRequest,
  listSupportInbox,
  updateSupportStatus,
} from './supportRequest.store.ts'
import type { SupportRequest } from './supportRequest.store.ts'

export type SupportDeps = {
  readonly database: Database
  readonly now: () => number
  readonly config: Pick<Config, 'publicUrl' | 'supportEmail'>
}

/** Who asks, and whether they see the questions of all people of their company. */
export type SupportMember = {
  readonly companyId: CompanyId
  readonly companyName: string
  readonly userId: UserId
  readonly seesAll: boolean
}

export type NewSupportRequest = {
  readonly content: string
  readonly direction: SupportDirection
  readonly severity: SupportSeverity
  readonly workCenterId: WorkCenterId | null
  readonly diagnostics: string | null
  readonly language: string
  /** What the person sent up before. */
  readonly fileIds: readonly string[]
}

export type SupportAnswer = {
  readonly id: number
  readonly content: string
  /** Of the provider: that this solves it. */
  readonly isSolved: boolean
  /** What the person sent up before. */
  readonly fileIds: readonly string[]
}

/** So much of a question stands in the subject of its e-mail. */
const TOPIC_LENGTH = 60
/** The provider reads the newest. */
export const MOST_IN_INBOX = 500

/**
 * Returns the id of the new question (domain.md HP-1), which goes to the inbox of the provider and as an e-mail to SUPPORT_EMAIL, with the person as
 * whom a reply reaches; nothing leaves the demo. Refuses what problemsOfSupport says, and more than ten of one person within 24 hours.
 */
export async function createSupportRequest(
  deps: SupportDeps,
  member: SupportMember,
  asked: NewSupportRequest,
  keyed: KeyedRequest | null,
): Promise<number> {
  refuseAll(problemsOfSupport(asked))
  const [user] = await deps.database.inSystem((tx) => listUsers(tx, [member.userId]))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      const at = new Date(deps.now())
      const since = new Date(at.getTime() - DAY_MS)
      const sent = await countSupportOf(tenant.tx, { ...member, table: 'support_request', since })
      const flood = problemOfFlood(sent, MOST_SUPPORT_REQUESTS)
      if (flood !== null) throw new Refusal(flood)
      const content = asked.content.trim()
      const id = await insertSupportRequest(tenant, {
        ...asked,
        content,
        status: 'NEW',
        statusSince: at,
        createdBy: member.userId,
        createdOn: at,
      })
      await attachSupportFiles(tenant, { supportRequestId: id, supportMessageId: null, uploadedBy: member.userId }, asked.fileIds)
      await tellProvider(deps, tenant.tx, { id, content, user, companyId: member.companyId, company: member.companyName })
      await notifyRecordsIn(tenant.tx, [changeOf(member.companyId)])
      return id
    }
    return (await once(tenant, member.userId, keyed, { act, read: Number })).answer
  })
}

/**
 * Returns the id of the question after an answer: of the provider's people to any, of others to their own or, who sees all, to those of their company.
 * Whoever asked hears of the provider's answer by e-mail, and SUPPORT_EMAIL of theirs; sent again under its key it is the same. Refuses others as SUPPORT_REQUEST_NOT_FOUND, and what supportAnswered says.
 */
export async function answerSupportRequest(
  deps: SupportDeps,
  by: { readonly userId: UserId; readonly member: SupportMember | null },
  { id, content, isSolved, fileIds }: SupportAnswer,
  keyed: KeyedRequest | null,
): Promise<number> {
  refuseAll(problemsOfSupport({ content, fileIds }))
  return await deps.database.inSystem(async (tx) => {
    const isProvider = (await findProviderRole(tx, by.userId)) !== null
    const request = await findSupportRequest(tx, id, 'LOCKED')
    if (request === null || !(isProvider || maySee(by.member, request))) throw supportNotFound(id)
    const act = async (): Promise<number> => {
      const now = deps.now()
      const { companyId } = request
      const since = new Date(now - DAY_MS)
      const sent = isProvider ? 0 : await countSupportOf(tx, { companyId, userId: by.userId, table: 'support_message', since })
      const flood = problemOfFlood(sent, MOST_SUPPORT_ANSWERS)
      if (flood !== null) throw new Refusal(flood)
      const status = supportAnswered(storedOf(request), isProvider ? (isSolved ? 'SOLVER' : 'PROVIDER') : 'ASKER', now)
      if (typeof status !== 'string') throw new Refusal(status)
      const at = new Date(now)
      const supportMessageId = await insertSupportMessage(tx, companyId, {
        supportRequestId: id,
        content: content.trim(),
        isProvider,
        authorId: by.userId,
        createdOn: at,
      })
      await attachSupportFiles({ tx, companyId }, { supportRequestId: id, supportMessageId, uploadedBy: by.userId }, fileIds)
      await updateSupportStatus(tx, request, { status, at })
      if (isProvider && companyId !== DEMO_COMPANY_ID) {
        const [asker] = await listUsers(tx, [request.createdBy])
        const params = { name: asker?.firstName ?? '', topic: topicOf(request.content), link: linkOf(deps.config.publicUrl, id) }
        if (asker !== undefined) await queueEmail(tx, { kind: 'SUPPORT_ANSWER', params, to: asker.email, language: request.language })
      }
      if (!isProvider) {
        const [user] = await listUsers(tx, [by.userId])
        await tellProvider(deps, tx, { id, content: content.trim(), user, companyId, company: request.companyName })
      }
      await notifyRecordsIn(tx, [changeOf(companyId)])
      return id
    }
    return (await once({ tx, companyId: request.companyId }, by.userId, keyed, { act, read: Number })).answer
  })
}

type Said = {
  readonly id: number
  readonly content: string
  readonly user: User | undefined
  readonly companyId: CompanyId
  readonly company: string
}

/** Writes what somebody asks or adds to SUPPORT_EMAIL, with the person as whom a reply reaches; nothing leaves the demo. */
async function tellProvider({ config }: SupportDeps, tx: Tenant['tx'], { id, content, user, companyId, company }: Said): Promise<void> {
  const { supportEmail, publicUrl } = config
  if (supportEmail === null || user === undefined || companyId === DEMO_COMPANY_ID) return
  const name = `${user.firstName} ${user.lastName}`.trim()
  const params = { name, company, topic: topicOf(content), link: `${linkOf(publicUrl, id)}&tab=inbox` }
  await queueEmail(tx, { kind: 'SUPPORT_REQUEST', params, to: supportEmail, language: 'en', replyTo: user.email })
}

/** Returns the id of the question, closed by who asked or who sees all of the company; refuses others as SUPPORT_REQUEST_NOT_FOUND. */
export async function closeSupportRequest(deps: SupportDeps, member: SupportMember, id: number): Promise<number> {
  return await deps.database.inSystem(async (tx) => {
    const request = await findSupportRequest(tx, id, 'LOCKED')
    if (request === null || !maySee(member, request)) throw supportNotFound(id)
    if (request.status !== 'CLOSED') await updateSupportStatus(tx, request, { status: 'CLOSED', at: new Date(deps.now()) })
    await notifyRecordsIn(tx, [changeOf(request.companyId)])
    return id
  })
}

/** Returns the questions of all companies for a person of the provider, what waits for them first and of that what is urgent; none for everybody else. */
export async function supportInbox(
  { database }: Pick<SupportDeps, 'database'>,
  caller: Pick<Caller, 'principal' | 'apiKeyId'>,
): Promise<readonly SupportRequest[]> {
  return await database.inSystem(async (tx) => {
    if (!(await isOfProvider(tx, caller))) return []
    return await listSupportInbox(tx, MOST_IN_INBOX)
  })
}

/** Returns how many questions wait for the caller, at most 100: of who visits as one of the provider's people those of all companies, else their own that were answered. */
export async function countSupportWaiting(
  { database }: Pick<SupportDeps, 'database'>,
  caller: Pick<Caller, 'principal' | 'apiKeyId'>,
  { companyId, role }: Pick<Membership, 'companyId' | 'role'>,
): Promise<number> {
  const ofAll = isProviderRole(role)
    ? await database.inSystem(async (tx) => ((await isOfProvider(tx, caller)) ? await countWaitingForProvider(tx) : null))
    : null
  return ofAll ?? (await database.inTenant(companyId, (tenant) => countWaitingForPerson(tenant, caller.principal.userId)))
}

/** Returns the question as the engine reads it. */
export function storedOf({ status, statusSince }: Pick<SupportRequest, 'status' | 'statusSince'>) {
  return { status, statusSince: statusSince.getTime() }
}

function maySee(member: SupportMember | null, request: SupportRequest): boolean {
  if (member === null || member.companyId !== request.companyId) return false
  return member.seesAll || member.userId === request.createdBy
}

function topicOf(content: string): string {
  const [line = ''] = content.split('\n', 1)
  return line.length > TOPIC_LENGTH ? `${line.slice(0, TOPIC_LENGTH - 1)}…` : line
}

function linkOf(publicUrl: string, id: number): string {
  return `${publicUrl}/support?id=${id}`
}

function changeOf(companyId: CompanyId) {
  return { companyId, workCenterId: null, kinds: ['support'], from: 0, to: null } as const
}

function supportNotFound(id: number): Refusal {
  return new Refusal({ code: 'SUPPORT_REQUEST_NOT_FOUND', params: { id } })
}
