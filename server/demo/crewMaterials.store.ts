import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Has consumption tracked at the machine, as long as nobody chose otherwise. */
export async function trackConsumption({ tx, companyId }: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await sql`update work_center set consumption_tracking = 'WITHOUT_BOM_VALIDATION'
    where company_id = ${companyId} and id = ${workCenterId} and consumption_tracking = 'NO_TRACKING'`.execute(tx)
}

/** Returns the last confirmation of the machine, unless something was consumed there already; null for none. */
export async function findUnsaidConfirmation(
  { tx, companyId }: Tenant,
  workCenterId: WorkCenterId,
): Promise<{ readonly id: number; readonly jobOrderId: JobOrderId | null } | null> {
  const { rows } = await sql<{ readonly id: number; readonly jobOrderId: JobOrderId | null }>`select c.id, c.job_order_id as "jobOrderId"
    from output_confirmation c where c.company_id = ${companyId} and c.work_center_id = ${workCenterId} and c.type = 'CONFIRMED'
      and not exists (select from material_consumption m where m.company_id = c.company_id and m.work_center_id = c.work_center_id)
    order by c.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/**
 * Removes all that is known of material: the crew keeps it anew in its next round. What visitors received, installed or said of products goes with it.
 * Confirmations of output are gone already.
 */
export async function removeMaterials({ tx, companyId }: Tenant): Promise<void> {
  for (const table of [
    'stock_movement',
    'container_fill',
    'container',
    'material_consumption',
    'scrap_confirmation',
    'stock',
    'batch',
  ] as const)
    await tx.deleteFrom(table).where('company_id', '=', companyId).execute()
  await tx.deleteFrom('bom_line').where('company_id', '=', companyId).where('item_id', 'is not', null).execute()
}
