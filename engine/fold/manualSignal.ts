import { meaningOf } from '#engine/status/ruleSet.ts'
import type { Fold } from './fold.ts'
import type { StatusSignal } from './statusSignal.ts'

/**
 * Returns what is to be followed: the status that a person chose while it holds, else what the sensors say (domain.md S-2). Nobody's word but the
 * automatic status becoming effective ends it early: silence does not, nor a stop, nor a machine that has been running since before. A pause
 * shorter than its own minimum duration does not count as one, and the effective status that ends it is a candidate as any other (S-5).
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
