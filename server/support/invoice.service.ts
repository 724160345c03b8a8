import { isProviderRole } from '#engine/access/abilities.ts'
import { invoiceProblems, trimInvoice } from '#engine/company/invoice.ts'
import type { InvoiceForm } from '#engine/company/invoice.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { SentFile } from '#server/conversation/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { audited } from '#server/company/audit.store.ts'
import { deleteInvoice, insertInvoice, lockInvoice } from './invoice.store.ts'

type Deps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }

/** Who removes an invoice: one of the company, with what they may do there. */
export type InvoiceMember = {
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly role: string
  /** Whether they may see invoices at all: they read the company's settings. */
  readonly mayRead: boolean
}

/** Returns what was said of the invoice, trimmed; refuses a number and a day outside their ranges, each with its field. */
export function checkedInvoice(given: InvoiceForm): InvoiceForm {
  const form = trimInvoice(given)
  refuseAll(invoiceProblems(form))
  return form
}

/**
 * Puts the invoice into the company, once for the id of its file, with an entry in the audit log (domain.md ST-2). Refuses INVOICE_NOT_PDF by its content,
 * REQUEST_KEY_REUSED for the id of another one, and INVOICE_NUMBER_TAKEN.
 */
export async function addInvoice({ database }: Deps, companyId: CompanyId, file: SentFile, given: InvoiceForm): Promise<void> {
  const form = checkedInvoice(given)
  if (file.contentType !== 'application/pdf') throw new Refusal({ code: 'INVOICE_NOT_PDF', field: 'file' })
  await database.inTenant(companyId, async (tenant) => {
    const became = await insertInvoice(tenant, file, form)
    if (became === 'ID_TAKEN') throw new Refusal({ code: 'REQUEST_KEY_REUSED', field: 'id' })
    if (became === 'NUMBER_TAKEN') throw new Refusal({ code: 'INVOICE_NUMBER_TAKEN', field: 'number', params: { number: form.number } })
    if (became === 'AGAIN') return
    const entry = { userId: file.uploadedBy, at: file.uploadedOn, action: 'ADD_INVOICE', subject: `invoice ${form.number}` } as const
    await audited(tenant, entry, null, { file: file.name, issuedOn: form.issuedOn })
  })
}

/** Removes the invoice, with an entry in the audit log. Refuses INVOICE_NOT_FOUND, also to who may see none, and FORBIDDEN to all but the provider's people. */
export async function removeInvoice(
  { database, now }: Deps,
  { companyId, userId, role, mayRead }: InvoiceMember,
  id: string,
): Promise<void> {
  await database.inTenant(companyId, async (tenant) => {
    const present = mayRead ? await lockInvoice(tenant, id) : null
    if (present === null) throw new Refusal({ code: 'INVOICE_NOT_FOUND', params: { id } })
    if (!isProviderRole(role)) throw new Refusal({ code: 'FORBIDDEN' })
    await deleteInvoice(tenant, id)
    const entry = { userId, at: new Date(now()), action: 'REMOVE_INVOICE', subject: `invoice ${present.number}` } as const
    await audited(tenant, entry, { file: present.name, issuedOn: present.issuedOn }, null)
  })
}
