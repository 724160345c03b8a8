import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { OrderRights } from '#engine/jobOrder/orderActions.ts'
import type { Lateness } from '#engine/jobOrder/forecast/lateness.ts'
import type { CompanyId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { Refusal } from '#server/refusal.ts'
import type { Actor } from '#server/user/acting.ts'

/** Reads the shifts of the work centers at once; what it returns tells those of one of them that overlap the interval, ascending. */
export type ShiftTimes = (
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
) => Promise<(workCenterId: WorkCenterId, interval: Interval) => readonly Interval[]>

/** Returns how late each open order of the company with a due date is or will be. It opens a transaction of its own. */
export type LatenessOfOrders = (companyId: CompanyId, now: number) => Promise<ReadonlyMap<JobOrderId, Lateness>>

export type OrderDeps = {
  readonly database: Database
  readonly now: () => number
  /** Awaited after the commit: resolves when the work center's records show the change. */
  readonly ingest: Pick<IngestPort, 'reload' | 'settle'>
  readonly shiftTimes: ShiftTimes
}

/** Who acts on orders; at a station the person who works there. */
export type OrderMember = Actor & {
  readonly companyId: CompanyId
  readonly role: Role
  /** Left out = those of the role in the company. */
  readonly grants?: AbilityGrants
  /** Left out = a screen. */
  readonly source?: 'API' | 'INTEGRATION' | 'SCREEN'
}

/** Who imports orders; nobody where a program does by itself, such as an integration by its schedule. */
export type ImportMember = Omit<OrderMember, 'userId'> & { readonly userId: UserId | null }

/** The fields that unique indexes of orders speak of. */
export const ORDER_INDEXES = {
  job_order_by_code: 'orderCode',
  job_order_company_id_order_code_key: 'orderCode',
  job_order_by_external_code: 'externalCode',
} as const

/** Which work centers the person may see; null = all of the company, and the orders of none. */
export type VisiblePlaces = ReadonlySet<number> | null

/** Returns what the person may do with job orders. */
export function rightsOf({ role, companyId, grants = grantsOf(abilitiesOf(role, companyId)) }: Omit<OrderMember, 'userId'>): OrderRights {
  return {
    mayUpdate: grants.updatable.has('JOB_ORDERS'),
    mayModify: grants.modifiable.has('JOB_ORDERS'),
    isOperator: role === 'OPERATOR',
  }
}

/** Refuses operators, who work on orders and do not plan them, and names of others: only stations name who acts, and stations do not plan. */
export function requirePlanner(member: ImportMember): void {
  if (member.actingUserId != null) throw new Refusal({ code: 'NOT_A_STATION', field: 'actingUserId' })
  if (rightsOf(member).isOperator) throw new Refusal({ code: 'PLANNERS_ONLY' })
}

/** Returns the refusal of an order that is unknown, foreign or not to be seen: one answer for all three. */
export function orderNotFound(id: number): Refusal {
  return new Refusal({ code: 'JOB_ORDER_NOT_FOUND', params: { id } })
}
