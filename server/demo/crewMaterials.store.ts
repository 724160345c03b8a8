import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Has consumption tracked at the machine, as long as nobody chose otherwise. */
export async function trackConsumption({ tx, companyId }: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await sql`update work_center set consumption_tracking = 'WITHOUT_BOM_VALIDATION'
    where company_id = ${companyId} and id = ${workCenterId} and consumption_tracking = 'NO_TRACKING'`.execute(tx)
}

/** Returns the last confirmation of the machine, unless something that no batch covers was consumed there already; null for none. */
export async function findUnsaidConfirmation(
  { tx, companyId }: Tenant,
  workCenterId: WorkCenterId,
): Promise<{ readonly id: number; readonly jobOrderId: JobOrderId | null } | null> {
  const { rows } = await sql<{ readonly id: number; readonly jobOrderId: JobOrderId | null }>`select c.id, c.job_order_id as "jobOrderId"
    from output_confirmation c where c.company_id = ${companyId} and c.work_center_id = ${workCenterId} and c.type = 'CONFIRMED'
      and not exists (select from material_consumption m where m.company_id = c.company_id and m.work_center_id = c.work_center_id
        and m.is_uncovered)
    order by c.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/**
 * Removes what visitors did with material: what they received, moved, covered and put into containers, and what they said of products. Balances follow from
 * the movements that are left; what the crew consumed for its orders stays. Confirmations of visitors are gone already.
 */
export async function removeForeignMaterials({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await tx.deleteFrom('container_fill').where('company_id', '=', companyId).execute()
  await tx.deleteFrom('container').where('company_id', '=', companyId).execute()
  // What was taken for a confirmation that is gone, or from a batch of a visitor.
  const foreignBatch = sql`select b.id from batch b where b.company_id = ${companyId} and (b.created_by is null or b.created_by <> all(${crew}::uuid[]))`
  const isKept = sql`exists (select from output_confirmation c where c.company_id = ${companyId} and c.id = output_confirmation_id)`
  await sql`delete from material_consumption where company_id = ${companyId} and (not ${isKept} or batch_id in (${foreignBatch}))`.execute(
    tx,
  )
  await sql`delete from scrap_confirmation where company_id = ${companyId} and not ${isKept}`.execute(tx)
  await sql`update material_consumption set is_uncovered = true, batch_id = null, covered_by = null, covered_on = null
    where company_id = ${companyId} and covered_by <> all(${crew}::uuid[])`.execute(tx)
  await sql`delete from stock_movement m where m.company_id = ${companyId} and (m.created_by is null or m.created_by <> all(${crew}::uuid[])
    or (m.output_confirmation_id is not null and not ${isKept})
    or exists (select from stock s where s.company_id = m.company_id and s.id = m.stock_id and s.batch_id in (${foreignBatch})))`.execute(
    tx,
  )
  await sql`delete from stock s where s.company_id = ${companyId}
    and not exists (select from stock_movement m where m.company_id = s.company_id and m.stock_id = s.id)`.execute(tx)
  await sql`update stock s set balance = moved.balance from (select m.stock_id, greatest(0, sum(m.quantity)) as balance from stock_movement m
      where m.company_id = ${companyId} group by m.stock_id) moved
    where s.company_id = ${companyId} and s.id = moved.stock_id and s.balance <> moved.balance`.execute(tx)
  await sql`delete from batch where company_id = ${companyId} and id in (${foreignBatch})`.execute(tx)
  await tx.deleteFrom('bom_line').where('company_id', '=', companyId).where('item_id', 'is not', null).execute()
}
