import { meaningOf } from '#engine/status/ruleSet.ts'
import type { Fold } from './fold.ts'
import type { StatusSignal } from './statusSignal.ts'

/**
 * Returns the signal to follow: the manual status while it holds, else the sensors' (domain.md S-2). Only the automatic status becoming effective
 * ends a manual one early: not silence, not a stop, not a machine that was running before. A pause shorter than its own minimum does not count, and
 * the effective status that ends it is a candidate like any other (S-5).
 */
export function heedManualStatus(fold: Fold, at: number, signal: StatusSignal): StatusSignal {
  const { manual: chosen } = fold.epoch
  if (!chosen) {
    fold.manual = null
    return signal
  }
  const isNew = fold.manual?.start !== chosen.start
  if (!isNew && fold.status?.ruleId !== chosen.status.ruleId) return signal
  const { isEffective, minEventDurationMs } = meaningOf(fold.epoch, signal.status)
  const armedAt = isNew ? null : (fold.manual?.armedAt ?? null)
  const isArmed = armedAt !== null && armedAt <= at
  if (isEffective) fold.manual = { start: chosen.start, armedAt: isArmed ? armedAt : null }
  else fold.manual = { start: chosen.start, armedAt: armedAt ?? (isNew ? at : at + minEventDurationMs) }
  if (isEffective && isArmed) return signal
  // The sensors are asked again when they would say something else.
  return { status: chosen.status, silentFrom: Math.min(signal.silentFrom, signal.stopAt), stopAt: Infinity, stopSince: Infinity }
}
