import { addCells, type Cell } from '#engine/analytics/cells.ts'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { withOrderParts } from '#server/output/segmentParts.ts'
import { Refusal } from '#server/refusal.ts'
import { listMadeSegments, listProductsOfOrders } from './orderOutput.store.ts'
import type { MadeKind, PieceFilter } from './recordFacts.store.ts'

/** The key of what several orders, or orders of several products, made together. */
const SEVERAL = 'SEVERAL'

/**
 * Returns the accepted or rejected units of the shifts of the dates by dimensions or of a filter of which one is the order or the product; what several orders made together and
 * nobody confirmed of one of them is a row of its own (domain.md J-8). Refuses more segments than `most`.
 */
export async function outputByOrder(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: PieceFilter,
  asked: { readonly dates: DateRange; readonly unit: string; readonly most: number; readonly made: MadeKind },
): Promise<readonly Cell[]> {
  const ofShifts = by.filter((dimension) => dimension !== 'ORDER' && dimension !== 'PRODUCT')
  const segments = await listMadeSegments(tenant, ofShifts, filter, asked)
  if (segments.length > asked.most) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'by', params: { max: asked.most } })
  const parts = (await withOrderParts(tenant, segments)).flatMap(({ keys, parts: own }) =>
    own.map(({ jobOrderIds, made }) => ({ keys, jobOrderIds, part: asked.made === 'ACCEPTED' ? made.accepted : made.rejected })),
  )
  const { orders = null, products: ofProducts = null } = filter
  const ids = by.includes('PRODUCT') || ofProducts !== null ? [...new Set(parts.flatMap(({ jobOrderIds }) => jobOrderIds))] : []
  const products = await listProductsOfOrders(tenant, ids)
  return addCells(
    parts.flatMap(({ keys, jobOrderIds, part }) => {
      const order = oneOf(jobOrderIds.map(String))
      const product = oneOf(jobOrderIds.map((id) => products.get(id) ?? ''))
      if (orders?.includes(order) === false || ofProducts?.includes(product) === false) return []
      const rest = [...keys]
      const own = by.map((dimension) => (dimension === 'ORDER' ? order : dimension === 'PRODUCT' ? product : (rest.shift() ?? '')))
      return part === 0 && asked.made === 'REJECTED' ? [] : [{ keys: own, part, base: null }]
    }),
  )
}

function oneOf(keys: readonly string[]): string {
  const [first = '', ...others] = new Set(keys)
  return others.length > 0 ? SEVERAL : first
}
