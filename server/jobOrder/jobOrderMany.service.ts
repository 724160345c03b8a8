import { createHash } from 'node:crypto'
import type { JobOrderId } from '#engine/ids.ts'
import { Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'

/** So many orders are acted on by one call. */
export const MOST_ORDERS = 200

/** What became of one of several orders: refused ones say why and keep the others from nothing. */
export type OrderOutcome = { readonly id: JobOrderId; readonly refusal: Refusal | null }

/** Returns what became of each of the orders, in their order, one after the other: what is refused of one rolls back nothing of another. */
export async function actOnMany(
  ids: readonly JobOrderId[],
  request: KeyedRequest | null,
  act: (id: JobOrderId, request: KeyedRequest | null) => Promise<unknown>,
): Promise<readonly OrderOutcome[]> {
  if (ids.length === 0 || ids.length > MOST_ORDERS)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'ids', params: { min: 1, max: MOST_ORDERS, value: ids.length } })
  const outcomes: OrderOutcome[] = []
  for (const id of ids) outcomes.push({ id, refusal: await refusalOf(() => act(id, requestOf(request, id))) })
  return outcomes
}

async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'REQUEST_KEY_REUSED') return error
    throw error
  }
}

/** Each order has a key of its own that follows from that of the call: a repetition goes on with those that were not reached. */
function requestOf(request: KeyedRequest | null, id: JobOrderId): KeyedRequest | null {
  if (request === null) return null
  const hex = createHash('sha256').update(`${request.key} ${id}`).digest('hex')
  const key = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return { ...request, key, content: [request.content, id] }
}
