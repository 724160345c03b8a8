import { sql } from 'kysely'
import type { ChecklistAnswer, ChecklistResult } from '#engine/checklist/checklistTask.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

export const SUBMISSION_KINDS = ['FIRST', 'ALSO', 'EXTRA', 'CORRECTION'] as const
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number]

/** A drawn signature: strokes of points, each within 0 and 1 of the field. */
export type Signature = { readonly name: string; readonly strokes: readonly (readonly (readonly [number, number])[])[] }

/** What was handed in for an occurrence; instants in ms UTC. */
export type Submission = {
  readonly id: number
  readonly occurrenceId: number
  readonly kind: SubmissionKind
  readonly answers: readonly ChecklistAnswer[]
  readonly result: ChecklistResult
  /** Keys of tasks. */
  readonly deviations: readonly string[]
  readonly reason: string | null
  readonly submittedBy: UserId
  readonly viaStation: UserId | null
  readonly submittedAt: number
  readonly receivedAt: number
  readonly signature: Signature | null
  readonly answersHash: string
}

/** Stores what was handed in; what counts of the occurrence stands with it, too. */
export async function insertSubmission(tenant: Tenant, one: Omit<Submission, 'id'>): Promise<void> {
  await sql`insert into checklist_submission (company_id, occurrence_id, kind, answers, result, deviations, reason, submitted_by, via_station,
      submitted_at, received_at, signature, answers_hash)
    values (${tenant.companyId}, ${one.occurrenceId}, ${one.kind}, ${JSON.stringify(one.answers)}::jsonb, ${one.result}, ${one.deviations}::text[], ${one.reason},
      ${one.submittedBy}::uuid, ${one.viaStation}::uuid, ${one.submittedAt}, ${one.receivedAt},
      ${one.signature === null ? null : JSON.stringify(one.signature)}::jsonb, ${one.answersHash})`.execute(tenant.tx)
  if (one.kind !== 'FIRST' && one.kind !== 'CORRECTION') return
  await sql`update checklist_occurrence set result = ${one.result}, submitted_at = ${one.submittedAt}
    where company_id = ${tenant.companyId} and id = ${one.occurrenceId}`.execute(tenant.tx)
}

/** Returns what was handed in for the occurrences, in its order. */
export async function listSubmissions(tenant: Tenant, occurrenceIds: readonly number[]): Promise<readonly Submission[]> {
  const { rows } =
    await sql<Submission>`select id, occurrence_id as "occurrenceId", kind, answers, result, deviations, reason, submitted_by as "submittedBy",
      via_station as "viaStation", submitted_at as "submittedAt", received_at as "receivedAt", signature, answers_hash as "answersHash"
    from checklist_submission where company_id = ${tenant.companyId} and occurrence_id = any(${occurrenceIds}::bigint[]) order by id`.execute(
      tenant.tx,
    )
  return rows
}

/** Stores that an occurrence is done, or was. */
export async function markDone(tenant: Tenant, id: number, by: UserId, at: number): Promise<void> {
  await sql`update checklist_occurrence set state = 'DONE', draft = '[]', left_drafts = '[]', started_by = coalesce(started_by, ${by}::uuid),
      started_at = coalesce(started_at, ${at}), seen_at = ${at} where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

/** What was measured last, as it counts, in the unit that the task had then. */
export type LastMeasured = { readonly taskKey: string; readonly value: number; readonly unit: string | null; readonly at: number }

/** So many runs are looked back for a task that did not apply, or was not asked, in the last one. */
const RUNS_BACK = 10

/** Returns of each run what was measured last before it of the same checklist at the same machine, as it counts. */
export async function listLastMeasured(
  tenant: Tenant,
  runs: readonly { readonly id: number; readonly checklistId: number; readonly workCenterId: number; readonly dueAt: number }[],
): Promise<readonly (readonly LastMeasured[])[]> {
  const given = JSON.stringify(
    runs.map(({ id, checklistId, workCenterId, dueAt }) => ({ id, checklist_id: checklistId, place_id: workCenterId, due_at: dueAt })),
  )
  const { rows } = await sql<LastMeasured & { readonly id: number }>`
    select m.id, m.task_key as "taskKey", m.value, m.at,
      (select task->>'unit' from checklist_version v cross join lateral jsonb_array_elements(v.definition->'tasks') as t (task)
        where v.company_id = ${tenant.companyId} and v.checklist_id = m.checklist_id and v.version = m.version and task->>'key' = m.task_key) as unit
    from (select distinct on (g.id, a.answer->>'taskKey') g.id, g.checklist_id, a.answer->>'taskKey' as task_key, (a.answer->>'number')::float8 as value,
        o.submitted_at as at, o.checklist_version as version
      from json_to_recordset(${given}::json) as g (id bigint, checklist_id int, place_id int, due_at bigint)
      cross join lateral (select o.id, o.submitted_at, o.due_at, o.checklist_version from checklist_occurrence o
        where o.company_id = ${tenant.companyId} and o.checklist_id = g.checklist_id and o.work_center_id = g.place_id and o.submitted_at is not null
          and o.due_at < g.due_at
        order by o.due_at desc limit ${RUNS_BACK}) o
      join lateral (select s.answers from checklist_submission s where s.company_id = ${tenant.companyId} and s.occurrence_id = o.id
        and s.kind in ('FIRST', 'CORRECTION') order by s.id desc limit 1) s on true
      cross join lateral jsonb_array_elements(s.answers) as a (answer)
      where jsonb_typeof(a.answer->'number') = 'number' and not coalesce((a.answer->>'isNotApplicable')::boolean, false)
      order by g.id, a.answer->>'taskKey', o.due_at desc) m`.execute(tenant.tx)
  const byRun = Map.groupBy(rows, ({ id }) => Number(id))
  return runs.map(({ id }) => byRun.get(id) ?? [])
}
