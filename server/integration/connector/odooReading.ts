import { odooInstant, odooOrders, odooText } from '#engine/integration/odoo/odooOrders.ts'
import type { ExternalOrder } from '#engine/integration/externalOrder.ts'
import type { OdooLink, OdooProduction, OdooWorkOrder } from '#engine/integration/odoo/odooOrders.ts'
import { odooCapabilities } from '#engine/integration/odoo/odooVersion.ts'
import type { OdooModel, OdooNames } from '#engine/integration/odoo/odooVersion.ts'
import { ConnectorFailure } from './connector.ts'
import type { OrdersAsked, OrdersFound, OrdersRead } from './connector.ts'
import type { OdooClient } from './odooClient.ts'
import { linkOf, numberOf, present, rowsOf, searchAll, searchIn, textOf, whyUntold } from './odooOpened.ts'
import type { Opened } from './odooOpened.ts'
import type { Row } from './readRising.ts'

/** The states of orders that are imported; others are over, or not for here (domain.md IN-11). */
export const IMPORTED = ['draft', 'confirmed', 'progress']
/** Transactions that were open when the last run read may show up with an older date. */
const OVERLAP_MS = 5_000

/** Returns the Odoo to read orders of; without rights to its work orders, which it has, each order would come once more as a whole. */
export function readable(opened: Opened): Opened {
  if (opened.untold['mrp.workorder'] === 'RIGHTS')
    throw new ConnectorFailure('INTEGRATION_SIGN_IN', { isTransient: false, params: { status: 403 } })
  return opened
}

/** Returns the orders that are asked for; of a change to a manufacturing order or to one of its work orders all of it is read again (domain.md IN-6, IN-11). */
export async function readOrders(
  { client, names }: Pick<Opened, 'client' | 'names'>,
  { since, placeIds }: OrdersAsked,
): Promise<OrdersRead> {
  const work = names['mrp.workorder']
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const from = odooInstant(since)
  const changed = from === null ? [] : [['write_date', '>=', odooText(from - OVERLAP_MS)]]
  const fields = orderFieldsOf(names)
  // Of a change to either of the two all of the order is read again.
  const open = from === null ? [['state', 'in', IMPORTED]] : changed
  const productions = await searchAll(client, 'mrp.production', { domain: open, fields })
  const ids = new Set(productions.map(({ id }) => Number(id)))
  if (hasWork && from !== null) {
    const touched = await searchAll(client, 'mrp.workorder', { domain: changed, fields: present([work.production]) })
    const missing = [...new Set(touched.flatMap((row) => linkOf(row, work.production)?.[0] ?? []))].filter((id) => !ids.has(id))
    productions.push(...(await searchIn(client, 'mrp.production', 'id', missing, fields)))
    for (const id of missing) ids.add(id)
  }
  const { orders, works } = await ordersOf({ client, names }, productions)
  const wanted = placeIds === null ? null : new Set(placeIds)
  const newest = [...productions, ...works].reduce<string | null>((latest, row) => later(latest, textOf(row, 'write_date')), since)
  return { orders: orders.filter(({ placeId }) => wanted === null || placeId === null || wanted.has(placeId)), unread: [], newest }
}

/** What is asked of a production. */
function orderFieldsOf(names: OdooNames): string[] {
  const { name, state, product, quantity, unit, bom, planStart, planEnd, made } = names['mrp.production']
  return [...present([name, state, product, quantity, unit, bom, planStart, planEnd, made]), 'write_date']
}

/** Returns the orders of the productions, with the rows of their work orders. */
async function ordersOf(
  { client, names }: Pick<Opened, 'client' | 'names'>,
  productions: readonly Row[],
): Promise<{ readonly orders: readonly ExternalOrder[]; readonly works: readonly Row[] }> {
  const order = names['mrp.production']
  const work = names['mrp.workorder']
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const workFields = present([work.state, work.production, work.place, work.sequence, work.duration, work.planStart, work.planEnd])
  const works = hasWork
    ? await searchIn(
        client,
        'mrp.workorder',
        work.production ?? 'production_id',
        productions.map(({ id }) => Number(id)),
        [...workFields, 'write_date'],
      )
    : []
  const firstPlaces = await firstPlacesOf(
    client,
    productions,
    order.bom,
    new Set(works.map((row) => linkOf(row, work.production)?.[0] ?? 0)),
  )
  const skus = await skusOf(client, productions, order.product)
  const orders = odooOrders(
    productions.map((row): OdooProduction => ({
      id: Number(row['id']),
      name: textOf(row, order.name) ?? '',
      state: textOf(row, order.state) ?? '',
      product: linkOf(row, order.product),
      quantity: numberOf(row, order.quantity) ?? 0,
      unit: linkOf(row, order.unit),
      planStart: textOf(row, order.planStart),
      planEnd: textOf(row, order.planEnd),
      made: numberOf(row, order.made),
      firstPlace: firstPlaces.get(linkOf(row, order.bom)?.[0] ?? 0) ?? null,
    })),
    works.map((row): OdooWorkOrder => ({
      id: Number(row['id']),
      state: textOf(row, work.state) ?? '',
      productionId: linkOf(row, work.production)?.[0] ?? 0,
      place: linkOf(row, work.place),
      sequence: numberOf(row, work.sequence),
      duration: numberOf(row, work.duration),
      planStart: textOf(row, work.planStart),
      planEnd: textOf(row, work.planEnd),
    })),
    (id) => skus.get(id) ?? null,
  )
  return { orders, works }
}

/** Returns the orders of the ids as they stand, and the ids whose record is not there any more. */
export async function findOrders(opened: Opened, externalIds: readonly string[]): Promise<OrdersFound> {
  const { client, names } = opened
  const idsOf = (model: OdooModel) =>
    externalIds.flatMap((one) => (one.startsWith(`${model}/`) ? [Number(one.slice(model.length + 1))] : []))
  const production = names['mrp.workorder'].production ?? 'production_id'
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const works = hasWork ? await searchIn(client, 'mrp.workorder', 'id', idsOf('mrp.workorder'), [production]) : []
  const wanted = new Set([...idsOf('mrp.production'), ...works.flatMap((row) => linkOf(row, production)?.[0] ?? [])])
  const productions = await searchIn(client, 'mrp.production', 'id', [...wanted], orderFieldsOf(names))
  const { orders } = await ordersOf(opened, productions)
  const asked = new Set(externalIds)
  const present = new Set([
    ...works.map(({ id }) => `mrp.workorder/${String(id)}`),
    ...productions.map(({ id }) => `mrp.production/${String(id)}`),
  ])
  // Without their module the work orders are not gone: nothing is known of them.
  const isKnown = (one: string) => hasWork || !one.startsWith('mrp.workorder/')
  const missing = externalIds.filter((one) => isKnown(one) && !present.has(one))
  const looked = missing.slice(0, MOST_LOOKED)
  const gone: string[] = []
  for (const one of looked) if (await isDeleted(client, one)) gone.push(one)
  const left = new Set(missing.slice(MOST_LOOKED))
  return {
    orders: orders.filter(({ externalId }) => asked.has(externalId)),
    gone,
    asked: externalIds.filter((one) => !left.has(one)),
  }
}

/** So many records that a search does not find are read one by one. */
const MOST_LOOKED = 50

/** Returns whether there is no such record: what rules hide from this login is not found either, but reading it is forbidden. */
async function isDeleted(client: OdooClient, externalId: string): Promise<boolean> {
  const [model = '', id = ''] = externalId.split('/')
  try {
    return rowsOf(client, await client.call(model, 'read', { fields: ['state'] }, [Number(id)])).length === 0
  } catch (error) {
    const why = whyUntold(error)
    if (why === null) throw error
    return why === 'MODULE'
  }
}

/** Only of orders without work orders it decides where they stand. */
async function firstPlacesOf(
  client: OdooClient,
  productions: readonly Row[],
  bom: string | null,
  withWork: ReadonlySet<number>,
): Promise<ReadonlyMap<number, OdooLink>> {
  const boms = [...new Set(productions.filter(({ id }) => !withWork.has(Number(id))).flatMap((row) => linkOf(row, bom)?.[0] ?? []))]
  if (boms.length === 0) return new Map()
  const operations = await searchIn(client, 'mrp.routing.workcenter', 'bom_id', boms, ['bom_id', 'workcenter_id', 'sequence'])
  const first = new Map<number, OdooLink>()
  for (const row of operations.toSorted(bySequence)) {
    const id = linkOf(row, 'bom_id')?.[0]
    if (id !== undefined && !first.has(id)) first.set(id, linkOf(row, 'workcenter_id'))
  }
  return first
}

async function skusOf(client: OdooClient, productions: readonly Row[], product: string | null): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(productions.flatMap((row) => linkOf(row, product)?.[0] ?? []))]
  const found = await searchIn(client, 'product.product', 'id', ids, ['default_code'])
  return new Map(
    found.flatMap((row) => {
      const sku = textOf(row, 'default_code')
      return sku === null ? [] : [[Number(row['id']), sku] as const]
    }),
  )
}

function bySequence(one: Row, other: Row): number {
  return (numberOf(one, 'sequence') ?? 0) - (numberOf(other, 'sequence') ?? 0) || Number(one['id']) - Number(other['id'])
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}
