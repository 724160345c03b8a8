import { movedDate } from '#engine/time/statPeriod.ts'
import { startOfDate } from '#engine/time/zoneDates.ts'
import type { ExternalOrder, ExternalStatus } from '../externalOrder.ts'

/** A production of a Tryton. Its days are YYYY-MM-DD. */
export type TrytonProduction = {
  readonly id: number
  readonly number: string
  readonly state: string
  readonly product: { readonly id: number; readonly code: string | null; readonly name: string } | null
  readonly quantity: number | null
  readonly planStart: string | null
  /** The day on which it is to be finished. */
  readonly planEnd: string | null
  readonly place: TrytonPlace | null
  /** What its output stands at; null = it has none, or several. */
  readonly made: number | null
}
export type TrytonPlace = { readonly id: number; readonly name: string }

/** A work of a production: one step of its routing. */
export type TrytonWork = {
  readonly id: number
  readonly productionId: number
  /** Steps without one come first. */
  readonly sequence: number | null
  readonly state: string
  readonly place: TrytonPlace | null
}

export const TRYTON_STATES = ['request', 'draft', 'waiting', 'assigned', 'running', 'done', 'cancelled'] as const
const MEANINGS: Readonly<Record<string, ExternalStatus>> = {
  request: 'DRAFT',
  draft: 'DRAFT',
  waiting: 'RELEASED',
  assigned: 'RELEASED',
  running: 'RELEASED',
}
/** The states of productions that are imported. */
export const TRYTON_OPEN = TRYTON_STATES.filter((state) => MEANINGS[state] !== undefined)
const OVER = ['finished', 'done']

/**
 * Returns the orders of a Tryton (domain.md IN-17): one for each work, and one for a production that has none, at the production's own work center. Days
 * are those of the zone. Only the last work tells what is made: a production has one output, not one for each step.
 */
export function trytonOrders(
  productions: readonly TrytonProduction[],
  works: readonly TrytonWork[],
  zone: string,
): readonly ExternalOrder[] {
  const worksOf = Map.groupBy(works, ({ productionId }) => productionId)
  return productions.flatMap((production): readonly ExternalOrder[] => {
    const { id, number, state, product, planStart, planEnd } = production
    const common = {
      externalStatus: state,
      meaning: MEANINGS[state] ?? ('ENDED' as const),
      plannedQuantity: production.quantity,
      productCode: product === null ? null : (product.code ?? `tryton-${product.id}`),
      productName: product?.name ?? null,
      planStart: planStart === null ? null : startOfDate(zone, planStart),
      planEnd: planEnd === null ? null : startOfDate(zone, movedDate(planEnd, 1)),
      targetCycleTime: null,
    }
    const own = worksOf.get(id) ?? []
    if (own.length === 0)
      return [{ ...common, externalId: `production/${id}`, code: number, ...placeOf(production.place), madeQuantity: production.made }]
    const last = lastWork(own)
    return own.map((work) => {
      const isOver = OVER.includes(work.state)
      return {
        ...common,
        externalId: `production.work/${work.id}`,
        code: `${number}/${work.id}`,
        externalStatus: isOver ? work.state : state,
        meaning: isOver ? 'ENDED' : common.meaning,
        ...placeOf(work.place),
        madeQuantity: work.id === last?.id ? production.made : null,
      }
    })
  })
}

/** Returns the work that comes last, which makes the output of its production; null for none. */
export function lastWork<Work extends Pick<TrytonWork, 'id' | 'sequence'>>(works: readonly Work[]): Work | null {
  return works.toSorted((one, other) => (one.sequence ?? -1) - (other.sequence ?? -1) || one.id - other.id).at(-1) ?? null
}

function placeOf(place: TrytonPlace | null): Pick<ExternalOrder, 'placeId' | 'placeName'> {
  return { placeId: place === null ? null : String(place.id), placeName: place?.name ?? null }
}
