import { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { abilitiesOfCaller } from '#server/access/access.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { byteRange } from './byteRange.ts'
import { FILE_PATH, findFile } from './file.store.ts'
import type { StoredFile } from './file.store.ts'
import { readFile } from './fileContent.ts'

export type FileRouteDeps = {
  readonly database: Pick<Database, 'inTenant'>
  readonly findCaller: CallerFinder
  /** Whether a file that was made for several people is for the caller, as things are now. */
  readonly mayReadReport: (caller: Caller, companyId: CompanyId, file: Pick<StoredFile, 'id' | 'kind'>) => Promise<boolean>
  readonly now?: () => number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds `GET /api/file/{id}`, which streams a file of the company to a person who may read it now, in ranges if asked for. Refuses FILE_EXPIRED for one that
 * was there: it can be made again.
 */
export function registerFiles(app: FastifyInstance, { database, findCaller, mayReadReport, now = Date.now }: FileRouteDeps): void {
  app.get<{ Params: { id: string } }>(`${FILE_PATH}/:id`, { compress: false }, async (request, reply) => {
    const { authorization, range, 'x-schema-code': schemaCode } = request.headers
    const company = typeof schemaCode === 'string' ? schemaCode : undefined
    const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
    if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
    if (caller.membership === null) throw new Refusal({ code: 'NO_COMPANY' })
    const { companyId } = caller.membership
    const { id } = request.params
    const file = UUID.test(id) ? await database.inTenant(companyId, (tenant) => findFile(tenant, id)) : null
    if (file === null || file.state === 'WRITING') throw new Refusal({ code: 'FILE_NOT_FOUND' })
    const { action, subject } = file.needs
    const mayRead = abilitiesOfCaller(caller).some((one) => one.action === action && one.subject === subject)
    if (!mayRead) throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
    if (file.userId !== null && file.userId !== caller.principal.userId) throw new Refusal({ code: 'FILE_NOT_FOUND' })
    const isReport = file.kind === 'REPORT' || file.kind === 'PRINT'
    if (isReport && !(await mayReadReport(caller, companyId, file))) throw new Refusal({ code: 'FILE_NOT_FOUND' })
    if (file.state === 'GONE' || file.expiresAt.getTime() <= now()) throw new Refusal({ code: 'FILE_EXPIRED' })
    void reply
      .header('content-type', file.contentType)
      .header('content-disposition', create(file.name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .header('accept-ranges', 'bytes')
      .header('etag', `"${file.sha256}"`)
    const wanted = byteRange(
      request.headers['if-range'] === undefined || request.headers['if-range'] === `"${file.sha256}"` ? range : undefined,
      file.size,
    )
    if (wanted === null) return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const { start, end, isPart } = wanted
    if (isPart) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`)
    return reply.header('content-length', end - start).send(Readable.from(readFile(database, companyId, file, { start, end })))
  })
}
