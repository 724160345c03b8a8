import type { JobOrderId } from '#engine/ids.ts'
import type { JobOrderStatus } from '../jobOrderStatus.ts'

/** What an import does with orders; RECREATE = what is left of one that it closes is planned anew. */
export const IMPORT_CHANGE_KINDS = ['CANCEL', 'CLOSE', 'CREATE', 'RECREATE', 'UPDATE'] as const
export type ImportChangeKind = (typeof IMPORT_CHANGE_KINDS)[number]

/** What an import did with one order. */
export type ImportChange = {
  readonly orderId: JobOrderId
  readonly orderCode: string
  readonly kind: ImportChangeKind
  /** The version that it left; with another one the order was changed since. */
  readonly version: number
  /** The status that it found; null = the order was not there. */
  readonly before: JobOrderStatus | null
  /** By which rows find the order that it was, as its work center and code; only one open order has it. */
  readonly key: string
}

/** An order as it is when an import is taken back. */
export type OrderNow = {
  readonly id: JobOrderId
  readonly version: number
  readonly key: string
  readonly orderCode: string
  readonly isOpen: boolean
  /** Whether people wrote something beside it, which goes with its order. */
  readonly hasMessages: boolean
}

/** Why something of an import stays: it was changed since, or another order has its code by now. */
export type KeptCause = 'CHANGED' | 'CODE_TAKEN' | 'GONE'

/** What taking an import back does with each of its changes, in the order in which it is done. */
export type UndoPlan = {
  readonly removed: readonly JobOrderId[]
  readonly restored: readonly { readonly orderId: JobOrderId; readonly status: JobOrderStatus }[]
  readonly kept: readonly { readonly orderId: JobOrderId; readonly orderCode: string; readonly cause: KeptCause }[]
}

/** How long an import can be taken back. */
export const UNDO_MS = 24 * 3_600_000

/**
 * Returns the inverse of an import (domain.md I-10): orders that it made are removed, others are as they were. What has another version than the import
 * left was changed since and stays, and so does an order that it made and people write about; nobody loses a code to one that comes back; one that was in progress is on hold, for its run is not opened again.
 */
export function undoOf(changes: readonly ImportChange[], now: readonly OrderNow[]): UndoPlan {
  const byId = new Map(now.map((order) => [order.id, order]))
  const isSame = ({ orderId, version }: ImportChange) => byId.get(orderId)?.version === version
  const isWrittenAbout = ({ orderId }: ImportChange) => byId.get(orderId)?.hasMessages === true
  const removed = changes
    .filter((change) => change.before === null && isSame(change) && !isWrittenAbout(change))
    .map(({ orderId }) => orderId)
  const gone = new Set(removed)
  const taken = new Set(now.filter(({ id, isOpen }) => isOpen && !gone.has(id)).map(({ key }) => key))
  const codes = new Map(now.filter(({ id }) => !gone.has(id)).map(({ id, orderCode }) => [orderCode.toLowerCase(), id]))
  const kept: UndoPlan['kept'][number][] = []
  const restored: UndoPlan['restored'][number][] = []
  for (const change of changes) {
    const { orderId, orderCode, kind, before, key } = change
    const isTaken = kind === 'UPDATE' ? (codes.get(orderCode.toLowerCase()) ?? orderId) !== orderId : taken.has(key)
    if (!isSame(change) || (before === null && isWrittenAbout(change)))
      kept.push({ orderId, orderCode, cause: byId.has(orderId) ? 'CHANGED' : 'GONE' })
    else if (before !== null && isTaken) kept.push({ orderId, orderCode, cause: 'CODE_TAKEN' })
    else if (before !== null) restored.push({ orderId, status: before === 'PROGRESS' ? 'ON_HOLD' : before })
  }
  return { removed, restored, kept }
}
