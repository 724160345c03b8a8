import type { Facts, LossInterval, OeeTerms, OutputSegment, ShiftRecord } from '#engine/facts.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

/** Facts of one work center on their way into the tables. */
export type WorkCenterFacts = {
  readonly setup: WorkCenterSetup
  readonly facts: Facts
  /** null = the facts replace the whole tail from `changedFrom` on. */
  readonly kept: KeptRows | null
  /** End of the folded samples: an earlier annotation without a loss has nothing left to hold for. */
  readonly foldedTo: number
}

/** Stored rows that a recomputation keeps: all that start at or after `from`, and the named open ones. */
export type KeptRows = { readonly from: number; readonly open: Facts }

/** Facts and the setup that they belong to. */
export type OwnedFacts = Pick<WorkCenterFacts, 'setup' | 'facts'>

/** One row of a fact table by column name. */
export type FactRow = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>

/** Returns the rows of the status intervals. */
export function statusRows({ setup, facts }: OwnedFacts): FactRow[] {
  return facts.statuses.map((one) => ({
    ...ownerOf(setup),
    start_at: one.start,
    end_at: one.end,
    kind: one.kind,
    status_rule_id: one.statusRuleId,
    cause: one.cause,
  }))
}

/** Returns the rows of the losses; the comment and approval of a person are mirrored from the annotation when they are written. */
export function lossRows({ setup, facts }: OwnedFacts): FactRow[] {
  return facts.losses.map((one) => ({ ...ownerOf(setup), ...lossColumns(one) }))
}

/** Returns the rows of the output segments; one without an end is not closed for counting. */
export function outputRows({ setup, facts }: OwnedFacts): FactRow[] {
  return facts.outputs.map((one) => ({ ...ownerOf(setup), ...outputColumns(one) }))
}

/** Returns the rows of the shifts with their OEE record. The status follows the clock; the writer keeps a confirmation. */
export function shiftRows({ setup, facts }: OwnedFacts, now: number): FactRow[] {
  return facts.shifts.map((record) => ({ ...ownerOf(setup), ...shiftColumns(record, setup, now) }))
}

/** Returns the rows of the hour records; 0 stands for out of schedule. */
export function hourRows({ setup, facts }: OwnedFacts): FactRow[] {
  return facts.hours.map((one) => ({
    ...ownerOf(setup),
    start_at: one.start,
    shift_start_at: one.shiftStart ?? 0,
    ...termColumns(one.terms),
  }))
}

function ownerOf(setup: WorkCenterSetup): FactRow {
  return { company_id: setup.companyId, work_center_id: setup.workCenterId }
}

function lossColumns(loss: LossInterval): FactRow {
  return {
    source: loss.source,
    start_at: loss.start,
    part: loss.part,
    end_at: loss.end,
    chain_start_at: loss.chainStart,
    shift_start_at: loss.shiftStart,
    kind: loss.kind,
    status_rule_id: loss.statusRuleId,
    is_scheduled_loss: loss.isScheduledLoss,
    reason_id: loss.reasonId,
    reason_source: loss.reasonSource,
    is_provisional: loss.isProvisional,
    annotation_id: loss.annotationId,
    level: loss.level,
    quantity: loss.quantity,
    duration_ms: loss.durationMs === null ? null : Math.round(loss.durationMs),
  }
}

function outputColumns(segment: OutputSegment): FactRow {
  return {
    start_at: segment.start,
    end_at: segment.end,
    shift_start_at: segment.shiftStart,
    total: segment.total,
    accepted: segment.accepted,
    rejected: segment.rejected,
    uncounted_total: segment.uncounted.total,
    uncounted_accepted: segment.uncounted.accepted,
    uncounted_rejected: segment.uncounted.rejected,
    counted_accepted: segment.counted?.accepted ?? null,
    counted_rejected: segment.counted?.rejected ?? null,
    strokes: segment.strokes,
    ideal_cycle_ms: segment.idealCycleMs,
    is_closed: segment.end !== null,
    job_order_ids: segment.jobOrderIds,
    effective_total: segment.effective.total,
    effective_accepted: segment.effective.accepted,
    effective_rejected: segment.effective.rejected,
    is_confirmed: segment.isConfirmed,
    difference: segment.difference,
    unit: segment.unit,
    net_operating_ms: segment.netOperatingMs,
    quality_loss_ms: segment.qualityLossMs,
    run_ms: Math.round(segment.runMs),
    planned_ms: Math.round(segment.plannedMs),
  }
}

function shiftColumns(record: ShiftRecord, setup: WorkCenterSetup, now: number): FactRow {
  const { shift } = record
  const definition = definitionOf(record, setup)
  return {
    shift_id: shift.shiftId,
    shift_date: shift.shiftDate,
    code: definition?.code ?? '?',
    name: definition?.name ?? '',
    start_at: shift.start,
    end_at: shift.end,
    status: shiftStatusAt({ isConfirmed: false, end: shift.end }, now),
    as_of: record.asOf,
    ...termColumns(record.terms),
    ideal_cycle_ms: record.idealCycleMs,
    issues: record.issues,
  }
}

/** The definition in force when the shift started. */
function definitionOf({ shift }: ShiftRecord, setup: WorkCenterSetup): ShiftDefinition | undefined {
  const version = setup.schedule.findLast((one) => one.validFrom <= shift.start) ?? setup.schedule[0]
  return version?.shifts.find((one) => one.shiftId === shift.shiftId)
}

function termColumns(terms: OeeTerms): FactRow {
  return {
    elapsed_ms: Math.round(terms.elapsedMs),
    excluded_ms: Math.round(terms.excludedMs),
    no_data_ms: Math.round(terms.noDataMs),
    availability_loss_ms: Math.round(terms.availabilityLossMs),
    small_stop_ms: Math.round(terms.smallStopMs),
    planned_downtime_ms: Math.round(terms.plannedDowntimeMs),
    unplanned_downtime_ms: Math.round(terms.unplannedDowntimeMs),
    unclassified_downtime_ms: Math.round(terms.unclassifiedDowntimeMs),
    planned_included_ms: Math.round(terms.plannedIncludedMs),
    unplanned_included_ms: Math.round(terms.unplannedIncludedMs),
    order_loss_ms: Math.round(terms.orderLossMs),
    setup_ms: Math.round(terms.setupMs),
    failure_ms: Math.round(terms.failureMs),
    failure_count: terms.failureCount,
    net_operating_ms: terms.netOperatingMs,
    quality_loss_ms: terms.qualityLossMs,
    total_output: terms.output.total,
    accepted_output: terms.output.accepted,
    rejected_output: terms.output.rejected,
    uncounted_total: terms.uncountedOutput.total,
    uncounted_accepted: terms.uncountedOutput.accepted,
    uncounted_rejected: terms.uncountedOutput.rejected,
  }
}
