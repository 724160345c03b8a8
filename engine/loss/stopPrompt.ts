import type { LossLevel, LossSource, ReasonSource } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { bundleStops, type ExplainedTime, type StopBundle, type WaitingStop } from './bundleStops.ts'

/** So long must a machine work after a stop before somebody is asked about it. */
export const ASK_AFTER_MS = 20 * SECOND_MS
/** So long nobody is asked after "Later", unless the machine restarts. */
export const QUIET_MS = 10 * MINUTE_MS
/** What waits is asked once more this long before the shift ends. */
export const BEFORE_END_MS = 15 * MINUTE_MS
/** A machine that has stood so long has a card instead of a line. */
export const CARD_AFTER_MS = 10 * MINUTE_MS
/** A stop is asked about at most so often: after the restart, once more later, and before the end of the shift. */
export const MOST_ASKS = 3
const ASKS_BEFORE_END = MOST_ASKS - 1
/** A reason that a rule gave to a stop this long is shown to be checked. */
export const CHECK_FROM_MS = 30 * MINUTE_MS
/** Stops older than this stand in one row. */
export const FOLD_AFTER_MS = 48 * HOUR_MS

/** The fields of a loss that decide whether somebody is asked about it. */
export type AskableLoss = {
  readonly source: LossSource
  readonly kind: StatusKind
  readonly isScheduledLoss: boolean
  readonly isValid: boolean
  readonly level: LossLevel
  readonly hasReason: boolean
  readonly reasonSource: ReasonSource | null
  readonly isShiftConfirmed: boolean
  readonly start: number
  readonly end: number | null
}

/** Returns whether the loss waits for a reason from people: what holds the confirmation of its shift up, silence and planned statuses aside (domain.md S-36, S-45a). */
export function isAsked(loss: AskableLoss): boolean {
  return isPeoples(loss) && !loss.hasReason && loss.level >= 2
}

/** Returns whether the loss is shown with the question whether its reason, which a rule gave, is right: it lasted half an hour (domain.md S-36). */
export function isWorthACheck(loss: AskableLoss): boolean {
  return isPeoples(loss) && loss.hasReason && loss.reasonSource === 'RULE' && loss.end !== null && loss.end - loss.start >= CHECK_FROM_MS
}

function isPeoples({ source, kind, isScheduledLoss, isValid, isShiftConfirmed }: AskableLoss): boolean {
  return source === 'STATUS' && kind !== 'NO_DATA' && !isScheduledLoss && isValid && !isShiftConfirmed
}

/** A stop of the queue. */
export type QueuedStop = WaitingStop & { readonly id: number }

/** The queue of stops that wait for a reason: its rows, the newest first, and what is too old to stand alone. */
export type StopQueue<Stop extends QueuedStop> = {
  readonly rows: readonly StopBundle<Stop>[]
  readonly older: readonly Stop[]
}

/** Returns the queue of the stops that are asked about; those that ended before `foldBefore`, by default more than 48 h ago, are one row (domain.md S-36). */
export function stopQueue<Stop extends QueuedStop>(
  asked: readonly Stop[],
  now: number,
  explained: readonly ExplainedTime[] = [],
  foldBefore = now - FOLD_AFTER_MS,
): StopQueue<Stop> {
  const isOld = (stop: Stop) => stop.end !== null && stop.end <= foldBefore
  const rows = bundleStops(
    asked.filter((stop) => !isOld(stop)),
    explained,
  )
  return { rows: rows.toSorted((left, right) => right.start - left.start), older: asked.filter(isOld) }
}

/** What a screen remembers of its questions; a screen begins with `NOTHING_ASKED`. */
export type AskMemory = {
  /** When somebody last put a question off. */
  readonly laterAt: number | null
  /** How often each stop, by its id, was asked about and put off. */
  readonly asks: ReadonlyMap<number, number>
}

export const NOTHING_ASKED: AskMemory = { laterAt: null, asks: new Map() }

/** The state of one work center that decides what a screen asks. */
export type PromptState<Stop extends QueuedStop> = {
  /** Since when it works; null while it does not. */
  readonly workingSince: number | null
  /** Since when it stands; null while it works, and where nobody is asked why. */
  readonly standingSince: number | null
  readonly rows: readonly StopBundle<Stop>[]
  /** Where the running shift ends; null out of schedule. */
  readonly shiftEnd: number | null
  readonly memory: AskMemory
}

/**
 * What a screen shows: nothing, the stop that goes on (as a line, after ten minutes as a card), the question about the row of the stop that has just
 * ended or was put off, or, before the end of the shift, the question about all rows.
 */
export type StopPrompt<Stop extends QueuedStop> =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'STANDING'; readonly stop: Stop; readonly since: number; readonly isCard: boolean }
  | { readonly kind: 'ASK'; readonly row: StopBundle<Stop> }
  | { readonly kind: 'BEFORE_END'; readonly rows: readonly StopBundle<Stop>[] }

const NONE = { kind: 'NONE' } as const

/**
 * Returns what a screen asks now (domain.md S-36). Nobody is asked while the machine stands; who put a question off is left alone for ten minutes or
 * until the machine restarts; no stop is asked about more than three times, and no time that passes takes it from the queue.
 */
export function stopPrompt<Stop extends QueuedStop>(state: PromptState<Stop>, now: number): StopPrompt<Stop> {
  const { workingSince, rows, shiftEnd, memory } = state
  if (workingSince === null) return standing(state, now)
  if (now - workingSince < ASK_AFTER_MS) return NONE
  if (shiftEnd !== null && shiftEnd - BEFORE_END_MS <= now && now < shiftEnd) {
    const left = rows.filter((row) => row.stops.some((stop) => asksOf(memory, stop) < MOST_ASKS))
    return left.length === 0 ? NONE : { kind: 'BEFORE_END', rows: left }
  }
  const hasRestarted = memory.laterAt === null || workingSince > memory.laterAt
  if (!hasRestarted && now - (memory.laterAt ?? now) < QUIET_MS) return NONE
  const mayAsk = (row: StopBundle<Stop>) => row.end !== null && asksOf(memory, lastOf(row)) < ASKS_BEFORE_END
  const ended = rows.find((row) => row.end === workingSince && mayAsk(row))
  const putOff = rows.find((row) => asksOf(memory, lastOf(row)) > 0 && mayAsk(row))
  const row = ended ?? putOff
  return row === undefined ? NONE : { kind: 'ASK', row }
}

/** Returns the memory after "Later", or "Leave to the lead", was said to the prompt. */
export function putOff<Stop extends QueuedStop>(memory: AskMemory, prompt: StopPrompt<Stop>, now: number): AskMemory {
  if (prompt.kind === 'ASK') return noted(memory, prompt.row.stops, now, (asks) => asks + 1)
  if (prompt.kind === 'BEFORE_END')
    return noted(
      memory,
      prompt.rows.flatMap((row) => row.stops),
      now,
      () => MOST_ASKS,
    )
  return memory
}

/** Returns whether somebody left the stop to the lead of the shift. It goes on to hold the confirmation up. */
export function isLeftToLead(memory: AskMemory, stop: Pick<QueuedStop, 'id'>): boolean {
  return asksOf(memory, stop) >= MOST_ASKS
}

function noted(memory: AskMemory, stops: readonly QueuedStop[], now: number, next: (asks: number) => number): AskMemory {
  const asks = new Map(memory.asks)
  for (const stop of stops) asks.set(stop.id, next(asksOf(memory, stop)))
  return { laterAt: now, asks }
}

function standing<Stop extends QueuedStop>({ standingSince, rows }: PromptState<Stop>, now: number): StopPrompt<Stop> {
  const open = rows.find((row) => row.end === null)
  if (standingSince === null || open === undefined) return NONE
  return { kind: 'STANDING', stop: lastOf(open), since: standingSince, isCard: now - standingSince >= CARD_AFTER_MS }
}

function asksOf(memory: AskMemory, { id }: Pick<QueuedStop, 'id'>): number {
  return memory.asks.get(id) ?? 0
}

function lastOf<Stop extends QueuedStop>(row: StopBundle<Stop>): Stop {
  return row.stops.at(-1) ?? row.stops[0]
}
