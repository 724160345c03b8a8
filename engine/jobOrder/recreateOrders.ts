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
 * Returns the orders after an import that recreates and updates (G-24). Started orders are closed, and the unfinished rest of an imported plan is
 * planned anew; orders that were not started take the imported plan; unknown ones are created; the others stay.
 */
export function recreateOrders(current: readonly ImportableOrder[], imported: readonly ImportedOrder[]): ImportableOrder[] {
  const plans = new Map(imported.map(({ code, plan }) => [code, plan]))
  const known = new Set(current.map(({ code }) => code))
  const kept = current.flatMap((order) => recreated(order, plans.get(order.code) ?? null, madeBefore(current, order.code)))
  const created = [...plans].filter(([code]) => !known.has(code)).map(([code, plan]) => planned(code, plan))
  return [...kept, ...created]
}

function recreated(order: ImportableOrder, plan: number | null, made: number): ImportableOrder[] {
  const { code, status, accepted, hasUnconfirmed = false } = order
  if (status === 'DRAFT' || status === 'PLANNED') return [plan === null || plan <= made ? order : { ...order, plan: plan - made }]
  if (status !== 'PROGRESS' && status !== 'ON_HOLD') return [order]
  const closed = { ...order, status: closedStatus(order.plan, accepted, hasUnconfirmed) }
  return plan !== null && plan > accepted ? [closed, planned(code, plan - accepted)] : [closed]
}

/** Units that an earlier run already closed for the same order, so that a repeated import changes nothing (E-66). */
function madeBefore(current: readonly ImportableOrder[], code: string): number {
  const closed = current.filter((order) => order.code === code && order.status === 'TECHNICALLY_COMPLETED')
  return closed.reduce((sum, order) => sum + order.accepted, 0)
}

function planned(code: string, plan: number): ImportableOrder {
  return { code, status: 'PLANNED', plan, accepted: 0 }
}
