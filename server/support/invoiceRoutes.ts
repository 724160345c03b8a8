import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProviderRole } from '#engine/access/abilities.ts'
import { MAX_INVOICE_BYTES } from '#engine/company/invoice.ts'
import type { CallerFinder } from '#server/access/caller.ts'
import { answerFile, askerWith, isFileId, receiveFiles, sentFileOf } from '#server/conversation/uploads.ts'
import type { FileAsker } from '#server/conversation/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { addInvoice, checkedInvoice } from './invoice.service.ts'
import { INVOICE_PATH, readInvoice } from './invoice.store.ts'

export type InvoiceRouteDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const UPLOADS_PER_MINUTE = 20
const RIGHT = { action: 'READ', subject: 'COMPANY_SETTINGS' } as const

/**
 * Adds `PUT /api/invoices/{id}?name=…&number=…&issuedOn=…` with a PDF as body, for the provider's people in the company; sent again it is one invoice
 * (domain.md ST-2). And `GET` of the same address for whoever may read the company's settings. API keys get neither.
 */
export function registerInvoices(app: FastifyInstance, { database, findCaller, now = Date.now }: InvoiceRouteDeps): void {
  app.get<{ Params: { id: string } }>(`${INVOICE_PATH}/:id`, async (request, reply) => {
    const { membership } = await personWith(findCaller, request)
    const { id } = request.params
    const found = isFileId(id) ? await database.inTenant(membership.companyId, (tenant) => readInvoice(tenant, id)) : null
    if (found === null) throw new Refusal({ code: 'INVOICE_NOT_FOUND', params: { id } })
    return answerFile(reply, { ...found, contentType: 'application/pdf', isRemovable: true })
  })
  void app.register(async (scope) => {
    const findAsker = async (request: FastifyRequest): Promise<FileAsker> => {
      const person = await personWith(findCaller, request)
      if (!isProviderRole(person.membership.role)) throw new Refusal({ code: 'FORBIDDEN' })
      return person
    }
    const { options, senderOf } = receiveFiles(scope, { uploadsPerMinute: UPLOADS_PER_MINUTE, now, findAsker, maxBytes: MAX_INVOICE_BYTES })
    scope.put<{ Params: { id: string }; Querystring: { name?: string; number?: unknown; issuedOn?: unknown } }>(
      `${INVOICE_PATH}/:id`,
      options,
      async (request) => {
        const sender = senderOf(request)
        const form = checkedInvoice({ number: textOf(request.query.number), issuedOn: textOf(request.query.issuedOn) })
        const file = await sentFileOf(request, sender, new Date(now())).catch((cause: unknown) => {
          throw cause instanceof Refusal && cause.code === 'ATTACHMENT_NOT_VALID' && isFileId(request.params.id)
            ? new Refusal({ code: 'INVOICE_NOT_PDF', field: 'file' }, { cause })
            : cause
        })
        await addInvoice({ database, now }, sender.membership.companyId, file, form)
        return { id: file.id, ...form, name: file.name, size: file.bytes.length }
      },
    )
  })
}

/** Who asks, as a person who may read the company's settings; refuses FORBIDDEN to keys. */
async function personWith(findCaller: CallerFinder, request: FastifyRequest): Promise<FileAsker> {
  const asker = await askerWith(findCaller, request, RIGHT)
  if (asker.caller.apiKeyId !== undefined) throw new Refusal({ code: 'FORBIDDEN', params: RIGHT })
  return asker
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
