import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns which of the reasons were ever given, by people or rules, or are named by a tracking rule: those are hidden, never deleted. */
export async function findUsedReasons(tenant: Tenant, ids: readonly LossReasonId[]): Promise<ReadonlySet<LossReasonId>> {
  const of = (table: 'loss' | 'loss_annotation', column: string) =>
    sql`exists (select from ${sql.table(table)} t where t.company_id = ${tenant.companyId} and ${sql.ref(`t.${column}`)} = asked.id)`
  const { rows } = await sql<{ id: number }>`select asked.id from unnest(${ids}::int[]) as asked (id)
    where ${of('loss', 'reason_id')} or ${of('loss_annotation', 'reason_id')}
      or exists (select from loss_tracking_row t where t.company_id = ${tenant.companyId} and t.loss_reason_id = asked.id)`.execute(
    tenant.tx,
  )
  return new Set(rows.map((row) => asId<LossReasonId>(row.id)))
}
