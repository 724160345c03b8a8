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
  await sql`update checklist_occurrence set state = 'DONE', draft = '[]', started_by = coalesce(started_by, ${by}::uuid),
      started_at = coalesce(started_at, ${at}), seen_at = ${at} where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}
