import { setImmediate as nextTurn } from 'node:timers/promises'
import { outcomeOfAction } from '#engine/jobOrder/orderActions.ts'
import { effectOfMove } from '#engine/jobOrder/forecast/moveEffect.ts'
import type { ChangedQueue, MoveEffect } from '#engine/jobOrder/forecast/moveEffect.ts'
import { suggestMoves } from '#engine/jobOrder/forecast/suggestSequence.ts'
import type { PlaceQueue } from '#engine/jobOrder/forecast/placeQueue.ts'
import type { CompanyId, ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItemStandards, listItems } from '#server/item/item.store.ts'
import { listQueue } from '#server/jobOrder/jobOrderEdit.store.ts'
import { listOrderFacts } from '#server/jobOrder/jobOrderFacts.store.ts'
import { orderNotFound, requirePlanner, rightsOf } from '#server/jobOrder/orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { queueToken } from '#server/jobOrder/queueToken.ts'
import { isPlaceVisible, visibleOrder } from '#server/jobOrder/visibleOrder.ts'
import { inTurn } from '#server/output/placeTurns.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { EvidenceMemory } from './evidence.ts'
import { knownQueues } from './forecast.service.ts'
import { findLooseOrder } from './forecast.store.ts'
import type { OpenOrder } from './forecast.store.ts'

/** What does not fit at the other work center. */
export const MOVE_MISFITS = ['ITEM_STANDARD_MISSING', 'UNIT_MISMATCH'] as const
export type MoveMisfit = (typeof MOVE_MISFITS)[number]

/** What a move would do, and the token that proves on saving that nothing changed between. */
export type MovePreview = MoveEffect<WorkCenterId, JobOrderId> & { readonly checkToken: string; readonly misfits: readonly MoveMisfit[] }

/** A move of a suggested sequence, with what all up to it do together. */
export type SequenceMove = MoveEffect<WorkCenterId, JobOrderId> & { readonly id: JobOrderId; readonly after: JobOrderId | null }

/** So long it is worked out before others are answered. */
const TURN_MS = 5

type AskedMove = { readonly id: JobOrderId; readonly workCenterId: WorkCenterId | null; readonly after: JobOrderId | null }
type Asking = {
  readonly deps: Pick<OrderDeps, 'now'>
  readonly member: OrderMember
  readonly visible: VisiblePlaces
  readonly memory: EvidenceMemory
}

/** Returns what moving the order would do, without doing it: by the forecast of the orders themselves (domain.md F-8). Refuses what the move refuses. */
export async function previewMove(
  tenant: Tenant,
  { deps, member, visible, memory }: Asking,
  { id, workCenterId, after }: AskedMove,
): Promise<MovePreview> {
  requirePlanner(member)
  const order = await visibleOrder(tenant, visible, id)
  const target = workCenterId ?? order.workCenterId
  const [place] = target === null || !isPlaceVisible(visible, target) ? [] : await findWorkCenters(tenant, [target])
  if (target !== null && place === undefined)
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: target } })
  const [facts] = await listOrderFacts(tenant, [id])
  if (facts === undefined) throw orderNotFound(id)
  refuseAll(outcomeOfAction('PRIORITIZE', facts, rightsOf(member)).problems)
  // Before anything of the queues is read: what others move meanwhile makes it that of other queues.
  const checkToken = await queueToken(tenant, [order.workCenterId, target])
  const waiting = (await listQueue(tenant, target)).map((one) => one.id).filter((one) => one !== id)
  if (after !== null && !waiting.includes(after)) throw new Refusal({ code: 'NOT_IN_QUEUE', field: 'after', params: { id: after } })
  const before = waiting.slice(0, after === null ? 0 : waiting.indexOf(after) + 1)
  // What stands at no work center has no forecast.
  const places = [...new Set([order.workCenterId, target])].filter((one) => one !== null)
  const now = deps.now()
  // Read on its own: of a long queue only the first are known.
  const moved = await findLooseOrder(tenant, id)
  const known = await knownQueues(tenant, places, now, memory, moved)
  const changes = places.flatMap((one): ChangedQueue<WorkCenterId, JobOrderId>[] => {
    const queue = known.get(one)
    if (queue === undefined) return []
    const rest = queue.orders.filter((open) => open.id !== id)
    const there =
      moved === null || place === undefined || one !== target
        ? rest
        : placed(rest, { ...moved, workCenterId: one, placeSpeed: place.targetSpeed }, before)
    return [{ place: one, before: queue.sequence(queue.orders).queue, after: queue.sequence(there).queue }]
  })
  return {
    ...effectOfMove(changes, now),
    checkToken,
    misfits: place === undefined || target === order.workCenterId ? [] : await misfitsOf(tenant, order.itemId, place),
  }
}

/** Right behind those that stand before it in the queue, drafts among them. */
function placed(rest: readonly OpenOrder[], order: OpenOrder, before: readonly JobOrderId[]): readonly OpenOrder[] {
  const index = rest.findLastIndex((one) => one.status === 'PROGRESS' || before.includes(one.id))
  return rest.toSpliced(index + 1, 0, order)
}

async function misfitsOf(
  tenant: Tenant,
  itemId: ItemId | null,
  place: { readonly id: WorkCenterId; readonly measurementUnit: string },
): Promise<readonly MoveMisfit[]> {
  const [item] = itemId === null ? [] : await listItems(tenant, [itemId])
  if (item === undefined) return []
  const standards = await listItemStandards(tenant, [item.id])
  return [
    ...(standards.some(({ workCenterId }) => workCenterId === place.id) ? [] : (['ITEM_STANDARD_MISSING'] as const)),
    ...(item.unit === place.measurementUnit ? [] : (['UNIT_MISMATCH'] as const)),
  ]
}

/** A queue as it was looked at; null = there is none. */
export type LookedAtQueue = {
  readonly workCenterId: WorkCenterId
  readonly queue: PlaceQueue<JobOrderId> | null
  readonly now: number
  readonly checkToken: string
}

/** Returns the queue of a work center for which a better sequence is asked. */
export async function queueToSequence(
  tenant: Tenant,
  { deps, member, visible, memory }: Asking,
  workCenterId: WorkCenterId,
): Promise<LookedAtQueue> {
  requirePlanner(member)
  if (!isPlaceVisible(visible, workCenterId) || (await findWorkCenters(tenant, [workCenterId])).length === 0)
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
  const now = deps.now()
  const checkToken = await queueToken(tenant, [workCenterId])
  const known = (await knownQueues(tenant, [workCenterId], now, memory)).get(workCenterId)
  return { workCenterId, queue: known?.sequence(known.orders).queue ?? null, now, checkToken }
}

/**
 * Returns moves that make the sequence of the queue better, each with what all up to it do together (domain.md F-8); none where it cannot be better. Others
 * are answered meanwhile: it needs no transaction, and a company has one at a time worked out.
 */
export async function betterMoves(companyId: CompanyId, { workCenterId, queue, now }: LookedAtQueue): Promise<readonly SequenceMove[]> {
  if (queue === null) return []
  return await inTurn(`sequence of ${companyId}`, async () => {
    const moves: SequenceMove[] = []
    let since = performance.now()
    for (const move of suggestMoves(queue, now)) {
      if (move !== null) {
        const { id, after, queue: better } = move
        moves.push({ ...effectOfMove([{ place: workCenterId, before: queue, after: better }], now), id, after })
      }
      if (performance.now() - since < TURN_MS) continue
      await nextTurn()
      since = performance.now()
    }
    return moves
  })
}
