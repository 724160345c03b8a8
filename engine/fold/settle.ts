import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { addPiece } from '#engine/oee/tally.ts'
import { meaningOf } from '#engine/status/ruleSet.ts'
import { addRunTime, decideUnits } from './bookUnits.ts'
import { noteIssue } from './noteIssue.ts'
import { classAt } from './classAt.ts'
import { bookEffective } from './effectiveSegment.ts'
import { epochAt } from './compiledSetup.ts'
import type { Fold } from './fold.ts'
import { hourRow, segmentRow, shiftRow } from './rows.ts'

/**
 * Puts the time up to the instant into the sums, piece by piece: cut where the hour, the window or the rules in force change. Stops at the
 * frontier. Windows, hours and output segments that are complete become rows; stops become losses (domain.md §1.6, S-21, S-22).
 */
export function settle(fold: Fold, to: number): void {
  const until = Math.min(to, fold.candidate?.since ?? to, fold.stopSince ?? to)
  while (fold.settledTo < until) {
    const hour = fold.hours.find(({ end }) => end > fold.settledTo)
    const window = fold.windows[0]
    const segment = fold.segments[0]
    if (!hour || !window || !segment) return
    const end = Math.min(until, hour.end, window.end ?? Infinity, segment.end ?? Infinity, epochAt(fold.compiled, fold.settledTo).end)
    const piece = classAt(fold, fold.settledTo)
    const price = stretchAt(fold.compiled.stretches, segment.start)
    addPiece(hour.tally, piece, end - fold.settledTo, price)
    addPiece(window.tally, piece, end - fold.settledTo, price)
    addRunTime(segment, piece, hour.start, end - fold.settledTo)
    decideUnits(fold, end, piece)
    trackLoss(fold, fold.settledTo)
    fold.settledTo = end
    finish(fold)
  }
}

/**
 * Opens, goes on with or closes the loss of the committed status from the instant on: one piece a stop and shift, none out of schedule
 * (domain.md S-21). Pieces of one stop share its start, also across a shift change (S-22).
 */
export function trackLoss(fold: Fold, at: number): void {
  const { status, loss } = fold
  const shift = fold.windows[0]?.shift
  const meaning = status && meaningOf(epochAt(fold.compiled, at), status)
  const isWanted = status !== null && shift && meaning?.generatesLoss === true
  if (loss) {
    const isSame =
      isWanted && loss.chainStart === status.since && loss.shiftStart === shift.start && loss.isScheduledLoss === meaning.isScheduledLoss
    if (isSame) return
    closeLoss(fold, at)
  }
  if (isWanted)
    fold.loss = { start: at, chainStart: status.since, status, isScheduledLoss: meaning.isScheduledLoss, shiftStart: shift.start }
}

function closeLoss(fold: Fold, end: number | null): void {
  const { loss } = fold
  if (!loss) return
  fold.rows.losses.push({
    source: 'STATUS',
    start: loss.start,
    end,
    chainStart: loss.chainStart,
    kind: loss.status.kind,
    statusRuleId: loss.status.ruleId,
    isScheduledLoss: loss.isScheduledLoss,
    shiftStart: loss.shiftStart,
    part: 0,
    reasonId: null,
    reasonSource: null,
    isProvisional: false,
    annotationId: null,
    level: 2,
    quantity: null,
    durationMs: null,
  })
  const window = fold.windows[0]
  if (window && window.shift?.start === loss.shiftStart && !loss.isScheduledLoss) window.unplannedLosses += 1
  fold.loss = null
}

/** Turns what is complete up to the settled time into rows. */
function finish(fold: Fold): void {
  const { hours, windows, segments, settledTo, rows, compiled } = fold
  for (let segment = segments[0]; segment && segment.end !== null && segment.end <= settledTo; segment = segments[0]) {
    bookEffective(fold, segment)
    rows.outputs.push(segmentRow(segment, compiled))
    noteMismatch(fold, segment.isMismatch)
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

function noteMismatch(fold: Fold, isMismatch: boolean): void {
  const window = fold.windows[0]
  if (isMismatch && window) noteIssue(window, 'COUNTER_MISMATCH')
}

/** Closes the fold as it would look if time stopped at the instant: open rows with open ends, undecided time in the committed status. */
export function emitOpenRows(fold: Fold, now: number): void {
  settle(fold, now)
  trackLoss(fold, fold.settledTo)
  const { status, rows, compiled } = fold
  if (status) rows.statuses.push({ start: status.since, end: null, kind: status.kind, statusRuleId: status.ruleId, cause: status.cause })
  closeLoss(fold, null)
  for (const segment of fold.segments) {
    bookEffective(fold, segment)
    rows.outputs.push(segmentRow(segment, compiled))
    noteMismatch(fold, segment.isMismatch)
  }
  for (const hour of fold.hours) rows.hours.push(hourRow(hour))
  for (const window of fold.windows) {
    const row = shiftRow(window, now, compiled)
    if (row) rows.shifts.push(row)
  }
}
