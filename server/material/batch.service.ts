import { formProblem } from '#engine/fields/fieldRules.ts'
import { codeProblem } from '#engine/material/batchCode.ts'
import { materialProblem } from '#engine/material/quantity.ts'
import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { itemNotFound } from '#server/item/item.service.ts'
import { listItems } from '#server/item/item.store.ts'
import type { OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor } from '#server/user/acting.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findBatchByCode, insertBatch } from './batch.store.ts'
import type { Batch } from './batch.store.ts'
import { byOf, notifyStock, requirePlace } from './materialDeps.ts'
import type { MaterialDeps } from './materialDeps.ts'
import { installIn, refuseExpired, requireBatch } from './stock.service.ts'
import { ensureStocks, lockStocks, moveStock } from './stock.store.ts'

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, example: '2026-12-31' }

/** What a person says of material that arrived. */
export type ReceivedBatch = {
  readonly itemId: ItemId
  readonly code: string
  /** null = as the code. */
  readonly barCode: string | null
  readonly quantity: number
  /** Calendar day, yyyy-mm-dd. */
  readonly expiresOn: string | null
  /** Where it is installed at once; null = nowhere yet. */
  readonly workCenterId: WorkCenterId | null
}

/** Returns the new batch with its stock (domain.md M-7). Refuses an unknown item, a code that another batch of it has, and a wrong quantity, at once. */
export async function createBatch(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  received: ReceivedBatch,
  request: KeyedRequest | null,
): Promise<Batch> {
  const { itemId, quantity, expiresOn, workCenterId } = received
  const [code, barCode] = [received.code.trim(), received.barCode?.trim() || received.code.trim()]
  requirePlace(visible, workCenterId)
  refuseAll(
    [
      codeProblem('code', code),
      code === barCode ? null : codeProblem('barCode', barCode),
      materialProblem('quantity', quantity),
      formProblem('expiresOn', expiresOn, DAY),
    ].filter((problem) => problem !== null),
  )
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await requireActor(tenant, member, workCenterId === null ? [] : [workCenterId])
      const [item] = await listItems(tenant, [itemId])
      if (item === undefined || item.isArchived) throw itemNotFound(itemId)
      return Number(await receive(tenant, deps, member, { ...received, code, barCode }))
    }
    const { answer } = await once(tenant, member.userId, request, { act, read: Number })
    return await requireBatch(tenant, asId<BatchId>(answer))
  })
}

async function receive(
  tenant: Tenant,
  deps: MaterialDeps,
  member: OrderMember,
  { itemId, code, barCode, quantity, expiresOn, workCenterId }: ReceivedBatch & { readonly barCode: string },
): Promise<BatchId> {
  const place = workCenterId === null ? null : await requireActive(tenant, workCenterId)
  await refuseExpired(tenant, deps, member, { batch: { expiresOn }, place })
  if ((await findBatchByCode(tenant, itemId, code)) !== null)
    throw new Refusal({ code: 'NOT_UNIQUE', field: 'code', params: { value: code } })
  const by = byOf(deps, member)
  const batchId = await insertBatch(tenant, { itemId, code, barCode, expiresOn, jobOrderId: null }, by)
  const ids = await ensureStocks(tenant, [{ itemId, batchId, workCenterId: null }], by)
  const [stock] = await lockStocks(tenant, { ids })
  // Somebody else stored a batch of the code at the same time.
  if (stock === undefined || stock.balance > 0) throw new Refusal({ code: 'NOT_UNIQUE', field: 'code', params: { value: code } })
  await moveStock(tenant, [{ stockId: stock.id, kind: 'RECEIVED', quantity }], by)
  if (workCenterId !== null)
    await installIn(tenant, deps, member, { batch: await requireBatch(tenant, batchId), workCenterId, quantity: null })
  await notifyStock(tenant, [workCenterId, null])
  return batchId
}
