/** One measured figure. A limit is the value not to exceed (or to reach, for rates); a peer is the same work by something simpler in the same run. */
export type Figure = {
  readonly bench: string
  readonly value: number
  readonly unit: string
  readonly limit?: number
  readonly peer?: number
  /** How many times it was measured. */
  readonly runs?: number
  readonly note?: string
}

/** Prints the figure as one JSON line, with its ratio to the limit and to the peer. */
export function print(figure: Figure): void {
  const ratio = figure.limit === undefined ? {} : { ratioToLimit: round(figure.value / figure.limit) }
  const peerRatio = figure.peer === undefined ? {} : { peer: round(figure.peer), ratioToPeer: round(figure.value / figure.peer) }
  console.log(JSON.stringify({ ...figure, value: round(figure.value), ...peerRatio, ...ratio }))
}

/** Returns the value below which the share `rank` (0 to 1) of the values lies. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(rank * sorted.length))] ?? Number.NaN
}

/** Returns the middle value. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
