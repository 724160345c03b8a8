import { lossLevel } from '#engine/loss/lossLevel.ts'
import type { StopPiece } from '#engine/loss/stopReasons.ts'
import type { OpenLoss } from './engineState.ts'
import type { Fold } from './fold.ts'
import type { StopView } from './stopAt.ts'

/**
 * Opens, continues or closes the loss of the committed status: one per stop, shift and reason, none out of schedule (domain.md S-21). Losses of one
 * stop share its start, also across a shift change (S-22).
 */
export function trackLoss(fold: Fold, at: number, view: StopView | null, piece: StopPiece | null): void {
  const wanted = view && piece ? lossOf(fold, at, view, piece) : null
  const { loss } = fold
  if (loss && wanted && isSame(loss, wanted)) {
    if (loss.isProvisional !== wanted.isProvisional) fold.loss = { ...loss, isProvisional: wanted.isProvisional }
    return
  }
  if (loss) closeLoss(fold, at, at)
  fold.loss = wanted
}

/** Makes the open loss a row; `end` null = it goes on at `now`. */
export function closeLoss(fold: Fold, end: number | null, now: number): void {
  const { loss, compiled } = fold
  if (!loss) return
  const { start, chainStart, status, isScheduledLoss, shiftStart, reasonId, reasonSource, annotationId, isProvisional, isOverLimit } = loss
  const reason = reasonId === null ? null : (compiled.losses.reasons.get(reasonId)?.piece ?? null)
  fold.rows.losses.push({
    source: 'STATUS',
    start,
    end,
    chainStart,
    kind: status.kind,
    statusRuleId: status.ruleId,
    isScheduledLoss,
    shiftStart,
    part: 0,
    reasonId,
    reasonSource,
    isProvisional,
    annotationId,
    level: lossLevel({ reason, isScheduledLoss, isOverLimit, durationMs: (end ?? now) - start }),
    quantity: null,
    durationMs: null,
  })
  const window = fold.windows[0]
  if (window && window.shift?.start === shiftStart && reasonId === null && !isScheduledLoss) window.unclassifiedLosses += 1
  fold.loss = null
}

function lossOf(fold: Fold, at: number, { stop }: StopView, piece: StopPiece): OpenLoss | null {
  const shift = fold.windows[0]?.shift
  const { status } = fold
  if (!shift || !status || !(stop.generatesLoss || piece.annotationId !== null || piece.isOverLimit)) return null
  return {
    start: at,
    chainStart: stop.start,
    status,
    isScheduledLoss: stop.isScheduledLoss && !piece.isOverLimit,
    shiftStart: shift.start,
    reasonId: piece.reason?.id ?? null,
    reasonSource: piece.reasonSource,
    annotationId: piece.annotationId,
    isProvisional: piece.isProvisional,
    isOverLimit: piece.isOverLimit,
  }
}

function isSame(a: OpenLoss, b: OpenLoss): boolean {
  return (
    a.chainStart === b.chainStart &&
    a.shiftStart === b.shiftStart &&
    a.isScheduledLoss === b.isScheduledLoss &&
    a.reasonId === b.reasonId &&
    a.reasonSource === b.reasonSource &&
    a.annotationId === b.annotationId &&
    a.isOverLimit === b.isOverLimit
  )
}
