import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { JOB_KEEP_DAYS } from '#engine/company/jobKeep.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import { notifyRecordsIn } from '#server/event/notifyRecords.ts'
import { DEAD_QUEUE } from './jobKinds.ts'
import type { JobKind } from './jobKinds.ts'
import { QUEUE_SCHEMA } from './jobSchema.ts'

type Owned = { readonly company_id: CompanyId | null }

/** How many jobs of a kind wait until their time, wait though it has come, run, and failed within a day. */
export type JobCounts = {
  readonly kind: string
  readonly deferred: number
  readonly ready: number
  readonly running: number
  readonly failed: number
}

/** Marks the run as begun, and moves the turns of its queue on; false when it was cancelled, or its company is gone. */
export async function beginRun(tx: Transaction<DB>, id: string, queue: string): Promise<boolean> {
  const { rows } = await sql<Owned & { turn: number }>`
    update job_run set state = 'RUNNING', attempts = attempts + 1, progress = null, started_on = now(), ended_on = null
    where id = ${id} and state in ('WAITING', 'RUNNING') returning turn, company_id`.execute(tx)
  await notifyJobs(tx, rows)
  const turn = rows[0]?.turn
  if (turn === undefined) return false
  await sql`update job_turn set turn = ${turn} where queue = ${queue} and turn < ${turn}`.execute(tx)
  return true
}

/** Marks the last run of a schedule as begun. */
export async function beginScheduled(tx: Transaction<DB>, kind: JobKind): Promise<void> {
  await sql`
    insert into job_run (id, kind, state, attempts, started_on) values (md5('schedule ' || ${kind})::uuid, ${kind}, 'RUNNING', 1, now())
    on conflict (id) do update set state = 'RUNNING', attempts = job_run.attempts + 1, progress = null, started_on = now(), ended_on = null`.execute(
    tx,
  )
}

/** Returns the id of a schedule's row. */
export async function scheduleRunId(tx: Transaction<DB>, kind: JobKind): Promise<string> {
  const { rows } = await sql<{ id: string }>`select md5('schedule ' || ${kind})::uuid as id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** A run of a schedule that waits in a queue under a key, and when the schedule says it is due now; ms UTC. */
export type PlannedRun = { readonly queue: string; readonly key: string; readonly at: number }

/** Makes those due sooner that wait for a later instant, by a clock that was ahead when it planned them; returns which. A failed one keeps the instant of its next try. */
export async function planSooner(tx: Transaction<DB>, planned: readonly PlannedRun[]): Promise<readonly PlannedRun[]> {
  if (planned.length === 0) return []
  const { rows } = await sql<{ place: number }>`update pgboss.job j set start_after = to_timestamp(g.at / 1000.0)
    from unnest(${planned.map(({ queue }) => queue)}::text[], ${planned.map(({ key }) => key)}::text[], ${planned.map(({ at }) => at)}::int8[])
      with ordinality as g (queue, key, at, place)
    where j.name = g.queue and j.singleton_key = g.key and j.state = 'created' and j.policy = 'exclusive' and j.start_after > to_timestamp(g.at / 1000.0)
    returning g.place::int4 as place`.execute(tx)
  return rows.flatMap(({ place }) => planned[place - 1] ?? [])
}

/** Marks the run as done. */
export async function markDone(tx: Transaction<DB>, id: string): Promise<void> {
  const { rows } = await sql<Owned>`
    update job_run set state = 'DONE', progress = 100, error = null, error_id = null, ended_on = now() where id = ${id}
    returning company_id`.execute(tx)
  await notifyJobs(tx, rows)
}

/** Marks the run as failed for good, or as waiting for its next try. */
export async function markFailure(
  tx: Transaction<DB>,
  id: string,
  failure: { readonly errorId: string; readonly message: string; readonly nextTry: Date | null },
): Promise<void> {
  const { errorId, message, nextTry } = failure
  const { rows } = await sql<Owned>`
    update job_run set state = ${nextTry === null ? 'FAILED' : 'WAITING'}, error = ${message}, error_id = ${errorId},
      due_on = coalesce(${nextTry}::timestamptz, due_on), ended_on = case when ${nextTry}::timestamptz is null then now() end
    where id = ${id} returning company_id`.execute(tx)
  await notifyJobs(tx, rows)
}

/** Stores how far the run is, in percent. */
export async function storeProgress(tx: Transaction<DB>, id: string, percent: number): Promise<void> {
  const { rows } = await sql<Owned>`
    update job_run set progress = ${Math.max(0, Math.min(100, Math.floor(percent)))} where id = ${id} and state = 'RUNNING'
    returning company_id`.execute(tx)
  await notifyJobs(tx, rows)
}

/** Returns when the queue tries the failed job again; null when it does not. */
export async function nextTryOf(tx: Transaction<DB>, id: string): Promise<Date | null> {
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from ${sql.id(QUEUE_SCHEMA, 'job')} where id = ${id} and state = 'retry'`.execute(tx)
  return rows[0]?.start_after ?? null
}

/** Returns the counts of each kind that has any. */
export async function countJobs(tx: Transaction<DB>): Promise<readonly JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select kind,
      count(*) filter (where state = 'WAITING' and due_on > now())::int as deferred,
      count(*) filter (where state = 'WAITING' and due_on <= now())::int as ready,
      count(*) filter (where state = 'RUNNING')::int as running,
      count(*) filter (where state = 'FAILED')::int as failed
    from job_run where state in ('WAITING', 'RUNNING') or (state = 'FAILED' and ended_on > now() - interval '1 day')
    group by kind order by kind`.execute(tx)
  return rows
}

/** Returns how many jobs failed at every try, are kept and were not run again; those of a company that is gone do not count. */
export async function countDead(tx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(QUEUE_SCHEMA, 'job')} j where j.name = ${DEAD_QUEUE} and j.state = 'created'
      and (j.data ->> 'companyId' is null or exists (select from job_run r where r.id = j.source_id))`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the queues that stand still: a job of theirs is due since before the instant, and none runs or began after it. */
export async function stuckQueues(tx: Transaction<DB>, since: Date): Promise<readonly string[]> {
  const job = sql.id(QUEUE_SCHEMA, 'job')
  const { rows } = await sql<{ name: string }>`
    select w.name from ${job} w where w.state in ('created', 'retry') and w.name <> ${DEAD_QUEUE} and w.start_after < ${since}
      and not exists (select from ${job} b where b.name = w.name and (b.state = 'active' or b.started_on > ${since}))
    group by w.name order by w.name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Returns the schedules whose last run failed. */
export async function failedSchedules(tx: Transaction<DB>): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from job_run where state = 'FAILED' and id = md5('schedule ' || kind)::uuid order by kind`.execute(tx)
  return rows.map(({ kind }) => kind)
}

/** Returns which of the company's jobs are kept as dead. */
export async function deadAmong(tx: Transaction<DB>, companyId: CompanyId, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select source_id as id from ${sql.id(QUEUE_SCHEMA, 'job')}
    where name = ${DEAD_QUEUE} and state = 'created' and source_id = any(${ids}::uuid[]) and data ->> 'companyId' = ${companyId}`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Takes the company's dead job out of its queue; returns what it was added with, or null if there is none, or somebody was faster. */
export async function takeDead(
  tx: Transaction<DB>,
  companyId: CompanyId,
  id: string,
): Promise<{ readonly data: unknown; readonly subject: string | null; readonly userId: UserId | null } | null> {
  const { rows } = await sql<{ data: unknown; subject: string | null; userId: UserId | null }>`
    delete from ${sql.id(QUEUE_SCHEMA, 'job')} j using job_run r
    where j.name = ${DEAD_QUEUE} and j.state = 'created' and j.source_id = ${id}::uuid and j.data ->> 'companyId' = ${companyId}
      and r.id = j.source_id and r.company_id = ${companyId}
    returning j.data, r.subject, r.user_id as "userId"`.execute(tx)
  return rows[0] ?? null
}

/**
 * Tells the runs whose job the queue has dropped: of a worker that died at every try, or that nobody ran in time. Forgets runs that ended well a month
 * ago, and the others after three. Returns how many runs were lost.
 */
export async function tidyRuns(tx: Transaction<DB>): Promise<number> {
  const { rows: lost } = await sql<Owned>`
    update job_run r set ended_on = now(), state = case r.state when 'RUNNING' then 'FAILED' else 'CANCELLED' end,
      error = coalesce(r.error, 'the job was dropped from the queue')
    where r.state in ('WAITING', 'RUNNING') and r.created_on < now() - interval '1 minute'
      and r.id <> md5('schedule ' || r.kind)::uuid
      and not exists (select from ${sql.id(QUEUE_SCHEMA, 'job')} j where j.id = r.id and j.state in ('created', 'retry', 'active'))
    returning r.company_id`.execute(tx)
  await notifyJobs(tx, lost)
  await sql`
    delete from job_run where ended_on < now() - make_interval(days => ${JOB_KEEP_DAYS.failed}::int)
      or (state = 'DONE' and ended_on < now() - make_interval(days => ${JOB_KEEP_DAYS.done}::int))`.execute(tx)
  return lost.length
}

/** Stores the file that the run made. */
export async function storeResult(tx: Transaction<DB>, id: string, fileId: string): Promise<void> {
  await sql`update job_run set file_id = ${fileId} where id = ${id}`.execute(tx)
}

/** Tells the pages of the companies whose runs changed. */
export async function notifyJobs(tx: Transaction<DB>, runs: readonly Owned[]): Promise<void> {
  const companies = new Set(runs.flatMap((run) => run.company_id ?? []))
  await notifyRecordsIn(
    tx,
    [...companies].map((companyId) => ({ companyId, workCenterId: null, kinds: ['job'], from: 0, to: null })),
  )
}
