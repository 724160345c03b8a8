import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Fold } from './fold.ts'
import { OUTPUT_SENSORS } from './statusSignal.ts'
import { bookUnits } from './bookUnits.ts'

/** Returns whether a continuous work center's output is its measured speed over time, because nothing counts it (domain.md D-50). */
export function isMetered(fold: Fold): boolean {
  return (
    fold.compiled.setup.type === 'CONTINUOUS' &&
    fold.sensors['LINEAR_SPEED'] !== undefined &&
    OUTPUT_SENSORS.every((sensor) => !fold.sensors[sensor])
  )
}

/** Adds the metres run since the last call: each speed holds until the next, at most the longest gap (domain.md D-50, S-6). */
export function meterTo(fold: Fold, to: number): void {
  const speed = fold.sensors['LINEAR_SPEED']
  if (!speed || fold.compiled.setup.type !== 'CONTINUOUS') return
  const from = Math.max(fold.meteredTo, speed.at)
  const until = Math.min(to, speed.at + fold.compiled.maxGapMs)
  fold.meteredTo = Math.max(fold.meteredTo, to)
  if (speed.value === null || speed.value <= 0 || until <= from || !isMetered(fold)) return
  const metres = (speed.value * (until - from)) / MINUTE_MS
  bookUnits(fold, { total: metres, accepted: null, rejected: null }, until, false)
}
