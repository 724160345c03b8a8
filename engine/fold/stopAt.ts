import { meaningOf, NO_DATA } from '#engine/status/ruleSet.ts'
import { pieceAt, reasonsOfStop, type Stop, type StopPiece, type StopReasons } from '#engine/loss/stopReasons.ts'
import { epochAt, type CompiledSetup } from './compiledSetup.ts'
import type { HeldStatus } from './engineState.ts'
import type { Fold } from './fold.ts'

/** A stop as far as it is known, and the reasons of its time. */
export type StopView = StopReasons & { readonly stop: Stop }

/**
 * Returns the stop or silence of the committed status at the instant, with its reasons up to at least `until`. Null when the machine works or
 * nothing is known. `isOpen`: it may last longer.
 */
export function stopAt(fold: Fold, at: number, until: number, isOpen: boolean): StopView | null {
  const { status, compiled } = fold
  if (!status) return null
  const epoch = epochAt(compiled, at)
  const { isEffective, isScheduledLoss, generatesLoss } = meaningOf(epoch, status)
  if (isEffective) return null
  const start = stopStart(compiled, status, epoch.start)
  const end = stopEnd(compiled, status, epoch.end, until)
  const { kind, ruleId, cause } = status
  const stop = {
    start,
    // A stop that begins just now has its first piece already.
    end: Math.max(Math.min(until, end), start + 1),
    isOpen: isOpen && until < end,
    kind,
    cause,
    statusRuleId: ruleId,
    isScheduledLoss,
    generatesLoss: generatesLoss && compiled.setup.isDowntimeTracked !== false,
  }
  return { stop, ...reasonsOfStop(stop, compiled.losses) }
}

/** Returns the piece of the stop that holds the instant, null while the machine works. */
export function pieceOf(view: StopView | null, at: number): StopPiece | null {
  return view && pieceAt(view, at)
}

/** Returns from where on reasons of a stop still depend on how long it lasts, when it is known until the instant; Infinity = nowhere. */
export function undecidedReasonFrom(fold: Fold, until: number): number {
  const { rules, annotations } = fold.compiled.losses
  if (rules.size === 0 && annotations.length === 0) return Infinity
  const view = stopAt(fold, until, until, true)
  return !view || view.finalUntil >= until ? Infinity : view.finalUntil
}

/** Returns whether the committed status lets the machine work at the instant. */
export function isWorking(fold: Fold, at: number): boolean {
  return meaningOf(epochAt(fold.compiled, at), fold.status ?? NO_DATA).isEffective
}

/** A stop begins with its status, or where the status began to mean one (domain.md S-8). */
function stopStart(compiled: CompiledSetup, status: HeldStatus, epochStart: number): number {
  let start = epochStart
  while (start > status.since) {
    const before = epochAt(compiled, start - 1)
    if (meaningOf(before, status).isEffective) return start
    start = before.start
  }
  return status.since
}

function stopEnd(compiled: CompiledSetup, status: HeldStatus, epochEnd: number, until: number): number {
  let end = epochEnd
  while (end <= until) {
    const next = epochAt(compiled, end)
    if (meaningOf(next, status).isEffective) return end
    end = next.end
  }
  return Infinity
}
