import { createHash } from 'node:crypto'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { attachmentName, MAX_ATTACHMENT_BYTES } from '#engine/conversation/message.ts'
import { subjectsOff } from '#engine/extension/extension.ts'
import { abilitiesOfCaller, isAssigned } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { madeAttachment } from '#server/conversation/attachmentRoutes.ts'
import type { Database } from '#server/db/database.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { CHECKLIST_FILE_PATH, findFile, insertFile } from './checklistFile.store.ts'

export type ChecklistFileDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

/** A day of photos that a device kept is sent in one go. */
const UPLOADS_PER_MINUTE = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds `PUT /api/checklist-files/{id}?name=…` with the file as body, for whoever answers checklists: a picture is made anew, a PDF is kept as it is; sent
 * again it is one file (domain.md CL-10). And `GET` of the same address for whoever may read the work center's checklists, and for who sent it up.
 */
export function registerChecklistFiles(app: FastifyInstance, deps: ChecklistFileDeps): void {
  app.get<{ Params: { id: string } }>(`${CHECKLIST_FILE_PATH}/:id`, async (request, reply) => {
    const { caller, membership } = await memberOf(deps, request, 'READ')
    const { id } = request.params
    const file = UUID.test(id) ? await deps.database.inTenant(membership.companyId, (tenant) => findFile(tenant, id)) : null
    if (file === null || !(await isReadable(deps, caller, membership, file)))
      throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
    return reply
      .header('content-type', file.contentType)
      .header('content-disposition', create(file.name, { type: file.contentType === 'image/webp' ? 'inline' : 'attachment' }))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(file.bytes)
  })
  void app.register(async (scope) => addUpload(scope, deps))
}

function addUpload(scope: FastifyInstance, deps: ChecklistFileDeps): void {
  const { database, now = Date.now } = deps
  const limiter = createAttemptLimiter({ failures: UPLOADS_PER_MINUTE, windowMs: 60_000 })
  const asked = new WeakMap<FastifyRequest, { readonly caller: Caller; readonly membership: Membership }>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_ATTACHMENT_BYTES }, (_request, body, done) => done(null, body))
  const options = {
    bodyLimit: MAX_ATTACHMENT_BYTES,
    // Before the body is read: whoever may not answer sends nothing.
    onRequest: async (request: FastifyRequest) => {
      const found = await memberOf(deps, request, 'UPDATE')
      if (found.caller.authLevel === 'UNPROVEN') throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
      // Anybody is there: what they send would be fetched by others.
      if (found.membership.companyId === DEMO_COMPANY_ID) throw new Refusal({ code: 'DEMO_ACCOUNT' })
      if (limiter.take(found.caller.principal.userId, now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
      asked.set(request, found)
    },
  }
  scope.put<{ Params: { id: string }; Querystring: { name?: string } }>(`${CHECKLIST_FILE_PATH}/:id`, options, async (request) => {
    const found = asked.get(request)
    if (found === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    const { id } = request.params
    if (!Buffer.isBuffer(request.body) || !UUID.test(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
    // Of what was sent, so that the same photo sent twice is the same however it is made anew.
    const sha256 = createHash('sha256').update(request.body).digest('hex')
    const made = await madeAttachment(request.body)
    const name = attachmentName(request.query.name ?? '')
    const file = { ...made, id, name, sha256, uploadedBy: found.caller.principal.userId, uploadedOn: new Date(now()) }
    const isStored = await database.inTenant(found.membership.companyId, (tenant) => insertFile(tenant, file))
    if (!isStored) throw new Refusal({ code: 'REQUEST_KEY_REUSED', field: 'id' })
    return { id, name, contentType: made.contentType, size: made.bytes.length, width: made.width, height: made.height }
  })
}

async function memberOf(
  { database, findCaller }: ChecklistFileDeps,
  request: FastifyRequest,
  action: 'READ' | 'UPDATE',
): Promise<{ readonly caller: Caller; readonly membership: Membership }> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  const { membership } = caller
  if (membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  const subject = 'CHECKLISTS'
  if (!abilitiesOfCaller(caller).some((one) => one.action === action && one.subject === subject))
    throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
  if (subjectsOff(await database.inTenant(membership.companyId, listChosenExtensions)).has(subject))
    throw new Refusal({ code: 'EXTENSION_OFF', params: { extension: 'CHECKLISTS' } })
  return { caller, membership }
}

/** What no answer shows yet is only its sender's; the rest follows its work center. */
async function isReadable(
  { database }: ChecklistFileDeps,
  { principal }: Caller,
  membership: Membership,
  file: { readonly uploadedBy: string; readonly workCenterId: number | null },
): Promise<boolean> {
  if (file.workCenterId === null) return file.uploadedBy === principal.userId
  if (!isAssigned(membership)) return true
  const assigned = await database.inTenant(membership.companyId, (tenant) => listAssignedWorkCenterIds(tenant, principal.userId))
  return assigned.has(file.workCenterId)
}
