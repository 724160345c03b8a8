import type { BatchId, ContainerId, ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listBatches } from './batch.store.ts'
import type { Batch } from './batch.store.ts'
import { listConsumptionsOf, listOrderUse, listScrapsOf } from './consumption.store.ts'
import type { MaterialConsumption, ScrapConfirmation } from './consumption.store.ts'
import { listContainers } from './container.store.ts'
import type { Container } from './container.store.ts'
import { listKept, listStocks } from './materialList.store.ts'
import type { StockMovement } from './materialList.store.ts'
import type { ScanMatch } from './scan.store.ts'
import type { MovedStock, Stock } from './stock.store.ts'

/** What output took of a material, as people say it. */
export const MaterialConsumptionInput = builder.inputType('MaterialConsumptionInput', {
  fields: (t) => ({
    itemId: t.int({ required: true }),
    quantity: t.field({ type: 'Decimal', required: true, description: 'Above 0, with six places, in the unit of the item.' }),
    batchId: t.int({ description: 'An installed batch; left out: the one installed first.' }),
  }),
})

/** Scrap of an item, as people say it. */
export const ScrapConfirmationInput = builder.inputType('ScrapConfirmationInput', {
  fields: (t) => ({
    itemId: t.int({ required: true }),
    quantity: t.field({ type: 'Decimal', required: true, description: '0 or more.' }),
  }),
})

export const StockRef = builder.objectRef<Stock & Partial<MovedStock>>('Stock')
export const BatchRef = builder.objectRef<Batch>('Batch')
export const ContainerRef = builder.objectRef<Container>('Container')
export const MaterialConsumptionRef = builder.objectRef<MaterialConsumption>('MaterialConsumption')
export const ScrapConfirmationRef = builder.objectRef<ScrapConfirmation>('ScrapConfirmation')
export const StockMovementRef = builder.objectRef<StockMovement>('StockMovement')
export const ScanMatchRef = builder.objectRef<ScanMatch>('ScanMatch')

/** More stocks than these a batch does not have. */
const STOCKS_OF_BATCHES = 10_000

export const batchById = tenantLoader(async (tenant, ids: readonly BatchId[]) =>
  each(ids, await listBatches(tenant, ids), (batch) => batch.id),
)

export const containerById = tenantLoader(async (tenant, ids: readonly ContainerId[]) =>
  each(ids, await listContainers(tenant, ids), (container) => container.id),
)

/** The stocks of a batch, wherever they are. */
export const stocksOfBatch = tenantLoader(async (tenant, batchIds: readonly BatchId[]) => {
  const all = { workCenterId: null, visible: null, hasBalance: true, itemIds: null, sku: null, period: null, asOf: null }
  const stocks = await listStocks(tenant, { ...all, batchIds }, STOCKS_OF_BATCHES)
  return batchIds.map((id) => stocks.filter(({ batchId }) => batchId === id))
})

/** What an order took and scrapped, by item. */
export const takenByOrder = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listOrderUse(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

/** What is left at a work center, by item; an item that is missing is not kept there. */
export const keptAt = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) => {
  const kept = await listKept(tenant, ids)
  return ids.map(
    (id) => new Map<ItemId, number>(kept.filter(({ workCenterId }) => workCenterId === id).map(({ itemId, balance }) => [itemId, balance])),
  )
})

/** What a confirmation of output took. */
export const confirmedConsumptions = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listConsumptionsOf(tenant, ids), ({ confirmationId }) => confirmationId),
)

/** The scrap that a confirmation of output names. */
export const confirmedScraps = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listScrapsOf(tenant, ids), ({ confirmationId }) => confirmationId),
)
