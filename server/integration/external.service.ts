import { suggestLinks } from '#engine/integration/matchPlaces.ts'
import type { ExternalPlace, LinkSuggestion } from '#engine/integration/matchPlaces.ts'
import type { ExternalOrder, ExternalStatus } from '#engine/integration/externalOrder.ts'
import { Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Connector, ExternalStatusRow, OrdersRead } from './connector/connector.ts'
import { storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { requireIntegration } from './integration.service.ts'
import { requireNoDemo, takeCheck } from '#server/company/mayAsk.ts'
import { listLinkable, listLinks } from './link.store.ts'
import { findOrderLink } from './orderElsewhere.store.ts'
import { requestLog } from './requestLog.service.ts'

/** Returns the work centers of the other system. */
export async function externalWorkCenters(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<readonly ExternalPlace[]> {
  return await asking(deps, member, id, (connector) => connector.listWorkCenters())
}

/** Returns the statuses of orders over there. */
export async function externalStatuses(
  deps: IntegrationDeps,
  member: IntegrationMember,
  id: string,
): Promise<readonly ExternalStatusRow[]> {
  return await asking(deps, member, id, (connector) => connector.listStatuses())
}

/** A work center of the other system, what is chosen for it, and what is proposed. */
export type LinkRow = {
  readonly place: ExternalPlace
  readonly action: 'EXISTING' | 'IGNORE' | null
  readonly workCenterId: number | null
  readonly suggestion: LinkSuggestion | null
}

/** Returns a row for each work center of the other system; nothing that is proposed is applied (domain.md IN-5). */
export async function linkRows(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<readonly LinkRow[]> {
  const places = await externalWorkCenters(deps, member, id)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const links = new Map((await listLinks(tenant, id)).map((link) => [link.externalId, link]))
    const taken = new Set([...links.values()].map(({ workCenterId }) => workCenterId))
    const free = (await listLinkable(tenant)).filter((place) => !taken.has(place.id))
    const open = places.filter((place) => !links.has(place.id))
    const proposed = new Map(suggestLinks(open, free).map((one) => [one.externalId, one]))
    return places.map((place) => {
      const link = links.get(place.id)
      return {
        place,
        action: link?.action ?? null,
        workCenterId: link?.workCenterId ?? null,
        suggestion: proposed.get(place.id) ?? null,
      }
    })
  })
}

export type ExternalOrdersAsked = {
  readonly id: string
  /** Of plan starts, ms UTC. */
  readonly period: { readonly start: number; readonly end: number } | null
  readonly meanings: readonly ExternalStatus[] | null
  /** Of ours. */
  readonly workCenterIds: readonly number[] | null
  /** Of ours: what it is there, at whichever work center. */
  readonly jobOrderId: number | null
}

/** Returns the orders of the other system at matched work centers, or what one of ours is there. */
export async function externalOrders(
  deps: IntegrationDeps,
  member: IntegrationMember,
  { id, period, meanings, workCenterIds, jobOrderId }: ExternalOrdersAsked,
): Promise<readonly ExternalOrder[]> {
  const read =
    jobOrderId === null ? await ordersAt(deps, member, { id, workCenterIds }) : await ordersOfOurs(deps, member, { id, jobOrderId })
  // What is left out of the list would look as if it were not there.
  const [bad] = read.unread
  if (bad !== undefined) throw new Refusal({ code: 'INTEGRATION_UNREAD', params: { field: bad.field, value: bad.value, path: bad.path } })
  return read.orders.filter(
    ({ planStart, meaning }) =>
      (meanings === null || meanings.includes(meaning)) &&
      (period === null || (planStart !== null && planStart >= period.start && planStart < period.end)),
  )
}

type Read = Pick<OrdersRead, 'orders' | 'unread'>

async function ordersAt(
  deps: IntegrationDeps,
  member: IntegrationMember,
  { id, workCenterIds }: Pick<ExternalOrdersAsked, 'id' | 'workCenterIds'>,
): Promise<Read> {
  const links = await deps.database.inTenant(member.companyId, (tenant) => listLinks(tenant, id))
  const placeIds = links.flatMap(({ externalId, workCenterId }) =>
    workCenterId !== null && (workCenterIds === null || workCenterIds.includes(workCenterId)) ? [externalId] : [],
  )
  return await asking(deps, member, id, (connector) => connector.listOrders({ since: null, placeIds }))
}

/** Asked for by its id where the other system can be; elsewhere it is looked for in the list. One that a file had once is there no more. */
async function ordersOfOurs(
  deps: IntegrationDeps,
  member: IntegrationMember,
  { id, jobOrderId }: { readonly id: string; readonly jobOrderId: number },
): Promise<Read> {
  const link = await deps.database.inTenant(member.companyId, (tenant) => findOrderLink(tenant, id, jobOrderId))
  if (link === null) return { orders: [], unread: [] }
  const { externalId, externalCode } = link
  return await asking(deps, member, id, async (connector) => {
    const found = await connector.findOrders?.([externalId], null)
    if (found !== undefined) return { orders: found.orders, unread: [] }
    const { orders, unread } = await connector.listOrders({ since: null, placeIds: null })
    return { orders: orders.filter((one) => one.externalId === externalId), unread: unread.filter(({ code }) => code === externalCode) }
  })
}

/** A failure of the other system is a refusal to who asked. It is counted like the checks of connections (domain.md IN-13) and noted like what runs ask. */
async function asking<T>(
  deps: IntegrationDeps,
  { companyId }: IntegrationMember,
  id: string,
  ask: (connector: Connector) => Promise<T>,
): Promise<T> {
  const { database, now } = deps
  const integration = await database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  await requireNoDemo({ database }, companyId, integration.serviceUrl)
  if (integration.isDeleted) throw new Refusal({ code: 'INTEGRATION_STATUS', params: { status: integration.status } })
  // A file is here already.
  if (integration.service !== 'CSV') takeCheck({ database }, companyId, now())
  const log = requestLog(deps, companyId, integration)
  try {
    return await ask(storedConnector({ database, outbound: log.outbound }, companyId, integration))
  } catch (error) {
    throw error instanceof ConnectorFailure ? new Refusal({ code: error.code, params: error.params }, { cause: error }) : error
  } finally {
    await log.keep(null)
  }
}
