import { useMemo, type ReactNode } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { GroupHead } from '../list/GroupHead.tsx'
import type { GroupSection } from '../list/groups.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { TABLE_COLUMNS } from '../list/tableColumns.ts'
import { type ChangeListSearch, type ListSearch, toggled } from '../list/listSearch.view.ts'
import { TableHead } from './TableHead.tsx'
import { WorkCenterRow } from './WorkCenterRow.tsx'
import { tableItems, tableWidth } from './table.view.ts'
import classes from './WorkCenterTable.module.css'
import { TableFrame } from '#web/parts/list/table/TableFrame.tsx'
import { useRowHeight } from '#web/parts/list/table/useRowHeight.ts'

const GROUP_ROW = 48
type WorkCenterTableProps = {
  readonly workCenters: readonly ListedCard[]
  readonly search: ListSearch
  readonly change: ChangeListSearch
  readonly end: ReactNode
}

/** Returns the work centers as rows of a table whose head and names stay in sight; only the rows near the screen are drawn. */
export default function WorkCenterTable({ workCenters, search, change, end }: WorkCenterTableProps) {
  const { t } = useTexts('list')
  const format = useFormat()
  const row = useRowHeight()
  const columns = search.columns ?? TABLE_COLUMNS
  const items = useMemo(
    () => tableItems(workCenters, search, format.compare),
    // Only these of the address decide about the rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [workCenters, search.isGrouped, search.closed, format],
  )
  return (
    <>
      <TableFrame
        caption={t('page.boxes')}
        className={classes['table']}
        count={items.length}
        keyOf={(index) => items[index]?.key ?? String(index)}
        heightOf={(index) => (items[index]?.kind === 'group' ? GROUP_ROW : row)}
        wholeUpTo={0}
        minWidth={tableWidth(columns)}
        head={<TableHead columns={columns} sort={search.sort} onSort={(sort) => change({ sort })} />}
        row={(index) => {
          const item = items[index]
          if (item === undefined) return null
          if (item.kind === 'row')
            return <WorkCenterRow key={item.key} workCenter={item.workCenter} columns={columns} color={search.color} index={index} />
          const isOpen = !search.closed.includes(item.section.key)
          const toggle = () => change({ closed: toggled(search.closed, item.section.key) })
          return <GroupRow key={item.key} section={item.section} span={columns.length + 1} isOpen={isOpen} onToggle={toggle} />
        }}
      />
      <ul className={classes['end']}>{end}</ul>
    </>
  )
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
