import { useState } from 'react'
import { useClient } from 'urql'
import { type ListedOrderFragment, OrdersAtWorkCenterDocument } from '#web/api/generated/graphql.ts'
import type { OrderActs } from './useOrderActs.ts'

type Order = Pick<ListedOrderFragment, 'id' | 'orderCode' | 'workCenterId'>

/** A start that asks what becomes of the orders that are worked on there. */
export type AskedStart = { readonly order: Order; readonly running: readonly string[] }

export type Start = {
  readonly asked: AskedStart | null
  /** Starts the order; asks first where the work center works on others. */
  readonly start: (order: Order) => Promise<void>
  readonly decide: (running: 'KEEP' | 'STOP') => void
  readonly close: () => void
}

/** Returns how an order is started from the list: at once where nothing else runs. */
export function useStart(acts: OrderActs): Start {
  const client = useClient()
  const [asked, setAsked] = useState<AskedStart | null>(null)
  return {
    asked,
    start: async (order) => {
      const { workCenterId } = order
      const answer =
        workCenterId === null
          ? null
          : await client.query(OrdersAtWorkCenterDocument, { workCenterId }, { requestPolicy: 'network-only' }).toPromise()
      const running = (answer?.data?.jobOrders ?? []).filter(({ id }) => id !== order.id).map(({ orderCode }) => orderCode)
      if (running.length > 0) setAsked({ order, running })
      else await acts.run('START', order)
    },
    decide: (running) => {
      if (asked !== null) void acts.run('START', asked.order, { running })
      setAsked(null)
    },
    close: () => setAsked(null),
  }
}
