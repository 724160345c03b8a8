import { useMemo, type ReactNode, type RefObject } from 'react'
import { HeadRow } from '#web/parts/list/table/HeadRow.tsx'
import { useListTable } from '#web/parts/list/table/listTable.ts'
import { TableFrame } from '#web/parts/list/table/TableFrame.tsx'
import { useRowHeight } from '#web/parts/list/table/useRowHeight.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { GroupHead } from '../list/GroupHead.tsx'
import type { GroupSection } from '../list/groups.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { type ChangeListSearch, type ListSearch, toggled } from '../list/listSearch.view.ts'
import { headSort, sortOfHead, tableItems } from './table.view.ts'
import { leastWidth, type LiveRow, useTableColumns } from './useTableColumns.tsx'
import { WorkCenterRow } from './WorkCenterRow.tsx'
import classes from './WorkCenterTable.module.css'

const GROUP_ROW = 48
type WorkCenterTableProps = {
  readonly workCenters: readonly ListedCard[]
  readonly search: ListSearch
  readonly change: ChangeListSearch
  /** Where the keys find what scrolls to the first or the last row. */
  readonly scroller: RefObject<((edge: 'first' | 'last') => void) | null>
  readonly end: ReactNode
}

/** Returns the work centers as rows of a table whose head and names stay in sight; only the rows near the screen are drawn. */
export default function WorkCenterTable({ workCenters, search, change, scroller, end }: WorkCenterTableProps) {
  const { t } = useTexts('list')
  const format = useFormat()
  const height = useRowHeight()
  const columns = useTableColumns(search.color)
  const shown = useMemo(
    () =>
      columns.filter(
        ({ key, isTitle, isOnlyInFile }) =>
          isTitle === true || (isOnlyInFile !== true && (search.columns === null || search.columns.some((one) => one === key))),
      ),
    [columns, search.columns],
  )
  const items = useMemo(
    () => tableItems(workCenters, search, format.compare),
    // Only these of the address decide about the rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [workCenters, search.isGrouped, search.closed, format],
  )
  const sort = headSort(search.sort)
  const table = useListTable({
    columns,
    shown: useMemo(() => shown.map(({ key }) => key), [shown]),
    rows: useMemo(() => workCenters.map((workCenter): LiveRow => ({ workCenter, live: undefined })), [workCenters]),
    rowKey,
    sort,
    onSort: (head) => change({ sort: sortOfHead(head) }),
    isSelectable: false,
  })
  return (
    <>
      <TableFrame
        caption={t('page.boxes')}
        className={classes['table']}
        scroller={scroller}
        count={items.length}
        keyOf={(index) => items[index]?.key ?? String(index)}
        heightOf={(index) => (items[index]?.kind === 'group' ? GROUP_ROW : height)}
        wholeUpTo={0}
        minWidth={leastWidth(shown)}
        head={<HeadRow table={table} shown={shown} sort={sort} />}
        row={(index) => {
          const item = items[index]
          if (item === undefined) return null
          if (item.kind === 'row') return <WorkCenterRow key={item.key} workCenter={item.workCenter} columns={shown} index={index} />
          const isOpen = !search.closed.includes(item.section.key)
          const toggle = () => change({ closed: toggled(search.closed, item.section.key) })
          return <GroupRow key={item.key} section={item.section} span={shown.length} isOpen={isOpen} onToggle={toggle} />
        }}
      />
      <ul className={classes['end']}>{end}</ul>
    </>
  )
}

function rowKey({ workCenter }: LiveRow): string {
  return String(workCenter.id)
}

type GroupRowProps = {
  readonly section: GroupSection<ListedCard>
  readonly span: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function GroupRow({ section, span, isOpen, onToggle }: GroupRowProps) {
  return (
    <tr className={classes['group']} style={{ height: GROUP_ROW }}>
      <th scope="rowgroup" colSpan={span}>
        <div className={classes['groupHead']}>
          <GroupHead section={section} isOpen={isOpen} onToggle={onToggle} />
        </div>
      </th>
    </tr>
  )
}
