import type { RowData } from '@tanstack/react-table'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ListColumn } from '../listColumn.ts'
import { directionOf } from '../sort.ts'
import { isFigure } from './ListRow.tsx'
import type { ListTable } from './listTable.ts'
import classes from './ListTable.module.css'
import { SortHead } from './SortHead.tsx'

/** In CSS px. */
export const BOX_WIDTH = 44

type HeadRowProps<Row extends RowData> = {
  readonly table: ListTable<Row>
  readonly shown: readonly ListColumn<Row>[]
  readonly sort: string
  readonly isPhone?: boolean
  readonly isSelectable?: boolean
}

/** Returns the widths and the head of a list's columns; a press sorts by a column, another turns the order, a third gives it up. */
export function HeadRow<Row extends RowData>({ table, shown, sort, isPhone = false, isSelectable = false }: HeadRowProps<Row>) {
  const { t } = useTexts('table')
  const isAll = table.getIsAllRowsSelected()
  return (
    <>
      <colgroup>
        {isSelectable && <col style={{ width: BOX_WIDTH }} />}
        {shown.map(({ key, width }) => (
          <col key={key} style={width === undefined || isPhone ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {isSelectable && (
            <th scope="col" className={classes['box']}>
              <label title={t('selectAll')}>
                <input
                  type="checkbox"
                  aria-label={t('selectAll')}
                  checked={isAll}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = !isAll && table.getIsSomeRowsSelected()
                  }}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
                <span className={classes['all']} aria-hidden>
                  {t('selectAll')}
                </span>
              </label>
            </th>
          )}
          {shown.map((column) => (
            <SortHead
              key={column.key}
              title={column.title}
              short={column.short}
              isNumber={isFigure(column)}
              // Cards have no heads to press: there the order is one of the tools.
              direction={column.isSortable === true && !isPhone ? directionOf(column.key, sort) : undefined}
              onSort={() => table.getColumn(column.key)?.toggleSorting()}
            />
          ))}
        </tr>
      </thead>
    </>
  )
}
