import { Suspense, useRef, type ReactNode } from 'react'
import { CardGrid } from './CardGrid.tsx'
import type { ListedCard } from './listedCard.ts'
import { GroupedCards, hasTable, PrintedTable, WorkCenterTable } from './listParts.ts'
import type { ChangeListSearch, ListSearch } from './listSearch.view.ts'
import type { Compare } from './useCompare.ts'
import { useLongPress } from './useLongPress.ts'
import { useOpenInPage } from './useOpenInPage.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import { usePrinting } from '#web/ui/printing.ts'
import type { useShownOrder } from './useShownOrder.ts'

type ShownListProps = {
  readonly shown: readonly ListedCard[]
  readonly holders: ReturnType<typeof useShownOrder>['holders']
  readonly search: ListSearch
  /** Stands as a table, not as cards. */
  readonly isTable: boolean
  readonly change: ChangeListSearch
  readonly compare: Compare
  /** Stands after the last card. */
  readonly end: ReactNode
}

/** Returns the work centers as cards, as cards by group or as a table; `j` and `k` walk them, `x` takes one into the comparison. */
export function ShownList({ shown, holders, search, isTable, change, compare, end }: ShownListProps) {
  const isPrinted = usePrinting() && hasTable()
  const host = useRef<HTMLDivElement>(null)
  const openInPage = useOpenInPage()
  const press = useLongPress(compare.begin)
  const scroller = useRef<((edge: 'first' | 'last') => void) | null>(null)
  useRowKeys(host, {
    onSelect: (key) => compare.choice.toggle(Number(key)),
    onEdge: (edge) => scroller.current?.(edge),
  })
  const onClosed = (closed: ListSearch['closed']) => change({ closed })
  return (
    // The links open inside the page; one listener for all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={host} data-comparing={compare.choice.isAsked || undefined} onClick={openInPage} {...holders} {...press}>
      {isPrinted ? (
        <PrintedTable workCenters={shown} search={search} change={change} scroller={scroller} end={null} />
      ) : isTable ? (
        <Suspense fallback={null}>
          <WorkCenterTable workCenters={shown} search={search} change={change} scroller={scroller} end={end} />
        </Suspense>
      ) : search.isGrouped ? (
        <Suspense fallback={null}>
          <GroupedCards workCenters={shown} color={search.color} end={end} closed={search.closed} onClosed={onClosed} />
        </Suspense>
      ) : (
        <CardGrid workCenters={shown} color={search.color} end={end} />
      )}
    </div>
  )
}
