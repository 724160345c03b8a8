import { closedStatus, type JobOrderStatus } from './jobOrderStatus.ts'

/** An order as far as an import decides about it. `code` is its external code. */
export type ImportableOrder = {
  readonly code: string
  readonly status: JobOrderStatus
  readonly plan: number
  readonly accepted: number
  /** Whether output of it waits to be confirmed, so that it cannot be completed. */
  readonly hasUnconfirmed?: boolean
}
export type ImportedOrder = { readonly code: string; readonly plan: number }

/**
 * Returns the orders after an import that recreates and updates (G-24). Started orders are closed; what no closed order of the code made of an imported
 * plan is planned anew, by the order that nobody started or by a new one. Orders that people cancelled stay so, and the others stay.
 */
export function recreateOrders(current: readonly ImportableOrder[], imported: readonly ImportedOrder[]): ImportableOrder[] {
  const plans = new Map(imported.map(({ code, plan }) => [code, plan]))
  const standing = current.map(closed)
  const orders = standing.flatMap((order, at) => {
    const left = leftOf(standing, plans.get(order.code) ?? null, order.code)
    if (isUnstarted(order)) return [left > 0 ? { ...order, plan: left } : order]
    // The rest follows the last order of its code.
    const isLast = !standing.some((other, place) => other.code === order.code && (place > at || isUnstarted(other)))
    return isLast && left > 0 && order.status !== 'CANCELLED' ? [order, planned(order.code, left)] : [order]
  })
  const known = new Set(current.map(({ code }) => code))
  return [...orders, ...[...plans].filter(([code]) => !known.has(code)).map(([code, plan]) => planned(code, plan))]
}

function closed(order: ImportableOrder): ImportableOrder {
  const { status, plan, accepted, hasUnconfirmed = false } = order
  return status === 'PROGRESS' || status === 'ON_HOLD' ? { ...order, status: closedStatus(plan, accepted, hasUnconfirmed) } : order
}

/** What is left of an imported plan, so that a repeated import changes nothing (E-66). */
function leftOf(standing: readonly ImportableOrder[], plan: number | null, code: string): number {
  const made = standing.filter((order) => order.code === code && (order.status === 'COMPLETED' || order.status === 'TECHNICALLY_COMPLETED'))
  return plan === null ? 0 : plan - made.reduce((sum, { accepted }) => sum + accepted, 0)
}

function isUnstarted({ status }: ImportableOrder): boolean {
  return status === 'DRAFT' || status === 'PLANNED'
}

function planned(code: string, plan: number): ImportableOrder {
  return { code, status: 'PLANNED', plan, accepted: 0 }
}
