import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { isConfirmedIn, markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import { findWorkCenters, lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listStates, lockOrders, writeState } from './jobOrderEdit.store.ts'
import type { OrderState } from './jobOrderEdit.store.ts'
import { insertOrderEvents, listAct, lockAct, markUndone } from './jobOrderEvent.store.ts'
import type { UndoableEvent } from './jobOrderEvent.store.ts'
import { isConfirmedSince } from './jobOrderFacts.store.ts'
import { insertRun, listOpenRuns, removeRun } from './jobRun.store.ts'
import type { StoredRun } from './jobRun.store.ts'
import { ORDER_INDEXES } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { raiseTargets } from './targetSetup.ts'
import { isPlaceVisible, notifyOrders, requireOrder } from './visibleOrder.ts'

/** How long a person may take back what they did. */
const UNDO_MS = MINUTE_MS

/**
 * Returns the orders after what was done in the gesture of the event was taken back, as if it never was (domain.md J-5): status, runs and place in the
 * queue. Refuses as UNDO_TOO_LATE after a minute, for another person, once something of it changed, and once its shift was confirmed.
 */
export async function undoOrderAct(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  eventId: number,
  request: KeyedRequest | null,
): Promise<readonly JobOrder[]> {
  const work = () =>
    deps.database.inTenant(member.companyId, async (tenant) => {
      let changed: readonly WorkCenterId[] = []
      const act = async () => {
        const undone = await takeBack(tenant, deps, member, visible, eventId)
        changed = undone.places
        return undone.ids.map(Number)
      }
      const read = (stored: unknown): number[] => (Array.isArray(stored) ? stored.map(Number) : [])
      const { answer } = await once(tenant, member.userId, request, { act, read })
      return { orders: await Promise.all(answer.map((id) => requireOrder(tenant, asId<JobOrderId>(id)))), places: changed }
    })
  const { orders, places } = await refusingTwins(ORDER_INDEXES, work)
  for (const workCenterId of places) await deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })
  return orders
}

async function takeBack(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  eventId: number,
): Promise<{ readonly ids: readonly JobOrderId[]; readonly places: readonly WorkCenterId[] }> {
  const seen = await listAct(tenant, eventId)
  const orders = await Promise.all(seen.map(({ jobOrderId }) => requireOrder(tenant, jobOrderId)))
  if (seen.length === 0 || orders.some(({ workCenterId }) => !isPlaceVisible(visible, workCenterId)))
    throw new Refusal({ code: 'JOB_ORDER_EVENT_NOT_FOUND', params: { id: eventId } })
  const now = deps.now()
  const places = [...new Set(seen.flatMap(({ undo }) => undo?.runs ?? []).map(({ workCenterId }) => workCenterId))]
  await requireActor(
    tenant,
    member,
    orders.flatMap(({ workCenterId }) => workCenterId ?? []),
  )
  await lockWorkCenters(tenant, [...new Set([...places, ...orders.flatMap(({ workCenterId }) => workCenterId ?? [])])])
  await lockOrders(
    tenant,
    seen.map(({ jobOrderId }) => jobOrderId),
  )
  // Locked in the sequence of all acts on orders: places, orders, and what was done with them.
  const events = await lockAct(tenant, eventId)
  requireInTime(events, sayerOf(member).userId, now)
  const runs = events.flatMap(({ undo }) => undo?.runs ?? [])
  await requireUnchanged(tenant, events)
  const from = Math.min(...events.map(({ at }) => at))
  const until = Math.max(...events.map(({ undo }) => undo?.until ?? now))
  for (const workCenterId of places)
    if (from < until && (await isConfirmedIn(tenant, { workCenterId, start: from, end: until }))) throw tooLate('SHIFT_CONFIRMED')
  // All of them first: runs of one order that touch would overlap in between.
  for (const run of runs) await removeRun(tenant, run)
  for (const { before } of runs) if (before !== null) await insertRun(tenant, before, startedBy(before))
  for (const workCenterId of places) await requirePlace(tenant, workCenterId)
  const by = { ...sayerOf(member), at: new Date(now) }
  const before = await listStates(
    tenant,
    events.map(({ jobOrderId }) => jobOrderId),
  )
  for (const { jobOrderId, undo } of events) if (undo !== null) await writeState(tenant, jobOrderId, stateOf(undo.state), by)
  await markUndone(
    tenant,
    events.map(({ id }) => id),
    by,
  )
  const act = randomUUID()
  await insertOrderEvents(
    tenant,
    events.map(({ jobOrderId, undo, id }) => ({
      jobOrderId,
      act,
      kind: 'UNDONE' as const,
      fromStatus: before.get(jobOrderId)?.status ?? null,
      toStatus: undo?.state.status ?? null,
      at: now,
      source: member.source ?? 'SCREEN',
      comment: null,
      details: { event: id },
      undo: null,
    })),
    by,
  )
  await notifyOrders(
    tenant,
    orders.map(({ workCenterId }) => workCenterId),
  )
  await markForRecalculation(
    tenant,
    places.map((workCenterId) => ({ workCenterId, from, to: null, cause: 'JOB_ORDER' })),
    member.userId,
  )
  const targets = await raiseTargets(tenant, orders)
  return { ids: events.map(({ jobOrderId }) => jobOrderId), places: [...new Set([...places, ...targets])] }
}

function requireInTime(events: readonly UndoableEvent[], userId: string, now: number): void {
  if (events.some(({ undo }) => undo === null)) throw tooLate('NOT_UNDOABLE')
  if (events.some(({ undoneOn }) => undoneOn !== null)) throw tooLate('UNDONE')
  if (events.some(({ createdBy }) => createdBy !== userId)) throw tooLate('OTHER_PERSON')
  if (events.some(({ createdOn }) => now - createdOn.getTime() > UNDO_MS)) throw tooLate('TIME')
}

/** Every other change raises the version of its order; a confirmation of output does not. */
async function requireUnchanged(tenant: Tenant, events: readonly UndoableEvent[]): Promise<void> {
  for (const { jobOrderId, undo, createdOn } of events) {
    const order = await requireOrder(tenant, jobOrderId)
    if (order.version !== undo?.version) throw tooLate('CHANGED')
    if (await isConfirmedSince(tenant, jobOrderId, createdOn)) throw tooLate('CONFIRMED')
  }
}

/** Orders that go on again need room and a work center that works. */
async function requirePlace(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  const [place] = await findWorkCenters(tenant, [workCenterId])
  const open = await listOpenRuns(tenant, workCenterId)
  if (place === undefined || open.length === 0) return
  if (place.deviceStatus !== 'ACTIVE' || open.length > (place.maxParallelOrders ?? Infinity)) throw tooLate('PLACE')
}

function startedBy(run: StoredRun): { readonly userId: StoredRun['startedBy']; readonly viaStation: StoredRun['startedVia'] } {
  return { userId: run.startedBy, viaStation: run.startedVia }
}

/** Instants of a stored state are texts. */
function stateOf(state: OrderState): OrderState {
  const dateOf = (stored: Date | null) => (stored === null ? null : new Date(stored))
  return { ...state, canceledOn: dateOf(state.canceledOn), closedOn: dateOf(state.closedOn) }
}

function tooLate(
  cause: 'CHANGED' | 'CONFIRMED' | 'NOT_UNDOABLE' | 'OTHER_PERSON' | 'PLACE' | 'SHIFT_CONFIRMED' | 'TIME' | 'UNDONE',
): Refusal {
  return new Refusal({ code: 'UNDO_TOO_LATE', params: { cause } })
}
