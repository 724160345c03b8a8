import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProviderRole } from '#engine/access/abilities.ts'
import type { CompanyId } from '#engine/ids.ts'
import { abilitiesOfCaller } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { answerFile, isFileId, keptFile, receiveFiles, sentFileOf } from '#server/conversation/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { insertSupportFile, listSupportFilesById, SUPPORT_FILE_PATH } from './supportFile.store.ts'
import type { SupportFilePlace } from './supportFile.store.ts'
import { isOfProvider } from '#server/user/ofProvider.ts'
import { findSupportRequest } from './supportRequest.store.ts'

export type SupportFileDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const UPLOADS_PER_MINUTE = 20

/**
 * Adds `PUT /api/support-files/{id}?name=…&request=…` with the file as body, for whoever asks the provider: a picture is made anew, a PDF is kept as it is;
 * sent again it is one file (domain.md HP-1). `request` is the question that it will answer: the provider's people send files to those of all companies.
 * And `GET` of the same address for whoever may read the question, and for who sent it up; the provider's people leave an entry in the company's audit log.
 */
export function registerSupportFiles(app: FastifyInstance, deps: SupportFileDeps): void {
  const { database, now = Date.now } = deps
  app.get<{ Params: { id: string } }>(`${SUPPORT_FILE_PATH}/:id`, async (request, reply) => {
    const caller = await callerOf(deps, request)
    const { id } = request.params
    const answer = !isFileId(id)
      ? null
      : await database.inSystem(async (tx) => {
          const files = await listSupportFilesById(tx, id)
          const own = files.find((file) => mayRead(caller, file))
          const { userId } = caller.principal
          const isOwn = own !== undefined && (own.uploadedBy === userId || own.createdBy === userId)
          const isProvider = !isOwn && (await isOfProvider(tx, caller))
          const sent = own ?? (isProvider ? files.find(({ supportRequestId }) => supportRequestId !== null) : undefined)
          if (sent === undefined) return null
          // Also of those who entered the company: when they came does not say what they read.
          if (isProvider) {
            const entry = { userId, at: new Date(now()), action: 'READ_SUPPORT_FILE', details: { file: sent.name } } as const
            await writeAudit({ tx, companyId: sent.companyId }, { ...entry, subject: `support request ${sent.supportRequestId}` })
          }
          return sent
        })
    if (answer === null) throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
    return answerFile(reply, answer)
  })
  void app.register(async (scope) => {
    const findAsker = (request: FastifyRequest) => senderFor(deps, request)
    const { options, senderOf } = receiveFiles(scope, { uploadsPerMinute: UPLOADS_PER_MINUTE, now, findAsker })
    scope.put<{ Params: { id: string }; Querystring: { name?: string } }>(`${SUPPORT_FILE_PATH}/:id`, options, async (request) => {
      const sender = senderOf(request)
      const file = await sentFileOf(request, sender, new Date(now()))
      return keptFile(file, await database.inTenant(sender.membership.companyId, (tenant) => insertSupportFile(tenant, file)))
    })
  })
}

/** Who sends a file into which company: the own one, or as a person of the provider that of the question. */
async function senderFor(
  deps: SupportFileDeps,
  request: FastifyRequest,
): Promise<{ readonly caller: Caller; readonly membership: { readonly companyId: CompanyId } }> {
  const caller = await callerOf(deps, request)
  const asked = questionOf(request.query)
  if (asked === null) {
    if (caller.membership === null) throw new Refusal({ code: 'NO_COMPANY' })
    return { caller, membership: caller.membership }
  }
  const companyId = await deps.database.inSystem(async (tx) => {
    const question = await findSupportRequest(tx, asked, 'SEEN')
    if (question === null) return null
    const place = { ...question, supportRequestId: question.id, uploadedBy: question.createdBy }
    return mayRead(caller, place) || (await isOfProvider(tx, caller)) ? question.companyId : null
  })
  if (companyId === null) throw new Refusal({ code: 'SUPPORT_REQUEST_NOT_FOUND', params: { id: asked } })
  return { caller, membership: { companyId } }
}

async function callerOf({ findCaller }: SupportFileDeps, request: FastifyRequest): Promise<Caller> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  return caller
}

/** What was not sent yet is only its sender's; the rest is read by who asked, and by those who see all questions of the company. */
function mayRead(caller: Caller, { companyId, supportRequestId, uploadedBy, createdBy }: SupportFilePlace): boolean {
  const { membership, principal } = caller
  if (supportRequestId === null) return uploadedBy === principal.userId
  if (membership === null || membership.companyId !== companyId) return false
  if (createdBy === principal.userId) return true
  return (
    isProviderRole(membership.role) ||
    abilitiesOfCaller(caller).some(({ action, subject }) => action === 'MODIFY' && subject === 'COMPANY_USERS')
  )
}

/** The number of the question in an address; null = none is named. */
function questionOf(query: unknown): number | null {
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'request') : undefined
  if (text === undefined) return null
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647)
    throw new Refusal({ code: 'SUPPORT_REQUEST_NOT_FOUND', params: { id: typeof text === 'string' ? text.slice(0, 40) : '' } })
  return id
}
