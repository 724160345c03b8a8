import { odooText } from '#engine/integration/odoo/odooOrders.ts'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { DEMO_ERP_URL } from '#server/company/mayAsk.ts'
import type { Database } from '#server/db/database.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'
import { DEMO_ERP_MACHINES, listMachines } from '../crewIntegration.store.ts'
import type { LinkedMachine } from '../crewIntegration.store.ts'
import { productsOf } from '../demoProducts.ts'
import { listErpOrders } from './demoErp.store.ts'
import type { ErpOrder } from './demoErp.store.ts'
import { callModel } from './odooModels.ts'
import type { OdooData, OdooOrder } from './odooModels.ts'
import { answerOdoo } from './odooRoads.ts'

/** What it said that it was. */
const VERSION = 19
/** The newest of the linked orders. */
const MOST_ORDERS = 500
/** What visitors wrote there is kept for so many orders, until the demo is reset. */
const MOST_WRITTEN = 1_000
/** Orders that stand there and not here yet: a few each day, at the first machines. */
const NEW_ORDERS = 3
const FIRST_NEW_ID = 900_000_000
const NEW_QUANTITIES = [240, 600, 1_200] as const
const NEW_STATES = ['draft', 'confirmed', 'confirmed'] as const
const FIRST_NEW_PRODUCT = 900_000_000
/** Its work centers that are no machines here. */
const BENCHES = [
  { id: 90, code: 'PACK', name: 'Packing bench' },
  { id: 91, code: 'ASM', name: 'Assembly bench' },
]

export type DemoErp = {
  /** Asks the ERP at DEMO_ERP_URL, in this process; every other address is refused, so that nothing of the demo leaves. */
  readonly outbound: GuardedFetch
  /** Forgets what was written there. */
  reset(): void
}

type Written = { readonly made: number; readonly state: string; readonly writeDate: string }

/**
 * Returns the Odoo of the demo company: the double of the tests within this process, without a socket. It has the orders of the plant that are linked to it,
 * what it heard of them, and a few that are not here yet; what is written there lies over that.
 */
export function createDemoErp({ database, now = Date.now }: { readonly database: Database; readonly now?: () => number }): DemoErp {
  const companyId = asId<CompanyId>(DEMO_COMPANY_ID)
  const written = new Map<number, Written>()
  const notes: OdooData['notes'] = []
  const outbound: GuardedFetch = async ({ url, method = 'GET', headers = {}, body }) => {
    const { origin, pathname, host } = new URL(url)
    if (origin !== DEMO_ERP_URL) throw new OutboundFailure('ADDRESS_REFUSED', host)
    const { machines, orders } = await database.inTenant(companyId, async (tenant) => {
      const found = await listMachines(tenant, DEMO_ERP_MACHINES)
      const asked = { serviceUrl: DEMO_ERP_URL, workCenterIds: found.map(({ id }) => id), most: MOST_ORDERS }
      return { machines: found, orders: await listErpOrders(tenant, asked) }
    })
    const data = dataOf({ machines, orders, written, now: now() })
    data.notes.push(...notes)
    const { authorization } = headers
    const account = { database: 'plant', login: 'planner' }
    const run = (model: string, name: string, args: Readonly<Record<string, unknown>>) => {
      const before = new Map(data.productions.map((order) => [order.id, { ...order }]))
      const result = callModel(data, VERSION, { model, method: name, args })
      for (const order of data.productions) keep(order, before.get(order.id))
      notes.push(...data.notes.slice(notes.length))
      notes.splice(0, Math.max(0, notes.length - MOST_WRITTEN))
      return result
    }
    const request = { method, path: pathname, authorization, text: body === undefined ? '' : body.toString() }
    // Nobody has a key for it: it is reached from here alone.
    const reply = answerOdoo(request, { version: VERSION, account, isKey: () => true, run })
    return { status: reply.status, headers: { 'content-type': reply.type }, body: Buffer.from(reply.body) }
  }
  const keep = ({ id, made, state }: OdooOrder, before: OdooOrder | undefined) => {
    if (before?.made === made && before.state === state) return
    const [oldest] = written.keys()
    if (written.size >= MOST_WRITTEN && oldest !== undefined) written.delete(oldest)
    written.set(id, { made, state, writeDate: odooText(now()) })
  }
  return {
    outbound,
    reset: () => {
      written.clear()
      notes.length = 0
    },
  }
}

type Standing = {
  readonly machines: readonly LinkedMachine[]
  readonly orders: readonly ErpOrder[]
  readonly written: ReadonlyMap<number, Written>
  readonly now: number
}

/** Its work centers: the first machines of the plant, in their order, and two that are none of its machines. */
function dataOf({ machines, orders, written, now }: Standing): OdooData {
  const places = machines.map(({ id, name, code }, at) => ({ id: at + 1, code, name, workCenterId: id }))
  const placeOf = new Map<number, number>(places.map(({ id, workCenterId }) => [workCenterId, id]))
  const known = new Set(orders.map(({ id }) => id))
  const made = places.slice(0, NEW_ORDERS).flatMap(({ id, code }, at) => newOrder({ placeId: id, machine: code, at, now }))
  const fresh = made.filter(({ order }) => !known.has(order.id))
  const all = [...places.map(({ id, code, name }) => ({ id, code, name })), ...BENCHES]
  return {
    workCenters: all,
    products: [
      ...new Map(orders.map(({ itemId, product, sku }) => [itemId, { id: itemId, name: product, default_code: sku }])).values(),
      ...fresh.map(({ product }) => product),
    ],
    // Each has the one way to make things that begins there.
    boms: all.map(({ id }) => ({ id, operations: [{ workCenterId: id, sequence: 10 }] })),
    productions: [...orders.map((order) => productionOf(order, placeOf)), ...fresh.map(({ order }) => order)].map((order) => {
      return { ...order, ...written.get(order.id) }
    }),
    workOrders: [],
    notes: [],
    asksOnClose: false,
  }
}

function productionOf(order: ErpOrder, placeOf: ReadonlyMap<number, number>): OdooOrder {
  const { id, code, status, planOutput, planStart, createdOn, itemId, unit, workCenterId, made } = order
  return {
    id,
    name: code,
    state: STATES[status] ?? 'done',
    productId: itemId,
    quantity: planOutput ?? 0,
    unit: unitOf(unit),
    start: odooText(planStart ?? createdOn.getTime()),
    // When it ends is worked out here.
    end: false,
    bomId: placeOf.get(workCenterId) ?? false,
    made,
    writeDate: odooText(createdOn.getTime()),
  }
}

const STATES: Readonly<Record<string, string>> = { DRAFT: 'draft', PLANNED: 'confirmed', ON_HOLD: 'confirmed', PROGRESS: 'progress' }

function unitOf(unit: string): string {
  return unit === 'pcs' ? 'Units' : unit
}

type NewOrder = { readonly placeId: number; readonly machine: string; readonly at: number; readonly now: number }

/** Of the day, so that it stays the same one until it is read. */
function newOrder({ placeId, machine, at, now }: NewOrder) {
  const [product] = productsOf(machine)
  if (product === undefined) return []
  const day = Math.floor(now / DAY_MS)
  const productId = FIRST_NEW_PRODUCT + placeId
  const order: OdooOrder = {
    id: FIRST_NEW_ID + day * 10 + at,
    name: `MO/${day}${at + 1}`,
    state: NEW_STATES[at] ?? 'confirmed',
    productId,
    quantity: NEW_QUANTITIES[at] ?? 100,
    unit: unitOf(product.unit),
    start: odooText((day + 2) * DAY_MS + (6 + at) * HOUR_MS),
    end: false,
    bomId: placeId,
    made: 0,
    writeDate: odooText(day * DAY_MS),
  }
  return [{ order, product: { id: productId, name: product.name, default_code: product.sku } }]
}
