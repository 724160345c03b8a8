import { sql } from 'kysely'
import type { ProvenShift } from '#engine/report/provenFigure.ts'
import type { Tenant } from '#server/db/database.ts'
import { reportHeadline, type ReportHeadline } from '../headline.ts'
import type { ReportProof } from './provenFigures.ts'

/** A proof with the report that it is of. */
export type StoredProof = Omit<ReportProof, 'headline'> & { readonly madeAt: Date; readonly request: unknown }

type ShiftTuple = readonly [number, number, number, ProvenShift['status'], number | null, number]

/** Stores what the file told; that of a job that is repeated takes the place of what was there. */
export async function saveProof(
  { tx, companyId }: Tenant,
  renderingId: string,
  { figures, shifts, headline, madeAt }: ReportProof & { readonly madeAt: Date },
): Promise<void> {
  const tuples = shifts.map(({ workCenterId, start, revision, status, oee, accepted }): ShiftTuple => [
    workCenterId,
    start,
    revision,
    status,
    oee,
    accepted,
  ])
  await sql`insert into report_proof (company_id, rendering_id, made_on, figures, shifts, headline)
    select ${companyId}, id, ${madeAt}, ${JSON.stringify(figures)}::jsonb, ${JSON.stringify(tuples)}::jsonb,
        ${JSON.stringify(headline)}::jsonb
      from report_rendering where company_id = ${companyId} and id = ${renderingId}::uuid
    on conflict (company_id, rendering_id) do update
      set made_on = excluded.made_on, figures = excluded.figures, shifts = excluded.shifts, headline = excluded.headline`.execute(tx)
}

/** Returns what the file told and what it was asked for; null where there is no such file, or it is listed no more. */
export async function findProof({ tx, companyId }: Tenant, renderingId: string): Promise<StoredProof | null> {
  const { rows } = await sql<{
    madeAt: Date
    request: unknown
    figures: ReportProof['figures']
    shifts: readonly ShiftTuple[]
  }>`select p.made_on as "madeAt", d.request, p.figures, p.shifts from report_proof p
    join report_rendering d on d.company_id = p.company_id and d.id = p.rendering_id
    where p.company_id = ${companyId} and p.rendering_id = ${renderingId}::uuid`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  return {
    ...row,
    shifts: row.shifts.map(([workCenterId, start, revision, status, oee, accepted]) => ({
      workCenterId,
      start,
      revision,
      status,
      oee,
      accepted,
    })),
  }
}

/** Returns what an e-mail says of the file; null where nothing is kept of it. */
export async function findHeadline({ tx, companyId }: Tenant, renderingId: string): Promise<ReportHeadline | null> {
  const row = await tx
    .selectFrom('report_proof')
    .select('headline')
    .where('company_id', '=', companyId)
    .where('rendering_id', '=', renderingId)
    .executeTakeFirst()
  return reportHeadline.safeParse(row?.headline).data ?? null
}

/** Returns why the shifts were opened again after the revision that a report told, the latest reason of each. */
export async function listReopenReasons(
  { tx, companyId }: Tenant,
  shifts: readonly Pick<ProvenShift, 'revision' | 'start' | 'workCenterId'>[],
): Promise<readonly { readonly workCenterId: number; readonly start: number; readonly reason: string }[]> {
  const { rows } = await sql<{ workCenterId: number; start: number; reason: string }>`
    select distinct on (v.work_center_id, v.shift_start_at) v.work_center_id as "workCenterId", v.shift_start_at as start, v.reopen_reason as reason
    from json_to_recordset(${JSON.stringify(shifts)}::json) as wanted ("workCenterId" int, start int8, revision int)
    join shift_revision v on v.company_id = ${companyId} and v.work_center_id = wanted."workCenterId" and v.shift_start_at = wanted.start
      and v.revision >= wanted.revision
    where v.reopen_reason is not null
    order by v.work_center_id, v.shift_start_at, v.revision desc`.execute(tx)
  return rows
}

/** Returns how many stops of the dates somebody changed after the instant. */
export async function countChangedStops(
  { tx, companyId }: Tenant,
  asked: { readonly from: string; readonly to: string; readonly workCenterIds: readonly number[] | null; readonly since: Date },
): Promise<number> {
  const { from, to, workCenterIds, since } = asked
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shift s join loss l
      on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at
    where s.company_id = ${companyId} and s.shift_date >= ${from}::date and s.shift_date < ${to}::date
      and (${workCenterIds}::int[] is null or s.work_center_id = any(${workCenterIds}::int[]))
      and l.source = 'STATUS' and l.is_valid and l.updated_on > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}
