import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { DueTask, OperationalEvent, StoredTask, TaskClosing, TaskStatus } from '#engine/task/operationalTask.ts'
import type { TaskChange } from '#engine/task/planTasks.ts'
import type { Interval } from '#engine/time/interval.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'

/** A task with where it is and whose. */
export type Task = StoredTask & {
  readonly workCenterId: WorkCenterId
  readonly assigneeId: UserId | null
  /** By when it is to be done, as somebody said; null = nobody did. */
  readonly wantedBy: number | null
  readonly version: number
}

type Row = Omit<Task, 'closed' | 'subject'> & {
  readonly subjectStart: number
  readonly subjectEnd: number | null
  readonly cause: TaskClosing['cause'] | null
  readonly at: number | null
  readonly by: UserId | null
  readonly comment: string | null
}

const COLUMNS = sql`t.id, t.work_center_id as "workCenterId", t.event, t.shift_start_at as "shiftStart", t.subject_start as "subjectStart",
  t.subject_end as "subjectEnd", t.due_at as "dueAt", t.assignee_id as "assigneeId", t.wanted_by as "wantedBy", t.closed_cause as cause, t.closed_at as at, t.closed_by as by,
  t.comment, t.version`

/** Has what changes tasks of a work center wait for its turn, until the transaction ends. */
export async function lockTasks(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks/${tenant.companyId}/${workCenterId}`}, 0))`.execute(tenant.tx)
}

/** Returns the tasks of shifts that began at the instant or later, and what is pending of the events of `off`, however old. */
export async function listTasksSince(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  since: number,
  off: readonly OperationalEvent[],
): Promise<readonly Task[]> {
  return await select(
    tenant,
    sql`t.work_center_id = ${workCenterId} and (t.subject_start >= ${since}::int8 and coalesce(t.shift_start_at, t.subject_start) >= ${since}::int8
      or t.closed_cause is null and t.event = any(${off}::text[])) order by t.id`,
  )
}

/** Returns the start of the oldest output whose task is pending although it has an order now, or is no more; null = there is none. No event tells of it. What asks after an order that reached its plan and goes on is left out. */
export async function oldestOrdered(tenant: Tenant, workCenterId: WorkCenterId): Promise<number | null> {
  const { rows } = await sql<{ readonly start: number | null }>`
    select min(coalesce(t.shift_start_at, t.subject_start)) as start from operational_task t
    where t.company_id = ${tenant.companyId} and t.work_center_id = ${workCenterId} and t.closed_cause is null and t.event = 'COUNTER_RESET'
      and not exists (select from order_reach r where r.company_id = t.company_id and r.work_center_id = t.work_center_id
        and r.reached_at = t.subject_start and r.ended_at is null)
      and not exists (select from output_segment o where o.company_id = t.company_id and o.work_center_id = t.work_center_id
        and o.shift_start_at is not distinct from t.shift_start_at and o.start_at < coalesce(t.subject_end, ${Number.MAX_SAFE_INTEGER}::int8)
        and coalesce(o.end_at, ${Number.MAX_SAFE_INTEGER}::int8) > t.subject_start and cardinality(o.job_order_ids) = 0)`.execute(tenant.tx)
  return rows[0]?.start ?? null
}

/** Returns the tasks of the ids, by id. */
export async function findTasks(tenant: Tenant, ids: readonly number[]): Promise<readonly Task[]> {
  return await select(tenant, sql`t.id = any(${ids}::int8[]) order by t.id`)
}

export type TaskFilter = {
  readonly events: readonly OperationalEvent[]
  readonly status: TaskStatus | null
  /** null = of all work centers. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Since when they ask. */
  readonly period: Interval | null
}

/** Returns a page of tasks, pending ones first, what is wanted by a time before the rest and the soonest of it first, then the oldest (domain.md T-12), whether more follow, and how many there are: above MAX_COUNTED one more than that. */
export async function pageTasks(
  tenant: Tenant,
  { events, status, workCenterIds, period }: TaskFilter,
  { page, size }: PageRange,
): Promise<{ readonly items: readonly Task[]; readonly hasNext: boolean; readonly totalItems: number }> {
  const where = sql`t.event = any(${events}::text[])
    and (${status}::text is null or (t.closed_cause is null) = (${status}::text = 'PENDING'))
    and (${workCenterIds}::int[] is null or t.work_center_id = any(${workCenterIds}::int[]))
    and (${period?.start ?? null}::int8 is null or t.due_at >= ${period?.start ?? null}::int8)
    and (${period?.end ?? null}::int8 is null or t.due_at < ${period?.end ?? null}::int8)`
  const order = sql`t.closed_cause is not null, case when t.closed_cause is null then t.wanted_by end nulls last, case when t.closed_cause is null then t.due_at else -t.due_at end, t.id`
  const found = await select(tenant, sql`${where} order by ${order} limit ${size + 1} offset ${(page - 1) * size}`)
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (
    select from operational_task t where t.company_id = ${tenant.companyId} and ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return { items: found.slice(0, size), hasNext: found.length > size, totalItems: counted.rows[0]?.total ?? 0 }
}

/** Stores new tasks. */
export async function insertTasks(tenant: Tenant, workCenterId: WorkCenterId, added: readonly DueTask[]): Promise<void> {
  if (added.length === 0) return
  const given = added.map(({ event, shiftStart, dueAt, ...one }) => ({ event, shift_start_at: shiftStart, due_at: dueAt, ...rowOf(one) }))
  await sql`insert into operational_task (company_id, work_center_id, event, shift_start_at, subject_start, subject_end, due_at, closed_cause,
      closed_at, closed_by, comment)
    select ${tenant.companyId}, ${workCenterId}, event, shift_start_at, subject_start, subject_end, due_at, closed_cause, closed_at, closed_by, comment
    from json_to_recordset(${JSON.stringify(given)}::json) as g (event text, shift_start_at bigint, subject_start bigint, subject_end bigint,
      due_at bigint, closed_cause text, closed_at bigint, closed_by uuid, comment text)`.execute(tenant.tx)
}

function rowOf({ subject, closed }: Pick<TaskChange, 'closed' | 'subject'>) {
  return {
    subject_start: subject.start,
    subject_end: subject.end,
    closed_cause: closed?.cause ?? null,
    closed_at: closed?.at ?? null,
    closed_by: closed?.by ?? null,
    comment: closed?.comment?.toWellFormed() ?? null,
  }
}

/** Stores what became of tasks; that one was closed, or asks again, stays in its history. */
export async function changeTasks(tenant: Tenant, changed: readonly TaskChange[], now: number): Promise<void> {
  if (changed.length === 0) return
  const given = changed.map(({ id, dueAt, isTurned, ...one }) => ({ id, due_at: dueAt, is_turned: isTurned, ...rowOf(one) }))
  const rows = sql`json_to_recordset(${JSON.stringify(given)}::json) as g (id bigint, due_at bigint, is_turned boolean, subject_start bigint,
    subject_end bigint, closed_cause text, closed_at bigint, closed_by uuid, comment text)`
  await sql`update operational_task t set subject_start = g.subject_start, subject_end = g.subject_end, due_at = g.due_at,
      closed_cause = g.closed_cause, closed_at = g.closed_at, closed_by = g.closed_by, comment = g.comment, version = t.version + 1
    from ${rows} where t.company_id = ${tenant.companyId} and t.id = g.id`.execute(tenant.tx)
  if (changed.every(({ isTurned }) => !isTurned)) return
  await sql`insert into operational_task_change (company_id, task_id, at, closed_cause, by_user, comment)
    select ${tenant.companyId}, g.id, coalesce(g.closed_at, ${now}::int8), g.closed_cause, g.closed_by, g.comment from ${rows}
    where g.is_turned order by g.id`.execute(tenant.tx)
}

/** Each time that tasks were closed, or asked again. */
export type TaskTurn = {
  readonly taskId: number
  readonly at: number
  /** null = it asked again. */
  readonly cause: TaskClosing['cause'] | null
  readonly by: UserId | null
  readonly comment: string | null
}

/** Returns what became of the tasks, oldest first. */
export async function listTurns(tenant: Tenant, taskIds: readonly number[]): Promise<readonly TaskTurn[]> {
  const { rows } = await sql<TaskTurn>`
    select task_id as "taskId", at, closed_cause as cause, by_user as by, comment from operational_task_change
    where company_id = ${tenant.companyId} and task_id = any(${taskIds}::int8[]) order by task_id, id`.execute(tenant.tx)
  return rows
}

/** Stores whose the task is, null = nobody's in particular, and by when it is to be done. */
export async function assignTask(
  tenant: Tenant,
  id: number,
  { assigneeId, wantedBy }: Pick<Task, 'assigneeId' | 'wantedBy'>,
): Promise<void> {
  await sql`update operational_task set assignee_id = ${assigneeId}::uuid, wanted_by = ${wantedBy}::int8, version = version + 1
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

async function select(tenant: Tenant, where: RawBuilder<unknown>): Promise<readonly Task[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from operational_task t where t.company_id = ${tenant.companyId} and ${where}`.execute(tenant.tx)
  return rows.map(({ subjectStart, subjectEnd, cause, at, by, comment, ...row }) => ({
    ...row,
    subject: { start: subjectStart, end: subjectEnd },
    closed: cause === null || at === null ? null : { cause, at, by, comment },
  }))
}

/** Returns the work centers where tasks of the event are pending. */
export async function listPlacesWithPending(tenant: Tenant, event: OperationalEvent): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ id: WorkCenterId }>`select distinct work_center_id as id from operational_task
    where company_id = ${tenant.companyId} and event = ${event} and closed_cause is null order by id`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}
