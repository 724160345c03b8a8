import { bucketAt } from '#engine/time/bucket.ts'
import { emptyTally } from '#engine/oee/tally.ts'
import { openSegment } from './bookUnits.ts'
import type { Fold } from './fold.ts'
import { nextChange } from '#engine/jobOrder/orderStretches.ts'
import { nextUnitChange, type UnitVersion } from '#engine/output/unitVersions.ts'
import { nextCut } from '#engine/output/outputCut.ts'
import { meterTo } from './meterSpeed.ts'
import { readOutput } from './readOutput.ts'
import { settle } from './settle.ts'
import { silenceDevice } from './silenceDevice.ts'
import { commitCandidate, refreshStatus } from './statusTimeline.ts'

const UTC_DAY_MS = 86_400_000
const NO_UNITS: readonly UnitVersion[] = []

/** Begins with the first sample ever: opens the window, hour and segment that hold it. */
export function startFold(fold: Fold, at: number): void {
  fold.at = at
  fold.firstAt = at
  fold.settledTo = at
  fold.meteredTo = at
  openWindow(fold, at)
}

/** Decides the fold's instant once all its samples are known: output first, since it was made before the status changed. */
export function decideInstant(fold: Fold): void {
  if (fold.at === null) return
  readOutput(fold)
  silenceDevice(fold)
  refreshStatus(fold, fold.at)
}

/** Lets time pass to the instant: statuses fall silent, are committed or declared, hours and shifts end. Costs nothing between two such events. */
export function elapse(fold: Fold, to: number): void {
  for (let at = nextEvent(fold); at <= to; at = nextEvent(fold)) {
    const { signal, candidate } = fold
    if (candidate && candidate.commitAt === at) commitCandidate(fold)
    else if (borderOf(fold) === at) crossBorder(fold, at)
    else if (segmentChangeOf(fold) === at) crossSegmentChange(fold, at)
    else if (at === to) return
    else if (signal) refreshStatus(fold, at)
  }
}

/**
 * Jumps to the window of the instant when only borders lie before it. For live views only: rows of the skipped windows are lost, and a work center
 * silent for a year costs no more than one just gone silent.
 */
export function skipWindows(fold: Fold, now: number): void {
  const { start } = fold.compiled.calendar.windowAt(now)
  while (softEvent(fold) < start) elapse(fold, softEvent(fold) + 1)
  const window = fold.windows.at(-1)
  if (fold.candidate || !window || window.start >= start || (fold.at ?? now) >= start) return
  fold.windows = []
  fold.hours = []
  fold.segments = []
  fold.undecided = []
  fold.loss = null
  fold.settledTo = start
  fold.meteredTo = Math.max(fold.meteredTo, start)
  openWindow(fold, start)
}

/** Returns the next instant at which something happens by itself; silence and rules set in just after it, so a sample at that instant comes first. */
export function nextEvent(fold: Fold): number {
  return Math.min(borderOf(fold), segmentChangeOf(fold), softEvent(fold))
}

/** The next instant at which the status changes by itself. */
function softEvent(fold: Fold): number {
  const { signal, candidate } = fold
  const soft = signal ? Math.min(signal.silentFrom, signal.stopAt, fold.epoch.end) : Infinity
  return Math.min(candidate?.commitAt ?? Infinity, soft)
}

/** Returns the instant from which a sample finds a new checkpoint: the next shift start, or UTC midnight out of schedule. */
export function nextCheckpoint(fold: Fold): number {
  const window = fold.windows.at(-1)
  if (!window || fold.at === null) return Infinity
  const end = window.end ?? Infinity
  return window.shift ? end : Math.min(end, (Math.floor(fold.at / UTC_DAY_MS) + 1) * UTC_DAY_MS)
}

function borderOf(fold: Fold): number {
  const hour = fold.hours.at(-1)
  return hour ? hour.end : Infinity
}

/** Hours end where windows end, so the hour's end is the only border. */
function crossBorder(fold: Fold, at: number): void {
  meterTo(fold, at)
  const window = fold.windows.at(-1)
  if (!window || window.end === at) openWindow(fold, at)
  else openHour(fold, at)
  settle(fold, at)
}

/** The next change of the orders in progress or of the unit, or the next cut. What changed before the fold's instant without a rewind is not followed. */
function segmentChangeOf(fold: Fold): number {
  const { stretches, setup, cuts } = fold.compiled
  const { units = NO_UNITS } = setup
  const segment = stretches.length > 1 || units.length > 1 || cuts.length > 0 ? fold.segments.at(-1) : undefined
  if (!segment) return Infinity
  const from = Math.max(segment.start, fold.at ?? segment.start)
  return Math.min(nextChange(stretches, from), nextUnitChange(units, from), nextCut(cuts, from))
}

/** Orders that start or stop, another unit and a cut end the segment and begin one (domain.md S-60, E-55, O-4). */
function crossSegmentChange(fold: Fold, at: number): void {
  meterTo(fold, at)
  const last = fold.segments.at(-1)
  if (last) last.end = at
  fold.segments.push(openSegment(fold, at, fold.windows.at(-1)?.shift?.start ?? null))
  settle(fold, at)
}

function openWindow(fold: Fold, at: number): void {
  const window = fold.compiled.calendar.windowAt(at)
  const start = Math.max(window.start, window.shift ? -Infinity : (fold.firstAt ?? at))
  fold.windows.push({
    start,
    end: window.end === Infinity ? null : window.end,
    shift: window.shift,
    tally: emptyTally(),
    issues: [],
    unclassifiedLosses: 0,
  })
  const last = fold.segments.at(-1)
  if (last) last.end = at
  fold.segments.push(openSegment(fold, at, window.shift?.start ?? null))
  openHour(fold, at)
}

function openHour(fold: Fold, at: number): void {
  const window = fold.windows.at(-1)
  if (!window) return
  const bucket = bucketAt(fold.compiled.calendar.zoneAt(at), at)
  const start = Math.max(bucket.start, window.shift ? window.start : -Infinity)
  const end = Math.min(bucket.end, window.end ?? Infinity)
  fold.hours.push({ start: Math.max(start, previousHourEnd(fold)), end, shiftStart: window.shift?.start ?? null, tally: emptyTally() })
}

function previousHourEnd(fold: Fold): number {
  return fold.hours.at(-1)?.end ?? -Infinity
}
