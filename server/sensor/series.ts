import type { Series } from './sampleCodec.ts'

/** The time that one sample chunk covers. */
export const CHUNK_MS = 3_600_000

/** Returns the start of the chunk that the instant belongs to. */
export function chunkStart(at: number): number {
  return Math.floor(at / CHUNK_MS) * CHUNK_MS
}

/** Returns both series in order of time; of two readings of one instant the first one's, the stored, stays (domain.md S-1). `added` may be in any order and repeat itself. */
export function mergeSeries(stored: Series, added: Series): Series {
  const sorted = sortedSeries(added)
  if (stored.instants.length === 0) return sorted
  const instants: number[] = []
  const values: number[] = []
  let left = 0
  let right = 0
  while (left < stored.instants.length || right < sorted.instants.length) {
    const leftAt = stored.instants[left] ?? Infinity
    const rightAt = sorted.instants[right] ?? Infinity
    instants.push(Math.min(leftAt, rightAt))
    values.push((leftAt <= rightAt ? stored.values[left] : sorted.values[right]) ?? Number.NaN)
    if (leftAt <= rightAt) left++
    if (rightAt <= leftAt) right++
  }
  return { instants, values }
}

/** Returns the series split into the chunks that its instants belong to, by their start. */
export function splitByChunk({ instants, values }: Series): Map<number, { instants: number[]; values: number[] }> {
  const parts = new Map<number, { instants: number[]; values: number[] }>()
  let part: { instants: number[]; values: number[] } | undefined
  let start = Number.NaN
  instants.forEach((at, index) => {
    if (part === undefined || chunkStart(at) !== start) {
      start = chunkStart(at)
      part = parts.get(start) ?? { instants: [], values: [] }
      parts.set(start, part)
    }
    part.instants.push(at)
    part.values.push(values[index] ?? Number.NaN)
  })
  return parts
}

/** Returns the part of the series in `[start, end)`. */
export function clipSeries({ instants, values }: Series, start: number, end: number): Series {
  const from = lowerBound(instants, start)
  const to = lowerBound(instants, end)
  return from === 0 && to === instants.length
    ? { instants, values }
    : { instants: instants.slice(from, to), values: values.slice(from, to) }
}

function sortedSeries({ instants, values }: Series): Series {
  let isAscending = true
  for (let index = 1; index < instants.length && isAscending; index++) isAscending = (instants[index - 1] ?? 0) < (instants[index] ?? 0)
  if (isAscending) return { instants, values }
  const order = instants.map((_, index) => index).sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0) || a - b)
  const unique = order.filter((index, place) => place === 0 || instants[index] !== instants[order[place - 1] ?? 0])
  return { instants: unique.map((index) => instants[index] ?? 0), values: unique.map((index) => values[index] ?? Number.NaN) }
}

function lowerBound(instants: readonly number[], at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((instants[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
