import { randomUUID } from 'node:crypto'
import { MAX_LINKS, problemsOfLinks, problemsOfLinksIn } from '#engine/jobOrder/orderLink.ts'
import type { OrderLink } from '#engine/jobOrder/orderLink.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import type { Tenant } from '#server/db/database.ts'
import { sayerOf } from '#server/user/acting.ts'
import { insertOrderEvents } from './jobOrderEvent.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { lockOrders } from './jobOrderEdit.store.ts'
import { deleteLinks, insertLinks, listLinks } from './jobOrderLink.store.ts'
import { requirePlanner } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { notifyOrders, requireOrder, visibleOrder } from './visibleOrder.ts'

/** Returns the order with further links (domain.md J-12); refuses what problemsOfLinks says, and more than 50 in all. */
export async function addLinks(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, links }: { readonly id: JobOrderId; readonly links: readonly OrderLink[] },
  request: KeyedRequest | null,
): Promise<JobOrder> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await lockOrders(tenant, [id])
      const order = await visibleOrder(tenant, visible, id)
      const present = await listLinks(tenant, [id])
      refuseAll([...problemsOfLinksIn(order.status), ...problemsOfLinks(links, present.length)])
      await insertLinks(tenant, id, links)
      await tell(tenant, deps, member, order, { linkAdded: namesOf(links) })
      await notifyOrders(tenant, [order.workCenterId])
      return Number(id)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    return await requireOrder(tenant, id)
  })
}

/** Returns the order without the links; those that are gone already are passed over. */
export async function removeLinks(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, linkIds }: { readonly id: JobOrderId; readonly linkIds: readonly number[] },
  request: KeyedRequest | null,
): Promise<JobOrder> {
  requirePlanner(member)
  if (linkIds.length > MAX_LINKS) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'linkIds', params: { min: 1, max: MAX_LINKS } })
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await lockOrders(tenant, [id])
      const order = await visibleOrder(tenant, visible, id)
      refuseAll(problemsOfLinksIn(order.status))
      const gone = (await listLinks(tenant, [id])).filter((link) => linkIds.includes(link.id))
      await deleteLinks(tenant, id, linkIds)
      if (gone.length > 0) await tell(tenant, deps, member, order, { linkRemoved: namesOf(gone) })
      await notifyOrders(tenant, [order.workCenterId])
      return Number(id)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    return await requireOrder(tenant, id)
  })
}

function namesOf(links: readonly OrderLink[]): string {
  return links.map(({ fileName }) => fileName.trim()).join(', ')
}

async function tell(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  { id, status }: JobOrder,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const event = { jobOrderId: id, kind: 'CHANGED', fromStatus: status, toStatus: status, comment: null, undo: null } as const
  const said = { at: deps.now(), source: member.source ?? 'SCREEN', act: randomUUID() } as const
  await insertOrderEvents(tenant, [{ ...event, ...said, details }], { ...sayerOf(member), at: new Date(deps.now()) })
}
