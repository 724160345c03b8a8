import { sql } from 'kysely'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { SeenRequest } from '#engine/workRequest/requestVisibility.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Where files of messages are sent and read; the rest of the address is the id. */
export const ATTACHMENT_PATH = '/api/attachments'

/** How long an unsent file is kept: a day if uploaded directly, 14 days if it came through the outbox of a device. */
const NOT_SENT_MS = { atOnce: DAY_MS, later: 14 * DAY_MS } as const

/** A file of a message, without its bytes; width and height in pixels, of pictures. */
export type Attachment = {
  readonly id: string
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/webp'
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** A file as it was sent up, not yet in any message. */
export type NewAttachment = Omit<Attachment, 'id' | 'size'> & {
  readonly bytes: Buffer
  readonly uploadedBy: UserId
  readonly uploadedOn: Date
}

/** Stores the file; returns it with its id. Deletes unsent files: after a day, or after 14 days if the device sent an id. */
export async function insertAttachment(tenant: Tenant, file: NewAttachment): Promise<Attachment> {
  await deleteForgotten(tenant, file.uploadedOn)
  const { name, contentType, width, height, bytes } = file
  const { id } = await tenant.tx.insertInto('attachment').values(rowOf(tenant, file)).returning('id').executeTakeFirstOrThrow()
  return { id, name, contentType, width, height, size: bytes.length }
}

/** Stores the file, once for each id; returns false where the id is that of another file. It waits 14 days for its message. */
export async function insertAttachmentOnce(
  tenant: Tenant,
  file: NewAttachment & { readonly id: string; readonly sha256: string },
): Promise<boolean> {
  await deleteForgotten(tenant, file.uploadedOn)
  const { id, sha256, uploadedBy } = file
  await tenant.tx
    .insertInto('attachment')
    .values({ ...rowOf(tenant, file), id, sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await tenant.tx
    .selectFrom('attachment')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('uploaded_by', '=', uploadedBy)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return kept !== undefined
}

function rowOf({ companyId }: Tenant, { name, contentType, width, height, bytes, uploadedBy, uploadedOn }: NewAttachment) {
  const content = { name, content_type: contentType, size: bytes.length, width, height, bytes }
  return { company_id: companyId, ...content, uploaded_by: uploadedBy, uploaded_on: uploadedOn }
}

async function deleteForgotten({ tx, companyId }: Tenant, now: Date): Promise<void> {
  const [before, longBefore] = [NOT_SENT_MS.atOnce, NOT_SENT_MS.later].map((ms) => new Date(now.getTime() - ms))
  await sql`delete from attachment where company_id = ${companyId} and conversation_id is null
    and uploaded_on < case when sha256 is null then ${before}::timestamptz else ${longBefore}::timestamptz end`.execute(tx)
}

const COLUMNS = sql`a.id, a.name, a.content_type as "contentType", a.size, a.width, a.height`

/** Returns the files of the ids, in no order. */
export async function listAttachments(tenant: Tenant, ids: readonly string[]): Promise<readonly Attachment[]> {
  const { rows } =
    await sql<Attachment>`select ${COLUMNS} from attachment a where a.company_id = ${tenant.companyId} and a.id = any(${ids}::uuid[])`.execute(
      tenant.tx,
    )
  return rows
}

/** A picture that was sent beside a work request. */
type RequestPicture = Attachment & { readonly workRequestId: number }

/** Returns the pictures beside the work requests, of each the first `most`, what was sent first first. */
export async function listRequestPictures(tenant: Tenant, ids: readonly number[], most: number): Promise<readonly RequestPicture[]> {
  const { rows } = await sql<RequestPicture>`select c.work_request_id as "workRequestId", ${COLUMNS} from conversation c
    join lateral (select f.id, f.name, f.content_type, f.size, f.width, f.height, f.uploaded_on from attachment f
      where f.company_id = c.company_id and f.conversation_id = c.id and f.content_type = 'image/webp'
      order by f.uploaded_on, f.id limit ${most}) a on true
    where c.company_id = ${tenant.companyId} and c.work_request_id = any(${ids}::int[]) order by a.uploaded_on, a.id`.execute(tenant.tx)
  return rows
}

/** Whose a file is that was not sent yet; else the order, work request or task that it is about. */
export type AttachmentPlace = {
  readonly uploadedBy: UserId
  readonly jobOrderId: JobOrderId | null
  /** Of the order or task. */
  readonly workCenterId: number | null
  readonly taskId: number | null
  readonly request: SeenRequest | null
}

/** Returns the file with its bytes and with what decides who may read it; null = the company has none. */
export async function findAttachment(
  tenant: Tenant,
  id: string,
): Promise<(Attachment & AttachmentPlace & { readonly bytes: Buffer }) | null> {
  const { rows } = await sql<Attachment & AttachmentPlace & { bytes: Buffer }>`
    select ${COLUMNS}, a.bytes, a.uploaded_by as "uploadedBy", c.job_order_id as "jobOrderId", coalesce(j.work_center_id, t.work_center_id) as "workCenterId",
      c.operational_task_id as "taskId",
      case when r.id is not null then json_build_object('workCenterId', r.work_center_id, 'createdBy', r.created_by,
        'responsibleId', r.responsible_id) end as request
    from attachment a
    left join conversation c on c.company_id = a.company_id and c.id = a.conversation_id
    left join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
    left join work_request r on r.company_id = c.company_id and r.id = c.work_request_id
    left join operational_task t on t.company_id = c.company_id and t.id = c.operational_task_id
    where a.company_id = ${tenant.companyId} and a.id = ${id}::uuid`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Makes the file one of the conversation; returns false where the account has no such file that waits. */
export async function sendAttachment(
  tenant: Tenant,
  id: string,
  sent: { readonly uploadedBy: UserId; readonly conversationId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.tx
    .updateTable('attachment')
    .set({ conversation_id: sent.conversationId })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('uploaded_by', '=', sent.uploadedBy)
    .where('conversation_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the file for good. */
export async function deleteAttachment(tenant: Tenant, id: string): Promise<void> {
  await tenant.tx.deleteFrom('attachment').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}
