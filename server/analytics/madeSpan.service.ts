import type { JobOrderId } from '#engine/ids.ts'
import { dateAt, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { findMadeSpan } from './madeSpan.store.ts'
import type { PieceFilter } from './recordFacts.store.ts'

/** A shift lasts into the date after its own, in the zone farthest from UTC. */
const DATE_MARGIN_DAYS = 2
const MOST_ID = 0x7f_ff_ff_ff

/** A question about what was made, narrowed to where and when it can have been. */
type NarrowedMade<Filter> = { readonly filter: Filter; readonly dates: DateRange; readonly orderIds: readonly JobOrderId[] | null }

/**
 * Returns the filter and the dates of a question that is narrowed to orders or products without the work centers and the dates at which none of these ran and
 * nothing was confirmed of them; as they are where what has no order, or several, is asked for, too. Null = nothing can have been made.
 */
export async function narrowedToMade<Filter extends PieceFilter>(
  tenant: Tenant,
  filter: Filter,
  dates: DateRange,
): Promise<NarrowedMade<Filter> | null> {
  const [orders, products] = [idsOf(filter.orders), idsOf(filter.products)]
  if (orders === null && products === null) return { filter, dates, orderIds: null }
  const { orderIds = [], workCenterIds = null, start = null, end = null } = (await findMadeSpan(tenant, { orders, products })) ?? {}
  if (workCenterIds === null || start === null) return null
  const places = workCenterIds.filter((id) => filter.workCenterIds?.includes(id) !== false)
  const from = later(dates.from, movedDate(dateAt('UTC', start), -DATE_MARGIN_DAYS))
  const to = end === null ? dates.to : earlier(dates.to, movedDate(dateAt('UTC', end), DATE_MARGIN_DAYS + 1))
  return places.length === 0 || from >= to ? null : { filter: { ...filter, workCenterIds: places }, dates: { from, to }, orderIds }
}

/** Null where they are not asked for, or some of them are no ids. */
function idsOf(keys: readonly string[] | null | undefined): readonly number[] | null {
  if (keys == null || keys.some((key) => !/^\d+$/.test(key))) return null
  return keys.map(Number).filter((id) => id <= MOST_ID)
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
