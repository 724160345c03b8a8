import { sql } from 'kysely'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { ActivityType, LossReasonType } from '#engine/loss/lossReason.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Window } from '#server/status/statusInterval.store.ts'

/** A stop with the fields of its reason that decide its look. */
export type StopRow = {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly isScheduledLoss: boolean
  readonly reasonId: LossReasonId | null
  readonly type: LossReasonType | null
  readonly isSmallStop: boolean | null
  readonly activityTypes: readonly ActivityType[] | null
}

/** Returns the stops that begin in the windows, ascending: all of a window that begins with a shift, since a loss lies in one shift. */
export async function listStopsIn(tenant: Tenant, windows: readonly Window[]): Promise<readonly StopRow[]> {
  const ids = windows.map((window) => window.workCenterId)
  const starts = windows.map((window) => window.start)
  const ends = windows.map((window) => window.end)
  const { rows } = await sql<StopRow>`select l.work_center_id as "workCenterId", l.start_at as start, l.end_at as end, l.kind,
      l.is_scheduled_loss as "isScheduledLoss", l.reason_id as "reasonId", r.type, r.is_small_stop as "isSmallStop", r.activity_types as "activityTypes"
    from unnest(${ids}::int[], ${starts}::int8[], ${ends}::int8[]) as wanted (id, start_at, end_at)
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = wanted.id and l.source = 'STATUS'
      and l.start_at >= wanted.start_at and l.start_at < wanted.end_at
    left join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    order by l.work_center_id, l.start_at`.execute(tenant.tx)
  return rows
}
