import { Suspense, useRef, type ReactNode } from 'react'
import { CardGrid, GroupedCards } from './CardGrid.tsx'
import type { ListedCard } from './listedCard.ts'
import { WorkCenterTable } from './listParts.ts'
import type { ChangeListSearch, ListSearch } from './listSearch.view.ts'
import type { Compare } from './useCompare.ts'
import { useLongPress } from './useLongPress.ts'
import { useOpenInPage } from './useOpenInPage.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import type { useShownOrder } from './useShownOrder.ts'

type ShownListProps = {
  readonly shown: readonly ListedCard[]
  readonly holders: ReturnType<typeof useShownOrder>['holders']
  readonly search: ListSearch
  readonly change: ChangeListSearch
  readonly compare: Compare
  /** Stands after the last card. */
  readonly end: ReactNode
}

/** Returns the work centers as cards, as cards by group or as a table; `j` and `k` walk them, `x` takes one into the comparison. */
export function ShownList({ shown, holders, search, change, compare, end }: ShownListProps) {
  const host = useRef<HTMLDivElement>(null)
  const openInPage = useOpenInPage()
  const press = useLongPress(compare.begin)
  useRowKeys(host, { onSelect: (key) => compare.choice.toggle(Number(key)) })
  const onClosed = (closed: ListSearch['closed']) => change({ closed })
  return (
    // The links open inside the page; one listener for all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={host} data-comparing={compare.choice.isAsked || undefined} onClick={openInPage} {...holders} {...press}>
      {search.view === 'table' ? (
        <Suspense fallback={null}>
          <WorkCenterTable workCenters={shown} search={search} change={change} end={end} />
        </Suspense>
      ) : search.isGrouped ? (
        <GroupedCards workCenters={shown} color={search.color} end={end} closed={search.closed} onClosed={onClosed} />
      ) : (
        <CardGrid workCenters={shown} color={search.color} end={end} />
      )}
    </div>
  )
}
