import { csvText } from '#engine/table/csvText.ts'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { grantsOf } from '#engine/access/abilities.ts'
import { abilitiesOfCaller } from '#server/access/access.ts'
import type { CallerFinder } from '#server/access/caller.ts'
import { MAX_FILE_BYTES } from '#server/file/table/readTable.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { requirePlanner } from '../orderDeps.ts'
import type { OrderMember } from '../orderDeps.ts'
import { pageRows } from './importRow.store.ts'
import { readImport, uploadImport } from './orderImport.service.ts'
import type { ImportDeps } from './orderImport.service.ts'

export const IMPORT_PATH = '/api/imports'

const UPLOADS_PER_MINUTE = 20
const WHOLE_NUMBER = /^[1-9]\d{0,8}$/
const MOST_REFUSED = 20_000

/**
 * Adds `POST /api/imports?name=…` with the file as body, for who plans job orders: answers the id of its import. And `GET /api/imports/{id}/refused.csv`
 * with the rows that the last check refused, each with what is wrong with it.
 */
export function registerImports(app: FastifyInstance, deps: ImportDeps & { readonly findCaller: CallerFinder }): void {
  app.get<{ Params: { id: string } }>(`${IMPORT_PATH}/:id/refused.csv`, async (request, reply) => {
    const member = await memberOf(deps.findCaller, request, 'READ')
    // A file holds orders of all work centers.
    if (member.role === 'OPERATOR') throw new Refusal({ code: 'PLANNERS_ONLY' })
    const id = WHOLE_NUMBER.test(request.params.id) ? Number(request.params.id) : 0
    const { headers, fileName } = await readImport(deps, member, id)
    const { items } = await deps.database.inTenant(member.companyId, (tenant) =>
      pageRows(tenant, id, { outcomes: ['REFUSED'], page: 1, size: MOST_REFUSED }),
    )
    const lines = items.map(({ no, cells, problems }) => {
      const said = problems.map(({ field = '', code, params }) => [field, code, ...Object.values(params ?? {})].join(' ')).join('; ')
      return [String(no), ...headers.map((_header, at) => String(cells[at] ?? '')), said]
    })
    const table = [['row', ...headers, 'problems'], ...lines].map((cells) => `${cells.map(csvText).join(';')}\r\n`).join('')
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', create(`${fileName.replace(/\.[a-z]+$/i, '')}-refused.csv`))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(`\ufeff${table}`)
  })
  void app.register(async (scope) => addUpload(scope, deps))
}

function addUpload(scope: FastifyInstance, deps: ImportDeps & { readonly findCaller: CallerFinder }): void {
  const limiter = createAttemptLimiter({ failures: UPLOADS_PER_MINUTE, windowMs: 60_000 })
  const asked = new WeakMap<FastifyRequest, OrderMember>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FILE_BYTES }, (_request, body, done) => done(null, body))
  const options = {
    bodyLimit: MAX_FILE_BYTES,
    // Before the body is read: whoever may not import sends nothing.
    onRequest: async (request: FastifyRequest) => {
      const member = await memberOf(deps.findCaller, request, 'UPDATE')
      requirePlanner(member)
      if (limiter.take(member.userId, deps.now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
      asked.set(request, member)
    },
  }
  scope.post<{ Querystring: { name?: string; sheet?: string } }>(IMPORT_PATH, options, async (request) => {
    const member = asked.get(request)
    if (member === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    const bytes = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array()
    const { name = '', sheet = null } = request.query
    return { uploadId: await uploadImport(deps, member, { fileName: fileNameOf(name), bytes, sheet }) }
  })
}

/** The name alone, of whatever a browser sends. */
function fileNameOf(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return plain.slice(0, 200) || 'import'
}

async function memberOf(findCaller: CallerFinder, request: FastifyRequest, action: 'READ' | 'UPDATE'): Promise<OrderMember> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  if (caller.membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  const abilities = abilitiesOfCaller(caller)
  const subject = 'JOB_ORDERS'
  if (!abilities.some((one) => one.action === action && one.subject === subject))
    throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
  return { ...caller.membership, grants: grantsOf(abilities), source: caller.apiKeyId === undefined ? 'SCREEN' : 'API' }
}
