import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ActiveOrdersDocument } from '#web/api/generated/graphql.ts'
import { useRefetchEvery } from '../useRefetchEvery.ts'
import { type ActiveOrders, createActiveOrders } from './activeOrders.ts'

/** Orders are no part of the live messages; this often is often enough for a progress in percent. */
const EVERY_MS = 60_000

/** Returns the store of the active orders, asked for once the list is on the screen and every minute after. */
export function useActiveOrdersOf(hasList: boolean): ActiveOrders {
  const [orders] = useState(createActiveOrders)
  const [{ data }, ask] = useQuery({ query: ActiveOrdersDocument, pause: !hasList })
  useRefetchEvery(EVERY_MS, (options) => {
    if (hasList) ask(options)
  })
  useEffect(() => {
    if (data) orders.put(data.workCenters)
  }, [data, orders])
  return orders
}
