import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, tenantLoader } from '#server/graphql/loader.ts'
import { listActiveOrders, listJobOrders } from './jobOrder.store.ts'
import type { JobOrder } from './jobOrder.store.ts'

export const JobOrderRef = builder.objectRef<JobOrder>('JobOrder')

export const jobOrderById = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  each(ids, await listJobOrders(tenant, ids), (order) => order.id),
)

/** The job orders that a work center works on now. */
export const activeOrdersOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[], { now }) => {
  const active = await listActiveOrders(tenant, ids, now())
  return ids.map((id) => active.get(id) ?? [])
})
