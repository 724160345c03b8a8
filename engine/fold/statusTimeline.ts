import { epochAt } from './compiledSetup.ts'
import type { HeldStatus } from './engineState.ts'
import type { Fold } from './fold.ts'
import { settle } from './settle.ts'
import { meterTo } from './meterSpeed.ts'
import { meaningOf, type StatusRef } from '#engine/status/ruleSet.ts'
import { heedManualStatus } from './manualSignal.ts'
import { signalAt } from './statusSignal.ts'

/** Decides what the sensors say at the instant and follows it in the timeline. */
export function refreshStatus(fold: Fold, at: number): void {
  if (at >= fold.epoch.end) fold.epoch = epochAt(fold.compiled, at)
  const signal = heedManualStatus(fold, at, signalAt(fold, at, fold.compiled, fold.epoch))
  const isDeclared = fold.stopSince !== null && signal.stopAt === Infinity && signal.stopSince !== Infinity
  fold.stopSince = signal.stopAt === Infinity ? null : Math.max(signal.stopSince, fold.status?.since ?? 0)
  fold.signal = signal
  if (isDeclared) declareStop(fold, at, signal.status, signal.stopSince)
  else followStatus(fold, at, signal.status)
}

/** Commits the candidate, from its first sample (domain.md S-5). */
export function commitCandidate(fold: Fold): void {
  const { candidate } = fold
  if (!candidate) return
  fold.candidate = null
  changeStatus(fold, candidate.since, candidate)
  decidePending(fold)
}

/** Gives up the candidate: its time stays in the committed status. */
export function absorbCandidate(fold: Fold): void {
  if (!fold.candidate) return
  fold.candidate = null
  decidePending(fold)
}

/**
 * Follows a status that begins at the instant (domain.md S-5, S-6). Silence is committed at once, and so are the first status ever or after silence,
 * and the successor of a rule no longer in force (S-8). Any other is a candidate until it has lasted its minimum.
 */
function followStatus(fold: Fold, at: number, status: StatusRef): void {
  const { candidate, status: committed } = fold
  const isGone = committed !== null && committed.ruleId !== null && !fold.epoch.holding.has(committed.ruleId)
  if (candidate && isSame(candidate, status)) {
    if (isGone) commitCandidate(fold)
    return
  }
  absorbCandidate(fold)
  if (committed && isSame(committed, status)) return
  meterTo(fold, at)
  const { minEventDurationMs } = meaningOf(fold.epoch, status)
  const isHeard = committed && committed.kind !== 'NO_DATA' && status.kind !== 'NO_DATA'
  if (!isHeard || isGone || minEventDurationMs <= 0) changeStatus(fold, at, status)
  else fold.candidate = { kind: status.kind, ruleId: status.ruleId, cause: null, since: at, commitAt: at + minEventDurationMs }
}

function declareStop(fold: Fold, at: number, status: StatusRef, since: number): void {
  absorbCandidate(fold)
  const committed = fold.status
  if (committed && isSame(committed, status)) return
  const isHeard = committed && committed.kind !== 'NO_DATA'
  changeStatus(fold, isHeard ? Math.max(since, committed.since) : at, status)
}

function changeStatus(fold: Fold, since: number, to: StatusRef): void {
  const from = fold.status
  // A stop that is declared later begins in the new status: the time before it belongs to the old one.
  if (fold.stopSince !== null) fold.stopSince = Math.max(fold.stopSince, since)
  if (from) settle(fold, since, 'ENDS')
  if (from && from.since < since) {
    fold.rows.statuses.push({ start: from.since, end: since, kind: from.kind, statusRuleId: from.ruleId, cause: from.cause })
    if (from.kind === 'NO_DATA') fold.gapEnd = since
  }
  fold.status = { kind: to.kind, ruleId: to.ruleId, cause: to.cause, since }
}

/** Settles the time of undecided units, so that they do not pile up. */
function decidePending(fold: Fold): void {
  const last = fold.undecided.at(-1)
  if (last) settle(fold, last.at)
}

function isSame(held: HeldStatus, status: StatusRef): boolean {
  if (held.kind !== status.kind || held.ruleId !== status.ruleId) return false
  // A silence keeps the cause of its start; a machine that is heard and not set up is not silent.
  return (held.cause === 'NO_STATUS_RULES') === (status.cause === 'NO_STATUS_RULES')
}
