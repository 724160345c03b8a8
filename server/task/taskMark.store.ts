import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { Mark } from '#server/event/mark.store.ts'

/** Marks all work centers of the company: from the instant on their tasks may have changed. */
export async function markCompany({ tx, companyId }: Tenant, fromAt: number, now: number): Promise<void> {
  await sql`insert into operational_task_mark as m (company_id, work_center_id, from_at, check_at)
    select w.company_id, w.id, ${fromAt}::int8, ${now}::int8 from work_center w where w.company_id = ${companyId} order by w.id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at),
      check_at = least(m.check_at, excluded.check_at)`.execute(tx)
}

/** Marks the work centers: from the instants on their tasks may have changed. Those that are gone are left out. */
export async function markWorkCenters(tx: Transaction<DB>, marks: readonly Mark[], now: number): Promise<void> {
  if (marks.length === 0) return
  const given = marks.map((mark) => ({ company_id: mark.companyId, work_center_id: mark.workCenterId, from_at: mark.fromAt }))
  await sql`insert into operational_task_mark as m (company_id, work_center_id, from_at, check_at)
    select g.company_id, g.work_center_id, min(g.from_at), ${now}::int8
    from json_to_recordset(${JSON.stringify(given)}::json) as g (company_id text, work_center_id integer, from_at bigint)
    join work_center w on w.company_id = g.company_id and w.id = g.work_center_id
    group by g.company_id, g.work_center_id order by g.company_id, g.work_center_id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at),
      check_at = least(m.check_at, excluded.check_at)`.execute(tx)
}
