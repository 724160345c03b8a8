import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { addPiece, type Tally } from '#engine/oee/tally.ts'
import { addRunTime, decideUnits } from './bookUnits.ts'
import { classOf } from './classAt.ts'
import { epochAt } from './compiledSetup.ts'
import type { Fold } from './fold.ts'
import { hourRow, shiftRow, segmentRow } from './rows.ts'
import { pieceOf, stopAt, type StopView } from './stopAt.ts'
import { closeLoss, trackLoss } from './trackLoss.ts'
import { bookEffective, effectiveSegment } from './effectiveSegment.ts'
import type { OpenSegment } from './engineState.ts'
import { noteIssue } from './noteIssue.ts'
import { pushSegmentLosses } from './segmentLosses.ts'

/** State of the status at the end of the settled time: continues, ends, or shown as it is. */
export type SettleMode = 'GOES_ON' | 'ENDS' | 'SHOWN'

/**
 * Adds the time up to the instant to the sums, in pieces cut where the hour, the window or the rules in force change. Stops at the frontier.
 * Complete windows, hours and output segments become rows; stops become losses (G-14, S-21, S-22).
 */
export function settle(fold: Fold, to: number, mode: SettleMode = 'GOES_ON'): void {
  const known = Math.min(to, fold.candidate?.since ?? to, fold.stopSince ?? to)
  let view: StopView | null = null
  let viewedTo = -Infinity
  while (fold.settledTo < known) {
    const from = fold.settledTo
    const hour = fold.hours.find((open) => open.end > from)
    const window = fold.windows[0]
    const segment = fold.segments.find((open) => (open.end ?? Infinity) > from)
    if (!hour || !window || !segment) return
    if (from >= viewedTo) {
      view = stopAt(fold, from, known, mode !== 'ENDS')
      viewedTo = epochAt(fold.compiled, from).end
    }
    const piece = pieceOf(view, from)
    const decided = view && window.shift && mode === 'GOES_ON' ? view.finalUntil : Infinity
    const end = Math.min(known, hour.end, window.end ?? Infinity, segment.end ?? Infinity, viewedTo, piece?.end ?? Infinity, decided)
    if (end <= from) return
    const price = stretchAt(fold.compiled.stretches, segment.start)
    const timeClass = classOf(fold, view, piece, window.shift !== null)
    addPiece(hour.tally, timeClass, end - from, price)
    addPiece(window.tally, timeClass, end - from, price)
    if (view && window.shift && timeClass.isFailure) countFailure(fold, view.stop.start, [hour.tally, window.tally])
    addRunTime(segment, timeClass, hour.start, end - from)
    decideUnits(fold, end, timeClass)
    trackLoss(fold, from, view, piece)
    fold.settledTo = end
    finish(fold)
  }
}

/** A failure is a physical stop: it counts once, where its breakdown begins in a shift (domain.md D-30, E-14). */
function countFailure(fold: Fold, stopStart: number, tallies: readonly Tally[]): void {
  if (fold.failedStop === stopStart) return
  fold.failedStop = stopStart
  for (const tally of tallies) tally.failureCount += 1
}

/** Turns what is complete up to the settled time into rows. */
function finish(fold: Fold): void {
  const { hours, windows, segments, settledTo, rows, compiled } = fold
  for (let segment = segments[0]; segment && segment.end !== null && segment.end <= settledTo; segment = segments[0]) {
    pushSegment(fold, segment, segment.end)
    segments.shift()
  }
  const heldFrom = segments[0]?.slices ? segments[0].start : Infinity
  for (let hour = hours[0]; hour && hour.end <= Math.min(settledTo, heldFrom); hour = hours[0]) {
    rows.hours.push(hourRow(hour))
    hours.shift()
  }
  const window = windows[0]
  if (window && window.end !== null && window.end <= settledTo) {
    const row = shiftRow(window, window.end, compiled)
    if (row) rows.shifts.push(row)
    windows.shift()
  }
}

/** Closes the fold as it would look if time stopped at the instant: open rows with open ends, undecided time in the committed status. */
export function emitOpenRows(fold: Fold, now: number): void {
  settle(fold, now, 'SHOWN')
  const present = stopAt(fold, fold.settledTo, fold.settledTo, true)
  trackLoss(fold, fold.settledTo, present, pieceOf(present, fold.settledTo))
  const { status, rows, compiled } = fold
  if (status) rows.statuses.push({ start: status.since, end: null, kind: status.kind, statusRuleId: status.ruleId, cause: status.cause })
  closeLoss(fold, null, now)
  for (const segment of fold.segments) pushSegment(fold, segment, segment.end ?? now)
  for (const hour of fold.hours) rows.hours.push(hourRow(hour))
  for (const window of fold.windows) {
    const row = shiftRow(window, now, compiled)
    if (row) rows.shifts.push(row)
  }
}

/** Makes rows of a segment and its losses as of the instant, and adds its held-back output to its window and hours. */
function pushSegment(fold: Fold, segment: OpenSegment, until: number): void {
  const effective = effectiveSegment(segment, fold.compiled)
  bookEffective(fold, segment, effective)
  pushSegmentLosses(fold, segment, effective, until)
  fold.rows.outputs.push(segmentRow(segment, effective, fold.compiled.setup.units ?? []))
  const [window] = fold.windows
  if (segment.isMismatch && window) noteIssue(window, 'COUNTER_MISMATCH')
}
