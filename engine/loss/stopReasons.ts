import type { LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { NoDataCause, ReasonSource } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { annotatedStretches, type AnnotatedStretch, type StopSpan } from './annotatedStretches.ts'
import type { CompiledLosses, CompiledReason } from './compiledLosses.ts'
import { lastThreshold, reasonByDuration, ruleAtStart } from './trackingRule.ts'

/** One physical stop, or a silence. `end` is its end, or the instant up to which it is known while `isOpen`. */
export type Stop = StopSpan & {
  readonly kind: StatusKind
  /** Present where it decides where the time goes: in the fold. */
  readonly cause?: NoDataCause | null
  readonly statusRuleId: StatusRuleId | null
  readonly isScheduledLoss: boolean
  /** Whether its status makes losses by itself, for which the rules hold (domain.md S-21). */
  readonly generatesLoss: boolean
}

/** A stretch of a stop that has one reason. */
export type StopPiece = {
  readonly start: number
  readonly end: number
  readonly reason: CompiledReason | null
  readonly reasonSource: ReasonSource | null
  readonly annotationId: LossAnnotationId | null
  /** Whether its reason may still change because the stop goes on (domain.md S-23). */
  readonly isProvisional: boolean
  /** Whether it is what its reason did not allow any more (domain.md S-25). */
  readonly isOverLimit: boolean
}

/** The pieces cover the stop from start to end without gaps. Those before `finalUntil` no longer change, however long the stop lasts. */
export type StopReasons = { readonly pieces: readonly StopPiece[]; readonly finalUntil: number }

type Base = { readonly reason: CompiledReason | null; readonly source: ReasonSource | null; readonly isFinal: boolean }

/**
 * Returns the reasons of a stop, in this order: a person's, the row of the tracking rule for the duration of the whole stop, the default planned
 * reason of a scheduled-loss status (domain.md S-7, S-23, S-24). Time over a reason's limit is unclassified (S-25). Over silence only manual losses
 * apply (S-32).
 */
export function reasonsOfStop(stop: Stop, losses: CompiledLosses): StopReasons {
  const said = stop.kind === 'NO_DATA' ? losses.manual : losses.annotations
  const base = baseOf(stop, losses)
  const { stretches, undecidedFrom } =
    said.length === 0
      ? { stretches: [{ start: stop.start, end: stop.end, annotation: null }], undecidedFrom: stop.end }
      : annotatedStretches(stop, said, losses.reachOf)
  const pieces: StopPiece[] = []
  let spell: Spell | null = null
  let finalUntil = undecidedFrom
  for (const stretch of stretches) {
    const piece = pieceOf(stretch, base, losses, undecidedFrom)
    if (piece.isProvisional) finalUntil = Math.min(finalUntil, piece.start)
    spell = spellOf(piece, spell)
    pushWithin(pieces, piece, spell)
  }
  return { pieces, finalUntil: Math.min(finalUntil, stop.end) }
}

/** Returns the piece of the stop that holds the instant; its last one from its end on. */
export function pieceAt({ pieces }: StopReasons, at: number): StopPiece | null {
  return pieces.find((piece) => at < piece.end) ?? pieces.at(-1) ?? null
}

function baseOf(stop: Stop, losses: CompiledLosses): Base {
  if (stop.kind === 'NO_DATA') return { reason: null, source: null, isFinal: true }
  const rows = stop.generatesLoss ? (ruleAtStart(losses.rules, stop.statusRuleId, stop.start)?.rows ?? []) : []
  const durationMs = stop.end - stop.start
  const isFinal = !stop.isOpen || durationMs >= lastThreshold(rows)
  const byRule = reasonById(reasonByDuration(rows, durationMs), losses)
  if (byRule?.isOffered) return { reason: byRule, source: 'RULE', isFinal }
  const { defaultPlanned } = losses
  return stop.isScheduledLoss && defaultPlanned
    ? { reason: defaultPlanned, source: 'STATUS', isFinal }
    : { reason: null, source: null, isFinal }
}

function pieceOf({ start, end, annotation }: AnnotatedStretch, base: Base, losses: CompiledLosses, undecidedFrom: number): StopPiece {
  const manual = reasonById(annotation?.reasonId ?? null, losses)
  const isUndecided = start >= undecidedFrom
  return {
    start,
    end,
    reason: manual ?? base.reason,
    reasonSource: manual ? 'MANUAL' : base.source,
    annotationId: annotation?.id ?? null,
    isProvisional: isUndecided || (!manual && !base.isFinal),
    isOverLimit: false,
  }
}

/** Time of one reason without interruption, and the instant at which the reason does not allow more. */
type Spell = { readonly reasonId: LossReasonId; readonly limitAt: number }

/** The time of a reason adds up over its pieces. A person's input at or after the limit starts a new count (domain.md S-25). */
function spellOf(piece: StopPiece, spell: Spell | null): Spell | null {
  const { reason, start } = piece
  if (!reason) return null
  const goesOn = spell?.reasonId === reason.id && !(piece.annotationId !== null && start >= spell.limitAt)
  return goesOn ? spell : { reasonId: reason.id, limitAt: start + (reason.maximumAllowedDurationMs ?? Infinity) }
}

function pushWithin(pieces: StopPiece[], piece: StopPiece, spell: Spell | null): void {
  const limitAt = spell?.limitAt ?? Infinity
  if (piece.start < limitAt) pieces.push(piece.end <= limitAt ? piece : { ...piece, end: limitAt })
  if (piece.end <= limitAt) return
  pieces.push({
    ...piece,
    start: Math.max(piece.start, limitAt),
    reason: null,
    reasonSource: null,
    annotationId: null,
    isOverLimit: true,
  })
}

function reasonById(id: LossReasonId | null, losses: CompiledLosses): CompiledReason | null {
  return id === null ? null : (losses.reasons.get(id) ?? null)
}
