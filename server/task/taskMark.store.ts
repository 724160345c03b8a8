import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { insertMarks } from '#server/event/mark.store.ts'
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
  await insertMarks(tx, 'operational_task_mark', marks, now)
}
