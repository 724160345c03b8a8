import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** A stretch of a work center whose records are outdated. `to` null = to the present, `from` 0 = from its first sample. */
export type RecalculationMark = {
  readonly workCenterId: WorkCenterId
  readonly from: number
  readonly to: number | null
  /** What was changed, for people who look: `LOSS_REASON`, `SCHEDULE`, … */
  readonly cause: string
}

/** A mark that still waits. */
export type WaitingMark = RecalculationMark & { readonly requestedOn: Date }

/**
 * Writes the marks and raises the setup versions of their work centers, within the transaction of the change itself; the owner of the work
 * center's partition works them off.
 */
export async function markForRecalculation(tenant: Tenant, marks: readonly RecalculationMark[], userId: UserId | null): Promise<void> {
  if (marks.length === 0) return
  const workCenterIds = marks.map((mark) => mark.workCenterId)
  // Locked in one order, so that two changes of many work centers never wait for each other.
  await sql`with locked as materialized (select id from work_center where company_id = ${tenant.companyId} and id = any(${workCenterIds}::int[])
      order by id for no key update),
    raised as (update work_center set setup_version = setup_version + 1 where company_id = ${tenant.companyId} and id in (select id from locked))
    insert into recalculation (company_id, work_center_id, from_at, to_at, cause, requested_by)
    select ${tenant.companyId}, work_center_id, from_at, to_at, cause, ${userId}::uuid
    from unnest(${workCenterIds}::int[], ${marks.map(({ from }) => from)}::int8[], ${marks.map(({ to }) => to)}::int8[],
      ${marks.map(({ cause }) => cause)}::text[]) with ordinality as mark (work_center_id, from_at, to_at, cause, place)
    order by place`.execute(tenant.tx)
}

/** Returns where the first shift starts that is not confirmed, the one in progress included; null = all are confirmed, or there is none. */
export async function firstUnconfirmedShiftStart(tenant: Tenant, workCenterId: WorkCenterId): Promise<number | null> {
  const row = await tenant.tx
    .selectFrom('shift')
    .select((select) => select.fn.min('start_at').as('start'))
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('status', '<>', 'CONFIRMED')
    .executeTakeFirst()
  return row?.start ?? null
}

/** Returns whether a confirmed shift of the work center overlaps `[start, end)`: nothing there changes (domain.md S-46). */
export async function isConfirmedIn(
  tenant: Tenant,
  range: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number },
): Promise<boolean> {
  const rows = await sql<{ id: number }>`select id from shift where company_id = ${tenant.companyId}
    and work_center_id = ${range.workCenterId} and status = 'CONFIRMED' and start_at > ${range.start - LONGEST_SHIFT_MS}::int8 and start_at < ${range.end}::int8 and end_at > ${range.start}::int8
    limit 1`.execute(tenant.tx)
  return rows.rows.length > 0
}

/** Returns the mark of all that is not confirmed of the work center, none when there is nothing. */
export async function unconfirmedMarks(tenant: Tenant, workCenterId: WorkCenterId, cause: string): Promise<readonly RecalculationMark[]> {
  const from = await firstUnconfirmedShiftStart(tenant, workCenterId)
  return from === null ? [] : [{ workCenterId, from, to: null, cause }]
}

/** Returns whether one of the marks concerns the interval, so that its figures still change. */
export function isMarked(marks: readonly WaitingMark[], { start, end }: { readonly start: number; readonly end: number }): boolean {
  return marks.some((mark) => mark.from < end && (mark.to ?? Infinity) > start)
}

/** Returns the marks of the work centers that still wait, oldest first. */
export async function listMarks(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<readonly WaitingMark[]> {
  if (workCenterIds.length === 0) return []
  const rows = await tenant.tx
    .selectFrom('recalculation')
    .select(['work_center_id', 'from_at', 'to_at', 'cause', 'requested_on'])
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', 'in', workCenterIds)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    from: row.from_at,
    to: row.to_at,
    cause: row.cause,
    requestedOn: row.requested_on,
  }))
}
