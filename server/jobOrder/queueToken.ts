import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'

/** Returns a token of the queues of the work centers: it differs once an order came, went, moved or was changed. What is counted does not matter. */
export async function queueToken(tenant: Tenant, places: readonly (WorkCenterId | null)[]): Promise<string> {
  const ids = [...new Set(places)].toSorted((a, b) => (a ?? 0) - (b ?? 0))
  const { rows } = await sql<{
    readonly content: unknown
  }>`select jsonb_agg(jsonb_build_array(work_center_id, id, version, status, queue_rank)
      order by work_center_id, id) as content
    from job_order where company_id = ${tenant.companyId} and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')
      and (work_center_id = any(${ids.filter((id) => id !== null)}::int[])${ids.includes(null) ? sql` or work_center_id is null` : sql``})`.execute(
    tenant.tx,
  )
  return createHash('sha256')
    .update(JSON.stringify([ids, rows[0]?.content ?? null]))
    .digest('base64url')
    .slice(0, 22)
}

/** Refuses a move whose preview was of other queues. */
export async function requireQueueToken(tenant: Tenant, places: readonly (WorkCenterId | null)[], token: string): Promise<void> {
  if ((await queueToken(tenant, places)) !== token) throw new Refusal({ code: 'QUEUE_CHANGED', field: 'checkToken' })
}
