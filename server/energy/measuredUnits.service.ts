import { QUARTER_MS } from '#engine/energy/energyHours.ts'
import type { Interval } from '#engine/time/interval.ts'
import { listOtherUnits } from '#server/output/measurementUnit.store.ts'
import { listHourUnits, listShiftTimes } from '#server/output/output.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { energyOf } from './energy.service.ts'
import type { EnergyDeps } from './energy.service.ts'

/** Good units of a stretch: all of them, and those that its energy is divided by; null where some are in another unit than the present one (domain.md E-56). */
export type StretchUnits = { readonly accepted: number; readonly measured: number } | null

/** A stretch whose energy is known: its kWh, and whether all of its time has some. */
export type KnownStretch = Interval & { readonly kwh: number | null; readonly isWhole: boolean }

type Time = Interval & {
  /** Which of the stretches it is in. */
  readonly at: number
  /** Null = out of shifts. */
  readonly shiftStart: number | null
}

/**
 * Returns the good units of the hours that begin in each of the ascending stretches, of an hour that a shift border divides each part by itself, so that
 * those of a shift are its own; `measured` are those of shifts of which there is energy in the stretch, since what was made while nothing was measured would make a unit look cheap (domain.md D-34). Time out of shifts counts as one shift.
 */
export async function unitsOfStretches(
  deps: EnergyDeps,
  workCenter: WorkCenter,
  stretches: readonly KnownStretch[],
): Promise<readonly StretchUnits[]> {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return []
  const hours = await deps.inTenant((tenant) => listHourUnits(tenant, workCenter.id, first.start, last.end))
  const others = await deps.inTenant((tenant) => listOtherUnits(tenant, workCenter.id, { start: first.start, end: last.end }))
  const measured = await measuredShifts(deps, workCenter, stretches)
  const sums = stretches.map(() => ({ accepted: 0, measured: 0 }))
  let at = 0
  for (const { start, shiftStart, accepted } of hours) {
    while (at < stretches.length && (stretches[at]?.end ?? Infinity) <= start) at++
    const [stretch, sum] = [stretches[at], sums[at]]
    if (stretch === undefined || sum === undefined || start < stretch.start) continue
    sum.accepted += accepted
    if (stretch.kwh !== null && (stretch.isWhole || measured.has(keyOf({ at, shiftStart })))) sum.measured += accepted
  }
  if (others.length === 0) return sums
  return sums.map((sum, index) => {
    const { start = 0, end = 0 } = stretches[index] ?? {}
    return others.some((one) => one.start < end && (one.end ?? Infinity) > start) ? null : sum
  })
}

/** Returns the shifts with energy in those stretches whose energy is known in part. */
async function measuredShifts(deps: EnergyDeps, workCenter: WorkCenter, stretches: readonly KnownStretch[]): Promise<ReadonlySet<string>> {
  const partly = stretches.map((stretch, at) => ({ ...stretch, at })).filter(({ kwh, isWhole }) => kwh !== null && !isWhole)
  const [first, last] = [partly[0], partly.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const shifts = await deps.inTenant((tenant) => listShiftTimes(tenant, workCenter.id, first.start, last.end))
  const times = cutAtShifts(partly, shifts)
  const energies = await energyOf(deps, workCenter, times)
  return new Set(times.filter((_, index) => energies[index]?.kwh != null).map(keyOf))
}

function keyOf({ at, shiftStart }: Pick<Time, 'at' | 'shiftStart'>): string {
  return `${at} ${shiftStart}`
}

/** Both lists ascend. Energy is kept by the quarter of an hour: a quarter is of the shift that it begins in. */
function cutAtShifts(stretches: readonly (Interval & { readonly at: number })[], shifts: readonly Interval[]): readonly Time[] {
  const times: Time[] = []
  const quarterFrom = (instant: number) => Math.ceil(instant / QUARTER_MS) * QUARTER_MS
  let next = 0
  for (const { start, end, at } of stretches) {
    let from = start
    const upTo = (until: number, shiftStart: number | null) => {
      const to = Math.min(end, until)
      if (to > from) times.push({ start: from, end: to, at, shiftStart })
      from = Math.max(from, to)
    }
    while (next < shifts.length && (shifts[next]?.end ?? Infinity) <= start) next++
    for (let one = next; one < shifts.length; one++) {
      const shift = shifts[one]
      if (shift === undefined || shift.start >= end) break
      upTo(quarterFrom(shift.start), null)
      upTo(quarterFrom(shift.end), shift.start)
    }
    upTo(end, null)
  }
  return times
}
