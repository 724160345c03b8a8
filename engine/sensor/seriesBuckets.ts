/** What is drawn of a bucket; null = no data in it. */
export type SeriesBucket = { readonly average: number; readonly min: number; readonly max: number; readonly sum: number } | null

export type SeriesPoints = { readonly instants: ArrayLike<number>; readonly values: ArrayLike<number> }

/**
 * Returns per bucket of `bucketMs` from `start` the minimum, maximum, time-weighted mean (a sample holds until the next, at most `holdMs`, domain.md
 * S-6) and sum of its samples. NaN ends the previous sample and is a gap, never 0.
 */
export function seriesBuckets(
  series: SeriesPoints,
  window: { readonly start: number; readonly bucketMs: number; readonly count: number; readonly holdMs: number },
): SeriesBucket[] {
  const { start, bucketMs, count, holdMs } = window
  const end = start + bucketMs * count
  const weight = new Float64Array(count)
  const area = new Float64Array(count)
  const sum = new Float64Array(count)
  const min = new Float64Array(count).fill(Infinity)
  const max = new Float64Array(count).fill(-Infinity)
  for (let at = 0; at < series.instants.length; at++) {
    const from = series.instants[at] ?? end
    const value = series.values[at] ?? Number.NaN
    if (from >= end || Number.isNaN(value)) continue
    const until = Math.min(series.instants[at + 1] ?? Infinity, from + holdMs, end)
    if (from >= start) sum[Math.floor((from - start) / bucketMs)] = (sum[Math.floor((from - start) / bucketMs)] ?? 0) + value
    for (let bucket = Math.floor((Math.max(from, start) - start) / bucketMs); bucket < count; bucket++) {
      const bucketStart = start + bucket * bucketMs
      const held = Math.min(until, bucketStart + bucketMs) - Math.max(from, bucketStart)
      if (held <= 0) break
      weight[bucket] = (weight[bucket] ?? 0) + held
      area[bucket] = (area[bucket] ?? 0) + held * value
      if (value < (min[bucket] ?? Infinity)) min[bucket] = value
      if (value > (max[bucket] ?? -Infinity)) max[bucket] = value
    }
  }
  return Array.from(weight, (held, bucket) =>
    held === 0 ? null : { average: (area[bucket] ?? 0) / held, min: min[bucket] ?? 0, max: max[bucket] ?? 0, sum: sum[bucket] ?? 0 },
  )
}
