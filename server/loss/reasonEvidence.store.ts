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
}

/** What people said before: until the running shift began, so that places stay for a shift, and this far back (domain.md S-33). */
const DAYS = 60

/**
 * Returns to which stops of the work center and its group people gave which reason, those that are over, gathered by what they have in common; a stop
 * counts once a reason. Without a shift yet there is nothing.
 */
export async function listReasonEvidence(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly RankEvidence[]> {
  const rows = await sql<Row>`with latest as (select start_at, shift_date from shift
      where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} order by start_at desc limit 1),
    member as (select w.id, w.id = ${workCenterId} as is_own from work_center w join work_center asked
        on asked.company_id = w.company_id and asked.id = ${workCenterId} and (w.id = asked.id or w.group_id = asked.group_id)
      where w.company_id = ${tenant.companyId})
    select l.reason_id as "reasonId", member.is_own as "isOwn", (latest.shift_date - s.shift_date)::int as "ageDays",
      l.kind || ' ' || coalesce(lower(r.name), '') as status,
      case when l.length_ms < 60000 then 'UNDER_1_MIN' when l.length_ms < 300000 then 'UNDER_5_MIN' when l.length_ms < 1800000 then 'UNDER_30_MIN'
        when l.length_ms < 7200000 then 'UNDER_2_H' else 'LONGER' end as length,
      said.via, said.tile_place as "tilePlace",
      count(distinct (l.work_center_id, l.chain_start_at))::int as count
    from latest cross join member
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = member.id and l.source = 'STATUS'
      and l.start_at >= latest.start_at - ${DAYS * DAY_MS}::int8 and l.start_at < latest.start_at
      and l.is_valid and l.reason_source = 'MANUAL' and l.end_at is not null
    join shift s on s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at = l.shift_start_at
    left join loss_annotation said on said.company_id = l.company_id and said.id = l.annotation_id
    left join status_rule r on r.company_id = l.company_id and r.id = l.status_rule_id
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    ...row,
    reasonId: asId<LossReasonId>(row.reasonId),
    ageDays: Math.max(0, row.ageDays),
    length: oneOf(LENGTH_CLASSES, row.length),
    via: oneOfOrNull(SAID_VIA, row.via),
  }))
}
