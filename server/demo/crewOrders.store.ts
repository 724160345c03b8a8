import { sql } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Touched } from './demoReset.store.ts'

/** A machine of the demo plant. */
export type CrewPlace = {
  readonly workCenterId: WorkCenterId
  readonly machine: string
  /** Units a minute. */
  readonly targetSpeed: number | null
}

export type CrewOrder = { readonly id: JobOrderId; readonly status: JobOrderStatus; readonly planOutput: number | null }

/** Returns the machines of the demo plant that are still there. */
export async function listCrewPlaces({ tx, companyId }: Tenant): Promise<readonly CrewPlace[]> {
  const { rows } = await sql<CrewPlace>`select w.id as "workCenterId", w.external_code as machine, w.target_speed as "targetSpeed"
    from work_center w
    where w.company_id = ${companyId} and w.external_code is not null and w.device_status = 'ACTIVE' order by w.id`.execute(tx)
  return rows
}

/** Returns the last number that the product gave an order of the company; 0 for none. */
export async function lastOrderNumber({ tx, companyId }: Tenant): Promise<number> {
  const { rows } = await sql<{ readonly last: number }>`select last from job_order_number where company_id = ${companyId}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** Returns the orders of the machine that are open, in their sequence. */
export async function listCrewOrders({ tx, companyId }: Tenant, workCenterId: WorkCenterId): Promise<readonly CrewOrder[]> {
  const { rows } = await sql<CrewOrder>`select id, status, plan_output as "planOutput" from job_order
    where company_id = ${companyId} and work_center_id = ${workCenterId} and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')
    order by queue_rank, id`.execute(tx)
  return rows
}

/**
 * Removes the orders that visitors made or did something with, and the products that they entered. Returns since when each work center was worked
 * on such an order, or its output confirmed.
 */
export async function removeForeignOrders({ tx, companyId }: Tenant, crew: readonly string[]): Promise<readonly Touched[]> {
  const { rows: foreign } = await sql<{ readonly id: number }>`select j.id from job_order j where j.company_id = ${companyId}
    and (j.created_by is null or j.created_by <> all(${crew}::uuid[]) or exists (select from job_order_event e
      where e.company_id = j.company_id and e.job_order_id = j.id and (e.created_by is null or e.created_by <> all(${crew}::uuid[]))))
    order by j.id for update`.execute(tx)
  const ids = foreign.map(({ id }) => id)
  const { rows } = await sql<{ readonly workCenterId: number; readonly from: number }>`with runs as (
      delete from job_order_run where company_id = ${companyId} and job_order_id = any(${ids}::int[]) returning work_center_id, start_at),
    confirmations as (
      delete from output_confirmation where company_id = ${companyId} and job_order_id = any(${ids}::int[]) returning work_center_id, start_at),
    postings as (delete from output_posting where company_id = ${companyId} and job_order_id = any(${ids}::int[])),
    gone as (select * from runs union all select * from confirmations)
    select work_center_id as "workCenterId", min(start_at) as from from gone group by work_center_id order by work_center_id`.execute(tx)
  for (const table of ['material_consumption', 'scrap_confirmation'] as const)
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and job_order_id = any(${ids}::int[])`.execute(tx)
  await sql`delete from job_order where company_id = ${companyId} and id = any(${ids}::int[])`.execute(tx)
  // The crew says nothing of speeds: all that stands there is of visitors.
  await sql`delete from item_standard where company_id = ${companyId}`.execute(tx)
  await sql`delete from item i where i.company_id = ${companyId} and (i.created_by is null or i.created_by <> all(${crew}::uuid[]))
    and not exists (select from job_order j where j.company_id = i.company_id and j.item_id = i.id)
    and not exists (select from bom_line b where b.company_id = i.company_id and b.material_id = i.id)
    and not exists (select from job_order_scrap s where s.company_id = i.company_id and s.item_id = i.id)`.execute(tx)
  return rows.map(({ workCenterId, from }) => ({ workCenterId: asId<WorkCenterId>(workCenterId), from }))
}
