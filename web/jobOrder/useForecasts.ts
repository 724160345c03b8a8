import { useMemo } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type ListedOrderFragment, type OrderForecastFragment, OrderForecastsDocument } from '#web/api/generated/graphql.ts'

const OPEN: readonly ListedOrderFragment['status'][] = ['ON_HOLD', 'PLANNED', 'PROGRESS']

/** Returns when the orders that are shown will be made: asked once they are there, so that nobody waits for it. */
export function useForecasts(orders: readonly ListedOrderFragment[] | undefined): ReadonlyMap<number, OrderForecastFragment> {
  const ids = useMemo(() => (orders ?? []).filter(({ status }) => OPEN.includes(status)).map(({ id }) => id), [orders])
  // What is late is so by the clock, without any record that changes.
  const [{ data }] = useFreshQuery(
    OrderForecastsDocument,
    { ids },
    { workCenterIds: null, kinds: ['order'] },
    { pause: ids.length === 0, everyMs: MINUTE_MS },
  )
  return useMemo(() => new Map((data?.jobOrdersPages.items ?? []).map((one) => [one.id, one])), [data])
}
