import { explainedShareOf, untrackedMsOf } from '#engine/oee/explainedShare.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import type { StoredShift } from './shift.store.ts'
import { listWaiting } from './shiftCounts.store.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

const keyOfShift = ({ workCenterId, start }: { readonly workCenterId: number; readonly start: number }) => `${workCenterId}@${start}`

const waitingOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const found = new Map((await listWaiting(tenant, shifts)).map((one) => [keyOfShift(one), one.waitingMs]))
  return shifts.map((shift) => found.get(keyOfShift(shift)) ?? 0)
}, keyOfShift)

/** Losses are read only of shifts that have stops without a reason at all. */
async function waitingMs(context: RequestContext, { workCenterId, shift, terms }: StoredShift): Promise<number> {
  return terms.unclassifiedDowntimeMs === 0 ? 0 : await waitingOf(context).load({ workCenterId, start: shift.start })
}

/** Returns which part of the time of stops is explained, of those that somebody is asked for; null without one, or where stops are not tracked. */
export async function explainedOf(context: RequestContext, record: StoredShift): Promise<number | null> {
  const { autoDowntimeTracking } = await context.workCenter(record.workCenterId)
  return explainedShareOf(record.terms, { waitingMs: await waitingMs(context, record), isTracked: autoDowntimeTracking })
}

/** Returns the ms of stops that make no loss and have no reason. */
export async function untrackedOf(context: RequestContext, record: StoredShift): Promise<number> {
  return untrackedMsOf(record.terms, await waitingMs(context, record))
}
