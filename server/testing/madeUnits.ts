import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { LAST_LOSS_AT } from './millionLosses.ts'

const SHIFT_MS = 28_800_000
const SEGMENT_MS = 3_600_000

/** How many work centers made units, and over how many days until the last loss of the benches. */
type MadeWorld = { readonly workCenters: number; readonly days: number }

/**
 * Writes a company whose work centers have three shifts a day until the last loss of the benches, each with eight output segments of one unit with rejects, a
 * target a shift, and the energy of every hour.
 */
export async function generateMade(
  { pool }: Pick<Database, 'pool'>,
  companyId: CompanyId,
  { workCenters, days }: MadeWorld,
): Promise<void> {
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [companyId])
  await pool.query(
    `insert into work_center (company_id, name, measurement_unit, target_output, target_output_period, target_speed)
     select $1, 'Press ' || n, 'pcs', 3000, 'SHIFT', 400 from generate_series(1, $2::int) n`,
    [companyId, workCenters],
  )
  const { rows } = await pool.query<{ id: number }>('select id from work_center where company_id = $1', [companyId])
  const first = Math.floor((LAST_LOSS_AT - days * 86_400_000) / SHIFT_MS) * SHIFT_MS
  // Of one work center at a time: the rule that shifts never overlap is checked row by row.
  for (const { id } of rows) {
    await pool.query(
      `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
         availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count,
         total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
       select $1, $2, 1 + (start_at / ${SHIFT_MS}) % 3, (to_timestamp(start_at / 1000) at time zone 'utc')::date, (1 + (start_at / ${SHIFT_MS}) % 3)::text, 'Shift',
         start_at, start_at + ${SHIFT_MS}, 'CONFIRMED', start_at + ${SHIFT_MS}, ${SHIFT_MS}, 1800000, 0, 3600000, 0, 0, 3600000, 0, 0, 0, 0,
         2640, 2600, 40, 0, 0, 0
       from generate_series($3::int8, $4::int8 - ${SHIFT_MS}, ${SHIFT_MS}) start_at`,
      [companyId, id, first, LAST_LOSS_AT],
    )
    await pool.query(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
         uncounted_rejected, effective_total, effective_accepted, effective_rejected, unit, is_confirmed, is_closed)
       select $1, $2, at, at + ${SEGMENT_MS}, at - at % ${SHIFT_MS}, 330, 325, 5, 0, 0, 0, 330, 325, 5, 'pcs', true, true
       from generate_series($3::int8, $4::int8 - ${SEGMENT_MS}, ${SEGMENT_MS}) at`,
      [companyId, id, first, LAST_LOSS_AT],
    )
    await pool.query(
      `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, max_kw, source, is_assumed_balanced, quarter_kwh, quarter_covered_ms,
         quarter_max_kw, quarter_source)
       select $1, $2, at, 12.5, ${SEGMENT_MS}, 14, 'METER', false, array[3.125, 3.125, 3.125, 3.125], array[900000, 900000, 900000, 900000], array[14, 14, 14, 14], array['METER', 'METER', 'METER', 'METER']
       from generate_series($3::int8, $4::int8 - ${SEGMENT_MS}, ${SEGMENT_MS}) at`,
      [companyId, id, first, LAST_LOSS_AT],
    )
  }
}
