import type { JobOrderStatus } from './jobOrderStatus.ts'
import { QUEUED_STATUSES } from './orderActions.ts'

/** An order as far as it decides its place in the queue. */
export type QueuedOrder = { readonly id: number; readonly status: JobOrderStatus; readonly rank: number | null }

/** Returns the orders that wait, in the sequence of the queue: by rank, equal ones by their age. */
export function queueOf<Order extends QueuedOrder>(orders: readonly Order[]): readonly Order[] {
  return orders
    .filter(({ status }) => QUEUED_STATUSES.some((queued) => queued === status))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || one.id - other.id)
}

/** Returns the priority of an order as people read it: its place in the queue from 1, 0 while it is worked on, null when it no longer waits (domain.md J-6). */
export function priorityOf({ status }: Pick<QueuedOrder, 'status'>, place: number | null): number | null {
  return status === 'PROGRESS' ? 0 : place
}

/** How long after it was closed an operator still sees an order. */
export const OPERATOR_SEES_CLOSED_DAYS = 7

/** Returns whether an operator sees the order: what is worked on, paused or was just closed, and as many of the planned ones as the quota says (domain.md J-7). */
export function isWithinQuota(
  { status }: Pick<QueuedOrder, 'status'>,
  { plannedBefore, quota }: { readonly plannedBefore: number; readonly quota: number | null },
): boolean {
  if (status === 'DRAFT') return false
  if (status !== 'PLANNED') return true
  return quota === null || quota === 0 || plannedBefore < quota
}
