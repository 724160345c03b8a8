import { problemOfMissingScrap } from '#engine/material/scrap.ts'
import { planConsumption, requiredConsumptions } from '#engine/material/consumption.ts'
import type { ConsumptionRules, MaterialNeed, SaidConsumption } from '#engine/material/consumption.ts'
import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { materialProblem, microOf, quantityOf } from '#engine/material/quantity.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, JobOrderId, StockId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import { listBom, listOrderScraps } from '#server/item/bom.store.ts'
import { listItems } from '#server/item/item.store.ts'
import type { Item } from '#server/item/item.store.ts'
import { refuseAll } from '#server/refusal.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { freeSpentContainers, fillContainers } from './containerFill.ts'
import { insertConsumptions, insertScraps } from './consumption.store.ts'
import { notifyStock } from './materialDeps.ts'
import type { By } from './materialDeps.ts'
import { producedBatches } from './producedBatch.ts'
import type { ProducedBatch } from './producedBatch.ts'
import { ensureStocks, lockStocks, moveStock } from './stock.store.ts'
import type { Movement, Stock, StockPlace } from './stock.store.ts'

/** A row of a posting: so many units of one type, as it is stored already. */
export type PostedRow = {
  readonly confirmationId: number
  /** Which of `inputs` it comes from. */
  readonly input: number
  readonly outputType: 'ACCEPTED' | 'REJECTED'
  readonly output: number
  readonly batchCode: string | null
  readonly containerCode: string | null
}

/** What a person says of material with one batch of a posting; it hangs on the first row of it. */
export type PostedInput = {
  readonly confirmationId: number
  /** In the unit of the item; null = of the oldest batch that is installed. */
  readonly consumptions: readonly { readonly itemId: ItemId; readonly quantity: number; readonly batchId: BatchId | null }[]
  readonly scraps: readonly { readonly itemId: ItemId; readonly quantity: number }[]
}

/** The work center that consumes, with what is tracked there. */
export type MaterialPlace = Pick<WorkCenter, 'consumptionTracking' | 'id' | 'trackScraps'>

/** The day and code of a shift; outside shifts there is no code. */
export type ShiftDay = { readonly date: string; readonly code: string | null }

/** What of an item nothing covered, in its unit. */
export type UncoveredBefore = { readonly itemId: ItemId; readonly quantity: number }

/** A posting of output as far as material follows from it. */
export type PostedMaterials = {
  readonly place: MaterialPlace
  /** null = of output without an order. */
  readonly jobOrderId: JobOrderId | null
  /** The product; null = none is known. */
  readonly itemId: ItemId | null
  readonly inputs: readonly PostedInput[]
  readonly rows: readonly PostedRow[]
  readonly comment: string | null
  /** Nobody says what was consumed: it is what the bill of material needs. */
  readonly takesRequired?: boolean
  readonly allowUncovered: boolean
  /** OUTPUTS MODIFY. */
  readonly mayModify: boolean
  /** What nothing covered in the posting that a correction stands for; left out = it is none. */
  readonly uncoveredBefore?: readonly UncoveredBefore[]
  /** Finds the shift of the output, for the code of a batch without one. */
  readonly shiftOf: () => Promise<ShiftDay>
  readonly by: By
  /** The batch of each row that goes into one, where they were made before; left out = they are made now. */
  readonly produced?: ReadonlyMap<number, ProducedBatch>
  /** The product, where it was read before. */
  readonly product?: Item | null
}

export type TakenMaterials = {
  readonly warnings: readonly Problem[]
  /** The batch of each row that made one. */
  readonly batches: ReadonlyMap<number, ProducedBatch>
}

/**
 * Returns the warnings and batches of a posting after its scrap, containers, produced batches and consumption are written in its transaction
 * (domain.md M-3, M-8 to M-10). Refuses in this order, each time all at once: what problemOfMissingScrap, occupied containers and planConsumption say.
 */
export async function takeMaterials(tenant: Tenant, posting: PostedMaterials): Promise<TakenMaterials> {
  const { place, jobOrderId, inputs, by } = posting
  const workCenterId = place.id
  const orderIds = jobOrderId === null ? [] : [jobOrderId]
  const items = await itemsOf(tenant, posting)
  await takeScraps(tenant, posting, { orderIds, items, isTracked: place.trackScraps })
  const product = posting.itemId === null ? null : (items.get(posting.itemId) ?? null)
  const batches = posting.produced ?? (await batchesOf(tenant, posting, product))
  const warnings: Problem[] = []
  const { tracking, said: named } = saidConsumptions(posting, items, place.consumptionTracking)
  if (tracking === 'NO_TRACKING' && named.length > 0) warnings.push({ code: 'CONSUMPTION_IGNORED', field: 'consumptions' })
  const needs = tracking === 'NO_TRACKING' ? [] : await needsOf(tenant, posting, orderIds, items)
  const produced = posting.rows.filter(({ confirmationId }) => batches.has(confirmationId))
  const places = produced.flatMap(({ confirmationId }) => {
    const batch = batches.get(confirmationId)
    return batch === undefined || product === null ? [] : [{ itemId: product.id, batchId: batch.id, workCenterId: null }]
  })
  const takesRequired = posting.takesRequired === true
  const consumedIds = tracking === 'NO_TRACKING' ? [] : (takesRequired ? needs : named).map(({ itemId }) => asId<ItemId>(itemId))
  const { stockIds, stocks } = await takeStocks(tenant, { places, itemIds: consumedIds, workCenterId }, by)
  const usable = stocks.flatMap(({ batchId }) => batchId ?? [])
  await fillContainers(tenant, posting, batches, usable)
  const here = stocks
    .filter((row) => row.workCenterId === workCenterId)
    .map((row) => ({ ...row, balance: microOf(row.balance), installedAt: row.installedOn?.getTime() ?? 0 }))
  const said = takesRequired ? requiredConsumptions(needs, here, tracking) : named
  const { problems, taken } = planConsumption(said, needs, here, rulesOf(posting))
  refuseAll(await withNames(tenant, problems))
  const ownerOf = inputs.flatMap(({ consumptions, confirmationId }) => consumptions.map(() => confirmationId))
  const written = taken.map((one) => ({ ...one, confirmationId: ownerOf[one.index] ?? inputs[0]?.confirmationId ?? 0 }))
  const consumptions = written.map(({ confirmationId, itemId, batchId, quantity, isUncovered }) => ({
    confirmationId,
    jobOrderId,
    workCenterId,
    itemId: asId<ItemId>(itemId),
    batchId: batchId === null ? null : asId<BatchId>(batchId),
    quantity: quantityOf(quantity),
    isUncovered,
  }))
  const consumed = written.flatMap(({ stockId, quantity, confirmationId }): Movement[] =>
    stockId === null ? [] : [{ stockId: asId<StockId>(stockId), kind: 'CONSUMED', quantity: -quantityOf(quantity), confirmationId }],
  )
  const made = produced.flatMap(({ confirmationId, output }, index): Movement[] => {
    const stockId = stockIds[index]
    return stockId === undefined ? [] : [{ stockId, kind: 'PRODUCED', quantity: output, confirmationId }]
  })
  await Promise.all([
    insertConsumptions(tenant, consumptions, by.at),
    moveStock(tenant, [...consumed, ...made], by),
    consumed.length + made.length > 0 ? notifyStock(tenant, [workCenterId, null]) : null,
  ])
  await freeSpentContainers(
    tenant,
    written.flatMap(({ batchId }) => (batchId === null ? [] : [asId<BatchId>(batchId)])),
    by,
  )
  return { warnings, batches }
}

function rulesOf({ place, comment, allowUncovered, mayModify, uncoveredBefore }: PostedMaterials): ConsumptionRules {
  const rules = { tracking: place.consumptionTracking, comment, allowUncovered, mayModify }
  if (uncoveredBefore === undefined) return rules
  const uncovered = new Map<number, number>(uncoveredBefore.map(({ itemId, quantity }) => [itemId, microOf(quantity)]))
  return { ...rules, corrected: { uncovered } }
}

/** Locks the stocks that the posting changes, all in one order; `stockIds` are those of the places, which are made first where they are missing. */
async function takeStocks(
  tenant: Tenant,
  asked: { readonly places: readonly StockPlace[]; readonly itemIds: readonly ItemId[]; readonly workCenterId: WorkCenterId },
  by: By,
): Promise<{ readonly stockIds: readonly StockId[]; readonly stocks: readonly Stock[] }> {
  const { places, itemIds, workCenterId } = asked
  if (places.length === 0 && itemIds.length === 0) return { stockIds: [], stocks: [] }
  const stockIds = await ensureStocks(tenant, places, by)
  return { stockIds, stocks: await lockStocks(tenant, { ids: stockIds, itemIds, workCenterId }) }
}

async function batchesOf(tenant: Tenant, posting: PostedMaterials, product: Item | null): Promise<ReadonlyMap<number, ProducedBatch>> {
  if (product === null) return new Map()
  const rows = posting.rows.map(({ confirmationId, ...row }) => ({ ...row, key: confirmationId }))
  return await producedBatches(tenant, { ...posting, rows }, { product, shiftOf: posting.shiftOf })
}

async function itemsOf(tenant: Tenant, { inputs, itemId, product = null }: PostedMaterials): Promise<ReadonlyMap<number, Item>> {
  const named = inputs.flatMap(({ consumptions, scraps }) => [...consumptions, ...scraps].map((one) => one.itemId))
  const wanted = new Set([...named, ...(itemId === null ? [] : [itemId])])
  if (product !== null) wanted.delete(product.id)
  const items = await listItems(tenant, [...wanted])
  return new Map([...items, ...(product === null ? [] : [product])].map((item) => [item.id, item]))
}

/** What is said of scrap, as far as it is asked for. */
async function takeScraps(
  tenant: Tenant,
  { inputs, jobOrderId }: PostedMaterials,
  {
    orderIds,
    items,
    isTracked,
  }: { readonly orderIds: readonly JobOrderId[]; readonly items: ReadonlyMap<number, Item>; readonly isTracked: boolean },
): Promise<void> {
  const said = inputs.flatMap(({ scraps, confirmationId }) => scraps.map((scrap) => ({ ...scrap, confirmationId, jobOrderId })))
  const possible = isTracked ? await listOrderScraps(tenant, orderIds) : []
  const missing = problemOfMissingScrap(possible, said, { isTracked })
  refuseAll([
    ...(missing === null ? [] : await withNames(tenant, [missing])),
    ...said.flatMap(({ itemId, quantity }, index) =>
      [
        unknownItem(`scraps.${index}.itemId`, itemId, items),
        materialProblem(`scraps.${index}.quantity`, quantity, { mayBeZero: true }),
      ].filter((problem) => problem !== null),
    ),
  ])
  await insertScraps(tenant, said)
}

/** What is said of consumption in millionths; a wrong number is refused, whatever is tracked. */
function saidConsumptions(
  { inputs }: PostedMaterials,
  items: ReadonlyMap<number, Item>,
  tracking: 'NO_TRACKING' | 'WITHOUT_BOM_VALIDATION' | 'WITH_BOM_VALIDATION',
) {
  const consumptions = inputs.flatMap((one) => one.consumptions)
  refuseAll(
    consumptions.flatMap(({ itemId, quantity }, index) =>
      [unknownItem(`consumptions.${index}.itemId`, itemId, items), materialProblem(`consumptions.${index}.quantity`, quantity)].filter(
        (problem) => problem !== null,
      ),
    ),
  )
  const said: SaidConsumption[] = consumptions.map(({ itemId, batchId, quantity }) => ({
    itemId,
    batchId,
    quantity: microOf(quantity),
    isBatchTracked: items.get(itemId)?.isBatchTracked ?? false,
  }))
  return { tracking, said }
}

/** What the order's bill of material says that the units of the posting need, each in the unit of its item. */
async function needsOf(
  tenant: Tenant,
  { rows }: PostedMaterials,
  orderIds: readonly JobOrderId[],
  known: ReadonlyMap<number, Item>,
): Promise<readonly MaterialNeed[]> {
  const lines = await listBom(tenant, { kind: 'order', ids: orderIds })
  const others = await listItems(
    tenant,
    lines.map(({ materialId }) => materialId).filter((id) => !known.has(id)),
  )
  const unitOf = new Map([...known.values(), ...others].map(({ id, unit }) => [id, unit]))
  const total = quantityOf(rows.reduce((sum, { output }) => sum + microOf(output), 0))
  return lines.map((line) => {
    const required = microOf(requiredInput(line, total))
    const converted = convertedMicro(required, line.unit, unitOf.get(line.materialId) ?? line.unit)
    return { itemId: line.materialId, required: converted ?? required, registrationType: line.registrationType }
  })
}

function unknownItem(field: string, id: ItemId, items: ReadonlyMap<number, Item>): Problem | null {
  return items.has(id) ? null : { code: 'ITEM_NOT_FOUND', field, params: { id } }
}

/** Returns the problems with the names of the items that they speak of, for the sentences of the screens. */
async function withNames(tenant: Tenant, problems: readonly Problem[]): Promise<readonly Problem[]> {
  const idsOf = ({ params = {} }: Problem) => (typeof params['itemIds'] === 'string' ? params['itemIds'].split(', ').map(Number) : [])
  const idOf = ({ params = {} }: Problem) => (typeof params['itemId'] === 'number' ? params['itemId'] : null)
  const ids = problems.flatMap((problem) => [...idsOf(problem), idOf(problem) ?? []].flat())
  const items = await listItems(
    tenant,
    [...new Set(ids)].map((id) => asId<ItemId>(id)),
  )
  const nameOf = (id: number) => items.find((item) => item.id === id)?.name ?? ''
  return problems.map((problem) => {
    const [many, one] = [idsOf(problem), idOf(problem)]
    const names = { ...(many.length > 0 && { items: many.map(nameOf).join(', ') }), ...(one !== null && { item: nameOf(one) }) }
    return { ...problem, params: { ...problem.params, ...names } }
  })
}
