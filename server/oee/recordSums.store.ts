import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { OeeIssue } from '#engine/facts.ts'
import { OEE_ISSUES } from '#engine/facts.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'
import { AGGREGATES, SUM_COLUMNS } from './recordSumColumns.ts'

/** How records are summed in the database: a row a shift, or a row of all that begin in the same day, week (from Monday) or month. */
export type Grain = 'DAY' | 'MONTH' | 'SHIFT' | 'WEEK'

/** What the records of one work center in one period add up to. */
export type SumsRow = {
  readonly workCenterId: WorkCenterId
  /** The first date of the period, whole also where the question begins later. */
  readonly date: string
  /** Set when a row is one shift. */
  readonly shiftId: number | null
  readonly sums: RecordSums
  readonly confirmedRecords: number
  readonly lastEnd: number
  readonly asOf: number
  readonly issues: readonly OeeIssue[]
}

export type SumsQuestion = DateRange & {
  readonly grain: Grain
  /** null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Only shifts of these; null or left out = all. */
  readonly shiftIds?: readonly number[] | null
  /** Only shifts that start from and before these instants; null or left out = all of the dates. */
  readonly startsFrom?: number | null
  readonly startsBefore?: number | null
}

/** Periods that are over for good, and which of them the sums are kept of. */
export type KeptSums = { readonly closedBefore: string; readonly firstDates: readonly string[] }

/** Returns the sums of the shift records of the dates, a row a work center and period; reads every record. */
export async function sumRecords(tenant: Tenant, question: SumsQuestion): Promise<readonly SumsRow[]> {
  const { grain, workCenterIds, shiftIds = null, startsFrom = null, startsBefore = null } = question
  const isByShift = grain === 'SHIFT'
  // A shift may end on the date after its own, in the zone farthest west.
  await tenant.settle?.(workCenterIds, Date.parse(question.to) + 2 * DAY_MS)
  const keys = sql`${bucketOf(grain)}, work_center_id${isByShift ? sql`, start_at` : sql``}`
  const rows =
    await sql<SumsColumns>`select work_center_id, ${bucketOf(grain)} as date, ${isByShift ? sql`min(shift_id)` : sql`null`}::int as shift_id, ${AGGREGATES}
    from shift where company_id = ${tenant.companyId} and shift_date >= ${question.from}::date and shift_date < ${question.to}::date
      and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[]))
      and (${shiftIds}::int[] is null or shift_id = any(${shiftIds}::int[]))
      and (${startsFrom}::int8 is null or start_at >= ${startsFrom}::int8) and (${startsBefore}::int8 is null or start_at < ${startsBefore}::int8)
    group by ${keys} order by ${keys}`.execute(tenant.tx)
  return rows.rows.map(toSums)
}

/** Returns the kept sums of whole weeks or months of the dates; of periods that keptSums names. */
export async function readKeptSums(tenant: Tenant, question: SumsQuestion): Promise<readonly SumsRow[]> {
  const { grain, workCenterIds } = question
  const rows = await sql<SumsColumns>`select work_center_id, first_date as date, null::int as shift_id, ${sql.raw(SUM_COLUMNS.join(', '))}
    from shift_sum where company_id = ${tenant.companyId} and grain = ${grain}
      and first_date >= ${question.from}::date and first_date < ${question.to}::date and work_center_id > 0
      and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[]))
    order by first_date, work_center_id`.execute(tenant.tx)
  return rows.rows.map(toSums)
}

/** Returns the weeks or months of the dates with stored sums, and the date before which a period must end to be stored. */
export async function findKeptSums(tenant: Tenant, grain: 'MONTH' | 'WEEK', { from, to }: DateRange): Promise<KeptSums> {
  const rows = await sql<KeptSums>`select (current_date - 5)::text as "closedBefore",
      array(select first_date::text from shift_sum where company_id = ${tenant.companyId} and grain = ${grain} and work_center_id = 0
        and first_date >= ${from}::date and first_date < ${to}::date order by first_date) as "firstDates"`.execute(tenant.tx)
  return rows.rows[0] ?? { closedBefore: from, firstDates: [] }
}

/**
 * Stores the company's sums of the weeks or months that begin at the dates; returns whether it did: not while another transaction does, or changes
 * past records. The lock precedes the sums, so that a later change finds and removes them.
 */
export async function keepSums(tenant: Tenant, grain: 'MONTH' | 'WEEK', firstDates: readonly string[]): Promise<boolean> {
  const lock = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended('shift_sum/' || ${tenant.companyId}, 0)) as taken`.execute(tenant.tx)
  if (lock.rows[0]?.taken !== true) return false
  const columns = sql.raw(SUM_COLUMNS.join(', '))
  // One period a statement: all at once may take longer than a statement is allowed to.
  for (const date of firstDates) {
    const end = grain === 'MONTH' ? sql`(${date}::date + interval '1 month')::date` : sql`${date}::date + 7`
    await sql`insert into shift_sum (company_id, grain, first_date, work_center_id, ${columns})
      select ${tenant.companyId}, ${grain}, ${date}::date, work_center_id, ${AGGREGATES}
      from shift where company_id = ${tenant.companyId} and shift_date >= ${date}::date and shift_date < ${end}
      group by work_center_id on conflict do nothing`.execute(tenant.tx)
    await sql`insert into shift_sum (company_id, grain, first_date, work_center_id, ${columns})
      select ${tenant.companyId}, ${grain}, ${date}::date, 0, ${AGGREGATES} from shift where false on conflict do nothing`.execute(
      tenant.tx,
    )
  }
  return true
}

/** Returns the companies that have as many work centers or more. */
export async function listLargeCompanies(tx: Transaction<DB>, workCenters: number): Promise<readonly CompanyId[]> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from work_center group by company_id having count(*) >= ${workCenters} order by company_id`.execute(tx)
  return rows.map((row) => asId<CompanyId>(row.company_id))
}

/** A shift in a row of its own has its date; the others that of the first day of their period. */
function bucketOf(grain: Grain): RawBuilder<unknown> {
  if (grain === 'MONTH') return sql`date_trunc('month', shift_date)::date`
  return grain === 'WEEK' ? sql`date_trunc('week', shift_date)::date` : sql`shift_date`
}

/** The sums of records as they are read. */
export type SumsColumns = Readonly<Record<Exclude<(typeof SUM_COLUMNS)[number], 'issues'>, number>> & {
  readonly work_center_id: number
  readonly date: string
  readonly shift_id: number | null
  readonly issues: string | null
}

/** Returns the sums of a row. */
export function toSums(row: SumsColumns): SumsRow {
  return {
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    date: row.date,
    shiftId: row.shift_id,
    confirmedRecords: row.confirmed_records,
    lastEnd: row.last_end_at,
    asOf: row.as_of,
    issues: row.issues === null ? [] : [...new Set(row.issues.split(','))].map((issue): OeeIssue => oneOf(OEE_ISSUES, issue)),
    sums: {
      records: row.records,
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
      output: { total: row.total_output, accepted: row.accepted_output, rejected: row.rejected_output },
      uncountedOutput: { total: row.uncounted_total, accepted: row.uncounted_accepted, rejected: row.uncounted_rejected },
      pricedRecords: row.priced_records,
      pricedElapsedMs: row.priced_elapsed_ms,
      pricedPlannedMs: row.priced_planned_ms,
      pricedRunMs: row.priced_run_ms,
      netOperatingMs: row.net_operating_ms,
      qualityLossMs: row.quality_loss_ms,
      goodRunMs: row.good_run_ms,
    },
  }
}
