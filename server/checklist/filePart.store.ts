import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** A file that its sender has not sent whole yet. */
type UnfinishedFile = { readonly id: string; readonly by: UserId }

/** Bytes received so far, and the total size. */
type Received = { readonly received: number; readonly size: number }

/** At most this many unfinished files are kept per user: a device sends one at a time. */
const MOST_UNFINISHED = 20
/** A device may be offline for so long in the middle of a photo. */
const KEPT_MS = 14 * DAY_MS

/** Returns how far the file got; null = nothing of it is stored. */
export async function findReceived(tenant: Tenant, { id, by }: UnfinishedFile): Promise<Received | null> {
  const { rows } =
    await sql<Received>`select coalesce(sum(octet_length(bytes)), 0)::int as received, min(size) as size from checklist_file_part
    where company_id = ${tenant.companyId} and uploaded_by = ${by}::uuid and file_id = ${id}::uuid having count(*) > 0`.execute(tenant.tx)
  return rows[0] ?? null
}

/**
 * Appends the part if it continues the file; otherwise stores nothing and returns how far the file got. A first part with another size restarts the file: a
 * photo was made smaller. Beyond MOST_UNFINISHED files per user the oldest are deleted.
 */
export async function insertPart(
  tenant: Tenant,
  file: UnfinishedFile,
  part: { readonly at: number; readonly size: number; readonly bytes: Buffer; readonly now: number },
): Promise<Received> {
  // Two tabs that send one file take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checklist file ${tenant.companyId} ${file.by}`}, 0))`.execute(tenant.tx)
  const before = await findReceived(tenant, file)
  if (part.at === 0 && before?.size !== part.size) {
    const old = new Date(part.now - KEPT_MS)
    await sql`delete from checklist_file_part where company_id = ${tenant.companyId} and (uploaded_on < ${old}
      or uploaded_by = ${file.by}::uuid and file_id = ${file.id}::uuid)`.execute(tenant.tx)
    await makeRoom(tenant, file)
  } else if (before === null || before.size !== part.size || before.received !== part.at) return before ?? { received: 0, size: part.size }
  await sql`insert into checklist_file_part (company_id, uploaded_by, file_id, at, size, bytes, uploaded_on)
    values (${tenant.companyId}, ${file.by}::uuid, ${file.id}::uuid, ${part.at}, ${part.size}, ${part.bytes}, ${new Date(part.now)})`.execute(
    tenant.tx,
  )
  return { received: part.at + part.bytes.length, size: part.size }
}

/** Returns the whole file; null where a part of it is missing. */
export async function readWhole(tenant: Tenant, { id, by }: UnfinishedFile): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer; size: number }>`select bytes, size from checklist_file_part
    where company_id = ${tenant.companyId} and uploaded_by = ${by}::uuid and file_id = ${id}::uuid order by at`.execute(tenant.tx)
  const whole = Buffer.concat(rows.map(({ bytes }) => bytes))
  return rows.length > 0 && whole.length === rows[0]?.size ? whole : null
}

/** Forgets the parts of the file: it is stored, or will never be. */
export async function deleteParts(tenant: Tenant, { id, by }: UnfinishedFile): Promise<void> {
  await sql`delete from checklist_file_part where company_id = ${tenant.companyId} and uploaded_by = ${by}::uuid and file_id = ${id}::uuid`.execute(
    tenant.tx,
  )
}

async function makeRoom(tenant: Tenant, { by }: UnfinishedFile): Promise<void> {
  await sql`delete from checklist_file_part where company_id = ${tenant.companyId} and uploaded_by = ${by}::uuid and file_id = any(array(
    select file_id from checklist_file_part where company_id = ${tenant.companyId} and uploaded_by = ${by}::uuid and at = 0
    order by uploaded_on desc, file_id offset ${MOST_UNFINISHED - 1}))`.execute(tenant.tx)
}
