import { loader } from '#server/graphql/loader.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { memoryOf } from './evidence.ts'
import { forecastPlaces } from './forecast.service.ts'

/** When an order will be made; null where that is not known, of drafts and of what is closed. */
export const forecastOf = loader(
  async (orders: readonly JobOrder[], context) => {
    const open = orders.filter(({ status }) => status === 'PROGRESS' || status === 'PLANNED' || status === 'ON_HOLD')
    const places = [...new Set(open.flatMap(({ workCenterId }) => workCenterId ?? []))]
    if (places.length === 0) return orders.map(() => null)
    const found = await context.inTenant((tenant) => forecastPlaces(tenant, places, context.deps.now(), memoryOf(context.deps.database)))
    return orders.map(({ id }) => found.get(id) ?? null)
  },
  ({ id }) => id,
)
