import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { StopLook } from '#engine/loss/stopLook.ts'
import type { TimelineRun } from '#engine/status/thinTimeline.ts'
import type { Tenant } from '#server/db/database.ts'

/** Time in one status with what its rule meant then and the reason given to the loss in it. */
export type StoredStatus = TimelineRun & {
  readonly workCenterId: WorkCenterId
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly reasonId: LossReasonId | null
  /** How the stop in it looks; left out where nobody asked. */
  readonly look?: StopLook | null
}

export type StatusFilter = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Those that overlap `[start, end)`, whole. */
  readonly start: number | null
  readonly end: number | null
  readonly isEffective: boolean | null
}

/** The time that a timeline shows of one work center. */
export type Window = { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number }

/** Returns the statuses in the window of each work center, clipped to it unless whole ones are asked for, ascending; all windows in one statement. */
export async function listStatusesIn(
  tenant: Tenant,
  windows: readonly Window[],
  options: { readonly isWhole: boolean } = { isWhole: false },
): Promise<readonly StoredStatus[]> {
  const ids = windows.map((window) => window.workCenterId)
  const starts = windows.map((window) => window.start)
  const ends = windows.map((window) => window.end)
  const rows = await statuses(
    tenant,
    sql`unnest(${ids}::int[], ${starts}::int8[], ${ends}::int8[]) as wanted (id, start_at, end_at)
      cross join lateral (select coalesce(max(i.start_at), wanted.start_at) as since from status_interval i
        where i.company_id = ${tenant.companyId} and i.work_center_id = wanted.id and i.start_at <= wanted.start_at) reach
      join status_interval s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id
        and s.start_at >= reach.since and s.start_at < wanted.end_at and coalesce(s.end_at, wanted.end_at) > wanted.start_at`,
    options.isWhole ? sql`s.start_at` : sql`greatest(s.start_at, wanted.start_at)`,
    options.isWhole ? sql`s.end_at` : sql`case when s.end_at is null then null else least(s.end_at, wanted.end_at) end`,
    sql`order by s.work_center_id, s.start_at`,
  )
  return rows
}

/** Returns a page of the statuses, the newest first, and how many there are in all. */
export async function pageStatuses(
  tenant: Tenant,
  filter: StatusFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly StoredStatus[]; readonly totalItems: number }> {
  const where = sql`where s.company_id = ${tenant.companyId}
    and (${filter.workCenterIds}::int[] is null or s.work_center_id = any(${filter.workCenterIds}::int[]))
    and (${filter.start}::int8 is null or coalesce(s.end_at, 9007199254740991) > ${filter.start}::int8)
    and (${filter.end}::int8 is null or s.start_at < ${filter.end}::int8)
    and (${filter.isEffective}::boolean is null or (s.kind = 'RULE' and coalesce(version.is_effective, false)) = ${filter.isEffective}::boolean)`
  const [rows, count] = await Promise.all([
    statuses(
      tenant,
      sql`status_interval s`,
      sql`s.start_at`,
      sql`s.end_at`,
      sql`${where}
      order by s.start_at desc, s.work_center_id limit ${page.limit} offset ${page.offset}`,
    ),
    sql<{ count: number }>`select count(*) as count from status_interval s ${VERSION} ${where}`.execute(tenant.tx),
  ])
  return { items: rows, totalItems: count.rows[0]?.count ?? 0 }
}

/** The version of the rule that was in force when the interval began; an interval is never cut inside one version. */
const VERSION = sql`left join lateral (
    select v.is_effective, v.is_scheduled_loss from status_rule_version v
    where v.company_id = s.company_id and v.status_rule_id = s.status_rule_id and v.valid_from <= s.start_at
    order by v.valid_from desc limit 1
  ) version on true`

async function statuses(
  tenant: Tenant,
  from: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): Promise<readonly StoredStatus[]> {
  const answer = await sql<StoredStatus>`select s.work_center_id as "workCenterId", ${start} as start, ${end} as end, s.kind, s.cause,
      s.status_rule_id as "statusRuleId", s.kind = 'RULE' and coalesce(version.is_effective, false) as "isEffective",
      s.kind = 'RULE' and coalesce(version.is_scheduled_loss, false) as "isScheduledLoss", loss.reason_id as "reasonId", 1 as "mergedCount"
    from ${from} ${VERSION}
    left join lateral (
      select l.reason_id from loss l
      where l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.source = 'STATUS'
        and l.start_at >= s.start_at and l.start_at < coalesce(s.end_at, 9007199254740991)
      order by l.start_at limit 1
    ) loss on true
    ${rest}`.execute(tenant.tx)
  return answer.rows
}
