import type { LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import type { ListedOrderFragment } from '#web/api/generated/graphql.ts'

type Figures = Pick<ListedOrderFragment, 'acceptedOutput' | 'countedOutput' | 'madeOutput' | 'rejectedOutput' | 'version'>

/**
 * Returns the order with what the hub told last of its output. One that was heard of before it changed says nothing of it as it is, and one that shares
 * the counter with others has no count of its own: what stands of it changes with its confirmations alone.
 */
export function withLiveFigures<Order extends Figures>(order: Order, live: LiveOrder | undefined): Order {
  if (live === undefined || live.version < order.version || live.counted === null) return order
  const { counted, confirmed } = live
  const [acceptedOutput, rejectedOutput] = [confirmed.accepted, confirmed.rejected]
  const made = { acceptedOutput: acceptedOutput + counted.accepted, rejectedOutput: rejectedOutput + counted.rejected }
  return {
    ...order,
    acceptedOutput,
    rejectedOutput,
    countedOutput: { ...order.countedOutput, totalOutput: counted.total },
    madeOutput: { ...order.madeOutput, ...made, totalOutput: made.acceptedOutput + made.rejectedOutput },
  }
}
