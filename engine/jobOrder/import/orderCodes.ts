import type { Problem } from '#engine/result.ts'
import { importKey, isOpen, keyOfOrder } from './importPlan.ts'
import type { ImportInput } from './importPlan.ts'
import type { RowValues } from './readRow.ts'

const LONGEST = 64

/** Gives new orders their codes. */
export type CodeGiver = {
  /** Returns the code of a new order; null = the product numbers it. Refuses one that an open order of another row has. */
  give(values: Pick<RowValues, 'code' | 'orderCode' | 'place'>): { readonly orderCode: string | null; readonly problem: Problem | null }
  /** Returns why an order cannot take the code that its row names. */
  take(values: Pick<RowValues, 'orderCode'>): Problem | null
}

/**
 * Returns the giver of codes: that of the column of order codes, else that of the row; where another order has it, the new one gets -2, -3 … (domain.md
 * I-5). A code that is too long for one is left to the product.
 */
export function orderCodes({ takenCodes, orders }: Pick<ImportInput, 'orders' | 'takenCodes'>): CodeGiver {
  const taken = new Set(takenCodes)
  const openCodes = new Map(
    orders.filter(({ status }) => isOpen(status)).map((order) => [order.orderCode.toLowerCase(), keyOfOrder(order)]),
  )
  const refusal = (value: string): Problem => ({ code: 'NOT_UNIQUE', field: 'orderCode', params: { value } })
  return {
    give: ({ code, orderCode, place }) => {
      const wanted = orderCode ?? code
      if (wanted.length > LONGEST) return { orderCode: orderCode ?? null, problem: null }
      const key = openCodes.get(wanted.toLowerCase())
      // An open order of the same row gives way; that of another one keeps its code.
      if (orderCode !== null && key !== undefined && key !== importKey(code, place.id)) return { orderCode, problem: refusal(orderCode) }
      const free = freeCode(wanted, taken)
      if (free !== null) taken.add(free.toLowerCase())
      return { orderCode: free, problem: null }
    },
    take: ({ orderCode }) => {
      if (orderCode === null) return null
      if (taken.has(orderCode.toLowerCase())) return refusal(orderCode)
      taken.add(orderCode.toLowerCase())
      return null
    },
  }
}

function freeCode(wanted: string, taken: ReadonlySet<string>): string | null {
  if (!taken.has(wanted.toLowerCase())) return wanted
  for (let number = 2; ; number++) {
    const code = `${wanted}-${number}`
    if (code.length > LONGEST) return null
    if (!taken.has(code.toLowerCase())) return code
  }
}
