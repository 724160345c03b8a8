import { createContext, useContext, useSyncExternalStore } from 'react'

/** The order that a work center works on, as a card shows it. */
export type OrderLine = {
  readonly code: string
  /** Accepted output that stands, of the planned, a fraction of 1; null without a plan. */
  readonly progress: number | null
  /** How many more are active. */
  readonly moreCount: number
}

type OrderRow = {
  readonly orderCode: string
  readonly planOutput?: number | null
  readonly madeOutput: { readonly acceptedOutput: number }
}

export type ActiveOrders = ReturnType<typeof createActiveOrders>

/** Returns the store of active orders; subscribers are notified of changes only. */
export function createActiveOrders() {
  const lines = new Map<number, OrderLine>()
  const listeners = new Set<() => void>()
  return {
    get: (id: number): OrderLine | undefined => lines.get(id),
    put(rows: readonly { readonly id: number; readonly activeJobOrders: readonly OrderRow[] }[]): void {
      for (const { id, activeJobOrders } of rows) {
        const line = orderLine(activeJobOrders)
        if (line === null) lines.delete(id)
        else if (!isSame(lines.get(id), line)) lines.set(id, line)
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns what a card says of the active orders: the first one and how many more there are; null for none. */
export function orderLine(orders: readonly OrderRow[]): OrderLine | null {
  const [first] = orders
  if (first === undefined) return null
  const plan = first.planOutput ?? 0
  const progress = plan > 0 ? first.madeOutput.acceptedOutput / plan : null
  return { code: first.orderCode, progress, moreCount: orders.length - 1 }
}

function isSame(one: OrderLine | undefined, other: OrderLine): boolean {
  return one !== undefined && one.code === other.code && one.progress === other.progress && one.moreCount === other.moreCount
}

export const ActiveOrdersContext = createContext<ActiveOrders>(createActiveOrders())

/** Returns the order that a work center works on. */
export function useActiveOrder(id: number): OrderLine | undefined {
  const orders = useContext(ActiveOrdersContext)
  return useSyncExternalStore(orders.subscribe, () => orders.get(id))
}
