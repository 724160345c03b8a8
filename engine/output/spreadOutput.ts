import type { OutputCount } from '#engine/facts.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'

/** Device count and run time of a segment within one hour. */
export type OutputSlice = {
  readonly hourStart: number
  readonly runMs: number
  readonly output: OutputCount
  /** The part of `output` made in excluded or silent time (domain.md D-40, S-6a). */
  readonly uncounted: OutputCount
}

type Spread = { readonly output: OutputCount; readonly uncounted: OutputCount }

const THOUSANDTHS = 1000

/**
 * Returns each slice's share of the effective output of its segment; shares sum to it. By device count, else by run time (domain.md S-62a, D-45).
 * Pieces stay whole, metres have three places. Time that does not count keeps its device count.
 */
export function spreadOutput(effective: OutputCount, slices: readonly OutputSlice[], type: WorkCenterType, isTracked: boolean): Spread[] {
  const runTimes = slices.map(({ runMs }) => runMs)
  const totals = slices.map(({ output }) => output.total)
  const weightsOf = (part: 'accepted' | 'rejected'): readonly number[] => {
    const own = slices.map(({ output }) => output[part])
    return isTracked && sum(own) > 0 ? own : isTracked && sum(totals) > 0 ? totals : runTimes
  }
  const accepted = spreadUnits(effective.accepted, weightsOf('accepted'), type)
  const rejected = spreadUnits(effective.rejected, weightsOf('rejected'), type)
  return slices.map(({ uncounted }, index) => {
    const output = countOf(accepted[index] ?? 0, rejected[index] ?? 0)
    const left = isTracked ? uncounted : countOf(0, 0)
    return { output, uncounted: countOf(Math.min(left.accepted, output.accepted), Math.min(left.rejected, output.rejected)) }
  })
}

/** Returns a share of the units for each weight. Cumulative shares are rounded, so that the parts are whole and sum to the units; without weights the last takes all. */
export function spreadUnits(units: number, weights: readonly number[], type: WorkCenterType): number[] {
  const whole = sum(weights)
  const step = type === 'CONTINUOUS' ? THOUSANDTHS : 1
  let weight = 0
  let given = 0
  return weights.map((own, index) => {
    weight += Math.max(0, own)
    const isLast = index === weights.length - 1
    const upTo = isLast ? units : whole > 0 ? Math.round((units * weight * step) / whole) / step : 0
    const share = upTo - given
    given = upTo
    return share
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0)
}

function countOf(accepted: number, rejected: number): OutputCount {
  return { total: accepted + rejected, accepted, rejected }
}
