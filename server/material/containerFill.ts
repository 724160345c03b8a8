import { codeProblem } from '#engine/material/batchCode.ts'
import { containerOccupied, isOccupied, mayFill } from '#engine/material/container.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import type { BatchId, ContainerId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import { refuseAll } from '#server/refusal.ts'
import { listBatches } from './batch.store.ts'
import type { PostedMaterials } from './consume.ts'
import {
  emptyContainers,
  insertFills,
  listSpentContainers,
  lockContainers,
  lockContainersByCode,
  takeFills,
  writeContents,
} from './container.store.ts'
import type { Container, Fill } from './container.store.ts'
import type { ProducedBatch } from './producedBatch.ts'

/**
 * Puts the rows of the posting into the containers that they name (domain.md M-10). Refuses all those that hold something else, at once. `usable` are the
 * batches that the posting may use up, which frees their containers.
 */
export async function fillContainers(
  tenant: Tenant,
  { rows, itemId, jobOrderId, by }: PostedMaterials,
  batches: ReadonlyMap<number, ProducedBatch>,
  usable: readonly BatchId[],
): Promise<void> {
  const filled = rows.flatMap((row) => (row.containerCode === null ? [] : [{ ...row, containerCode: row.containerCode.trim() }]))
  if (filled.length === 0) return
  refuseAll(filled.map(({ containerCode }) => codeProblem('containerCode', containerCode)).filter((problem) => problem !== null))
  const containers = new Map(
    (
      await lockContainersByCode(
        tenant,
        filled.map(({ containerCode }) => containerCode),
        { by, batchIds: usable },
      )
    ).map((container) => [container.code.toLowerCase(), container]),
  )
  const problems: Problem[] = []
  const fills: Fill[] = []
  for (const { containerCode, confirmationId, output } of filled) {
    const container = containers.get(containerCode.toLowerCase())
    if (container === undefined) continue
    const content = { itemId, batchId: batches.get(confirmationId)?.id ?? null, jobOrderId }
    if (mayFill(container, content)) {
      const quantity = quantityOf(microOf(container.quantity) + microOf(output))
      containers.set(containerCode.toLowerCase(), { ...container, ...content, quantity })
      fills.push({ containerId: container.id, confirmationId, quantity: output })
    } else problems.push(containerOccupied(container.code, await namesOf(tenant, container)))
  }
  refuseAll(problems)
  await writeContents(tenant, [...containers.values()], by)
  await insertFills(tenant, fills)
}

/** Takes out of containers what the confirmations put into them. */
export async function emptyFills(tenant: Tenant, confirmationIds: readonly number[], by: PostedMaterials['by']): Promise<void> {
  const fills = await takeFills(tenant, confirmationIds)
  if (fills.length === 0) return
  const taken = Map.groupBy(fills, ({ containerId }) => containerId)
  const left = (await lockContainers(tenant, [...taken.keys()])).map((container) => {
    const out = (taken.get(container.id) ?? []).reduce((sum, { quantity }) => sum + microOf(quantity), 0)
    const quantity = quantityOf(Math.max(0, microOf(container.quantity) - out))
    return isOccupied({ quantity }) ? { ...container, quantity } : { ...container, itemId: null, batchId: null, jobOrderId: null, quantity }
  })
  await writeContents(tenant, left, by)
}

/** Frees the containers of batches of which nothing is left. */
export async function freeSpentContainers(tenant: Tenant, batchIds: readonly BatchId[], by: PostedMaterials['by']): Promise<void> {
  if (batchIds.length === 0) return
  const spent: readonly ContainerId[] = await listSpentContainers(tenant, batchIds)
  if (spent.length === 0) return
  await lockContainers(tenant, spent)
  await emptyContainers(tenant, spent, by)
}

async function namesOf(tenant: Tenant, { batchId, jobOrderId }: Container): Promise<{ readonly batch: string; readonly order: string }> {
  const [batch] = batchId === null ? [] : await listBatches(tenant, [batchId])
  const [order] = jobOrderId === null ? [] : await listJobOrders(tenant, [jobOrderId])
  return { batch: batch?.code ?? '', order: order?.orderCode ?? '' }
}
