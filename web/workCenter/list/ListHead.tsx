import { Suspense, useState } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { mayEditWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useViewer } from '#web/api/viewer.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { ListActions } from './ListActions.tsx'
import type { ListedCard } from './listedCard.ts'
import classes from './ListHead.module.css'
import { ColumnsPanel, FilterChips, FiltersPanel, GroupsDialog, SavedViewsPanel, TableFile } from './listParts.ts'
import { filterCount, type ListSearch } from './listSearch.view.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { StatusCounters } from './StatusCounters.tsx'
import type { Compare } from './useCompare.ts'

type ListHeadProps = {
  readonly workCenters: readonly ListedCard[]
  /** Those that are left, in their order. */
  readonly shown: readonly ListedCard[]
  readonly url: ListUrl<ListSearch>
  /** Stands as a table, not as cards. */
  readonly isTable: boolean
  readonly compare: Compare
  readonly onClear: () => void
}

/** Below it the tools are one menu, so that the counters keep their line. */
const TOOLS_AS_MENU = '(max-width: 1199.98px)'

/** Returns the head of the list: search, filters, active chips, counters and actions. */
export function ListHead({ workCenters, shown, url, isTable, compare, onClear }: ListHeadProps) {
  const { search, change } = url
  const [isViewing, setViewing] = useState<boolean | null>(null)
  const [isFiltering, setFiltering] = useState<boolean | null>(null)
  const [isChoosing, setChoosing] = useState<boolean | null>(null)
  const [isGrouping, setGrouping] = useState<boolean | null>(null)
  const viewer = useViewer()
  const mayGroup = mayEditWorkCenters(viewer)
  const count = filterCount(search)
  const isPhone = useMedia(PHONE)
  const isMenu = useMedia(TOOLS_AS_MENU)
  const actions = (
    <ListActions
      isMenu={isMenu}
      isGrouped={search.isGrouped}
      isComparing={compare.isOn}
      onViews={() => setViewing(true)}
      onColumns={isTable ? () => setChoosing(true) : undefined}
      onGroup={() => change({ isGrouped: !search.isGrouped, closed: [] })}
      onCompare={compare.isOn ? compare.stop : compare.ask}
      onBoard={() => change({ isBoard: true }, { isStep: true })}
      onOperator={mayEditLosses(viewer) ? () => change({ isOperator: true }, { isStep: true }) : undefined}
      onGroups={mayGroup ? () => setGrouping(true) : undefined}
    >
      {isTable && (
        <Suspense fallback={null}>
          <TableFile workCenters={shown} search={search} />
        </Suspense>
      )}
    </ListActions>
  )
  return (
    <div className={classes['head']}>
      <ListToolbar search={search} filterCount={count} onChange={change} onFilters={() => setFiltering(true)}>
        {isPhone && actions}
      </ListToolbar>
      {(count > 0 || search.invalid.length > 0) && (
        <Suspense fallback={<div className={classes['chips']} />}>
          <FilterChips workCenters={workCenters} search={search} onChange={change} onClear={onClear} />
        </Suspense>
      )}
      <div className={classes['strip']}>
        <StatusCounters workCenters={workCenters} search={search} onChange={change} />
        {!isPhone && actions}
      </div>
      {isViewing !== null && (
        <Suspense fallback={null}>
          <SavedViewsPanel list="BOXES" texts={url.texts} isOpen={isViewing} onShow={url.show} onClose={() => setViewing(false)} />
        </Suspense>
      )}
      {isChoosing !== null && (
        <Suspense fallback={null}>
          <ColumnsPanel
            isOpen={isChoosing}
            columns={search.columns}
            onChange={(columns) => change({ columns })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      {isGrouping !== null && (
        <Suspense fallback={null}>
          <GroupsDialog isOpen={isGrouping} onClose={() => setGrouping(false)} />
        </Suspense>
      )}
      {isFiltering !== null && (
        <Suspense fallback={null}>
          <FiltersPanel
            isOpen={isFiltering}
            workCenters={workCenters}
            search={search}
            onChange={change}
            onClear={onClear}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
