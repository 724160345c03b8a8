import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { OccurrenceState } from '#engine/checklist/occurrencePlan.ts'
import type { ConfirmationRules, ShiftLoss, ShiftSegment } from '#engine/shift/blockingIssues.ts'
import { LONGEST_SHIFT_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { OperationalEvent, StoredTask } from '#engine/task/operationalTask.ts'
import type { Tenant } from '#server/db/database.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

type Of = { readonly workCenterId: number; readonly start: number }

/** Returns the valid unclassified losses of the shifts, each with its shift. */
export async function listUnclassified(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (ShiftLoss & Of & { readonly from: number })[]> {
  const rows = await sql<
    Of & { readonly id: number; readonly from: number; readonly source: LossSource; readonly level: ShiftLoss['level'] }
  >`
    select l.work_center_id as "workCenterId", l.shift_start_at as start, l.start_at as "from", l.id, l.source, l.level
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = wanted.id and l.shift_start_at = wanted.start_at
    where l.is_valid and l.reason_id is null and not l.is_scheduled_loss`.execute(tenant.tx)
  return rows.rows.map((row) => ({ ...row, isClassified: false, isValid: true }))
}

/**
 * Returns the output segments of the shifts, each with its shift. Its total is the effective one, or the device's if larger; what another system was told
 * and did not answer yet is not confirmed, unless it is told nothing at present (domain.md IN-18).
 */
export async function listSegments(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (ShiftSegment & Of)[]> {
  if (shifts.length === 0) return []
  const starts = shifts.map(({ start }) => start)
  const rows = await sql<ShiftSegment & Of>`
    with wanted as materialized (select id, start_at, start_at + ${LONGEST_SHIFT_MS}::int8 as until
      from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${starts}::int8[]) as wanted (id, start_at)),
    -- a message is made with its posting, which nobody makes before its shift
    unanswered as materialized (select unnest(m.posting_ids) as posting_id from integration_outbox m
      join integration i on i.company_id = m.company_id and i.id = m.integration_id and i.deleted_on is null and i.status <> 'DISABLED'
      where m.company_id = ${tenant.companyId} and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')
        and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')}
        and m.created_on > to_timestamp(${(starts.reduce((least, start) => Math.min(least, start), Infinity) - LONGEST_SHIFT_MS) / SECOND_MS}::float8)),
    -- by the shifts wanted, however many confirmations there are: offset 0 keeps the order of the joins
    on_its_way as materialized (select o.id from wanted
      cross join lateral (select c.posting_id, (c.start_at + coalesce(c.end_at, c.start_at)) / 2 as at from output_confirmation c
        where c.company_id = ${tenant.companyId} and c.work_center_id = wanted.id and c.type = 'CONFIRMED'
          and c.start_at > wanted.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < wanted.until offset 0) said
      cross join lateral (select o.id from output_segment o
        where o.company_id = ${tenant.companyId} and o.work_center_id = wanted.id and o.shift_start_at = wanted.start_at
          and o.start_at >= wanted.start_at and o.start_at <= said.at and said.at < coalesce(o.end_at, ${Number.MAX_SAFE_INTEGER}::int8) offset 0) o
      where said.posting_id in (select posting_id from unanswered))
    select o.work_center_id as "workCenterId", o.shift_start_at as start, o.id, greatest(o.total, o.effective_total) as total,
      cardinality(o.job_order_ids) > 0 as "hasJobOrder", o.end_at is null as "isOpen",
      -- whoever finished its orders for good said that the rest of them is not confirmed
      (o.is_confirmed or (cardinality(o.job_order_ids) > 0 and not exists (select from unnest(o.job_order_ids) as made (id)
        left join job_order j on j.company_id = o.company_id and j.id = made.id where j.status is distinct from 'COMPLETED')))
        and o.id not in (select id from on_its_way) as "isConfirmed"
    from wanted
    join output_segment o on o.company_id = ${tenant.companyId} and o.work_center_id = wanted.id and o.shift_start_at = wanted.start_at
      and o.start_at >= wanted.start_at and o.start_at < wanted.until`.execute(tenant.tx)
  return rows.rows
}

/** Returns what confirming asks of each shift: settings of its work center, and whether any of its output was confirmed (domain.md S-45). */
export async function listConfirmationRules(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly (ConfirmationRules & Of)[]> {
  const rows = await sql<ConfirmationRules & Of>`
    select w.id as "workCenterId", s.start_at as start, w.is_job_order_required as "isJobOrderRequired",
      w.require_reason_for_each_rejection or w.quality_reason_required_on_confirmation as "isQualityReasonRequired",
      w.is_output_required_on_confirmation or exists (
        select from output_confirmation c where c.company_id = s.company_id and c.work_center_id = s.work_center_id and c.type <> 'CANCELED'
          and c.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8 and c.start_at < s.end_at
          and (c.start_at + coalesce(c.end_at, c.start_at)) / 2 between s.start_at and s.end_at - 1) as "isOutputConfirmed"
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at = wanted.start_at
    join work_center w on w.company_id = s.company_id and w.id = s.work_center_id`.execute(tenant.tx)
  return rows.rows
}

/** Returns the plans whose tasks hold shifts up (domain.md T-6). */
export async function listBlockingPlans(
  tenant: Tenant,
): Promise<readonly { readonly event: OperationalEvent; readonly isActive: boolean; readonly blocksShift: boolean }[]> {
  const { rows } = await sql<{ event: OperationalEvent; isActive: boolean; blocksShift: boolean }>`
    select event, is_active as "isActive", blocks_shift as "blocksShift" from operational_plan
    where company_id = ${tenant.companyId} and is_active and blocks_shift`.execute(tenant.tx)
  return rows
}

/** Returns the pending tasks of the shifts. */
export async function listPendingTasks(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<readonly (Pick<StoredTask, 'closed' | 'event' | 'id' | 'shiftStart' | 'subject'> & Of)[]> {
  const { rows } = await sql<Of & Pick<StoredTask, 'event' | 'id'> & { readonly from: number; readonly until: number | null }>`
    select t.work_center_id as "workCenterId", t.shift_start_at as start, t.id, t.event, t.subject_start as "from", t.subject_end as until
    from operational_task t
    join unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
      on wanted.id = t.work_center_id and wanted.start_at = t.shift_start_at
    where t.company_id = ${tenant.companyId} and t.closed_cause is null`.execute(tenant.tx)
  return rows.map(({ from, until, ...row }) => ({ ...row, shiftStart: row.start, subject: { start: from, end: until }, closed: null }))
}

/** Returns the occurrences of the shifts that nobody answered, of checklists that hold shifts up: none where the company switched checklists off. */
export async function listBlockingChecklists(
  tenant: Tenant,
  shifts: readonly ShiftKey[],
): Promise<
  readonly (Of & {
    readonly id: number
    readonly state: OccurrenceState
    readonly isFoundLate: boolean
    readonly isMadeGood: boolean
    readonly blocksShift: boolean
  })[]
> {
  const { rows } = await sql<Of & { id: number; state: OccurrenceState; isFoundLate: boolean; isMadeGood: boolean; blocksShift: boolean }>`
    select o.work_center_id as "workCenterId", o.shift_start_at as start, o.id, o.state, o.is_found_late as "isFoundLate",
      o.skip_reason is not null or exists (select from checklist_submission s
        where s.company_id = o.company_id and s.occurrence_id = o.id and s.kind = 'EXTRA') as "isMadeGood",
      c.blocks_shift as "blocksShift"
    from checklist_occurrence o
    join checklist c on c.company_id = o.company_id and c.id = o.checklist_id and c.blocks_shift
    join unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
      on wanted.id = o.work_center_id and wanted.start_at = o.shift_start_at and o.due_at >= wanted.start_at
    where o.company_id = ${tenant.companyId} and o.state in ('PENDING', 'STARTED', 'MISSED')
      and not ${isSwitchedOff(sql`o.company_id`, 'CHECKLISTS')}`.execute(tenant.tx)
  return rows
}
