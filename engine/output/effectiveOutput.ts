import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { OutputConfirmation, OutputCorrection } from '#engine/jobOrder/jobRun.ts'
import { addCounts, NO_OUTPUT } from './outputCount.ts'

/** Output that counts for figures, and where it came from (domain.md S-62). */
export type EffectiveOutput = {
  readonly count: OutputCount
  /** Whether confirmed output replaces the device's count. */
  readonly isConfirmed: boolean
  /** Confirmed less counted units; 0 unless confirmed. */
  readonly difference: number
}

/** How the device counted: whether its counts are figures at all, and of which orders each stroke made a piece. */
export type CountedHow = {
  readonly isTracked: boolean
  /** Orders that ran; empty = none. What was confirmed of another one was made elsewhere, and the device did not count it. */
  readonly orders: readonly JobOrderId[]
  /** Orders that share strokes, each of which makes a piece of every one (domain.md O-16); empty where they take turns. */
  readonly sharing: readonly JobOrderId[]
}

type Stretch = { readonly start: number; readonly end: number | null }

/** Returns the stretches ascending by their middle, which decides the output segment that each belongs to. */
export function byMiddle<T extends Stretch>(stretches: readonly T[]): readonly T[] {
  return stretches.toSorted((a, b) => middleOf(a) - middleOf(b) || a.start - b.start)
}

/**
 * Returns those of a segment, confirmations or corrections: whose middle lies in it. Each belongs to one segment, and to the one it overlaps most when
 * segments are cut again. One made while its segment was open belongs to the segment of its start.
 */
export function confirmationsWithin<T extends Stretch>(ascending: readonly T[], start: number, end: number | null): readonly T[] {
  const from = firstFrom(ascending, start)
  const to = end === null ? ascending.length : firstFrom(ascending, end)
  return from === to ? [] : ascending.slice(from, to)
}

/** Returns the device's count as people corrected it (domain.md O-13); nothing falls below 0. */
export function correctedCount(device: OutputCount, corrections: readonly OutputCorrection[]): OutputCount {
  if (corrections.length === 0) return device
  let { accepted, rejected } = device
  for (const one of corrections) {
    accepted += one.accepted
    rejected += one.rejected
  }
  accepted = Math.max(0, accepted)
  rejected = Math.max(0, rejected)
  return { total: accepted + rejected, accepted, rejected }
}

/**
 * Returns the effective output of a segment (domain.md S-62). Without confirmations: the device's. Partly confirmed: the device's total with the
 * larger rejects. Fully confirmed or closed: the confirmed output. Where output is not tracked automatically, only confirmations count. Where each
 * stroke makes a piece of every order, each order has its own part (domain.md O-16). Units of an order that did not run come on top.
 */
export function effectiveOutput(
  device: OutputCount,
  confirmations: readonly OutputConfirmation[],
  { isTracked, orders, sharing }: CountedHow,
): EffectiveOutput {
  const isForeign = ({ jobOrderId }: OutputConfirmation) => jobOrderId !== null && orders.length > 0 && !orders.includes(jobOrderId)
  if (!isTracked) return { count: sumOf(confirmations), isConfirmed: confirmations.length > 0, difference: 0 }
  const foreign = confirmations.filter(isForeign)
  const own = foreign.length === 0 ? confirmations : confirmations.filter((one) => !isForeign(one))
  const { count, isConfirmed } = ownOutput(device, own, sharing)
  if (foreign.length === 0) return { count, isConfirmed, difference: isConfirmed ? count.total - device.total : 0 }
  const all = addCounts(count, sumOf(foreign))
  return { count: all, isConfirmed, difference: isConfirmed ? all.total - device.total : 0 }
}

/** What stands of the orders that ran. */
function ownOutput(
  device: OutputCount,
  confirmations: readonly OutputConfirmation[],
  sharing: readonly JobOrderId[],
): Pick<EffectiveOutput, 'count' | 'isConfirmed'> {
  if (confirmations.length === 0) return { count: device, isConfirmed: false }
  const confirmed = sumOf(confirmations)
  const { standing, isComplete } =
    sharing.length > 1 ? sharedParts(device.total, confirmations, sharing) : wholeOf(device, confirmed, confirmations)
  if (isComplete) return { count: confirmed, isConfirmed: true }
  const rejected = Math.min(standing, Math.max(device.rejected, confirmed.rejected))
  return { count: { total: standing, accepted: standing - rejected, rejected }, isConfirmed: false }
}

function sumOf(confirmations: readonly OutputConfirmation[]): OutputCount {
  return confirmations.reduce(
    (sum, { accepted, rejected }) => addCounts(sum, { total: accepted + rejected, accepted, rejected }),
    NO_OUTPUT,
  )
}

function wholeOf(device: OutputCount, confirmed: OutputCount, confirmations: readonly OutputConfirmation[]) {
  return { standing: device.total, isComplete: confirmed.total >= device.total || confirmations.some(({ isClosing }) => isClosing) }
}

/** Of each order what was confirmed or stroked, whichever is more, until it is closed: then what was confirmed. */
function sharedParts(total: number, confirmations: readonly OutputConfirmation[], sharing: readonly JobOrderId[]) {
  // A corrected total of pieces need not divide by the orders; a part of a piece is none.
  const strokes = Number.isInteger(total) ? Math.ceil(total / sharing.length) : total / sharing.length
  let standing = 0
  let isComplete = true
  for (const order of sharing) {
    const own = confirmations.filter(({ jobOrderId }) => jobOrderId === order)
    const units = own.reduce((sum, { accepted, rejected }) => sum + accepted + rejected, 0)
    const isClosed = own.some(({ isClosing }) => isClosing)
    standing += isClosed ? units : Math.max(strokes, units)
    isComplete &&= isClosed || units >= strokes
  }
  const others = confirmations.filter(({ jobOrderId }) => jobOrderId === null || !sharing.includes(jobOrderId))
  for (const { accepted, rejected } of others) standing += accepted + rejected
  return { standing, isComplete: isComplete || others.some(({ isClosing }) => isClosing) }
}

function middleOf({ start, end }: Stretch): number {
  return end === null ? start : (start + end) / 2
}

/** The index of the first whose middle is at or after the instant. */
function firstFrom(ascending: readonly Stretch[], at: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const half = (low + high) >> 1
    const stretch = ascending[half]
    if (stretch && middleOf(stretch) < at) low = half + 1
    else high = half
  }
  return low
}
