import { materialEnd } from '#engine/material/materialEnd.ts'
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
  const needed = isTracked
    ? jobOrdersPages.items.flatMap((order) => (order.bom ?? []).map((line) => neededOf(order, line, stocks, now)))
    : []
  const byItem = new Map<number, MaterialHere>()
  for (const one of needed) {
    const before = one === null ? undefined : byItem.get(one.itemId)
    // Of orders that run together the one counts that empties it first.
    if (one !== null && (before === undefined || urgency(one) < urgency(before))) byItem.set(one.itemId, one)
  }
  for (const { item } of stocks) if (item !== null && !byItem.has(item.id)) byItem.set(item.id, unused(item.id, item.name, stocks))
  return [...byItem.values()].toSorted((a, b) => urgency(a) - urgency(b))
}

function neededOf(order: OrderWithMaterialsFragment, line: Line, stocks: readonly StockRowFragment[], now: number): MaterialHere | null {
  const { material, stockQuantity, registrationType, measurementUnit, requiredInputQuantity, expectedOutputQuantity } = line
  // Without any stock here it is not kept here, but for what is used by batches.
  if (material === null || (stockQuantity === null && registrationType !== 'BATCH_TRACKING')) return null
  const { madeOutput, planOutput, acceptedOutput, rejectedOutput, forecast } = order
  const use = {
    balance: stockQuantity ?? 0,
    perUnit: requiredInputQuantity / expectedOutputQuantity,
    unconfirmed: Math.max(0, madeOutput.totalOutput - acceptedOutput - rejectedOutput),
    left: Math.max(0, (planOutput ?? 0) - madeOutput.acceptedOutput),
    end: forecast?.timeEnd == null ? null : Date.parse(forecast.timeEnd),
  }
  const end = materialEnd(use, now)
  const isLow = !end.isEnough && (end.remaining === 0 || (end.emptyAt !== null && end.emptyAt - now < SOON_MS))
  return { itemId: material.id, name: material.name, batches: batchesOf(material.id, stocks), unit: measurementUnit, ...end, isLow }
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
