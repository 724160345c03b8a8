import { HOUR_MS } from '#engine/time/durations.ts'
import type { TestApi } from '#server/graphql/testing.ts'

/** Monday, 4 May 2026, 09:00 in Kyiv, the zone of the company of the test server. */
export const DAY_START = Date.UTC(2026, 4, 4, 6)

/** Adds a work center of the company of the test server and returns its id. */
export async function addPress(api: TestApi, name: string): Promise<number> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into work_center (company_id, name, status_source) values ('ACME1', $1, 'POWER') returning id`,
    [name],
  )
  return rows[0]?.id ?? 0
}

export type SeededShift = {
  readonly start?: number
  readonly hours?: number
  readonly shiftId?: number
  readonly date?: string
  readonly total?: number
  readonly rejected?: number
}

/**
 * Adds a shift with the record of a press of one unit a minute and returns its id: of 480 minutes 60 without a reason, 20 planned, 10 unplanned and
 * 30 without data. By default eight hours on Monday.
 */
export async function addShift(api: TestApi, workCenterId: number, shift: SeededShift = {}): Promise<number> {
  const { start = DAY_START, hours = 8, shiftId = 1, date = '2026-05-04', total = 300, rejected = 30 } = shift
  const minutes = 60_000
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, as_of, ideal_cycle_ms, elapsed_ms, excluded_ms, no_data_ms,
      availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, planned_included_ms, unplanned_included_ms,
      setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms, total_output, accepted_output, rejected_output,
      uncounted_total, uncounted_accepted, uncounted_rejected)
    values ('ACME1', $1, $2, $3, 'A', 'Day', $4, $5, $5, 60000, $5::bigint - $4::bigint, 0, $6, $7, 0, $8, $9, $10, $8, $9, 0, 0, 0, $11, $12, $13, $14, $15, 0, 0, 0)
    returning id`,
    [
      workCenterId,
      shiftId,
      date,
      start,
      start + hours * HOUR_MS,
      30 * minutes,
      90 * minutes,
      20 * minutes,
      10 * minutes,
      60 * minutes,
      total * minutes,
      rejected * minutes,
      total,
      total - rejected,
      rejected,
    ],
  )
  return rows[0]?.id ?? 0
}

/** Adds a stop, or another loss, of minutes of a shift and returns its id. */
export async function addLoss(
  api: TestApi,
  workCenterId: number,
  minutes: readonly [from: number, to: number],
  more: Readonly<Record<string, string | number | boolean | null>> = {},
): Promise<number> {
  const start = DAY_START + minutes[0] * 60_000
  const row: Record<string, string | number | boolean | null> = {
    company_id: 'ACME1',
    work_center_id: workCenterId,
    source: 'STATUS',
    start_at: start,
    end_at: DAY_START + minutes[1] * 60_000,
    chain_start_at: start,
    shift_start_at: DAY_START,
    kind: 'OFF',
    ...more,
  }
  const names = Object.keys(row)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into loss (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? 0
}

/** Adds an output segment of minutes of a shift and returns its id. */
export async function addSegment(
  api: TestApi,
  workCenterId: number,
  minutes: readonly [from: number, to: number | null],
  more: { readonly jobOrderIds?: readonly number[]; readonly isConfirmed?: boolean; readonly total?: number } = {},
): Promise<number> {
  const { jobOrderIds = [], isConfirmed = false, total = 10 } = more
  const end = minutes[1] === null ? null : DAY_START + minutes[1] * 60_000
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected,
      uncounted_total, uncounted_accepted, uncounted_rejected, effective_total, job_order_ids, is_confirmed, is_closed)
    values ('ACME1', $1, $2, $3, $4, $5, $5, 0, 0, 0, 0, $5, $6, $7, $3::bigint is not null) returning id`,
    [workCenterId, DAY_START + minutes[0] * 60_000, end, DAY_START, total, jobOrderIds, isConfirmed],
  )
  return rows[0]?.id ?? 0
}
