import { sql } from 'kysely'
import type { LossReasonId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { LENGTH_CLASSES } from '#engine/loss/rankReasons.ts'
import type { LengthClass } from '#engine/loss/rankReasons.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** What people said of whole stops: how many of one status and length had the reason and no other. */
export type SaidOfStatus = {
  readonly workCenterId: WorkCenterId
  /** null = stops without a status rule. */
  readonly statusRuleId: StatusRuleId | null
  readonly length: LengthClass
  /** null = more than one: no row of a rule would say the same. */
  readonly reasonId: LossReasonId | null
  readonly count: number
}

/** A whole stop: how long it lasted, and which reasons people gave to it. */
export type PastStop = { readonly start: number; readonly lengthMs: number; readonly said: readonly LossReasonId[] }

/** The whole stops since the instant that are over, one row each. */
const STOPS_OF = sql`select l.work_center_id, l.status_rule_id, l.chain_start_at, max(l.end_at) - l.chain_start_at as ms,
    coalesce(array_agg(distinct l.reason_id) filter (where l.reason_source = 'MANUAL' and l.reason_id is not null), '{}') as said`
const IS_OVER = sql`count(*) filter (where l.end_at is null) = 0`

/** Returns what people said since the instant of stops of the work centers, null = of all; a stop counts once, however many pieces it has. */
export async function listSaidOfStops(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[] | null,
  since: number,
): Promise<readonly SaidOfStatus[]> {
  const { rows } = await sql<{ workCenterId: number; statusRuleId: number | null; length: string; reasonId: number | null; count: number }>`
    with stop as (${STOPS_OF} from loss l
      where l.company_id = ${tenant.companyId} and l.source = 'STATUS' and l.is_valid and l.chain_start_at >= ${since}::int8 and l.start_at >= ${since}::int8
        and (${workCenterIds}::int[] is null or l.work_center_id = any(${workCenterIds}::int[]))
      group by 1, 2, 3 having ${IS_OVER} and bool_or(l.reason_source = 'MANUAL'))
    select work_center_id as "workCenterId", status_rule_id as "statusRuleId",
      case when ms < 60000 then 'UNDER_1_MIN' when ms < 300000 then 'UNDER_5_MIN' when ms < 1800000 then 'UNDER_30_MIN'
        when ms < 7200000 then 'UNDER_2_H' else 'LONGER' end as length,
      case when cardinality(said) = 1 then said[1] end as "reasonId", count(*)::int as count
    from stop where cardinality(said) > 0 group by 1, 2, 3, 4`.execute(tenant.tx)
  return rows.map((row) => ({
    workCenterId: asId<WorkCenterId>(row.workCenterId),
    statusRuleId: row.statusRuleId === null ? null : asId<StatusRuleId>(row.statusRuleId),
    length: oneOf(LENGTH_CLASSES, row.length),
    reasonId: row.reasonId === null ? null : asId<LossReasonId>(row.reasonId),
    count: row.count,
  }))
}

/** Returns the latest stops of each status since the instant, newest first, by the index of the status asked about. */
export async function listLatestStops(
  tenant: Tenant,
  statuses: readonly { readonly workCenterId: WorkCenterId; readonly statusRuleId: StatusRuleId | null }[],
  since: number,
  most: number,
): Promise<readonly (readonly PastStop[])[]> {
  if (statuses.length === 0) return []
  const { rows } = await sql<{ at: number; start: number; lengthMs: number; said: readonly number[] }>`
    select asked.at, stop.chain_start_at as start, stop.ms as "lengthMs", stop.said
    from jsonb_to_recordset(${JSON.stringify(statuses.map((status, at) => ({ at, ...status })))}::jsonb) as asked (at int, "workCenterId" int, "statusRuleId" int)
    cross join lateral (${STOPS_OF} from loss l
      where l.company_id = ${tenant.companyId} and l.work_center_id = asked."workCenterId" and l.source = 'STATUS' and l.is_valid
        and l.status_rule_id is not distinct from asked."statusRuleId" and l.chain_start_at >= ${since}::int8 and l.start_at >= ${since}::int8
      group by 1, 2, 3 having ${IS_OVER} order by l.chain_start_at desc limit ${most}) as stop
    order by asked.at, stop.chain_start_at desc`.execute(tenant.tx)
  const found = Map.groupBy(rows, (row) => row.at)
  return statuses.map((_status, at) =>
    (found.get(at) ?? []).map(({ start, lengthMs, said }) => ({ start, lengthMs, said: said.map((id) => asId<LossReasonId>(id)) })),
  )
}
