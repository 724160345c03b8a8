import type { ChangeoverOffersQuery } from '#web/api/generated/graphql.ts'
import { SECOND_MS } from '#engine/time/durations.ts'

export type Offer = ChangeoverOffersQuery['changeoverOffers'][number]

/** Returns the name of an offer for this device: of the two orders, and of when the first ended. */
export function keyOfOffer({ fromJobOrder, toJobOrder, timeStart }: Offer): string {
  return [fromJobOrder?.id ?? '', toJobOrder?.id ?? '', timeStart].join('/')
}

/** Returns the newest offer that nobody declined here, with all that its tap needs; null without one. */
export function offerToShow(offers: readonly Offer[], declined: readonly string[]): Offer | null {
  return (
    offers.find(
      (offer) =>
        offer.fromJobOrder !== null &&
        offer.toJobOrder !== null &&
        offer.losses.length > 0 &&
        offer.reasons.length > 0 &&
        !declined.includes(keyOfOffer(offer)),
    ) ?? null
  )
}

/** Returns how long the stops of the offer lasted together, in whole seconds as ms. */
export function lengthOfStops({ losses }: Pick<Offer, 'losses'>): number {
  const ms = losses.reduce((sum, { timeStart, timeEnd }) => sum + (timeEnd == null ? 0 : Date.parse(timeEnd) - Date.parse(timeStart)), 0)
  return Math.round(ms / SECOND_MS) * SECOND_MS
}

/** Returns what is said of all stops of the offer; null as a reason takes a person's choice back. */
export function inputOfOffer(
  losses: readonly { readonly id: number; readonly version: number }[],
  reasonId: number | null,
  actingUserId: string | null,
) {
  return {
    ids: losses.map(({ id }) => id),
    versions: losses.map(({ version }) => version),
    reasonId,
    actingUserId,
    ...(reasonId !== null && { via: 'BULK' as const }),
  }
}
