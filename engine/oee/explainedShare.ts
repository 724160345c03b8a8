import type { OeeTerms } from '#engine/facts.ts'

type StoppedTimes = Pick<OeeTerms, 'plannedDowntimeMs' | 'smallStopMs' | 'unclassifiedDowntimeMs' | 'unplannedDowntimeMs'>

/** Downtime without a reason that has a cause of its own: stops that wait for a reason, and silence that counts as downtime by policy. */
export type AskedStops = {
  readonly waitingMs: number
  readonly silentMs: number
  /** Whether the work center makes losses of its stops at all. */
  readonly isTracked: boolean
}

/** Unclassified downtime by what it is: the three add up to it. */
export type UnclassifiedParts = {
  readonly waitingMs: number
  readonly silentMs: number
  /** Stops that make no loss, so that nobody is asked for a reason. */
  readonly untrackedMs: number
}

/** Returns what the unclassified downtime of a record is made of (domain.md S-31a). */
export function unclassifiedParts(
  { unclassifiedDowntimeMs }: Pick<StoppedTimes, 'unclassifiedDowntimeMs'>,
  asked: Pick<AskedStops, 'silentMs' | 'waitingMs'>,
): UnclassifiedParts {
  const waitingMs = Math.min(asked.waitingMs, unclassifiedDowntimeMs)
  const silentMs = Math.min(asked.silentMs, unclassifiedDowntimeMs - waitingMs)
  return { waitingMs, silentMs, untrackedMs: unclassifiedDowntimeMs - waitingMs - silentMs }
}

/**
 * Returns the share of the time of stops that has a reason, small stops with it, which a rule explains (domain.md S-45f). Silence that counts as
 * downtime is a part that nobody explained. A stop that makes no loss is no part of it, since nobody is asked for its reason. Null without a stop, or
 * where the work center does not track its stops.
 */
export function explainedShareOf(terms: StoppedTimes, asked: AskedStops): number | null {
  const { untrackedMs } = unclassifiedParts(terms, asked)
  if (!asked.isTracked && untrackedMs > 0) return null
  const explainedMs = terms.plannedDowntimeMs + terms.unplannedDowntimeMs + terms.smallStopMs
  const stoppedMs = explainedMs + terms.unclassifiedDowntimeMs - untrackedMs
  return stoppedMs === 0 ? null : explainedMs / stoppedMs
}
