import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { withTexts } from '#web/texts/language.ts'
import { JobOrdersPage } from './JobOrdersPage.tsx'
import { ORDERS_SEARCH } from './jobOrdersSearch.ts'

const Board = lazyPart<object>(() => withTexts('board', import('./board/BoardView.tsx')).then(({ BoardView }) => ({ default: BoardView })))
const Items = lazyPart<object>(() => withTexts('items', import('./items/ItemsView.tsx')).then(({ ItemsView }) => ({ default: ItemsView })))
const Stock = lazyPart<object>(() => withTexts('stock', import('./StockPage.tsx')).then(({ StockPage }) => ({ default: StockPage })))

const Changeovers = lazyPart<object>(() =>
  withTexts('board', import('./board/ChangeoversView.tsx')).then(({ ChangeoversView }) => ({ default: ChangeoversView })),
)

/** Returns the page of what is made: the orders, their queues, the products, the stock or the changeovers, as the address says. */
export function PlanningPage() {
  const { view } = useListSearch(ORDERS_SEARCH).search
  if (view === 'table') return <JobOrdersPage />
  const View = { board: Board, items: Items, stock: Stock, changeovers: Changeovers }[view]
  return (
    <Suspense>
      <View />
    </Suspense>
  )
}
