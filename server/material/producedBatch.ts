import { batchCodeStem, codeProblem, nextBatchCode } from '#engine/material/batchCode.ts'
import type { BatchId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listOrderScraps } from '#server/item/bom.store.ts'
import type { Item } from '#server/item/item.store.ts'
import { refuseAll } from '#server/refusal.ts'
import { findBatchByCode, insertBatch, listCodesLike } from './batch.store.ts'
import type { PostedMaterials, PostedRow, ShiftDay } from './consume.ts'

/** A row that goes into a batch, with the key by which it is told. */
export type BatchedRow = Pick<PostedRow, 'batchCode' | 'input' | 'outputType'> & { readonly key: number }

/** A batch that output went into. */
export type ProducedBatch = { readonly id: BatchId; readonly code: string }

/**
 * Returns the batch of each row of the posting that goes into one, by its key (domain.md M-8): accepted output with a code, or of a product that is tracked
 * by batches; rejected output only of what may be scrap of the order. A batch of the code is extended. The shift is looked up where a code is made.
 */
export async function producedBatches(
  tenant: Tenant,
  { rows, jobOrderId, by }: Pick<PostedMaterials, 'by' | 'jobOrderId'> & { readonly rows: readonly BatchedRow[] },
  { product, shiftOf }: { readonly product: Item; readonly shiftOf: () => Promise<ShiftDay> },
): Promise<ReadonlyMap<number, ProducedBatch>> {
  const mayBeScrap = jobOrderId !== null && rows.some(({ outputType, batchCode }) => outputType === 'REJECTED' && batchCode !== null)
  const scraps = mayBeScrap ? await listOrderScraps(tenant, [jobOrderId]) : []
  const isScrap = scraps.some(({ itemId }) => itemId === product.id)
  const isKept = ({ outputType, batchCode }: BatchedRow) =>
    outputType === 'ACCEPTED' ? batchCode !== null || product.isBatchTracked : batchCode !== null && isScrap
  const made = new Map<number, ProducedBatch>()
  const codes = new Map<number, string>()
  for (const row of rows.filter(isKept)) {
    const code = row.batchCode?.trim() ?? codes.get(row.input) ?? (await newCode(tenant, product, await shiftOf(), [...codes.values()]))
    refuseAll([codeProblem('batchCode', code)].filter((problem) => problem !== null))
    const isExtended = codes.has(row.input)
    if (row.batchCode === null) codes.set(row.input, code)
    // A code that was just made up is that of no batch.
    const known = row.batchCode === null && !isExtended ? null : await findBatchByCode(tenant, product.id, code)
    const id = known?.id ?? (await insertBatch(tenant, { itemId: product.id, code, barCode: code, expiresOn: null, jobOrderId }, by))
    made.set(row.key, { id, code: known?.code ?? code })
  }
  return made
}

async function newCode(tenant: Tenant, { id, sku }: Item, shift: ShiftDay, given: readonly string[]): Promise<string> {
  const stem = batchCodeStem(sku, shift)
  return nextBatchCode(stem, [...(await listCodesLike(tenant, id, stem)), ...given])
}
