import type { LossSource } from '#engine/facts.ts'
import { classificationOf } from '#engine/loss/lossKind.ts'
import type { ActivityType } from '#engine/loss/lossReason.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import type { OfferableReason, OfferPlace } from '#engine/loss/reasonOffer.ts'
import type { Interval } from '#engine/time/interval.ts'

const CHANGEOVER = 'CHANGEOVER_TIME' satisfies ActivityType
/** As many as one tap can choose between. */
const MOST_REASONS = 3

/** A stop with what decides whether somebody said why it was. */
export type StopBetweenOrders = {
  readonly source: LossSource
  readonly level: number
  readonly start: number
  readonly end: number | null
  readonly reasonId: number | null
  readonly isScheduledLoss: boolean
  readonly isApproved: boolean
  readonly isValid: boolean
}

/** Returns the stops inside a changeover that nobody classified (domain.md F-3): those that are over and have their middle in it. */
export function stopsOfChangeover<Stop extends StopBetweenOrders>(stops: readonly Stop[], between: Interval): readonly Stop[] {
  return stops.filter((stop) => {
    if (stop.end === null || !stop.isValid || stop.isApproved) return false
    const middle = (stop.start + stop.end) / 2
    return middle >= between.start && middle <= between.end && classificationOf(stop, stop.reasonId !== null) === 'UNCLASSIFIED'
  })
}

/** Returns the reasons that one tap can give to the stops of a changeover: of its activity, offered at the work center, without a note that is asked for. */
export function reasonsOfChangeover<
  Reason extends OfferableReason & { readonly activityTypes: readonly ActivityType[]; readonly requireExtraNotes: boolean },
>(reasons: readonly Reason[], place: OfferPlace): readonly Reason[] {
  return reasons
    .filter(
      (reason) => reason.activityTypes.includes(CHANGEOVER) && !reason.requireExtraNotes && isOfferedToPeople(reason, place, 'STATUS'),
    )
    .slice(0, MOST_REASONS)
}
