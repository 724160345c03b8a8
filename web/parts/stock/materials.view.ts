import { type MaterialEnd, type MaterialTaking, sharedMaterialEnd } from '#engine/material/materialEnd.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { MaterialsHereQuery, OrderWithMaterialsFragment, StockRowFragment } from '#web/api/generated/graphql.ts'

/** So long before it is empty the next batch is asked for. */
const SOON_MS = 30 * MINUTE_MS

type Line = NonNullable<OrderWithMaterialsFragment['bom']>[number]

/** A material that the running orders take, or that is installed for no order. */
export type MaterialHere = {
  readonly itemId: number
  readonly name: string
  /** In the order in which they are used up. */
  readonly batches: readonly StockRowFragment[]
  /** What is really there, in the unit of the bill of material; null = no running order takes it. */
  readonly remaining: number | null
  readonly unit: Line['measurementUnit'] | null
  readonly isEnough: boolean
  /** UTC ms; null = not known, or it is enough. */
  readonly emptyAt: number | null
  /** Whether somebody has to do something now: nothing is there, or soon nothing will be. */
  readonly isLow: boolean
}

/** Returns the materials at a machine, those that need a look first; what is not kept there is not told (domain.md M-5, M-12). */
export function materialsHere(
  { jobOrderSettings, jobOrdersPages, stocks }: Pick<MaterialsHereQuery, 'jobOrderSettings' | 'jobOrdersPages' | 'stocks'>,
  now: number,
): readonly MaterialHere[] {
  const isTracked = jobOrderSettings.consumptionTracking !== 'NO_TRACKING'
  const orders = isTracked ? jobOrdersPages.items : []
  const byItem = new Map<number, MaterialHere>()
  for (const line of orders.flatMap(({ bom }) => bom ?? [])) {
    const { material, stockQuantity, registrationType } = line
    // Without any stock here it is not kept here, but for what is used by batches.
    if (material === null || byItem.has(material.id) || (stockQuantity === null && registrationType !== 'BATCH_TRACKING')) continue
    byItem.set(material.id, neededOf(material, line, { orders, stocks }, now))
  }
  for (const { item } of stocks) if (item !== null && !byItem.has(item.id)) byItem.set(item.id, unused(item.id, item.name, stocks))
  return [...byItem.values()].toSorted((a, b) => urgency(a) - urgency(b))
}

function neededOf(
  { id, name }: NonNullable<Line['material']>,
  { stockQuantity, measurementUnit }: Line,
  { orders, stocks }: { readonly orders: readonly OrderWithMaterialsFragment[]; readonly stocks: readonly StockRowFragment[] },
  now: number,
): MaterialHere {
  const end = sharedMaterialEnd(stockQuantity ?? 0, takingsOf(orders, id, measurementUnit.code), now)
  const isLow = !end.isEnough && (end.remaining === 0 || (end.emptyAt !== null && end.emptyAt - now < SOON_MS))
  return { itemId: id, name, batches: batchesOf(id, stocks), unit: measurementUnit, ...end, isLow }
}

/** Returns what becomes of the material of a line at the work center where its order runs, `beside` the others that run there. */
export function lineEnd(
  order: OrderFigures,
  line: Omit<Line, 'registrationType'>,
  beside: readonly OrderWithMaterialsFragment[],
  now: number,
): MaterialEnd {
  const { code } = line.measurementUnit
  const others = beside.filter(({ id }) => id !== order.id)
  const takings = [takingOf(order, line, code), ...(line.material === null ? [] : takingsOf(others, line.material.id, code))]
  return sharedMaterialEnd(line.stockQuantity ?? 0, takings, now)
}

type OrderFigures = Omit<OrderWithMaterialsFragment, 'bom'>

/** What the orders take of the material together, in the unit. */
function takingsOf(orders: readonly OrderWithMaterialsFragment[], itemId: number, unit: string): readonly MaterialTaking[] {
  return orders.flatMap((order) =>
    (order.bom ?? []).filter(({ material }) => material?.id === itemId).map((line) => takingOf(order, line, unit)),
  )
}

/**
 * What the order takes of the material of its line, in the unit. Of what was counted together with others, and nobody divided yet, each is thought to
 * have made as much: they take turns.
 */
function takingOf(
  { madeOutput, sharedCountedOutput, planOutput, acceptedOutput, rejectedOutput, forecast }: OrderFigures,
  line: Pick<Line, 'expectedOutputQuantity' | 'measurementUnit' | 'requiredInputQuantity'>,
  unit: string,
): MaterialTaking {
  const orders = Math.max(1, sharedCountedOutput?.jobOrderIds.length ?? 1)
  const shared = { total: (sharedCountedOutput?.totalOutput ?? 0) / orders, accepted: (sharedCountedOutput?.acceptedOutput ?? 0) / orders }
  const unconfirmed = Math.max(0, madeOutput.totalOutput - acceptedOutput - rejectedOutput) + shared.total
  const left = Math.max(0, (planOutput ?? 0) - madeOutput.acceptedOutput - shared.accepted)
  const inUnit = (units: number) => {
    const quantity = (units * line.requiredInputQuantity) / line.expectedOutputQuantity
    const micro = line.measurementUnit.code === unit ? null : convertedMicro(microOf(quantity), line.measurementUnit.code, unit)
    return micro === null ? quantity : quantityOf(micro)
  }
  return { taken: inUnit(unconfirmed), needed: inUnit(left), end: forecast?.timeEnd == null ? null : Date.parse(forecast.timeEnd) }
}

function unused(itemId: number, name: string, stocks: readonly StockRowFragment[]): MaterialHere {
  return { itemId, name, batches: batchesOf(itemId, stocks), remaining: null, unit: null, isEnough: true, emptyAt: null, isLow: false }
}

function batchesOf(itemId: number, stocks: readonly StockRowFragment[]): readonly StockRowFragment[] {
  const installed = ({ installedOn }: StockRowFragment) => (installedOn === null ? 0 : Date.parse(installedOn))
  return stocks.filter(({ item }) => item?.id === itemId).toSorted((a, b) => installed(a) - installed(b))
}

function urgency({ isEnough, emptyAt, remaining }: MaterialHere): number {
  if (isEnough) return remaining === null ? Infinity : Number.MAX_VALUE
  return emptyAt ?? Number.MAX_SAFE_INTEGER
}

/** Returns the items of which somebody has to install another batch now. */
export function lowItems(rows: readonly MaterialHere[]): readonly number[] {
  return rows.filter(({ isLow }) => isLow).map(({ itemId }) => itemId)
}

/** Returns the batch of the item that is installed next of those that are in stock and installed nowhere: the oldest, expired ones last; null for none. */
export function nextBatch(itemId: number, stocks: readonly StockRowFragment[]): StockRowFragment | null {
  const [next] = stocks
    .filter(({ item, batch, workCenterId, balance }) => item?.id === itemId && batch !== null && workCenterId === null && balance > 0)
    .toSorted((a, b) => Number(a.batch?.isExpired) - Number(b.batch?.isExpired) || (a.batch?.id ?? 0) - (b.batch?.id ?? 0))
  return next ?? null
}

/** Until when a stock lasts for the order that runs where it is: it is enough, or empty at an instant (UTC ms; null = not known). */
export type StockEnd = { readonly isEnough: boolean; readonly emptyAt: number | null }

type RunningOrder = OrderWithMaterialsFragment & { readonly workCenterId: number | null }

/**
 * Returns until when the installed stock lasts for the orders that run there: what was installed before it is used up first. Null where no running order
 * takes it, or the stocks do not have it.
 */
export function stockEnd(
  stock: StockRowFragment,
  { orders, stocks }: { readonly orders: readonly RunningOrder[]; readonly stocks: readonly StockRowFragment[] },
  now: number,
): StockEnd | null {
  const { item, workCenterId } = stock
  if (item === null || workCenterId === null) return null
  const there = batchesOf(
    item.id,
    stocks.filter((one) => one.workCenterId === workCenterId),
  )
  const index = there.findIndex(({ id }) => id === stock.id)
  // Installed since the answer, or beyond its last row: how long it lasts is not known.
  if (index < 0) return null
  const upTo = there.slice(0, index + 1)
  const micro = upTo.reduce((sum, { balance }) => sum + microOf(balance), 0)
  const takings = takingsOf(
    orders.filter((order) => order.workCenterId === workCenterId),
    item.id,
    item.measureUnit.code,
  )
  if (takings.length === 0) return null
  const { isEnough, emptyAt } = sharedMaterialEnd(quantityOf(micro), takings, now)
  return { isEnough, emptyAt }
}
