import type { OutputCount } from '#engine/facts.ts'
import { addCounts } from '#engine/output/outputCount.ts'
import { count, discount, type Place } from './chargeUnits.ts'
import type { Fold } from './fold.ts'

/**
 * Charges units that turn out to be good or rejected, and returns the newly made part of the increment. Counters of one unit may be read one after
 * the other, and the first one decided whether the unit counts: the change takes from counted units, then from uncounted ones, last from undecided
 * ones, so that none drops below zero (domain.md S-61, D-40). `before` is the segment's count before the increment.
 */
export function reclassify(fold: Fold, place: Place, before: OutputCount, made: OutputCount): OutputCount {
  const { accepted, rejected, total } = made
  if (accepted >= 0 && rejected >= 0) return made
  const from = rejected < 0 ? 'rejected' : 'accepted'
  const isPending = ({ segmentStart }: Fold['undecided'][number]): boolean => segmentStart === place.segment.start
  const pending = fold.undecided.filter(isPending).reduce((sum, { units }) => sum + units[from], 0)
  const isCounted = before[from] - place.segment.uncounted[from] - pending
  let left = -made[from]
  const take = (available: number): OutputCount => {
    const units = Math.min(left, Math.max(0, available))
    left -= units
    return from === 'rejected' ? { total: 0, accepted: units, rejected: -units } : { total: 0, accepted: -units, rejected: units }
  }
  count(fold, place, take(isCounted))
  discount(fold, place, take(place.segment.uncounted[from]))
  fold.undecided = fold.undecided.map((one) =>
    left > 0 && isPending(one) ? { ...one, units: addCounts(one.units, take(one.units[from])) } : one,
  )
  return { total, accepted: from === 'rejected' ? total : 0, rejected: from === 'rejected' ? 0 : total }
}
