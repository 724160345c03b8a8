import { sql } from 'kysely'
import type { LossAnnotationId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import { deleteAnnotations, findAnnotations, insertAnnotations } from './annotation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'
import { insertHistory } from './lossHistory.store.ts'
import { LOSS_COLUMNS, toLoss } from './lossRow.ts'
import type { Loss, LossRow } from './lossRow.ts'
import type { SaidBy } from './saidBy.ts'

/** Why so many units of an output segment were rejected, as the posting said that confirmed them (domain.md O-9). */
export type PostedReasonOfLoss = {
  readonly start: number
  readonly end: number | null
  readonly reasonId: LossReasonId
  readonly units: number
  readonly comment: string | null
}

/** A loss without a word is in its first version. */
const FIRST_SAID = 2

/** Stores the reasons of a posting as parts of the OUTPUT losses of its segments. */
export async function insertPostedReasons(
  tenant: Tenant,
  posting: { readonly id: number; readonly workCenterId: WorkCenterId },
  reasons: readonly PostedReasonOfLoss[],
  by: SaidBy & { readonly saidAt: number },
): Promise<void> {
  if (reasons.length === 0) return
  const { userId, viaStation, via, tilePlace, shownMs, saidAt } = by
  const said = reasons.map((reason) => ({
    workCenterId: posting.workCenterId,
    source: 'OUTPUT' as const,
    start: reason.start,
    end: reason.end,
    startsWithStop: true,
    endsWithStop: true,
    reasonId: reason.reasonId,
    comment: reason.comment,
    isApproved: false,
    isManual: false,
    shareMs: null,
    shareUnits: reason.units,
    version: FIRST_SAID,
    via,
    tilePlace,
    shownMs,
    saidAt,
    viaStation,
    reasonBy: userId,
    updatedBy: userId,
    commentBy: reason.comment === null ? null : userId,
    commentAt: reason.comment === null ? null : saidAt,
  }))
  const ids = await insertAnnotations(tenant, said)
  await sql`update loss_annotation set output_posting_id = ${posting.id} where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(
    tenant.tx,
  )
  const sayings = said.flatMap((one, index) => {
    const id = ids[index]
    return id === undefined
      ? []
      : [{ annotation: { ...one, id, updatedOn: new Date(saidAt) } satisfies StoredAnnotation, before: null, by, isRemoved: false }]
  })
  await insertHistory(tenant, sayings, null)
}

/** Removes what the posting said of rejects; the history keeps that it was said and taken back. */
export async function removePostedReasons(tenant: Tenant, postingId: number, by: SaidBy & { readonly saidAt: number }): Promise<void> {
  const { rows } = await sql<{ readonly id: LossAnnotationId }>`select id from loss_annotation where company_id = ${tenant.companyId}
    and output_posting_id = ${postingId} order by id`.execute(tenant.tx)
  const ids = rows.map(({ id }) => id)
  const annotations = await findAnnotations(tenant, ids)
  await deleteAnnotations(tenant, ids)
  await insertHistory(
    tenant,
    annotations.map((annotation) => ({ annotation, before: annotation, by, isRemoved: true })),
    null,
  )
}

/** Returns the losses of rejects of which the postings said the reasons, each with its posting. */
export async function listLossesOfPostings(
  tenant: Tenant,
  postingIds: readonly number[],
): Promise<readonly { readonly postingId: number; readonly loss: Loss }[]> {
  const { rows } = await sql<
    LossRow & { readonly postingId: number }
  >`select a.output_posting_id as "postingId", ${selectedFrom('l', LOSS_COLUMNS)}
    from loss_annotation a join loss l on l.company_id = a.company_id and l.annotation_id = a.id
    where a.company_id = ${tenant.companyId} and a.output_posting_id = any(${postingIds}::int[]) order by l.start_at, l.part`.execute(
    tenant.tx,
  )
  return rows.map(({ postingId, ...row }) => ({ postingId, loss: toLoss(row) }))
}
