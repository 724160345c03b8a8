import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { type StartWarning, warningsOfStart } from '#engine/jobOrder/orderGuards.ts'
import { type ListedOrderFragment, OrdersAtWorkCenterDocument, type OrdersAtWorkCenterQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { switchOf } from '#web/parts/order/orderPanel.view.ts'
import type { OrderActs } from './useOrderActs.ts'

type Order = Pick<ListedOrderFragment, 'id' | 'orderCode' | 'product' | 'status' | 'workCenterId'>

/** A start that asks what becomes of the orders that are worked on there, or that warns. */
export type AskedStart = {
  readonly order: Order
  readonly running: OrdersAtWorkCenterQuery['jobOrders']
  /** What becomes of them where they give way: they are finished where all have made their plan, as at the machine. */
  readonly giveWay: 'CLOSE' | 'STOP'
  readonly warnings: readonly StartWarning[]
}

export type Start = {
  readonly asked: AskedStart | null
  /** The order of which is asked what it would start beside; null = none. */
  readonly askingId: number | null
  /** Starts the order; asks first where the work center works on others, or where there is something to know before. */
  readonly start: (order: Order) => Promise<void>
  readonly decide: (running: 'CLOSE' | 'KEEP' | 'STOP') => void
  readonly close: () => void
}

/** Returns how an order is started from the list: at once where nothing else runs, and not at all where that cannot be learned. */
export function useStart(acts: OrderActs): Start {
  const client = useClient()
  const [asked, setAsked] = useState<AskedStart | null>(null)
  const [askingId, setAskingId] = useState<number | null>(null)
  // Two taps may come before anything is drawn.
  const isAsking = useRef(false)
  return {
    asked,
    askingId,
    start: async (order) => {
      const { workCenterId } = order
      if (isAsking.current) return
      const warnings = warningsOfStart({ status: order.status, isProductArchived: order.product?.isArchived === true })
      if (workCenterId === null) {
        await acts.run('START', order)
        return
      }
      isAsking.current = true
      setAskingId(order.id)
      const { data, error } = await client
        .query(OrdersAtWorkCenterDocument, { workCenterId }, { requestPolicy: 'network-only' })
        .toPromise()
      isAsking.current = false
      setAskingId(null)
      if (data == null) return acts.refuse(order, problemsOf(error))
      const running = data.jobOrders.filter(({ id }) => id !== order.id)
      const giveWay = switchOf(running, ({ madeOutput }) => madeOutput.acceptedOutput)?.choice ?? 'STOP'
      if (running.length > 0 || warnings.length > 0) setAsked({ order, running, giveWay, warnings })
      else await acts.run('START', order)
    },
    decide: (running) => {
      // Only those that were shown: what somebody started meanwhile is not paused.
      if (asked !== null)
        void acts.run(
          'START',
          asked.order,
          asked.running.length === 0 ? undefined : { running, runningIds: asked.running.map(({ id }) => id) },
        )
      setAsked(null)
    },
    close: () => setAsked(null),
  }
}
