import { useEffect, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ActiveOrdersDocument } from '#web/api/generated/graphql.ts'
import { type ActiveOrders, createActiveOrders } from './activeOrders.ts'

/** What is being made for an order is in no closed record yet; this often is often enough for a progress in percent. */
const RUNNING_MS = 60_000

const NOTHING = {}

/** Returns the store of the active orders, asked for once the list is on the screen and every minute after. */
export function useActiveOrdersOf(hasList: boolean): ActiveOrders {
  const [orders] = useState(createActiveOrders)
  const interest = { workCenterIds: null, kinds: ['order', 'workCenter'] } as const
  const [{ data }] = useFreshQuery(ActiveOrdersDocument, NOTHING, interest, { pause: !hasList, everyMs: RUNNING_MS })
  useEffect(() => {
    if (data) orders.put(data.workCenters)
  }, [data, orders])
  return orders
}
