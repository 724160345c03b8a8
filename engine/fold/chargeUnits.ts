import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import type { OutputCount } from '#engine/facts.ts'
import { countOutput, discountOutput } from '#engine/oee/tally.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import type { OutputSlice } from '#engine/output/spreadOutput.ts'
import type { OpenHour, OpenSegment, OpenWindow } from './engineState.ts'
import type { Fold } from './fold.ts'

/** Where units are booked. */
export type Place = { readonly window: OpenWindow; readonly hour: OpenHour; readonly segment: OpenSegment }

/** Charges units that count in net operating time, at the price of their segment (domain.md D-11, D-46). */
export function count(fold: Fold, { window, hour, segment }: Place, units: OutputCount): void {
  if (segment.slices || !isTracked(fold)) return
  const { idealCycleMs } = stretchAt(fold.compiled.stretches, segment.start)
  countOutput(window.tally, units, idealCycleMs)
  countOutput(hour.tally, units, idealCycleMs)
}

/** Charges units that are output, but no net operating time (domain.md D-40, S-6a). */
export function discount(fold: Fold, { window, hour, segment }: Place, units: OutputCount): void {
  segment.uncounted = addCounts(segment.uncounted, units)
  if (segment.slices) editSlice(segment, hour.start, (slice) => ({ ...slice, uncounted: addCounts(slice.uncounted, units) }))
  else if (isTracked(fold)) for (const { tally } of [window, hour]) discountOutput(tally, units)
}

/** Returns whether device counts are in the sums. They are not where people report the output. */
export function isTracked({ compiled }: Fold): boolean {
  return compiled.setup.output.isTrackedAutomatically
}

/** Changes the slice of the hour; slices are shared with the state before, so they are replaced. */
export function editSlice(segment: OpenSegment, hourStart: number, edit: (slice: OutputSlice) => OutputSlice): void {
  const slices = segment.slices ?? []
  const isKnown = slices.some((slice) => slice.hourStart === hourStart)
  const all = isKnown ? slices : [...slices, { hourStart, runMs: 0, output: NO_OUTPUT, uncounted: NO_OUTPUT }]
  segment.slices = all.map((slice) => (slice.hourStart === hourStart ? edit(slice) : slice))
}
