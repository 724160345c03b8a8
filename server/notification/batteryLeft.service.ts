import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { batteryForecast, FORECAST_FROM_MS } from '#engine/notification/batteryForecast.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { gatherSamples } from '#server/sensor/gatheredSamples.ts'
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
 * that is not known. The reader has connections of its own: nothing is held while it reads, and however many work centers they are, they are
 * read together (domain.md AL-29).
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
    const reader = gatherSamples(readSamples)
    const read = async (id: WorkCenterId): Promise<void> => {
      const { battery = [] } = await readMeasured(companyId, devices.get(id), asked, reader)
      found.set(id, batteryForecast(battery, now))
    }
    await Promise.all(stale.map(read))
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
