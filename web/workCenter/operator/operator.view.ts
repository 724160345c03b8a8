import { lengthClassOf, type LengthClass } from '#engine/loss/rankReasons.ts'
import type { StopBundle } from '#engine/loss/bundleStops.ts'
import { type AskableLoss, isAsked, isWorthACheck, stopQueue } from '#engine/loss/stopPrompt.ts'
import type { QueuedLossFragment } from '#web/api/generated/graphql.ts'
import { type Stop, stopOf } from '#web/parts/classify/stops.view.ts'

/** A stop as operator mode shows it. */
export type OpStop = Stop & { readonly shiftStart: number; readonly status: string }
export type OpRow = StopBundle<OpStop>

/** The stops of one work center as its operators see them. */
export type OpQueue = {
  /** What waits for a reason, the newest first. */
  readonly rows: readonly OpRow[]
  /** What a rule said of long stops. */
  readonly toCheck: readonly OpStop[]
  /** What people said in this shift, the newest first. */
  readonly explained: readonly OpStop[]
  /** The newest of all stops of the shift; null without any. */
  readonly last: OpStop | null
}

/**
 * Returns the stops of the work center sorted by what people are asked about them; a loss that came twice counts once. What ended before `foldBefore`
 * is counted elsewhere.
 */
export function operatorQueue(losses: readonly QueuedLossFragment[], workCenterId: number, now: number, foldBefore?: number): OpQueue {
  const own = [...new Map(losses.filter((loss) => loss.workCenterId === workCenterId).map((loss) => [loss.id, loss])).values()]
  const stops = own.map((loss) => ({ stop: opStopOf(loss), askable: askableOf(loss) }))
  const asked = stops.filter(({ askable }) => isAsked(askable)).map(({ stop }) => stop)
  const known = stops.filter(({ askable }) => askable.hasReason && askable.end !== null)
  const explained = known.map(({ stop }) => ({ workCenterId, start: stop.start, end: stop.end ?? stop.start }))
  const newestFirst = (some: readonly OpStop[]) => some.toSorted((left, right) => right.start - left.start)
  const ofPeople = stops.filter(({ stop, askable }) => stop.reasonSource === 'MANUAL' && askable.isValid).map(({ stop }) => stop)
  return {
    rows: stopQueue(asked, now, explained, foldBefore).rows,
    toCheck: newestFirst(stops.filter(({ askable }) => isWorthACheck(askable)).map(({ stop }) => stop)),
    explained: newestFirst(ofPeople).slice(0, SHOWN_EXPLAINED),
    last: newestFirst(stops.filter(({ askable }) => askable.isValid).map(({ stop }) => stop))[0] ?? null,
  }
}

/** What was said can be changed from the screen; more of it is on the page of the losses. */
const SHOWN_EXPLAINED = 10

function opStopOf(loss: QueuedLossFragment): OpStop {
  const { shift, kind, statusRule } = loss
  const shiftStart = shift == null ? Date.parse(loss.timeStart) : Date.parse(shift.timeStart)
  return { ...stopOf(loss), shiftStart, status: `${kind} ${statusRule?.id ?? ''}` }
}

function askableOf(loss: QueuedLossFragment): AskableLoss {
  return {
    source: loss.source,
    kind: loss.kind,
    isScheduledLoss: loss.isScheduledLoss,
    isValid: loss.isValid,
    level: loss.lossLevel === 1 ? 1 : loss.lossLevel === 3 ? 3 : 2,
    hasReason: loss.reason != null,
    reasonSource: loss.reasonSource ?? null,
    isShiftConfirmed: loss.shift?.status === 'CONFIRMED',
    start: Date.parse(loss.timeStart),
    end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd),
  }
}

type LiveStatus = { readonly isEffective: boolean; readonly since: number }

/** What a screen saw of a machine: whether it works, and when it began to after something else; null = it did all the time. */
export type SeenWork = { readonly isWorking: boolean; readonly restartedAt: number | null }

/** Returns what the screen has seen of the machine with the status of now: not everything that interrupts work is a stop. */
export function seenWork(before: SeenWork | null, status: LiveStatus | null): SeenWork | null {
  if (status === null) return before
  if (!status.isEffective) return before?.isWorking === false ? before : { isWorking: false, restartedAt: null }
  if (before?.isWorking === true) return before
  return { isWorking: true, restartedAt: before === null ? null : status.since }
}

/**
 * Returns since when the machine has worked: where the last stop ended, or where the screen saw it begin after something that is no stop; null while it
 * does not work.
 */
export function workingSince(status: LiveStatus | null, queue: OpQueue, seen: SeenWork | null = null): number | null {
  if (status === null || !status.isEffective) return null
  const end = queue.last?.end ?? null
  const restartedAt = seen?.restartedAt ?? null
  if (restartedAt !== null && restartedAt <= status.since && (end === null || end < restartedAt)) return restartedAt
  // Two statuses of work in a row are one stretch of it. A stop that is still told as open ended with this status.
  return end !== null && end <= status.since ? end : status.since
}

/** Returns the key by which a row is known while stops join it. */
export function rowKey(row: Pick<OpRow, 'stops'>): number {
  return row.stops[0].id
}

/** Returns the row that stands where another one was: of those with stops in its time the one with the most of it, half of it at least; null without one. */
export function rowInPlaceOf(gone: Pick<OpRow, 'stops'>, rows: readonly OpRow[], now: number): OpRow | null {
  const whole = gone.stops.reduce((sum, stop) => sum + lengthOf(stop, now), 0)
  const shared = rows.map((row) => ({
    row,
    ms: row.stops.reduce((sum, stop) => sum + gone.stops.reduce((part, one) => part + sharedMs(one, stop, now), 0), 0),
  }))
  const [most] = shared.toSorted((left, right) => right.ms - left.ms)
  return most !== undefined && most.ms > 0 && most.ms * 2 >= whole ? most.row : null
}

type Stretch = Pick<OpStop, 'start' | 'end'>

function lengthOf({ start, end }: Stretch, now: number): number {
  return Math.max(0, (end ?? now) - start)
}

function sharedMs(left: Stretch, right: Stretch, now: number): number {
  return Math.max(0, Math.min(left.end ?? now, right.end ?? now) - Math.max(left.start, right.start))
}

/**
 * Returns the rows in the order in which they are drawn: newest first, but while somebody touches the screen those that are there keep their places
 * and new ones come last.
 */
export function steadyRows(before: readonly number[], rows: readonly OpRow[], isTouched: boolean): readonly OpRow[] {
  if (!isTouched) return rows
  const placeOf = (row: OpRow) => {
    const place = before.indexOf(rowKey(row))
    return place < 0 ? before.length : place
  }
  return rows.toSorted((left, right) => placeOf(left) - placeOf(right))
}

const MOST_PHRASES = 5

/** Returns the last phrases of the comments, each once whatever its case, the newest first. */
export function lastPhrases(comments: readonly (string | null | undefined)[]): readonly string[] {
  const phrases = new Map<string, string>()
  for (const comment of comments) {
    const phrase = comment?.trim() ?? ''
    const key = phrase.toLocaleLowerCase()
    if (phrase !== '' && !phrases.has(key)) phrases.set(key, phrase)
  }
  return [...phrases.values()].slice(0, MOST_PHRASES)
}

/** As many tiles come first on a narrow screen, and on one of 1024 px. */
export const TILES = { narrow: 6, wide: 9 } as const

const CLASS_SECONDS: Record<LengthClass, { readonly from: number; readonly to: number | null }> = {
  UNDER_1_MIN: { from: 0, to: 60 },
  UNDER_5_MIN: { from: 60, to: 300 },
  UNDER_30_MIN: { from: 300, to: 1800 },
  UNDER_2_H: { from: 1800, to: 7200 },
  LONGER: { from: 7200, to: null },
}

/** Returns the length of stops like this, in seconds; `to` null = without an end. */
export function lengthsAlike(stop: Pick<Stop, 'start' | 'end'>, now: number): { readonly from: number; readonly to: number | null } {
  return CLASS_SECONDS[lengthClassOf((stop.end ?? now) - stop.start)]
}

/** As many machines fit on one screen. */
export const MOST_MACHINES = 6

/** Returns the machines of a screen for several, in the order of the company, never in another. */
export function machinesOfScreen<Machine extends { readonly id: number; readonly sortNumber: number }>(
  machines: readonly Machine[],
): readonly Machine[] {
  return machines.toSorted((left, right) => left.sortNumber - right.sortNumber || left.id - right.id).slice(0, MOST_MACHINES)
}

export type BoardGrid = { readonly columns: string; readonly rows: string }

/** Returns the tracks of the screen for several machines: every tile keeps its place, and the one at `asking` has half of the screen. */
export function boardGrid(count: number, columnCount: number, asking: number | null): BoardGrid {
  const rowCount = Math.max(1, Math.ceil(count / columnCount))
  const at = asking === null ? null : { column: asking % columnCount, row: Math.floor(asking / columnCount) }
  // Of a grid of both, two thirds by three quarters are a half.
  const [across, down] = rowCount === 1 ? [1 / 2, 1] : columnCount === 1 ? [1, 1 / 2] : [2 / 3, 3 / 4]
  return { columns: tracks(columnCount, at?.column ?? null, across), rows: tracks(rowCount, at?.row ?? null, down) }
}

function tracks(count: number, wide: number | null, share: number): string {
  const rest = count === 1 ? 1 : (1 - share) / (count - 1)
  const sizes = Array.from({ length: count }, (_, index) =>
    wide === null || share === 1 || count === 1 ? 1 : index === wide ? share : rest,
  )
  return sizes.map((size) => `minmax(0, ${Math.round(size * 1000) / 1000}fr)`).join(' ')
}

/** Returns how many stops that wait for a reason are too old to stand alone: of those that began before, some still stand in the queue. */
export function countOlder(beganBefore: number, queued: readonly Pick<QueuedLossFragment, 'id' | 'timeStart'>[], since: number): number {
  const shown = new Set(queued.filter(({ timeStart }) => Date.parse(timeStart) < since).map(({ id }) => id))
  return Math.max(0, beganBefore - shown.size)
}
