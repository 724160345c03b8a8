import { sql } from 'kysely'
import type { FileSource } from '#engine/checklist/answerFile.ts'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'

/** Where files of answers are sent and read; the rest of the address is the id. */
export const CHECKLIST_FILE_PATH = '/api/checklist-files'
/** A device may be offline for so long between a photo and the answers that show it. */
const LOOSE_MS = 14 * DAY_MS

/** A file of an answer, without its bytes; width and height in pixels, of pictures. */
export type ChecklistFile = {
  readonly id: string
  readonly occurrenceId: number | null
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/webp'
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** How it was taken, as its sender said; null = it did not. */
  readonly source: FileSource | null
}

export type NewChecklistFile = Omit<ChecklistFile, 'occurrenceId' | 'size'> & {
  readonly bytes: Buffer
  readonly sha256: string
  readonly uploadedBy: UserId
  readonly uploadedOn: Date
}

/** Stores the file, once for each id; returns false where the id is that of another file. Files that no answer showed within 14 days go. */
export async function insertFile(tenant: Tenant, file: NewChecklistFile): Promise<boolean> {
  const before = new Date(file.uploadedOn.getTime() - LOOSE_MS)
  await sql`delete from checklist_file where company_id = ${tenant.companyId} and occurrence_id is null and uploaded_on < ${before}`.execute(
    tenant.tx,
  )
  await sql`insert into checklist_file (company_id, id, name, content_type, size, width, height, source, bytes, sha256, uploaded_by, uploaded_on)
    values (${tenant.companyId}, ${file.id}::uuid, ${file.name}, ${file.contentType}, ${file.bytes.length}, ${file.width}, ${file.height}, ${file.source}, ${file.bytes},
      ${file.sha256}, ${file.uploadedBy}::uuid, ${file.uploadedOn}) on conflict do nothing`.execute(tenant.tx)
  const { rows } = await sql`select from checklist_file where company_id = ${tenant.companyId} and id = ${file.id}::uuid
    and uploaded_by = ${file.uploadedBy}::uuid and sha256 = ${file.sha256}`.execute(tenant.tx)
  return rows.length > 0
}

/** Returns whether the person sent the file, and it is stored. */
export async function isSentBy(tenant: Tenant, id: string, by: UserId): Promise<boolean> {
  const { rows } = await sql`select from checklist_file where company_id = ${tenant.companyId} and id = ${id}::uuid
    and uploaded_by = ${by}::uuid`.execute(tenant.tx)
  return rows.length > 0
}

/** Returns the file with its bytes and with what decides who may read it; null = the company has none. */
export async function findFile(
  tenant: Tenant,
  id: string,
): Promise<(ChecklistFile & { readonly bytes: Buffer; readonly uploadedBy: UserId; readonly workCenterId: WorkCenterId | null }) | null> {
  const { rows } = await sql<ChecklistFile & { bytes: Buffer; uploadedBy: UserId; workCenterId: WorkCenterId | null }>`
    select f.id, f.occurrence_id as "occurrenceId", f.name, f.content_type as "contentType", f.size, f.width, f.height, f.source, f.bytes,
      f.uploaded_by as "uploadedBy", o.work_center_id as "workCenterId" from checklist_file f
    left join checklist_occurrence o on o.company_id = f.company_id and o.id = f.occurrence_id
    where f.company_id = ${tenant.companyId} and f.id = ${id}::uuid`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns the files of the occurrences. */
export async function listFiles(tenant: Tenant, occurrenceIds: readonly number[]): Promise<readonly ChecklistFile[]> {
  const { rows } =
    await sql<ChecklistFile>`select id, occurrence_id as "occurrenceId", name, content_type as "contentType", size, width, height, source
    from checklist_file where company_id = ${tenant.companyId} and occurrence_id = any(${occurrenceIds}::bigint[]) order by uploaded_on, id`.execute(
      tenant.tx,
    )
  return rows
}

/** Makes the files of the answers those of the occurrence. Refuses files that are not there, of others, and of other occurrences; and what was not taken with the camera where a task of these asks for that (domain.md CL-6). */
export async function attachFiles(
  tenant: Tenant,
  {
    occurrenceId,
    uploadedBy,
    tasks = [],
  }: { readonly occurrenceId: number; readonly uploadedBy: readonly UserId[]; readonly tasks?: readonly ChecklistTask[] },
  answers: readonly ChecklistAnswer[],
): Promise<void> {
  const found = await attachFound(tenant, { occurrenceId, uploadedBy, fileIds: answers.flatMap(({ fileIds }) => fileIds) })
  const ofCamera = new Set(tasks.filter(({ photoFromCameraOnly }) => photoFromCameraOnly === true).map(({ key }) => key))
  for (const { taskKey, fileIds } of answers) {
    const missing = fileIds.find((id) => !found.has(id))
    if (missing !== undefined) throw new Refusal({ code: 'ATTACHMENT_NOT_FOUND', field: taskKey, params: { id: missing } })
    if (ofCamera.has(taskKey) && fileIds.some((id) => found.get(id) !== 'CAMERA'))
      throw new Refusal({ code: 'CAMERA_PHOTO_REQUIRED', field: taskKey })
  }
}

/** Makes those of the files the occurrence's that are there and loose, of one of the senders, or its own already; returns how these were taken, by their ids. */
export async function attachFound(
  tenant: Tenant,
  {
    occurrenceId,
    uploadedBy,
    fileIds,
  }: { readonly occurrenceId: number; readonly uploadedBy: readonly UserId[]; readonly fileIds: readonly string[] },
): Promise<ReadonlyMap<string, FileSource | null>> {
  if (fileIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    source: FileSource | null
  }>`update checklist_file set occurrence_id = ${occurrenceId} where company_id = ${tenant.companyId}
    and id = any(${fileIds}::uuid[]) and (occurrence_id = ${occurrenceId} or occurrence_id is null and uploaded_by = any(${uploadedBy}::uuid[]))
    returning id, source`.execute(tenant.tx)
  return new Map(rows.map(({ id, source }) => [id, source]))
}

/** Returns the SHA-256 of the bytes of an occurrence's files, by their ids. */
export async function hashesOf(tenant: Tenant, occurrenceId: number): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ id: string; sha256: string }>`select id, sha256 from checklist_file where company_id = ${tenant.companyId}
    and occurrence_id = ${occurrenceId}`.execute(tenant.tx)
  return Object.fromEntries(rows.map(({ id, sha256 }) => [id, sha256]))
}
