import { reasonsOfChangeover, stopsOfChangeover } from '#engine/jobOrder/forecast/changeoverOffer.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import type { Tenant } from '#server/db/database.ts'
import { listConfirmed, listLossesIn } from '#server/loss/loss.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listChangeoverStretches } from './changeover.store.ts'
import type { ChangeoverStretch } from './changeover.store.ts'

/** Stops of a changeover that nobody classified, and the reasons that are offered for all of them; none is given by itself. */
export type ChangeoverOffer = ChangeoverStretch & { readonly losses: readonly Loss[]; readonly reasons: readonly LossReason[] }

/** Later than that a stop is one of a list, and nobody remembers the change. */
const OFFERED_FOR_MS = DAY_MS
const MOST = 10

/** Returns for the changeovers of the last day at the work center, the newest first, the stops inside them that lack a reason and may get one (domain.md F-3). */
export async function offerChangeovers(tenant: Tenant, place: WorkCenter, now: number): Promise<readonly ChangeoverOffer[]> {
  if (isArchived(place)) return []
  const stretches = await listChangeoverStretches(tenant, place.id, { since: now - OFFERED_FOR_MS, most: MOST })
  const [newest] = stretches
  const oldest = stretches.at(-1)
  if (newest === undefined || oldest === undefined) return []
  const reasons = reasonsOfChangeover(await listLossReasons(tenant), place)
  if (reasons.length === 0) return []
  const losses = await listLossesIn(tenant, { workCenterId: place.id, source: 'STATUS', start: oldest.start, end: newest.end + 1 })
  const unconfirmed = await withoutConfirmed(tenant, losses)
  return stretches.flatMap((stretch) => {
    const stops = stopsOfChangeover(unconfirmed, stretch)
    return stops.length === 0 ? [] : [{ ...stretch, losses: stops, reasons }]
  })
}

async function withoutConfirmed(tenant: Tenant, losses: readonly Loss[]): Promise<readonly Loss[]> {
  const confirmed = await listConfirmed(tenant, losses)
  return losses.filter(({ id }) => !confirmed.has(id))
}
