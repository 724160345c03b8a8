import type { ExternalOrder, ExternalStatus } from '../externalOrder.ts'

/** A link to another record as Odoo answers it: its id and its name. */
export type OdooLink = readonly [number, string] | null

/** A manufacturing order. */
export type OdooProduction = {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly product: OdooLink
  readonly quantity: number
  readonly unit: OdooLink
  readonly planStart: string | null
  readonly planEnd: string | null
  readonly made: number | null
  /** The work center of the first operation of its bill of materials. */
  readonly firstPlace: OdooLink
}

export type OdooWorkOrder = {
  readonly id: number
  readonly state: string
  readonly productionId: number
  readonly place: OdooLink
  /** From 18 on. */
  readonly sequence: number | null
  /** Minutes for the whole order. */
  readonly duration: number | null
  readonly planStart: string | null
  readonly planEnd: string | null
}

const MEANINGS: Readonly<Record<string, ExternalStatus>> = { draft: 'DRAFT', confirmed: 'RELEASED', progress: 'RELEASED' }
const OVER = ['cancel', 'done']

/**
 * Returns the orders of an Odoo (domain.md IN-11): one for each work order, and one for a manufacturing order that has none. What was made is that of the
 * manufacturing order, and of its last work order. `skuOf` tells the product's internal reference; a product without one is named by its id.
 */
export function odooOrders(
  productions: readonly OdooProduction[],
  workOrders: readonly OdooWorkOrder[],
  skuOf: (productId: number) => string | null,
): readonly ExternalOrder[] {
  const works = Map.groupBy(workOrders, ({ productionId }) => productionId)
  return productions.flatMap((production) => {
    const { id, name, state, product, quantity } = production
    const common = {
      externalStatus: state,
      plannedQuantity: quantity,
      unit: production.unit?.[1] ?? null,
      productCode: product === null ? null : (skuOf(product[0]) ?? `odoo-${product[0]}`),
      productName: product?.[1] ?? null,
    }
    const own = works.get(id) ?? []
    const last = lastOperation(own)
    if (own.length === 0)
      return [
        {
          ...common,
          externalId: `mrp.production/${id}`,
          code: name,
          meaning: meaningOf(state),
          placeId: idOf(production.firstPlace),
          placeName: production.firstPlace?.[1] ?? null,
          planStart: odooInstant(production.planStart),
          planEnd: odooInstant(production.planEnd),
          targetCycleTime: null,
          madeQuantity: production.made,
        },
      ]
    return own.map((work): ExternalOrder => {
      const isOver = OVER.includes(work.state)
      return {
        ...common,
        externalId: `mrp.workorder/${work.id}`,
        code: `${name}/${work.id}`,
        externalStatus: isOver ? work.state : state,
        meaning: isOver ? 'ENDED' : meaningOf(state),
        placeId: idOf(work.place),
        placeName: work.place?.[1] ?? null,
        planStart: odooInstant(work.planStart ?? production.planStart),
        planEnd: odooInstant(work.planEnd ?? production.planEnd),
        targetCycleTime: work.duration !== null && work.duration > 0 && quantity > 0 ? thousandths((work.duration * 60) / quantity) : null,
        madeQuantity: work.id === last?.id ? production.made : null,
      }
    })
  })
}

/**
 * Returns the work order of a manufacturing order that comes last, in the order that Odoo shows them in: by sequence, by planned start (none is the
 * latest), by id; null where none is left. What is cancelled is none of them. Its quantity is that of the order: all of them share one figure there.
 */
export function lastOperation<Work extends Pick<OdooWorkOrder, 'id' | 'planStart' | 'sequence' | 'state'>>(
  works: readonly Work[],
): Work | null {
  return works.filter(({ state }) => state !== 'cancel').reduce<Work | null>((last, work) => (isAfter(work, last) ? work : last), null)
}

function isAfter<Work extends Pick<OdooWorkOrder, 'id' | 'planStart' | 'sequence'>>(work: Work, last: Work | null): boolean {
  if (last === null) return true
  const bySequence = (work.sequence ?? 0) - (last.sequence ?? 0)
  if (bySequence !== 0) return bySequence > 0
  const [start, other] = [odooInstant(work.planStart) ?? Infinity, odooInstant(last.planStart) ?? Infinity]
  return start === other ? work.id > last.id : start > other
}

/** Returns the instant (ms UTC) of a date-time of Odoo, which is UTC without a mark; null for none. */
export function odooInstant(text: string | null): number | null {
  if (text === null || text === '') return null
  const at = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at
}

/** Returns the instant as Odoo writes date-times. */
export function odooText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

function meaningOf(state: string): ExternalStatus {
  return MEANINGS[state] ?? 'ENDED'
}

function idOf(link: OdooLink): string | null {
  return link === null ? null : String(link[0])
}

function thousandths(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
