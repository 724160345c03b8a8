import type { FastifyInstance } from 'fastify'
import { attachmentName } from '#engine/conversation/message.ts'
import { isRequestVisible } from '#engine/workRequest/requestVisibility.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { ATTACHMENT_PATH, findAttachment, insertAttachment, insertAttachmentOnce } from './attachment.store.ts'
import type { AttachmentPlace } from './attachment.store.ts'
import { answerFile, askerWith, isFileId, keptFile, madeAttachment, receiveFiles, sentFileOf } from './uploads.ts'

export type AttachmentDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const UPLOADS_PER_MINUTE = 20

/**
 * Adds `POST /api/attachments?name=…` with the file as body, for whoever may write messages: a picture is made anew, a PDF is kept as it is. `PUT` with an
 * id in the address does the same once, for what waited on a device. And
 * `GET /api/attachments/{id}` for whoever may read the order that it was sent beside, and for who sent it up. Refuses ATTACHMENT_NOT_VALID for other
 * content than it says, and PAYLOAD_TOO_LARGE above 10 MB (domain.md C-3).
 */
export function registerAttachments(app: FastifyInstance, deps: AttachmentDeps): void {
  const { database, findCaller, now = Date.now } = deps
  app.get<{ Params: { id: string } }>(`${ATTACHMENT_PATH}/:id`, async (request, reply) => {
    const { caller, membership } = await askerWith(findCaller, request, { action: 'READ', subject: 'JOB_ORDERS' })
    const { id } = request.params
    const file = isFileId(id) ? await database.inTenant(membership.companyId, (tenant) => findAttachment(tenant, id)) : null
    if (file === null || !(await isReadable(deps, caller, membership, file)))
      throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
    return answerFile(reply, file)
  })
  void app.register(async (scope) => {
    const { options, senderOf } = receiveFiles(scope, {
      uploadsPerMinute: UPLOADS_PER_MINUTE,
      now,
      findAsker: (request) => askerWith(findCaller, request, { action: 'UPDATE', subject: 'JOB_ORDERS' }),
    })
    scope.post<{ Querystring: { name?: string } }>(ATTACHMENT_PATH, options, async (request) => {
      const { caller, membership } = senderOf(request)
      if (!Buffer.isBuffer(request.body)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
      const file = {
        ...(await madeAttachment(request.body)),
        name: attachmentName(request.query.name ?? ''),
        uploadedBy: caller.principal.userId,
        uploadedOn: new Date(now()),
      }
      return await database.inTenant(membership.companyId, (tenant) => insertAttachment(tenant, file))
    })
    scope.put<{ Params: { id: string }; Querystring: { name?: string } }>(`${ATTACHMENT_PATH}/:id`, options, async (request) => {
      const sender = senderOf(request)
      const file = await sentFileOf(request, sender, new Date(now()))
      return keptFile(file, await database.inTenant(sender.membership.companyId, (tenant) => insertAttachmentOnce(tenant, file)))
    })
  })
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
