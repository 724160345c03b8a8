import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { JobOrderStatus } from './jobOrderStatus.ts'
import type { OrderQuantity } from './orderOutput.ts'
import { isWithinQuota, queueOf } from './orderQueue.ts'

/** A job order as the hub tells it. Instants are UTC ms. */
export type LiveOrder = {
  readonly id: JobOrderId
  readonly version: number
  readonly status: JobOrderStatus
  readonly workCenterId: WorkCenterId | null
  /** Its place in the queue, with room between neighbours. */
  readonly rank: number | null
  /** What a device counted and nobody confirmed, as far as it is stored; null where it shares the counter with other orders. */
  readonly counted: OutputCount | null
  readonly confirmed: OrderQuantity
  /** Since when it is worked on; null while it is not. */
  readonly runSince: number | null
}

/** A work center where something was done with orders, and when that was told (UTC ms): who shows its queue asks for it again. */
export type ChangedQueue = { readonly workCenterId: WorkCenterId | null; readonly changedAt: number }

/**
 * One frame of job orders: those that changed since the frame before, those that the page no longer sees, and the queues where something was done.
 * `sequence` grows by 1 a frame and connection; a page that misses one asks again.
 */
export type JobOrdersChanged = {
  readonly sequence: number
  readonly serverTime: number
  readonly orders: readonly LiveOrder[]
  readonly removed: readonly JobOrderId[]
  readonly queues: readonly ChangedQueue[]
}

/** What became of an order: as it was and as it is, null where it was or is not seen. */
export type OrderChange = { readonly before: LiveOrder | null; readonly after: LiveOrder | null }

/** Which orders somebody hears of: those of the work centers, null = all, and those of none. */
export type HeardPlaces = { readonly wanted: ReadonlySet<number> | null; readonly visible: ReadonlySet<number> | null }

/** Returns what differs between two looks at the orders of some work centers. */
export function orderChanges(before: readonly LiveOrder[], after: readonly LiveOrder[]): readonly OrderChange[] {
  const known = new Map(before.map((order) => [order.id, order]))
  const changes: OrderChange[] = []
  for (const order of after) {
    const was = known.get(order.id) ?? null
    known.delete(order.id)
    if (was === null || !isSame(was, order)) changes.push({ before: was, after: order })
  }
  for (const was of known.values()) changes.push({ before: was, after: null })
  return changes
}

/** Returns the orders that operators see (domain.md J-7); `quotaOf` says how many planned ones they see of a work center, null or 0 = all. */
export function seenByOperators(orders: readonly LiveOrder[], quotaOf: (id: WorkCenterId) => number | null): readonly LiveOrder[] {
  const count = new Map<WorkCenterId, number>()
  const plannedBefore = new Map<JobOrderId, number>()
  for (const { id, status, workCenterId } of queueOf(orders)) {
    if (status !== 'PLANNED' || workCenterId === null) continue
    const place = count.get(workCenterId) ?? 0
    plannedBefore.set(id, place)
    count.set(workCenterId, place + 1)
  }
  return orders.filter(({ id, status, workCenterId }) => {
    // What is finished for good or cancelled is no longer theirs.
    if (workCenterId === null || status === 'COMPLETED' || status === 'CANCELLED') return false
    return isWithinQuota({ status }, { plannedBefore: plannedBefore.get(id) ?? 0, quota: quotaOf(workCenterId) })
  })
}

/**
 * Returns the frame of the changes for somebody who hears of some work centers, null when there is nothing in it for them. `acted` are the work
 * centers where something was done: their queues are told even where no order differs.
 */
export function frameOfChanges(
  { changes, acted }: { readonly changes: readonly OrderChange[]; readonly acted: readonly (WorkCenterId | null)[] },
  places: HeardPlaces,
  serverTime: number,
): Omit<JobOrdersChanged, 'sequence'> | null {
  const orders: LiveOrder[] = []
  const removed: JobOrderId[] = []
  for (const { before, after } of changes) {
    if (after !== null && isHeardOf(places, after)) orders.push(after)
    else if (before !== null && isHeardOf(places, before)) removed.push(before.id)
  }
  const queues = acted.filter((workCenterId) => isHeardOf(places, { workCenterId }))
  if (orders.length === 0 && removed.length === 0 && queues.length === 0) return null
  return { serverTime, orders, removed, queues: queues.map((workCenterId) => ({ workCenterId, changedAt: serverTime })) }
}

function isHeardOf({ wanted, visible }: HeardPlaces, { workCenterId: id }: Pick<LiveOrder, 'workCenterId'>): boolean {
  if (id === null) return wanted === null && visible === null
  return (wanted === null || wanted.has(id)) && (visible === null || visible.has(id))
}

function isSame(one: LiveOrder, other: LiveOrder): boolean {
  return (
    one.version === other.version &&
    one.status === other.status &&
    one.workCenterId === other.workCenterId &&
    one.rank === other.rank &&
    one.runSince === other.runSince &&
    one.counted?.accepted === other.counted?.accepted &&
    one.counted?.rejected === other.counted?.rejected &&
    one.confirmed.accepted === other.confirmed.accepted &&
    one.confirmed.rejected === other.confirmed.rejected
  )
}
