import type { OutputCount } from '#engine/facts.ts'
import type { OutputConfirmation } from '#engine/jobOrder/jobRun.ts'
import { addCounts, NO_OUTPUT } from './outputCount.ts'

/** Output that counts for figures, and where it came from (domain.md S-62). */
export type EffectiveOutput = {
  readonly count: OutputCount
  /** Whether confirmed output replaces the device's count. */
  readonly isConfirmed: boolean
  /** Confirmed less counted units; 0 unless confirmed. */
  readonly difference: number
}

/** Returns the confirmations ascending by their middle, which decides the output segment that each belongs to. */
export function byMiddle(confirmations: readonly OutputConfirmation[]): readonly OutputConfirmation[] {
  return confirmations.toSorted((a, b) => middleOf(a) - middleOf(b) || a.start - b.start)
}

/**
 * Returns the confirmations of a segment: those whose middle lies in it. Each belongs to one segment, and to the one it overlaps most when segments
 * are cut again. One made while its segment was open belongs to the segment of its start.
 */
export function confirmationsWithin(
  ascending: readonly OutputConfirmation[],
  start: number,
  end: number | null,
): readonly OutputConfirmation[] {
  const from = firstFrom(ascending, start)
  const to = end === null ? ascending.length : firstFrom(ascending, end)
  return from === to ? [] : ascending.slice(from, to)
}

/**
 * Returns the effective output of a segment (domain.md S-62). Without confirmations: the device's. Partly confirmed: the device's total with the
 * larger rejects. Fully confirmed or closed: the confirmed output. Where output is not tracked automatically, only confirmations count.
 */
export function effectiveOutput(device: OutputCount, confirmations: readonly OutputConfirmation[], isTracked: boolean): EffectiveOutput {
  let confirmed = NO_OUTPUT
  for (const { accepted, rejected } of confirmations) confirmed = addCounts(confirmed, { total: accepted + rejected, accepted, rejected })
  if (!isTracked) return { count: confirmed, isConfirmed: confirmations.length > 0, difference: 0 }
  if (confirmations.length === 0) return { count: device, isConfirmed: false, difference: 0 }
  if (confirmed.total >= device.total || confirmations.some(({ isClosing }) => isClosing))
    return { count: confirmed, isConfirmed: true, difference: confirmed.total - device.total }
  const rejected = Math.max(device.rejected, confirmed.rejected)
  return { count: { total: device.total, accepted: device.total - rejected, rejected }, isConfirmed: false, difference: 0 }
}

function middleOf({ start, end }: OutputConfirmation): number {
  return end === null ? start : (start + end) / 2
}

/** The index of the first whose middle is at or after the instant. */
function firstFrom(ascending: readonly OutputConfirmation[], at: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const half = (low + high) >> 1
    const confirmation = ascending[half]
    if (confirmation && middleOf(confirmation) < at) low = half + 1
    else high = half
  }
  return low
}
