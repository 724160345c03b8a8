import { microOf, quantityOf } from '#engine/material/quantity.ts'
import type { BatchId, StockId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { notifyStock } from './materialDeps.ts'
import type { By } from './materialDeps.ts'
import { emptyFills } from './containerFill.ts'
import { listConsumers, markReturned } from './consumption.store.ts'
import { listConfirmedMovements, lockStocks, moveStock } from './stock.store.ts'
import type { Movement, Stock } from './stock.store.ts'

/**
 * Takes back all that the confirmations of a posting did with material, in the transaction of its cancellation: consumption returns to the stocks that it
 * came from, produced batches lose what was put into them, scrap and contents of containers are gone. Refuses a produced batch that was used, with the orders.
 */
export async function giveBackMaterials(
  tenant: Tenant,
  { confirmationIds, by }: { readonly confirmationIds: readonly number[]; readonly by: By },
): Promise<void> {
  if (confirmationIds.length === 0) return
  const movements = await listConfirmedMovements(tenant, confirmationIds)
  const sums = new Map<StockId, number>()
  for (const { stockId, quantity } of movements) sums.set(stockId, (sums.get(stockId) ?? 0) + microOf(quantity))
  const produced = movements.filter(({ kind }) => kind === 'PRODUCED').flatMap(({ batchId }) => (batchId === null ? [] : [batchId]))
  const stocks = await lockStocks(tenant, { ids: [...sums.keys()], batchIds: produced })
  await refuseUsed(tenant, produced, confirmationIds)
  await moveStock(
    tenant,
    [...sums].flatMap(([stockId, sum]) => reversed(stockId, sum, stocks, confirmationIds[0] ?? 0)),
    by,
  )
  await markReturned(tenant, confirmationIds)
  await emptyFills(tenant, confirmationIds, by)
  if (stocks.length > 0)
    await notifyStock(
      tenant,
      stocks.map(({ workCenterId }) => workCenterId),
    )
}

async function refuseUsed(tenant: Tenant, batchIds: readonly BatchId[], confirmationIds: readonly number[]): Promise<void> {
  const orders = await listConsumers(tenant, batchIds, confirmationIds)
  if (orders.length > 0) throw new Refusal({ code: 'BATCH_CONSUMED', params: { orders: orders.filter((code) => code !== '').join(', ') } })
}

/** What takes a sum of movements back; of a batch that was moved elsewhere from where it is now. */
function reversed(stockId: StockId, sum: number, stocks: readonly Stock[], confirmationId: number): readonly Movement[] {
  if (sum <= 0) return [{ stockId, kind: 'GIVEN_BACK', quantity: quantityOf(-sum), confirmationId }]
  const own = stocks.find(({ id }) => id === stockId)
  const elsewhere = stocks.filter(({ id, batchId }) => id !== stockId && batchId !== null && batchId === own?.batchId)
  const movements: Movement[] = []
  let rest = sum
  for (const stock of own === undefined ? elsewhere : [own, ...elsewhere]) {
    const part = Math.min(rest, microOf(stock.balance))
    if (part > 0) movements.push({ stockId: stock.id, kind: 'WITHDRAWN', quantity: quantityOf(-part), confirmationId })
    rest -= part
  }
  // Charged off or counted since: what is gone cannot be taken back.
  if (rest > 0) throw new Refusal({ code: 'BATCH_CONSUMED', params: { orders: '' } })
  return movements
}
