import type { CompanyId } from '#engine/ids.ts'
import { sensorSums } from '#engine/sensor/sensorSums.ts'
import { seriesBuckets } from '#engine/sensor/seriesBuckets.ts'
import type { SeriesBucket } from '#engine/sensor/seriesBuckets.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { Refusal } from '#server/refusal.ts'
import type { ListedSensor } from './sensorList.store.ts'
import type { SampleReader } from './sampleSeries.ts'

/** One reading; value null = unavailable from then on. */
export type Reading = { readonly at: number; readonly value: number | null }

/** What a chart needs to know of a sensor. */
export type ChartedSensor = Pick<ListedSensor, 'id' | 'type' | 'number' | 'name'>
export type ChartSeries = Pick<ListedSensor, 'type' | 'number'> & { readonly label: string; readonly buckets: readonly SeriesBucket[] }
export type ChartData = { readonly instants: readonly number[]; readonly bucketSeconds: number; readonly series: readonly ChartSeries[] }

type Window = { readonly start: number; readonly end: number }
type Reporting = { readonly reportMode: ReportMode; readonly nominalPeriodMs: number }

const MAX_POINTS = 5000
const MAX_READINGS = 10_000
const WEEK_MS = 7 * DAY_MS
const DEFAULT_REPORTING: Reporting = { reportMode: 'PERIODIC', nominalPeriodMs: 10_000 }

const UNITS: Partial<Record<SensorType, string>> = {
  POWER: 'kW',
  AVERAGE_POWER: 'kW',
  ENERGY_CONSUMPTION: 'kWh',
  OVERALL_ENERGY_CONSUMPTION: 'kWh',
  ELECTRIC_CURRENT: 'A',
  ELECTRIC_CURRENT_A: 'A',
  ELECTRIC_CURRENT_B: 'A',
  ELECTRIC_CURRENT_C: 'A',
  LOAD: '%',
  BATTERY_LEVEL: '%',
  SIGNAL_LEVEL: '%',
  TEMPERATURE: '°C',
  LINEAR_SPEED: 'm/min',
  TOTAL_OUTPUT: 'pcs',
  ACCEPTED_OUTPUT: 'pcs',
  REJECTED_OUTPUT: 'pcs',
}

/** Returns the unit in which a sensor type reports, null where devices differ. */
export function unitOfSensor(type: SensorType): string | null {
  return UNITS[type] ?? null
}

/** Returns at most `maxPoints` equal buckets of the period with the values of each sensor; refuses less than 2 and more than 5000 points. */
export async function chartOf(
  readSamples: SampleReader,
  companyId: CompanyId,
  sensors: readonly ChartedSensor[],
  wanted: Window & { readonly maxPoints: number; readonly device: Reporting | null },
): Promise<ChartData> {
  if (wanted.maxPoints < 2 || wanted.maxPoints > MAX_POINTS) {
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'maxPoints', params: { value: wanted.maxPoints, min: 2, max: MAX_POINTS } })
  }
  const bucketSeconds = Math.max(1, Math.ceil((wanted.end - wanted.start) / 1000 / wanted.maxPoints))
  const window = windowOf(wanted, bucketSeconds, wanted.device ?? DEFAULT_REPORTING)
  const series = await readSamples(
    companyId,
    sensors.map((sensor) => sensor.id),
    wanted.start - lead(window.holdMs),
    wanted.end,
  )
  return {
    instants: Array.from({ length: window.count }, (_, bucket) => window.start + bucket * window.bucketMs),
    bucketSeconds,
    series: sensors.map((sensor) => ({
      type: sensor.type,
      number: sensor.number,
      label: sensor.name ?? (sensor.number === 1 ? sensor.type : `${sensor.type}:${sensor.number}`),
      buckets: seriesBuckets(series.get(sensor.id) ?? { instants: [], values: [] }, window),
    })),
  }
}

/** Returns the readings as reported, or in buckets of so many seconds; refuses more than 10 000 of either. */
export async function readingsOf(
  readSamples: SampleReader,
  companyId: CompanyId,
  sensor: ListedSensor,
  wanted: Window & { readonly bucketSeconds: number | null; readonly isSum: boolean },
): Promise<
  | { readonly series: readonly Reading[] }
  | { readonly series?: undefined; readonly buckets: readonly { readonly at: number; readonly bucket: SeriesBucket }[] }
> {
  // What a counter advanced is counted from its reading before the period.
  const from = wanted.isSum ? wanted.start - DAY_MS : wanted.start
  const points = (await readSamples(companyId, [sensor.id], from, wanted.end)).get(sensor.id) ?? { instants: [], values: [] }
  if (wanted.bucketSeconds === null) {
    requireFew(points.instants.length)
    return { series: Array.from(points.instants, (at, index) => ({ at, value: known(points.values[index]) })) }
  }
  if (wanted.bucketSeconds < 1)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'batchSize', params: { value: wanted.bucketSeconds, min: 1 } })
  const window = windowOf(wanted, wanted.bucketSeconds, DEFAULT_REPORTING)
  requireFew(window.count)
  if (wanted.isSum) {
    const sums = sensorSums(sensor.type, points, window)
    return { series: sums.flatMap((value, index) => (value === null ? [] : [{ at: window.start + index * window.bucketMs, value }])) }
  }
  return { buckets: seriesBuckets(points, window).map((bucket, index) => ({ at: window.start + index * window.bucketMs, bucket })) }
}

/** Returns the newest reading before the instant, looked for a day and then a week back; null when there is none. */
export async function lastReading(
  readSamples: SampleReader,
  companyId: CompanyId,
  sensor: Pick<ListedSensor, 'id'>,
  before: number,
): Promise<Reading | null> {
  for (const back of [DAY_MS, WEEK_MS]) {
    const points = (await readSamples(companyId, [sensor.id], before - back, before)).get(sensor.id)
    const last = points ? points.instants.length - 1 : -1
    if (points && last >= 0) return { at: points.instants[last] ?? before, value: known(points.values[last]) }
  }
  return null
}

function windowOf({ start, end }: Window, bucketSeconds: number, device: Reporting) {
  const bucketMs = bucketSeconds * 1000
  return {
    start,
    bucketMs,
    count: Math.ceil((end - start) / bucketMs),
    holdMs: device.reportMode === 'PERIODIC' ? maxSampleGap(device.nominalPeriodMs) : Infinity,
  }
}

/** A value holds on from before the period, looked up for at most a day. */
function lead(holdMs: number): number {
  return Math.min(holdMs, DAY_MS)
}

function requireFew(count: number): void {
  if (count > MAX_READINGS) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'endTime', params: { value: count, max: MAX_READINGS } })
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
