import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { SentFile } from '#server/conversation/uploads.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

/** Where files of questions to the provider are sent and read; the rest of the address is the id. */
export const SUPPORT_FILE_PATH = '/api/support-files'
/** A device may be offline for so long between a file and the words that go with it. */
const LOOSE_MS = 14 * DAY_MS

/** A file of a question or of an answer, without its bytes; width and height in pixels, of pictures. */
export type SupportFile = {
  readonly id: string
  readonly supportRequestId: number
  /** null = of the question itself. */
  readonly supportMessageId: number | null
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/webp'
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** What decides who may read a file. */
export type SupportFilePlace = {
  readonly companyId: CompanyId
  readonly uploadedBy: UserId
  /** null = not sent yet. */
  readonly supportRequestId: number | null
  readonly createdBy: UserId | null
}

/** Stores the file, once for each id; returns false where the id is that of another file. Deletes files that were not sent within 14 days. */
export async function insertSupportFile({ tx, companyId }: Tenant, file: SentFile): Promise<boolean> {
  const before = new Date(file.uploadedOn.getTime() - LOOSE_MS)
  await sql`delete from support_file where company_id = ${companyId} and support_request_id is null and uploaded_on < ${before}`.execute(tx)
  await sql`insert into support_file (company_id, id, name, content_type, size, width, height, bytes, sha256, uploaded_by, uploaded_on)
    values (${companyId}, ${file.id}::uuid, ${file.name}, ${file.contentType}, ${file.bytes.length}, ${file.width}, ${file.height}, ${file.bytes},
      ${file.sha256}, ${file.uploadedBy}::uuid, ${file.uploadedOn}) on conflict do nothing`.execute(tx)
  const { rows } = await sql`select from support_file where company_id = ${companyId} and id = ${file.id}::uuid
    and uploaded_by = ${file.uploadedBy}::uuid and sha256 = ${file.sha256}`.execute(tx)
  return rows.length > 0
}

/** Returns the files of any company with the id, with their bytes; needs a transaction of the system, since the provider reads those of all companies. */
export async function listSupportFilesById(
  tx: Transaction<DB>,
  id: string,
): Promise<readonly (Pick<SupportFile, 'contentType' | 'name'> & SupportFilePlace & { readonly bytes: Buffer })[]> {
  const { rows } = await sql<Pick<SupportFile, 'contentType' | 'name'> & SupportFilePlace & { readonly bytes: Buffer }>`
    select f.company_id as "companyId", f.name, f.content_type as "contentType", f.bytes, f.uploaded_by as "uploadedBy",
      f.support_request_id as "supportRequestId", s.created_by as "createdBy" from support_file f
    left join support_request s on s.company_id = f.company_id and s.id = f.support_request_id where f.id = ${id}::uuid`.execute(tx)
  return rows
}

/** Returns the files of the questions and of their answers, the oldest first; needs a transaction of the system. */
export async function listSupportFiles(tx: Transaction<DB>, requestIds: readonly number[]): Promise<readonly SupportFile[]> {
  const { rows } =
    await sql<SupportFile>`select id, support_request_id as "supportRequestId", support_message_id::float8 as "supportMessageId", name,
      content_type as "contentType", size, width, height from support_file
    where support_request_id = any(${requestIds}::int[]) order by support_request_id, uploaded_on, id`.execute(tx)
  return rows
}

/** Makes the files those of the question, or of the answer to it. Refuses files that the person did not send up, and those that were sent before. */
export async function attachSupportFiles(
  { tx, companyId }: Tenant,
  to: { readonly supportRequestId: number; readonly supportMessageId: number | null; readonly uploadedBy: UserId },
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  const { rows } = await sql<{ readonly id: string }>`update support_file set support_request_id = ${to.supportRequestId},
      support_message_id = ${to.supportMessageId}
    where company_id = ${companyId} and id = any(${fileIds}::uuid[]) and support_request_id is null and uploaded_by = ${to.uploadedBy}::uuid
    returning id`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  const missing = fileIds.find((id) => !found.has(id))
  if (missing !== undefined) throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', field: 'fileIds', params: { id: missing } })
}
