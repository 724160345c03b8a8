import { idealCycleOfOrder, type SpeedRow } from './orderSpeed.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { JobRun, JobSetup, OutputConfirmation, OutputCorrection, ParallelMode } from '#engine/jobOrder/jobRun.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { ASKED_SINCE, rowsByWorkCenter, sinceValues, workCenterKey } from './setupQuery.ts'
import type { AskedSetup, OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

const RUNS = `
select r.company_id, r.work_center_id, r.job_order_id, r.start_at, r.end_at,
  o.performance_by, o.plan_cycle_time_ms::double precision, o.target_speed_quantity::double precision, o.target_speed_time_ms::double precision
from ${ASKED_SINCE}
join job_order_run r on r.company_id = asked.company_id and r.work_center_id = asked.id
join job_order o on o.company_id = r.company_id and o.id = r.job_order_id
where coalesce(r.end_at, 9007199254740991) >= asked.since
order by r.start_at, r.job_order_id`

/** What has no end was said at an instant or of a segment that went on: no segment is longer than a shift. */
const OF_SEGMENT_SINCE = `coalesce(c.end_at, c.start_at + ${DAY_MS}) >= asked.since`

const CONFIRMATIONS = `
select c.company_id, c.work_center_id, c.start_at, c.end_at, c.job_order_id, c.accepted, c.rejected, c.is_closing
from ${ASKED_SINCE}
join output_confirmation c on c.company_id = asked.company_id and c.work_center_id = asked.id
where c.type <> 'CANCELED' and ${OF_SEGMENT_SINCE}
order by c.start_at, c.id`

const CUTS = `
select c.company_id, c.work_center_id, c.at
from ${ASKED_SINCE}
join output_cut c on c.company_id = asked.company_id and c.work_center_id = asked.id
where c.at >= asked.since
order by c.at`

const CORRECTIONS = `
select c.company_id, c.work_center_id, c.start_at, c.end_at, c.accepted, c.rejected
from ${ASKED_SINCE}
join output_correction c on c.company_id = asked.company_id and c.work_center_id = asked.id
where ${OF_SEGMENT_SINCE}
order by c.start_at, c.id`

type RunRow = OwnedRow & { job_order_id: number; start_at: number; end_at: number | null } & SpeedRow

type ConfirmationRow = OwnedRow & {
  start_at: number
  end_at: number | null
  job_order_id: number | null
  accepted: number
  rejected: number
  is_closing: boolean
}

type CutRow = OwnedRow & { at: number }
type CorrectionRow = OwnedRow & { start_at: number; end_at: number | null; accepted: number; rejected: number }

/** Returns the orders of the work centers and what people said of their output, without what ended before `since`. */
export async function loadJobSetups(
  queries: Queries,
  asked: readonly AskedSetup[],
): Promise<(ref: WorkCenterRef, parallelMode: ParallelMode) => JobSetup> {
  const runs = await rowsByWorkCenter<RunRow>(queries, RUNS, sinceValues(asked))
  const confirmations = await rowsByWorkCenter<ConfirmationRow>(queries, CONFIRMATIONS, sinceValues(asked))
  const cuts = await rowsByWorkCenter<CutRow>(queries, CUTS, sinceValues(asked))
  const corrections = await rowsByWorkCenter<CorrectionRow>(queries, CORRECTIONS, sinceValues(asked))
  return (ref, parallelMode) => ({
    runs: (runs.get(workCenterKey(ref)) ?? []).map(toRun),
    parallelMode,
    confirmations: (confirmations.get(workCenterKey(ref)) ?? []).map(toConfirmation),
    cuts: (cuts.get(workCenterKey(ref)) ?? []).map(({ at }) => at),
    corrections: (corrections.get(workCenterKey(ref)) ?? []).map(toCorrection),
  })
}

function toRun(row: RunRow): JobRun {
  return { jobOrderId: asId<JobOrderId>(row.job_order_id), start: row.start_at, end: row.end_at, idealCycleMs: idealCycleOfOrder(row) }
}

function toCorrection({ start_at, end_at, accepted, rejected }: CorrectionRow): OutputCorrection {
  return { start: start_at, end: end_at, accepted, rejected }
}

function toConfirmation(row: ConfirmationRow): OutputConfirmation {
  return {
    start: row.start_at,
    end: row.end_at,
    jobOrderId: row.job_order_id === null ? null : asId<JobOrderId>(row.job_order_id),
    accepted: row.accepted,
    rejected: row.rejected,
    isClosing: row.is_closing,
  }
}
