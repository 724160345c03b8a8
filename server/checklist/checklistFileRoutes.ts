import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_PART_BYTES, FILE_SOURCES, MAX_ANSWER_FILE_BYTES } from '#engine/checklist/answerFile.ts'
import type { FileSource } from '#engine/checklist/answerFile.ts'
import { subjectsOff } from '#engine/extension/extension.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { answerFile, askerWith, isFileId, keptFile, madeFileOf, receiveFiles, type FileAsker } from '#server/conversation/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { CHECKLIST_FILE_PATH, findFile, insertFile, isSentBy } from './checklistFile.store.ts'
import { deleteParts, findReceived, insertPart, readWhole } from './filePart.store.ts'

export type ChecklistFileDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

/** A day of photos that a device kept is sent in one go. */
const UPLOADS_PER_MINUTE = 60
/** Some of them have many parts. */
const PARTS_PER_MINUTE = 2_400

/**
 * Adds `PUT /api/checklist-files/{id}?name=…&source=CAMERA|FILE` with the file as body, for whoever answers checklists: a picture is made anew, a PDF is kept as it is; sent
 * again it is one file (domain.md CL-10). Where the line breaks it is sent in parts: `PUT …/{id}/parts/{first byte}?size=…` each, `GET …/{id}/parts` how many bytes
 * are there, `POST …/{id}?name=…&source=…` its end; `source` is how it was taken, left out = not known. And `GET` of the same address for whoever may read the work center's checklists, and for who sent it up.
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
    const { options, senderOf } = receiveFiles(scope, {
      uploadsPerMinute: UPLOADS_PER_MINUTE,
      now,
      findAsker,
      maxBytes: MAX_ANSWER_FILE_BYTES,
    })
    const store = async (sender: FileAsker, sent: { readonly id: string; readonly query: SentQuery; readonly bytes: Buffer }) => {
      const source = sourceOf(sent.query)
      const { companyId } = sender.membership
      const parts = { id: sent.id, by: sender.caller.principal.userId }
      const file = await madeFileOf({ ...sent, name: sent.query.name }, sender, new Date(now())).catch(async (error: unknown) => {
        // Sent again it would be the same; another picture may take its place.
        if (error instanceof Refusal && error.code === 'ATTACHMENT_NOT_VALID')
          await database.inTenant(companyId, (tenant) => deleteParts(tenant, parts))
        throw error
      })
      const isKept = await database.inTenant(companyId, async (tenant) => {
        await deleteParts(tenant, parts)
        return await insertFile(tenant, { ...file, source })
      })
      return keptFile(file, isKept)
    }
    scope.put<{ Params: { id: string }; Querystring: SentQuery }>(`${CHECKLIST_FILE_PATH}/:id`, options, async (request) => {
      const { id } = request.params
      if (!Buffer.isBuffer(request.body) || !isFileId(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
      return await store(senderOf(request), { id, query: request.query, bytes: request.body })
    })
    scope.post<{ Params: { id: string }; Querystring: SentQuery }>(`${CHECKLIST_FILE_PATH}/:id`, options, async (request) => {
      const sender = senderOf(request)
      const { id } = request.params
      const { companyId } = sender.membership
      if (!isFileId(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
      const bytes = await database.inTenant(companyId, (tenant) => readWhole(tenant, { id, by: sender.caller.principal.userId }))
      if (bytes === null) throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', params: { id } })
      return await store(sender, { id, query: request.query, bytes })
    })
  })
  void app.register(async (scope) => {
    const findAsker = (request: FastifyRequest) => askerOf(deps, request, 'UPDATE')
    const { options, senderOf } = receiveFiles(scope, {
      uploadsPerMinute: PARTS_PER_MINUTE,
      now,
      findAsker,
      maxBytes: FILE_PART_BYTES,
    })
    const path = `${CHECKLIST_FILE_PATH}/:id/parts`
    scope.get<{ Params: { id: string } }>(path, options, async (request) => {
      const { caller, membership } = senderOf(request)
      const { id } = request.params
      if (!isFileId(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
      const by = caller.principal.userId
      return await database.inTenant(membership.companyId, async (tenant) => {
        const isStored = await isSentBy(tenant, id, by)
        return { isStored, ...((await findReceived(tenant, { id, by })) ?? { received: 0, size: 0 }) }
      })
    })
    scope.put<{ Params: { id: string; at: string }; Querystring: { size?: string } }>(`${path}/:at`, options, async (request) => {
      const { caller, membership } = senderOf(request)
      const { id } = request.params
      const [at, size] = [Number(request.params.at), Number(request.query.size)]
      const { body: bytes } = request
      if (!Buffer.isBuffer(bytes) || bytes.length === 0 || !isFileId(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
      if (!Number.isInteger(size) || size < 1 || size > MAX_ANSWER_FILE_BYTES)
        throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'size', params: { value: size, min: 1, max: MAX_ANSWER_FILE_BYTES } })
      if (!Number.isInteger(at) || at < 0 || at + bytes.length > size)
        throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'at', params: { value: at, min: 0, max: size - bytes.length } })
      const file = { id, by: caller.principal.userId }
      const received = await database.inTenant(membership.companyId, (tenant) => insertPart(tenant, file, { at, size, bytes, now: now() }))
      return { isStored: false, ...received }
    })
  })
}

type SentQuery = { readonly name?: string; readonly source?: string }

/** How the file was taken; refuses what says neither. */
function sourceOf({ source }: SentQuery): FileSource | null {
  if (source === undefined) return null
  const found = FILE_SOURCES.find((one) => one === source)
  if (found === undefined) throw new Refusal({ code: 'INVALID_FORMAT', field: 'source', params: { example: FILE_SOURCES.join(', ') } })
  return found
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
