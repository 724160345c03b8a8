import { sql } from 'kysely'
import { NO_DATA_CAUSES } from '#engine/facts.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { StoredStatus, Window } from './statusInterval.store.ts'

/**
 * Returns the statuses in the window, ascending and clipped to it. Neighbours of one status are one; of more than `cap` the longest stay, and each
 * takes in the shorter ones behind it, so that no time is lost and the ends of the window and holes stay where they are. Only what lasts at the end
 * of the window has no end, if `isNow`.
 */
export async function listTimeline(
  tenant: Tenant,
  { workCenterId, start, end }: Window,
  { cap, isNow }: { readonly cap: number; readonly isNow: boolean },
): Promise<readonly StoredStatus[]> {
  const { companyId } = tenant
  // Intervals never overlap: of those that begin before the window only the last can reach into it.
  const { rows } = await sql<Row>`
    with version as (
      select v.status_rule_id, v.valid_from, v.is_effective, v.is_scheduled_loss,
        lead(v.valid_from, 1, 9007199254740991) over (partition by v.status_rule_id order by v.valid_from) as valid_to
      from status_rule r join status_rule_version v on v.company_id = r.company_id and v.status_rule_id = r.id
      where r.company_id = ${companyId} and r.work_center_id = ${workCenterId}
    ), found as (
      select s.start_at as own_start, greatest(s.start_at, ${start}::int8) as start_at, least(coalesce(s.end_at, ${end}::int8), ${end}::int8) as end_at, s.end_at is null as is_open,
        s.kind, s.cause, s.status_rule_id, coalesce(v.is_effective, false) as is_effective, coalesce(v.is_scheduled_loss, false) as is_scheduled_loss
      from status_interval s
      left join version v on v.status_rule_id = s.status_rule_id and v.valid_from <= s.start_at and v.valid_to > s.start_at
      where s.company_id = ${companyId} and s.work_center_id = ${workCenterId} and s.start_at < ${end}::int8
        and (s.end_at is null or s.end_at > ${start}::int8)
        and s.start_at >= coalesce((select max(b.start_at) from status_interval b
          where b.company_id = ${companyId} and b.work_center_id = ${workCenterId} and b.start_at <= ${start}::int8), ${start}::int8)
    ), beside as (
      select *, row_number() over w as at, lag(end_at) over w as before_end, lag(end_at) over w is distinct from start_at as is_after_hole,
        lag(kind) over w = kind and lag(status_rule_id) over w is not distinct from status_rule_id and lag(cause) over w is not distinct from cause
          and lag(is_effective) over w = is_effective and lag(is_scheduled_loss) over w = is_scheduled_loss as is_same
      from found window w as (order by start_at)
    ), joined as (
      select *, coalesce(lead(before_end) over (order by start_at), (select max(end_at) from found)) as to_at
      from beside where is_after_hole or not is_same
    ), ranked as (
      select *, row_number() over (order by is_after_hole desc, to_at - start_at desc, start_at) as rank from joined
    ), kept as (
      select *, coalesce(lead(before_end) over (order by start_at), (select max(end_at) from found)) as until,
        coalesce(lead(at) over (order by start_at), (select count(*) + 1 from found)) - at as merged
      from ranked where rank <= ${cap} or is_after_hole
    )
    select k.start_at, k.until, k.kind, k.cause, k.status_rule_id, k.is_effective, k.is_scheduled_loss, k.merged, loss.reason_id,
      lead(k.start_at) over (order by k.start_at) is null and exists (select from found where is_open) as is_open
    from kept k left join lateral (
      select l.reason_id from loss l
      where l.company_id = ${companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS'
        and l.start_at >= k.own_start and l.start_at < k.until
      order by l.start_at limit 1
    ) loss on true
    order by k.start_at`.execute(tenant.tx)
  return rows.map((row) => ({
    workCenterId,
    start: row.start_at,
    end: row.is_open && isNow ? null : row.until,
    kind: oneOf(STATUS_KINDS, row.kind),
    statusRuleId: row.status_rule_id === null ? null : asId<StatusRuleId>(row.status_rule_id),
    cause: row.cause === null ? null : oneOf(NO_DATA_CAUSES, row.cause),
    isEffective: row.is_effective,
    isScheduledLoss: row.is_scheduled_loss,
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    mergedCount: row.merged,
  }))
}

type Row = {
  readonly start_at: number
  readonly until: number
  readonly is_open: boolean
  readonly kind: string
  readonly cause: string | null
  readonly status_rule_id: number | null
  readonly is_effective: boolean
  readonly is_scheduled_loss: boolean
  readonly merged: number
  readonly reason_id: number | null
}
