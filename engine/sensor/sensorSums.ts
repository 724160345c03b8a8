import type { SensorType } from './sensorType.ts'
import type { SeriesPoints } from './seriesBuckets.ts'

/** Sensors whose readings are amounts, and cumulative ones, of which an amount is what they advanced. Readings of the others have no sum. */
const SUMMED: Partial<Record<SensorType, 'AMOUNTS' | 'INCREASES'>> = {
  DIGITAL_INPUT_1_DURATION: 'AMOUNTS',
  DIGITAL_INPUT_2_DURATION: 'AMOUNTS',
  DIGITAL_INPUT_3_DURATION: 'AMOUNTS',
  DIGITAL_INPUT_4_DURATION: 'AMOUNTS',
  DISCRETE_OUTPUT: 'AMOUNTS',
  ENERGY_CONSUMPTION: 'AMOUNTS',
  ACCEPTED_OUTPUT: 'INCREASES',
  OPERATING_TIME: 'INCREASES',
  OVERALL_ENERGY_CONSUMPTION: 'INCREASES',
  REJECTED_OUTPUT: 'INCREASES',
  TOTAL_OUTPUT: 'INCREASES',
}

/**
 * Returns the sum of a sensor per bucket: of amounts, or of what a cumulative sensor advanced since its reading before; one that fell begins at 0 again. Null
 * where the sensor has no sum, or no reading in the bucket.
 */
export function sensorSums(
  type: SensorType,
  { instants, values }: SeriesPoints,
  { start, bucketMs, count }: { readonly start: number; readonly bucketMs: number; readonly count: number },
): readonly (number | null)[] {
  const sums = Array.from({ length: count }, (): number | null => null)
  const meaning = SUMMED[type]
  if (meaning === undefined) return sums
  let before: number | null = null
  for (let index = 0; index < instants.length; index++) {
    const bucket = Math.floor(((instants[index] ?? 0) - start) / bucketMs)
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const amount = meaning === 'AMOUNTS' ? value : increase(before, value)
    before = value
    if (bucket >= 0 && bucket < count) sums[bucket] = (sums[bucket] ?? 0) + amount
  }
  return sums
}

function increase(before: number | null, value: number): number {
  if (before === null) return 0
  return value < before ? value : value - before
}
