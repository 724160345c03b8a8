import { microOf, quantityOf } from '#engine/material/quantity.ts'
import type { BatchId, ContainerId } from '#engine/ids.ts'
import type { OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isPlaceVisible, notifyOrders } from '#server/jobOrder/visibleOrder.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor } from '#server/user/acting.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { coverWith, lockUncovered, placeOfConsumption } from './consumption.store.ts'
import { emptyContainers, listContainers, lockContainers } from './container.store.ts'
import type { Container } from './container.store.ts'
import { freeSpentContainers } from './containerFill.ts'
import { byOf, notifyStock } from './materialDeps.ts'
import type { MaterialDeps } from './materialDeps.ts'
import { requireBatch } from './stock.service.ts'
import { lockStocks, moveStock } from './stock.store.ts'
import type { Movement } from './stock.store.ts'

/**
 * Returns how much of an uncovered consumption the batch covers, in the unit of the item (domain.md M-9): what is installed where it was consumed, then what
 * is installed nowhere. What the batch does not hold stays uncovered. Not for operators.
 */
export async function coverConsumption(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, batchId }: { readonly id: number; readonly batchId: BatchId },
  request: KeyedRequest | null,
): Promise<number> {
  if (member.role === 'OPERATOR') throw new Refusal({ code: 'PLANNERS_ONLY' })
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      // The work center first, as confirming and cancelling do: a posting that is being cancelled is waited for.
      const place = await placeOfConsumption(tenant, id)
      if (place !== null) await lockWorkCenters(tenant, [place])
      const consumption = await lockUncovered(tenant, id)
      if (consumption === null || !isPlaceVisible(visible, consumption.workCenterId))
        throw new Refusal({ code: 'CONSUMPTION_NOT_FOUND', params: { id } })
      await requireActor(tenant, member, [consumption.workCenterId])
      const batch = await requireBatch(tenant, batchId)
      if (batch.itemId !== consumption.itemId) throw new Refusal({ code: 'BATCH_NOT_FOUND', field: 'batchId', params: { id: batchId } })
      const stocks = (await lockStocks(tenant, { batchIds: [batchId] }))
        .filter(({ workCenterId }) => workCenterId === null || workCenterId === consumption.workCenterId)
        .toSorted((one, other) => Number(one.workCenterId === null) - Number(other.workCenterId === null))
      const movements: Movement[] = []
      let rest = microOf(consumption.quantity)
      for (const { id: stockId, balance } of stocks) {
        const part = Math.min(rest, microOf(balance))
        if (part > 0) movements.push({ stockId, kind: 'CONSUMED', quantity: -quantityOf(part), confirmationId: consumption.confirmationId })
        rest -= part
      }
      const covered = quantityOf(microOf(consumption.quantity) - rest)
      if (covered === 0) {
        const params = { itemId: batch.itemId, required: consumption.quantity, available: 0 }
        throw new Refusal({ code: 'BATCH_BALANCE_TOO_SMALL', field: 'batchId', params })
      }
      const by = byOf(deps, member)
      await moveStock(tenant, movements, by)
      await coverWith(tenant, consumption, { batchId, covered, left: quantityOf(rest) }, by)
      await freeSpentContainers(tenant, [batchId], by)
      await notifyStock(tenant, [consumption.workCenterId, null])
      await notifyOrders(tenant, [consumption.workCenterId])
      return covered
    }
    return (await once(tenant, member.userId, request, { act, read: Number })).answer
  })
}

/** Returns the container, which holds nothing any more (domain.md M-10). */
export async function emptyContainer(
  deps: MaterialDeps,
  member: OrderMember,
  id: ContainerId,
  request: KeyedRequest | null,
): Promise<Container> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await requireActor(tenant, member, [])
      const [container] = await lockContainers(tenant, [id])
      if (container === undefined) throw new Refusal({ code: 'CONTAINER_NOT_FOUND', params: { id } })
      await emptyContainers(tenant, [id], byOf(deps, member))
      await notifyStock(tenant, [null])
      return Number(id)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    const [container] = await listContainers(tenant, [id])
    if (container === undefined) throw new Refusal({ code: 'CONTAINER_NOT_FOUND', params: { id } })
    return container
  })
}
