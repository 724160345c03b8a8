import { randomUUID } from 'node:crypto'
import { outcomeOfAction } from '#engine/jobOrder/orderActions.ts'
import { placeInQueue, RANK_GAP, rankBetween } from '#engine/jobOrder/queueRank.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { sayerOf } from '#server/user/acting.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { explainedProblems, namingFaster } from './explainedProblems.ts'
import { changeOrderIn, NOWHERE, showChanged } from './jobOrderEdit.service.ts'
import type { ChangedPlaces } from './jobOrderEdit.service.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listQueue, lockOrders, writeRanks } from './jobOrderEdit.store.ts'
import { insertOrderEvents } from './jobOrderEvent.store.ts'
import { listOrderFacts } from './jobOrderFacts.store.ts'
import { ORDER_INDEXES, orderNotFound, requirePlanner, rightsOf } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { requireQueueToken } from './queueToken.ts'
import { isPlaceVisible, notifyOrders, visibleOrder } from './visibleOrder.ts'

/** Where an order goes. */
export type OrderMove = {
  readonly id: JobOrderId
  /** Right after this one; null = to the top. Left out where `priority` is given. */
  readonly after?: JobOrderId | null
  /** To this place of the queue, from 1. */
  readonly priority?: number | null
  /** To the queue of this work center; left out = its own. */
  readonly workCenterId?: WorkCenterId | null
  /** What the preview of the move gave; null = it was not looked at. */
  readonly checkToken?: string | null
}

/**
 * Returns the order at its new place of the queue (domain.md J-6). Moves are relative, so two people's moves both hold; one row is written, and the
 * version of no order rises. Refuses a neighbour that left the queue as NOT_IN_QUEUE.
 */
export async function moveOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  move: OrderMove,
  request: KeyedRequest | null,
): Promise<JobOrder> {
  requirePlanner(member)
  const work = () =>
    deps.database.inTenant(member.companyId, async (tenant) => {
      let changed: ChangedPlaces = NOWHERE
      const act = async () => {
        changed = await place(tenant, deps, member, visible, move)
        return Number(move.id)
      }
      await once(tenant, member.userId, request, { act, read: Number })
      return { order: await visibleOrder(tenant, visible, move.id), changed }
    })
  const { order, changed } = await namingFaster(deps.database, member, () => refusingTwins(ORDER_INDEXES, work))
  await showChanged(deps, member, changed)
  return order
}

async function place(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  move: OrderMove,
): Promise<ChangedPlaces> {
  const seen = await visibleOrder(tenant, visible, move.id)
  const target = move.workCenterId === undefined ? seen.workCenterId : move.workCenterId
  if (!isPlaceVisible(visible, target))
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: target ?? 0 } })
  await lockWorkCenters(
    tenant,
    [seen.workCenterId, target].filter((id) => id !== null),
  )
  await lockOrders(tenant, [move.id])
  const order = await visibleOrder(tenant, visible, move.id)
  if (move.checkToken != null) await requireQueueToken(tenant, [seen.workCenterId, target], move.checkToken)
  const [facts] = await listOrderFacts(tenant, [move.id])
  if (facts === undefined) throw orderNotFound(move.id)
  refuseAll(await explainedProblems(tenant, order, outcomeOfAction('PRIORITIZE', facts, rightsOf(member)).problems))
  const queue = (await listQueue(tenant, target)).filter(({ id }) => id !== move.id)
  const index = placeIn(
    queue.map(({ id }) => id),
    move,
  )
  const changed =
    target === order.workCenterId
      ? NOWHERE
      : await changeOrderIn(tenant, deps, member, visible, { order, change: { workCenterId: target } })
  const rank = rankBetween(queue[index - 1]?.rank ?? null, queue[index]?.rank ?? null)
  await writeRanks(
    tenant,
    rank === null ? numberedAnew([...queue.slice(0, index), { id: move.id }, ...queue.slice(index)]) : [{ id: move.id, rank }],
  )
  if (target === order.workCenterId) {
    const by = { ...sayerOf(member), at: new Date(deps.now()) }
    const told = { jobOrderId: order.id, act: randomUUID(), kind: 'MOVED', at: deps.now(), source: member.source ?? 'SCREEN' } as const
    const { status } = order
    await insertOrderEvents(
      tenant,
      [{ ...told, fromStatus: status, toStatus: status, comment: null, details: { place: index + 1 }, undo: null }],
      by,
    )
  }
  await notifyOrders(tenant, [order.workCenterId, target])
  return changed
}

function placeIn(queue: readonly JobOrderId[], { id, after, priority }: OrderMove): number {
  if (priority != null) {
    if (!Number.isInteger(priority) || priority < 1)
      throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'priority', params: { value: priority, min: 1 } })
    return placeInQueue(queue.length, { priority })
  }
  if (after === undefined) return queue.length
  if (after === null) return 0
  const afterIndex = queue.indexOf(after)
  if (afterIndex === -1 || after === id) throw new Refusal({ code: 'NOT_IN_QUEUE', field: 'after', params: { id: after } })
  return placeInQueue(queue.length, { afterIndex })
}

function numberedAnew(queue: readonly { readonly id: JobOrderId }[]): readonly { readonly id: JobOrderId; readonly rank: number }[] {
  return queue.map(({ id }, index) => ({ id, rank: (index + 1) * RANK_GAP }))
}
