import { setImmediate as nextTurn } from 'node:timers/promises'
import { latenessOf } from '#engine/jobOrder/forecast/lateness.ts'
import type { Lateness } from '#engine/jobOrder/forecast/lateness.ts'
import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { LatenessOfOrders } from '#server/jobOrder/orderDeps.ts'
import { memoryOf } from './evidence.ts'
import type { EvidenceMemory } from './evidence.ts'
import { forecastPlaces } from './forecast.service.ts'
import type { ForecastOfOrder } from './forecast.service.ts'
import { fingerprintOfOpen, listDueOrders } from './forecast.store.ts'

/** So many queues are forecast before others are answered. */
const PLACES_AT_ONCE = 25
/** What took longer is believed for ten times as long, as long as no order changes: of what machines count, a tenth of the time at most is followed. */
const SLOW_MS = 300
const BELIEVED_TIMES = 10

type Found = ReadonlyMap<JobOrderId, Lateness>
/** What was found, until when it is believed, and of which orders: a change of theirs ends that. */
type Belief = { readonly until: number; readonly orders: string; readonly found: Found }
/** What is being found of a company, what will be found after it, and what is believed for a while. */
type Line = { running: Promise<Found> | null; waiting: Promise<Found> | null; belief: Belief | null }

/**
 * Returns how the lateness of all open orders of a company is found. However many pages ask at once, it is found once more at most: whoever asks while it is
 * being found gets what is found after that.
 */
export function latenessReader(database: Pick<Database, 'inTenant'>): LatenessOfOrders {
  const memory = memoryOf(database)
  const lines = new Map<CompanyId, Line>()
  const find = async (tenant: Tenant, line: Line, now: number): Promise<Found> => {
    const orders = await fingerprintOfOpen(tenant)
    const { belief } = line
    if (belief !== null && performance.now() < belief.until && belief.orders === orders) return belief.found
    const began = performance.now()
    const found = await latenessOfAll(tenant, now, memory)
    const took = performance.now() - began
    line.belief = took > SLOW_MS ? { until: performance.now() + BELIEVED_TIMES * took, orders, found } : null
    return found
  }
  const begin = (companyId: CompanyId, line: Line, now: number): Promise<Found> => {
    const own = database
      .inTenant(companyId, (tenant) => find(tenant, line, now))
      .finally(() => {
        if (line.running === own) line.running = null
        if (line.running === null && line.waiting === null && line.belief === null) lines.delete(companyId)
      })
    line.running = own
    return own
  }
  return (companyId, now) => {
    const line = lines.get(companyId) ?? { running: null, waiting: null, belief: null }
    lines.set(companyId, line)
    if (line.waiting !== null) return line.waiting
    if (line.running === null) return begin(companyId, line, now)
    const next = () => {
      line.waiting = null
      return begin(companyId, line, now)
    }
    line.waiting = line.running.then(next, next)
    return line.waiting
  }
}

/** By what each order tells of itself: late by the clock, or by the forecast of the queue that it waits in; none where its end is not known. */
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
      const { end = null, range = null, notBefore = null } = forecasts.get(id) ?? {}
      const lateness = latenessOf({ dueDate, timeEnd: null, end, range, notBefore }, now)
      return lateness === null ? [] : [[id, lateness] as const]
    }),
  )
}
