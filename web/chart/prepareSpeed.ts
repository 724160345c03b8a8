import { MINUTE_MS } from '#engine/time/durations.ts'
import type { OutputBucket } from './prepareOutput.ts'
import type { SensorChart } from './prepareSignal.ts'

/**
 * Returns the speed in units a minute from counted output, as a chart of sensor values: for a work center without a speed sensor. Running buckets
 * are left out.
 */
export function speedOfOutput(buckets: readonly OutputBucket[], now: number): SensorChart {
  const over = buckets.filter((bucket) => Date.parse(bucket.timeEnd) <= now)
  const lengthMs = ({ timeStart, timeEnd }: OutputBucket) => Date.parse(timeEnd) - Date.parse(timeStart)
  return {
    // The middle of the bucket: its speed is that of the whole of it.
    arguments: over.map((bucket) => new Date(Date.parse(bucket.timeStart) + lengthMs(bucket) / 2).toISOString()),
    bucketSeconds: over[0] ? lengthMs(over[0]) / 1000 : 0,
    valueSeries: [{ sensorType: 'LINEAR_SPEED', values: over.map((bucket) => bucket.totalOutput / (lengthMs(bucket) / MINUTE_MS)) }],
  }
}
