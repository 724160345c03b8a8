import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { SAID_VIA } from '#engine/loss/rankReasons.ts'
import type { SaidVia } from '#engine/loss/rankReasons.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import type { LossSource } from '#engine/facts.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf, oneOfOrNull } from '#server/db/oneOf.ts'
import type { AnnotationRange, StoredAnnotation } from './annotation.store.ts'
import type { SaidBy } from './saidBy.ts'

/** One thing that was said of losses: the annotation as it reads since, and as it was before. */
export type Saying = {
  readonly annotation: StoredAnnotation
  readonly before: StoredAnnotation | null
  readonly by: SaidBy & { readonly saidAt: number }
  /** Whether the annotation was taken away. */
  readonly isRemoved: boolean
}

/** One thing that was said of losses, as their history shows it. Instants are UTC ms. */
export type PastSaying = {
  readonly id: number
  readonly start: number
  readonly end: number | null
  readonly reasonId: LossReasonId | null
  readonly comment: string | null
  readonly isApproved: boolean
  readonly isRemoved: boolean
  readonly via: SaidVia | null
  readonly saidBy: UserId | null
  readonly viaStation: UserId | null
  readonly saidAt: number
  readonly receivedOn: Date
}

/** Adds what was said to the history of the losses; `batchId` names the sayings of one gesture. */
export async function insertHistory(tenant: Tenant, sayings: readonly Saying[], batchId: string | null): Promise<void> {
  if (sayings.length === 0) return
  const rows = sayings.map(({ annotation, before, by, isRemoved }) => ({
    work_center_id: annotation.workCenterId,
    source: annotation.source,
    annotation_id: annotation.id,
    start_at: annotation.start,
    end_at: annotation.end,
    reason_id: annotation.reasonId,
    comment: annotation.comment,
    is_approved: annotation.isApproved,
    is_removed: isRemoved,
    version: annotation.version,
    via: by.via,
    tile_place: by.tilePlace,
    shown_ms: by.shownMs,
    said_by: by.userId,
    via_station: by.viaStation,
    said_at: by.saidAt,
    before,
  }))
  await sql`insert into loss_history (company_id, work_center_id, source, annotation_id, start_at, end_at, reason_id, comment, is_approved, is_removed,
      version, via, tile_place, shown_ms, said_by, via_station, said_at, before, batch_id)
    select ${tenant.companyId}, n.*, ${batchId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (work_center_id int, source text, annotation_id int8, start_at int8, end_at int8,
      reason_id int, comment text, is_approved bool, is_removed bool, version int, via text, tile_place int2, shown_ms int, said_by uuid,
      via_station uuid, said_at int8, before jsonb)`.execute(tenant.tx)
}

/** Beyond this no stop has records, so nothing that was said of one began so long before. */
const REACH_MS = 31 * DAY_MS
/** So many of the last sayings are shown of one loss. */
export const SHOWN_SAYINGS = 50

/** Returns what was said of the losses of the range, the last first; at most the last of the limit. */
export async function listHistory(tenant: Tenant, range: AnnotationRange, limit = SHOWN_SAYINGS): Promise<readonly PastSaying[]> {
  const rows = await sql<
    Omit<PastSaying, 'via'> & { readonly via: string | null }
  >`select id, start_at as start, end_at as "end", reason_id as "reasonId",
      comment, is_approved as "isApproved", is_removed as "isRemoved", via, said_by as "saidBy", via_station as "viaStation", said_at as "saidAt",
      received_on as "receivedOn"
    from loss_history where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId} and source = ${range.source}
      and start_at > ${range.start - REACH_MS}::int8 and start_at < coalesce(${range.end}::int8, 9007199254740991)
      and coalesce(end_at, 9007199254740991) > ${range.start}::int8
    order by id desc limit ${limit}`.execute(tenant.tx)
  return rows.rows.map((row) => ({ ...row, via: oneOfOrNull(SAID_VIA, row.via) }))
}

/** Returns those of the losses of which the reason beside them was said before. */
export async function listSaidBefore(
  tenant: Tenant,
  asked: readonly { readonly id: number; readonly reasonId?: LossReasonId | null | undefined }[],
): Promise<readonly { readonly id: number; readonly reasonId: LossReasonId }[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ id: number; reasonId: LossReasonId }>`select distinct l.id, h.reason_id as "reasonId"
    from unnest(${asked.map(({ id }) => id)}::int8[], ${asked.map(({ reasonId }) => reasonId ?? null)}::int[]) as asked (id, reason_id)
    join loss l on l.company_id = ${tenant.companyId} and l.id = asked.id
    join loss_history h on h.company_id = l.company_id and h.work_center_id = l.work_center_id and h.source = l.source and h.reason_id = asked.reason_id
      and not h.is_removed and h.start_at > l.start_at - ${REACH_MS} and h.start_at < coalesce(l.end_at, 9007199254740991) and coalesce(h.end_at, 9007199254740991) > l.start_at`.execute(
    tenant.tx,
  )
  return rows
}

/** One saying of a gesture, and the annotation as it was before; null = there was none. */
export type BatchSaying = {
  readonly annotationId: LossAnnotationId
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
  readonly version: number
  readonly saidBy: UserId | null
  /** Whether the annotation was taken away. */
  readonly isRemoved: boolean
  readonly before: StoredAnnotation | null
}

type SayingRow = Omit<BatchSaying, 'before' | 'source'> & { readonly before: unknown; readonly source: string }
const SAYING = sql`h.annotation_id as "annotationId", h.work_center_id as "workCenterId", h.source, h.start_at as start, h.end_at as "end", h.version,
  h.said_by as "saidBy", h.is_removed as "isRemoved", h.before`

function toSaying(row: SayingRow): BatchSaying {
  return { ...row, source: oneOf(LOSS_SOURCES, row.source), before: readAnnotation(row) }
}

/** Returns all that one gesture said, in its order. */
export async function listBatch(tenant: Tenant, batchId: string): Promise<readonly BatchSaying[]> {
  const rows = await sql<SayingRow>`select ${SAYING} from loss_history h
    where h.company_id = ${tenant.companyId} and h.batch_id = ${batchId} order by h.id`.execute(tenant.tx)
  return rows.rows.map(toSaying)
}

/**
 * Returns what was said when a person entered a loss: its annotation, and those that gave way to it, as they were. What another loss that a person
 * entered gave is left out, and what was deleted in the same change.
 */
export async function listEntering(tenant: Tenant, entered: StoredAnnotation): Promise<readonly BatchSaying[]> {
  const rows = await sql<SayingRow>`with said as (select id, received_on from loss_history where company_id = ${tenant.companyId}
      and work_center_id = ${entered.workCenterId} and source = ${entered.source} and start_at = ${entered.start} and annotation_id = ${entered.id}
      and before is null and not is_removed order by id limit 1)
    select ${SAYING} from loss_history h join said on h.received_on = said.received_on
    where h.company_id = ${tenant.companyId} and h.work_center_id = ${entered.workCenterId} and h.source = ${entered.source}
      and (h.id = said.id or not coalesce((h.before->>'isManual')::boolean, false))
      and h.start_at < coalesce(${entered.end}::int8, 9007199254740991) + ${REACH_MS} and h.start_at > ${entered.start}::int8 - ${REACH_MS}
      -- A change deletes before it enters.
      and h.id > coalesce((select max(d.id) from loss_history d where d.company_id = h.company_id and d.work_center_id = h.work_center_id
        and d.source = h.source and d.received_on = said.received_on and d.is_removed and d.id < said.id
        and d.start_at < coalesce(${entered.end}::int8, 9007199254740991) + ${REACH_MS} and d.start_at > ${entered.start}::int8 - ${REACH_MS}), 0)
    order by h.id`.execute(tenant.tx)
  return rows.rows.map(toSaying)
}

/** The annotation as it was stored in JSON beside what was said next. */
function readAnnotation({
  before,
  workCenterId,
}: {
  readonly before: unknown
  readonly workCenterId: WorkCenterId
}): StoredAnnotation | null {
  if (typeof before !== 'object' || before === null) return null
  const fields: Readonly<Record<string, unknown>> = { ...before }
  const numberOrNull = (name: keyof StoredAnnotation) => {
    const value = fields[name]
    return typeof value === 'number' ? value : null
  }
  const textOrNull = (name: keyof StoredAnnotation) => {
    const value = fields[name]
    return typeof value === 'string' ? value : null
  }
  const number = (name: keyof StoredAnnotation) => numberOrNull(name) ?? 0
  const userOrNull = (name: keyof StoredAnnotation) => {
    const value = textOrNull(name)
    return value === null ? null : asId<UserId>(value)
  }
  const reasonId = numberOrNull('reasonId')
  const updatedOn = new Date(textOrNull('updatedOn') ?? 0)
  return {
    id: asId<LossAnnotationId>(number('id')),
    workCenterId,
    source: oneOf(LOSS_SOURCES, textOrNull('source') ?? ''),
    start: number('start'),
    end: numberOrNull('end'),
    startsWithStop: fields['startsWithStop'] === true,
    endsWithStop: fields['endsWithStop'] === true,
    reasonId: reasonId === null ? null : asId<LossReasonId>(reasonId),
    comment: textOrNull('comment'),
    isApproved: fields['isApproved'] === true,
    isManual: fields['isManual'] === true,
    shareMs: numberOrNull('shareMs'),
    shareUnits: numberOrNull('shareUnits'),
    version: number('version'),
    via: oneOfOrNull(SAID_VIA, textOrNull('via')),
    tilePlace: numberOrNull('tilePlace'),
    shownMs: numberOrNull('shownMs'),
    // Until they were kept apart, the last author was taken for both.
    reasonBy: userOrNull('reasonBy') ?? userOrNull('updatedBy'),
    saidAt: numberOrNull('saidAt'),
    commentBy: textOrNull('comment') === null ? userOrNull('commentBy') : (userOrNull('commentBy') ?? userOrNull('updatedBy')),
    commentAt: numberOrNull('commentAt') ?? (textOrNull('comment') === null ? null : updatedOn.getTime()),
    viaStation: userOrNull('viaStation'),
    updatedBy: userOrNull('updatedBy'),
    updatedOn,
  }
}
