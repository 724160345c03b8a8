import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { listJobOrders } from './jobOrder.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { orderNotFound } from './orderDeps.ts'
import type { VisiblePlaces } from './orderDeps.ts'

/** Returns the order if the person may see it; refuses any other as JOB_ORDER_NOT_FOUND. */
export async function visibleOrder(tenant: Tenant, visible: VisiblePlaces, id: JobOrderId): Promise<JobOrder> {
  const [order] = await listJobOrders(tenant, [id])
  if (order === undefined || !isOrderVisible(visible, order)) throw orderNotFound(id)
  return order
}

/** Returns whether the person may see the order: who sees only some work centers sees no drafts there (domain.md J-7). */
export function isOrderVisible(visible: VisiblePlaces, { workCenterId, status }: Pick<JobOrder, 'status' | 'workCenterId'>): boolean {
  return isPlaceVisible(visible, workCenterId) && (visible === null || status !== 'DRAFT')
}

/** Returns whether the person may see orders of the work center; null = those of none. */
export function isPlaceVisible(visible: VisiblePlaces, workCenterId: number | null): boolean {
  return visible === null || (workCenterId !== null && visible.has(workCenterId))
}

/** Returns the order as it is now. */
export async function requireOrder(tenant: Tenant, id: JobOrderId): Promise<JobOrder> {
  const [order] = await listJobOrders(tenant, [id])
  if (order === undefined) throw orderNotFound(id)
  return order
}

/** Tells pages, once this transaction commits, that imports of orders changed: what was asked of them, or how far one is. */
export async function notifyImports(tenant: Tenant): Promise<void> {
  await notifyRecordsChanged(tenant, [{ workCenterId: null, kinds: ['orderImport'], from: 0, to: null }])
}

/** Tells pages, once this transaction commits, that orders of the work centers changed. */
export async function notifyOrders(tenant: Tenant, workCenterIds: readonly JobOrder['workCenterId'][]): Promise<void> {
  const places = [...new Set(workCenterIds)]
  await notifyRecordsChanged(
    tenant,
    places.map((workCenterId) => ({ workCenterId, kinds: ['order'], from: 0, to: null })),
  )
}
