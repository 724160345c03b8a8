import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subjectsOff } from '#engine/extension/extension.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { answerFile, askerWith, isFileId, keptFile, receiveFiles, sentFileOf, type FileAsker } from '#server/conversation/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { CHECKLIST_FILE_PATH, findFile, insertFile } from './checklistFile.store.ts'

export type ChecklistFileDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

/** A day of photos that a device kept is sent in one go. */
const UPLOADS_PER_MINUTE = 60

/**
 * Adds `PUT /api/checklist-files/{id}?name=…` with the file as body, for whoever answers checklists: a picture is made anew, a PDF is kept as it is; sent
 * again it is one file (domain.md CL-10). And `GET` of the same address for whoever may read the work center's checklists, and for who sent it up.
 */
export function registerChecklistFiles(app: FastifyInstance, deps: ChecklistFileDeps): void {
  const { database, now = Date.now } = deps
  app.get<{ Params: { id: string } }>(`${CHECKLIST_FILE_PATH}/:id`, async (request, reply) => {
    const { caller, membership } = await askerOf(deps, request, 'READ')
    const { id } = request.params
    const file = isFileId(id) ? await database.inTenant(membership.companyId, (tenant) => findFile(tenant, id)) : null
    if (file === null || !(await isReadable(deps, caller, membership, file)))
      throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
    return answerFile(reply, file)
  })
  void app.register(async (scope) => {
    const findAsker = (request: FastifyRequest) => askerOf(deps, request, 'UPDATE')
    const { options, senderOf } = receiveFiles(scope, { uploadsPerMinute: UPLOADS_PER_MINUTE, now, findAsker })
    scope.put<{ Params: { id: string }; Querystring: { name?: string } }>(`${CHECKLIST_FILE_PATH}/:id`, options, async (request) => {
      const sender = senderOf(request)
      const file = await sentFileOf(request, sender, new Date(now()))
      return keptFile(file, await database.inTenant(sender.membership.companyId, (tenant) => insertFile(tenant, file)))
    })
  })
}

/** Refuses EXTENSION_OFF too where the company has no checklists. */
async function askerOf(
  { database, findCaller }: ChecklistFileDeps,
  request: FastifyRequest,
  action: 'READ' | 'UPDATE',
): Promise<FileAsker> {
  const asker = await askerWith(findCaller, request, { action, subject: 'CHECKLISTS' })
  if (subjectsOff(await database.inTenant(asker.membership.companyId, listChosenExtensions)).has('CHECKLISTS'))
    throw new Refusal({ code: 'EXTENSION_OFF', params: { extension: 'CHECKLISTS' } })
  return asker
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
