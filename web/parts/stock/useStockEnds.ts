import { useMemo } from 'react'
import type { Client } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StockLastsDocument, type StockLastsQuery, type StockRowFragment } from '#web/api/generated/graphql.ts'
import { serverNow } from '#web/ui/clock.ts'
import { stockEnd } from './materials.view.ts'
import type { StockLine } from './useStockColumns.tsx'

/** What is being made takes material without any record being closed. */
const RUNNING_MS = 60_000

/** Returns the stocks with until when each lasts; without an answer nothing is said of that. */
export function useStockEnds(stocks: readonly StockRowFragment[] | undefined): readonly StockLine[] | undefined {
  const { key, variables } = useMemo(() => {
    const found = installedOf(stocks ?? [])
    return { key: found.itemIds.length, variables: found }
  }, [stocks])
  const [{ data }] = useFreshQuery(
    StockLastsDocument,
    variables,
    { workCenterIds: variables.workCenterIds, kinds: ['order', 'output', 'stock'] },
    { pause: key === 0, everyMs: RUNNING_MS },
  )
  return useMemo(() => stocks && withEnds(stocks, key === 0 ? undefined : data, serverNow()), [stocks, key, data])
}

/** Returns the stocks of a file with until when each lasts. */
export async function readStockEnds(client: Client, stocks: readonly StockRowFragment[]): Promise<readonly StockLine[]> {
  const variables = installedOf(stocks)
  if (variables.itemIds.length === 0) return withEnds(stocks, undefined, serverNow())
  const { data, error } = await client.query(StockLastsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
  if (data == null) throw error ?? new Error('The orders that take the material cannot be read')
  return withEnds(stocks, data, serverNow())
}

function installedOf(stocks: readonly StockRowFragment[]) {
  const ascending = (ids: readonly (number | null | undefined)[]) =>
    [...new Set(ids.filter((id) => id != null))].toSorted((left, right) => left - right)
  const installed = stocks.filter(({ workCenterId }) => workCenterId !== null)
  return {
    workCenterIds: ascending(installed.map(({ workCenterId }) => workCenterId)),
    itemIds: ascending(installed.map(({ item }) => item?.id)),
  }
}

function withEnds(stocks: readonly StockRowFragment[], known: StockLastsQuery | undefined, now: number): readonly StockLine[] {
  const there = { orders: known?.jobOrdersPages.items ?? [], stocks: known?.stocksPages.items ?? [] }
  return stocks.map((stock) => ({ ...stock, end: stockEnd(stock, there, now) }))
}
