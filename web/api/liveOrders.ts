import { useEffect, useRef, useState } from 'react'
import type { JobOrdersChanged, LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import { useLiveStore } from './live.ts'

export type HeardOrders = ReadonlyMap<number, LiveOrder>

const NONE: HeardOrders = new Map()

/** What was heard so far, and the number of the last frame; null = none since the connection began. */
export type OrdersHeard = { readonly orders: HeardOrders; readonly sequence: number | null }

/** Returns what is known after a frame, and whether something may have gone unheard: then what is shown is to be asked again. */
export function afterFrame({ orders, sequence }: OrdersHeard, frame: JobOrdersChanged | null): OrdersHeard & { readonly isGap: boolean } {
  if (frame === null) return { orders: NONE, sequence: null, isGap: true }
  const next = new Map<number, LiveOrder>(orders)
  for (const order of frame.orders) next.set(order.id, order)
  for (const id of frame.removed) next.delete(id)
  return { orders: next, sequence: frame.sequence, isGap: sequence !== null && frame.sequence !== sequence + 1 }
}

/** Returns the last state that the hub told of each job order while the page is open; `onGap` asks for what it may have missed. */
export function useLiveOrders(onGap: () => void): HeardOrders {
  const store = useLiveStore()
  const latest = useRef(onGap)
  useEffect(() => {
    latest.current = onGap
  })
  const [orders, setOrders] = useState(NONE)
  useEffect(() => {
    let heard: OrdersHeard = { orders: NONE, sequence: null }
    return store.subscribeOrders((frame) => {
      const { isGap, ...now } = afterFrame(heard, frame)
      heard = now
      setOrders(now.orders)
      if (isGap) latest.current()
    })
  }, [store])
  return orders
}
