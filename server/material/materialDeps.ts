import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { sentAtOf } from '#engine/conversation/message.ts'
import { mayCountStock } from '#engine/material/stockRights.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isPlaceVisible } from '#server/jobOrder/visibleOrder.ts'
import { Refusal } from '#server/refusal.ts'
import { sayerOf } from '#server/user/acting.ts'

export type MaterialDeps = Pick<OrderDeps, 'database' | 'now'>

/** Who moved something and when; a null user is the product itself. */
export type By = { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly at: Date }

/** Returns who does it, at a station the person who works there, and when: as it was said, where a device sent it later. */
export function byOf(deps: MaterialDeps, member: OrderMember): By {
  return { ...sayerOf(member), at: new Date(sentAtOf(member.saidAt ?? null, deps.now()).at) }
}

/** Refuses what was said too long ago to be dated back. */
export function refuseLate(deps: MaterialDeps, { saidAt = null }: OrderMember): void {
  const { problem } = sentAtOf(saidAt, deps.now())
  if (problem !== null) throw new Refusal(problem)
}

/** Returns whether the person may do more with output than confirm it: OUTPUTS MODIFY. */
export function mayManageOutput({
  role,
  companyId,
  grants = grantsOf(abilitiesOf(role, companyId)),
}: Omit<OrderMember, 'userId'>): boolean {
  return mayCountStock(grants)
}

/** Refuses a work center that the person may not see; null = none. */
export function requirePlace(visible: VisiblePlaces, workCenterId: WorkCenterId | null): void {
  if (workCenterId !== null && !isPlaceVisible(visible, workCenterId))
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
}

/** Tells pages, once this transaction commits, that stock at the work centers changed; null = what is installed nowhere. */
export async function notifyStock(tenant: Tenant, workCenterIds: readonly (WorkCenterId | null)[]): Promise<void> {
  const places = [...new Set(workCenterIds)]
  await notifyRecordsChanged(
    tenant,
    places.map((workCenterId) => ({ workCenterId, kinds: ['stock'], from: 0, to: null })),
  )
}
