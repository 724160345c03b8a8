import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { confirmOf } from '#web/parts/confirm/confirmAct.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'

export const ORDER_ACT = 'ORDER_ACT'

/** What a person did with an order at its machine, as it is sent and as it is kept while there is no connection. */
export type OrderActBody = {
  readonly action: 'CLOSE' | 'START' | 'STOP'
  readonly orderId: number
  readonly workCenterId: number
  /** For its card in the list of what is not sent. */
  readonly orderCode: string
  readonly place: string
  /** Of a start: what becomes of the orders that were in progress. */
  readonly running?: { readonly choice: 'CLOSE' | 'STOP'; readonly ids: readonly number[]; readonly codes: readonly string[] }
  /** Since when it holds, as the person typed it; ISO 8601. */
  readonly at?: string
  /** When they did it by the server's clock; null where this device never learned that. */
  readonly tappedAt: string | null
  /** Who works at a station. */
  readonly actingUserId: string | null
}

/** Returns the act of the entry; null for one that an older version wrote otherwise, or of another kind. */
export function orderActOf({ kind, body }: Pick<OutboxEntry, 'body' | 'kind'>): OrderActBody | null {
  return kind === ORDER_ACT && isAct(body) ? body : null
}

/** Returns whether the later entry is about an order that the earlier one is about: then it waits while that one does. */
export function isSameOrder(earlier: OutboxEntry, later: OutboxEntry): boolean {
  const ids = ordersOf(earlier)
  return ordersOf(later).some((id) => ids.includes(id))
}

/** The orders that an entry is about: what was done with them, or confirmed of them. */
function ordersOf(entry: OutboxEntry): readonly number[] {
  const act = orderActOf(entry)
  if (act !== null) return [act.orderId, ...(act.running?.ids ?? [])]
  const order = confirmOf(entry)?.variables.jobOrderId ?? null
  return order === null ? [] : [order]
}

function isAct(body: unknown): body is OrderActBody {
  return typeof body === 'object' && body !== null && 'action' in body && 'orderId' in body && 'workCenterId' in body
}

type Order = PanelOrderFragment

/** Returns the orders as they will be once the acts are done: what was tapped is seen at once. What is finished leaves the list. */
export function withActs(orders: readonly Order[], acts: readonly OrderActBody[], now: number): readonly Order[] {
  return acts.reduce<readonly Order[]>((shown, act) => shown.flatMap((order) => acted(order, act, now)), orders)
}

function acted(order: Order, act: OrderActBody, now: number): readonly Order[] {
  const at = act.at ?? act.tappedAt ?? new Date(now).toISOString()
  if (order.id === act.orderId) {
    // The server has done it by now.
    if (act.action === 'START') return order.status === 'PROGRESS' ? [order] : [started(order, act.workCenterId, at)]
    return act.action === 'STOP' ? [stopped(order, at)] : []
  }
  if (act.running === undefined || !act.running.ids.includes(order.id) || order.status !== 'PROGRESS') return [order]
  return act.running.choice === 'STOP' ? [stopped(order, at)] : []
}

function started(order: Order, workCenterId: number, timeStart: string): Order {
  return {
    ...order,
    status: 'PROGRESS',
    priority: 0,
    allowedActions: ['STOP', 'CLOSE'],
    runs: [...order.runs, { workCenterId, timeStart, timeEnd: null, startedBy: null }],
  }
}

function stopped(order: Order, at: string): Order {
  if (order.status !== 'PROGRESS') return order
  return {
    ...order,
    status: 'ON_HOLD',
    allowedActions: ['START', 'CLOSE'],
    runs: order.runs.map((run) => (run.timeEnd === null ? { ...run, timeEnd: at } : run)),
  }
}
