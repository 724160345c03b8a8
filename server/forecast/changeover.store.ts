import { sql } from 'kysely'
import type { MeasuredChangeover, PastChangeover } from '#engine/jobOrder/forecast/changeover.ts'
import type { MadeProduct } from '#engine/jobOrder/forecast/placeQueue.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { CompanyId, ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { LONGEST_LOSS_MS } from '#server/loss/lossFilter.store.ts'

/** A run whose changeover is to be measured, with the run that ended before it; null = there was none, or another went on beside it. */
export type DueChangeover = OrderSpeed & {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId
  readonly start: number
  readonly end: number | null
  /** When it was measured last, as the database writes it; null = never, or to be measured anew. */
  readonly measuredOn: string | null
  readonly before: (Interval & { readonly jobOrderId: JobOrderId; readonly isSameItem: boolean }) | null
}

/**
 * Returns at most `most` runs begun before `until` whose changeover is not measured, or that begun since `again`, have one of these ages and were not
 * measured since they had it: late data and first units change it. Of runs begun since `sought.since` whose first units were not there also those that were
 * measured last before `sought.measuredBefore`. The newest first.
 */
export async function listDueChangeovers(
  tx: Tenant['tx'],
  {
    until,
    again,
    ages,
    sought,
    now,
    most,
  }: {
    readonly until: number
    readonly again: number
    readonly ages: readonly number[]
    readonly sought: { readonly since: number; readonly measuredBefore: number }
    readonly now: number
    readonly most: number
  },
): Promise<readonly DueChangeover[]> {
  const { rows } = await sql<DueChangeover>`with due as (
      (select * from changeover where measured_on is null and run_start_at < ${until}::int8 order by run_start_at desc limit ${most})
      union
      (select * from changeover where run_start_at >= ${again}::int8 and run_start_at < ${until}::int8
          and measured_on < (select to_timestamp(max(run_start_at + age) / 1000.0) from unnest(${ages}::int8[]) as age where run_start_at + age <= ${now}::int8)
        order by run_start_at desc limit ${most})
      union
      (select * from changeover where run_start_at >= ${sought.since}::int8 and run_start_at < ${until}::int8 and duration_ms is null
          and from_order_id is not null and measured_on <= to_timestamp(${sought.measuredBefore} / 1000.0)
        order by run_start_at desc limit ${most}))
    select r.company_id as "companyId", r.work_center_id as "workCenterId", r.job_order_id as "jobOrderId", r.start_at as start, r.end_at as "end",
      d.measured_on::text as "measuredOn", j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs", j.target_speed_quantity as "targetSpeedQuantity",
      j.target_speed_time_ms as "targetSpeedTimeMs",
      case when b.job_order_id is not null then jsonb_build_object('jobOrderId', b.job_order_id, 'start', b.start_at, 'end', b.end_at,
        'isSameItem', b.item_id is null or j.item_id is null or b.item_id = j.item_id) end as before
    from due d
    join job_order_run r on r.company_id = d.company_id and r.work_center_id = d.work_center_id and r.job_order_id = d.job_order_id and r.start_at = d.run_start_at
    join job_order j on j.company_id = r.company_id and j.id = r.job_order_id
    left join lateral (select o.job_order_id, o.start_at, o.end_at, bj.item_id
      from job_order_run o join job_order bj on bj.company_id = o.company_id and bj.id = o.job_order_id
      where o.company_id = r.company_id and o.work_center_id = r.work_center_id and o.start_at < r.start_at
      order by o.start_at desc limit 1) b on b.end_at <= r.start_at
    order by r.start_at desc limit ${most}`.execute(tx)
  return rows
}

type DueRow = Pick<DueChangeover, 'jobOrderId' | 'measuredOn' | 'start' | 'workCenterId'>

/** A changeover as it was measured; null = it could not be. */
export type MeasuredRow = DueRow & {
  readonly fromOrderId: JobOrderId | null
  readonly measured: MeasuredChangeover | null
}

/** Writes what was measured, but for runs whose borders moved meanwhile. */
export async function writeChangeovers(tenant: Tenant, rows: readonly MeasuredRow[], now: Date): Promise<void> {
  await sql`update changeover c set from_order_id = m.from_id, duration_ms = m.ms, own_ms = m.own_ms, last_unit_at = m.last_at,
      first_unit_at = m.first_at, measured_on = ${now}
    from unnest(${rows.map((row) => row.workCenterId)}::int[], ${rows.map((row) => row.jobOrderId)}::int[], ${rows.map((row) => row.start)}::int8[],
      ${rows.map((row) => row.fromOrderId)}::int[], ${rows.map(({ measured }) => measured?.ms ?? null)}::float8[],
      ${rows.map(({ measured }) => measured?.ownMs ?? null)}::float8[], ${rows.map(({ measured }) => instantOf(measured?.between.start))}::int8[],
      ${rows.map(({ measured }) => instantOf(measured?.between.end))}::int8[], ${rows.map((row) => row.measuredOn)}::text[])
      as m (place, id, start_at, from_id, ms, own_ms, last_at, first_at, was)
    where c.company_id = ${tenant.companyId} and c.work_center_id = m.place and c.job_order_id = m.id and c.run_start_at = m.start_at
      and c.measured_on is not distinct from m.was::timestamptz`.execute(tenant.tx)
}

/** Units that a reading adds lie between it and the one before: their instants are no whole milliseconds. */
function instantOf(at: number | undefined): number | null {
  return at === undefined ? null : Math.round(at)
}

/** Notes that these had their turn, and leaves what was measured of them before. */
export async function passOver(tenant: Tenant, rows: readonly DueRow[], now: Date): Promise<void> {
  await sql`update changeover c set measured_on = ${now}
    from unnest(${rows.map((row) => row.workCenterId)}::int[], ${rows.map((row) => row.jobOrderId)}::int[], ${rows.map((row) => row.start)}::int8[],
      ${rows.map((row) => row.measuredOn)}::text[]) as m (place, id, start_at, was)
    where c.company_id = ${tenant.companyId} and c.work_center_id = m.place and c.job_order_id = m.id and c.run_start_at = m.start_at
      and c.measured_on is not distinct from m.was::timestamptz`.execute(tenant.tx)
}

/** Returns the stretches of the interval that the work center's reasons exclude from planned time. */
export async function listExcluded(tenant: Tenant, workCenterId: WorkCenterId, { start, end }: Interval): Promise<readonly Interval[]> {
  const { rows } = await sql<Interval>`select l.start_at as start, coalesce(l.end_at, ${end}::int8) as "end"
    from loss l join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS' and l.is_valid
      and not r.include_in_oee_calculation and l.start_at < ${end}::int8 and coalesce(l.end_at, ${end}::int8) > ${start}::int8
      and l.start_at > ${start - LONGEST_LOSS_MS}::int8
    order by l.start_at`.execute(tenant.tx)
  return rows
}

/** Returns the last `most` changeovers of each work center, the newest first. */
export async function listChangeovers(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  most: number,
): Promise<readonly (PastChangeover & { readonly workCenterId: WorkCenterId })[]> {
  const { rows } = await sql<PastChangeover & { workCenterId: WorkCenterId }>`select asked.id as "workCenterId", f.item_id as "fromItem",
      t.item_id as "toItem", fi.family as "fromFamily", ti.family as "toFamily", c.duration_ms as ms
    from unnest(${places}::int[]) as asked (id)
    cross join lateral (select * from changeover o where o.company_id = ${tenant.companyId} and o.work_center_id = asked.id and o.duration_ms is not null
      order by o.run_start_at desc limit ${most}) c
    join job_order f on f.company_id = ${tenant.companyId} and f.id = c.from_order_id
    join job_order t on t.company_id = ${tenant.companyId} and t.id = c.job_order_id
    join item fi on fi.company_id = ${tenant.companyId} and fi.id = f.item_id
    join item ti on ti.company_id = ${tenant.companyId} and ti.id = t.item_id
    order by asked.id, c.run_start_at desc`.execute(tenant.tx)
  return rows
}

/** Returns what was made last at each work center. */
export async function listLastProducts(tenant: Tenant, places: readonly WorkCenterId[]): Promise<ReadonlyMap<WorkCenterId, MadeProduct>> {
  const { rows } = await sql<MadeProduct & { workCenterId: WorkCenterId }>`select asked.id as "workCenterId", i.id as item, i.family
    from unnest(${places}::int[]) as asked (id)
    cross join lateral (select job_order_id from job_order_run r where r.company_id = ${tenant.companyId} and r.work_center_id = asked.id
      order by r.start_at desc limit 1) r
    join job_order j on j.company_id = ${tenant.companyId} and j.id = r.job_order_id
    join item i on i.company_id = j.company_id and i.id = j.item_id`.execute(tenant.tx)
  return new Map(rows.map(({ workCenterId, item, family }) => [workCenterId, { item, family }]))
}

/** A changeover that was measured, with its orders. */
export type ChangeoverCaseRow = {
  readonly fromItem: ItemId
  readonly toItem: ItemId
  readonly fromOrderId: JobOrderId
  readonly toOrderId: JobOrderId
  /** The start of the run that it led to (ms UTC). */
  readonly at: number
  readonly ms: number
}

/** Returns the last changeovers between different products at the work center, at most `most`, the newest first. */
export async function listChangeoverCases(tenant: Tenant, workCenterId: WorkCenterId, most: number): Promise<readonly ChangeoverCaseRow[]> {
  const { rows } =
    await sql<ChangeoverCaseRow>`select f.item_id as "fromItem", t.item_id as "toItem", f.id as "fromOrderId", t.id as "toOrderId",
      c.run_start_at as at, c.duration_ms as ms
    from (select * from changeover o where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId} and o.duration_ms is not null
      order by o.run_start_at desc limit ${most}) c
    join job_order f on f.company_id = ${tenant.companyId} and f.id = c.from_order_id
    join job_order t on t.company_id = ${tenant.companyId} and t.id = c.job_order_id
    where f.item_id <> t.item_id
    order by c.run_start_at desc`.execute(tenant.tx)
  return rows
}

/** A changeover that was measured, from which unit to which it lasted. */
export type ChangeoverStretch = Interval & { readonly fromOrderId: JobOrderId; readonly toOrderId: JobOrderId }

/** Returns the last changeovers at the work center of runs begun since the instant, at most `most`, the newest first. */
export async function listChangeoverStretches(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<readonly ChangeoverStretch[]> {
  const { rows } =
    await sql<ChangeoverStretch>`select from_order_id as "fromOrderId", job_order_id as "toOrderId", last_unit_at as start, first_unit_at as "end"
    from changeover where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and run_start_at >= ${since}::int8
      and duration_ms is not null and first_unit_at is not null
    order by run_start_at desc limit ${most}`.execute(tenant.tx)
  return rows
}
