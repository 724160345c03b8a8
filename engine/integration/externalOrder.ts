import { isOtherUnit } from './externalUnit.ts'

export const EXTERNAL_STATUSES = ['DRAFT', 'ENDED', 'RELEASED'] as const
/** What the status of an order over there means here: a draft, released to the shop floor, or over (domain.md IN-11). */
export type ExternalStatus = (typeof EXTERNAL_STATUSES)[number]

/** An order of the other system, as every connector tells it. */
export type ExternalOrder = {
  /** Names it over there for ever, such as `mrp.workorder/17`. */
  readonly externalId: string
  readonly code: string
  /** The word of the other system. */
  readonly externalStatus: string
  readonly meaning: ExternalStatus
  readonly plannedQuantity: number | null
  /** The name of its unit over there; left out where the system tells none. */
  readonly unit?: string | null
  readonly productCode: string | null
  readonly productName: string | null
  /** The id of its work center over there; null = it has none. */
  readonly placeId: string | null
  readonly placeName: string | null
  /** ms UTC */
  readonly planStart: number | null
  readonly planEnd: number | null
  /** Seconds a unit. */
  readonly targetCycleTime: number | null
  /** What is made of it so far, as the other system has it; null = it does not say. */
  readonly madeQuantity: number | null
}

/** An order of which a value cannot be read, such as a quantity in words. */
export type UnreadOrder = Pick<ExternalOrder, 'code' | 'meaning' | 'placeId'> & {
  readonly field: string
  readonly value: string
  /** Where the answer has it. */
  readonly path: string
}

/** A row of an import that an integration makes; the work center by its id, such as `#12`. */
export type SentOrderRow = {
  readonly code: string
  readonly productCode: string
  readonly plannedQuantity: number
  readonly workCenterCode: string
  readonly productName: string | undefined
  readonly planStart: string | undefined
  readonly planEnd: string | undefined
  readonly targetCycleTime: number | undefined
  readonly status: 'draft' | 'released'
}

/** An order that cannot become one of ours, and why. */
export type RefusedOrder = {
  readonly code: string
  readonly problem: 'NO_PLACE' | 'NO_PRODUCT' | 'NO_QUANTITY' | 'OTHER_UNIT' | 'UNREAD'
  /** Of UNREAD. */
  readonly field?: string
  /** Of UNREAD, and of OTHER_UNIT the unit. */
  readonly value?: string
}

export type OrderSelection = {
  /** Orders that begin before are left out (ms UTC); null = none is. */
  readonly startsFrom: number | null
  /** The meanings that are imported. */
  readonly meanings: readonly ExternalStatus[]
  /** Our work center of one over there; what is missing is ignored or not matched. */
  readonly placeOf: ReadonlyMap<string, number>
  /** What our work centers count in. */
  readonly unitOf: ReadonlyMap<number, string>
}

export type SelectedOrders = {
  readonly orders: readonly ExternalOrder[]
  /** One row for each of the orders, in their order. */
  readonly rows: readonly SentOrderRow[]
  readonly refused: readonly RefusedOrder[]
  /** Of work centers that are not matched, before the first day, or of a status that is not imported. */
  readonly elsewhere: number
}

/** Returns the orders that become ours, as rows of an import, and those that cannot (domain.md IN-6, IN-11). */
export function selectOrders(
  orders: readonly ExternalOrder[],
  { startsFrom, meanings, placeOf, unitOf }: OrderSelection,
  unread: readonly UnreadOrder[] = [],
): SelectedOrders {
  const chosen: ExternalOrder[] = []
  const rows: SentOrderRow[] = []
  const refused: RefusedOrder[] = []
  let elsewhere = 0
  // What moved from one page to the next while they were read comes twice; the later one counts.
  for (const order of new Map(orders.map((one) => [one.externalId, one])).values()) {
    const { code, placeId, plannedQuantity, productCode } = order
    const isEarly = startsFrom !== null && order.planStart !== null && order.planStart < startsFrom
    const place = placeId === null ? undefined : placeOf.get(placeId)
    if (order.meaning === 'ENDED' || !meanings.includes(order.meaning) || isEarly) elsewhere++
    else if (placeId === null) refused.push({ code, problem: 'NO_PLACE' })
    else if (place === undefined) elsewhere++
    else if (productCode === null) refused.push({ code, problem: 'NO_PRODUCT' })
    else if (plannedQuantity === null || !(plannedQuantity > 0)) refused.push({ code, problem: 'NO_QUANTITY' })
    else if (isOtherUnit(order.unit ?? null, unitOf.get(place) ?? 'pcs'))
      refused.push({ code, problem: 'OTHER_UNIT', value: order.unit ?? '' })
    else {
      chosen.push(order)
      rows.push({
        code,
        productCode,
        plannedQuantity,
        workCenterCode: `#${place}`,
        productName: order.productName ?? undefined,
        planStart: instantText(order.planStart),
        planEnd: instantText(order.planEnd),
        targetCycleTime: order.targetCycleTime ?? undefined,
        status: order.meaning === 'DRAFT' ? 'draft' : 'released',
      })
    }
  }
  for (const { code, meaning, placeId, field, value } of unread) {
    const isOurs = meaning !== 'ENDED' && meanings.includes(meaning) && (placeId === null || placeOf.has(placeId))
    if (isOurs) refused.push({ code, problem: 'UNREAD', field, value })
    else elsewhere++
  }
  return { orders: chosen, rows, refused, elsewhere }
}

/**
 * Returns whether orders missing from a run may be ended (domain.md IN-6). Not if one could not be read: it may be any order. An order refused for another
 * reason keeps only ours of the same code.
 */
export function mayEndMissing(refused: readonly RefusedOrder[]): boolean {
  return refused.every(({ problem }) => problem !== 'UNREAD')
}

/** Returns the codes of the refused orders: our orders with these codes do not change. */
export function keptCodes(refused: readonly RefusedOrder[]): readonly string[] {
  return refused.flatMap(({ code, problem }) => (problem === 'NO_PLACE' ? [] : [code]))
}

function instantText(at: number | null): string | undefined {
  return at === null ? undefined : new Date(at).toISOString()
}
