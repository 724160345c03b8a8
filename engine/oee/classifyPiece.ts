import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** The part of a loss reason that decides where its time goes (domain.md D-4, D-9, D-10). */
export type PieceReason = {
  readonly type: 'PLANNED' | 'UNPLANNED'
  readonly includeInOee: boolean
  readonly isSmallStop: boolean
  readonly isSetup: boolean
  readonly isFailure: boolean
}

/** A stretch of time to classify: the activity of the machine, and the reason of the loss over it, if any. */
export type Piece = {
  readonly kind: StatusKind
  /** Of missing data: time that no rule could judge is never downtime, whatever the policy (domain.md S-4). */
  readonly cause?: NoDataCause | null
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly reason?: PieceReason | null
  /** Whether a person entered a loss here: then silence is downtime (domain.md S-32). */
  readonly isDeclared?: boolean
}

export type OeeBucket = 'RUN' | 'SMALL_STOP' | 'AVAILABILITY_LOSS' | 'EXCLUDED' | 'NO_DATA'
export type ActivityBucket = 'UPTIME' | 'PLANNED' | 'UNPLANNED' | 'UNCLASSIFIED' | 'NO_DATA'

/** The one OEE bucket and the one activity bucket that a piece of time belongs to. */
export type PieceClass = {
  readonly bucket: OeeBucket
  readonly activity: ActivityBucket
  readonly isSetup: boolean
  readonly isFailure: boolean
}

const NEITHER = { isSetup: false, isFailure: false }
/** Time in which the machine works. */
export const RUN: PieceClass = { bucket: 'RUN', activity: 'UPTIME', ...NEITHER }
const SMALL_STOP: PieceClass = { bucket: 'SMALL_STOP', activity: 'UPTIME', ...NEITHER }
const NO_DATA: PieceClass = { bucket: 'NO_DATA', activity: 'NO_DATA', ...NEITHER }
const UNCLASSIFIED: PieceClass = { bucket: 'AVAILABILITY_LOSS', activity: 'UNCLASSIFIED', ...NEITHER }
const PLANNED_LOSS: PieceClass = { bucket: 'AVAILABILITY_LOSS', activity: 'PLANNED', ...NEITHER }

/**
 * Returns the class of a piece of shift time (G-14). Effective time runs; silence is no data, or unclassified downtime by policy; a small stop stays
 * in run time; a stop counts or is excluded by its reason; a scheduled-loss status without a reason is planned and counts (S-7).
 */
export function classifyPiece(piece: Piece, oee: Pick<OeeSetup, 'noDataPolicy'>): PieceClass {
  if (piece.isEffective) return RUN
  if (piece.reason) return classifyByReason(piece.reason)
  if (piece.kind === 'NO_DATA' && !piece.isDeclared)
    return oee.noDataPolicy === 'EXCLUDE' || piece.cause === 'NO_STATUS_RULES' ? NO_DATA : UNCLASSIFIED
  return piece.isScheduledLoss ? PLANNED_LOSS : UNCLASSIFIED
}

/** Returns whether the piece is planned production time, so that its output counts in net operating time (domain.md D-6, D-40, S-6a). */
export function countsOutput(piece: PieceClass): boolean {
  return piece.bucket !== 'EXCLUDED' && piece.bucket !== 'NO_DATA'
}

function classifyByReason(reason: PieceReason): PieceClass {
  if (reason.isSmallStop && reason.includeInOee) return SMALL_STOP
  return {
    bucket: reason.includeInOee ? 'AVAILABILITY_LOSS' : 'EXCLUDED',
    activity: reason.type,
    isSetup: reason.isSetup,
    isFailure: reason.isFailure,
  }
}
