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

/** What somebody said a device should have counted in the time of a segment, more or less than it did. */
export type CountCorrected = {
  readonly segmentId: number
  readonly accepted: number
  readonly rejected: number
  readonly comment: string
  readonly createdBy: UserId | null
  readonly createdOn: Date
}

/** Returns what was corrected of the counts of the segments, the last first. */
export async function listCorrections(tenant: Tenant, ids: readonly number[]): Promise<readonly CountCorrected[]> {
  const { rows } =
    await sql<CountCorrected>`select s.id as "segmentId", c.accepted, c.rejected, c.comment, c.created_by as "createdBy", c.created_on as "createdOn"
    from output_segment s
    join output_correction c on c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.start_at >= s.start_at
      and c.start_at < case when s.end_at is null then 9007199254740991 else s.end_at end
    where s.company_id = ${tenant.companyId} and s.id = any(${ids}::int8[])
    order by c.created_on desc, c.id desc`.execute(tenant.tx)
  return rows
}
