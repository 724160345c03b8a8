import { sql } from 'kysely'
import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { ConditionPiece, ConditionStatus } from '#engine/notification/condition.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'

/** The longest chain of statuses whose beginning is looked for. */
export const LOOK_BACK_MS = 36 * HOUR_MS

type StatusColumns = {
  workCenterId: WorkCenterId
  start: number
  end: number | null
  kind: StatusKind
  statusRuleId: StatusRuleId | null
  cause: NoDataCause | null
}

/** A work center, and since when something of it is asked for; ms UTC. */
export type AskedSince = { readonly workCenterId: WorkCenterId; readonly since: number }

/** Returns the work centers and their instants as a table `asked (id, since)`. */
export function askedSince(asked: readonly AskedSince[]) {
  return sql`unnest(${asked.map(({ workCenterId }) => workCenterId)}::int[], ${asked.map(({ since }) => since)}::int8[]) as asked (id, since)`
}

/** Returns the statuses of each work center that overlap `[since, until)`, and those of so long before, ascending, each whole. */
export async function listConditionStatuses(
  tenant: Tenant,
  asked: readonly AskedSince[],
  { backMs, until }: { readonly backMs: number; readonly until: number },
): Promise<ReadonlyMap<WorkCenterId, readonly ConditionStatus[]>> {
  const { rows } = await sql<StatusColumns & { isEffective: boolean; isStop: boolean }>`
    select s.work_center_id as "workCenterId", s.start_at as start, s.end_at as end, s.kind, s.status_rule_id as "statusRuleId", s.cause,
      s.kind = 'RULE' and coalesce(version.is_effective, false) as "isEffective",
      w.auto_downtime_tracking and (s.kind in ('OFF', 'UNDEFINED')
        or (s.kind = 'RULE' and not version.is_effective and version.need_generate_event_by_state and not version.is_scheduled_loss)) as "isStop"
    from ${askedSince(asked)}
    join work_center w on w.company_id = ${tenant.companyId} and w.id = asked.id
    cross join lateral (select coalesce((select max(b.start_at) from status_interval b
      where b.company_id = w.company_id and b.work_center_id = w.id and b.start_at <= asked.since - ${backMs}::int8), 0) as at) first
    join status_interval s on s.company_id = w.company_id and s.work_center_id = w.id and s.start_at >= first.at and s.start_at < ${until}::int8
    left join lateral (
      select v.is_effective, v.is_scheduled_loss, v.need_generate_event_by_state from status_rule_version v
      where v.company_id = s.company_id and v.status_rule_id = s.status_rule_id and v.valid_from <= s.start_at
      order by v.valid_from desc limit 1
    ) version on true
    order by s.work_center_id, s.start_at`.execute(tenant.tx)
  return Map.groupBy(
    rows.map((row) => ({ ...row, isStop: row.isStop ?? false })),
    ({ workCenterId }) => workCenterId,
  )
}

type StoredPiece = ConditionPiece & { readonly workCenterId: WorkCenterId; readonly reasonId: number | null }

/** Returns the pieces of stops of each work center that overlap its stretch, ascending. */
export async function listConditionPieces(
  tenant: Tenant,
  asked: readonly AskedSince[],
  until: number,
): Promise<ReadonlyMap<WorkCenterId, readonly StoredPiece[]>> {
  const { rows } = await sql<StoredPiece>`
    select l.work_center_id as "workCenterId", l.start_at as start, l.end_at as end, l.reason_id as "reasonId",
      coalesce(r.type = 'PLANNED' or not r.include_in_oee_calculation, false) as "isExcused"
    from ${askedSince(asked)}
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = asked.id and l.source = 'STATUS' and l.is_valid
      and l.start_at >= asked.since - ${LOOK_BACK_MS}::int8 and l.start_at < ${until}::int8
    left join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    order by l.work_center_id, l.start_at`.execute(tenant.tx)
  return Map.groupBy(rows, ({ workCenterId }) => workCenterId)
}

/** What of a work center decides its notifications. */
export type WatchedWorkCenter = {
  readonly isActive: boolean
  /** Since when it is at work again, ms UTC; null = it was never shut down. */
  readonly activeSince: number | null
  /** Whether checklists of the company tell of deviations or of being missed, and whether a plan of tasks reminds or somebody wants a task by a time. */
  readonly hasToldChecklists: boolean
  readonly hasReminders: boolean
  readonly name: string
  readonly zone: string
  readonly calculateAvailability: boolean
  readonly calculatePerformance: boolean
  readonly calculateQuality: boolean
  readonly targets: Readonly<Record<'OEE' | 'AVAILABILITY' | 'PERFORMANCE' | 'QUALITY', number | null>>
}

/** Asked with the work center, so that a company without them pays no statement. What is switched off tells nothing. */
const HAS_TOLD_CHECKLISTS = sql<boolean>`(exists (select from checklist l where l.company_id = w.company_id and l.archived_on is null)
  and not ${isSwitchedOff(sql`w.company_id`, 'CHECKLISTS')})`
const HAS_REMINDERS = sql<boolean>`(exists (select from operational_plan p where p.company_id = w.company_id and p.remind_after_minutes is not null)
  or exists (select from operational_task k where k.company_id = w.company_id and k.work_center_id = w.id and k.wanted_by is not null))`

/** Returns the work centers as their notifications need them; those that are gone are not among them. */
export async function listWatched(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, WatchedWorkCenter>> {
  const rows = await tenant.tx
    .selectFrom('work_center as w')
    .innerJoin('company as c', 'c.id', 'w.company_id')
    .select(['w.id', 'w.name', 'w.device_status', 'w.active_since', 'w.time_zone', 'c.time_zone as company_zone'])
    .select(['w.calculate_availability', 'w.calculate_performance', 'w.calculate_quality'])
    .select(() => [HAS_TOLD_CHECKLISTS.as('has_told_checklists'), HAS_REMINDERS.as('has_reminders')])
    .select(['w.target_oee', 'w.target_availability', 'w.target_performance', 'w.target_quality'])
    .where('w.company_id', '=', tenant.companyId)
    .where('w.id', '=', sql<WorkCenterId>`any(${[...workCenterIds]}::int[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isActive: row.device_status === 'ACTIVE',
        activeSince: row.active_since,
        hasToldChecklists: row.has_told_checklists,
        hasReminders: row.has_reminders,
        name: row.name,
        zone: row.time_zone ?? row.company_zone,
        calculateAvailability: row.calculate_availability,
        calculatePerformance: row.calculate_performance,
        calculateQuality: row.calculate_quality,
        targets: {
          OEE: row.target_oee,
          AVAILABILITY: row.target_availability,
          PERFORMANCE: row.target_performance,
          QUALITY: row.target_quality,
        },
      },
    ]),
  )
}
