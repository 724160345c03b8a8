import { PIECE } from '#engine/pieces.ts'
import type { Pieces } from '#engine/pieces.ts'
import type { BatteryReading } from './batteryLow.ts'
import type { PhaseReading } from './dePhasing.ts'

/** The readings of one sensor, ascending; NaN = unavailable from then on. */
export type SensorSeries = { readonly instants: ArrayLike<number>; readonly values: ArrayLike<number> }

/**
 * Returns the series, each with its last earlier reading in front, moved to the instant from which all series are known. `before`: null = there is no
 * earlier reading; undefined = the series is dense and needs none.
 */
export function heldSince(
  series: readonly (SensorSeries | undefined)[],
  before: readonly ({ readonly at: number; readonly value: number | null } | null | undefined)[],
): readonly (SensorSeries | undefined)[] {
  const begins = before.map((held, index) => (held === undefined ? series[index]?.instants[0] : held?.at) ?? -Infinity)
  const since = Math.max(...begins)
  return series.map((one, index) => {
    const held = before[index] ?? null
    if (held === null) return one
    const { instants, values } = one ?? { instants: [], values: [] }
    return { instants: [since, ...Array.from(instants)], values: [held.value ?? Number.NaN, ...Array.from(values)] }
  })
}

/** Returns what is known of the battery at each instant at which its level or its charging was told; each holds until the next. */
export function batteryReadings([level, charging]: readonly (SensorSeries | undefined)[]): Pieces<readonly BatteryReading[]> {
  return heldPieces([level, charging], Infinity, (at, [percent = null, isCharging = null]) => ({
    at,
    level: percent,
    isCharging: (isCharging ?? 0) > 0,
  }))
}

/** Returns the currents of the phases at each instant at which one was told; one that is not told for `holdMs` is not known any more (domain.md E-20, S-6). */
export function phaseReadings(phases: readonly (SensorSeries | undefined)[], holdMs: number): Pieces<readonly PhaseReading[]> {
  return heldPieces(phases, holdMs, (at, [a = null, b = null, c = null]) => ({ at, a, b, c }))
}

function* heldPieces<Reading>(
  series: readonly (SensorSeries | undefined)[],
  holdMs: number,
  readingOf: (at: number, values: readonly (number | null)[]) => Reading,
): Pieces<readonly Reading[]> {
  const places = series.map(() => 0)
  const values: (number | null)[] = series.map(() => null)
  const endsAt: number[] = series.map(() => Infinity)
  const held: Reading[] = []
  for (;;) {
    // Of millions of readings: nothing is made for each but the reading.
    let at = Infinity
    for (let index = 0; index < series.length; index++)
      at = Math.min(at, series[index]?.instants[places[index] ?? 0] ?? Infinity, endsAt[index] ?? Infinity)
    if (at === Infinity) return held
    for (let index = 0; index < series.length; index++) {
      const one = series[index]
      if (endsAt[index] === at) {
        values[index] = null
        endsAt[index] = Infinity
      }
      const place = places[index] ?? 0
      if (one?.instants[place] !== at) continue
      const value = one.values[place] ?? Number.NaN
      values[index] = Number.isNaN(value) ? null : value
      endsAt[index] = Number.isNaN(value) ? Infinity : at + holdMs
      places[index] = place + 1
    }
    held.push(readingOf(at, values))
    if (held.length % PIECE === 0) yield
  }
}
