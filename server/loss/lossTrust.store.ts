import { sql } from 'kysely'
import { AT_ONCE_MS, HASTY_MS } from '#engine/loss/trust.ts'
import type { TrustKind, TrustTimes } from '#engine/loss/trust.ts'
import type { Tenant } from '#server/db/database.ts'
import { CLASSIFIED_AS } from './classification.ts'
import { conditions } from './lossFilter.store.ts'
import type { LossFilter } from './lossFilter.store.ts'
import { settleLosses, wholeLength } from './lossList.store.ts'

/** Returns the time of the filter's valid stops by how their reasons came about (domain.md S-92). `now` ends an open one. */
export async function trustOfLosses(tenant: Tenant, filter: LossFilter, now: number): Promise<TrustTimes> {
  await settleLosses(tenant, filter)
  // Of a stop that was cut, or lies in two shifts, the whole one ended.
  const stopEnd = sql`(select max(coalesce(c.end_at, ${now}::int8)) from loss c where c.company_id = l.company_id and c.work_center_id = l.work_center_id
    and c.source = l.source and c.start_at >= l.chain_start_at and c.chain_start_at = l.chain_start_at and c.is_valid)`
  const saidAt = sql`coalesce(a.said_at, (extract(epoch from a.updated_on) * 1000)::int8)`
  const { rows } = await sql<{ kind: TrustKind; ms: number }>`
    select case when ${CLASSIFIED_AS.UNCLASSIFIED} then 'UNEXPLAINED'
        when l.reason_source = 'STATUS' or (l.reason_id is null and l.is_scheduled_loss) then 'BY_STATUS'
        when a.id is null or l.reason_source is distinct from 'MANUAL' then 'BY_RULE'
        when a.via = 'TILE' and a.tile_place = 0 and a.shown_ms < ${HASTY_MS} then 'HASTY'
        when ${saidAt} <= ${stopEnd} + ${AT_ONCE_MS} then 'AT_ONCE' else 'LATE' end as kind,
      sum(${wholeLength(now)})::int8 as ms
    from loss l left join loss_annotation a on a.company_id = l.company_id and a.id = l.annotation_id
    where l.company_id = ${tenant.companyId} and l.is_valid and l.source = 'STATUS' ${conditions(filter, now)} group by 1`.execute(
    tenant.tx,
  )
  const times = new Map(rows.map(({ kind, ms }) => [kind, ms]))
  const timeOf = (kind: TrustKind): number => times.get(kind) ?? 0
  return {
    UNEXPLAINED: timeOf('UNEXPLAINED'),
    BY_STATUS: timeOf('BY_STATUS'),
    BY_RULE: timeOf('BY_RULE'),
    HASTY: timeOf('HASTY'),
    AT_ONCE: timeOf('AT_ONCE'),
    LATE: timeOf('LATE'),
  }
}
