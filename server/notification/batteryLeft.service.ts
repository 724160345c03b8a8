import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { batteryForecast, FORECAST_FROM_MS } from '#engine/notification/batteryForecast.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { readMeasured } from './measuredFacts.service.ts'
import { listMeasuredDevices } from './measuredFacts.store.ts'

/** A battery drains in days: an answer holds so long, and an inbox that is asked with each event reads the samples of two weeks once. */
const KEPT_MS = 10 * MINUTE_MS
/** Beyond so many the oldest are forgotten. */
const MOST_KEPT = 10_000

type Kept = { readonly at: number; readonly left: BatteryForecast | null }
/** By the reader of the server, so that what is kept ends with it. */
const keptBy = new WeakMap<SampleReader, Map<string, Kept>>()

type Asked = {
  readonly companyId: CompanyId
  readonly inTenant: <Result>(work: (tenant: Tenant) => Promise<Result>) => Promise<Result>
  readonly readSamples: SampleReader
  readonly now: number
}

/**
 * Returns how long the battery of each work center's device lasts as of the instant (ms UTC), by its last 14 days, or as it was up to ten minutes before; null =
 * that is not known. The reader has connections of its own: nothing is held while it reads, and however many work centers they are, their two weeks are read
 * at once and the rest one after the other (domain.md AL-29).
 */
export async function batteriesLeft(
  { companyId, inTenant, readSamples, now }: Asked,
  workCenterIds: readonly WorkCenterId[],
): Promise<readonly (BatteryForecast | null)[]> {
  const kept = keptBy.get(readSamples) ?? new Map<string, Kept>()
  keptBy.set(readSamples, kept)
  const keyOf = (id: WorkCenterId) => `${companyId}/${id}`
  const isFresh = (one: Kept | undefined) => one !== undefined && Math.abs(now - one.at) < KEPT_MS
  const stale = [...new Set(workCenterIds)].filter((id) => !isFresh(kept.get(keyOf(id))))
  const found = new Map<WorkCenterId, BatteryForecast | null>()
  if (stale.length > 0) {
    const devices = await inTenant((tenant) => listMeasuredDevices(tenant, stale))
    const asked = { start: now - FORECAST_FROM_MS, end: now, types: new Set(['BATTERY_LOW'] as const) }
    const sensorIds = [...devices.values()].flatMap(({ sensors }) =>
      ['BATTERY_LEVEL', 'CHARGING_STATUS'].flatMap((type) => sensors.get(type) ?? []),
    )
    const atOnce = sensorIds.length === 0 ? new Map<never, never>() : await readSamples(companyId, sensorIds, asked.start, asked.end)
    const reader: SampleReader = async (company, ids, start, end) =>
      start === asked.start && end === asked.end ? atOnce : await readSamples(company, ids, start, end)
    for (const id of stale) {
      const { battery = [] } = await readMeasured(companyId, devices.get(id), asked, reader)
      found.set(id, batteryForecast(battery, now))
    }
  }
  const answer = workCenterIds.map((id) => found.get(id) ?? kept.get(keyOf(id))?.left ?? null)
  for (const [id, left] of found) {
    kept.delete(keyOf(id))
    kept.set(keyOf(id), { at: now, left })
  }
  for (const key of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(key)
  }
  return answer
}
