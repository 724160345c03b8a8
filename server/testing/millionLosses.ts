import pg from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { EVERY_LOSS, filterByReasons } from '#server/loss/lossFilter.service.ts'
import type { LossQuestion } from '#server/loss/lossFilter.service.ts'
import { pageLosses, sumLosses, sumRejected } from '#server/loss/lossList.store.ts'
import { listReasonEvidence } from '#server/loss/reasonEvidence.store.ts'

/** How many work centers have them, and over how long. */
export type LossWorld = { readonly workCenters: number; readonly days: number }
const USUAL: LossWorld = { workCenters: 100, days: 730 }
/** So many in one statement: a busy machine writes them within its time. */
const BATCH = 50_000
/** The newest generated loss starts then; they reach back two years. */
export const LAST_LOSS_AT = Date.UTC(2026, 4, 4, 6)
const SHIFT_MS = 28_800_000

/** Writes as many losses as are asked for, by default of a hundred work centers over two years: most closed, a third unclassified, some of speed and output. */
export async function generateLosses(
  database: Pick<Database, 'pool'>,
  companyId: CompanyId,
  count: number,
  { workCenters, days }: LossWorld = USUAL,
): Promise<void> {
  const { pool } = database
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [companyId])
  await pool.query(`insert into work_center (company_id, name) select $1, 'Cell ' || n from generate_series(1, $2::int) n`, [
    companyId,
    workCenters,
  ])
  await pool.query(
    `insert into loss_reason (company_id, name, category, type, activity_types, is_small_stop)
     select $1, 'Reason ' || n, case when n % 10 = 9 then 'PERFORMANCE' when n % 10 = 8 then 'QUALITY' else 'AVAILABILITY' end,
       case when n % 4 = 0 then 'PLANNED' else 'UNPLANNED' end, case when n % 5 = 0 then '{BREAKDOWN_TIME}'::text[] else '{}' end, n % 10 = 9
     from generate_series(1, 40) n`,
    [companyId],
  )
  for (let from = 0; from < count; from += BATCH)
    await pool.query(
      `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, is_scheduled_loss, reason_id, reason_source,
       is_approved, quantity, duration_ms, comment, updated_by)
     select $1, n % ${workCenters} + 1, case when n % 20 = 0 then 'SPEED' when n % 33 = 0 then 'OUTPUT' else 'STATUS' end,
       at, case when n < ${workCenters} then null else at + 10000 + (n::bigint * 7919 % 3600) * (1 + n % 3) * 1000 end, at, at - at % 28800000, 'OFF', n % 25 = 0,
       case when n % 3 = 0 then null else n % 40 + 1 end, case when n % 3 = 0 then null when n % 7 = 0 then 'MANUAL' else 'RULE' end,
       n % 3 > 0 and n % 50 = 1, case when n % 20 = 0 or n % 33 = 0 then n % 17 end, case when n % 20 = 0 or n % 33 = 0 then 60000 + n % 100000 end,
       case when n % 20 = 3 then 'belt ' || n end,
       case when n % 3 > 0 and n % 7 = 0 then md5('person ' || n % 50)::uuid end
     from (select n, $3::bigint - (n::float8 * (${days * 86_400_000}::float8 / $2))::bigint as at from generate_series($4::int, least($2::int, $4::int + ${BATCH}) - 1) n) as generated`,
      [companyId, count, LAST_LOSS_AT, from],
    )
}

/** Writes the shifts of the losses, three a day, the last two of each work center not confirmed; and puts ten work centers in a group. */
export async function generateShifts(
  { pool }: Pick<Database, 'pool'>,
  companyId: CompanyId,
  { workCenters }: LossWorld = USUAL,
): Promise<void> {
  await pool.query(
    `insert into work_center_group (company_id, name, color) select $1, 'Line ' || n, '#3355aa' from generate_series(1, 10) n`,
    [companyId],
  )
  await pool.query(
    `update work_center w set group_id = g.id from (select id, row_number() over (order by id) as place from work_center_group where company_id = $1) g
     where w.company_id = $1 and g.place = w.id % 10 + 1`,
    [companyId],
  )
  // Of one work center at a time: the rule that shifts never overlap is checked row by row.
  for (let workCenterId = 1; workCenterId <= workCenters; workCenterId++)
    await pool.query(
      `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
         availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count,
         total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
       select $1, $2, 1 + (start_at / ${SHIFT_MS}) % 3, (to_timestamp(start_at / 1000) at time zone 'utc')::date, 'A', 'Shift', start_at,
         start_at + ${SHIFT_MS}, case when start_at > $3::int8 - ${SHIFT_MS * 2} then 'UNCONFIRMED' else 'CONFIRMED' end, start_at + ${SHIFT_MS},
         ${SHIFT_MS}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
       from (select distinct shift_start_at as start_at from loss where company_id = $1 and work_center_id = $2) s`,
      [companyId, workCenterId, LAST_LOSS_AT],
    )
}

/** Writes the output of the shifts: two stretches each, of a fifth of the work centers in kilograms. */
export async function generateOutput(
  { pool }: Pick<Database, 'pool'>,
  companyId: CompanyId,
  { workCenters }: LossWorld = USUAL,
): Promise<void> {
  for (let workCenterId = 1; workCenterId <= workCenters; workCenterId++)
    await pool.query(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
         uncounted_rejected, is_closed, job_order_ids, effective_total, effective_accepted, unit)
       select company_id, work_center_id, start_at + half * ${SHIFT_MS / 2}, start_at + (half + 1) * ${SHIFT_MS / 2}, start_at, 100, 95, 5, 0, 0, 0, false, '{}', 100, 95,
         case when work_center_id % 5 = 0 then 'kg' else 'pcs' end
       from shift cross join generate_series(0, 1) half where company_id = $1 and work_center_id = $2`,
      [companyId, workCenterId],
    )
}

/** Collects the planner's statistics, which a running server does by itself. Needs the owner of the tables. */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
}

export type PageQuestion = Partial<LossQuestion> & {
  readonly isByDuration?: boolean
  readonly isUnclassifiedFirst?: boolean
  readonly offset?: number
  readonly workCenterIds?: readonly WorkCenterId[]
}

/** Returns how many losses the filter finds, after reading a page of ten of them the way the API does. */
export async function pageOfLosses(
  database: Database,
  companyId: CompanyId,
  { isByDuration = false, isUnclassifiedFirst = false, offset = 0, ...question }: PageQuestion,
): Promise<number> {
  const page = await database.inTenant(companyId, async (tenant) =>
    pageLosses(tenant, await filterByReasons(tenant, { ...EVERY_LOSS, ...question }), {
      order: { field: isByDuration ? 'DURATION' : 'DATE', isDescending: true, isUnclassifiedFirst },
      limit: 10,
      offset,
      now: LAST_LOSS_AT + 3_600_000,
    }),
  )
  return page.totalItems
}

/** Returns how many losses the sums of the filter are of, asked for as the API does. */
export async function sumsOfLosses(database: Database, companyId: CompanyId, question: PageQuestion): Promise<number> {
  const sums = await database.inTenant(companyId, async (tenant) =>
    sumLosses(tenant, await filterByReasons(tenant, { ...EVERY_LOSS, ...question }), LAST_LOSS_AT + 3_600_000),
  )
  return sums.count
}

/** Returns of how many units the rejects of the filter are, asked for as the API does. */
export async function rejectsOfLosses(database: Database, companyId: CompanyId, question: PageQuestion): Promise<number> {
  const rejected = await database.inTenant(companyId, async (tenant) =>
    sumRejected(tenant, await filterByReasons(tenant, { ...EVERY_LOSS, source: 'OUTPUT', ...question }), LAST_LOSS_AT + 3_600_000),
  )
  return rejected.length
}

/** Returns how much people said of which reasons, as the drawer of reasons asks for it. */
export async function evidenceOfReasons(database: Database, companyId: CompanyId, workCenterId: WorkCenterId): Promise<number> {
  return (await database.inTenant(companyId, (tenant) => listReasonEvidence(tenant, workCenterId))).length
}
