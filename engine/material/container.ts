import type { Problem } from '#engine/result.ts'

/** What is in a container; a quantity of 0 = it is free. */
export type ContainerContent = {
  readonly itemId: number | null
  readonly batchId: number | null
  readonly jobOrderId: number | null
  readonly quantity: number
}

/** Returns whether something is in the container. */
export function isOccupied({ quantity }: Pick<ContainerContent, 'quantity'>): boolean {
  return quantity > 0
}

/** Returns whether output goes into the container: it is free, or holds the same batch, without batches the same order (domain.md M-10). */
export function mayFill(content: ContainerContent, output: Omit<ContainerContent, 'quantity'>): boolean {
  if (!isOccupied(content)) return true
  if (content.itemId !== output.itemId || content.batchId !== output.batchId) return false
  return output.batchId !== null || content.jobOrderId === output.jobOrderId
}

/** Returns the problem of a container that holds something else. */
export function containerOccupied(code: string, { batch, order }: { readonly batch: string; readonly order: string }): Problem {
  return { code: 'CONTAINER_OCCUPIED', field: 'containerCode', params: { code, batch, order } }
}
