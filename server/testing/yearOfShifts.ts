import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { dateAt, wholeDates, type DateRange } from '#engine/time/statPeriod.ts'
import pg from 'pg'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { oeeStatistics } from '#server/oee/oeeStatistics.service.ts'
import { loadRecordSums } from '#server/oee/recordSums.service.ts'
import type { DurableDatabase } from '#server/testing/durableDatabase.ts'
import { statusTimeline } from '#server/status/statusTimeline.service.ts'

const DAYS = 365
/** A statement that writes a whole year of a thousand work centers may take longer than statements are allowed to. */
const DAYS_AT_ONCE = 30
/** Of one work center; a stop every few minutes. */
const STATUS_MS = 300_000
const BUSY_STATUS_MS = 60_000
const TIMELINE_DAYS = 30
/** As many as a screen asks for. */
const TIMELINE_INTERVALS = 2000

/** A company with a year of records: three shifts a day of each work center up to today, and a month of statuses of its first two. */
export type YearOfShifts = {
  readonly companyId: CompanyId
  readonly dates: DateRange
  /** Changes its status every five minutes. */
  readonly first: WorkCenterId
  /** Changes its status every minute. */
  readonly busy: WorkCenterId
  readonly now: number
}

/** Returns a new company with its year of shift records, written by the database itself. */
export async function createYearOfShifts({ database, postgres }: DurableDatabase, id: string, workCenters: number): Promise<YearOfShifts> {
  const now = Date.now()
  const start = Math.floor(now / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
  const { pool } = database
  await pool.query(`insert into company (id, name, country, time_zone) values ($1, $1, 'pl', 'UTC')`, [id])
  const made = await pool.query<{ id: number }>(
    `insert into work_center (company_id, name, target_speed) select $1, 'Press ' || n, 60 from generate_series(1, $2::int) n returning id`,
    [id, workCenters],
  )
  for (let day = 0; day < DAYS; day += DAYS_AT_ONCE) {
    await pool.query(
      `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
       availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count,
       net_operating_ms, quality_loss_ms, total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected, ideal_cycle_ms)
     select $1, w.id, n, to_timestamp((start_at) / 1000)::date, n::text, 'Shift ' || n, start_at, start_at + 28800000, 'CONFIRMED', start_at + 28800000,
       28800000, 1800000, 60000 * (d % 5), 3600000 + 1000 * (d * 7 + w.id) % 900, 240000, 1800000, 3000000, 600000 + 1000 * (d * 7 + w.id) % 900, 900000,
       1200000, 1, 19000000 + 1000 * (d + w.id) % 2000, 380000, 19000, 18620, 380, 0, 0, 0, 1000
     from work_center w, generate_series($3::int, $4::int - 1) d, generate_series(1, 3) n,
       lateral (select $2::int8 + d * 86400000::int8 + (n - 1) * 28800000 as start_at) at
     where w.company_id = $1 order by start_at, w.id`,
      [id, start, day, Math.min(day + DAYS_AT_ONCE, DAYS)],
    )
  }
  const [first = 0, second = 0] = made.rows.map((row) => row.id).toSorted((left, right) => left - right)
  const asked = { companyId: id, from: now - TIMELINE_DAYS * DAY_MS, to: now }
  await writeStatuses(pool, { ...asked, workCenterId: first, eachMs: STATUS_MS })
  await writeStatuses(pool, { ...asked, workCenterId: second, eachMs: BUSY_STATUS_MS })
  await refreshStatistics(postgres.url)
  return {
    companyId: asId<CompanyId>(id),
    dates: { from: dateAt('UTC', start), to: dateAt('UTC', start + DAYS * DAY_MS) },
    first: asId<WorkCenterId>(first),
    busy: asId<WorkCenterId>(second),
    now,
  }
}

/** Sums the year by month and work center, as the company's dashboard asks for it. */
export function sumYear(database: Database, { companyId, dates }: YearOfShifts) {
  return database.inTenant(companyId, (tenant) => loadRecordSums(tenant, { dates, grain: 'MONTH', workCenterIds: null }))
}

/** Asks for all figures of the year by month and work center. */
export function dashboardOf(database: Database, { companyId, dates, now }: YearOfShifts) {
  return database.inTenant(companyId, (tenant) =>
    oeeStatistics(tenant, {
      scopes: [{ zone: 'UTC', workCenterIds: null, shifts: wholeDates(dates) }],
      groupBy: 'MONTH',
      subject: 'WORK_CENTER',
      now,
    }),
  )
}

/** Asks for the timeline of the last 30 days of a work center, as its history does. */
export function timelineOf(database: Database, { companyId, now }: YearOfShifts, workCenterId: WorkCenterId) {
  const window = { workCenterId, start: now - TIMELINE_DAYS * DAY_MS, end: now }
  return statusTimeline({ database, now: () => now }, companyId, window, TIMELINE_INTERVALS)
}

type Statuses = {
  readonly companyId: string
  readonly workCenterId: number
  readonly eachMs: number
  readonly from: number
  readonly to: number
}

/** Two statuses in turn, each as long as the hour says, the second with a loss; the rules changed once. */
async function writeStatuses(pool: Database['pool'], { companyId, workCenterId, eachMs, from, to }: Statuses): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into status_rule (company_id, work_center_id, name, color, range_type)
     select $1, $2, 'Status ' || n, '#1E8D56', 'POWER' from generate_series(0, 1) n returning id`,
    [companyId, workCenterId],
  )
  await pool.query(
    `insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, max_value, min_event_duration_seconds, is_effective,
       is_scheduled_loss, need_generate_event_by_state)
     select $1, id, from_at, at, at + 1, 0, at = 1, false, true from unnest($2::int[]) with ordinality as rule (id, at), unnest($3::int8[]) as from_at`,
    [companyId, rows.map((row) => row.id), [0, from + (to - from) / 2]],
  )
  // Every second one takes more or less of what both have.
  await pool.query(
    `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id)
     select $1, $2, at, lead(at, 1, $5::int8) over (order by at), 'RULE', ($6::int[])[1 + n % 2]
     from generate_series(0, ($5::int8 - $4::int8) / $3::int8 - 1) n,
       lateral (select $4::int8 + n * $3::int8 + (n % 2) * (n % 7) * $3::int8 / 10 as at) made`,
    [companyId, workCenterId, eachMs, from, to, rows.map((row) => row.id)],
  )
  await pool.query(
    `insert into loss (company_id, work_center_id, source, kind, start_at, end_at, chain_start_at, shift_start_at, status_rule_id)
     select company_id, work_center_id, 'STATUS', 'RULE', start_at, end_at, start_at, 0, status_rule_id from status_interval
     where company_id = $1 and work_center_id = $2 and status_rule_id = $3`,
    [companyId, workCenterId, rows[1]?.id],
  )
}

/** What PostgreSQL does by itself a minute after so many rows were written; only the owner of the tables may. */
async function refreshStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.end()
}
