import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import type { LossAnnotationId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { LossAnnotation } from '#engine/loss/lossSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** What a person said about losses, as stored; who said it last and in which version. */
export type StoredAnnotation = LossAnnotation & {
  readonly workCenterId: WorkCenterId
  readonly comment: string | null
  readonly isApproved: boolean
  readonly version: number
  readonly updatedBy: UserId | null
  readonly updatedOn: Date
}

export type AnnotationValues = Omit<LossAnnotation, 'id'> & {
  readonly comment: string | null
  readonly isApproved: boolean
  readonly version: number
}

type Range = { readonly workCenterId: WorkCenterId; readonly source: LossSource; readonly start: number; readonly end: number | null }

/** Returns the valid annotations of the source that overlap `[start, end)` of the work center, ascending; `end` null = for ever. */
export async function listAnnotationsIn(tenant: Tenant, range: Range): Promise<readonly StoredAnnotation[]> {
  const rows =
    await sql<Row>`select * from loss_annotation where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId}
    and source = ${range.source} and is_valid and start_at < coalesce(${range.end}::int8, 9007199254740991)
    and coalesce(end_at, 9007199254740991) > ${range.start}::int8 order by start_at, id`.execute(tenant.tx)
  return rows.rows.map(toAnnotation)
}

/** Returns the annotation, valid or not, or null when the company has none of this id. */
export async function findAnnotation(
  tenant: Tenant,
  id: LossAnnotationId,
): Promise<(StoredAnnotation & { readonly isValid: boolean }) | null> {
  const rows = await sql<Row>`select * from loss_annotation where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
  const [row] = rows.rows
  return row ? { ...toAnnotation(row), isValid: row.is_valid } : null
}

/** Returns the id of the stored annotation. */
export async function insertAnnotation(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  values: AnnotationValues,
  userId: UserId,
): Promise<LossAnnotationId> {
  const row = await tenant.tx
    .insertInto('loss_annotation')
    .values({
      company_id: tenant.companyId,
      work_center_id: workCenterId,
      source: values.source,
      ...columnsOf(values),
      created_by: userId,
      updated_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return asId<LossAnnotationId>(row.id)
}

/** Replaces what the annotation says and where. */
export async function updateAnnotation(tenant: Tenant, id: LossAnnotationId, values: AnnotationValues, userId: UserId): Promise<void> {
  await tenant.tx
    .updateTable('loss_annotation')
    .set({ ...columnsOf(values), updated_by: userId, updated_on: sql`now()` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the annotations. */
export async function deleteAnnotations(tenant: Tenant, ids: readonly LossAnnotationId[]): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx.deleteFrom('loss_annotation').where('company_id', '=', tenant.companyId).where('id', 'in', ids).execute()
}

/**
 * Ends annotations without an end that began before the instant and whose stop is over: where ingest has not noticed yet, they would stand in the way
 * of the next stop's.
 */
export async function endForgotten(
  tenant: Tenant,
  of: { readonly workCenterId: WorkCenterId; readonly source: LossSource; readonly before: number },
): Promise<void> {
  await sql`update loss_annotation a set end_at = s.end_at from status_interval s
    where a.company_id = ${tenant.companyId} and a.work_center_id = ${of.workCenterId} and a.source = ${of.source} and a.is_valid
      and a.end_at is null and a.start_at < ${of.before}::int8 and s.company_id = a.company_id and s.work_center_id = a.work_center_id
      and s.start_at <= a.start_at and s.end_at > a.start_at and s.end_at <= ${of.before}::int8`.execute(tenant.tx)
}

function columnsOf(values: AnnotationValues) {
  return {
    start_at: values.start,
    end_at: values.end,
    starts_with_stop: values.startsWithStop,
    ends_with_stop: values.endsWithStop,
    reason_id: values.reasonId,
    comment: values.comment,
    is_approved: values.isApproved,
    is_manual: values.isManual,
    share_ms: values.shareMs,
    share_units: values.shareUnits,
    version: values.version,
  }
}

type Row = {
  readonly id: number
  readonly work_center_id: number
  readonly source: string
  readonly start_at: number
  readonly end_at: number | null
  readonly starts_with_stop: boolean
  readonly ends_with_stop: boolean
  readonly reason_id: number | null
  readonly comment: string | null
  readonly is_approved: boolean
  readonly is_manual: boolean
  readonly share_ms: number | null
  readonly share_units: number | null
  readonly is_valid: boolean
  readonly version: number
  readonly updated_by: string | null
  readonly updated_on: Date
}

function toAnnotation(row: Row): StoredAnnotation {
  return {
    id: asId<LossAnnotationId>(row.id),
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    source: oneOf(LOSS_SOURCES, row.source),
    start: row.start_at,
    end: row.end_at,
    startsWithStop: row.starts_with_stop,
    endsWithStop: row.ends_with_stop,
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    comment: row.comment,
    isApproved: row.is_approved,
    isManual: row.is_manual,
    shareMs: row.share_ms,
    shareUnits: row.share_units,
    version: row.version,
    updatedBy: row.updated_by === null ? null : asId<UserId>(row.updated_by),
    updatedOn: row.updated_on,
  }
}
