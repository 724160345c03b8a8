import type { OutputCount } from '#engine/facts.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { spreadUnits } from './spreadOutput.ts'

/** What decides the share of a segment in what is confirmed over several. */
export type SharingSegment = { readonly remaining: OutputCount; readonly registered: OutputCount; readonly runMs: number }

/** Units by type. */
export type ConfirmedUnits = { readonly accepted: number; readonly rejected: number }

/**
 * Returns the share of each segment in units that are confirmed over all of them (domain.md O-7): by what waits in each, and what exceeds that by all
 * that their device registered, then by run time. Pieces stay whole, other units have three places; shares sum to the units.
 */
export function distributeOutput(units: ConfirmedUnits, segments: readonly SharingSegment[], type: WorkCenterType): ConfirmedUnits[] {
  const accepted = shares(units.accepted, segments, 'accepted', type)
  const rejected = shares(units.rejected, segments, 'rejected', type)
  return segments.map((_segment, index) => ({ accepted: accepted[index] ?? 0, rejected: rejected[index] ?? 0 }))
}

function shares(units: number, segments: readonly SharingSegment[], part: 'accepted' | 'rejected', type: WorkCenterType): number[] {
  const left = segments.map(({ remaining }) => remaining[part])
  const covered = Math.min(units, rounded(sum(left)))
  const byRest = covered > 0 ? spreadUnits(covered, left, type) : left.map(() => 0)
  const over = rounded(units - covered)
  if (over <= 0) return byRest
  const registered = segments.map((segment) => segment.registered.total)
  const weights = sum(registered) > 0 ? registered : segments.map(({ runMs }) => runMs)
  return spreadUnits(over, weights, type).map((share, index) => rounded(share + (byRest[index] ?? 0)))
}

/**
 * Returns the cuts of ordered wholes along ordered shares: of each whole how much falls into each share, so that both sums stay (domain.md O-1, O-9).
 * What exceeds the shares is left out.
 */
export function fillShares(
  wholes: readonly number[],
  room: readonly number[],
): { readonly whole: number; readonly share: number; readonly units: number }[] {
  const parts: { whole: number; share: number; units: number }[] = []
  const left = [...room]
  let share = 0
  for (const [whole, units] of wholes.entries()) {
    let rest = units
    while (rest > 0 && share < left.length) {
      const part = Math.min(rest, left[share] ?? 0)
      if (part > 0) parts.push({ whole, share, units: rounded(part) })
      rest = rounded(rest - part)
      left[share] = rounded((left[share] ?? 0) - part)
      if ((left[share] ?? 0) <= 0) share++
    }
  }
  return parts
}

/** Returns the units split evenly over so many containers, in whole pieces where the work center makes pieces, else in thousandths, larger parts first (domain.md O-1). */
export function splitEvenly(units: number, count: number, type: WorkCenterType): number[] {
  const step = type === 'CONTINUOUS' ? 1000 : 1
  const whole = Math.round(units * step)
  return Array.from({ length: count }, (_part, index) => (Math.floor(whole / count) + (index < whole % count ? 1 : 0)) / step)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Thousandths, without the noise of differences. */
function rounded(units: number): number {
  return Math.round(units * 1000) / 1000
}
