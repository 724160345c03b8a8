import { readCounter } from './counter.ts'
import type { CounterReading } from './counter.ts'
import type { BucketRules, CounterSeries, CounterSeriesSet } from './outputBuckets.ts'

/**
 * Returns when the units of a machine were counted (ms UTC, ascending): pulses at their instants; those that a reading of a counter adds lie before it, one
 * cycle apart at most. Where parts have no counter of their own, all units are told.
 */
export function unitInstants(series: CounterSeriesSet, rules: Omit<BucketRules, 'calculationType'>): readonly number[] {
  const units = series.pulses === null ? [] : unitsOfPulses(series.pulses)
  const counter = series.total ?? series.accepted
  if (counter !== null) units.push(...unitsOfCounter(counter, rules))
  return units.toSorted((a, b) => a - b)
}

/** A reading that adds more than this is a batch of which nobody knows when each was made. */
const MOST_OF_READING = 1000

function unitsOfPulses({ instants, values }: CounterSeries): number[] {
  const units: number[] = []
  for (let index = 0; index < instants.length; index++) {
    const count = values[index] ?? Number.NaN
    for (let unit = 0; unit < Math.min(count, MOST_OF_READING); unit++) units.push(instants[index] ?? 0)
  }
  return units
}

function unitsOfCounter({ instants, values }: CounterSeries, rules: Omit<BucketRules, 'calculationType'>): number[] {
  const units: number[] = []
  let last: CounterReading | null = null
  for (let index = 0; index < instants.length; index++) {
    const [at, value] = [instants[index] ?? 0, values[index] ?? Number.NaN]
    if (Number.isNaN(value)) continue
    const before: number | null = last === null ? null : last.at
    const read = readCounter(last, at, value, false, rules)
    last = read.reading
    const count = Math.min(Math.floor(read.delta), MOST_OF_READING)
    if (count <= 0 || before === null) continue
    const apart = Math.min((at - before) / count, rules.idealCycleMs ?? Infinity)
    for (let unit = count - 1; unit >= 0; unit--) units.push(at - unit * apart)
  }
  return units
}
