import { randomUUID } from 'node:crypto'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import type { PlaceEnd } from '#server/workCenter/placeEnd.ts'
import { lockOrders } from './jobOrderEdit.store.ts'
import { insertOrderEvents } from './jobOrderEvent.store.ts'
import { listOpenRuns } from './jobRun.store.ts'
import { endOpenRuns, stoppedStatus } from './runChanges.ts'
import type { Gathered } from './runChanges.ts'
import { changeStatus, factsOf } from './statusChange.ts'
import { notifyOrders } from './visibleOrder.ts'

/**
 * Returns what is to be recalculated after the orders in progress at the work center were stopped, because it is archived or shut down, or counts in
 * another unit from the instant on (domain.md J-13). The history says that the product stopped them; planned orders stay where they are.
 */
export async function stopOrdersOfPlace(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { cause, at, by }: PlaceEnd,
): Promise<readonly RecalculationMark[]> {
  const open = await listOpenRuns(tenant, workCenterId)
  if (open.length === 0) return []
  await lockOrders(tenant, [...new Set(open.map(({ jobOrderId }) => jobOrderId))])
  const gathered: Gathered = {
    tenant,
    by: { userId: by, viaStation: null, at: new Date(at) },
    act: randomUUID(),
    at,
    from: at,
    source: 'SYSTEM',
    comment: null,
    details: { cause },
    events: [],
  }
  for (const run of await listOpenRuns(tenant, workCenterId)) {
    const facts = await factsOf(tenant, run.jobOrderId)
    const runs = await endOpenRuns(gathered, [run])
    await changeStatus(gathered, facts, await stoppedStatus(tenant, run.jobOrderId, 'ON_HOLD'), { kind: 'STOPPED', runs })
  }
  // Nobody's act: it is not taken back by a tap.
  await insertOrderEvents(
    tenant,
    gathered.events.map((event) => ({ ...event, undo: null })),
    gathered.by,
  )
  await notifyOrders(tenant, [workCenterId])
  return [{ workCenterId, from: gathered.from, to: null, cause: 'JOB_ORDER' }]
}
