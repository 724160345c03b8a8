import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { AbilityAction, AbilitySubject } from '#engine/access/abilities.ts'
import { ABILITY_ACTIONS, ABILITY_SUBJECTS } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'
import { FILE_LIFETIME_MS, weekOf } from './fileKind.ts'
import type { FileKind } from './fileKind.ts'

/** Where files are read; the rest of the address is the id. */
export const FILE_PATH = '/api/file'

/** What a file is, without its bytes. */
export type NewFile = {
  readonly kind: FileKind
  readonly name: string
  readonly contentType: string
  /** Whose it is; null = of everybody in the company with the right. */
  readonly userId: UserId | null
  /** What a person must be able to do who reads it. */
  readonly needs: { readonly action: AbilityAction; readonly subject: AbilitySubject }
}

export type StoredFile = NewFile & {
  readonly id: string
  readonly state: 'WRITING' | 'READY' | 'GONE'
  readonly size: number
  /** Hexadecimal; null while it is being written. */
  readonly sha256: string | null
  readonly expiresAt: Date
  readonly expiresWeek: string
}

/** Returns the new file, of which no byte is stored yet. */
export async function insertFile(
  { tx, companyId }: Tenant,
  file: NewFile,
  now: Date,
): Promise<{ readonly id: string; readonly expiresWeek: string }> {
  const expiresAt = new Date(now.getTime() + FILE_LIFETIME_MS[file.kind])
  const expiresWeek = weekOf(expiresAt)
  const { id } = await tx
    .insertInto('file')
    .values({
      company_id: companyId,
      kind: file.kind,
      name: file.name,
      content_type: file.contentType,
      user_id: file.userId,
      needs_action: file.needs.action,
      needs_subject: file.needs.subject,
      expires_on: expiresAt,
      expires_week: expiresWeek,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, expiresWeek }
}

/** Stores one part of the file. */
export async function insertPart(
  { tx, companyId }: Tenant,
  part: { readonly id: string; readonly expiresWeek: string; readonly no: number; readonly bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('file_part')
    .values({ company_id: companyId, file_id: part.id, expires_week: part.expiresWeek, no: part.no, bytes: part.bytes })
    .execute()
}

/** Makes the file readable. */
export async function finishFile(
  { tx, companyId }: Tenant,
  id: string,
  whole: { readonly size: number; readonly sha256: Buffer },
): Promise<void> {
  await tx
    .updateTable('file')
    .set({ state: 'READY', ...whole })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the bytes of the file; its row tells that there was one. */
export async function removeBytes({ tx, companyId }: Tenant, id: string): Promise<void> {
  await sql`
    with gone as (update file set state = 'GONE' where company_id = ${companyId} and id = ${id} returning expires_week)
    delete from file_part where company_id = ${companyId} and file_id = ${id} and expires_week in (select expires_week from gone)`.execute(
    tx,
  )
}

/** Returns the file of the company, null when there is none. */
export async function findFile({ tx, companyId }: Tenant, id: string): Promise<StoredFile | null> {
  const row = await tx.selectFrom('file').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    kind: oneOf(['EXPORT', 'PRINT', 'IMPORT', 'REPORT'] as const, row.kind),
    state: oneOf(['WRITING', 'READY', 'GONE'] as const, row.state),
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    userId: row.user_id === null ? null : asId<UserId>(row.user_id),
    needs: { action: oneOf(ABILITY_ACTIONS, row.needs_action), subject: oneOf(ABILITY_SUBJECTS, row.needs_subject) },
    expiresAt: row.expires_on,
    expiresWeek: row.expires_week,
  }
}

/** Returns the bytes of one part, null when they are gone. */
export async function findPart(
  { tx, companyId }: Tenant,
  file: { readonly id: string; readonly expiresWeek: string },
  no: number,
): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('file_part')
    .select('bytes')
    .where('expires_week', '=', file.expiresWeek)
    .where('company_id', '=', companyId)
    .where('file_id', '=', file.id)
    .where('no', '=', no)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Returns the bytes that the company's readable files take, and its exports that may make room, the oldest first. */
export async function findUsage({
  tx,
  companyId,
}: Tenant): Promise<{ readonly used: number; readonly exports: readonly { readonly id: string; readonly size: number }[] }> {
  const rows = await tx
    .selectFrom('file')
    .select(['id', 'kind', 'size'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'READY')
    .where('expires_on', '>', sql<Date>`now()`)
    .orderBy('created_on')
    .execute()
  return {
    used: rows.reduce((sum, { size }) => sum + size, 0),
    exports: rows.filter(({ kind }) => kind === 'EXPORT').map(({ id, size }) => ({ id, size })),
  }
}

/** Forgets files that expired three months ago, and removes what was begun and never finished. Returns how many were never finished. */
export async function tidyFiles(tx: Transaction<DB>): Promise<number> {
  await sql`delete from file where expires_on < now() - interval '90 days'`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with lost as (update file set state = 'GONE' where state = 'WRITING' and created_on < now() - interval '1 day' returning company_id, id, expires_week),
      gone as (delete from file_part p using lost
        where p.expires_week = lost.expires_week and p.company_id = lost.company_id and p.file_id = lost.id)
    select count(*)::int as count from lost`.execute(tx)
  await sql`delete from file_part_default where expires_week < current_date - 14`.execute(tx)
  return rows[0]?.count ?? 0
}
