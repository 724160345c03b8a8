import { explainedShareOf, unclassifiedParts } from '#engine/oee/explainedShare.ts'
import type { UnclassifiedParts } from '#engine/oee/explainedShare.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import type { StoredShift } from './shift.store.ts'
import { listSilence, listWaiting } from './shiftCounts.store.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

const keyOfShift = ({ workCenterId, start }: { readonly workCenterId: number; readonly start: number }) => `${workCenterId}@${start}`

const waitingOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const found = new Map((await listWaiting(tenant, shifts)).map((one) => [keyOfShift(one), one.waitingMs]))
  return shifts.map((shift) => found.get(keyOfShift(shift)) ?? 0)
}, keyOfShift)

const silenceOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const found = new Map((await listSilence(tenant, shifts)).map((one) => [keyOfShift(one), one.silentMs]))
  return shifts.map((shift) => found.get(keyOfShift(shift)) ?? 0)
}, keyOfShift)

/** Losses are read only of shifts that have downtime without a reason at all, silence only of those where stops are not all of it. */
async function asked(context: RequestContext, { workCenterId, shift, terms }: StoredShift) {
  const key = { workCenterId, start: shift.start }
  const waitingMs = terms.unclassifiedDowntimeMs === 0 ? 0 : await waitingOf(context).load(key)
  const silentMs = waitingMs >= terms.unclassifiedDowntimeMs ? 0 : await silenceOf(context).load(key)
  return { waitingMs, silentMs }
}

/** Returns which part of the time of stops is explained, of those that somebody is asked for; null without one, or where stops are not tracked. */
export async function explainedOf(context: RequestContext, record: StoredShift): Promise<number | null> {
  const { autoDowntimeTracking } = await context.workCenter(record.workCenterId)
  return explainedShareOf(record.terms, { ...(await asked(context, record)), isTracked: autoDowntimeTracking })
}

/** Returns the ms of downtime without a reason by what it is. */
export async function unclassifiedOf(context: RequestContext, record: StoredShift): Promise<UnclassifiedParts> {
  return unclassifiedParts(record.terms, await asked(context, record))
}
