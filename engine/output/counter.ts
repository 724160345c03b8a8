/** A cumulative counter's last reading. `trusted` is the reading before an outlier, kept until the next one shows which was wrong. */
export type CounterReading = {
  readonly at: number
  readonly value: number
  readonly trusted: { readonly at: number; readonly value: number } | null
}

/** What one reading adds. `isReset`: the counter started again; `isSpike`: more than the machine can make, not counted. */
export type CounterDelta = {
  readonly delta: number
  readonly isReset: boolean
  readonly isSpike: boolean
  readonly reading: CounterReading
}

export type CounterRules = {
  /** Values the counter takes before it starts again at 0, null = as its reading suggests: 16 or 32 bits. */
  readonly counterRange: number | null
  /** Ms a unit at reference speed, null = unknown: nothing is a spike then. */
  readonly idealCycleMs: number | null
  /** The shortest span of a reading, so that a late message does not look like a spike. */
  readonly minSpanMs: number
}

const ROLL_OVER_SHARE = 0.99
/** Counters of 16 and of 32 bits. */
const USUAL_RANGES = [65_536, 4_294_967_296]
const SPIKE_FACTOR = 3

/**
 * Returns the units that a reading adds (domain.md S-63): the difference; the reading itself after a reset flag or drop; across the top of the range
 * when the last reading was in its last 1 %. The first reading adds nothing.
 */
export function readCounter(
  last: CounterReading | null,
  at: number,
  value: number,
  hasResetFlag: boolean,
  rules: CounterRules,
): CounterDelta {
  const reading = { at, value, trusted: null }
  if (last === null) return { delta: 0, isReset: false, isSpike: false, reading }
  if (last.trusted && !hasResetFlag && value >= last.trusted.value && value < last.value) {
    const delta = value - last.trusted.value
    if (!isSpike(delta, at - last.trusted.at, rules)) return { delta, isReset: false, isSpike: false, reading }
  }
  const range = !hasResetFlag && value < last.value ? rangeEndingAfter(last.value, rules.counterRange) : null
  const isReset = hasResetFlag || (value < last.value && range === null)
  const delta = isReset ? Math.max(0, value) : value - last.value + (range ?? 0)
  if (isSpike(delta, at - last.at, rules)) {
    const trusted = last.trusted ?? { at: last.at, value: last.value }
    return { delta: 0, isReset: false, isSpike: true, reading: { at, value, trusted } }
  }
  return { delta, isReset, isSpike: false, reading }
}

/** Returns the range with the reading in its last 1 %, null for none. */
function rangeEndingAfter(value: number, counterRange: number | null): number | null {
  const ranges = counterRange === null ? USUAL_RANGES : [counterRange]
  return ranges.find((range) => value >= range * ROLL_OVER_SHARE && value < range) ?? null
}

function isSpike(delta: number, spanMs: number, rules: CounterRules): boolean {
  if (rules.idealCycleMs === null) return false
  return delta * rules.idealCycleMs > SPIKE_FACTOR * Math.max(spanMs, rules.minSpanMs, rules.idealCycleMs)
}
