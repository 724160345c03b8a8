import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { lastRank, listStates, writeState } from './jobOrderEdit.store.ts'
import type { OrderState } from './jobOrderEdit.store.ts'
import type { JobOrderEventKind, RunChange } from './jobOrderEvent.store.ts'
import { listOrderFacts } from './jobOrderFacts.store.ts'
import type { OrderFacts } from './jobOrderFacts.store.ts'
import { orderNotFound } from './orderDeps.ts'
import type { Gathered } from './runChanges.ts'
import { requireOrder } from './visibleOrder.ts'

/** Writes the state of an order and what was done with it. */
export async function changeStatus(
  { tenant, by, act, at, source, comment, details, events }: Gathered,
  facts: OrderFacts,
  status: JobOrderStatus,
  { kind, runs }: { readonly kind: JobOrderEventKind; readonly runs: readonly RunChange[] },
): Promise<void> {
  const before = (await listStates(tenant, [facts.id])).get(facts.id)
  if (before === undefined) throw orderNotFound(facts.id)
  const order = await requireOrder(tenant, facts.id)
  const version = await writeState(tenant, facts.id, await stateAfter(tenant, order, before, status, by), by)
  events.push({
    jobOrderId: facts.id,
    act,
    kind,
    fromStatus: facts.status,
    toStatus: status,
    at,
    source,
    comment: comment !== null && comment.id === facts.id ? comment.text : null,
    details,
    undo: { state: before, version, runs },
  })
}

async function stateAfter(
  tenant: Tenant,
  order: JobOrder,
  before: OrderState,
  status: JobOrderStatus,
  { userId, at }: Gathered['by'],
): Promise<OrderState> {
  const isCancelled = status === 'CANCELLED'
  const isClosed = status === 'COMPLETED' || status === 'TECHNICALLY_COMPLETED'
  return {
    status,
    // What comes back into the queue comes to its end; what waits keeps its place.
    rank: order.status === 'CANCELLED' ? await lastRank(tenant, order.workCenterId) : before.rank,
    canceledBy: isCancelled ? userId : null,
    canceledOn: isCancelled ? at : null,
    closedOn: isClosed ? (before.closedOn ?? at) : null,
  }
}

/** Returns what decides about acts on the order. Refuses an unknown one. */
export async function factsOf(tenant: Tenant, id: JobOrderId): Promise<OrderFacts> {
  const [facts] = await listOrderFacts(tenant, [id])
  if (facts === undefined) throw orderNotFound(id)
  return facts
}
