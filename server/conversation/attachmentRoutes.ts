import { create } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { attachmentKindOf, attachmentName, MAX_ATTACHMENT_BYTES } from '#engine/conversation/message.ts'
import { isRequestVisible } from '#engine/workRequest/requestVisibility.ts'
import { abilitiesOfCaller, isAssigned } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { shrink } from '#server/photo/reencode.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { ATTACHMENT_PATH, findAttachment, insertAttachment } from './attachment.store.ts'
import type { AttachmentPlace, NewAttachment } from './attachment.store.ts'

export type AttachmentDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const UPLOADS_PER_MINUTE = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds `POST /api/attachments?name=…` with the file as body, for whoever may write messages: a picture is made anew, a PDF is kept as it is. And
 * `GET /api/attachments/{id}` for whoever may read the order that it was sent beside, and for who sent it up. Refuses ATTACHMENT_NOT_VALID for other
 * content than it says, and PAYLOAD_TOO_LARGE above 10 MB (domain.md C-3).
 */
export function registerAttachments(app: FastifyInstance, deps: AttachmentDeps): void {
  app.get<{ Params: { id: string } }>(`${ATTACHMENT_PATH}/:id`, async (request, reply) => {
    const { caller, membership } = await memberOf(deps.findCaller, request, 'READ')
    const { id } = request.params
    const file = UUID.test(id) ? await deps.database.inTenant(membership.companyId, (tenant) => findAttachment(tenant, id)) : null
    if (file === null || !(await isReadable(deps, caller, membership, file)))
      throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
    const { bytes, name, contentType } = file
    const isPicture = contentType === 'image/webp'
    return reply
      .header('content-type', contentType)
      .header('content-disposition', create(name, { type: isPicture ? 'inline' : 'attachment' }))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(bytes)
  })
  void app.register(async (scope) => addUpload(scope, deps))
}

function addUpload(scope: FastifyInstance, { database, findCaller, now = Date.now }: AttachmentDeps): void {
  const limiter = createAttemptLimiter({ failures: UPLOADS_PER_MINUTE, windowMs: 60_000 })
  const asked = new WeakMap<FastifyRequest, { readonly caller: Caller; readonly membership: Membership }>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_ATTACHMENT_BYTES }, (_request, body, done) => done(null, body))
  const options = {
    bodyLimit: MAX_ATTACHMENT_BYTES,
    // Before the body is read: whoever may not write sends nothing.
    onRequest: async (request: FastifyRequest) => {
      const found = await memberOf(findCaller, request, 'UPDATE')
      if (found.caller.authLevel === 'UNPROVEN') throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
      // Anybody is there: what they send would be fetched by others.
      if (found.membership.companyId === DEMO_COMPANY_ID) throw new Refusal({ code: 'DEMO_ACCOUNT' })
      if (limiter.take(found.caller.principal.userId, now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
      asked.set(request, found)
    },
  }
  scope.post<{ Querystring: { name?: string } }>(ATTACHMENT_PATH, options, async (request) => {
    const found = asked.get(request)
    if (found === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    if (!Buffer.isBuffer(request.body)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
    const made = await madeAttachment(request.body)
    const file = {
      ...made,
      name: attachmentName(request.query.name ?? ''),
      uploadedBy: found.caller.principal.userId,
      uploadedOn: new Date(now()),
    }
    return await database.inTenant(found.membership.companyId, (tenant) => insertAttachment(tenant, file))
  })
}

/** Returns the file as it is kept: a picture made anew, a PDF as it is. Refuses ATTACHMENT_NOT_VALID for other content. */
export async function madeAttachment(bytes: Buffer): Promise<Pick<NewAttachment, 'bytes' | 'contentType' | 'height' | 'width'>> {
  const kind = attachmentKindOf(bytes.subarray(0, 12))
  if (kind === null) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
  if (kind === 'PDF') return { bytes, contentType: 'application/pdf', width: null, height: null }
  const picture = await shrink(bytes).catch((cause: unknown) => {
    throw cause instanceof Refusal && cause.code === 'PHOTO_NOT_VALID' ? new Refusal({ code: 'ATTACHMENT_NOT_VALID' }, { cause }) : cause
  })
  return { ...picture, contentType: 'image/webp' }
}

async function memberOf(
  findCaller: CallerFinder,
  request: FastifyRequest,
  action: 'READ' | 'UPDATE',
): Promise<{ readonly caller: Caller; readonly membership: Membership }> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  const { membership } = caller
  if (membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  const subject = 'JOB_ORDERS'
  if (!abilitiesOfCaller(caller).some((one) => one.action === action && one.subject === subject))
    throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
  return { caller, membership }
}

/** What was not sent yet is only its sender's; the rest follows its order, work request or task. */
async function isReadable(
  { database }: AttachmentDeps,
  { principal }: Caller,
  membership: Membership,
  file: AttachmentPlace,
): Promise<boolean> {
  if (file.jobOrderId === null && file.request === null && file.taskId === null) return file.uploadedBy === principal.userId
  if (!isAssigned(membership)) return true
  const assigned = await database.inTenant(membership.companyId, (tenant) => listAssignedWorkCenterIds(tenant, principal.userId))
  if (file.request !== null) return isRequestVisible(file.request, assigned, principal.userId)
  return file.workCenterId !== null && assigned.has(file.workCenterId)
}
