import { textProblem } from '#engine/fields/fieldRules.ts'
import { materialProblem, microOf, quantityOf } from '#engine/material/quantity.ts'
import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, StockId, WorkCenterId } from '#engine/ids.ts'
import { dateOf } from '#engine/time/zoneDates.ts'
import type { Tenant } from '#server/db/database.ts'
import { itemNotFound } from '#server/item/item.service.ts'
import { listItems } from '#server/item/item.store.ts'
import type { OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor } from '#server/user/acting.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { findBatchesByText, listBatches } from './batch.store.ts'
import type { Batch } from './batch.store.ts'
import { freeSpentContainers } from './containerFill.ts'
import { byOf, mayManageOutput, notifyStock, refuseLate, requirePlace } from './materialDeps.ts'
import type { MaterialDeps } from './materialDeps.ts'
import { ensureStocks, findStock, lockStocks, moveStock } from './stock.store.ts'
import type { MovedStock } from './stock.store.ts'

const COMMENT = { min: 0, max: 2000 } as const
const REASON = { min: 3, max: 2000 } as const

/** A batch by its id, or by the code that was typed or scanned. */
export type BatchRef = { readonly batchId: BatchId | null; readonly code: string | null }

/**
 * Returns the stock of the batch at the work center after a part of it, by default all that is installed nowhere, moved there (domain.md M-6). Refuses
 * more than there is, and an expired batch where the bill of material is checked, except from who manages output.
 */
export async function installBatch(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  asked: BatchRef & { readonly workCenterId: WorkCenterId; readonly quantity: number | null },
  request: KeyedRequest | null,
): Promise<MovedStock> {
  requirePlace(visible, asked.workCenterId)
  refuseAll([materialProblem('quantity', asked.quantity)].filter((problem) => problem !== null))
  return await changeStock(deps, member, request, asked.workCenterId, async (tenant) => {
    const place = await requireActive(tenant, asked.workCenterId)
    const batch = await oneBatch(tenant, asked)
    await refuseExpired(tenant, deps, member, { batch, place })
    return await installIn(tenant, deps, member, { batch, workCenterId: asked.workCenterId, quantity: asked.quantity })
  })
}

/** Returns the stock at the work center after the quantity of the batch moved there; null = all that is installed nowhere. */
export async function installIn(
  tenant: Tenant,
  deps: MaterialDeps,
  member: OrderMember,
  { batch, workCenterId, quantity }: { readonly batch: Batch; readonly workCenterId: WorkCenterId; readonly quantity: number | null },
): Promise<ChangedStock> {
  const { id: batchId, itemId } = batch
  const by = byOf(deps, member)
  const ids = await ensureStocks(
    tenant,
    [null, workCenterId].map((place) => ({ itemId, batchId, workCenterId: place })),
    by,
  )
  const [from, to] = ids
  if (from === undefined || to === undefined) throw new Error(`no stock of batch ${batchId}`)
  const stocks = await lockStocks(tenant, { ids })
  const balance = stocks.find(({ id }) => id === from)?.balance ?? 0
  const part = quantity ?? balance
  if (part <= 0 || part > balance) throw tooSmall('quantity', part, balance)
  await moveStock(
    tenant,
    [
      { stockId: from, kind: 'INSTALLED', quantity: -part },
      { stockId: to, kind: 'INSTALLED', quantity: part },
    ],
    by,
  )
  return { id: to, moved: part }
}

/** Returns the stock of the batch that is installed nowhere, after what was left of it at the work center moved there. */
export async function uninstallBatch(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { batchId, workCenterId }: { readonly batchId: BatchId; readonly workCenterId: WorkCenterId },
  request: KeyedRequest | null,
): Promise<MovedStock> {
  requirePlace(visible, workCenterId)
  return await changeStock(deps, member, request, workCenterId, async (tenant) => {
    const batch = await requireBatch(tenant, batchId)
    const by = byOf(deps, member)
    const [to] = await ensureStocks(tenant, [{ itemId: batch.itemId, batchId, workCenterId: null }], by)
    const stocks = await lockStocks(tenant, { batchIds: [batchId] })
    const from = stocks.find((stock) => stock.workCenterId === workCenterId)
    if (from === undefined || to === undefined || from.balance === 0)
      throw new Refusal({ code: 'BATCH_NOT_INSTALLED', field: 'batchId', params: { itemId: batch.itemId, batchId } })
    await moveStock(
      tenant,
      [
        { stockId: from.id, kind: 'UNINSTALLED', quantity: -from.balance },
        { stockId: to, kind: 'UNINSTALLED', quantity: from.balance },
      ],
      by,
    )
    return { id: to, moved: from.balance }
  })
}

/** Returns the stock of the batch after so much of it was taken off; refuses more than there is (domain.md M-6). */
export async function chargeOffBatch(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  asked: {
    readonly batchId: BatchId
    readonly workCenterId: WorkCenterId | null
    readonly balance: number
    readonly comment: string | null
  },
  request: KeyedRequest | null,
): Promise<MovedStock> {
  requirePlace(visible, asked.workCenterId)
  refuseAll(
    [materialProblem('balance', asked.balance), textProblem('comment', asked.comment ?? '', COMMENT)].filter((problem) => problem !== null),
  )
  return await changeStock(deps, member, request, asked.workCenterId, async (tenant) => {
    const { batchId, workCenterId, balance } = asked
    await requireBatch(tenant, batchId)
    const stock = (await lockStocks(tenant, { batchIds: [batchId] })).find((one) => one.workCenterId === workCenterId)
    if (stock === undefined || stock.balance < balance) throw tooSmall('balance', balance, stock?.balance ?? 0)
    const by = byOf(deps, member)
    await moveStock(tenant, [{ stockId: stock.id, kind: 'CHARGED_OFF', quantity: -balance, comment: textOrNull(asked.comment) }], by)
    await freeSpentContainers(tenant, [batchId], by)
    return { id: stock.id, moved: null }
  })
}

/** Returns the stock of the item, or of a batch of it, with the balance that was counted. Only for who manages output, with a comment. */
export async function adjustStock(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  asked: {
    readonly itemId: ItemId
    readonly batchId: BatchId | null
    readonly workCenterId: WorkCenterId | null
    readonly newBalance: number
    readonly comment: string
  },
  request: KeyedRequest | null,
): Promise<MovedStock> {
  requirePlace(visible, asked.workCenterId)
  refuseAll(
    [materialProblem('newBalance', asked.newBalance, { mayBeZero: true }), textProblem('comment', asked.comment, REASON)].filter(
      (problem) => problem !== null,
    ),
  )
  return await changeStock(deps, member, request, asked.workCenterId, async (tenant) => {
    const { itemId, batchId, workCenterId, newBalance } = asked
    if ((await listItems(tenant, [itemId])).length === 0) throw itemNotFound(itemId)
    if (batchId !== null && (await requireBatch(tenant, batchId)).itemId !== itemId) throw batchNotFound(batchId)
    const by = byOf(deps, member)
    const ids = await ensureStocks(tenant, [{ itemId, batchId, workCenterId }], by)
    const [stock] = await lockStocks(tenant, { ids })
    if (stock === undefined) throw new Error(`no stock of item ${itemId}`)
    const quantity = quantityOf(microOf(newBalance) - microOf(stock.balance))
    await moveStock(tenant, [{ stockId: stock.id, kind: 'COUNTED', quantity, comment: asked.comment.trim() }], by)
    return { id: stock.id, moved: null }
  })
}

/** Returns the batch; refuses one that is unknown or of another company. */
export async function requireBatch(tenant: Tenant, id: BatchId): Promise<Batch> {
  const [batch] = await listBatches(tenant, [id])
  if (batch === undefined) throw batchNotFound(id)
  return batch
}

/** Refuses an expired batch where the bill of material is checked, except from who manages output (domain.md M-7). */
export async function refuseExpired(
  tenant: Tenant,
  deps: MaterialDeps,
  member: OrderMember,
  { batch: { expiresOn }, place }: { readonly batch: Pick<Batch, 'expiresOn'>; readonly place: WorkCenter | null },
): Promise<void> {
  if (expiresOn === null || place?.consumptionTracking !== 'WITH_BOM_VALIDATION' || mayManageOutput(member)) return
  if (!isExpired(expiresOn, deps.now(), await findPlantZone(tenant, place.id))) return
  throw new Refusal({ code: 'BATCH_EXPIRED', field: 'batchId', params: { expiresOn } })
}

/** Returns whether the day (yyyy-mm-dd) is over in the zone. */
export function isExpired(expiresOn: string, now: number, zone: string): boolean {
  return expiresOn < dateOf(zone, now)
}

async function oneBatch(tenant: Tenant, { batchId, code }: BatchRef): Promise<Batch> {
  if (batchId !== null) return await requireBatch(tenant, batchId)
  const text = code?.trim() ?? ''
  if (text === '') throw new Refusal({ code: 'REQUIRED', field: 'batchId' })
  const [batch, ...others] = await findBatchesByText(tenant, text)
  if (batch === undefined) throw new Refusal({ code: 'BATCH_NOT_FOUND', field: 'code', params: { id: text } })
  // Two items may have batches of one code: a person chooses by the id.
  if (others.length > 0) throw new Refusal({ code: 'NOT_UNIQUE', field: 'code', params: { value: text } })
  return batch
}

/** The stock that an act left, and how much of a batch it moved there; null = it moved none. */
type ChangedStock = { readonly id: StockId; readonly moved: number | null }

/**
 * Does the work once for the key, under the rights of the work center, tells pages, and returns the stock that it left. What an archived work center holds is
 * taken away, written off and counted as anywhere (domain.md M-6); nothing is installed there.
 */
async function changeStock(
  deps: MaterialDeps,
  member: OrderMember,
  request: KeyedRequest | null,
  workCenterId: WorkCenterId | null,
  work: (tenant: Tenant) => Promise<ChangedStock>,
): Promise<MovedStock> {
  refuseLate(deps, member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await requireActor(tenant, member, workCenterId === null ? [] : [workCenterId])
      if (workCenterId !== null && (await findWorkCenters(tenant, [workCenterId])).length === 0)
        throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id: workCenterId } })
      const changed = await work(tenant)
      await notifyStock(tenant, [workCenterId, null])
      return changed
    }
    const { answer } = await once(tenant, member.userId, request, { act, read: changedOf })
    return { ...(await findStock(tenant, answer.id)), movedQuantity: answer.moved }
  })
}

/** Returns what was answered first; a process of an older version kept the id alone. */
function changedOf(stored: unknown): ChangedStock {
  if (typeof stored !== 'object' || stored === null || !('id' in stored)) return { id: asId<StockId>(Number(stored)), moved: null }
  const moved = 'moved' in stored && typeof stored.moved === 'number' ? stored.moved : null
  return { id: asId<StockId>(Number(stored.id)), moved }
}

function batchNotFound(id: number): Refusal {
  return new Refusal({ code: 'BATCH_NOT_FOUND', field: 'batchId', params: { id } })
}

function tooSmall(field: string, required: number, available: number): Refusal {
  return new Refusal({ code: 'BATCH_BALANCE_TOO_SMALL', field, params: { balance: available, required, available } })
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
