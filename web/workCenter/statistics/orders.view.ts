type Row = {
  readonly jobOrders: readonly { readonly id: number; readonly product?: { readonly name: string } | null }[]
  readonly plannedProductionTime: number
}

/** Returns the share of each row in the planned production time of all, 0 to 1; null without any. */
export function timeShares<One extends Row>(rows: readonly One[]): ReadonlyMap<One, number | null> {
  const all = rows.reduce((sum, row) => sum + row.plannedProductionTime, 0)
  return new Map(rows.map((row) => [row, all > 0 ? row.plannedProductionTime / all : null]))
}

/** Returns the names of the products of the orders, each once. */
export function productsOf(orders: Row['jobOrders']): string {
  return [...new Set(orders.flatMap(({ product }) => product?.name ?? []))].join(', ')
}

/** Returns the ideal cycle, or the shortest and the longest of several, in ms; from seconds, ascending. */
export function cyclesOf(seconds: readonly number[]): readonly number[] {
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (first === undefined || last === undefined) return []
  return first === last ? [first * 1000] : [first * 1000, last * 1000]
}

/** Returns the key of the row: its orders. */
export function keyOfOrders({ jobOrders }: Row): string {
  return jobOrders.map(({ id }) => id).join('+')
}
