import { sql } from 'kysely'
import type { BatchId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the day and code of the shift of the work center at the instant; outside shifts the day in UTC. */
export async function findShiftOf(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  at: number,
): Promise<{ readonly date: string; readonly code: string | null }> {
  const { rows } = await sql<{ readonly date: string; readonly code: string }>`select shift_date::text as date, code from shift
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at <= ${at}::int8 and end_at > ${at}::int8
    order by start_at desc limit 1`.execute(tenant.tx)
  return rows[0] ?? { date: new Date(at).toISOString().slice(0, 10), code: null }
}

/** Returns the ids of the rows of the posting. */
export async function listRowIds(tenant: Tenant, postingId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`select id from output_confirmation
    where company_id = ${tenant.companyId} and posting_id = ${postingId} order by id`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Stores with the rows which container they went into, with the code that it has, however it was typed. */
export async function linkMaterials(
  tenant: Tenant,
  rows: readonly {
    readonly id: number
    readonly batch: { readonly id: BatchId; readonly code: string } | null
    readonly hasContainer: boolean
  }[],
): Promise<void> {
  if (rows.every(({ hasContainer }) => !hasContainer)) return
  await sql`update output_confirmation c set batch_id = linked.batch_id, batch_code = coalesce(linked.code, c.batch_code),
      container_id = k.id, container_code = coalesce(k.code, c.container_code)
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ batch }) => batch?.id ?? null)}::int[],
      ${rows.map(({ batch }) => batch?.code ?? null)}::text[]) as linked (id, batch_id, code)
    join output_confirmation told on told.company_id = ${tenant.companyId} and told.id = linked.id
    left join container k on k.company_id = told.company_id and k.code_key = lower(trim(told.container_code))
    where c.company_id = ${tenant.companyId} and c.id = linked.id and (linked.batch_id is not null or c.container_code is not null)`.execute(
    tenant.tx,
  )
}

/** Adds to what the posting warned of. */
export async function addWarnings(tenant: Tenant, postingId: number, warnings: readonly string[]): Promise<void> {
  await sql`update output_posting set warnings = warnings || ${warnings}::text[] where company_id = ${tenant.companyId} and id = ${postingId}`.execute(
    tenant.tx,
  )
}
