import { sql } from 'kysely'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { HASTY_MS } from '#engine/loss/trust.ts'
import { DAY_MS } from '#engine/time/durations.ts'
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

/**
 * Returns the share of hasty answers by reason: of the stops of the period to which people gave it and of which is known how, those where the first
 * tile was pressed before anybody could read it. A stop is one, however many pieces it has. A reason without such stops is left out.
 */
export async function hastySharesOf(
  tenant: Tenant,
  { workCenterIds, start, end }: { readonly workCenterIds: readonly WorkCenterId[] | null; readonly start: number; readonly end: number },
): Promise<ReadonlyMap<LossReasonId, number>> {
  const { rows } = await sql<{ id: number; share: number }>`select l.reason_id as id,
      (count(distinct (l.work_center_id, l.source, l.chain_start_at))
        filter (where a.via = 'TILE' and a.tile_place = 0 and a.shown_ms < ${HASTY_MS}))::float8
        / count(distinct (l.work_center_id, l.source, l.chain_start_at)) as share
    from loss l join loss_annotation a on a.company_id = l.company_id and a.id = l.annotation_id
    where l.company_id = ${tenant.companyId} and l.is_valid and l.reason_source = 'MANUAL' and a.via is not null and l.reason_id is not null
      and l.start_at >= ${start - 2 * DAY_MS}::int8 and l.start_at < ${end}::int8 and coalesce(l.end_at, ${end}::int8) > ${start}::int8
      and (${workCenterIds}::int[] is null or l.work_center_id = any(${workCenterIds}::int[]))
    group by 1`.execute(tenant.tx)
  return new Map(rows.map((row) => [asId<LossReasonId>(row.id), row.share]))
}
