import { sql } from 'kysely'
import type { OwnEntryForm } from '#engine/faq/ownEntryForm.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** An answer of a company's own. */
export type OwnEntry = OwnEntryForm & { readonly id: string; readonly version: number }

const COLUMNS = sql`id, question, words, screen, body as text, version`

/** Returns the answers that the company wrote, by their questions. */
export async function listOwnEntries({ tx, companyId }: Tenant): Promise<readonly OwnEntry[]> {
  const { rows } =
    await sql<OwnEntry>`select ${COLUMNS} from faq_entry where company_id = ${companyId} order by lower(question), id`.execute(tx)
  return rows
}

/** Returns the answer, held until the transaction ends; null = the company has none of the id. */
export async function lockOwnEntry({ tx, companyId }: Tenant, id: string): Promise<OwnEntry | null> {
  const { rows } =
    await sql<OwnEntry>`select ${COLUMNS} from faq_entry where company_id = ${companyId} and id = ${id}::uuid for update`.execute(tx)
  return rows[0] ?? null
}

/** Returns whether the company wrote the answer. */
export async function hasOwnEntry({ tx, companyId }: Tenant, id: string): Promise<boolean> {
  const { rows } = await sql`select from faq_entry where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
  return rows.length > 0
}

/** Stores a new answer; returns it. */
export async function insertOwnEntry(
  { tx, companyId }: Tenant,
  { question, words, screen, text }: OwnEntryForm,
  by: { readonly userId: UserId; readonly at: Date },
): Promise<OwnEntry> {
  const { rows } = await sql<OwnEntry>`insert into faq_entry (company_id, question, words, screen, body, updated_by, updated_on)
    values (${companyId}, ${question}, ${words}, ${screen}, ${text}, ${by.userId}::uuid, ${by.at}::timestamptz) returning ${COLUMNS}`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('an answer was not stored')
  return row
}

/** Stores the answer in the place of what it was. */
export async function updateOwnEntry(
  { tx, companyId }: Tenant,
  id: string,
  { question, words, screen, text }: OwnEntryForm,
  by: { readonly userId: UserId; readonly at: Date },
): Promise<void> {
  await sql`update faq_entry set question = ${question}, words = ${words}, screen = ${screen}, body = ${text}, version = version + 1,
    updated_by = ${by.userId}::uuid, updated_on = ${by.at}::timestamptz where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
}

/** Deletes the answer with what was said of it. */
export async function deleteOwnEntryRow({ tx, companyId }: Tenant, id: string): Promise<void> {
  await sql`delete from faq_entry where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
  await sql`delete from faq_rating where company_id = ${companyId} and entry = ${id}`.execute(tx)
}

/** Has other changes of the company's answers wait until the transaction ends: their number is limited. */
export async function lockOwnEntries({ tx, companyId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`faq/${companyId}`}, 0))`.execute(tx)
}
