import type { OutputCount } from '#engine/facts.ts'
import type { OutputConfirmation, ParallelMode } from '#engine/jobOrder/jobRun.ts'
import { priceOf, stretchAt, type OrderStretch } from '#engine/jobOrder/orderStretches.ts'
import { countOutput, discountOutput } from '#engine/oee/tally.ts'
import { confirmationsWithin, correctedCount, effectiveOutput, type EffectiveOutput } from '#engine/output/effectiveOutput.ts'
import { addCounts, NO_OUTPUT, subtractCounts } from '#engine/output/outputCount.ts'
import { spreadOutput, type OutputSlice } from '#engine/output/spreadOutput.ts'
import type { CompiledSetup } from './compiledSetup.ts'
import type { OpenSegment } from './engineState.ts'
import type { Fold } from './fold.ts'

/** What of a segment's effective output falls into one hour. */
type EffectiveSlice = { readonly hourStart: number; readonly output: OutputCount; readonly uncounted: OutputCount }

/** A segment with its effective output and its worth in ms; null = no reference speed (domain.md S-62, D-46). */
export type EffectiveSegment = EffectiveOutput & {
  /** What the device registered, as people corrected it (domain.md O-13). */
  readonly registered: OutputCount
  readonly stretch: OrderStretch
  readonly slices: readonly EffectiveSlice[]
  readonly uncounted: OutputCount
  /** Ms a unit of all units and of the rejected ones: means of the orders' cycles where the split among them was confirmed. */
  readonly unitMs: number | null
  readonly rejectMs: number | null
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
}

/** Returns whether effective output may differ from device counts between the instants, so that the sums wait for the segment's end. */
export function mayDiffer({ setup, confirmations, corrections }: CompiledSetup, start: number, end: number | null): boolean {
  return (
    !setup.output.isTrackedAutomatically ||
    confirmationsWithin(confirmations, start, end).length > 0 ||
    confirmationsWithin(corrections, start, end).length > 0
  )
}

/** Returns the effective output of the segment and its price. */
export function effectiveSegment(segment: OpenSegment, compiled: CompiledSetup): EffectiveSegment {
  const { setup } = compiled
  const stretch = stretchAt(compiled.stretches, segment.start)
  const isTracked = setup.output.isTrackedAutomatically
  if (!segment.slices && isTracked && compiled.confirmations.length === 0 && compiled.corrections.length === 0)
    return countedSegment(segment, stretch)
  const until = segment.end ?? segment.endsBy
  const confirmations = confirmationsWithin(compiled.confirmations, segment.start, until)
  const registered = correctedCount(segment.output, confirmationsWithin(compiled.corrections, segment.start, until))
  const orders = stretch.orders.map(({ jobOrderId }) => jobOrderId)
  const effective = effectiveOutput(registered, confirmations, { isTracked, orders, sharing: stretch.piecesPerStroke > 1 ? orders : [] })
  const device: readonly OutputSlice[] = segment.slices?.length ? segment.slices : [{ ...segment, hourStart: segment.start }]
  const spread = effective.count === segment.output ? device : spreadOutput(effective.count, device, setup.type, isTracked)
  const slices = spread.map(({ output, uncounted }, index) => ({ hourStart: device[index]?.hourStart ?? segment.start, output, uncounted }))
  const uncounted = slices.reduce((sum, slice) => addCounts(sum, slice.uncounted), NO_OUTPUT)
  const counted = subtractCounts(effective.count, uncounted)
  const cycle = (unitsOf: UnitsOf): number | null =>
    effective.isConfirmed ? confirmedCycle(confirmations, unitsOf, stretch, setup.jobs.parallelMode) : stretch.idealCycleMs
  const unitMs = cycle(({ accepted, rejected }) => accepted + rejected)
  const rejectMs = cycle(({ rejected }) => rejected)
  return {
    ...effective,
    registered,
    stretch,
    slices,
    uncounted,
    unitMs,
    rejectMs,
    netOperatingMs: unitMs === null ? null : counted.total * unitMs,
    qualityLossMs: unitMs === null ? null : lossOfRejects(counted.rejected, rejectMs),
  }
}

/** No rejects lose nothing, whether or not they have a price. */
function lossOfRejects(rejected: number, rejectMs: number | null): number | null {
  if (rejected === 0) return 0
  return rejectMs === null ? null : rejected * rejectMs
}

/** The device's counts are what counts. */
function countedSegment({ output, uncounted }: OpenSegment, stretch: OrderStretch): EffectiveSegment {
  const cycleMs = stretch.idealCycleMs
  return {
    count: output,
    registered: output,
    isConfirmed: false,
    difference: 0,
    stretch,
    slices: [],
    uncounted,
    unitMs: cycleMs,
    rejectMs: cycleMs,
    netOperatingMs: cycleMs === null ? null : (output.total - uncounted.total) * cycleMs,
    qualityLossMs: cycleMs === null ? null : (output.rejected - uncounted.rejected) * cycleMs,
  }
}

/** Adds the effective output of a segment to its window and hours, when its units were held back. */
export function bookEffective(fold: Fold, segment: OpenSegment, { slices, unitMs, rejectMs }: EffectiveSegment): void {
  if (!segment.slices) return
  const window = fold.windows.find(({ shift }) => shift?.start === segment.shiftStart)
  for (const { hourStart, output, uncounted } of slices) {
    // Without a settled moment there is no slice yet, and the segment's start stands for its hour.
    const hour = fold.hours.findLast(({ start }) => start <= hourStart)
    for (const part of [window, hour]) {
      if (!part) continue
      part.tally.output = addCounts(part.tally.output, output)
      discountOutput(part.tally, uncounted)
      countOutput(part.tally, subtractCounts(output, uncounted), unitMs, rejectMs)
    }
  }
}

type UnitsOf = (confirmation: OutputConfirmation) => number

/** Mean ms per confirmed unit, each order at its own cycle. */
function confirmedCycle(
  confirmations: readonly OutputConfirmation[],
  unitsOf: UnitsOf,
  stretch: OrderStretch,
  parallelMode: ParallelMode,
): number | null {
  const made = confirmations.map((confirmation) => ({ jobOrderId: confirmation.jobOrderId, units: unitsOf(confirmation) }))
  const units = made.reduce((sum, one) => sum + one.units, 0)
  if (units === 0 || stretch.orders.length < 2) return stretch.idealCycleMs
  const price = priceOf(made, stretch, parallelMode)
  return price === null ? null : price / units
}
