import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { toShift } from './shift.store.ts'
import type { ShiftRow, StoredShift } from './shift.store.ts'

/**
 * Returns the company's shifts of the ids, locked until the transaction ends: waits for ingest's current write and blocks the next. Locked in
 * ingest's order, and after their work centers, as in every change of figures: so a concurrent edit of a loss is either in, with its mark, or comes
 * after and sees the shift's new state.
 */
export async function lockShifts(tenant: Tenant, ids: readonly number[]): Promise<readonly StoredShift[]> {
  await sql`select id from work_center where company_id = ${tenant.companyId} and id in (
      select work_center_id from shift where company_id = ${tenant.companyId} and id = any(${ids}::int8[]))
    order by id for no key update`.execute(tenant.tx)
  const rows = await sql<ShiftRow>`select * from shift where company_id = ${tenant.companyId} and id = any(${ids}::int8[])
    order by company_id, work_center_id, start_at for no key update`.execute(tenant.tx)
  return rows.rows.map(toShift)
}

/** Returns the ids of the shifts that belong to the date or one before it, ended before the instant and are not confirmed, oldest first. */
export async function listUnconfirmedIds(
  tenant: Tenant,
  until: { readonly shiftDate: string; readonly endedBy: number; readonly workCenterIds: readonly WorkCenterId[] | null },
): Promise<readonly number[]> {
  const rows = await sql<{ id: number }>`select id from shift where company_id = ${tenant.companyId} and status <> 'CONFIRMED'
      and shift_date <= ${until.shiftDate}::date and end_at <= ${until.endedBy}::int8
      and (${until.workCenterIds}::int[] is null or work_center_id = any(${until.workCenterIds}::int[]))
    order by start_at, work_center_id`.execute(tenant.tx)
  return rows.rows.map((row) => row.id)
}

/** Returns the shifts as confirmed, each with its next revision, also when it was taken out of the calendar and came back; a comment replaces theirs. */
export async function confirmRows(
  tenant: Tenant,
  ids: readonly number[],
  said: { readonly userId: UserId; readonly at: Date; readonly comment: string | null },
): Promise<readonly StoredShift[]> {
  const rows = await sql<ShiftRow>`
    update shift s set status = 'CONFIRMED', comment = coalesce(${said.comment}, comment), version = version + 1,
      confirmed_by = ${said.userId}, confirmed_on = ${said.at},
      revision = 1 + greatest(revision, (select coalesce(max(r.revision), 0) from shift_revision r
        where r.company_id = s.company_id and r.work_center_id = s.work_center_id and r.shift_start_at = s.start_at))
    where company_id = ${tenant.companyId} and id = any(${ids}::int8[]) returning *`.execute(tenant.tx)
  return rows.rows.map(toShift)
}

/** Returns the reopened shift. Late samples are counted from zero, since they now apply. */
export async function reopenRow(tenant: Tenant, id: number): Promise<StoredShift> {
  const rows = await sql<ShiftRow>`
    update shift set status = 'UNCONFIRMED', version = version + 1, confirmed_by = null, confirmed_on = null, late_samples = 0
    where company_id = ${tenant.companyId} and id = ${id} returning *`.execute(tenant.tx)
  return only(rows.rows, id)
}

/** Returns the shift with the comment, null for none. */
export async function commentRow(tenant: Tenant, id: number, comment: string | null): Promise<StoredShift> {
  const rows = await sql<ShiftRow>`update shift set comment = ${comment}, version = version + 1
    where company_id = ${tenant.companyId} and id = ${id} returning *`.execute(tenant.tx)
  return only(rows.rows, id)
}

function only(rows: readonly ShiftRow[], id: number): StoredShift {
  const [row] = rows
  if (row === undefined) throw new Error(`shift ${id} vanished while it was locked`)
  return toShift(row)
}
