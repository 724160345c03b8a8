import { setImmediate as nextTurn } from 'node:timers/promises'
import { latenessOf } from '#engine/jobOrder/forecast/lateness.ts'
import type { Lateness } from '#engine/jobOrder/forecast/lateness.ts'
import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { LatenessOfOrders } from '#server/jobOrder/orderDeps.ts'
import { inTurn } from '#server/output/placeTurns.ts'
import { memoryOf } from './evidence.ts'
import type { EvidenceMemory } from './evidence.ts'
import { forecastPlaces } from './forecast.service.ts'
import type { ForecastOfOrder } from './forecast.service.ts'
import { listDueOrders } from './forecast.store.ts'

/** So many queues are forecast before others are answered. */
const PLACES_AT_ONCE = 25
/** What took longer is believed for ten times as long: a tenth of the time at most goes into it, however many pages ask. */
const SLOW_MS = 300
const BELIEVED_TIMES = 10

type Believed = { readonly until: number; readonly found: ReadonlyMap<JobOrderId, Lateness> }

/** Returns how the lateness of all open orders of a company is found: each company's one question after the other. */
export function latenessReader(database: Pick<Database, 'inTenant'>): LatenessOfOrders {
  const memory = memoryOf(database)
  const believed = new Map<CompanyId, Believed>()
  return (companyId, now) =>
    inTurn(`lateness of ${companyId}`, async () => {
      const known = believed.get(companyId)
      if (known !== undefined && performance.now() < known.until) return known.found
      believed.delete(companyId)
      const began = performance.now()
      const found = await database.inTenant(companyId, (tenant) => latenessOfAll(tenant, now, memory))
      const took = performance.now() - began
      if (took > SLOW_MS) believed.set(companyId, { until: performance.now() + BELIEVED_TIMES * took, found })
      return found
    })
}

/** By what each order tells of itself: late by the clock, or by the forecast of the queue that it waits in. */
async function latenessOfAll(tenant: Tenant, now: number, memory: EvidenceMemory): Promise<ReadonlyMap<JobOrderId, Lateness>> {
  const due = await listDueOrders(tenant)
  const places = [
    ...new Set(due.flatMap(({ workCenterId, status }) => (workCenterId === null || status === 'DRAFT' ? [] : [workCenterId]))),
  ]
  const forecasts = new Map<JobOrderId, ForecastOfOrder>()
  for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
    for (const [id, forecast] of await forecastPlaces(tenant, places.slice(from, from + PLACES_AT_ONCE), now, memory))
      forecasts.set(id, forecast)
    await nextTurn()
  }
  return new Map(
    due.flatMap(({ id, dueDate }) => {
      const { end = null, range = null } = forecasts.get(id) ?? {}
      const lateness = latenessOf({ dueDate, timeEnd: null, end, range }, now)
      return lateness === null ? [] : [[id, lateness] as const]
    }),
  )
}
