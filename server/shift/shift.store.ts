import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { OeeIssue, OeeTerms, ShiftRecord } from '#engine/facts.ts'
import { OEE_ISSUES } from '#engine/facts.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { SHIFT_STATUSES } from '#engine/shift/shiftStatus.ts'
import type { ShiftStatus } from '#engine/shift/shiftStatus.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'

/** A shift instance of a work center with its OEE record. */
export type StoredShift = ShiftRecord & {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly code: string
  readonly name: string
  /** As stored; `shiftStatusAt` gives the status at an instant. */
  readonly storedStatus: ShiftStatus
  readonly comment: string | null
  /** Raised by 1 with each thing that a person did to the shift. */
  readonly version: number
  /** How often it was confirmed. */
  readonly revision: number
  readonly confirmedBy: UserId | null
  readonly confirmedOn: Date | null
  /** Samples that came after it was confirmed: stored, not applied (domain.md S-46). */
  readonly lateSamples: number
}

export type ShiftFilter = {
  readonly ids: readonly number[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Those that overlap `[start, end)`. */
  readonly start: number | null
  readonly end: number | null
  /** Those that are in one of the statuses, one that is not confirmed being in progress until the instant is past its end; absent = any. */
  readonly statuses?: { readonly wanted: readonly ShiftStatus[]; readonly inProgressAfter: number } | null
  /** By the date that they belong to, both included. */
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
  /** Numbers of the schedule. */
  readonly shiftIds?: readonly number[] | null
  readonly workCenterGroupIds?: readonly number[] | null
  readonly codes?: readonly string[] | null
  /** Days of their dates, 1 = Monday to 7. */
  readonly weekdays?: readonly number[] | null
}

/**
 * A shift lasts a day at most and its date is a local one of its start or end, so it is at most this far from the UTC dates of its instants. The
 * index holds dates.
 */
const DATE_MARGIN_DAYS = 2
/** 25 hours where a clock goes back, and some. */
export const LONGEST_SHIFT_MS = 26 * HOUR_MS

/** Returns the shifts, the newest first, at most `limit`. */
export async function listShifts(tenant: Tenant, filter: ShiftFilter, limit: number): Promise<readonly StoredShift[]> {
  await tenant.settle?.(filter.ids === null ? filter.workCenterIds : await workCentersOf(tenant, filter.ids), growsUntil(filter.end))
  const rows = await sql<Row>`select * from shift where company_id = ${tenant.companyId}
      and (${filter.ids}::int8[] is null or id = any(${filter.ids}::int8[]))
      and (${filter.workCenterIds}::int[] is null or work_center_id = any(${filter.workCenterIds}::int[]))
      and (${filter.start}::int8 is null or end_at > ${filter.start}::int8)
      and (${filter.end}::int8 is null or start_at < ${filter.end}::int8)
      and (${filter.start}::int8 is null or shift_date >= to_timestamp(${filter.start}::int8 / 1000)::date - ${DATE_MARGIN_DAYS}::int)
      and (${filter.end}::int8 is null or shift_date <= to_timestamp(${filter.end}::int8 / 1000)::date + ${DATE_MARGIN_DAYS}::int)
      and (${filter.dateFrom ?? null}::date is null or shift_date >= ${filter.dateFrom ?? null}::date)
      and (${filter.dateTo ?? null}::date is null or shift_date <= ${filter.dateTo ?? null}::date)
      and (${filter.shiftIds ?? null}::int[] is null or shift_id = any(${filter.shiftIds ?? null}::int[]))
      and (${filter.workCenterGroupIds ?? null}::int[] is null or exists (select from work_center w where w.company_id = shift.company_id
        and w.id = shift.work_center_id and w.group_id = any(${filter.workCenterGroupIds ?? null}::int[])))
      and (${filter.codes ?? null}::text[] is null or code = any(${filter.codes ?? null}::text[]))
      and (${filter.weekdays ?? null}::int[] is null or extract(isodow from shift_date) = any(${filter.weekdays ?? null}::int[]))
      and (${filter.statuses?.wanted ?? null}::text[] is null or
        case when status = 'CONFIRMED' then status when end_at > ${filter.statuses?.inProgressAfter ?? 0}::int8 then 'PROGRESS' else 'UNCONFIRMED' end
          = any(${filter.statuses?.wanted ?? null}::text[]))
    order by start_at desc, work_center_id limit ${limit}`.execute(tenant.tx)
  return rows.rows.map(toShift)
}

async function workCentersOf(tenant: Tenant, shiftIds: readonly number[]): Promise<readonly WorkCenterId[]> {
  const rows = await sql<{ id: WorkCenterId }>`select distinct work_center_id as id from shift where company_id = ${tenant.companyId}
    and id = any(${shiftIds}::int8[])`.execute(tenant.tx)
  return rows.rows.map(({ id }) => id)
}

/** A record that reaches into a period may grow until its own end. */
function growsUntil(end: number | null): number {
  return end === null ? Infinity : end + LONGEST_SHIFT_MS
}

/** Returns the shift of each work center that holds the instant, for those that have one. */
export async function listShiftsAt(tenant: Tenant, workCenterIds: readonly WorkCenterId[], at: number): Promise<readonly StoredShift[]> {
  await tenant.settle?.(workCenterIds, growsUntil(at))
  const rows = await sql<Row>`select * from shift where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])
    and int8range(start_at, end_at) @> ${at}::int8`.execute(tenant.tx)
  return rows.rows.map(toShift)
}

/** Returns the shifts that start at the instants, for those that have a record. */
export async function listShiftsStarting(
  tenant: Tenant,
  shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[],
): Promise<readonly StoredShift[]> {
  const newest = shifts.reduce((most, { start }) => Math.max(most, start), 0)
  await tenant.settle?.([...new Set(shifts.map((shift) => shift.workCenterId))], growsUntil(newest))
  const rows = await sql<Row>`select s.* from unnest(${shifts.map((shift) => shift.workCenterId)}::int[],
      ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at`.execute(tenant.tx)
  return rows.rows.map(toShift)
}

/** Returns the shift of the work center that starts at the instant, or without an instant its newest; null when there is none. */
export async function findShift(tenant: Tenant, workCenterId: WorkCenterId, start: number | null): Promise<StoredShift | null> {
  await tenant.settle?.([workCenterId], growsUntil(start))
  const rows = await sql<Row>`select * from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}
    and (${start}::int8 is null or start_at = ${start}::int8) order by start_at desc limit 1`.execute(tenant.tx)
  return rows.rows[0] ? toShift(rows.rows[0]) : null
}

/** Returns the shift with a record that the work center had before the one that starts at the instant, or the one after it; null where there is none. */
export async function findNeighbour(
  tenant: Tenant,
  { workCenterId, start }: { readonly workCenterId: WorkCenterId; readonly start: number },
  side: 'after' | 'before',
): Promise<StoredShift | null> {
  const near = side === 'before' ? sql`start_at < ${start}::int8 order by start_at desc` : sql`start_at > ${start}::int8 order by start_at`
  const rows =
    await sql<Row>`select * from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and ${near} limit 1`.execute(
      tenant.tx,
    )
  return rows.rows[0] ? toShift(rows.rows[0]) : null
}

/**
 * Returns how many shifts ended before the instant, belong to the date or a later one and are not confirmed; null work centers = all of the company.
 * Those of archived ones are left out: nobody can confirm them any more.
 */
export async function countUnconfirmed(
  tenant: Tenant,
  asked: { readonly dateFrom: string; readonly endedBy: number; readonly workCenterIds: readonly WorkCenterId[] | null },
): Promise<number> {
  const rows = await sql<{
    count: number
  }>`select count(*) as count from shift where company_id = ${tenant.companyId} and status <> 'CONFIRMED'
      and shift_date >= ${asked.dateFrom}::date and end_at <= ${asked.endedBy}::int8
      and (${asked.workCenterIds}::int[] is null or work_center_id = any(${asked.workCenterIds}::int[]))
      and work_center_id in (select id from work_center where company_id = ${tenant.companyId} and device_status <> 'ARCHIVE')`.execute(
    tenant.tx,
  )
  return rows.rows[0]?.count ?? 0
}

/** A row of the table as a store selects it. */
export type ShiftRow = Selectable<DB['shift']>
type Row = ShiftRow

/** Returns the shift of a row. */
export function toShift(row: Row): StoredShift {
  return {
    id: row.id,
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    code: row.code,
    name: row.name,
    storedStatus: oneOf(SHIFT_STATUSES, row.status),
    comment: row.comment,
    version: row.version,
    revision: row.revision,
    confirmedBy: row.confirmed_by === null ? null : asId<UserId>(row.confirmed_by),
    confirmedOn: row.confirmed_on,
    lateSamples: row.late_samples,
    shift: { shiftId: row.shift_id, shiftDate: row.shift_date, start: row.start_at, end: row.end_at },
    asOf: row.as_of,
    terms: termsOfRow(row),
    idealCycleMs: row.ideal_cycle_ms,
    issues: row.issues.map((issue): OeeIssue => oneOf(OEE_ISSUES, issue)),
  }
}

function termsOfRow(row: Row): OeeTerms {
  return {
    elapsedMs: row.elapsed_ms,
    excludedMs: row.excluded_ms,
    noDataMs: row.no_data_ms,
    availabilityLossMs: row.availability_loss_ms,
    smallStopMs: row.small_stop_ms,
    plannedDowntimeMs: row.planned_downtime_ms,
    unplannedDowntimeMs: row.unplanned_downtime_ms,
    unclassifiedDowntimeMs: row.unclassified_downtime_ms,
    plannedIncludedMs: row.planned_included_ms,
    unplannedIncludedMs: row.unplanned_included_ms,
    orderLossMs: row.order_loss_ms,
    setupMs: row.setup_ms,
    failureMs: row.failure_ms,
    failureCount: row.failure_count,
    netOperatingMs: row.net_operating_ms,
    qualityLossMs: row.quality_loss_ms,
    output: { total: row.total_output, accepted: row.accepted_output, rejected: row.rejected_output },
    uncountedOutput: { total: row.uncounted_total, accepted: row.uncounted_accepted, rejected: row.uncounted_rejected },
  }
}
