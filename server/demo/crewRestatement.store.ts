import { sql } from 'kysely'
import type { LossReasonId, UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** A stop that a correction is worth it for. */
const LONG_MS = 8 * MINUTE_MS

/** Returns the shifts that the person opened again and that are not confirmed since. */
export async function listReopenedBy({ tx, companyId }: Tenant, manager: UserId): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shift s join shift_revision r on r.company_id = s.company_id and r.work_center_id = s.work_center_id
      and r.shift_start_at = s.start_at and r.revision = s.revision
    where s.company_id = ${companyId} and s.status <> 'CONFIRMED' and r.reopened_by = ${manager} order by s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the longest stop with a reason that counts in OEE, of the shifts that ended in `[from, to)` and were confirmed once; null where the person opened
 * one of that time again before, or where there is none.
 */
export async function findToRestate(
  { tx, companyId }: Tenant,
  asked: { readonly from: number; readonly to: number; readonly reasonId: LossReasonId; readonly manager: UserId },
): Promise<{ readonly shiftId: number; readonly lossId: number } | null> {
  const { rows } = await sql<{ shiftId: number; lossId: number }>`
    select s.id as "shiftId", l.id as "lossId" from shift s
    join work_center w on w.company_id = s.company_id and w.id = s.work_center_id and w.external_code is not null
    join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at and l.source = 'STATUS'
      and l.is_valid and l.start_at >= s.start_at and l.length_ms >= ${LONG_MS} and l.reason_source = 'MANUAL' and l.chain_start_at = l.start_at
    join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id and r.include_in_oee_calculation and r.id <> ${asked.reasonId}
    where s.company_id = ${companyId} and s.status = 'CONFIRMED' and s.revision = 1 and s.end_at >= ${asked.from}::int8 and s.end_at < ${asked.to}::int8
      and not exists (select from shift_revision v where v.company_id = s.company_id and v.shift_start_at >= ${asked.from}::int8 and v.reopened_by = ${asked.manager})
    order by l.length_ms desc, l.id limit 1`.execute(tx)
  return rows[0] ?? null
}
