import { sql } from 'kysely'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { LENGTH_CLASSES, SAID_VIA } from '#engine/loss/rankReasons.ts'
import type { RankEvidence } from '#engine/loss/rankReasons.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf, oneOfOrNull } from '#server/db/oneOf.ts'

type Row = {
  readonly reasonId: number
  readonly isOwn: boolean
  readonly ageDays: number
  readonly status: string
  readonly length: string
  readonly via: string | null
  readonly tilePlace: number | null
  readonly count: number
  readonly stopCount: number
}

/** What people said before: until the running shift began, so that places stay for a shift, and this far back (domain.md S-33). */
const DAYS = 60

/**
 * Returns to which stops of the work center and its group people gave which reason, those that are over, gathered by what they have in common; a stop
 * counts once a reason, as a whole: with its own length, from the shift in which its first piece of that reason lies. Without a shift yet there is nothing.
 */
export async function listReasonEvidence(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly RankEvidence[]> {
  const rows = await sql<Row>`with latest as (select start_at, shift_date from shift
      where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} order by start_at desc limit 1),
    member as (select w.id, w.id = ${workCenterId} as is_own from work_center w join work_center asked
        on asked.company_id = w.company_id and asked.id = ${workCenterId} and (w.id = asked.id or w.group_id = asked.group_id)
      where w.company_id = ${tenant.companyId}),
    piece as (select l.work_center_id, l.chain_start_at, l.reason_id, l.start_at, l.end_at, l.shift_start_at, l.kind, l.status_rule_id, l.annotation_id,
        member.is_own, latest.shift_date
      from latest cross join member
      join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = member.id and l.source = 'STATUS'
        -- Known before the join, so that the walk along the index begins and ends there.
        and l.start_at >= (select start_at from latest) - ${DAYS * DAY_MS}::int8 and l.start_at < (select start_at from latest)
        and l.is_valid and l.reason_source = 'MANUAL' and l.end_at is not null),
    stop as (select distinct on (p.work_center_id, p.chain_start_at, p.reason_id) p.*,
        -- Of pieces over the border of a shift, or cut by people, the whole stop lasted.
        coalesce(whole.end_at, max(p.end_at) over chain) - p.chain_start_at as length_ms,
        p.start_at = min(p.start_at) over chain as is_first
      from piece p left join lateral (select i.end_at from status_interval i where i.company_id = ${tenant.companyId}
        and i.work_center_id = p.work_center_id and i.start_at <= p.chain_start_at order by i.start_at desc limit 1) whole on true
      window chain as (partition by p.work_center_id, p.chain_start_at)
      order by p.work_center_id, p.chain_start_at, p.reason_id, p.start_at)
    select stop.reason_id as "reasonId", stop.is_own as "isOwn", (stop.shift_date - s.shift_date)::int as "ageDays",
      stop.kind || ' ' || coalesce(lower(r.name), '') as status,
      case when stop.length_ms < 60000 then 'UNDER_1_MIN' when stop.length_ms < 300000 then 'UNDER_5_MIN' when stop.length_ms < 1800000 then 'UNDER_30_MIN'
        when stop.length_ms < 7200000 then 'UNDER_2_H' else 'LONGER' end as length,
      said.via, said.tile_place as "tilePlace", count(*)::int as count, (count(*) filter (where stop.is_first))::int as "stopCount"
    from stop
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = stop.work_center_id and s.start_at = stop.shift_start_at
    left join loss_annotation said on said.company_id = ${tenant.companyId} and said.id = stop.annotation_id
    left join status_rule r on r.company_id = ${tenant.companyId} and r.id = stop.status_rule_id
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    ...row,
    reasonId: asId<LossReasonId>(row.reasonId),
    ageDays: Math.max(0, row.ageDays),
    length: oneOf(LENGTH_CLASSES, row.length),
    via: oneOfOrNull(SAID_VIA, row.via),
  }))
}
