import { HOUR_MS } from '#engine/time/durations.ts'
import { unitsPerMinute } from '#engine/output/averageSpeed.ts'
import { seriesBuckets } from '#engine/sensor/seriesBuckets.ts'
import type { Interval } from '#engine/time/interval.ts'
import { listHourOutputs } from '#server/output/output.store.ts'
import { listSensors } from '#server/sensor/sensorList.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { EnergyDeps } from './energy.service.ts'

/** Speed of a period in units (or metres) a minute; null where nothing tells it. */
export type SpeedStat = { readonly average: number | null; readonly max: number | null; readonly shiftId: number | null }

/** Longest period read from a speed sensor; longer ones use output. */
const MAX_READ_MS = 31 * 24 * HOUR_MS
const HOLD_MS = 180_000

/** Returns the speed: the speed sensor's time-weighted mean and greatest value, else units an hour of planned time, the greatest of whole hours. */
export async function speedStat(deps: EnergyDeps, workCenter: WorkCenter, period: Interval, shiftId: number | null): Promise<SpeedStat> {
  const end = Math.min(period.end, deps.now())
  if (end <= period.start) return { average: null, max: null, shiftId }
  const filter = { workCenterIds: [workCenter.id], deviceIds: null, types: ['LINEAR_SPEED' as const] }
  const [sensor] = await deps.inTenant((tenant) => listSensors(tenant, filter))
  if (sensor !== undefined && end - period.start <= MAX_READ_MS) {
    const series = (await deps.readSamples(workCenter.companyId, [sensor.id], period.start - HOLD_MS, end)).get(sensor.id)
    const window = { start: period.start, bucketMs: end - period.start, count: 1, holdMs: HOLD_MS }
    const [bucket] = series ? seriesBuckets(series, window) : []
    return { average: bucket?.average ?? null, max: bucket?.max ?? null, shiftId }
  }
  const hours = await deps.inTenant((tenant) => listHourOutputs(tenant, workCenter.id, period.start, end))
  const plannedMs = hours.reduce((sum, hour) => sum + hour.plannedMs, 0)
  const total = hours.reduce((sum, hour) => sum + hour.total, 0)
  const speeds = hours.map((hour) => unitsPerMinute(hour.total, hour.plannedMs)).filter((speed) => speed !== null)
  return {
    average: unitsPerMinute(total, plannedMs),
    max: speeds.length > 0 ? Math.max(...speeds) : null,
    shiftId,
  }
}
