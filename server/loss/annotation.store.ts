import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { LossAnnotationId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { LossAnnotation } from '#engine/loss/lossSetup.ts'
import type { SaidVia } from '#engine/loss/rankReasons.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import type { Selected } from '#server/db/selection.ts'

/** A stored annotation of losses, with the authors of its reason and its comment, its last one, and its version. */
export type StoredAnnotation = LossAnnotation & {
  readonly workCenterId: WorkCenterId
  readonly comment: string | null
  readonly isApproved: boolean
  readonly version: number
  readonly via: SaidVia | null
  readonly tilePlace: number | null
  readonly shownMs: number | null
  /** Who said the reason, and when; null = not known. */
  readonly reasonBy: UserId | null
  readonly saidAt: number | null
  /** Who said the comment, or took it away, and when; null = nobody said anything of it. */
  readonly commentBy: UserId | null
  readonly commentAt: number | null
  readonly viaStation: UserId | null
  readonly updatedBy: UserId | null
  readonly updatedOn: Date
}

/** What an annotation says, where, and how it was said. */
export type AnnotationValues = Omit<StoredAnnotation, 'id' | 'updatedBy' | 'updatedOn' | 'workCenterId'>

/** Time of one source of a work center, `[start, end)`; `end` null = for ever. */
export type AnnotationRange = {
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
}

/** The columns of an annotation, each under its name in the code. */
export const ANNOTATION_COLUMNS = [
  'start_at as start',
  'end_at as end',
  ...camelColumns(
    'id',
    'work_center_id',
    'source',
    'starts_with_stop',
    'ends_with_stop',
    'reason_id',
    'comment',
    'is_approved',
    'is_manual',
    'share_ms',
    'share_units',
    'version',
    'via',
    'tile_place',
    'shown_ms',
    'reason_by',
    'said_at',
    'comment_by',
    'comment_at',
    'via_station',
    'updated_by',
    'updated_on',
  ),
] as const

const COLUMNS = selectedFrom('a', ANNOTATION_COLUMNS)

type Row = Selected<'loss_annotation', (typeof ANNOTATION_COLUMNS)[number]>

/**
 * Returns the valid annotations that overlap the ranges, ascending by start; one statement however many ranges there are. They must not overlap. What
 * was said of stops does not overlap either, so nothing before the last one that starts ahead of a range reaches into it.
 */
export async function listAnnotationsIn(tenant: Tenant, ranges: readonly AnnotationRange[]): Promise<readonly StoredAnnotation[]> {
  if (ranges.length === 0) return []
  const rows =
    await sql<Row>`select ${COLUMNS} from unnest(${ranges.map((range) => range.workCenterId)}::int[], ${ranges.map((range) => range.source)}::text[],
      ${ranges.map((range) => range.start)}::int8[], ${ranges.map((range) => range.end)}::int8[]) as wanted (work_center_id, source, start_at, end_at)
    cross join lateral (select least(wanted.start_at - ${LONGEST_SHIFT_MS}, coalesce(max(b.start_at), wanted.start_at)) as since from loss_annotation b
      where b.company_id = ${tenant.companyId} and b.work_center_id = wanted.work_center_id and b.source = wanted.source and b.is_valid
        and b.start_at <= wanted.start_at) reach
    join loss_annotation a on a.company_id = ${tenant.companyId} and a.work_center_id = wanted.work_center_id and a.source = wanted.source and a.is_valid
      and a.start_at >= reach.since and a.start_at < coalesce(wanted.end_at, 9007199254740991) and coalesce(a.end_at, 9007199254740991) > wanted.start_at
    order by a.start_at, a.id`.execute(tenant.tx)
  return rows.rows
}

/** Returns the annotations of the ids that the company has, valid or not. */
export async function findAnnotations(
  tenant: Tenant,
  ids: readonly LossAnnotationId[],
): Promise<readonly (StoredAnnotation & { readonly isValid: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await sql<
    Row & { readonly isValid: boolean }
  >`select ${COLUMNS}, is_valid as "isValid" from loss_annotation a where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(
    tenant.tx,
  )
  return rows.rows
}

/** Stores the annotations; those that come first get the lower ids. Returns the ids in their order. */
export async function insertAnnotations(
  tenant: Tenant,
  annotations: readonly (AnnotationValues & { readonly workCenterId: WorkCenterId; readonly updatedBy: UserId | null })[],
): Promise<readonly LossAnnotationId[]> {
  if (annotations.length === 0) return []
  const rows = await tenant.tx
    .insertInto('loss_annotation')
    .values(
      annotations.map((one) => ({
        company_id: tenant.companyId,
        work_center_id: one.workCenterId,
        source: one.source,
        ...columnsOf(one),
        created_by: one.updatedBy,
        updated_by: one.updatedBy,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Replaces what the annotations say and where. Time that one leaves and another takes is first released by `releaseTime`. */
export async function updateAnnotations(
  tenant: Tenant,
  annotations: readonly (AnnotationValues & { readonly id: LossAnnotationId; readonly updatedBy: UserId | null })[],
): Promise<void> {
  if (annotations.length === 0) return
  const rows = annotations.map((one) => ({ id: one.id, ...columnsOf(one), updated_by: one.updatedBy }))
  await sql`update loss_annotation a set start_at = n.start_at, end_at = n.end_at, starts_with_stop = n.starts_with_stop,
      ends_with_stop = n.ends_with_stop, reason_id = n.reason_id, comment = n.comment, is_approved = n.is_approved, is_manual = n.is_manual,
      share_ms = n.share_ms, share_units = n.share_units, version = n.version, via = n.via, tile_place = n.tile_place, shown_ms = n.shown_ms,
      reason_by = n.reason_by, said_at = n.said_at, comment_by = n.comment_by, comment_at = n.comment_at, via_station = n.via_station, updated_by = n.updated_by, updated_on = now(), is_valid = true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id int8, start_at int8, end_at int8, starts_with_stop bool, ends_with_stop bool,
      reason_id int, comment text, is_approved bool, is_manual bool, share_ms int8, share_units numeric, version int, via text, tile_place int2,
      shown_ms int, reason_by uuid, said_at int8, comment_by uuid, comment_at int8, via_station uuid, updated_by uuid)
    where a.company_id = ${tenant.companyId} and a.id = n.id`.execute(tenant.tx)
}

/** Lets annotations go of their time until `updateAnnotations` gives them another: two that exchange time never overlap in between. */
export async function releaseTime(tenant: Tenant, ids: readonly LossAnnotationId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update loss_annotation set is_valid = false where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(
    tenant.tx,
  )
}

/** Removes the annotations. */
export async function deleteAnnotations(tenant: Tenant, ids: readonly LossAnnotationId[]): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx.deleteFrom('loss_annotation').where('company_id', '=', tenant.companyId).where('id', 'in', ids).execute()
}

/**
 * Ends the annotations without an end whose stop is over (docs/decisions/annotations-of-stops.md). The work centers are locked. Until then such an
 * annotation would seem to speak of the next stop, too.
 */
export async function endFinished(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<void> {
  await sql`update loss_annotation a set end_at = over.end_at
    from (select o.id, s.end_at from unnest(${workCenterIds}::int[]) as asked (id)
      -- What was said of stops does not overlap, so only the last can be without an end.
      cross join lateral (select l.id, l.company_id, l.work_center_id, l.start_at, l.end_at from loss_annotation l
        where l.company_id = ${tenant.companyId} and l.work_center_id = asked.id and l.source = 'STATUS' and l.is_valid
        order by l.start_at desc limit 1) o
      cross join lateral (select i.end_at from status_interval i
        where i.company_id = o.company_id and i.work_center_id = o.work_center_id and i.start_at <= o.start_at
        order by i.start_at desc limit 1) s
      where o.end_at is null and s.end_at > o.start_at) as over
    where a.company_id = ${tenant.companyId} and a.id = over.id`.execute(tenant.tx)
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
    via: values.via,
    tile_place: values.tilePlace,
    shown_ms: values.shownMs,
    reason_by: values.reasonBy,
    said_at: values.saidAt,
    comment_by: values.commentBy,
    comment_at: values.commentAt,
    via_station: values.viaStation,
  }
}
