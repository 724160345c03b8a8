import type { WorkCenterId } from '#engine/ids.ts'
import { batteryForecast, FORECAST_FROM_MS } from '#engine/notification/batteryForecast.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import type { Tenant } from '#server/db/database.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { readMeasured } from './measuredFacts.service.ts'
import { listMeasuredDevices } from './measuredFacts.store.ts'

/** Returns how long the battery of the work center's device lasts as of the instant (ms UTC), by its last 14 days; null = that is not known. */
export async function batteryLeft(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  now: number,
  readSamples: SampleReader,
): Promise<BatteryForecast | null> {
  const asked = { start: now - FORECAST_FROM_MS, end: now, types: new Set(['BATTERY_LOW'] as const) }
  const devices = await listMeasuredDevices(tenant, [workCenterId])
  const { battery = [] } = await readMeasured(tenant.companyId, devices.get(workCenterId), asked, readSamples)
  return batteryForecast(battery, now)
}
