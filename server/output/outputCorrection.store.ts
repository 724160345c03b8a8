import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Adds units to what the device counted in the segment, or takes them off. */
export async function insertCorrection(
  tenant: Tenant,
  segment: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number | null },
  delta: { readonly accepted: number; readonly rejected: number },
  by: { readonly userId: UserId; readonly viaStation: UserId | null; readonly comment: string },
): Promise<void> {
  await sql`insert into output_correction (company_id, work_center_id, start_at, end_at, accepted, rejected, comment, created_by, created_via)
    values (${tenant.companyId}, ${segment.workCenterId}, ${segment.start}::int8, ${segment.end}::int8, ${delta.accepted}::numeric,
      ${delta.rejected}::numeric, ${by.comment}, ${by.userId}, ${by.viaStation})`.execute(tenant.tx)
}
