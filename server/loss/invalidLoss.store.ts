import { sql } from 'kysely'
import type { LossAnnotationId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { findAnnotations } from './annotation.store.ts'
import { asId } from '#engine/ids.ts'
import { lossOfAnnotation } from './lossRow.ts'
import type { Loss } from './lossRow.ts'

export type InvalidLossFilter = {
  readonly ids: readonly number[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly periodFrom: number | null
  readonly periodTo: number | null
}

/** Returns a page of annotations without losses, newest first, and their number (domain.md S-28b). */
export async function pageInvalidLosses(
  tenant: Tenant,
  filter: InvalidLossFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Loss[]; readonly totalItems: number }> {
  const rows = await sql<{ id: number; total: number }>`select a.id, count(*) over () as total from loss_annotation a
    where a.company_id = ${tenant.companyId} and not a.is_valid
      ${filter.ids === null ? sql`` : sql`and -a.id = any(${filter.ids}::int8[])`}
      ${filter.workCenterIds === null ? sql`` : sql`and a.work_center_id = any(${filter.workCenterIds}::int[])`}
      ${filter.periodFrom === null ? sql`` : sql`and coalesce(a.end_at, 9007199254740991) > ${filter.periodFrom}::int8`}
      ${filter.periodTo === null ? sql`` : sql`and a.start_at < ${filter.periodTo}::int8`}
    order by a.start_at desc, a.id desc limit ${page.limit} offset ${page.offset}`.execute(tenant.tx)
  const ids = rows.rows.map(({ id }) => asId<LossAnnotationId>(id))
  const found = new Map((await findAnnotations(tenant, ids)).map((annotation) => [annotation.id, lossOfAnnotation(annotation)]))
  const items = ids.flatMap((id) => found.get(id) ?? [])
  return { items, totalItems: rows.rows[0]?.total ?? 0 }
}
