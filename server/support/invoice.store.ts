import { sql } from 'kysely'
import type { SentFile } from '#server/conversation/uploads.ts'
import type { Tenant } from '#server/db/database.ts'
import type { InvoiceForm } from '#engine/company/invoice.ts'
import type { PageRange } from '#server/db/boundedPage.ts'

/** Where invoices are sent and read; the rest of the address is the id. */
export const INVOICE_PATH = '/api/invoices'

/** An invoice without its bytes; size in bytes, the day YYYY-MM-DD. */
export type Invoice = InvoiceForm & { readonly id: string; readonly name: string; readonly size: number; readonly addedAt: Date }

const COLUMNS = sql`id, number, issued_on::text as "issuedOn", name, size, uploaded_on as "addedAt"`

/** Returns the invoices of the page, the newest first, and how many there are. */
export async function pageInvoices(
  { tx, companyId }: Tenant,
  { page, size }: PageRange,
): Promise<{ readonly items: readonly Invoice[]; readonly totalItems: number }> {
  const { rows: items } = await sql<Invoice>`select ${COLUMNS} from invoice where company_id = ${companyId}
    order by issued_on desc, uploaded_on desc, id limit ${size} offset ${(page - 1) * size}`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from invoice where company_id = ${companyId}`.execute(tx)
  return { items, totalItems: rows[0]?.count ?? 0 }
}

/** Returns the invoice, held until the transaction ends; null = the company has none of the id. */
export async function lockInvoice({ tx, companyId }: Tenant, id: string): Promise<Invoice | null> {
  const { rows } =
    await sql<Invoice>`select ${COLUMNS} from invoice where company_id = ${companyId} and id = ${id}::uuid for update`.execute(tx)
  return rows[0] ?? null
}

/** Returns the name and the bytes of the invoice; null = the company has none of the id. */
export async function readInvoice(
  { tx, companyId }: Tenant,
  id: string,
): Promise<{ readonly name: string; readonly bytes: Buffer } | null> {
  const { rows } = await sql<{
    name: string
    bytes: Buffer
  }>`select name, bytes from invoice where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
  return rows[0] ?? null
}

/**
 * Stores the invoice, once for each id. Returns what became of it: ADDED, AGAIN where it is there as it was sent, ID_TAKEN where the id is that of another
 * one, and NUMBER_TAKEN where the company has another one of the number.
 */
export async function insertInvoice(
  { tx, companyId }: Tenant,
  file: SentFile,
  { number, issuedOn }: InvoiceForm,
): Promise<'ADDED' | 'AGAIN' | 'ID_TAKEN' | 'NUMBER_TAKEN'> {
  const { rows } = await sql`insert into invoice (company_id, id, number, issued_on, name, size, bytes, sha256, uploaded_by, uploaded_on)
    values (${companyId}, ${file.id}::uuid, ${number}, ${issuedOn}::date, ${file.name}, ${file.bytes.length}, ${file.bytes}, ${file.sha256},
      ${file.uploadedBy}::uuid, ${file.uploadedOn}) on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) return 'ADDED'
  const { rows: same } = await sql<{
    isSame: boolean
  }>`select number = ${number} and issued_on = ${issuedOn}::date and sha256 = ${file.sha256}
      and uploaded_by = ${file.uploadedBy}::uuid as "isSame" from invoice where company_id = ${companyId} and id = ${file.id}::uuid`.execute(
    tx,
  )
  if (same[0] === undefined) return 'NUMBER_TAKEN'
  return same[0].isSame ? 'AGAIN' : 'ID_TAKEN'
}

/** Deletes the invoice and its file. */
export async function deleteInvoice({ tx, companyId }: Tenant, id: string): Promise<void> {
  await sql`delete from invoice where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
}
