import { classifyPiece, RUN, type PieceClass } from '#engine/oee/classifyPiece.ts'
import type { StopPiece } from '#engine/loss/stopReasons.ts'
import type { Fold } from './fold.ts'
import { isWorking, pieceOf, stopAt, undecidedReasonFrom, type StopView } from './stopAt.ts'

/** Returns whether the class of the time just before the fold's instant may still change: whether its output counts is decided with it. */
export function isUndecided(fold: Fold): boolean {
  if (fold.candidate !== null) return true
  return isInShift(fold) && undecidedReasonFrom(fold, fold.at ?? 0) !== Infinity
}

/** Returns the class of the time that ends at the instant in the committed status, in the last window. */
export function classAt(fold: Fold, at: number): PieceClass {
  if (fold.status && isWorking(fold, at)) return RUN
  const view = stopAt(fold, at, at, true)
  return classOf(fold, view, pieceOf(view, at - 1), isInShift(fold))
}

/** Returns the class of a piece of a stop. Out of schedule its reason has no effect (domain.md D-2, S-21). */
export function classOf(fold: Fold, view: StopView | null, piece: StopPiece | null, inShift: boolean): PieceClass {
  const { oee } = fold.compiled.setup
  if (!view) return fold.status ? RUN : classifyPiece({ kind: 'NO_DATA', isEffective: false, isScheduledLoss: false }, oee)
  const { kind, cause = null, isScheduledLoss } = view.stop
  if (!inShift || !piece) return classifyPiece({ kind, cause, isEffective: false, isScheduledLoss }, oee)
  return classifyPiece(
    {
      kind,
      cause,
      isEffective: false,
      isScheduledLoss: isScheduledLoss && !piece.isOverLimit,
      isDeclared: piece.annotationId !== null || piece.isOverLimit,
      reason: piece.reason?.piece ?? null,
    },
    oee,
  )
}

function isInShift(fold: Fold): boolean {
  return fold.windows.at(-1)?.shift != null
}
