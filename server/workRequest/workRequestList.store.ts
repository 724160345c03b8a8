import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { Order, PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import { REQUEST_COLUMNS } from './workRequest.store.ts'
import type { WorkRequest } from './workRequest.store.ts'

/** Which requests a list shows; null = whatever it is. */
export type WorkRequestFilter = {
  readonly statuses: readonly WorkRequestStatus[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Part of the text. */
  readonly search: string | null
  readonly responsibleId: UserId | null
  /** Wrote it, or is responsible for it. */
  readonly concernsId: UserId | null
  /** Due before the instant and open. */
  readonly overdueAt: Date | null
  /** What the caller may see: `places` null = all; else those of the places, and what concerns the person. */
  readonly seenBy: { readonly places: readonly WorkCenterId[] | null; readonly userId: UserId }
}

export const WORK_REQUEST_ORDER_FIELDS = ['CREATED', 'DUE', 'ID', 'STATUS_SINCE', 'UPDATED'] as const
export type WorkRequestOrderField = (typeof WORK_REQUEST_ORDER_FIELDS)[number]

const ORDER: Readonly<Record<WorkRequestOrderField, RawBuilder<unknown>>> = {
  CREATED: sql`r.created_at`,
  DUE: sql`r.due_at`,
  ID: sql`r.id`,
  STATUS_SINCE: sql`r.status_since`,
  UPDATED: sql`r.updated_on`,
}

/**
 * Returns a page of the requests that the filter leaves, those without the value last, and how many there are: above MAX_COUNTED one more than that. By the
 * date that they are due, what waits for nobody comes after what is open, the last that was closed first: it is due no more (domain.md ST-3).
 */
export async function pageRequests(
  tenant: Tenant,
  filter: WorkRequestFilter,
  { order, range }: { readonly order: Order<WorkRequestOrderField>; readonly range: PageRange },
): Promise<{ readonly items: readonly WorkRequest[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const where = conditionOf(tenant, filter)
  const direction = order.isDescending ? sql`desc nulls last` : sql`asc nulls last`
  const by = order.field === 'DUE' ? dueOrder(direction) : sql`${ORDER[order.field]} ${direction}`
  const found = await sql<WorkRequest>`select ${REQUEST_COLUMNS} from work_request r where ${where}
    order by ${by}, r.id ${direction} limit ${range.size + 1} offset ${(range.page - 1) * range.size}`.execute(tenant.tx)
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (select 1 from work_request r
    where ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return {
    items: found.rows.slice(0, range.size),
    totalItems: counted.rows[0]?.total ?? 0,
    hasNext: found.rows.length > range.size,
  }
}

function dueOrder(direction: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOver = sql`(r.status in ('DONE', 'CANCELED', 'ARCHIVE'))`
  return sql`${isOver}, case when not ${isOver} then r.due_at end ${direction}, case when ${isOver} then r.status_since end desc nulls last`
}

/** Returns how many requests of each status the filter leaves, its own statuses aside; a status without any is missing. */
export async function countRequests(tenant: Tenant, filter: WorkRequestFilter): Promise<ReadonlyMap<WorkRequestStatus, number>> {
  const { rows } = await sql<{ readonly status: WorkRequestStatus; readonly count: number }>`select r.status, count(*)::int as count
    from work_request r where ${conditionOf(tenant, { ...filter, statuses: null })} group by r.status`.execute(tenant.tx)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

function conditionOf(tenant: Tenant, filter: WorkRequestFilter): RawBuilder<boolean> {
  const { statuses, workCenterIds, search, responsibleId, concernsId, overdueAt, seenBy } = filter
  const conditions = [
    sql<boolean>`r.company_id = ${tenant.companyId}`,
    statuses !== null && sql<boolean>`r.status = any(${statuses}::text[])`,
    workCenterIds !== null && sql<boolean>`r.work_center_id = any(${workCenterIds}::int[])`,
    search !== null && sql<boolean>`strpos(${folded(sql`r.content`)}, ${folded(sql`${search}::text`)}) > 0`,
    responsibleId !== null && sql<boolean>`r.responsible_id = ${responsibleId}`,
    concernsId !== null && sql<boolean>`(r.created_by = ${concernsId} or r.responsible_id = ${concernsId})`,
    overdueAt !== null && sql<boolean>`r.due_at < ${overdueAt} and r.status not in ('DONE', 'CANCELED', 'ARCHIVE')`,
    seenBy.places !== null &&
      sql<boolean>`(r.work_center_id = any(${seenBy.places}::int[]) or r.created_by = ${seenBy.userId} or r.responsible_id = ${seenBy.userId})`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}
