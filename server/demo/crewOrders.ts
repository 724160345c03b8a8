import type { CompanyId, ItemId } from '#engine/ids.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { archiveItem, saveItem } from '#server/item/item.service.ts'
import { listItemsBySku } from '#server/item/item.store.ts'
import { actOnOrder } from '#server/jobOrder/jobOrderAction.service.ts'
import { createOrder } from '#server/jobOrder/jobOrderEdit.service.ts'
import { estimateOrders } from '#server/jobOrder/jobOrderEstimate.service.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import { Refusal } from '#server/refusal.ts'
import { crewMaterials } from './crewMaterials.ts'
import { lastOrderNumber, listCrewOrders, listCrewPlaces } from './crewOrders.store.ts'
import type { CrewOrder, CrewPlace } from './crewOrders.store.ts'
import { confirmEnded } from './crewConfirm.ts'
import { layPastOrders } from './crewPast.ts'
import type { PastCrew } from './crewPast.ts'
import { shareOf } from './crewStory.ts'
import { productsOf } from './demoProducts.ts'
import { LONGEST_HOURS, SHORTEST_HOURS } from './orderBorders.ts'

/** So many orders wait at a machine, and one more is a draft. */
const PLANNED = 4
/** Nobody works on an order there: its figures go on without one. */
const WITHOUT_ORDER = 'cable-line-2'
/** Its mould makes a piece of two orders at each stroke. */
const TWO_AT_ONCE = 'moulder-4'
/** Its coil ran out: an order that was begun there waits. */
const WITHOUT_COIL = 'press-7'
/** So long ago that order was begun, and gave way to the next. */
const BEGUN_BEFORE_MS = 6 * MINUTE_MS
/** Planners leave so much more time than the speed asks for: machines stand still at times. */
const PLANNED_PACE = 1.25
/** Work is planned to begin at a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
/** One order of so many is promised for a time that cannot be held. */
const SHARE_TIGHT = 0.15

/** Who works in the shift of a code, and whether the orders of the days before are laid where none ever was. */
export type OrderCrew = Pick<PastCrew, 'ids' | 'inShift'> & { readonly laysPast: boolean }

/**
 * Lets the lead of the demo plant plan as people do, as far as nobody has: the products of each machine, some orders that wait, a draft and one in
 * progress, which gives way to the next one once its plan is made; its operators confirm what was made and finish it. Machine by machine.
 */
export async function crewOrders(
  deps: OrderDeps,
  companyId: CompanyId,
  lead: Membership | undefined,
  { laysPast, ...workers }: OrderCrew,
): Promise<void> {
  if (lead === undefined) return
  const crew = { lead, ...workers }
  const places = await deps.database.inTenant(companyId, listCrewPlaces)
  const items = await productsIn(deps, lead, places)
  await crewMaterials(deps, companyId, lead, { places, products: [...items.keys()] })
  for (const place of places) {
    if (laysPast && place.machine !== WITHOUT_ORDER) await layPast(deps, companyId, crew, place, items)
    const found = await deps.database.inTenant(companyId, (tenant) => listCrewOrders(tenant, place.workCenterId))
    await plan(deps, lead, place, items, found)
    if (place.machine === WITHOUT_ORDER) continue
    const orders = await deps.database.inTenant(companyId, (tenant) => listCrewOrders(tenant, place.workCenterId))
    await work(deps, lead, place, orders).catch(ignoreRefusal)
    await confirmEnded(deps, companyId, crew, place)
  }
}

/** Written act by act, and folded once. */
async function layPast(
  deps: OrderDeps,
  companyId: CompanyId,
  crew: PastCrew,
  place: CrewPlace,
  items: ReadonlyMap<string, ItemId>,
): Promise<void> {
  const lazy = { ...deps, ingest: { ...deps.ingest, reload: () => Promise.resolve() } }
  const isLaid = await layPastOrders(lazy, companyId, crew, { place, items }).catch((error: unknown) => {
    ignoreRefusal(error)
    return true
  })
  if (isLaid) await deps.ingest.reload({ companyId, workCenterId: place.workCenterId }, { wait: true })
}

/** Returns the ids of the products that the machines make, by SKU; those that are missing or were changed are entered. */
async function productsIn(deps: OrderDeps, lead: Membership, places: readonly CrewPlace[]): Promise<ReadonlyMap<string, ItemId>> {
  const products = places.flatMap(({ machine }) => productsOf(machine))
  const present = await deps.database.inTenant(lead.companyId, (tenant) =>
    listItemsBySku(
      tenant,
      products.map(({ sku }) => sku),
    ),
  )
  const ids = new Map(present.map(({ sku, id }) => [sku, id]))
  for (const { sku, name, family, unit, containerQuantity } of products) {
    const known = present.find((one) => one.sku === sku)
    const isSame = known?.name === name && known.family === family && known.containerQuantity === containerQuantity
    if (known !== undefined && isSame && !known.isArchived) continue
    const measureUnitId = MEASUREMENT_UNITS.find(({ code }) => code === unit)?.id ?? 0
    const form = { name, sku, measureUnitId, externalCode: null, family, isBatchTracked: false, containerQuantity }
    // What a visitor made of it is forgotten.
    const item = await saveItem(deps, lead, { ...form, id: known?.id ?? null, version: null }, null)
    if (item.isArchived) await archiveItem(deps, lead, { id: item.id, isArchived: false }, null)
    ids.set(sku, item.id)
  }
  return ids
}

/** Enters what is missing of the queue of a machine; the same number always the same order. */
async function plan(
  deps: OrderDeps,
  lead: Membership,
  place: CrewPlace,
  items: ReadonlyMap<string, ItemId>,
  orders: readonly CrewOrder[],
): Promise<void> {
  const products = productsOf(place.machine)
  if (products.length === 0 || place.targetSpeed === null) return
  const count = (status: CrewOrder['status']) => orders.filter((one) => one.status === status).length
  const isWorkedOn = count('PROGRESS') > 0 || place.machine === WITHOUT_ORDER
  const missing = PLANNED + (isWorkedOn ? 0 : 1) - count('PLANNED')
  const statuses = [
    ...Array.from({ length: Math.max(0, missing) }, () => 'PLANNED' as const),
    ...(count('DRAFT') === 0 ? (['DRAFT'] as const) : []),
  ]
  let free = statuses.length === 0 ? 0 : await queueEnd(deps, lead, orders)
  for (const [index, status] of statuses.entries()) {
    const number = await deps.database.inTenant(lead.companyId, lastOrderNumber)
    const key = `${place.machine} order ${number}`
    const product = products[number % products.length]
    if (product === undefined) continue
    const hours = SHORTEST_HOURS + Math.floor(shareOf(`${key} hours`) * (LONGEST_HOURS - SHORTEST_HOURS + 1))
    const planOutput = Math.max(50, Math.round((place.targetSpeed * 60 * hours) / 50) * 50)
    const waits = orders.filter((one) => one.status !== 'DRAFT').length + index
    const dueIn = shareOf(`${key} tight`) < SHARE_TIGHT ? waits * LONGEST_HOURS * 0.4 : (waits + 1) * LONGEST_HOURS * 1.6
    const planStart = Math.ceil(free / QUARTER_MS) * QUARTER_MS
    const order = await createOrder(
      deps,
      lead,
      null,
      {
        status,
        source: 'SCREEN',
        itemId: items.get(product.sku) ?? null,
        workCenterId: place.workCenterId,
        planOutput,
        externalCode: `SO-${40_000 + number}`,
        // A draft has no time of its own yet.
        ...(status === 'PLANNED' && { planStart, planDurationMs: Math.round(hours * PLANNED_PACE * 60) * MINUTE_MS }),
        dueDate: Math.round((deps.now() + dueIn * HOUR_MS) / HOUR_MS) * HOUR_MS,
      },
      null,
    ).catch(ignoreRefusal)
    free = order?.planEnd ?? free
  }
}

/** Returns when what waits at a machine is expected to be made, by its shifts; now for an empty queue. */
async function queueEnd(deps: OrderDeps, lead: Membership, orders: readonly CrewOrder[]): Promise<number> {
  const now = deps.now()
  const ids = orders.map(({ id }) => id)
  const { shiftTimes } = deps
  const estimates = await deps.database.inTenant(lead.companyId, (tenant) => estimateOrders(tenant, ids, { shiftTimes, now }))
  return Math.max(now, ...estimates.map((one) => one?.end ?? now))
}

/** Starts the first order where none is in progress, and a second one where two are made at once; one whose plan is made gives way. */
async function work(deps: OrderDeps, lead: Membership, { machine }: CrewPlace, orders: readonly CrewOrder[]): Promise<void> {
  const running = orders.filter(({ status }) => status === 'PROGRESS')
  const made = await deps.database.inTenant(lead.companyId, (tenant) =>
    listOrderOutput(
      tenant,
      running.map(({ id }) => id),
    ),
  )
  const done = running.filter(({ id, planOutput }) => {
    const output = made.get(id)
    return output !== undefined && planOutput !== null && madeOutput(output.alone, output.elsewhere).accepted >= planOutput
  })
  const start = (order: CrewOrder | undefined, ids: readonly CrewOrder['id'][], at: number | null = null) =>
    order === undefined
      ? null
      : actOnOrder(deps, lead, null, { id: order.id, action: 'START', at, comment: null, source: 'SCREEN', running: stopping(ids) }, null)
  const planned = orders.filter(({ status }) => status === 'PLANNED')
  const atOnce = machine === TWO_AT_ONCE ? 2 : 1
  const doneIds = done.map(({ id }) => id)
  const isHeld = machine !== WITHOUT_COIL || orders.some(({ status }) => status === 'ON_HOLD')
  const held = isHeld ? undefined : planned.at(-1)
  const [present] = running
  if (running.length - done.length >= atOnce) {
    if (held === undefined || present === undefined) return
    // Begun, found without its coil, and left for the one before.
    const left = await start(held, [present.id], deps.now() - BEGUN_BEFORE_MS)?.catch(ignoreRefusal)
    if (left != null) await start(present, [held.id])
    return
  }
  const [next, second] = planned.filter((order) => order !== held)
  if (next === undefined) return
  const begun = await start(held, doneIds, deps.now() - BEGUN_BEFORE_MS)?.catch(ignoreRefusal)
  await start(next, begun == null || held === undefined ? doneIds : [held.id])
  if (atOnce === 2 && running.length === done.length) await start(second, [])
}

/** What gives way to an order that is started: those of the ids; none = it runs beside the others. */
function stopping(ids: readonly CrewOrder['id'][]) {
  return ids.length === 0 ? ({ choice: 'KEEP', ids: null } as const) : ({ choice: 'STOP', ids: [...ids] } as const)
}

/** Somebody else was faster: the next round sees what is there. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
