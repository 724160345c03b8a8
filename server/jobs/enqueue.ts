import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import type { JobDefinition, JobScope } from './defineJob.ts'
import { DEAD_QUEUE, HEARTBEAT_SECONDS, JOB_KINDS, JOB_POLICIES } from './jobKinds.ts'
import type { JobKind } from './jobKinds.ts'
import { notifyJobs } from './jobRun.store.ts'

/** Workers listen for it; the payload is the name of a queue. It is heard when the transaction commits. */
export const JOB_CHANNEL = 'trueline_job'

/** The transaction that a job belongs to, and the company whose job it is; a `Tenant` is one. */
export type JobPlace = { readonly tx: Transaction<DB>; readonly companyId: CompanyId | null }

export type EnqueueOptions = {
  /** A second job of the kind, company and key is not added while the first waits or runs. */
  readonly singletonKey?: string
  readonly startAfter?: Date
  /** What it is about, for people. */
  readonly subject?: string
  readonly userId?: UserId
}

/** How the runs of a schedule are added: its one row is told by the schedule, so a run of it has none. Any other job without a row counts as cancelled. */
type InsertOptions = EnqueueOptions & { readonly isShown?: boolean }

/**
 * Adds a job in the caller's transaction: it runs after that commits, and never if it does not. Returns its id, or null if a job of the same key waits or
 * runs already. Companies take turns: a job stands behind those of its own company, not behind all jobs of others.
 */
export async function enqueue<Payload, Scope extends JobScope>(
  place: Scope extends 'COMPANY' ? JobPlace & { readonly companyId: CompanyId } : JobPlace,
  job: JobDefinition<Payload, Scope>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const envelope = { companyId: place.companyId, kind: job.kind, payload: job.payload.parse(payload) }
  return await insertJob(place, job.kind, envelope, options)
}

/** Returns the key under which the queue holds one job at a time. */
export function jobKey(kind: JobKind, companyId: CompanyId | null, key: string): string {
  return `${kind}/${companyId ?? ''}/${key}`
}

/** Returns the condition that a job of the kind, company and key waits or runs, for statements of the system. */
export function jobWaits(kind: JobKind, companyId: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from pgboss.job where name = ${JOB_POLICIES[kind].queue} and state <= 'active' and policy = 'exclusive'
    and singleton_key = ${`${kind}/`} || ${companyId} || '/' || ${key})`
}

/** Adds the row to the queue, as pg-boss would; a test compares the two. */
export async function insertJob(
  { tx, companyId }: JobPlace,
  kind: JobKind,
  envelope: object,
  { singletonKey, startAfter, subject, userId, isShown = true }: InsertOptions = {},
): Promise<string | null> {
  const policy = JOB_POLICIES[kind]
  const id = randomUUID()
  const key = jobKey(kind, companyId, singletonKey ?? id)
  const kinds = JOB_KINDS.filter((one) => JOB_POLICIES[one].queue === policy.queue)
  const { rows } = await sql<{ id: string; company_id: CompanyId | null }>`
    with owner as (
      select coalesce(${companyId}, nullif(current_setting('app.tenant', true), '')) as company_id,
        coalesce(${startAfter ?? null}::timestamptz, now()) as due_on
    ), place as (
      select owner.*, greatest(
        (select turn from job_turn where queue = ${policy.queue}),
        (select max(r.turn) + 1 from job_run r
         where r.kind = any(${kinds}::text[]) and r.company_id is not distinct from owner.company_id and r.state in ('WAITING', 'RUNNING')),
        0) as turn
      from owner
    ), added as (
      insert into pgboss.job (id, name, data, priority, start_after, keep_until, singleton_key, group_id, retry_limit, retry_delay, retry_backoff,
        expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter, policy)
      select ${id}::uuid, ${policy.queue}, ${JSON.stringify(envelope)}::jsonb, -place.turn, place.due_on,
        place.due_on + make_interval(days => ${policy.keepDays}), ${key}, place.company_id, ${policy.retries}, ${policy.retryDelaySeconds}, true,
        ${policy.expireSeconds}, ${DELETE_AFTER_SECONDS}, ${HEARTBEAT_SECONDS}, ${DEAD_QUEUE}, 'exclusive'
      from place
      on conflict do nothing returning id
    ), shown as (
      insert into job_run (id, company_id, kind, subject, turn, due_on, user_id)
      select added.id, place.company_id, ${kind}, ${subject ?? null}, place.turn, place.due_on, ${userId ?? null}::uuid
      from added, place where ${isShown}
    ), told as (
      select pg_notify(${JOB_CHANNEL}, ${policy.queue}) from added, place where place.due_on <= now()
    )
    select added.id, (select count(*) from told) as told, case when ${isShown} then place.company_id end as company_id
    from added, place`.execute(tx)
  await notifyJobs(tx, rows)
  return rows[0]?.id ?? null
}

/** What is over is told by `job_run`; the queue keeps its rows for a day. */
const DELETE_AFTER_SECONDS = 86_400
