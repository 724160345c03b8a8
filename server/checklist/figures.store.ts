import { sql } from 'kysely'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import type { FiguredOccurrence } from '#engine/checklist/checklistFigures.ts'
import type { AnsweredChecklist } from '#engine/checklist/measuredSeries.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

export type FigureFilter = {
  readonly checklistIds: readonly number[] | null
  /** null = of all work centers. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** By when they were due. */
  readonly period: Interval
}

/** What counts is the first that was handed in, or the last correction of it. */
const COUNTING = sql`left join lateral (select s.* from checklist_submission s where s.company_id = o.company_id and s.occurrence_id = o.id
  and s.kind in ('FIRST', 'CORRECTION') order by s.id desc limit 1) s on true`

/** Returns what was due in the period, as figures need it. */
export async function listFigured(tenant: Tenant, filter: FigureFilter): Promise<readonly FiguredOccurrence[]> {
  const { rows } = await sql<FiguredOccurrence>`
    select o.state, o.due_at as "dueAt", o.closes_at as "closesAt", o.is_found_late as "isFoundLate", o.result, o.submitted_at as "submittedAt"
    from checklist_occurrence o where ${within(tenant, filter)}`.execute(tenant.tx)
  return rows
}

/** Returns what was answered of what was due in the period, with what was asked: the last ones, at most so many. */
export async function listAnswered(tenant: Tenant, filter: FigureFilter, limit: number): Promise<readonly AnsweredChecklist[]> {
  const { rows } = await sql<Omit<AnsweredChecklist, 'tasks'> & { readonly checklistId: number; readonly version: number }>`
    select o.id as "occurrenceId", o.work_center_id as "workCenterId", o.checklist_id as "checklistId", o.checklist_version as version, s.answers
    from checklist_occurrence o ${COUNTING} where ${within(tenant, filter)} and s.id is not null
    order by o.due_at desc limit ${limit}`.execute(tenant.tx)
  const ids = [...new Set(rows.map(({ checklistId }) => checklistId))]
  const versions = await sql<{ readonly key: string; readonly tasks: readonly ChecklistTask[] }>`
    select checklist_id || '/' || version as key, definition -> 'tasks' as tasks from checklist_version
    where company_id = ${tenant.companyId} and checklist_id = any(${ids}::int[])`.execute(tenant.tx)
  const tasksOf = new Map(versions.rows.map(({ key, tasks }) => [key, tasks]))
  return rows.map(({ checklistId, version, occurrenceId, workCenterId, answers }) => ({
    occurrenceId,
    workCenterId,
    tasks: (tasksOf.get(`${checklistId}/${version}`) ?? []).map((task) => inChecklist(checklistId, task)),
    answers: answers.map((answer): ChecklistAnswer => ({ ...answer, taskKey: keyIn(checklistId, answer.taskKey) })),
  }))
}

/** A figure of a machine in the hour of its clock in which the instant lies; null = there is none. */
export type MachineHour = {
  readonly workCenterId: number
  readonly at: number
  readonly unitsPerHour: number | null
  readonly rejectShare: number | null
  readonly kwh: number | null
}

/** Returns what the machines did around the instants, as far as there are records of them. Where shifts meet within an hour only that of the instant counts. */
export async function listMachineHours(
  tenant: Tenant,
  asked: readonly { readonly workCenterId: number; readonly at: number }[],
): Promise<readonly MachineHour[]> {
  const places = asked.map(({ workCenterId }) => workCenterId)
  const instants = asked.map(({ at }) => at)
  const { rows } = await sql<MachineHour>`
    select a.work_center_id as "workCenterId", a.at, h.total::float8 * ${HOUR_MS}::float8 / nullif(h.elapsed, 0) as "unitsPerHour",
      h.rejected::float8 / nullif(h.total, 0) as "rejectShare", e.kwh::float8 as kwh
    from (select distinct * from unnest(${places}::int[], ${instants}::int8[]) as u (work_center_id, at)) a
    left join lateral (select sum(r.total_output) as total, sum(r.rejected_output) as rejected, sum(r.elapsed_ms) as elapsed from hour_record r
      where r.company_id = ${tenant.companyId} and r.work_center_id = a.work_center_id
        and r.start_at = (select max(l.start_at) from hour_record l where l.company_id = ${tenant.companyId} and l.work_center_id = a.work_center_id
          and l.start_at <= a.at and l.start_at > a.at - ${HOUR_MS}::int8)) h on true
    left join energy_hour e on e.company_id = ${tenant.companyId} and e.work_center_id = a.work_center_id
      and e.hour_at = (select max(l.hour_at) from energy_hour l where l.company_id = ${tenant.companyId} and l.work_center_id = a.work_center_id
        and l.hour_at <= a.at and l.hour_at > a.at - ${HOUR_MS}::int8)`.execute(tenant.tx)
  return rows
}

/** Keys of tasks are unique within a checklist only. */
function inChecklist(checklistId: number, task: ChecklistTask): ChecklistTask {
  const { key, dependsOn } = task
  return {
    ...task,
    key: keyIn(checklistId, key),
    dependsOn: dependsOn === null ? null : { ...dependsOn, taskKey: keyIn(checklistId, dependsOn.taskKey) },
  }
}

function keyIn(checklistId: number, key: string): string {
  return `${checklistId}/${key}`
}

function within({ companyId }: Tenant, { checklistIds, workCenterIds, period }: FigureFilter) {
  return sql`o.company_id = ${companyId} and o.due_at >= ${period.start}::int8 and o.due_at < ${period.end}::int8
    and (${checklistIds}::int[] is null or o.checklist_id = any(${checklistIds}::int[]))
    and (${workCenterIds}::int[] is null or o.work_center_id = any(${workCenterIds}::int[]))`
}
