import { LATENESSES } from '#engine/jobOrder/forecast/lateness.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listActiveOrders, listJobOrders } from './jobOrder.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listOrderEvents } from './jobOrderEvent.store.ts'
import { listOrderFacts } from './jobOrderFacts.store.ts'
import { listLinks } from './jobOrderLink.store.ts'
import { listPlaces } from './jobOrderList.store.ts'
import { listOrderOutput, settleRunning } from './jobOrderOutput.store.ts'
import { sharedOutput } from './sharedOutput.ts'
import type { SharedOutput } from './sharedOutput.ts'
import { listRunsOf } from './jobRun.store.ts'

export const JobOrderRef = builder.objectRef<JobOrder>('JobOrder')

export const LatenessEnum = builder.enumType('JobOrderLateness', {
  description: 'By the due date: late already or in all that is likely, likely late by the middle of the forecast, at risk by its worst.',
  values: LATENESSES,
})

export const jobOrderById = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  each(ids, await listJobOrders(tenant, ids), (order) => order.id),
)

/** The job orders that a work center works on now. */
export const activeOrdersOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[], { now }) => {
  const active = await listActiveOrders(tenant, ids, now())
  return ids.map((id) => active.get(id) ?? [])
})

/** What decides what may be done with an order. */
export const orderFactsOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) => {
  await settleRunning(tenant, ids)
  return each(ids, await listOrderFacts(tenant, ids), (facts) => facts.id)
})

/** What was made of an order; null = it was never worked on. */
export const orderOutputOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) => {
  const found = await listOrderOutput(tenant, ids)
  return ids.map((id) => {
    const output = found.get(id)
    return output === undefined ? null : { made: madeOutput(output.alone, output.elsewhere), isShared: output.isShared }
  })
})

/** What is counted for an order together with others; null = nothing is. */
export const sharedOutputOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]): Promise<(SharedOutput | null)[]> => {
  await settleRunning(tenant, ids)
  const found = await sharedOutput(tenant, ids)
  return ids.map((id) => found.get(id) ?? null)
})

/** The place of an order in its queue, from 1; null = it does not wait. */
export const orderPlaceOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) => {
  const found = await listPlaces(tenant, ids)
  return ids.map((id) => found.get(id) ?? null)
})

export const orderEventsOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listOrderEvents(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

export const orderLinksOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listLinks(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

export const orderRunsOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listRunsOf(tenant, ids), ({ jobOrderId }) => jobOrderId),
)
