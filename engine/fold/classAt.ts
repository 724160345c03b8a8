import { classifyPiece, type PieceClass } from '#engine/oee/classifyPiece.ts'
import { meaningOf, NO_DATA } from '#engine/status/ruleSet.ts'
import { epochAt } from './compiledSetup.ts'
import type { Fold } from './fold.ts'

/** Returns whether the class of the time just before the fold's instant may still change: whether its output counts is decided with it. */
export function isUndecided(fold: Fold): boolean {
  return fold.candidate !== null
}

/** Returns the class that the committed status has at the instant. */
export function classAt(fold: Fold, at: number): PieceClass {
  const status = fold.status ?? NO_DATA
  const { isEffective, isScheduledLoss } = meaningOf(epochAt(fold.compiled, at), status)
  return classifyPiece({ kind: status.kind, isEffective, isScheduledLoss }, fold.compiled.setup.oee)
}
