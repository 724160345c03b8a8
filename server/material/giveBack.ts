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

/** The confirmations of a posting, and who takes them back. */
export type TakenBack = { readonly confirmationIds: readonly number[]; readonly by: By }

/**
 * Takes back all that the confirmations of a posting did with material, in the transaction of its cancellation: consumption returns to the stocks that it
 * came from, produced batches lose what was put into them, scrap and contents of containers are gone. Refuses a produced batch that was used, with the orders.
 */
export async function giveBackMaterials(tenant: Tenant, given: TakenBack): Promise<void> {
  const { confirmationIds } = given
  const produced = batchesOf(await listConfirmedMovements(tenant, confirmationIds))
  await lockStocks(tenant, { ids: [], batchIds: produced })
  const orders = await listConsumers(tenant, produced, confirmationIds)
  if (orders.length > 0) throw consumed(orders)
  await giveBackConsumed(tenant, given)
  await withdrawProduced(tenant, given)
}

/**
 * Returns what the confirmations took to the stocks that it came from, and empties their containers; what they put into batches stays there until
 * `withdrawProduced`: a correction puts in what is right first, so that what was used of a batch meanwhile is covered all the time.
 */
export async function giveBackConsumed(tenant: Tenant, { confirmationIds, by }: TakenBack): Promise<void> {
  if (confirmationIds.length === 0) return
  const movements = await listConfirmedMovements(tenant, confirmationIds)
  const taken = sumsOf(movements.filter(({ kind }) => kind !== 'PRODUCED'))
  // All of them at once, in one order: those of the produced batches are needed later.
  const stocks = await lockStocks(tenant, { ids: movements.map(({ stockId }) => stockId), batchIds: batchesOf(movements) })
  await moveStock(
    tenant,
    [...taken].map(([stockId, sum]) => ({
      stockId,
      kind: 'GIVEN_BACK',
      quantity: quantityOf(-sum),
      confirmationId: confirmationIds[0] ?? 0,
    })),
    by,
  )
  await markReturned(tenant, confirmationIds)
  await emptyFills(tenant, confirmationIds, by)
  await notifyPlaces(tenant, stocks)
}

/** Takes what the confirmations put into batches out of them, wherever the batches are now. Refuses with the orders that used them where less is left. */
export async function withdrawProduced(tenant: Tenant, { confirmationIds, by }: TakenBack): Promise<void> {
  if (confirmationIds.length === 0) return
  const movements = (await listConfirmedMovements(tenant, confirmationIds)).filter(({ kind }) => kind === 'PRODUCED')
  const sums = sumsOf(movements)
  const produced = batchesOf(movements)
  const stocks = await lockStocks(tenant, { ids: [...sums.keys()], batchIds: produced })
  const withdrawn = [...sums].map(([stockId, sum]) => withdrawal(stockId, sum, stocks, confirmationIds[0] ?? 0))
  // Charged off or counted since: what is gone cannot be taken back.
  if (withdrawn.includes(null)) throw consumed(await listConsumers(tenant, produced, confirmationIds))
  await moveStock(
    tenant,
    withdrawn.flatMap((movement) => movement ?? []),
    by,
  )
  await notifyPlaces(tenant, stocks)
}

type Confirmed = Awaited<ReturnType<typeof listConfirmedMovements>>

function sumsOf(movements: Confirmed): ReadonlyMap<StockId, number> {
  const sums = new Map<StockId, number>()
  for (const { stockId, quantity } of movements) sums.set(stockId, (sums.get(stockId) ?? 0) + microOf(quantity))
  return sums
}

function batchesOf(movements: Confirmed): readonly BatchId[] {
  return movements.filter(({ kind }) => kind === 'PRODUCED').flatMap(({ batchId }) => (batchId === null ? [] : [batchId]))
}

function consumed(orders: readonly string[]): Refusal {
  return new Refusal({ code: 'BATCH_CONSUMED', params: { orders: orders.filter((code) => code !== '').join(', ') } })
}

async function notifyPlaces(tenant: Tenant, stocks: readonly Stock[]): Promise<void> {
  if (stocks.length > 0)
    await notifyStock(
      tenant,
      stocks.map(({ workCenterId }) => workCenterId),
    )
}

/** What takes a produced sum back; of a batch that was moved elsewhere from where it is now. null = less is left. */
function withdrawal(stockId: StockId, sum: number, stocks: readonly Stock[], confirmationId: number): readonly Movement[] | null {
  const own = stocks.find(({ id }) => id === stockId)
  const elsewhere = stocks.filter(({ id, batchId }) => id !== stockId && batchId !== null && batchId === own?.batchId)
  const movements: Movement[] = []
  let rest = sum
  for (const stock of own === undefined ? elsewhere : [own, ...elsewhere]) {
    const part = Math.min(rest, microOf(stock.balance))
    if (part > 0) movements.push({ stockId: stock.id, kind: 'WITHDRAWN', quantity: quantityOf(-part), confirmationId })
    rest -= part
  }
  return rest > 0 ? null : movements
}
