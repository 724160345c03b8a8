import { sql } from 'kysely'
import { PREPAID_WARNING_DAYS } from '#engine/company/prepaid.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A work center whose prepaid time ends soon; `told` = the last notice of this end, by its days. */
export type EndingPrepaid = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly name: string
  /** YYYY-MM-DD */
  readonly until: string
  readonly daysLeft: number
  readonly told: number | null
}

/** Returns the work centers of all companies whose prepaid time ends within the first notice by the company's clock, held until the transaction ends. */
export async function listEndingPrepaid(tx: Tenant['tx'], at: Date): Promise<readonly EndingPrepaid[]> {
  const { rows } =
    await sql<EndingPrepaid>`select w.company_id as "companyId", w.id as "workCenterId", w.name, w.prepaid_until::text as until,
      w.prepaid_until - (${at}::timestamptz at time zone c.time_zone)::date as "daysLeft", n.days_told as told
    from work_center w join company c on c.id = w.company_id
    left join prepaid_notice n on n.company_id = w.company_id and n.work_center_id = w.id and n.prepaid_until = w.prepaid_until
    where w.prepaid_until between ${at}::timestamptz::date - 1 and ${at}::timestamptz::date + ${PREPAID_WARNING_DAYS[0] + 1}::int
      and w.device_status <> 'ARCHIVE' and coalesce(n.days_told, 1) > 0
    order by w.company_id, w.prepaid_until, w.id for update of w skip locked`.execute(tx)
  return rows
}

/** Stores the notice that was given, by its days. */
export async function storePrepaidNotice(
  tx: Tenant['tx'],
  { companyId, workCenterId, until }: EndingPrepaid,
  { days, at }: { readonly days: number; readonly at: Date },
): Promise<void> {
  await sql`insert into prepaid_notice (company_id, work_center_id, prepaid_until, days_told, told_on)
    values (${companyId}, ${workCenterId}, ${until}::date, ${days}, ${at}::timestamptz)
    on conflict (company_id, work_center_id) do update set prepaid_until = excluded.prepaid_until, days_told = excluded.days_told,
      told_on = excluded.told_on`.execute(tx)
}
